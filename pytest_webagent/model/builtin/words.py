"""Words: quoting, tokens, and how well words fit a name."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar

from pytest_webagent.language import lexicon
from pytest_webagent.language.quotations import QUOTED, inside
from pytest_webagent.language.terms import stem
from pytest_webagent.values.currencies import meant
from pytest_webagent.values.plain_text import word_set

if TYPE_CHECKING:
    from collections.abc import Iterable

T = TypeVar("T")

# A quoted text travels through the grammar as one opaque word: its characters are moved into Unicode's
# private planes, where no pattern for spaces, commas, "and" or verbs can find anything in them.
_VEIL = 0xF0000
VEILED = "[\U000f0000-\U0010ffff]+"
_TOKEN = re.compile(r"[^\W_]+(?:[.,:/](?=\d)[^\W_]+|['’][^\W_]+)*", re.UNICODE)
_DECORATION = re.compile(r"^[^\w$€£#@+-]+|(?:\s*[(\[]\s*\d+\s*[)\]]|\s+\d+\s+items?|[^\w)\]%+!?.$€£]|[:*])+$")
_NOTE = re.compile(r"\s*[(\[][^)\]]*[)\]]\W*$")
_BEHIND = re.compile(r":\s|\s[–—·|-]\s")
"""What parts the name of an option from what is told of it: "Excellent: 9+"."""
_SYMBOLS = re.compile(r"^[^\w$€£#@+-]+|[^\w)\]%+!?.$€£]+$")


STOP_WORDS = word_set(
    "the a an of my your this that its their to for in on at with is are please and some any"
)
_SAME_WORD = {
    said: word
    for word, wordings in {
        "email": "e mail",
        "login": "log in|sign in|signin",
        "logout": "log out|sign out|signout|log off",
        "register": "sign up|signup",
        "checkout": "check out",
        "cart": "shopping cart|shopping basket|shopping bag|basket",
        "delete": "remove",
        "username": "user name",
        "dropdown": "drop down",
        "color": "colour",
        "favorite": "favourite",
        "zip": "zip code|zipcode",
        "phone": "telephone|cell phone",
    }.items()
    for said in wordings.split("|")
}
"""One word for things with several names; a longer wording stands before one that it begins with."""
_SAME_PATTERN = re.compile(r"\b(" + "|".join(_SAME_WORD) + r")(?=s?\b)")
_LEADS_THERE = word_set(
    "go proceed open view show see read learn more about here click i as from by "
    "mein meine meinen mi mis mon ma mes der die das le la les el los las"
)
"""Words a name may have beyond those said of it. Any other one, also of a language unknown here, may say another deed."""
_ENDS_WITH = word_set("new now page button link menu form change entry item record")
"""The same, but not for the first word of a name, where some of them say a deed: "Change date", "New user"."""
_TYPO_LENGTH = 6
_LONG_WORD = 12


class Fit(IntEnum):
    """How well words fit a name; only the best fit counts, and two of the same are ambiguous."""

    NONE = 0
    TEXT = 30
    CONTEXT = 40
    TYPO = 50
    PART = 60
    SET = 80
    SAME = 90
    EXACT = 100


@dataclass(frozen=True, slots=True)
class Words:
    """Words for something. `exact` words were quoted: they are a name, letter by letter."""

    text: str
    exact: bool = False

    def __str__(self) -> str:
        """The words as they are shown to a person."""
        return f"'{self.text}'" if self.exact else self.text

    def __bool__(self) -> bool:
        """Whether there are any words."""
        return bool(self.text)


def veil(goal: str) -> str:
    """The goal with each quoted text turned into one opaque word (without its quotes)."""

    def hide(found: re.Match[str]) -> str:
        return "".join(_move(character, 1) for character in inside(found)) or chr(_VEIL)

    return QUOTED.sub(hide, goal)


def unveil(text: str, quote: str = "") -> str:
    """The text with its quoted parts readable again, put between `quote`."""

    def show(found: re.Match[str]) -> str:
        return (
            quote + "".join(_move(character, -1) for character in found[0] if ord(character) != _VEIL) + quote
        )

    return re.sub(VEILED, show, text)


_ARTICLE = re.compile(
    r"^(?:(?:the|a|an|my|your|this|that|these|those|its|their|one of the)\s+)+", re.IGNORECASE
)
_PRONOUN = re.compile(
    r"(?:it|this|that|them|these|those|one|that one|this one|the one|the same one|itself|(?:the|this|that) (?:product|item|page|entry|result)|"
    r"that \w+|this \w+)",
    re.IGNORECASE,
)
_KINDS = (
    frozenset(lexicon.ROLES)
    | lexicon.PAGES
    | lexicon.stemmed("option category message text label suggestion")
)
"""Terms for kinds of elements, which are no part of a name."""
_NAMING = word_set("named called labelled labeled titled with that which says saying of for name label text")


def is_pronoun(said: str) -> bool:
    """Whether words stand for something that was named before."""
    return _PRONOUN.fullmatch(said.strip()) is not None


def name_in(said: str) -> Words:
    """The name that words say, without an article, and without a noun for the kind of thing: "the 'Red' option"."""
    bare = _ARTICLE.sub("", said.strip(" ,.:"))
    names = [inside(found) for found in QUOTED.finditer(bare)]
    parts = QUOTED.sub(" ", bare).split()
    if len(names) == 1 and all(stem(each.lower()) in _KINDS or each.lower() in _NAMING for each in parts):
        return Words(names[0], exact=True)
    parts = bare.split()
    if {each.lower() for each in parts[1:]} & (lexicon.PREPOSITIONS | lexicon.ARTICLES):
        return Words(bare)
    if len(parts) > 1 and stem(parts[-1].lower()) in _KINDS:
        return Words(" ".join(parts[:-1]))
    if len(parts) > 1 and stem(parts[0].lower()) in _KINDS:
        return Words(" ".join(parts[1:]))
    return Words(bare)


def _move(character: str, direction: int) -> str:
    code = ord(character)
    return chr(code + _VEIL) if direction > 0 else chr(code - _VEIL)


def words_of(veiled: str) -> Words:
    """Words from a piece of a veiled goal: exact when the piece is one quoted text."""
    piece = veiled.strip(" ,.:")
    return Words(unveil(piece).strip(), exact=re.fullmatch(VEILED, piece) is not None)


@lru_cache(maxsize=20_000)
def plain(text: str) -> str:
    """The text for a comparison: case, kinds of quotes and runs of spaces do not matter."""
    return " ".join(text.replace("’", "'").replace("\u00a0", " ").casefold().split())


def without_articles(text: str) -> str:
    """The text for a comparison in which also articles do not matter."""
    return re.sub(r"(?<!\S)(?:the|an?|my|your) (?=\S)", "", plain(text))


@lru_cache(maxsize=20_000)
def bare(text: str) -> str:
    """A name without the counts, arrows and icons around it: 'Cart (2)' and '→ Cart' are both 'cart'."""
    return _DECORATION.sub("", plain(text)).strip()


@lru_cache(maxsize=20_000)
def tokens(text: str) -> tuple[str, ...]:
    """The words of a text in a form in which wordings meet: singular, one word for things with two names."""
    joined = " ".join(_TOKEN.findall(plain(text)))
    joined = _SAME_PATTERN.sub(lambda found: _SAME_WORD[found[1]], joined)
    return tuple(_stem(word) for word in joined.split())


@lru_cache(maxsize=20_000)
def content(text: str) -> tuple[str, ...]:
    """The tokens that carry meaning."""
    return tuple(word for word in tokens(text) if word not in STOP_WORDS)


def _stem(word: str) -> str:
    word = word.removesuffix("'s")
    if len(word) <= 3 or not word.isalpha() or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith("ie"):
        return word[:-2] + "y"
    if word.endswith(("xes", "ches", "shes", "sses", "tuses", "nuses")):
        return word[:-2]
    return word.removesuffix("s")


def fit(words: Words, name: str, context: frozenset[str] = frozenset()) -> Fit:
    """How well words fit a name. Tokens in `context` (the surroundings) may explain words the name lacks."""
    if not words or not name.strip():
        return Fit.NONE
    if plain(words.text) == plain(name):
        return Fit.EXACT
    said = _SYMBOLS.sub("", plain(words.text))
    if said and said == bare(name):
        return Fit.SAME
    if plain(words.text) == _NOTE.sub("", plain(name)):
        return Fit.SET
    if words.exact or not _codes(words.text) <= _codes(name):
        return Fit.NONE
    return _fit_of_tokens(content(words.text) or tokens(words.text), content(name) or tokens(name), context)


def option_fit(words: Words, option: str) -> Fit:
    """How well words fit an option, which may say more behind its name, or a currency by its sign: "pounds (GBP)" for "GBP £"."""
    level = fit(Words(words.text), option)
    level = level if not words.exact or level >= Fit.SAME else fit(words, option)
    if level > Fit.NONE:
        return level
    if fit(words, _BEHIND.split(option)[0]) >= Fit.SAME:
        return Fit.SET
    return Fit.PART if meant(words.text) & meant(option) else Fit.NONE


@lru_cache(maxsize=20_000)
def _codes(text: str) -> frozenset[str]:
    """The numbers with letters and dashes in a text, such as "A-3", which are one word."""
    found = re.findall(r"(?<!\w)[^\W_]+(?:-[^\W_]+)+(?!\w)", plain(text))
    return frozenset(word for word in found if any(letter.isdigit() for letter in word))


def _fit_of_tokens(wanted: tuple[str, ...], found: tuple[str, ...], context: frozenset[str]) -> Fit:
    if not wanted or not found:
        return Fit.NONE
    if wanted == found:
        return Fit.SAME
    want, have = set(wanted), set(found)
    if want == have:
        return Fit.SET
    if want <= have:
        return Fit.PART
    if len(want) == len(have) and (
        all(any(_typo(w, h) for h in have) for w in want)
        or {_root(w) for w in want} == {_root(h) for h in have}
    ):
        return Fit.TYPO
    if len(want) > 1 and {_root(w) for w in want} <= {_root(h) for h in have}:
        return Fit.TYPO
    if have <= want and wanted[-1] in have and want - have <= context:
        return Fit.CONTEXT
    return Fit.NONE


def unsaid(words: str, name: str) -> frozenset[str]:
    """The words of a name that `words` leave out, without those that only say "go there" or "here it is"."""
    said = {_root(word) for word in tokens(words)}
    told = content(_NOTE.sub("", name)) or content(name)
    return frozenset(
        word
        for at, word in enumerate(told)
        if word not in _LEADS_THERE
        and not (at and word in _ENDS_WITH)
        and _root(word) not in said
        and not word[0].isdigit()
    )


def begins(words: str, name: str) -> str:
    """What a name goes on with after `words`; empty where it does not begin with them, or is just them."""
    rest = plain(name).removeprefix(plain(words))
    return "" if rest == plain(name) or rest[:1].isalnum() else rest.strip()


def _root(word: str) -> str:
    """A word without the endings of its verb forms: wrapping, wrapped and wrap are one."""
    for ending in ("ing", "ed"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            root = word.removesuffix(ending)
            return root[:-1] if root[-1] == root[-2] and root[-1] not in "ls" else root
    return word


def _typo(wanted: str, found: str) -> bool:
    """Whether two words are one, up to a slip of the pen. Short words and numbers must be the same.

    The first letter must be right: "unpublish" is no slip for "publish". One slip is allowed, two in very long words:
    "Austria" is no slip for "Australia".
    """
    if wanted == found:
        return True
    shorter = min(len(wanted), len(found))
    if shorter < _TYPO_LENGTH or wanted[0] != found[0] or not (wanted.isalpha() and found.isalpha()):
        return False
    from rapidfuzz.distance import OSA

    allowed = 1 if shorter < _LONG_WORD else 2
    return OSA.distance(wanted, found, score_cutoff=allowed) <= allowed


def best_fitting(levels: Iterable[tuple[Fit, T]], least: Fit = Fit.TEXT) -> tuple[list[T], Fit]:
    """The things whose fit is the best of all, and this fit; none where even that is less than `least`."""
    told = list(levels)
    best = max((level for level, _ in told), default=Fit.NONE)
    return [thing for level, thing in told if level == best >= least], best


def likeness(words: Words, name: str) -> float:
    """How alike words and a name are, 0 to 100: only for showing the nearest names, never for acting."""
    from rapidfuzz import fuzz

    return float(fuzz.token_set_ratio(" ".join(content(words.text)), " ".join(content(name))))
