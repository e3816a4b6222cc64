"""What stands beside what on a page: the rows and cards of each parent, sorted once for all that ask."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from pytest_webagent.aria_roles import ITEMS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_webagent.observation import Observation


class _Beside(NamedTuple):
    """What stands beside each other: the children of a parent, or the rows of all row groups of a table."""

    heads: tuple[int, ...]
    """Rows that hold the heads of the columns."""
    kinds: dict[tuple[str, ...], list[int]]
    """The others that can be seen, by their role and what they are made of."""


class Layout:
    """The rows and cards of one page, told by their indexes."""

    def __init__(self, page: Observation) -> None:
        self.page = page
        self._repeated: dict[int, bool] = {}
        self._known: dict[tuple[int | None, bool], _Beside] = {}

    def heads(self, at: int) -> tuple[int, ...]:
        """The rows beside a row, of all row groups of its table, that hold the heads of the columns."""
        return self._beside(at).heads

    def siblings(self, at: int) -> list[int]:
        """The other rows, list items or cards beside an element, if it is one."""
        return sorted({each for kind in self._alike(at) for each in kind} - {at})

    def repeated(self, at: int) -> bool:
        """Whether an element has such siblings."""
        if at not in self._repeated:
            self._repeated[at] = any(kind != [at] for kind in self._alike(at))
        return self._repeated[at]

    @cached_property
    def texts(self) -> list[int]:
        """For each element, how many texts and values stand in it."""
        found = [0] * len(self.page.elements)
        for at in range(len(found) - 1, -1, -1):
            element = self.page.elements[at]
            if element.parent is not None:
                found[element.parent] += found[at] + bool(element.text or element.value)
        return found

    def _alike(self, at: int) -> Iterator[list[int]]:
        if self.page.elements[at].role in ITEMS or len(self.page.children(at)) > 1:
            known = self._beside(at).kinds
            yield from (known[kind] for kind in self._kinds(at) if kind in known)

    def _kinds(self, at: int) -> Iterator[tuple[str, ...]]:
        """What makes others like an element: its role where that is an item's, else what it is made of, or headed by."""
        role = self.page.elements[at].role
        inner = [self.page.elements[child] for child in self.page.children(at)]
        if role in ITEMS:
            yield (role,)
            return
        yield (role, "of", *(each.role for each in inner))
        if inner and inner[0].role == "heading":
            yield (role, "headed", *inner[0].states)

    def _beside(self, at: int) -> _Beside:
        parent = self.page.elements[at].parent
        grouped = parent is not None and self.page.elements[parent].role == "rowgroup"
        if parent is not None and grouped:
            parent = self.page.elements[parent].parent
        if (parent, grouped) not in self._known:
            rows = tuple(self._of_table(parent)) if grouped else self.page.children(parent)
            heads = tuple(each for each in rows if self.is_head(each))
            kinds: dict[tuple[str, ...], list[int]] = {}
            for each in rows:
                if not self.page.elements[each].hidden and not self.is_head(each):
                    for kind in self._kinds(each):
                        kinds.setdefault(kind, []).append(each)
            self._known[parent, grouped] = _Beside(heads, kinds)
        return self._known[parent, grouped]

    def _of_table(self, table: int | None) -> Iterator[int]:
        for each in self.page.children(table):
            yield from self.page.children(each) if self.page.elements[each].role == "rowgroup" else (each,)

    def is_head(self, at: int) -> bool:
        """Whether a row holds the heads of the columns."""
        return any(self.page.elements[cell].role == "columnheader" for cell in self.page.children(at))


def layout(page: Observation) -> Layout:
    """The layout of a page, kept with it."""
    kept = page.__dict__.get("layout")
    if not isinstance(kept, Layout):
        kept = page.__dict__["layout"] = Layout(page)
    return kept
