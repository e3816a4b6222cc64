"""The lists of a page: things of one kind side by side, what each of them is called, and what the list is."""

from __future__ import annotations

import re
from functools import cached_property, partial
from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_webagent.aria_roles import BUTTONS, DATA_CELLS, FIELDS, ITEMS, TABLES, TOGGLES
from pytest_webagent.language import lexicon
from pytest_webagent.language.terms import is_plural, stem, term_set
from pytest_webagent.language.words import words
from pytest_webagent.page.kept import kept
from pytest_webagent.page.layout import layout
from pytest_webagent.page.names import names
from pytest_webagent.page.places import Place, seen
from pytest_webagent.page.tables import column, is_row
from pytest_webagent.values.plain_text import plain, word_set
from pytest_webagent.values.units import unit_after

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pytest_webagent.observation import Observation

ADDS_UP: Final = re.compile(
    r"(?:(?:sub|grand|sub-|net|order|cart)?\s*totals?|sums?|summe|gesamt|averages?|mean)\s*(?:$|:.*$|\(.*$)",
    re.IGNORECASE,
)
"""What a row begins with that adds up the others."""
_TOTALS: Final = word_set("""total totals subtotal sum shipping delivery tax vat discount items amount balance summary due average mean
    durchschnitt moyenne media promedio gesamt gesamtsumme summe zwischensumme versand mwst rabatt totale totaal importe somme suma
    montant livraison""")
_SAYS_NONE: Final = re.compile(
    r"\W*(?:sorry,? )?(?:there (?:is|are) |you have )?(?:nothing\W*$|(?:no|nothing|none|not any)\b(?:\W+[\w'’]+){1,6}\W*$)|"
    r"(?:[\w'’]+\W+){0,5}(?:is|are) empty\W*$",
    re.IGNORECASE,
)
"""A text that stands where a list would be, and says that it has no things."""
COUNTED: Final = re.compile(r"[^\w$€£¥]*\d[\d.,]*\s+(?P<things>[^\W\d]+(?:\s[^\W\d]+){0,2})\W*")
"""A text that says how many things a list has: "3 books"."""
_COUNTERS: Final = frozenset(("#", "No."))
_ALONE: Final = word_set("row listitem article treeitem")
"""Roles of what is a thing of a list even where it is the only one."""
_NAMED: Final = word_set(
    "table grid treegrid list listbox region form group dialog tabpanel main complementary navigation"
)
_TABLES: Final = TABLES | {"form"}
_PAIR: Final = frozenset(("term", "definition"))
_A_PIECE: Final = 8
"""Most texts of a piece of a page that says how many things a list has."""
_LABELLED: Final = ("rowheader", "cell")
"""A row that is a value with its label, where no heads stand over it."""
_CONTROLS: Final = BUTTONS | FIELDS | TOGGLES


class Listing(NamedTuple):
    """A list of a page."""

    items: tuple[Place, ...]
    """Its things, without those that add up the others."""
    words: frozenset[str]
    """The terms of all that it is called by: its name, headings, the column of its names, what a text beside it counts."""
    kinds: frozenset[str]
    """Those that say what its things are: "orders"."""
    table: bool

    @property
    def at(self) -> int:
        """Where it begins."""
        return self.items[0].at

    def lone_controls(self) -> bool:
        """Whether its things are nothing but links or buttons, as in a menu, or the choices of a question."""
        return all(
            each.lone_control() and not any(one.element.role in TOGGLES - {"radio"} for one in each.below())
            for each in self.items
        )


class Lists:
    """The lists of one page."""

    def __init__(self, page: Observation) -> None:
        self.page = page
        self._names: dict[int, Place | None] = {}

    @cached_property
    def all(self) -> tuple[Listing, ...]:
        """All of them, in document order."""
        done: set[int] = set()
        found: list[Listing] = []
        for place in seen(self.page):
            if place.at in done or layout(self.page).is_head(place.at):
                continue
            if not place.repeated and place.element.role not in _ALONE:
                continue
            group = sorted({place.at, *(each.at for each in place.siblings())})
            done.update(group)
            if self._says_things(places := [Place(self.page, at) for at in group]):
                found.append(self._listing(places))
        return tuple(found)

    def around(self, place: Place) -> list[Listing]:
        """The lists of several things of which one is a place or has it in it, the innermost first."""
        inside = [place.at, *self.page.ancestors(place.at)]
        several = [each for each in self.all if len(each.items) > 1]
        return [each for at in inside for each in several if any(item.at == at for item in each.items)]

    def _says_things(self, places: Sequence[Place]) -> bool:
        first = places[0]
        if (set(first.shape()) <= _PAIR and first.shape()) or first.element.role == "columnheader":
            return False
        if first.shape() == _LABELLED and not layout(self.page).heads(first.at):
            return False
        if first.element.role not in ITEMS and len(list(first.below())) < 2:
            return False
        inside = (each for place in places for each in place.below())
        if first.element.role not in ITEMS and any(self._is_table(each) for each in inside):
            # Sections, with tables of their own.
            return False
        return any(each.said.strip() for each in places) and not (
            len(places) == 1 and _SAYS_NONE.match(first.said)
        )

    def _is_table(self, part: Place) -> bool:
        return part.element.role in _TABLES or layout(self.page).in_grid(part.at)

    def _listing(self, places: Sequence[Place]) -> Listing:
        places = _as_seen(places) if is_row(self.page, places[0].at) else places
        beside = self._footer(places) | self._entry_row(places)
        items = tuple(each for each in places if each.at not in beside and not self._adds_up(each))
        items = items or tuple(places)
        called = tuple(self._called(items[0]))
        around = (text for _, text in names(self.page).around(items[0]))
        return Listing(
            items,
            frozenset().union(*map(term_set, (*called, *around))),
            frozenset(kind for text in called for kind in kinds(text)) | self._telling_columns(items),
            is_row(self.page, items[0].at),
        )

    def _adds_up(self, item: Place) -> bool:
        name = self.name(item)
        return name is not None and ADDS_UP.match(name.said.strip()) is not None

    def _footer(self, rows: Sequence[Place]) -> frozenset[int]:
        """The rows of the last part of a table, if one of them adds up the others."""
        parts: dict[int | None, list[Place]] = {}
        for each in rows if rows[0].element.role == "row" else ():
            parts.setdefault(each.element.parent, []).append(each)
        last = list(parts.values())[-1] if len(parts) > 1 else []
        return frozenset(each.at for each in last) if any(map(self._adds_up, last)) else frozenset()

    def _entry_row(self, rows: Sequence[Place]) -> frozenset[int]:
        """The first row of a table, if it alone has fields and says nothing else: to filter the others by, or for a new one."""
        first, *others = rows
        said = [
            cell.said
            for cell in map(partial(Place, self.page), self.page.children(first.at))
            if not _has_field(cell)
        ]
        alone = (
            is_row(self.page, first.at) and _has_field(first) and others and not any(map(_has_field, others))
        )
        return frozenset((first.at,)) if alone and not any(said) else frozenset()

    def _called(self, first: Place) -> Iterator[str]:
        """What a list itself is called, by its first thing: by its name, the nearest heading, the column of its names."""
        for each in first.around():
            if (
                each.at != first.at
                and layout(self.page).repeated(each.at)
                and each.element.role != "rowgroup"
            ):
                break
            if heads := names(self.page).heads(each):
                yield heads[0].said
                break
        for each in first.around():
            if each.at != first.at and each.element.role in _NAMED and each.element.name:
                yield each.element.name
        if (name := self.name(first)) is not None and (cell := name.within(DATA_CELLS)) is not None:
            yield column(cell)
        if any(each.repeated and each.element.role in ITEMS for each in first.below()):
            # A number beside columns with cards counts the cards.
            return
        if (
            first.lone_control()
            and name is not None
            and lexicon.DEEDS.intersection(plain(name.said).split()[:1])
        ):
            # A number beside "Add book" counts books.
            return
        beside = [at for at in self.page.children(first.element.parent) if at < first.at][-1:]
        yield from self._counts(beside)
        above = list(self.page.ancestors(first.at))
        sections = [at for at, holder in enumerate(above[:2], 1) if layout(self.page).repeated(holder)]
        for holder in above[: max(2, *(at + 1 for at in sections), 0)]:
            if self.page.elements[holder].role in ("complementary", "navigation"):
                # What is counted beside it is not what stands aside.
                return
            yield from self._counted_beside(holder)

    def _telling_columns(self, items: Sequence[Place]) -> frozenset[str]:
        """The heads of the columns that tell the rows apart by words: "Part" over a different part in each."""
        columns: dict[str, list[str]] = {}
        for item in items if is_row(self.page, items[0].at) else ():
            for at in self.page.children(item.at):
                cell = Place(self.page, at)
                if head := column(cell):
                    columns.setdefault(head, []).append(cell.said)
        return frozenset(
            word
            for head, texts in columns.items()
            if len(texts) == len(set(texts)) == len(items) > 1
            and all(any(map(str.isalpha, text)) for text in texts)
            for word in term_set(head)
            if len(term_set(head)) == 1
        )

    def _counted_beside(self, at: int) -> Iterator[str]:
        """What a text right before or after a list says it counts: "3 books"."""
        beside = self.page.children(self.page.elements[at].parent)
        place = beside.index(at)
        yield from self._counts((*beside[max(place - 1, 0) : place], *beside[place + 1 : place + 2]))

    def _counts(self, beside: Iterable[int]) -> Iterator[str]:
        small = [Place(self.page, at) for at in beside if layout(self.page).texts[at] <= _A_PIECE]
        for near in (each for place in small for each in (place, *place.below())):
            for piece in near.said.split(", "):
                match = COUNTED.fullmatch(piece)
                if match and not unit_after(match["things"], self.page.language):
                    yield match["things"]

    def name(self, item: Place, noun: str = "") -> Place | None:
        """What a thing of a list is called by: its heading, the head of its row, its first link, or its first text.

        In a table with a column that is called by the `noun`, what stands there.
        """
        if noun and is_row(self.page, item.at):
            for at in self.page.children(item.at):
                if term_set(column(Place(self.page, at))) == {noun} and Place(self.page, at).said:
                    return self.first_link(Place(self.page, at))
        if item.at not in self._names:
            self._names[item.at] = self._name(item)
        return self._names[item.at]

    def _name(self, item: Place) -> Place | None:
        inside = [each for each in item.below() if not each.element.hidden]
        for role in ("heading", "rowheader", "term"):
            for each in inside:
                if each.element.role == role and any(map(str.isalnum, each.said)):
                    return self.first_link(each) if role == "rowheader" else each
        if is_row(self.page, item.at):
            return next(map(self.first_link, self._telling_cells(item)), None)
        for each in inside:
            if each.element.role == "link" and any(map(str.isalpha, each.element.name)):
                before = (one for one in inside if one.at < each.at and one.element.role == "text")
                if not any(len(one.said.split()) > 1 for one in before):
                    return each
                # It stands in the midst of a sentence, and so is not the name.
                return None
        if item.element.name and item.element.role not in ("listitem", "generic"):
            return item
        leaves = (
            each
            for each in (item, *inside)
            if (each.element.text or (each.element.name and not self.page.children(each.at)))
            and each.element.role not in _CONTROLS
            and not self._labels(each)
        )
        return next(leaves, item if item.said else None)

    def _labels(self, part: Place) -> bool:
        """Whether a text is what each card calls its values by."""
        pair = part.element.parent
        return pair is not None and layout(self.page).is_pair(pair) and self.page.children(pair)[0] == part.at

    def _telling_cells(self, row: Place) -> Iterator[Place]:
        nth = sum(each.at < row.at for each in row.siblings()) + 1
        for at in self.page.children(row.at):
            cell = Place(self.page, at)
            inner = [each for each in cell.below() if not self.page.children(each.at) and each.said]
            controls = (
                bool(inner)
                and not cell.element.text
                and all(each.element.role in _CONTROLS for each in inner)
            )
            number, head = cell.said.strip(". "), column(cell).strip()
            counts = number.isdigit() and (head in _COUNTERS or (not head and number == str(nth)))
            if (
                cell.said.strip()
                and not cell.element.hidden
                and not controls
                and not (counts and len(self.page.children(row.at)) > 2)
            ):
                yield cell

    def first_link(self, cell: Place) -> Place:
        """The link that a cell begins with, which names what its row is about; else the cell."""
        first = next((each for each in cell.below() if each.said), None)
        if first is None or first.element.role != "link" or plain(first.said).split()[0] in lexicon.DEEDS:
            return cell
        # What many rows say alike is what can be done to them, and no name.
        row = next((each for each in cell.around() if is_row(self.page, each.at)), cell)
        others = (each.below() for each in row.siblings() if each.at != row.at)
        # The name of a thing may stand in rows of others as well, in another column.
        alike = any(
            one.element.role == "link"
            and one.element.name == first.element.name
            and one.path(row.element.parent)[:-1] == first.path(row.element.parent)[:-1]
            for each in others
            for one in each
        )
        return cell if alike else first


PIECES: Final = re.compile(r"\s+[–—·•|]\s+|[;,]\s+|(?<=\w):\s+")
"""What parts the pieces of a text that tells several things: "survey.zip – Failed: too large"."""


def _has_field(place: Place) -> bool:
    return any(each.element.role in FIELDS for each in place.below())


def _as_seen(rows: Sequence[Place]) -> Sequence[Place]:
    """Rows from top to bottom: what sorts them by their style leaves them where they were in the document."""
    tops = {each.at: each.element.box.y for each in rows if each.element.box is not None}
    return sorted(rows, key=lambda each: tops[each.at]) if len(tops) == len(rows) else rows


def kinds(title: str) -> frozenset[str]:
    """The terms of a title that say what the things under it are: "Users", "User list", but not "User Ann".

    >>> sorted(kinds("Recent orders"))
    ['order']
    """
    words = re.findall(r"[^\W_]+", plain(title))
    said = term_set(title)
    several = {stem(word) for word in words if is_plural(word)}
    # "New ticket" heads the form for one.
    if len(said - lexicon.COLLECTIONS) <= 1 and (several or stem("new") not in said):
        several |= said - lexicon.COLLECTIONS
    return frozenset(several)


@kept
def lists(page: Observation) -> Lists:
    """The lists of a page, kept with it."""
    return Lists(page)


def outermost(found: Iterable[Listing]) -> list[Listing]:
    """Without the lists that stand in a thing of another one of several things."""
    every = list(found)
    nested = {
        each.at
        for listing in every
        if len(listing.items) > 1
        for item in listing.items
        for each in item.below()
    }
    return [each for each in every if each.at not in nested]


def is_total(item: Place) -> bool:
    """Whether a row or card holds the sum of others, or what is added to them."""
    return not _TOTALS.isdisjoint(words(item.said)[:3])
