"""Texts as they are compared: of an element, and of a description, which may quote some of them."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

from pytest_webagent.language.quotations import QUOTED, inside

LONGEST = 300
"""Characters of a text that count as somebody's name for a thing; what is longer is never matched."""

_ASCII_WORD = re.compile(r"(?:(?<![a-z0-9])[+-](?=[0-9]))?[a-z0-9]+(?:'[a-z0-9]+)*[+#]*")
_QUOTES = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "＂": '"'})
_SILENT = frozenset(("the", "a", "an", "of", "for", "to", "my", "your", "our", "this"))
"""Words within a name that people leave out or swap."""
_COUNT = re.compile(r"\s*[(\[]\s*[\d.,]+\s*\+?\s*[)\]]\s*$|\s+\d+\s+items?$")
_NOTE = re.compile(r"\s*\([^()]*\)$")
_TRAILING = " \t:*…."


class Token(NamedTuple):
    """A word of a description, or what it quotes."""

    text: str
    start: int
    end: int
    quoted: bool = False
    after_comma: bool = False
    """A comma, colon or bracket stands before it."""


def normal(text: str) -> str:
    """A text without what only looks different: case, widths, kinds of apostrophes, invisible signs, runs of spaces."""
    if text.isascii():
        return " ".join(text.lower().split())
    plain = unicodedata.normalize("NFKC", text.translate(_QUOTES)).casefold().translate(_QUOTES)
    return " ".join("".join(sign for sign in plain if unicodedata.category(sign) != "Cf").split())


@lru_cache(maxsize=20_000)
def name_of(text: str) -> str:
    """A name as it is compared letter by letter; empty for one too long to be one."""
    return "" if len(text) > LONGEST else normal(text).rstrip(_TRAILING) or normal(text)


@lru_cache(maxsize=20_000)
def words_of(name: str) -> tuple[str, ...]:
    """The words of a `normal` text. One of signs alone, such as ``+``, is a word itself."""
    words = tuple(name[start:end] for start, end in spans_of(name))
    return words or ((name,) if name else ())


def spans_of(text: str) -> list[tuple[int, int]]:
    """Where the words of a `normal` text stand: letters and digits with the signs that make another name of them.

    That is marks on letters, an apostrophe within, the signs of ``C++``, ``C#``, ``+1`` and ``-1``.
    """
    if text.isascii():
        return [found.span() for found in _ASCII_WORD.finditer(text)]
    spans: list[tuple[int, int]] = []
    start = -1
    for at, sign in enumerate((*text, " ")):
        if start >= 0 and not _goes_on(text, start, at):
            spans.append((start, at))
            start = -1
        signed = sign in "+-" and text[at + 1 : at + 2].isdigit() and not text[at - 1 : at].isalnum()
        if start < 0 and (sign.isalnum() or signed):
            start = at
    return spans


def _goes_on(text: str, start: int, at: int) -> bool:
    """Whether the word that begins at `start` goes on at `at`."""
    sign, before = text[at : at + 1], text[at - 1]
    if at == start + 1 and before in "+-":
        return True
    if sign and sign in "+#":
        return True
    if before in "+#" or not sign:
        return False
    if sign == "'":
        return before.isalnum() and text[at + 1 : at + 2].isalnum()
    return sign.isalnum() or unicodedata.category(sign)[0] == "M"


@lru_cache(maxsize=20_000)
def loose(words: tuple[str, ...]) -> str:
    """Words as one text in which ``log in`` is ``login`` and small words within do not count; digits stay apart."""
    told = [word for at, word in enumerate(words) if not (0 < at < len(words) - 1) or word not in _SILENT]
    apart = any(sign.isdigit() for word in told for sign in word)
    return (" " if apart else "").join(told)


def uncounted(name: str) -> str:
    """A `normal` name without the count behind it: ``cart (2)`` is ``cart``; empty where it has none."""
    bare = _COUNT.sub("", name)
    return "" if bare == name else bare


def unnoted(name: str) -> str:
    """A `normal` name without the note in brackets behind it; empty where it has none."""
    bare = _NOTE.sub("", name)
    return "" if bare == name else bare


def tokens_of(text: str) -> list[Token]:
    """The words and quoted parts of a `normal` text, in order."""
    tokens: list[Token] = []
    at = 0
    for found in QUOTED.finditer(text):
        _plain(text, at, found.start(), tokens)
        comma = _comma(text, tokens, found.start())
        tokens.append(
            Token(inside(found).strip(), found.start(), found.end(), quoted=True, after_comma=comma)
        )
        at = found.end()
    _plain(text, at, len(text), tokens)
    return tokens or ([Token(text, 0, len(text))] if text else [])


def _plain(text: str, start: int, end: int, tokens: list[Token]) -> None:
    for first, last in spans_of(text[start:end]):
        comma = _comma(text, tokens, start + first)
        tokens.append(
            Token(text[start + first : start + last], start + first, start + last, after_comma=comma)
        )


def _comma(text: str, tokens: list[Token], start: int) -> bool:
    return any(sign in ",:;>–—" for sign in text[tokens[-1].end if tokens else 0 : start])
