"""Tables: their rows as items, with the header of each cell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_webagent.aria_roles import CELLS, FIELDS, TOGGLES
from pytest_webagent.model.builtin.items import ADDS_UP, SAYS_NONE, Item
from pytest_webagent.model.builtin.roles import tells_a_deed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pytest_webagent.model.builtin.view import View

_TABLES = ("table", "grid", "treegrid")
_FORMER_ROLES = frozenset(("deletion",))


def current_parts(view: View, index: int) -> list[tuple[str, int]]:
    """The texts in an element, each with where it stands, without what is struck through, such as an old price."""
    element = view[index]
    if element.role in _FORMER_ROLES or element.hidden or element.role in FIELDS:
        return []
    inner = [part for child in view.page.children(index) for part in current_parts(view, child)]
    own = element.text or ("" if inner else element.name)
    return [(own, index), *inner] if own else inner


def current_text(view: View, index: int) -> str:
    """The text of an element without what is struck through."""
    return " ".join(text for text, _ in current_parts(view, index))


class Tables:
    """The tables of a page."""

    def __init__(self, view: View) -> None:
        self.view = view

    def all(self) -> Iterator[tuple[int, tuple[Item, ...], str]]:
        """Each table: its element, its rows, and the header of the column with their names."""
        view = self.view
        for index in view.shown:
            if view[index].role not in _TABLES:
                continue
            rows = [
                at
                for at in view.page.descendants(index)
                if view[at].role == "row" and view.ancestor(at, _TABLES) == index
            ]
            headers: list[str] = []
            items: list[Item] = []
            footer = self._footer(rows)
            for row in rows:
                cells = [at for at in view.page.children(row) if view[at].role in CELLS]
                if cells and all(view[at].role == "columnheader" for at in cells):
                    headers = [view.name(at) for at in cells]
                elif (
                    cells and view.seen(row) and any(view.text(at) or view.page.children(at) for at in cells)
                ):
                    items.append(self._row(row, cells, headers, row in footer))
            if len(items) == 1 and SAYS_NONE.match(view.text(items[0].index)):
                continue
            if items:
                column = next((header for header, _, at in items[0].cells if at == items[0].name_at), "")
                yield index, tuple(items), column

    def _footer(self, rows: Sequence[int]) -> frozenset[int]:
        """The rows of the last part of a table if one of them adds up the others."""
        parts: dict[int | None, list[int]] = {}
        for row in rows:
            if not all(self.view[at].role == "columnheader" for at in self.view.page.children(row)):
                parts.setdefault(self.view[row].parent, []).append(row)
        last = list(parts.values())[-1] if len(parts) > 1 else []
        return frozenset(
            last if any(ADDS_UP.match(self.view.text(row).strip()) for row in self._firsts(last)) else ()
        )

    def _firsts(self, rows: Sequence[int]) -> list[int]:
        """The first cell of each row that says something."""
        cells = [[at for at in self.view.page.children(row) if self.view.text(at)] for row in rows]
        return [row[0] for row in cells if row]

    def _row(self, row: int, cells: Sequence[int], headers: Sequence[str], footer: bool = False) -> Item:
        view = self.view
        table = tuple(
            (headers[place] if place < len(headers) else "", current_text(view, at), at)
            for place, at in enumerate(cells)
        )
        named = next((at for at in cells if view[at].role == "rowheader" and view.text(at)), None)
        if named is None:
            named = next(
                (
                    at
                    for header, text, at in table
                    if text and not self._only_controls(at) and not _is_counter(header, text)
                ),
                None,
            )
        name = view.text(self._link_of(named)) if named is not None else ""
        return Item(row, name, named, table, footer or ADDS_UP.match(name) is not None)

    def _link_of(self, cell: int) -> int:
        """The link that a cell begins with, which is the name of what the row is about; else the cell."""
        parts = [at for at in self.view.page.children(cell) if self.view.text(at)]
        link = parts[0] if len(parts) > 1 and self.view[parts[0]].role == "link" else cell
        return cell if tells_a_deed(self.view.name(link)) else link

    def _only_controls(self, cell: int) -> bool:
        inner = [at for at in self.view.page.descendants(cell) if self.view.text(at)]
        return (
            bool(inner)
            and not self.view[cell].text
            and all(
                self.view[at].role in TOGGLES | FIELDS | {"button"}
                for at in inner
                if not self.view.page.children(at)
            )
        )


def _is_counter(header: str, text: str) -> bool:
    """Whether a cell only numbers the rows."""
    return header.strip() in ("", "#", "No.") and text.strip(".").isdigit()
