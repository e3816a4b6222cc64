"""What has digits and is no number: article numbers, versions, addresses, telephone numbers."""

from __future__ import annotations

import re
from typing import Final

LETTER: Final = "[A-Za-zÀ-ÖØ-öø-ɏͰ-ԯԱ-ևḀ-ỿ]"
"""A letter of the scripts that set words apart by spaces, where a digit beside a letter is part of one word."""

_ADDRESS: Final = re.compile(
    r"\b[a-z][a-z0-9+.-]{1,15}://\S+|\bwww\.\S+|(?<![^\s@])[^\s@]{1,64}@[^\s@]+", re.IGNORECASE
)
_TELEPHONE: Final = re.compile(
    r"\+\d[\d ()\u00a0./-]{6,}\d|\(\d{3}\)[ \u00a0-]?\d{3}-\d{4}|(?<![\d-])\d+(?:-\d+){2,}"
)
_WORD: Final = re.compile(rf"(?:{LETTER}|[\d_])+(?:-(?:{LETTER}|[\d_])+)*(?:[.,:]\d+)*")
_LETTER_THEN_DIGIT: Final = re.compile(rf"(?:{LETTER}|_)-?\d")
_LEADING_ZERO: Final = re.compile(r"(?<![\d.,:'/-])(?<!\d[ \u00a0])0\d++(?![\d.,:'/-]*\d)")


def spans(text: str, money: re.Pattern[str]) -> list[tuple[int, int]]:
    """Where in a plain text such things stand.

    Args:
        text: A text in plain characters.
        money: Matches a whole word that is a currency with its number, such as ``EUR5``.
    """
    found = [match.span() for kind in (_ADDRESS, _TELEPHONE, _LEADING_ZERO) for match in kind.finditer(text)]
    found += [
        match.span()
        for match in _WORD.finditer(text)
        if _LETTER_THEN_DIGIT.search(match[0]) and not money.fullmatch(match[0])
    ]
    return found


def without(text: str, spans: list[tuple[int, int]]) -> str:
    """The text with these parts blotted out, as long as before."""
    for start, end in spans:
        text = text[:start] + "\0" * (end - start) + text[end:]
    return text
