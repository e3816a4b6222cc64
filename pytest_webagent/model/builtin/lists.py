"""Lists: repeated things on a page (rows, items, cards), and which of them words speak of."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from pytest_webagent.model.builtin.groups import Groups
from pytest_webagent.model.builtin.items import (
    GENERIC_NOUNS,
    Group,
    Item,
    names_a_kind,
    speaks_of_several,
)
from pytest_webagent.model.builtin.refusal import ambiguous
from pytest_webagent.model.builtin.roles import tells_a_deed
from pytest_webagent.model.builtin.sayings import says
from pytest_webagent.model.builtin.words import (
    Fit,
    Words,
    best_fitting,
    content,
    fit,
    tokens,
)
from pytest_webagent.values import plain_text

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from pytest_webagent.model.builtin.view import View

_LONGEST_NAME = 120
Selection: TypeAlias = "tuple[Group, tuple[Item, ...]]"
"""A list, and those of its items that are meant."""


class Lists:
    """The lists of a page."""

    def __init__(self, view: View) -> None:
        self.view = view

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        """All lists, in document order."""
        return Groups(self.view).all()

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
        # All that a form in a table says is no name.
        level = fit(words, item.name) if len(item.name) <= _LONGEST_NAME else Fit.NONE
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
            return Fit.PART if plain_text.says(text, words.text) else Fit.NONE
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

    def selected(self, words: Words, inside: Container[int] | None = None) -> list[Selection]:
        """The lists a plural or a noun such as "mugs" speaks of, each with the items meant.

        Every word must be accounted for: by what the list is called, by the name of an item, or by a part of it that
        says just that ("paid orders"). Lists beside the main content count only where none in it fits.

        Args:
            words: The plural or noun.
            inside: The elements of the place that the items must stand in.

        Raises:
            Refusal: the words name some items and describe others.
        """
        found = self._fitting(words)
        if inside is not None:
            placed = [
                (group, tuple(item for item in items if item.index in inside)) for group, items in found
            ]
            found = [(group, items) for group, items in placed if items]
        central = [(group, items) for group, items in found if not self.view.apart(items[0].index)]
        return central or found

    def _fitting(self, words: Words) -> list[Selection]:
        said = content(words.text)
        meaning = [word for word in said if word not in GENERIC_NOUNS]
        main = [
            (group, _counted(group))
            for group in self.groups
            if not self.view.aside(group.items[0].index) and not self._offers_deeds(group, said)
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

    def _offers_deeds(self, group: Group, said: Sequence[str]) -> bool:
        """Whether a list holds no things but what can be done to them, each a mere control: "Add book", "Import books"."""
        return all(
            item.name_at is not None
            and self.view[item.name_at].role in ("link", "button")
            and self.view.text(item.index) == self.view.text(item.name_at)
            and tells_a_deed(item.name)
            and content(item.name)[0] not in said
            for item in group.items
        )

    def described(self, words: Words) -> list[tuple[Item, ...]]:
        """The items of each list that have the words as their name, or say them in a part: "paid orders".

        Raises:
            Refusal: the words name some items and describe others.
        """
        meaning = [word for word in content(words.text) if word not in GENERIC_NOUNS]
        return (
            [self._meant(group, _counted(group), meaning, words) for group in self.groups] if meaning else []
        )

    def outermost(self, groups: list[Selection]) -> list[Selection]:
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


def _counted(group: Group) -> tuple[Item, ...]:
    """The items of a list without those that add up the others."""
    return tuple(item for item in group.items if not item.summary) or group.items
