"""Texts as terms: the words that say something, without their endings; numbers, codes and addresses whole."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_webagent.language.quotations import QUOTED, inside
from pytest_webagent.language.words import STOP
from pytest_webagent.values.plain_text import plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_TERM: Final = re.compile(r"#?[^\W_]+(?:['’][^\W_]+)?(?:[-./:@+&][^\W_]+)*")
_TOKEN: Final = re.compile(
    r"https?://\S+|/(?:[\w.~%-]+/?)+(?:[?#][\w=&%.-]*)?|(?<!\S)[-−+][$€£]?(?:\d[\d.,]*)?\d|[$€£]\s?\d[\d.,]*\d|[$€£]\s?\d|#?[^\W_]+(?:['’][^\W_]+)*(?:[-./:@+&,](?<=\d,)\d+|[-./:@+&][^\W_]+)*|[,;]"
)
_ONE_LETTER: Final = re.compile(r"^([a-z])-(\w)")
"""How "e-mail" begins, which is "email"."""
ELIDED: Final = re.compile(r"^(?:d|l|qu|n|s)['’](?=\w)", re.IGNORECASE)
"""An article or "of" that French and Italian write in one with the word behind it."""
_LETTER: Final = re.compile(r"(?<=\w )A(?= [a-z]|[,.;:?!)]|$)")
"""An "A" that names one of several, and is no article: "pontoon A"."""
_A: Final = "#a"
_INNER: Final = re.compile(r"[-./:+&#]")


@lru_cache(maxsize=20000)
def stem(word: str) -> str:
    """An English word without the endings of its forms (Snowball, https://snowballstem.org)."""
    import snowballstemmer  # type: ignore[import-untyped]

    # A stemmer keeps the word it is at, and words are asked for in threads.
    return str(snowballstemmer.stemmer("english").stemWord(word.removesuffix("'s").removesuffix("'")))


@lru_cache(maxsize=20000)
def _terms_of(word: str) -> tuple[str, ...]:
    if "@" in word or word == _A or any(map(str.isdigit, word)):
        return (word.lstrip("#"),)
    word = ELIDED.sub("", _ONE_LETTER.sub(r"\1\2", word))
    return tuple(stem(each) for each in _INNER.split(word) if each and each not in STOP)


@lru_cache(maxsize=8192)
def terms(text: str) -> tuple[str, ...]:
    """The terms of a text, in their order."""
    found = [term for match in _TERM.finditer(plain(_LETTER.sub(_A, text))) for term in _terms_of(match[0])]
    if not any(map(str.isalpha, "".join(found))):
        # A name may be made of nothing but small words, perhaps with their number: "To do 3".
        return tuple(each[0].lstrip("#") for each in _TERM.finditer(plain(text)))
    return tuple(found)


@lru_cache(maxsize=8192)
def term_set(text: str) -> frozenset[str]:
    """The terms of a text."""
    return frozenset(terms(text))


def akin(one: str, other: str) -> bool:
    """Whether two terms may be of one root, such as a verb and its noun: arrive and arrival, ship and shipment."""
    if one[:1] != other[:1]:
        return False
    least = min(len(one), len(other))
    return bool(
        one == other
        or {one.removeprefix(other), other.removeprefix(one)} & {"er", "ment"}
        or (least > 3 and one[: max(4, least - 1)] == other[: max(4, least - 1)])
    )


def is_plural(word: str) -> bool:
    """Whether an English noun speaks of several."""
    return word in ("people", "staff", "children", "news") or (
        len(word) > 2 and word.endswith("s") and not word.endswith(("ss", "us", "is", "as", "'s"))
    )


class Token(NamedTuple):
    """A word of a sentence, or what it quotes."""

    text: str
    quoted: bool = False
    lettered: bool = False
    """Whether it is a letter that names something, and no article."""

    @property
    def word(self) -> str:
        """The word as tables write it; empty for what is quoted."""
        return "" if self.quoted else self.text if self.lettered else self.text.lower().replace("’", "'")


def tokens(text: str, names: Iterable[str] = ()) -> list[Token]:
    """The words of a sentence, with its quotations and the `names` that it says word for word each as one."""
    found: list[Token] = []
    at = 0
    for match in QUOTED.finditer(text):
        found += _plain_tokens(text[at : match.start()], names)
        found.append(Token(inside(match), quoted=True))
        at = match.end()
    return found + _plain_tokens(text[at:], names)


def _plain_tokens(text: str, names: Iterable[str]) -> list[Token]:
    for name in names:
        if name in text and (match := re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text)):
            before, after = text[: match.start()], text[match.end() :]
            return [*_plain_tokens(before, names), Token(name, quoted=True), *_plain_tokens(after, names)]
    letters = [each.start() for each in _LETTER.finditer(text)]
    return [Token(each[0], lettered=each.start() in letters) for each in _TOKEN.finditer(text)]


def joined(said: Sequence[Token]) -> str:
    """Tokens as a text again."""
    return " ".join(f"'{each.text}'" if each.quoted else each.text for each in said)
