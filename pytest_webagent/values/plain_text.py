"""Texts of a page as messages put them (quoted, shortened, listed), and whether one says another."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_ALIKE: Final = str.maketrans(
    {
        "‘": "'",
        "’": "'",
        "‚": "'",
        "ʼ": "'",
        "“": '"',
        "”": '"',
        "„": '"',
        "«": '"',
        "»": '"',
        "‐": "-",
        "‑": "-",
        "–": "-",
        "—": "-",
        "−": "-",
        **dict.fromkeys("\u00ad\u200b\u200e\u200f\u2060\ufeff"),
    }
)


def word_set(words: str) -> frozenset[str]:
    """A set of words, written as a text."""
    return frozenset(words.split())


def flat(text: str) -> str:
    """A text on one line, with single spaces."""
    return " ".join(text.split())


def quoted(text: str, longest: int = 60) -> str:
    """A text of the page between quotes, on one line, cut off where it is long."""
    line = flat(text)
    return f'"{line if len(line) <= longest else line[: longest - 1].rstrip() + "…"}"'


def listed(parts: Iterable[str], most: int = 3) -> str:
    """The first parts, and how many more there are."""
    every = list(parts)
    more = len(every) - most
    return "; ".join(every[:most]) + (f"; and {more} more" if more > 0 else "")


def either(words: Sequence[str]) -> str:
    """Words joined as a choice: ``a, b or c``."""
    return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def plain(text: str) -> str:
    """A text as it is compared: case, spaces, Unicode form and the shape of quotes and dashes do not matter."""
    return flat(unicodedata.normalize("NFKC", text).translate(_ALIKE).casefold())


def says(whole: str, text: str) -> bool:
    """Whether a text contains another as whole words, as `plain` compares them.

    It begins and ends where a word or a number does: "mug" is not in "mugs", "19" neither in "$1,019.00" nor in "19.50",
    "$5" not in "-$5".
    """
    wanted = plain(text)
    if not wanted:
        return False
    before = r"(?<!\w)(?<!\d[.,])" if wanted[0].isalnum() else ""
    after = r"(?!\w)(?![.,]\d)" if wanted[-1].isalnum() else ""
    if not wanted[0].isalpha() and wanted[0] != "-":
        before += r"(?<!(?<!\w)-)(?<!(?<!\w)-[^\w\s])"
    return re.search(before + re.escape(wanted) + after, plain(whole)) is not None
