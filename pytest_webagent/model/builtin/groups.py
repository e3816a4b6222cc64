"""Lists as they are found on a page: tables, and things of the same shape side by side."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_webagent.aria_roles import FIELDS, ITEMS
from pytest_webagent.model.builtin.items import ADDS_UP, COUNTED, SAYS_NONE, Group, Item
from pytest_webagent.model.builtin.tables import Tables
from pytest_webagent.values.plain_text import word_set

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pytest_webagent.model.builtin.view import View

_SIBLINGS = word_set("generic link group region figure paragraph section")
_ALIKE = 0.6


class Groups:
    """Finds the lists of a page."""

    def __init__(self, view: View) -> None:
        self.view = view

    def all(self) -> tuple[Group, ...]:
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
        listed = [at for at in children if view[at].role in ITEMS - {"row"} and self._says_something(at)]
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
            below for at in inner if at != index and view[at].role in ITEMS for below in view.within(at)
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


def _summed(item: Item) -> Item:
    return replace(item, summary=ADDS_UP.match(item.name) is not None)
