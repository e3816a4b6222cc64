"""Texts that are almost those of the page: another number, a similar name, the opposite of a sentence."""

from __future__ import annotations

import re
from typing import Final

_NUMBER: Final = re.compile(r"\d+(?:[.,'\u00a0\u202f]\d+)*")
_SMALL: Final = re.compile(r"(?<!\d)\d{1,2}(?!\d)")
_DATE: Final = re.compile(
    r"\b\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}\b|\b\d{1,2}:\d{2}\b|\b[^\W\d]{3,}\.? \d{1,2},? \d{4}\b"
    r"|\b\d{1,2}(?:st|nd|rd|th|\.)? (?:of )?[^\W\d]{3,}\.?,? \d{4}\b"
)
_LONG: Final = 6
"""A number of so many digits is a code rather than an amount."""

_NOT: Final = re.compile(r"\b(?:not|never|no longer) |(?<=[a-z])n['’]t\b|(?<=\bcan)not\b")
_VERB: Final = re.compile(
    r"\b(?:is|are|was|were|has|have|had|will|must|should|can|could|may|does|did)\b(?= )", re.IGNORECASE
)
_OPPOSITES: Final = (
    ("yes", "no"),
    ("on", "off"),
    ("in", "out of"),
    ("added", "removed"),
    ("saved", "discarded"),
    ("successfully", "only partly"),
    ("success", "failure"),
    ("succeeded", "failed"),
    ("enabled", "disabled"),
    ("active", "inactive"),
    ("available", "unavailable"),
    ("valid", "invalid"),
    ("paid", "unpaid"),
    ("open", "closed"),
    ("accepted", "refused"),
    ("true", "false"),
)
_TURN: Final = {one: other for pair in _OPPOSITES for one, other in (pair, pair[::-1])}


def other_number(text: str) -> str | None:
    """The text with another number, far from the one it has; a date or time stays one. None where it has no number."""
    if (date := _DATE.search(text)) is not None:
        day = list(_SMALL.finditer(text, *date.span()))[-1]
        number = int(day[0])
        return _put(text, day, str(number - 1 if number > 1 else number + 1).zfill(len(day[0])))
    number_there = _NUMBER.search(text)
    if number_there is None:
        return None
    said = number_there[0]
    if sum(map(str.isdigit, said)) >= _LONG and said.isdigit():
        return _put(text, number_there, said[:-1] + ("8" if said[-1] == "9" else "9"))
    leading = re.match(r"\d+", said)
    assert leading is not None
    if len(leading[0]) < 3:
        return _put(text, number_there, f"9{said}")
    return _put(text, number_there, ("1" if said[0] == "9" else "9") + said[1:])


def least_number(text: str) -> str | None:
    """The text with zero for its number; None where it has none, or zero already."""
    number = _NUMBER.search(text)
    if number is None or not number[0].strip("0.,"):
        return None
    return _put(text, number, "0")


def similar(text: str) -> str | None:
    """A text that a loose comparison takes for this one, and that says something else; None where there are no words.

    A sentence is turned into its opposite. A name goes on where it ended, since tests that only look for a part of it
    are the ones that cannot tell them apart.
    """
    if not re.search(r"[^\W\d_]{2}", text):
        return None
    if (denied := _NOT.search(text)) is not None:
        return _put(text, denied, "")
    if (verb := _VERB.search(text)) is not None and len(text.split()) > 2:
        return _put(text, verb, f"{verb[0]} not")
    for word in re.finditer(r"[^\W\d_]+", text):
        turned = _TURN.get(word[0].lower())
        if turned is not None and (len(text.split()) < 3 or word[0].lower() not in ("in", "on", "no")):
            return _put(text, word, turned.capitalize() if word[0][0].isupper() else turned)
    ends = re.search(r"[.!?…:;]*$", text)
    assert ends is not None
    stem = text[: ends.start()]
    # A name of a file, an address: what follows the last point is no part of the name.
    if " " not in stem and (point := re.search(r"[.@][\w.]+$", stem)) is not None:
        return f"{stem[: point.start()]}-old{stem[point.start() :]}{ends[0]}"
    return f"{stem} Two{ends[0]}"


def _put(text: str, place: re.Match[str], other: str) -> str:
    return text[: place.start()] + other + text[place.end() :]
