"""What the page shows in the end of what was done: it has to show that again, whatever the answer is.

An answer may come out right although a filter shows everything, a form has lost a value, or something else was put into the cart.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from pytest_webagent.claims.derivation import Derivation
from pytest_webagent.claims.evaluation import work_out
from pytest_webagent.claims.expression import Expression
from pytest_webagent.language.terms import term_set
from pytest_webagent.page.lists import lists
from pytest_webagent.page.locator import LABELLED, Locator, Part
from pytest_webagent.page.locators import locators
from pytest_webagent.page.places import Place
from pytest_webagent.page.tables import column
from pytest_webagent.recording.chosen_item import item_name, name_of
from pytest_webagent.values.plain_text import flat, plain, says

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pytest_webagent.observation import Observation
    from pytest_webagent.page.lists import Listing


class Deed(NamedTuple):
    """A step of a run."""

    on: Locator
    said: str
    """What was filled in or chosen; of a click, what was clicked."""
    fills: bool
    things: tuple[Locator, ...]
    """The things of lists that it was done to."""
    before: Observation


def shown_of(deeds: Sequence[Deed], page: Observation, asked: str) -> list[Expression]:
    """What a page shows of what was done: values filled in, filters, orders, and what was brought to a list."""
    found = [
        *_values([each.said for each in deeds if each.fills], page, asked),
        *(
            told
            for each in deeds
            for told in (*_filtered(each, page), *_ordered(each, page), *_brought(each, page))
        ),
    ]
    return [*dict.fromkeys(each for each in found if work_out(each.on(page), page).holds)]


def _values(filled: Sequence[str], page: Observation, asked: str) -> Iterator[Expression]:
    """The cells of the rows which the goal names that hold what was filled in."""
    for row in (each for listing in lists(page).all if listing.table for each in listing.items):
        if not says(asked, name_of(row)):
            continue
        for head, cell in _cells(row):
            told = Derivation(op="text", elements=_ids([cell]), relation="=")
            said = (each for each in filled if work_out(replace(told, to=each), page).holds)
            locator = locators(page).of(cell.at, says=False)
            if locator.called.name == head and not locator.nth and (value := next(said, "")):
                yield Expression(replace(told, to=value), (locator,))


def _filtered(deed: Deed, page: Observation) -> Iterator[Expression]:
    """A column that says the same in all rows, which was chosen, and did not before."""
    for head, cells in _columns(page):
        before = [each for name, each in _columns(deed.before) if name == head]
        if _all_say(cells, deed.said) and before and not any(_all_say(each, deed.said) for each in before):
            yield from _of_all(Derivation(op="compare", relation="=", to=flat(deed.said)), head, cells)


def _ordered(deed: Deed, page: Observation) -> Iterator[Expression]:
    """A column that was told to stand in order, stands so, and did not before."""
    for head, cells in _columns(page):
        if not term_set(head) & term_set(deed.said):
            continue
        before = [each for name, each in _columns(deed.before) if name == head]
        rising, falling = Derivation(op="order", relation="<="), Derivation(op="order", relation=">=")
        for told, turned in ((rising, falling), (falling, rising)):
            if (
                _holds(told, cells)
                and not _holds(turned, cells)
                and before
                and not any(_holds(told, each) for each in before)
            ):
                yield from _of_all(told, head, cells)


def _brought(deed: Deed, page: Observation) -> Iterator[Expression]:
    """A thing that stands in a list in which it did not stand before."""
    names = {plain(item_name(each)) for each in deed.things}
    for thing in (each for listing in lists(page).all for each in listing.items):
        if plain(name_of(thing)) in names:
            locator = locators(page).of(thing.at)
            if not locator.nth and not locators(deed.before).find(locator):
                yield Expression(Derivation(op="exists"), (locator,))


def _columns(page: Observation) -> Iterator[tuple[str, list[Place]]]:
    """The columns of the tables of a page of two rows and more, each with its head."""
    for listing in lists(page).all:
        yield from _of_listing(listing) if listing.table and len(listing.items) > 1 else ()


def _of_listing(listing: Listing) -> Iterator[tuple[str, list[Place]]]:
    columns: dict[str, list[Place]] = {}
    for row in listing.items:
        for head, cell in _cells(row):
            columns.setdefault(head, []).append(cell)
    yield from ((head, cells) for head, cells in columns.items() if len(cells) == len(listing.items))


def _cells(row: Place) -> Iterator[tuple[str, Place]]:
    for at in row.page.children(row.at):
        cell = Place(row.page, at)
        if (head := flat(column(cell))) and cell.said.strip():
            yield head, cell


def _all_say(cells: Sequence[Place], said: str) -> bool:
    return bool(plain(said)) and all(plain(each.said) == plain(said) for each in cells)


def _holds(told: Derivation, cells: Sequence[Place]) -> bool:
    return work_out(replace(told, elements=_ids(cells)), cells[0].page).holds


def _of_all(told: Derivation, head: str, cells: Sequence[Place]) -> Iterator[Expression]:
    """An operation over all cells of a column, by its head."""
    look, positions = locators(cells[0].page), tuple(each.at for each in cells)
    for part in (None, *look.around(positions[0])):
        locator = Locator(Part(LABELLED, head), (part,) if part else (), every=True)
        if look.find(locator) == positions:
            yield Expression(told, (locator,))
            return


def _ids(cells: Sequence[Place]) -> tuple[int, ...]:
    return tuple(each.element.id for each in cells if each.element.id is not None)
