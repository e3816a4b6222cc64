"""What the elements of a page are called: by their labels, and by the names of all they stand in."""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import cached_property
from operator import itemgetter
from typing import TYPE_CHECKING, Final

from pytest_webagent.aria_roles import DATA_CELLS, FIELDS, ITEMS, TOGGLES
from pytest_webagent.language import lexicon
from pytest_webagent.language.words import content
from pytest_webagent.page.kept import kept
from pytest_webagent.page.layout import layout
from pytest_webagent.page.places import Place
from pytest_webagent.page.tables import column, is_data, row_head
from pytest_webagent.values.plain_text import plain, word_set

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_webagent.observation import Observation

A_NAME: Final = 8
"""Most words of a text that names or labels something; longer ones say many words in passing."""
_DOTS: Final = re.compile(r"\s[·•|]\s")
_SPOKEN: Final = word_set("text generic paragraph strong emphasis term time code mark heading caption img")
PARTS: Final = word_set(
    "region group radiogroup form table grid treegrid list dialog alertdialog article tabpanel complementary search figure "
    "iframe toolbar listbox navigation menu"
)
"""Roles of what has a name on behalf of all that stands in it."""
_A_LINE: Final = 30
"""Most words of a text that is all there is of a thing of a list."""
_A_CARD: Final = 60
"""Most texts of a row or card; what holds more is a part of the page."""
_A_FIGURE: Final = 4
"""Most words of a figure, with its unit, that what stands below it labels."""
_A_TILE: Final = 3
"""Most texts of a figure with its heading and a remark."""
_SMALL: Final = 8
"""Most texts of a piece of a page in which one text labels another."""


class Names:
    """The names of the elements of one page, each worked out when it is asked for."""

    def __init__(self, page: Observation) -> None:
        self.page = page
        self._labels: dict[int, tuple[str, ...]] = {}
        self._shown: dict[int | None, list[int]] = {}
        self._headings: dict[int | None, list[tuple[int, tuple[Place, ...]]]] = {}

    @cached_property
    def values(self) -> tuple[Place, ...]:
        """All that a page says or holds, each by the innermost visible element that does."""
        return tuple(
            Place(self.page, at)
            for at, element in enumerate(self.page.elements)
            if not element.hidden
            and (element.value or element.text or (element.name and not self.page.children(at)))
        )

    @cached_property
    def used(self) -> frozenset[frozenset[str]]:
        """The words of each label that a value has."""
        return frozenset(content(text) for each in self.values for text in self.labels(each))

    def labels(self, place: Place) -> tuple[str, ...]:
        """What a value is called: by its column and the head of its row, its term, its field, or the text beside it."""
        if place.at not in self._labels:
            self._labels[place.at] = tuple(dict.fromkeys(text for text in self._labelled(place) if text))
        return self._labels[place.at]

    def _labelled(self, place: Place) -> Iterator[str]:
        for each in place.around():
            role, parent = each.element.role, each.element.parent
            if is_data(each) or (parent is not None and layout(self.page).in_grid(parent)):
                yield column(each)
                yield row_head(each)
                return
            if role == "definition":
                yield term(each)
                return
            if role in FIELDS | TOGGLES:
                yield each.element.name or each.element.placeholder
                return
            if layout(self.page).is_pair(each.at):
                return
            yield self._beside(each)
            if role in PARTS and layout(self.page).texts[each.at] <= _A_TILE:
                yield each.element.name
            if each.repeated or role in PARTS or parent is None or layout(self.page).texts[parent] > _SMALL:
                return

    def _beside(self, place: Place) -> str:
        """The text before an element that labels it; under a figure, the text below it."""
        shown = self._shown_in(place.element.parent)
        at = bisect_left(shown, place.at)
        former = place.element.role == "deletion"
        if shown[at : at + 1] != [place.at] and not former:
            return ""
        before = self._label_text(shown[at - 1]) if at else ""
        if at and self.page.elements[shown[at - 1]].role == "heading" and len(shown) > _A_TILE:
            # It heads more than this.
            before = ""
        if ": " in before or ": " in place.said[:_A_LINE]:
            # One of them is a labelled value itself.
            return ""
        if before and (
            before.endswith((":", "=", " by")) or (len(shown) <= _SMALL and not _has_figure(before))
        ):
            return before.rstrip(" :=")
        if (
            at == 0
            and not former
            and 1 < len(shown) < _SMALL
            and _has_figure(place.said)
            and len(place.said.split()) <= _A_FIGURE
        ):
            after = self._label_text(shown[1])
            return "" if _has_figure(after) else after
        return ""

    def _shown_in(self, parent: int | None) -> list[int]:
        if parent not in self._shown:
            # A price has the label that stands before the old one, too.
            self._shown[parent] = [
                at
                for at in self.page.children(parent)
                if self._text(at) and self.page.elements[at].role != "deletion"
            ]
        return self._shown[parent]

    def _label_text(self, at: int) -> str:
        text = self._text(at).strip()
        return text if self.page.elements[at].role in _SPOKEN and len(text.split()) <= A_NAME else ""

    def _text(self, at: int) -> str:
        return "" if self.page.elements[at].hidden else Place(self.page, at).said

    def around(self, place: Place) -> tuple[tuple[int, str], ...]:
        """The names of all that an element stands in, from the inside out: its row or card, groups, headings.

        Each with the index of what gives it: two elements with the same index there share the name.
        """
        found = dict.fromkeys((each.at, each.said) for each in above(place))
        for each in place.around():
            if each.at != place.at:
                found |= dict.fromkeys((each.at, text) for text in self._own(each, place) if text)
            found |= dict.fromkeys((heading.at, heading.said) for heading in self.heads(each))
        return tuple(found)

    def _own(self, holder: Place, place: Place) -> Iterator[str]:
        row = holder.repeated or holder.element.role == "row"
        if row and layout(self.page).texts[holder.at] <= _A_CARD and not holder.lone_control():
            yield from item_texts(holder, place)
        if holder.element.role in PARTS:
            yield holder.element.name

    def heads(self, place: Place) -> tuple[Place, ...]:
        """The headings before an element beside which it stands, the nearest of each level."""
        parent = place.element.parent
        if parent not in self._headings:
            found: list[tuple[int, tuple[Place, ...]]] = []
            for at in self.page.children(parent):
                heading = self._heading(at)
                if heading is not None:
                    before = found[-1][1] if found else ()
                    above = (each for each in before if level(each) < level(heading))
                    found.append((at, (heading, *above)))
            self._headings[parent] = found
        known = self._headings[parent]
        at = bisect_left(known, place.at, key=itemgetter(0))
        return known[at - 1][1] if at else ()

    def _is_title(self, at: int) -> bool:
        """Whether a plain text heads what comes after it: the first of its parent, short, with a part of several texts behind it."""
        element = self.page.elements[at]
        if (
            element.role not in _SPOKEN
            or self.page.children(at)
            or not 0 < len(element.text.split()) <= A_NAME
        ):
            return False
        beside = [each for each in self.page.children(element.parent) if not self.page.elements[each].hidden]
        return (
            element.parent is not None
            and len(beside) > 1
            and beside[0] == at
            and not _has_figure(element.text)
            and layout(self.page).texts[beside[1]] >= _SMALL
        )

    def _heading(self, at: int) -> Place | None:
        """A heading, or the only one in a small piece of a page that is there for it, and is no card with a name."""
        role = self.page.elements[at].role
        if role != "heading" and (role in ITEMS | {"list"} or layout(self.page).repeated(at)):
            return None
        if self._is_title(at):
            return Place(self.page, at)
        inside = [
            each
            for each in (at, *self.page.descendants(at))
            if self.page.elements[each].role in ("heading", "caption")
        ]
        # A caption is that of the table it stands in.
        wrapped = inside[:1] and self.page.elements[inside[0]].role == "heading"
        alone = len(inside) == 1 and (
            inside[0] == at or (wrapped and layout(self.page).texts[at] < _SMALL // 2)
        )
        return Place(self.page, inside[0]) if alone and not self.page.elements[inside[0]].hidden else None


def above(entry: Place) -> Iterator[Place]:
    """The entries of a tree that one is below, by their levels; the nearest first."""
    depth = level(entry) if entry.element.role == "treeitem" else 0
    for at in range(entry.at - 1, -1, -1) if depth > 1 else ():
        each = Place(entry.page, at)
        if each.element.role == "treeitem" and level(each) < depth:
            depth = level(each)
            yield each


@kept
def names(page: Observation) -> Names:
    """The names of a page, kept with it."""
    return Names(page)


def label(place: Place) -> str:
    """What stands at the head of the column of a cell, or as the term of a definition; empty where there is neither."""
    holder = place.within(DATA_CELLS | {"definition"})
    if holder is None:
        return ""
    return term(holder) if holder.element.role == "definition" else column(holder)


def term(definition: Place) -> str:
    """The term of a definition."""
    page = definition.page
    before = [at for at in page.children(definition.element.parent) if at < definition.at]
    return next((Place(page, at).said for at in reversed(before) if page.elements[at].role == "term"), "")


def item_texts(item: Place, but: Place | None = None) -> Iterator[str]:
    """The short texts of a row, card or list item, without those of one element in it, and of buttons that all have."""
    page = item.page
    # What a card is called by others' words; the name of a row is made of its cells.
    if item.element.role not in ITEMS and item.element.name:
        yield item.element.name
    longest = A_NAME if len(page.children(item.at)) > 1 else _A_LINE
    without = {but.at, *page.descendants(but.at)} if but is not None else set()
    for inner in but.around() if but is not None else ():
        if inner.at == item.at:
            break
        if inner.repeated:
            # The other things of a list inside name neither it nor what stands in one of them.
            without |= {at for each in inner.siblings() for at in (each.at, *page.descendants(each.at))}
    for index in (item.at, *page.descendants(item.at)):
        element = page.elements[index]
        if index in without or element.hidden:
            continue
        if (
            element.role == "button"
            and (not any(map(str.isdigit, element.name)) or plain(element.name).split()[0] in lexicon.DEEDS)
            and not _is_key(Place(page, index), item)
        ):
            continue
        leaf = not page.children(index)
        for text in (
            element.text,
            element.name if leaf or element.role == "button" else "",
            element.value or "",
        ):
            pieces = [text] if len(text.split()) <= longest else _DOTS.split(text)
            yield from (each for each in pieces if each and len(each.split()) <= longest)


def _is_key(button: Place, item: Place) -> bool:
    """Whether a button is what a row begins with: what it is called, rather than what can be done."""
    return next(
        (each.element.role for each in item.below() if each.element.name or each.element.text), ""
    ) == "button" or (button.path(item.at)[-1:] == (("cell", 0),))


def level(heading: Place) -> int:
    """The level of a heading, 1 to 6."""
    marks = (state[6:] for state in heading.element.states if state.startswith("level="))
    return next((int(mark) for mark in marks if mark.isdigit()), 2)


def _has_figure(text: str) -> bool:
    return any(map(str.isdigit, text))
