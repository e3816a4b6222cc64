"""Texts as words: what one says of another, whatever its case, quotes and spaces."""

from __future__ import annotations

import re
from typing import Final

from pytest_webagent.values.plain_text import plain, word_set

_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")


STOP: Final = word_set("""a an the this that these those it its they them their there here he she his her you your i me my
    we our us is are was were be been being am has have had do does did will would can could shall
    should may might must of in on at to from for with by into onto as and or but nor so than then
    if when while after before about over under up down out off again once only just also very more
    most some any all each both other such own same s t now currently respectively please which who
    whom whose what where why how der die das den dem des ein eine einen einem einer eines ist sind
    war waren wird wurde wurden hat haben und oder im in am an auf aus bei mit nach von vom zu zum
    zur für ab bis seit es sich auch noch jetzt le la les un une des du de est sont a été et ou au aux en dans
    sur pour il elle se el los las del es son fue y o en al por para con se lo il lo gli i uno della
    dello nel nella sono è e het een zijn en of van op te""")
"""Words that say nothing by themselves, in a few languages."""

_NEGATION = re.compile(
    r"\b(?:not|no|never|yet to|none|nothing|nobody|neither|without|cannot|un(?:available|able|checked|successful|paid|shipped)"
    r"|\w+n't|out of|nicht|kein\w*|nie|ohne|ne|pas|aucun\w*|sin|nunca|non|niet|geen)\b",
    re.IGNORECASE,
)


LIST_MARK: Final = re.compile(
    r"^\s*(?:(?:step\s*)?\d+\s*[.):]|[-*•–]|[A-Z]{2,}-\d+:)\s+", re.IGNORECASE | re.MULTILINE
)
"""How a line of a list begins: with its number, a dash, or the number of a case."""


def words(text: str) -> list[str]:
    """The words of a text, as `plain` writes them."""
    return _WORD.findall(plain(text))


def stem(word: str) -> str:
    """An English word without the endings of its forms: added, adding, adds and add are one."""
    word = word.removesuffix("'s")
    for ending in ("ing", "ed", "es", "s"):
        root = word.removesuffix(ending)
        if root != word and len(root) >= 3 and not (ending == "s" and root.endswith("s")):
            word = root
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "sl":
        word = word[:-1]
    return word.removesuffix("e") if len(word) > 3 else word


def stems(text: str) -> frozenset[str]:
    """The words of a table, without their endings."""
    return frozenset(map(stem, text.split()))


def content(text: str) -> frozenset[str]:
    """The words that say something, without their endings."""
    return frozenset(stem(word) for word in words(text) if word not in STOP)


ASKING: Final = stems("""report tell give read return say state note print output determine many much list listed shown show
    displayed visible see page answer""")
"""Words of a question that do not tell what is asked for."""


def negated(text: str) -> bool:
    """Whether a text denies something."""
    return _NEGATION.search(plain(text)) is not None


def place(text: str, phrase: str) -> re.Match[str] | None:
    """Where a text has a phrase, word for word; neither half a word nor a part of a number."""
    text, wanted = plain(text), plain(phrase).strip(" .,;:!?\"'")
    # Most phrases are not there, which is known without a pattern.
    if not wanted or wanted not in text:
        return None
    before = after = ""
    if _bounded(wanted[0]):
        before = r"(?<![^\W_])" + (r"(?<!\d[.,:/-])(?<!^-)(?<![\s(]-)" if wanted[0].isdigit() else "")
    if _bounded(wanted[-1]):
        after = r"(?![^\W_])" + (r"(?![.,:/-]\d)" if wanted[-1].isdigit() else "")
    return re.search(before + re.escape(wanted) + after, text)


def says(text: str, phrase: str) -> bool:
    """Whether a text has a phrase, word for word."""
    return place(text, phrase) is not None


def _bounded(character: str) -> bool:
    # Chinese, Japanese and Thai put no spaces between words.
    return character.isalnum() and not ("\u0e00" <= character <= "\u0eff" or character >= "\u2e80")
