"""Labels: what a value is called on the page, and whether the goal asks for what is called otherwise."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pytest_webagent.aria_roles import CELLS, DATA_CELLS
from pytest_webagent.evidence.judging.claims import claims
from pytest_webagent.evidence.judging.rows import POINTS_BESIDE, named
from pytest_webagent.language.words import ASKING, content, says
from pytest_webagent.page.places import Place, in_menu, is_head, seen
from pytest_webagent.values.likeness import likeness
from pytest_webagent.values.plain_text import plain, quoted
from pytest_webagent.values.quantities import quantities

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_webagent.evidence.judging.case import Case
    from pytest_webagent.evidence.judging.goals import Goal
    from pytest_webagent.values.quantities import Quantity

_CONTROLS: Final = frozenset(("button", "link", "menuitem", "tab"))
_WHAT = r"\b(?:what|who|report|tell me|give me|read|return|say|state)(?: is| was|'s)? (?:the|its|their) "
_OF = r"(?: of\b| for\b|[?.!]*$)"

_AMOUNT_ASKED = re.compile(
    rf"{_WHAT}(?:\w+ ){{0,2}}(?:total|price|sum|amount|quantity|number|count|balance){_OF}|\bhow (?:many|much)\b"
)
_UNPRICED = re.compile(r"\b(?:free|request|quote|gratis|none|nothing|sold|stock|unavailable)\b")


def wrong_label(case: Case) -> str:
    """Catches a value read from beside another label than the one the goal asks for: the sum of a row as the "cart total"."""
    goal, held = case.goal, case.held
    if goal.asks != "value" or POINTS_BESIDE.search(plain(goal.asking)):
        return ""
    if len(held) != 1 or held[0].derivation.op not in ("text", "value") or len(case.places) != 1:
        return ""
    place, found = case.places[0], held[0]
    item, mine = place.item(), label(place)
    own = content(mine) | content(place.said) - content(found.text)
    if item is None or own & content(goal.asking):
        return ""
    for name, other in (*_beside(place, item, goal), *_upon_the_page(place, item, goal, found.text)):
        if not content(name) or content(name) <= own or says(goal.text, other.said):
            continue
        if not likeness(found.text, other.said, found.language).same and not says(other.said, found.text):
            under = f'"{mine}"' if mine else f"the {item.element.role} {quoted(item.said)}"
            return (
                f'the goal asks for "{name}", which says {quoted(other.said)}; the evidence {quoted(found.text)} is under {under}. '
                "Cite what the goal asks for"
            )
    return ""


def no_number(case: Case) -> str:
    """Catches what is written on a button told where a number is asked for: "Go to checkout" as the cart total."""
    if case.goal.asks != "value" or not _AMOUNT_ASKED.search(plain(case.goal.asking)):
        return ""
    if _UNPRICED.search(plain(case.answer)) or any(each.kind == "number" for each in claims(case.answer)):
        return ""
    if not case.places or any(place.element.role not in _CONTROLS for place in case.places):
        return ""
    return (
        f"the goal asks for a number or an amount, and {quoted(case.answer)} is what is written on a "
        f"{case.places[0].element.role}. Cite the element that says the number"
    )


def counted_short(case: Case) -> str:
    """Catches a count of some of a list beside which the page says how many there are: 2 of "3 products"."""
    held, places = case.held, case.places
    if case.goal.asks != "value" or len(held) != 1 or held[0].derivation.op != "count":
        return ""
    items = {item.at: item for place in places if (item := place.item()) is not None}
    if not items or len(items) != len(places):
        return ""
    some = next(iter(items.values()))
    rest = [each for each in some.siblings() if each.at not in items]
    for name, other, amount in _amounts(some, case.goal):
        if rest and len(items) < amount.value == len(items) + len(rest):
            return (
                f"the page says {quoted(other.said)}, and {held[0].derivation.told} leaves out the {rest[0].element.role} "
                f"{quoted(rest[0].said)}. Cite all {name}, or first choose what the goal chooses"
            )
    return ""


def label(place: Place) -> str:
    """What stands at the head of the column of a cell, or as the term of a definition; empty where there is neither."""
    holder = place.within(DATA_CELLS | {"definition"})
    if holder is None:
        return ""
    return _term(holder) if holder.element.role == "definition" else _column(holder)


def _column(cell: Place) -> str:
    page, row = cell.page, cell.element.parent
    if row is None or page.elements[row].role != "row":
        return ""
    cells = _cells(Place(page, row))
    heads = [each for each in Place(page, row).rows() if is_head(page, each)]
    if len(heads) != 1 or cell.at not in cells:
        return ""
    columns = _cells(Place(page, heads[0]))
    # Where cells are joined, nobody knows which stands under which.
    return Place(page, columns[cells.index(cell.at)]).said if len(columns) == len(cells) else ""


def _cells(row: Place) -> list[int]:
    roles = CELLS
    return [index for index in row.page.children(row.at) if row.page.elements[index].role in roles]


def _term(definition: Place) -> str:
    page = definition.page
    before = [index for index in page.children(definition.element.parent) if index < definition.at]
    return next(
        (Place(page, index).said for index in reversed(before) if page.elements[index].role == "term"), ""
    )


def _beside(place: Place, item: Place, goal: Goal) -> Iterator[tuple[str, Place]]:
    """What is asked for of the same row or card."""
    page = place.page
    inside = {place.at, *page.ancestors(place.at), *page.descendants(place.at)}
    known = content(" ".join(named(item, goal.text))) | ASKING
    for index in page.descendants(item.at):
        other = Place(page, index)
        if index in inside or other.element.role not in DATA_CELLS | {"definition"} or other.element.hidden:
            continue
        name = label(other)
        words = content(name)
        asks = re.search(_WHAT + re.escape(plain(name)) + _OF, plain(goal.asking)) is not None
        if words and words <= content(goal.asking) and (asks or content(goal.asking) - words <= known):
            yield name, other


def _upon_the_page(place: Place, item: Place, goal: Goal, text: str) -> Iterator[tuple[str, Place]]:
    """The amount the goal asks for, where an amount of one row is cited, of which the goal does not speak."""
    amounts = quantities(text, place.page.language)
    if len(amounts) != 1 or content(text) - content(amounts[0].text) or named(item, goal.asking):
        return
    for name, other, amount in _amounts(item, goal):
        if amount.unit == amounts[0].unit:
            yield name, other


def _amounts(item: Place, goal: Goal) -> Iterator[tuple[str, Place, Quantity]]:
    """The amounts beside a list that are called what the goal asks for: "Cart total: $24.75", "10 books"."""
    page = item.page
    items = {item.at, *(each.at for each in item.siblings())}
    for other in seen(page):
        around = {other.at, *page.ancestors(other.at)}
        if items & around or in_menu(other) or page.children(other.at) or other.element.clickable:
            continue
        amounts = quantities(other.said, page.language)
        if len(amounts) != 1:
            continue
        rest = other.said.replace(amounts[0].text, " ").strip(" :=")
        name = rest if content(rest) else label(other)
        words = content(name)
        if words and words <= content(goal.asking) and content(goal.asking) - words <= ASKING:
            yield name, other, amounts[0]
