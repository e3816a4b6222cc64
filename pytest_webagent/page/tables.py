"""Tables: what stands at the head of the column and of the row of a cell, in tables and in what only looks like one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_webagent.aria_roles import BUTTONS, CELLS, DATA_CELLS
from pytest_webagent.page.layout import layout
from pytest_webagent.page.places import Place

if TYPE_CHECKING:
    from pytest_webagent.observation import Observation


def column(cell: Place) -> str:
    """What stands at the head of the column of a cell; empty where columns cannot be told."""
    page, row = cell.page, cell.element.parent
    if row is None or not is_row(page, row):
        return ""
    row_of_form = page.elements[row].role != "row"
    cells = _cells(Place(page, row))
    found = layout(page).heads(row)
    if len(found) != 1 or cell.at not in cells:
        return ""
    columns = _cells(Place(page, found[0]))
    if len(columns) == len(cells):
        if row == found[0]:
            return ""
        return head_of(Place(page, columns[cells.index(cell.at)]))
    boxes = [page.elements[each].box for each in columns]
    if row_of_form and len({box.x if box is not None else None for box in boxes}) == 1:
        # Nothing tells where they stand: those of a row without a role are in the order of the heads.
        return head_of(Place(page, columns[cells.index(cell.at)])) if len(cells) < len(columns) else ""
    # Where cells are joined, only what stands right below a head is under it.
    box = cell.element.box
    over = [
        each
        for each in columns
        if box is not None
        and (head := page.elements[each].box) is not None
        and box.x < head.x + head.width
        and head.x < box.x + box.width
    ]
    return head_of(Place(page, over[0])) if len(over) == 1 else ""


def head_of(head: Place) -> str:
    """What the head of a column says, without the names of its buttons to sort or filter by it."""
    said = head.said
    for each in head.below():
        if each.element.role in BUTTONS and each.said:
            said = said.removesuffix(each.said).rstrip() or said
    return said


def is_data(cell: Place) -> bool:
    """Whether it is a cell of a table that heads no others."""
    role, row = cell.element.role, cell.element.parent
    return role in DATA_CELLS or (
        role == "columnheader" and row is not None and layout(cell.page).is_foot(row)
    )


def row_head(cell: Place) -> str:
    """The marked head of the row of a cell; in a table of two columns that have no heads, what the row begins with."""
    page, row = cell.page, cell.element.parent
    cells = _cells(Place(page, row)) if row is not None and page.elements[row].role == "row" else []
    if not cells or cells[0] == cell.at or row is None:
        return ""
    pair = len(cells) == 2 and not layout(page).heads(row)
    marked = page.elements[cells[0]].role == "rowheader" or layout(page).is_foot(row)
    return Place(page, cells[0]).said if marked or pair else ""


def is_row(page: Observation, at: int) -> bool:
    """Whether an element is a row of a table, by its role or by its form."""
    return page.elements[at].role == "row" or layout(page).in_grid(at)


def _cells(row: Place) -> list[int]:
    if row.element.role != "row":
        return [each for each in row.page.children(row.at) if not row.page.elements[each].hidden]
    return [index for index in row.page.children(row.at) if row.page.elements[index].role in CELLS]
