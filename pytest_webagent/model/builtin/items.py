"""Items: one of a repeated thing, and the list it stands in."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pytest_webagent.model.builtin.words import content, plain, tokens
from pytest_webagent.values.plain_text import word_set

ADDS_UP = re.compile(
    r"(?:(?:sub|grand|sub-|net|order|cart)?\s*totals?|sums?|summe|gesamt|averages?|mean)\s*(?:$|:.*$|\(.*$)",
    re.IGNORECASE,
)
"""The name of a row that adds up the others."""
SAYS_NONE = re.compile(
    r"\W*(?:sorry,? )?(?:there (?:is|are) |you have )?(?:nothing\W*$|(?:no|nothing|none|not any)\b(?:\W+[\w'’]+){1,6}\W*$)|"
    r"(?:[\w'’]+\W+){0,5}(?:is|are) empty\W*$",
    re.IGNORECASE,
)
"""A text that stands where a list would be, and says that it has no items."""
COUNTED = re.compile(r"\W*\d[\d.,]*\s+(?P<things>[^\W\d]+(?:\s[^\W\d]+)?)\W*")
"""A text that says how many things a list has, and nothing else."""


GENERIC_NOUNS = word_set(
    "one item product result row entry record article card listing element offer thing option hit line match"
)
"""Nouns for a thing of any list."""
_COLLECTIONS = word_set("list table all overview result recent latest new")


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

    @property
    def place(self) -> int:
        """Where its name stands."""
        return self.index if self.name_at is None else self.name_at


@dataclass(frozen=True)
class Group:
    """A list: its items in order, and what it is called by name and heading."""

    parent: int | None
    items: tuple[Item, ...]
    labels: tuple[str, ...]
    kind: str
    column: str = ""
    """The header of the column with the names."""


def speaks_of_several(name: str, noun: str) -> bool:
    """Whether a name has a noun in the plural, so that it speaks of several and is none of them: a tile "Active users"."""
    return any(tokens(word) == (noun,) and word != noun for word in re.findall(r"[^\W_]+", plain(name)))


def names_a_kind(title: str, noun: str, *, alone: bool = True) -> bool:
    """Whether a title names things of a kind: "Users", "User list", `alone` also "Staff"; "User Ann" names one of them.

    A title of just one word in the singular names one thing where the goal speaks of several: "Order".
    """
    words = set(content(title))
    return speaks_of_several(title, noun) or (
        words <= {noun} | _COLLECTIONS and (alone or bool(words & _COLLECTIONS))
    )
