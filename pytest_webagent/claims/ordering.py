"""The order in which things stand: sorted by one of their values, or one before another."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pytest_webagent.claims import presence
from pytest_webagent.claims.condition import Ordered
from pytest_webagent.claims.outcome import Absent, Outcome, Unclear
from pytest_webagent.claims.ranking import COLUMNS
from pytest_webagent.language import lexicon
from pytest_webagent.language.superlatives import OF_A_COLUMN, SUPERLATIVES
from pytest_webagent.language.terms import joined, stem, term_set
from pytest_webagent.values.plain_text import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.claims.condition import Condition
    from pytest_webagent.claims.resolver import Resolver
    from pytest_webagent.language.phrases import Phrase
    from pytest_webagent.language.terms import Token
    from pytest_webagent.page.places import Place

SORTED: Final = frozenset(("sorted", "ordered", "arranged"))
BEFORE: Final = frozenset(("before", "above", "precedes"))
AFTER: Final = frozenset(("after", "below", "behind", "under", "follows"))
_FALLING: Final = re.compile(
    r"\b(?:desc(?:ending)?|falling|decreasing|reverse\w*|z(?: to | ?- ?| )a|high\w* to (?:the )?low\w*|new\w* to (?:the )?old\w*|down)\b"
)
_RISING: Final = re.compile(
    r"\b(?:asc(?:ending)?|rising|increasing|a(?: to | ?- ?| )z|low\w* to (?:the )?high\w*|old\w* to (?:the )?new\w*"
    r"|alphabetical\w*|chronological\w*|up)\b"
)
_ENDS: Final = (
    *((re.compile(rf"(?<!\w)(?:{pattern})(?!\w)"), kind, end) for pattern, kind, end in SUPERLATIVES),
    *((re.compile(rf"\b{word}\b"), None, end) for word, end in OF_A_COLUMN.items()),
)
"""The words that say which end of an order comes first."""
_BY: Final = re.compile(r"(?:^|.*\s)by\s+(?P<by>.+)")
_NAMED: Final = re.compile(r"\s*[,:(]|\s(?:in|from|with|and)\s")
_WAYS: Final = lexicon.stemmed("first top")


def in_order(look: Resolver, asked: Phrase, said: Sequence[Token]) -> tuple[Condition, ...]:
    """That the things of a list stand in the order of one of their values.

    Raises:
        Absent: there is no such list, or its things do not have the value.
        Unclear: it is not said which comes first, or the order depends on how names are sorted.
    """
    falling, attribute = direction(said)
    items, attribute = _things(look, asked, attribute)
    values = [look.of_item(each, attribute) for each in items]
    told = tuple(each for each in values if each is not None)
    if len(told) < len(items):
        raise Absent(f"{' '.join(sorted(attribute))} of each of them")
    if falling is None:
        if not attribute <= lexicon.NAMES:
            raise Unclear(
                f"sorted by {' '.join(sorted(attribute))} can mean rising or falling; say which comes first, such as 'ascending'"
            )
        falling = False
    if any(map(str.isdigit, told[0].text)) and not attribute <= lexicon.NAMES:
        return (Ordered(told, ">=" if falling else "<="),)
    return (Ordered(_by_alphabet(told, falling=falling)),)


def direction(said: Sequence[Token]) -> tuple[bool | None, frozenset[str]]:
    """Whether the values fall, None where that is not said, and the terms of what is compared; none where nothing is named."""
    low = re.sub("[–—]", "-", joined(said).lower())
    by = _BY.fullmatch(low)
    falling = True if _FALLING.search(low) else False if _RISING.search(low) else None
    told = by["by"] if by is not None else low.rpartition(",")[2]
    named = frozenset[str]()
    if by is not None:
        cut = _NAMED.split(by["by"])[0]
        named = term_set(_RISING.sub(" ", _FALLING.sub(" ", cut))) - _WAYS
        named = named - {stem("order")} or named
    # "Oldest to newest" begins with the oldest.
    ends = [
        (found.start(), -len(found[0]), found[0], each) for each in _ENDS if (found := each[0].search(told))
    ]
    if ends:
        *_, (_, kind, end) = min(ends, key=lambda each: each[:2])
        column = COLUMNS.get(kind or "")
        named -= term_set(" ".join(text for _, _, text, _ in ends))
        named = named or (frozenset((column,)) if column else named)
        falling = end == "most" if falling is None else falling
    if "alphabet" in low or re.search(r"\b(?:a(?: to | ?- ?| )z|z(?: to | ?- ?| )a)\b", low):
        named, falling = named or lexicon.NAMES, bool(falling)
    return falling, named


def order_in(text: str) -> str:
    """A text from the first word that says an order: "newest first" of "the tasks newest first"; empty where none does."""
    low = text.lower()
    found = [
        each for pattern in (_FALLING, _RISING, *(each[0] for each in _ENDS)) if (each := pattern.search(low))
    ]
    return text[min(each.start() for each in found) :] if found else ""


def _things(
    look: Resolver, asked: Phrase, attribute: frozenset[str]
) -> tuple[Sequence[Place], frozenset[str]]:
    """The things of the list that is meant, and what they are compared by.

    Raises:
        Absent: there are not several of them.
        Unclear: what they are compared by is not said.
    """
    try:
        items = look.selection(asked).items
    except Absent:
        # "The prices are sorted": of whatever has prices.
        having = [
            each.items
            for each in look.listings
            if len(each.items) > 1 and all(look.of_item(one, frozenset(asked.head)) for one in each.items)
        ]
        if len(having) != 1:
            raise
        items, attribute = having[0], attribute or frozenset(asked.head)
    if len(items) < 2:
        raise Absent(f"several {asked.said}")
    if not attribute:
        raise Unclear(f"by what {asked.said} are sorted is not said")
    if not any(look.of_item(each, attribute) for each in items):
        # "The orders are sorted by order number": what they are called.
        names = attribute <= lexicon.CODES | {asked.noun} | set(asked.head)
        attribute = lexicon.NAMES if names else attribute
    return items, attribute


def _by_alphabet(told: Sequence[Outcome], *, falling: bool) -> tuple[Outcome, ...]:
    """The names in the order in which they have to stand.

    Raises:
        Unclear: they stand so in one way to sort names, and not in another.
    """
    orders = {
        tuple(sorted(told, key=key, reverse=falling))
        for key in (
            lambda each: (plain(each.text),),
            lambda each: tuple(
                (len(part), part) if part.isdigit() else (0, part)
                for part in re.split(r"(\d+)", plain(each.text))
            ),
        )
    }
    if tuple(told) in orders and len(orders) > 1:
        raise Unclear("whether these names stand in order depends on how numbers in them are sorted")
    return next(iter(orders))


def beside(
    look: Resolver, subject: Sequence[Token], word: str, other: Sequence[Token]
) -> tuple[Condition, ...]:
    """That one thing stands before or after another one."""
    places = [presence.one_place(look, each) for each in (subject, other)]
    first, second = (
        Outcome(each.said, "text", each) for each in (places if word in BEFORE else reversed(places))
    )
    return (Ordered((first, second)),)
