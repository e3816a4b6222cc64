"""Locators in words: `the "Price" in the row whose "Product" is "Blue Mug"`, as recordings, evidence and reports have them."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Self

LABELLED: Final = ""
"""The kind of what is called by its label: the head of its column, its term, the text beside it."""
ITEM: Final = "item"
"""The kind of one of several things that have no role for that, such as cards."""
_QUOTED: Final = r'"(?:[^"\\]|\\.)*"'
_IN: Final = " in the "
_AND: Final = " and"
_PART: Final = re.compile(
    rf"(?:^|{_IN}|(?P<and>{_AND}(?= whose)))(?P<kind>[a-z]*)(?:(?: whose (?P<head>{_QUOTED}) is)? ?(?P<name>{_QUOTED}))?"
)


def locator_pattern(quotation: str = _QUOTED) -> str:
    """A regular expression, without groups, of locators in words, with what is written for a quotation in them."""
    part = rf"[a-z]*(?:(?: whose {quotation} is)? ?{quotation})?(?:{_AND} whose {quotation} is {quotation})*"
    return rf"(?:every|the(?: \d+(?:st|nd|rd|th))?) {part}(?:{_IN}{part})*"


_WHICH: Final = re.compile(r"(?:(?P<every>every)|the(?: (?P<nth>\d+)(?:st|nd|rd|th))?) ")


class Part(NamedTuple):
    """What something is, and what it is called."""

    kind: str
    """A role, "text", "item", "section", or `LABELLED`."""
    name: str = ""
    head: str = ""
    """Of a row, the head of the column in which it is called so; empty where that has none."""

    def is_also(self, other: Part) -> bool:
        """Whether this tells the same row as another part beside it, by another column."""
        return bool(self.head and other.head) and self.kind == other.kind

    def __str__(self) -> str:
        """The part in words: ``button "Delete"``, ``row whose "Product" is "Mug"``."""
        head, name = (each and json.dumps(each, ensure_ascii=False) for each in (self.head, self.name))
        return " ".join(filter(None, (self.kind, head and f"whose {head} is", name)))


class Locator(NamedTuple):
    """What an element of a page is called, or several of a kind are."""

    called: Part
    within: tuple[Part, ...] = ()
    """What it stands in, from the inside out."""
    nth: int = 0
    """Which of those that are called so, counted from 1; 0 where it is the only one."""
    every: bool = False
    """Whether all are meant that are called so, but for what adds up the others."""

    def __str__(self) -> str:
        """The locator in words, as `parse` reads them."""
        which = "every" if self.every else "the"
        nth = f" {self.nth}{_ending(self.nth)}" if self.nth else ""
        return f"{which}{nth} {_joined((self.called, *self.within))}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a locator in words.

        Raises:
            ValueError: it is none.
        """
        which = _WHICH.match(text)
        found = list(_PART.finditer(text[which.end() :])) if which is not None else []
        parts = list[Part]()
        for each in found:
            kind = parts[-1].kind if each["and"] and parts else each["kind"]
            parts.append(Part(kind, *(json.loads(each[group] or '""') for group in ("name", "head"))))
        if (
            which is None
            or not all(map(any, parts))
            or text[which.end() :] not in (_joined(parts), _IN.join(map(str, parts)))
        ):
            raise ValueError(
                f'{text!r} is no locator, such as: the "Price" in the row "Blue Mug", or: the 2nd button "Delete"'
            )
        return cls(parts[0], tuple(parts[1:]), int(which["nth"] or 0), which["every"] is not None)


def _joined(parts: Sequence[Part]) -> str:
    """The parts in words. A row that two columns tell is two parts, and one in words."""
    told = str(parts[0])
    for before, part in pairwise(parts):
        told += f"{_AND}{str(part).removeprefix(part.kind)}" if part.is_also(before) else f"{_IN}{part}"
    return told


def _ending(number: int) -> str:
    return "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
