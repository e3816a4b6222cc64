"""How words before an amount relate another one to it: "at most $20", "more than 3", "between 5 and 10"."""

from __future__ import annotations

import operator
import re
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

Relation: TypeAlias = Literal["=", "!=", "<", "<=", ">", ">="]

_MORE: Final = "more|greater|higher|larger|bigger|later"
_LESS: Final = "less|fewer|lower|smaller|cheaper|earlier"
_WORDS: Final[Mapping[Relation, str]] = {
    "<=": f"at most|up to|(?:no|not) (?:{_MORE}) than|not (?:over|above|after|exceed(?:ing)?)|maximum of|höchstens|maximal|bis zu|au plus",
    ">=": f"at least|(?:no|not) (?:{_LESS}) than|not (?:under|below|before)|minimum of|mindestens|au moins|al menos",
    "<": f"below|under|(?:{_LESS}) than|before|unter|weniger als|moins de|menos de",
    ">": f"above|over|(?:{_MORE}) than|after|exceeds?|exceeding|über|mehr als|plus de|más de",
    "!=": "not equal to|different from|other than",
    "=": "equal to|exactly|precisely|the same as|just|only",
}
HOLDS: Final[Mapping[Relation, Callable[[Any, Any], bool]]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
"""Those that put two figures in an order."""
_ENDING: Final = tuple(
    (re.compile(rf"\b(?:{words})(?: the| a)?\s*[^\w\s]?\s*$", re.IGNORECASE), relation)
    for relation, words in _WORDS.items()
    if relation not in {"=", "!="}
)
_BEGINNING: Final = tuple(
    (re.compile(rf"(?:{words})\s+(?=\S)".replace(" ", r"\s+"), re.IGNORECASE), relation)
    for relation, words in _WORDS.items()
)
_BETWEEN_FIRST: Final = re.compile(r"\b(?:between|from|zwischen|entre)\s*[^\w\s]?\s*$", re.IGNORECASE)
_BETWEEN_SECOND: Final = re.compile(
    r"\b(?:between|zwischen|entre)\s[^.;]{1,30}\s(?:and|und|et|y)\s*[^\w\s]?\s*$", re.IGNORECASE
)


def relation_before(text: str) -> Relation | None:
    """The relation that the words at the end of a text put another amount in to the one that follows them.

    >>> relation_before("a total below $")
    '<'
    >>> relation_before("the cart shows") is None
    True
    """
    if _BETWEEN_SECOND.search(text):
        return "<="
    if _BETWEEN_FIRST.search(text):
        return ">="
    return next((relation for pattern, relation in _ENDING if pattern.search(text)), None)


def relation_first(words: str) -> tuple[Relation, str] | None:
    """The relation that words begin with, and what follows.

    >>> relation_first("at most $20")
    ('<=', '$20')
    """
    return next(
        (
            (relation, words[found.end() :].strip())
            for pattern, relation in _BEGINNING
            if (found := pattern.match(words))
        ),
        None,
    )
