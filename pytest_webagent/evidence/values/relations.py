"""How words before an amount relate another one to it: "at most $20", "more than 3", "between 5 and 10"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_webagent.evidence.derivation import Relation

_WORDS: Final[Mapping[Relation, str]] = {
    "<=": "at most|up to|no more than|not more than|not over|not above|not exceed(?:ing)?|maximum of|höchstens|maximal|bis zu|au plus",
    ">=": "at least|no less than|not less than|no fewer than|not under|not below|minimum of|mindestens|au moins|al menos",
    "<": "below|under|(?:less|fewer|cheaper|lower|smaller|earlier) than|before|unter|weniger als|moins de|menos de",
    ">": "above|over|(?:more|greater|higher|larger|bigger|later) than|after|exceeds?|exceeding|über|mehr als|plus de|más de",
}
_PATTERNS: Final = tuple(
    (re.compile(rf"\b(?:{words})(?: the| a)?\s*[^\w\s]?\s*$", re.IGNORECASE), relation)
    for relation, words in _WORDS.items()
)
_BETWEEN_FIRST = re.compile(r"\b(?:between|from|zwischen|entre)\s*[^\w\s]?\s*$", re.IGNORECASE)
_BETWEEN_SECOND = re.compile(
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
    return next((relation for pattern, relation in _PATTERNS if pattern.search(text)), None)
