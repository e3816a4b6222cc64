"""Items: one of a repeated thing, and the list it stands in."""

from __future__ import annotations

import re
from dataclasses import dataclass

ADDS_UP = re.compile(
    r"(?:(?:sub|grand|sub-|net|order|cart)?\s*totals?|sums?|summe|gesamt|averages?|mean)\s*(?:$|:.*$|\(.*$)",
    re.IGNORECASE,
)
"""The name of a row that adds up the others."""
SAYS_NONE = re.compile(
    r"\W*(?:sorry,? )?(?:there (?:is|are) |you have )?(?:no|nothing|none|not any)\b(?:\W+[\w'’]+){0,6}\W*$|"
    r"(?:[\w'’]+\W+){0,5}(?:is|are) empty\W*$",
    re.IGNORECASE,
)
"""A text that stands where a list would be, and says that it has no items."""


@dataclass(frozen=True)
class Item:
    """One of a list: its container, its name, and its cells by column."""

    index: int
    name: str
    name_at: int | None
    cells: tuple[tuple[str, str, int], ...] = ()
    """Column header, text and element of each cell of a table row."""
    summary: bool = False
    """It adds up the others (a total, a footer), and so is none of them."""


@dataclass(frozen=True)
class Group:
    """A list: its items in order, and what it is called by name and heading."""

    parent: int | None
    items: tuple[Item, ...]
    labels: tuple[str, ...]
    kind: str
    column: str = ""
    """The header of the column with the names."""
