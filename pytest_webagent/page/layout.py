"""What stands beside what on a page: the rows and cards of each parent, sorted once for all that ask."""

from __future__ import annotations

from functools import cached_property
from itertools import groupby, islice
from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_webagent.aria_roles import ITEMS, TABLES
from pytest_webagent.page.kept import kept

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pytest_webagent.observation import Element, Observation


_LISTS: Final = TABLES | {"rowgroup", "list", "listbox", "tablist", "menu", "tree", "columnheader"}
"""Roles of what holds the things of a list, or heads a column of it: none is a thing of one itself."""
_A_ROW: Final = 3
"""Fewest cells of a row, and rows of a table, that are told by their form alone."""
_A_PAIR: Final = 2
_SOME: Final = 20
"""How many cards tell what all have."""
_PLAIN: Final = frozenset(("generic", "group", "paragraph"))
"""Roles of what may be a label with its value."""
_A_HEAD: Final = 5
"""One more than the most words of the head of a column there."""


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
        self._feet: dict[int, bool] = {}
        self._labelled: dict[int, bool] = {}
        self._grids: dict[int | None, int | None] = {}
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
        role = self.page.elements[at].role
        if self.is_pair(at):
            return
        # A list beside another one is a list, and no thing of one.
        if role in ITEMS or (role not in _LISTS and len(self.page.children(at)) > 1):
            known = self._beside(at).kinds
            yield from (known[kind] for kind in self._kinds(at) if kind in known)

    def _kinds(self, at: int) -> Iterator[tuple[str, ...]]:
        """What makes others like an element: its role where that is an item's, else what it is made of, or headed by."""
        role = self.page.elements[at].role
        inner = [self.page.elements[child] for child in self.page.children(at)]
        if role in ITEMS:
            yield (role,)
            return
        if self.in_grid(at):
            yield (role, "row")
            return
        yield (role, "of", *_made_of(inner))
        if inner and (label := self._label(self.page.children(at)[0])):
            yield (role, "labelled", label)
        first = self.page.children(at)[:2]
        if role in ("generic", "group") and len(inner) >= _A_ROW and not any(map(self.page.children, first)):
            yield (role, "begins", *(each.role for each in inner[:2]))
        if inner and inner[0].role == "generic" and (start := self._start(at)):
            yield (role, "starts", *start)
        if inner and inner[0].role == "heading":
            yield (role, "headed", *inner[0].states)

    def is_pair(self, at: int) -> bool:
        """Whether an element is a label with its value, and no thing of a list: the cards beside the one it stands in have such labels, too."""
        card = self.page.elements[at].parent
        if not self._label(at) or card is None:
            return False
        if card not in self._labelled:
            own = {self._label(each) for each in self.page.children(card)} - {""}
            others = (each for same in self._same_parts(card) for each in self.page.children(same))
            self._labelled[card] = any(self._label(each) in own for each in others)
        return self._labelled[card]

    def _same_parts(self, at: int) -> Iterator[int]:
        """Some of the rows, list items or cards beside an element, or what stands at its place of those beside the one it is in."""
        way: list[int] = []
        while not (beside := self._some_beside(at)):
            parent = self.page.elements[at].parent
            if parent is None:
                return
            way.insert(0, self.page.children(parent).index(at))
            at = parent
        for each in beside:
            inner = each
            for nth in way:
                inner = (*self.page.children(inner)[nth : nth + 1], -1)[0] if inner >= 0 else inner
            if inner >= 0:
                yield inner

    def _some_beside(self, at: int) -> list[int]:
        return list(islice((each for kind in self._alike(at) for each in kind if each != at), _SOME))

    def _label(self, at: int) -> str:
        """The short text that a plain element with something more in it begins with."""
        inner = self.page.children(at)
        if self.page.elements[at].role not in _PLAIN or len(inner) < _A_PAIR or self.page.children(inner[0]):
            return ""
        text = self.page.elements[inner[0]].text
        return text if len(text.split()) < _A_HEAD and not any(map(str.isdigit, text)) else ""

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

    def _start(self, at: int) -> tuple[str, ...]:
        """The roles on the way to the first text of an element, where that is a link or a heading: its title."""
        roles: list[str] = []
        while children := self.page.children(at):
            at = children[0]
            roles.append(self.page.elements[at].role)
            if roles[-1] in ("link", "heading"):
                return tuple(roles)
        return ()

    def in_grid(self, at: int) -> bool:
        """Whether an element is a row of a table that is made of plain elements, without a role that says so."""
        if len(self.page.children(at)) < _A_ROW:
            return False
        return self._grid_head(self.page.elements[at].parent) is not None

    def _grid_head(self, parent: int | None) -> int | None:
        """The row of heads of a table that is made of plain elements: short texts above rows of as many, with figures."""
        if parent not in self._grids:
            self._grids[parent] = self._found_head(parent)
        return self._grids[parent]

    def _found_head(self, parent: int | None) -> int | None:
        beside = [each for each in self.page.children(parent) if not self.page.elements[each].hidden]
        rows = [each for each in beside if len(self.page.children(each)) >= _A_ROW]
        if len(rows) < _A_ROW or len(rows) < len(beside) - 1 or self.page.elements[rows[0]].role in ITEMS:
            return None
        heads = [self.page.elements[each] for each in self.page.children(rows[0])]
        texts = [each.text or each.name for each in heads]
        plain = all(
            text and len(text.split()) < _A_HEAD and not any(map(str.isdigit, text)) for text in texts
        )
        if (
            not plain
            or len(set(texts)) < len(texts)
            or any(self.page.children(each) for each in self.page.children(rows[0]))
        ):
            return None
        within = all(len(self.page.children(each)) <= len(texts) for each in rows)
        figures = all(any(map(str.isdigit, self.page.full_text(each))) for each in rows[1:])
        return rows[0] if within and figures else None

    def is_head(self, at: int) -> bool:
        """Whether a row holds the heads of the columns."""
        if self.in_grid(at):
            return self._grid_head(self.page.elements[at].parent) == at
        cells = [self.page.elements[cell].role for cell in self.page.children(at)]
        return "columnheader" in cells and not self.is_foot(at)

    def is_foot(self, at: int) -> bool:
        """Whether a row of heads heads nothing and has a figure behind its first cell: "Total | $5" in bold, a label with its value."""
        if at not in self._feet:
            cells = self.page.children(at)
            roles = {self.page.elements[each].role for each in cells}
            first, *others = (any(map(str.isdigit, self.page.full_text(each))) for each in cells or (at,))
            self._feet[at] = roles == {"columnheader"} and any(others) and not first and self._ends(at)
        return self._feet[at]

    def _ends(self, at: int) -> bool:
        """Whether no row of data follows a row of a table, and it is a pair or another row stands before it."""
        table = self.page.elements[at].parent
        if table is not None and self.page.elements[table].role == "rowgroup":
            table = self.page.elements[table].parent
        rows = list(self._of_table(table))
        later = (cell for row in rows if row > at for cell in self.page.children(row))
        cells = self.page.children(at)
        return (len(cells) == _A_PAIR or rows[0] != at) and all(
            self.page.elements[each].role == "columnheader" for each in later
        )


def _made_of(inner: Sequence[Element]) -> Iterator[str]:
    """The roles of what stands in an element; a former price, struck out in the midst of a text, makes it no other thing."""
    for role, same in groupby(each.role for each in inner if each.role != "deletion"):
        yield from (role,) if role == "text" else same


@kept
def layout(page: Observation) -> Layout:
    """The layout of a page, kept with it."""
    return Layout(page)
