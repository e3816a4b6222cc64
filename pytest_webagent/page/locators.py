"""Locators: what elements of a page are called, in words that find them again: the "Price" in the row "Blue Mug" in the table "Cart".

A row of a table with heads is told by the column that its name stands in, wherever that column stands later: the "Price" in the
row whose "Product" is "Blue Mug". What says "Blue Mug" in another column only speaks of that row.
"""

from __future__ import annotations

import re
from functools import cached_property, lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Final

from pytest_webagent.aria_roles import CONTROLS, DATA_CELLS, FIELDS, ITEMS
from pytest_webagent.page.kept import kept
from pytest_webagent.page.labelled import surely_called
from pytest_webagent.page.layout import layout
from pytest_webagent.page.lists import lists
from pytest_webagent.page.locator import ITEM, LABELLED, Locator, Part
from pytest_webagent.page.names import A_NAME, PARTS, names
from pytest_webagent.page.places import Place, seen
from pytest_webagent.page.tables import column, head_of, is_row
from pytest_webagent.values.plain_text import flat, plain, word_set
from pytest_webagent.values.quantities import is_money, quantities

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pytest_webagent.observation import Observation

_SECTION: Final = "section"
"""The kind of all that stands under a heading."""
HOLDERS: Final = PARTS | {"columnheader"}
"""Roles of what something stands in and is told by, where that has a name."""
_TEXTS: Final = word_set("generic paragraph strong emphasis superscript subscript insertion mark time text")
"""Roles of what is a text to whoever reads it."""
_FIGURE: Final = re.compile(r"\d")
_EMPTY: Final = re.compile(r"\(\s*\)|\[\s*\]")
_EDGES: Final = re.compile(r"^[\W_]+|[\W_]+$")
"""What stands around the words of a head of a column: a sign for the order, or that it must be filled in."""


class Locators:
    """The locators of one page, each worked out when it is asked for. Elements are given by their positions."""

    def __init__(self, page: Observation) -> None:
        self.page = page
        self._known: dict[int, tuple[Part, ...]] = {}
        self._called: dict[str, dict[Part, list[int]]] = {}
        self._rows: dict[Part, list[int]] = {}
        """Those that are told by a column."""

    def find(self, locator: Locator) -> tuple[int, ...]:
        """All elements that a locator means, in document order: one, unless it says every, or the page has changed."""
        found = [at for at in self._called_so(locator.called) if self.stands_in(at, locator.within)]
        if locator.every:
            # What stands in a column and what else has such a label are not the same.
            column = [at for at in found if self.page.elements[at].role in DATA_CELLS]
            of_it = column if locator.called.kind == LABELLED and column else found
            return tuple(at for at in of_it if not self._adds_up(at))
        if locator.called.kind == LABELLED and not locator.nth:
            # What a label stands for is the cell, and not also the text that makes up all of it, nor an icon.
            among = frozenset(found)
            alone = [at for at in found if not self._makes_up(at, among)]
            found = alone if len(alone) == 1 else found
        return tuple(found[locator.nth - 1 : locator.nth] if locator.nth else found)

    def _makes_up(self, at: int, others: frozenset[int]) -> bool:
        said = plain(Place(self.page, at).said)
        around = (each for each in self.page.ancestors(at) if each in others)
        return any(said in ("", plain(Place(self.page, each).said)) for each in around)

    def of(self, at: int, *, says: bool = True, lasts: bool = False) -> Locator:
        """What an element is called: by as few of the things that it stands in as tell it from all others.

        With `says` false by nothing that it says itself, so that it is found where it says something else. With `lasts` by a
        name without figures, if it has one: a price or a count in a name is another one tomorrow.
        """
        place, around = Place(self.page, at), self._lasting(at)
        called = tuple(self._own(place) if says else self._unsaid(place))
        if lasts:
            called = tuple(sorted(called, key=lambda part: any(map(str.isdigit, part.name)) or not part.name))
        if not says:
            own = plain(place.said)
            around = tuple(part for part in around if not own or own not in plain(part.name))
        item = tuple(part for part in around if part.kind in ITEMS or part.kind == ITEM)[:1]
        others = tuple(part for part in around if part not in item)
        for each in called:
            # A field and its label stand in each other: that tells no more.
            field = place.element.role in FIELDS
            labels = {part for part in around if part.kind == ITEM and (field or part.name == each.name)}
            kept, more = (tuple(part for part in parts if part not in labels) for parts in (item, others))
            for size in (*range(min(2, len(more)) + 1), len(more)):
                for chosen in combinations(more, size):
                    within = tuple(part for part in around if part in (*kept, *chosen))
                    if self.find(locator := Locator(each, within)) == (at,):
                        return locator
        for told in self._by_columns(at, called, item):
            if self.find(told) == (at,):
                return told
        # Nothing tells it from the others of its kind there: which of them it is does.
        alike = self.find(locator := Locator(called[0], around))
        # What is hidden is found by nobody, and is told all the same.
        return locator._replace(nth=alike.index(at) + 1) if at in alike else locator

    def _lasting(self, at: int) -> tuple[Part, ...]:
        """What an element stands in, without the heads of a table: which of them is the first may change."""
        heads = (
            Place(self.page, each) for each in self.page.ancestors(at) if layout(self.page).is_head(each)
        )
        first = {part for head in heads for part in self._item(head)}
        return tuple(part for part in self.around(at) if part not in first)

    def _by_columns(self, at: int, called: Sequence[Part], item: tuple[Part, ...]) -> Iterator[Locator]:
        """An element in a row that is called like another one, told by what another column of that row says, too."""
        above = (at, *self.page.ancestors(at))
        row = next((each for each in above if is_row(self.page, each)), None)
        if row is None:
            return
        cells = [each for each in self.page.children(row) if each not in above]
        told = [
            Part(
                _item_kind(Place(self.page, row)),
                flat(Place(self.page, each).said),
                _words_of(column(Place(self.page, each))),
            )
            for each in cells
        ]
        told = [each for each in told if each.head and each.name and len(each.name.split()) <= A_NAME]
        for each in called if item or row == at else ():
            # What has figures is another one tomorrow, more often than a name is.
            for more in sorted(told, key=lambda part: bool(_FIGURE.search(part.name))):
                if more.is_also((item or (each,))[0]):
                    yield Locator(each, (*item, more))

    def of_all(self, positions: Sequence[int]) -> tuple[Locator, ...]:
        """What several elements are called: by one locator where they are all of a kind in some part of the page."""
        if len(positions) > 1 and list(positions) == sorted(positions):
            common = set.intersection(*(set(self._own(Place(self.page, at))) for at in positions))
            around = [
                part for part in self.around(positions[0]) if all(part in self.around(at) for at in positions)
            ]
            for called in sorted(common, key=lambda part: (not part.name, part)):
                for within in (*((part,) for part in around), ()):
                    if self.find(locator := Locator(called, within, every=True)) == tuple(positions):
                        return (locator,)
        return tuple(map(self.of, positions))

    def _called_so(self, part: Part) -> Sequence[int]:
        """The elements that are called so, as far as that can be seen."""
        part = _compared(part)
        if not self.has_column(part.head):
            # The head is called otherwise now, or was never told.
            return self._by_parts(part.kind).get(part._replace(head=""), ())
        if part not in self._rows:
            called = (cell.element.parent for cell in self._columns[part.head] if _names(cell, part.name))
            rows = (Place(self.page, at) for at in dict.fromkeys(called) if at is not None)
            self._rows[part] = [row.at for row in rows if _item_kind(row) == part.kind]
        return self._rows[part]

    def has_column(self, head: str) -> bool:
        """Whether a table has a column that is called so."""
        return bool(head) and plain(head) in self._columns

    def name_in(self, item: Place, head: str) -> str:
        """What a thing of a list is called in the column with a head; where it has none, by what it is called anyway."""
        cells = self._columns.get(plain(head), ()) if head else ()
        name = next((_name_in(each) for each in cells if each.element.parent == item.at), None)
        name = name or lists(self.page).name(item)
        return flat(name.said) if name is not None else ""

    @cached_property
    def _columns(self) -> dict[str, list[Place]]:
        """The cells of the rows of all tables, by the heads of their columns."""
        found: dict[str, list[Place]] = {}
        for place in seen(self.page):
            parent = place.element.parent
            if place.element.role == "columnheader":
                found.setdefault(plain(_words_of(head_of(place))), [])
            elif parent is not None and is_row(self.page, parent) and (head := _words_of(column(place))):
                found.setdefault(plain(head), []).append(place)
        return found

    def _by_parts(self, kind: str) -> dict[Part, list[int]]:
        """The elements by all that they are called of one kind."""
        if kind not in self._called:
            found: dict[Part, list[int]] = {}
            for at, element in enumerate(self.page.elements):
                parts = self._of_kind(Place(self.page, at), kind) if not element.hidden else ()
                for part in dict.fromkeys(map(_compared, parts)):
                    found.setdefault(part, []).append(at)
            self._called[kind] = found
        return self._called[kind]

    def _of_kind(self, place: Place, kind: str) -> Iterator[Part]:
        """What an element itself is called, as far as it is of one kind."""
        if kind == LABELLED:
            yield from self._labels(place)
        if kind in ITEMS or kind == ITEM:
            yield from (part._replace(head="") for part in self._item(place) if part.kind == kind)
        if kind == _kind(place):
            yield from (*self._named(place), *self._texts(place), Part(kind))

    def _unsaid(self, place: Place) -> Iterator[Part]:
        """What an element itself is called by what stands beside it, and else by its kind."""
        yield from self._labels(place)
        yield Part(_kind(place))

    def _own(self, place: Place) -> Iterator[Part]:
        """What an element itself is called, the most telling first."""
        yield from (*self._named(place), *self._item(place))
        # What stands before a text may label it, or not: then its own words tell more.
        first, second = self._labels, self._texts
        if not surely_called(place):
            first, second = second, first
        yield from (*first(place), *second(place), Part(_kind(place)))

    def _labels(self, place: Place) -> Iterator[Part]:
        return (Part(LABELLED, flat(text)) for text in names(self.page).labels(place))

    def _named(self, place: Place) -> Iterator[Part]:
        role = _kind(place)
        if role in CONTROLS | PARTS | {"heading"} and (name := self.name(place)):
            yield Part(role, name)
            if role in CONTROLS and (rest := _without_prices(name, self.page.language)):
                yield Part(role, rest)

    def _texts(self, place: Place) -> Iterator[Part]:
        said = flat(place.element.name or place.said)
        if said and len(said.split()) <= A_NAME:
            yield Part(_kind(place), said)

    def name(self, place: Place) -> str:
        """The name of a control, a heading or a part of the page; that of a part may be its heading."""
        element = place.element
        if element.role not in PARTS:
            return flat(element.name or element.placeholder or place.said)
        if 0 < len(element.name.split()) <= A_NAME:
            return flat(element.name)
        inside = names(self.page)
        first = next(
            (
                heads
                for child in self.page.children(place.at)
                if (heads := inside.heads(Place(self.page, child)))
            ),
            (),
        )
        return flat(first[0].said) if first else ""

    def _item(self, place: Place) -> Iterator[Part]:
        """A thing of a list, by its name."""
        if not place.repeated and place.element.role not in ITEMS:
            return
        name = lists(self.page).name(place)
        if name is not None and any(map(str.isalnum, name.said)):
            cell = next((each for each in name.around() if each.element.parent == place.at), name)
            head = _words_of(column(cell)) if _names(cell, plain(name.said)) else ""
            yield Part(_item_kind(place), flat(name.said), head)

    def around(self, at: int) -> tuple[Part, ...]:
        """What an element stands in and is called something, from the inside out."""
        if at not in self._known:
            place, found = Place(self.page, at), list[Part]()
            if heads := names(self.page).heads(place):
                found.append(Part(_SECTION, flat(heads[0].said)))
            if (parent := place.element.parent) is not None:
                holder, role = Place(self.page, parent), self.page.elements[parent].role
                if role in HOLDERS and (name := self.name(holder)):
                    found.append(Part(role, name))
                else:
                    found += self._item(holder)
                found += self.around(parent)
            self._known[at] = tuple(dict.fromkeys(found))
        return self._known[at]

    def stands_in(self, at: int, parts: Sequence[Part]) -> bool:
        """Whether an element stands in all that a locator says, in this order but for what is told by a column."""
        columns = [part for part in parts if self.has_column(part.head)]
        # A row that two columns tell stands in itself.
        above = frozenset((at, *self.page.ancestors(at))) if columns else frozenset()
        if any(above.isdisjoint(self._called_so(part)) for part in columns):
            return False
        others = [_compared(part)._replace(head="") for part in parts if part not in columns]
        around = (_compared(part)._replace(head="") for part in self.around(at)) if others else iter(())
        return all(part in around for part in others)

    def _adds_up(self, at: int) -> bool:
        return any(above in self._totals for above in (at, *self.page.ancestors(at)))

    @cached_property
    def _totals(self) -> frozenset[int]:
        """What stands among the things of a list and is none of them."""
        return frozenset(
            other
            for each in lists(self.page).all
            for other in layout(self.page).siblings(each.at)
            if other not in {item.at for item in each.items}
        )


def _without_prices(name: str, language: str) -> str:
    """A name without the amounts of money in it, and the brackets around them; empty where it has none, or is nothing else."""
    paid = [each for each in quantities(name, language) if is_money(each)] if _FIGURE.search(name) else []
    for each in reversed(paid):
        name = name[: each.start] + name[each.end :]
    return flat(_EMPTY.sub("", name)) if paid else ""


def _kind(place: Place) -> str:
    return "text" if place.element.role in _TEXTS else place.element.role


@lru_cache(maxsize=8192)
def _compared(part: Part) -> Part:
    return Part(part.kind, plain(part.name), plain(part.head))


def _item_kind(place: Place) -> str:
    return place.element.role if place.element.role in ITEMS else ITEM


def _words_of(head: str) -> str:
    return flat(_EDGES.sub("", head) or head)


def _name_in(cell: Place) -> Place:
    """What the row of a cell is called, if it is called by that."""
    heading = (each for each in cell.below() if each.element.role == "heading" and each.said)
    return next(heading, None) or lists(cell.page).first_link(cell)


def _names(cell: Place, name: str) -> bool:
    """Whether a cell says a name, or a row is called so by it."""
    said = plain(cell.said)
    return name == said or (name in said and name == plain(_name_in(cell).said))


@kept
def locators(page: Observation) -> Locators:
    """The locators of a page, kept with it."""
    return Locators(page)
