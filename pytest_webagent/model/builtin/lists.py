"""Lists: repeated things on a page (rows, items, cards), found by their shape, and the best of them."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from pytest_webagent.model.builtin.items import (
    ADDS_UP,
    COUNTED,
    GENERIC_NOUNS,
    SAYS_NONE,
    Group,
    Item,
    names_a_kind,
    speaks_of_several,
)
from pytest_webagent.model.builtin.refusal import ambiguous
from pytest_webagent.model.builtin.sayings import says
from pytest_webagent.model.builtin.tables import Tables
from pytest_webagent.model.builtin.view import FIELDS
from pytest_webagent.model.builtin.words import (
    Fit,
    Words,
    best_fitting,
    content,
    fit,
    holds_phrase,
    tokens,
    word_set,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pytest_webagent.model.builtin.view import View

_ITEM_ROLES = frozenset(["row", "listitem", "article", "option", "treeitem"])
_SIBLINGS = word_set("generic link group region figure paragraph section")
_ALIKE = 0.6


class Lists:
    """The lists of a page."""

    def __init__(self, view: View) -> None:
        self.view = view

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        """All lists, in document order; a list of one thing inside an item of another list is left out."""
        tables = [
            Group(index, items, self._labels(index), "table", column)
            for index, items, column in Tables(self.view).all()
        ]
        found = [*tables, *self._siblings()]
        inside: set[int] = set()
        for group in found:
            if len(group.items) > 1:
                for item in group.items:
                    inside.update(self.view.page.descendants(item.index))
        kept = [group for group in found if len(group.items) > 1 or group.items[0].index not in inside]
        return tuple(sorted(kept, key=lambda group: group.items[0].index))

    def _siblings(self) -> Iterator[Group]:
        view = self.view
        shown = set(view.shown)
        for parent in (None, *range(len(view.elements))):
            children = [at for at in view.page.children(parent) if at in shown and view[at].role != "text"]
            for run in self._runs(children):
                items = tuple(_summed(self._item(at)) for at in run)
                if len(items) == 1 and SAYS_NONE.match(view.text(items[0].index)):
                    continue
                yield Group(
                    parent,
                    items,
                    self._labels(run[0] if parent is None else parent, run[0]),
                    view[run[0]].role,
                )

    def _runs(self, children: Sequence[int]) -> Iterator[list[int]]:
        view = self.view
        listed = [
            at for at in children if view[at].role in _ITEM_ROLES - {"row"} and self._says_something(at)
        ]
        if listed:
            yield listed
            return
        run: list[int] = []
        for at in children:
            if view[at].role in _SIBLINGS and self._rich(at) and (not run or self._alike(run[-1], at)):
                run.append(at)
                continue
            if len(run) > 1:
                yield run
            run = [at] if view[at].role in _SIBLINGS and self._rich(at) else []
        if len(run) > 1:
            yield run

    def _says_something(self, index: int) -> bool:
        return bool(
            self.view.text(index)
            or any(self.view[at].role in FIELDS for at in self.view.page.descendants(index))
        )

    def _rich(self, index: int) -> bool:
        """Whether an element looks like a card: several parts, at least one of them named."""
        inner = [
            at
            for at in self.view.page.descendants(index)
            if self.view.text(at) and not self.view.page.children(at)
        ]
        return len(inner) >= 2

    def _alike(self, first: int, second: int) -> bool:
        one, two = self._shape(first), self._shape(second)
        return self.view[first].role == self.view[second].role and len(one & two) >= _ALIKE * len(one | two)

    def _shape(self, index: int) -> frozenset[str]:
        return frozenset(self.view[at].role for at in self.view.page.descendants(index))

    def _item(self, index: int) -> Item:
        view = self.view
        inner = [at for at in view.within(index) if view.seen(at)]
        nested = {
            below for at in inner if at != index and view[at].role in _ITEM_ROLES for below in view.within(at)
        }
        own = [at for at in inner if at not in nested] or inner
        for roles in (("heading",), ("term",), ("link",)):
            at = next(
                (
                    at
                    for at in own
                    if view[at].role in roles and at != index and any(c.isalpha() for c in view.name(at))
                ),
                None,
            )
            if at is not None and roles == ("link",) and self._in_sentence(own, at):
                return Item(index, view.text(index), None)
            if at is not None:
                return Item(index, view.name(at), at)
        if view[index].name and view[index].role not in ("listitem", "generic"):
            return Item(index, view[index].name, index)
        at = next(
            (
                at
                for at in own
                if (view[at].text or (view[at].name and not view.page.children(at)))
                and view[at].role not in {"button"} | FIELDS
            ),
            None,
        )
        if at is None:
            return Item(index, view.name(index), None)
        return Item(index, view[at].text or view[at].name, at)

    def _in_sentence(self, own: Sequence[int], link: int) -> bool:
        """Whether a link stands in the midst of a sentence, and so is not the name of what it stands in."""
        before = [self.view[at].text for at in own if at < link and self.view[at].role == "text"]
        return any(len(text.split()) >= 2 for text in before)

    def _labels(self, index: int, first: int | None = None) -> tuple[str, ...]:
        view = self.view
        found = (
            [view[index].name]
            if view[index].role in ("table", "grid", "treegrid", "list", "listbox", "region", "group", "main")
            else []
        )
        found += [
            view[at].name
            for at in view.page.ancestors(index)
            if view[at].role in ("region", "form", "dialog", "navigation", "complementary")
        ]
        found += [view.text(at) for at in view.page.children(index) if view[at].role == "caption"]
        heading = view.heading_before(index if first is None else first)
        if heading is not None:
            found.append(view.name(heading))
        found += self._counted_beside(index)
        return tuple(label for label in found if label)

    def _counted_beside(self, index: int) -> Iterator[str]:
        """What a text right before or after a list says it counts: "3 books" under a table."""
        beside = self.view.page.children(self.view[index].parent)
        place = beside.index(index)
        for at in (*beside[max(place - 1, 0) : place], *beside[place + 1 : place + 2]):
            match = COUNTED.fullmatch(self.view.text(at))
            if match is not None:
                yield match["things"]

    def items_fitting(self, words: Words) -> tuple[list[tuple[Group, Item]], Fit]:
        """The items the words fit best, and how well."""
        found, best = best_fitting(
            (self.item_fit(item, words, group), (group, item))
            for group in self.groups
            for item in group.items
        )
        return self._outermost(found), best

    def listed(self, index: int) -> bool:
        """Whether an element stands in one of several things of a list of the page itself."""
        return index in self._listed

    @cached_property
    def _listed(self) -> frozenset[int]:
        return frozenset(
            at
            for group in self.groups
            if len(group.items) > 1 and not self.view.aside(group.items[0].index)
            for item in group.items
            for at in self.view.within(item.index)
        )

    def holding(self, index: int) -> Item | None:
        """The innermost thing of a list that an element stands in, or is."""
        inside = {index, *self.view.page.ancestors(index)}
        found = [item for group in self.groups for item in group.items if item.index in inside]
        return found[-1] if found else None

    def item_fit(self, item: Item, words: Words, group: Group) -> Fit:
        """How well words fit an item: by its name, else by one of its parts, else by its text."""
        level = fit(words, item.name)
        if level >= Fit.TYPO:
            return level
        for at in self.view.within(item.index):
            element = self.view[at]
            part = element.text or element.name
            if part and element.role not in ("button",) and fit(words, part) >= Fit.SET:
                return Fit.SET
        wanted = tokens(words.text)
        text = self.view.text(item.index)
        if words.exact:
            return Fit.PART if holds_phrase(text, words.text) else Fit.NONE
        have = set(tokens(text))
        meaning = content(words.text) or wanted
        columns = " ".join(header for header, _, at in item.cells if at == item.name_at)
        around = frozenset(content(f"{columns} {' '.join(group.labels)} {self.view.title}"))
        found = set(content(item.name))
        if not words.exact and found and found < set(meaning) and set(meaning) - found <= around:
            return Fit.CONTEXT
        return Fit.TEXT if meaning and set(meaning) <= have else Fit.NONE

    def _outermost(self, found: list[tuple[Group, Item]]) -> list[tuple[Group, Item]]:
        """Without items that merely hold another one found (a category that holds the product meant)."""
        kept = []
        for group, item in found:
            below = set(self.view.page.descendants(item.index))
            inner = [other for _, other in found if other.index in below]
            if not inner or (len(inner) == 1 and fit(Words(inner[0].name), item.name) >= Fit.SAME):
                kept.append((group, item))
        holders = {item.index: set(self.view.page.descendants(item.index)) for _, item in kept}
        return [
            (group, item)
            for group, item in kept
            if not any(item.index in below for at, below in holders.items() if at != item.index)
        ]

    def selected(self, words: Words) -> list[tuple[Group, tuple[Item, ...]]]:
        """The lists a plural or a noun such as "mugs" speaks of, each with the items meant.

        Every word must be accounted for: by what the list is called, by the name of an item, or by a part of it that
        says just that ("paid orders").

        Raises:
            Refusal: the words name some items and describe others.
        """
        said = content(words.text)
        meaning = [word for word in said if word not in GENERIC_NOUNS]
        main = [
            (group, _counted(group)) for group in self.groups if not self.view.aside(group.items[0].index)
        ]
        if not meaning:
            exact = [
                (group, items)
                for group, items in main
                if any(said == content(label) for label in group.labels)
            ]
            empty = any(said == content(self.view.name(at)) for at in self.view.headings)
            return exact if said and (exact or empty) else main
        alone = not speaks_of_several(words.text, meaning[-1])
        by_label = [
            (group, items)
            for group, items in main
            if any(
                set(meaning) <= set(content(label)) and names_a_kind(label, meaning[-1], alone=alone)
                for label in group.labels
            )
        ]
        if by_label:
            return [
                (group, items)
                for group, items in by_label
                if any(content(words.text) == content(label) for label in group.labels)
            ] or by_label
        found = [(group, self._meant(group, items, meaning, words)) for group, items in main]
        if any(items for _, items in found):
            return [(group, items) for group, items in found if items]
        return [(group, items) for group, items in main if set(meaning) <= self.called(group, alone=alone)]

    def described(self, words: Words) -> list[tuple[Item, ...]]:
        """The items of each list that have the words as their name, or say them in a part: "paid orders".

        Raises:
            Refusal: the words name some items and describe others.
        """
        meaning = [word for word in content(words.text) if word not in GENERIC_NOUNS]
        return (
            [self._meant(group, _counted(group), meaning, words) for group in self.groups] if meaning else []
        )

    def outermost(self, groups: list[tuple[Group, tuple[Item, ...]]]) -> list[tuple[Group, tuple[Item, ...]]]:
        """Without the lists that stand in an item of another one of them."""
        nested = {
            at
            for _, items in groups
            if len(items) > 1
            for item in items
            for at in self.view.page.descendants(item.index)
        }
        return [(group, items) for group, items in groups if items[0].index not in nested]

    def called(self, group: Group, *, alone: bool = True) -> frozenset[str]:
        """The words that a list is called by, also by its page where that is called by several of a kind: "Orders"."""
        own = "" if group.parent is None or group.kind != "table" else self.view[group.parent].name
        titles = (own,) if own else (*group.labels, self.view.title, self.view.page.title)
        kinds = [
            word
            for title in titles
            for part in title.split()
            for word in content(part)
            if names_a_kind(title, content(part)[-1], alone=alone)
        ]
        return frozenset((*content(group.column), *kinds))

    def _meant(
        self, group: Group, items: tuple[Item, ...], meaning: Sequence[str], words: Words
    ) -> tuple[Item, ...]:
        rest = [word for word in meaning if word not in self.called(group)]
        wordings = [Words(" ".join(said)) for said in (meaning, rest) if said]
        named = tuple(
            item
            for item in items
            if any(fit(said, item.name) >= Fit.TYPO for said in wordings)
            and not speaks_of_several(item.name, meaning[-1])
        )
        stated = self._in_column(items, rest, words) if rest else ()
        if named and stated and set(named) != set(stated) and not set(stated) < set(named):
            raise ambiguous(
                " ".join(meaning),
                [f"'{item.name}' by its name" for item in named]
                + [f"'{item.name}' by what it says" for item in stated if item not in named],
            )
        return named or stated

    def _in_column(self, items: tuple[Item, ...], rest: Sequence[str], words: Words) -> tuple[Item, ...]:
        """The items that say the words, all of them in one column where there are columns.

        Raises:
            Refusal: several columns say them, and none is named ("to Rome" in a column "To").
        """
        stated = tuple(item for item in items if says(self.view, item, rest))
        for header in dict.fromkeys(header for item in items for header, _, _ in item.cells):
            value = tuple(word for word in rest if word not in content(header))
            if not stated and value and len(value) < len(rest) and set(content(header)) <= set(rest):
                # "the role Editor", "lent to Sales": the column is named with the value.
                return tuple(
                    item
                    for item in items
                    if any(column == header and content(text) == value for column, text, _ in item.cells)
                )
        columns = {
            header: None
            for item in stated
            for header, text, at in item.cells
            if at != item.name_at and content(text) == tuple(rest)
        }
        if len(columns) < 2:
            return stated
        named = [header for header in columns if header and set(tokens(header)) <= set(tokens(words.text))]
        if len(named) != 1:
            raise ambiguous(" ".join(rest), [f"the column '{header}'" for header in columns])
        return tuple(
            item
            for item in stated
            if any(header == named[0] and content(text) == tuple(rest) for header, text, _ in item.cells)
        )


def _summed(item: Item) -> Item:
    return replace(item, summary=ADDS_UP.match(item.name) is not None)


def _counted(group: Group) -> tuple[Item, ...]:
    """The items of a list without those that add up the others."""
    return tuple(item for item in group.items if not item.summary) or group.items
