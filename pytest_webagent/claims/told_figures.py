"""The figures of one text: days, times and amounts, each with the words beside it."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from pytest_webagent.language.terms import term_set
from pytest_webagent.page.lists import PIECES
from pytest_webagent.values.amounts import amounts
from pytest_webagent.values.days import days
from pytest_webagent.values.units import unit_after

if TYPE_CHECKING:
    from collections.abc import Iterator

_SENTENCES: Final = re.compile(r"(?<=[.;!?])\s+|\n")
IF: Final = re.compile(r"\b(?:if|unless|when|or (?:more|less))\b", re.IGNORECASE)
"""What a text says that holds only at times."""
_ALONE: Final = re.compile(r"\W*(?:[^\W\d]+\W*)?")
"""What stands beside a figure in a text that is nothing else: a weekday, a unit."""
_TO: Final = re.compile(r"\s*(?:[-–—]|to|until|till|and)\s*", re.IGNORECASE)
"""What stands between the two ends of a time."""


def told_figures(text: str, language: str) -> Iterator[tuple[str, frozenset[str]]]:
    """The figures of a text that stand alone in a piece of it, each with the words beside it."""
    told = [each for each in _SENTENCES.split(text) if not IF.search(each)]
    for sentence in told:
        yield from _ends(sentence, language)
    for piece in (piece for sentence in told for piece in PIECES.split(sentence)):
        read = [figure for figure, _ in literals(piece, language)]
        if len(read) == 1 and read[0] != piece.strip():
            beside = piece.replace(read[0], " ", 1).strip()
            yield read[0], term_set(beside)
            yield beside, frozenset()


def _ends(text: str, language: str) -> Iterator[tuple[str, frozenset[str]]]:
    """The two ends of what a text says to go from one day or time to another, each with the words beside it."""
    for one, other in pairwise(days(text, language)):
        if _TO.fullmatch(text[one.end : other.start]):
            beside = term_set(f"{text[: one.start]} {text[other.end :]}")
            yield one.text, beside | {"start"}
            yield other.text, beside | {"end"}


def literals(text: str, language: str) -> Iterator[tuple[str, str]]:
    """The days and amounts that a text says, each with its kind."""
    dated = days(text, language)
    yield from ((each.text, "day") for each in dated)
    for each in amounts(text, language):
        if not any(one.start <= each.quantity.start < one.end for one in dated):
            said = f"{each.quantity.text} {each.measure}".strip()
            said = said if said in text else each.quantity.text
            yield said, each.quantity.unit or unit_after(each.measure) or "number"


def kind_of_figure(text: str, language: str) -> str:
    """What kind of figure a text is as a whole; empty where it is none."""
    read = list(literals(text, language))
    return read[0][1] if len(read) == 1 and _ALONE.fullmatch(text.replace(read[0][0], "", 1)) else ""
