"""Characters that mean the same, written as one, so that numbers and dates are looked for in one form."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final, NamedTuple

HARD_SPACE: Final = "\u00a0"
"""Stands for every space that keeps together what it stands between."""

_ONE_FOR_ANOTHER: Final = {
    **dict.fromkeys("\u00a0\u2007\u2009\u202f", HARD_SPACE),
    **dict.fromkeys("−﹣－‐‑", "-"),
    **dict.fromkeys("’‘ʼ＇", "'"),
    **dict.fromkeys("％﹪٪", "%"),
    "＄": "$",
    "￥": "¥",
    "￡": "£",
    "．": ".",
    "，": ",",
    "،": ",",
    "：": ":",
    "／": "/",
}


class Plain(NamedTuple):
    """A text in plain characters, and where each of them stood."""

    text: str
    places: tuple[int, ...] | None
    """The place of each character in the original, and its length at the end; None where nothing was left out."""

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Where a part of the plain text starts and ends in the original one."""
        if self.places is None or start == end:
            return start, end
        return self.places[start], self.places[end - 1] + 1


@lru_cache(maxsize=256)
def plain(text: str) -> Plain:
    """The text with all digits as 0 to 9, one kind of minus, quote and space, and no invisible signs of direction."""
    if text.isascii() and text.isprintable():
        return Plain(text, None)
    kept = [(_plain(sign), place) for place, sign in enumerate(text) if unicodedata.category(sign) != "Cf"]
    written = "".join(sign for sign, _ in kept)
    return Plain(written, None if len(kept) == len(text) else (*(place for _, place in kept), len(text)))


def _plain(sign: str) -> str:
    if known := _ONE_FOR_ANOTHER.get(sign):
        return known
    if sign.isspace():
        return " "
    return str(unicodedata.decimal(sign)) if sign.isdecimal() else sign
