"""Numbers that are no plain values: bounds, rates and savings; and numbers of different things."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pytest_webagent.values.amounts import UnreadableError, amount, amounts, refuse_different_units
from pytest_webagent.values.plain_text import quoted

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pytest_webagent.values.amounts import Amount

_BEFORE: Final = (
    r"(?:\b(?:from|up to|starting(?: at)?|over|under|about|approx\w*|around|(?:at )?least|(?:at )?most|max\w*|min\w*|than|not|was|save|"
    r"between)\b|[~<>≈±≤≥])"
)
_BEHIND: Final = r"\s?(?:\+|(?:or (?:less|more|fewer)|(?:and|&) (?:up|above|below)|off)\b)"
_BOUND: Final = re.compile(rf"{_BEFORE}|\d{_BEHIND}", re.IGNORECASE)
_BOUND_BEFORE: Final = re.compile(rf"{_BEFORE}\W*$", re.IGNORECASE)
_BOUND_BEHIND: Final = re.compile(_BEHIND, re.IGNORECASE)
_WORD: Final = re.compile(r"[^\W\d_]+")


def is_bound(text: str, language: str = "") -> bool:
    """Whether a text gives a bound, a rate or a saving rather than a value: "from $5", "up to 3", "$5 / month"."""
    return _BOUND.search(text) is not None or any(each.per for each in amounts(text, language))


def summands(texts: Iterable[str], language: str) -> list[Amount]:
    """The one plain number in each text, all of one unit and of one thing, to be added or subtracted.

    Raises:
        UnreadableError: they are not.
    """
    found = [amount(each, language, quoted(each)) for each in texts]
    refuse_different_units(found)
    refuse_bounds(found)
    refuse_different_things(found)
    return found


def refuse_bounds(found: Iterable[Amount]) -> None:
    """Numbers that are bounds cannot be ranked or added.

    Raises:
        UnreadableError: one is.
    """
    for each in found:
        before, behind = each.said[: each.quantity.start], each.said[each.quantity.end :]
        if _BOUND_BEFORE.search(before) or _BOUND_BEHIND.match(behind):
            raise UnreadableError(
                f"{quoted(each.said)} is no plain value: it can neither be added nor compared"
            )


def refuse_different_things(found: Iterable[Amount]) -> None:
    """Numbers of different things, as the words beside them say, cannot be ranked or added: 10 boxes and 5 pallets.

    Raises:
        UnreadableError: they are.
    """
    first: Amount | None = None
    for each in found:
        if first is not None and _things(each) != _things(first):
            raise UnreadableError(
                f"{quoted(first.said)} and {quoted(each.said)} are of different things: "
                "they can neither be added nor compared"
            )
        first = first or each


def _things(found: Amount) -> frozenset[str]:
    """The words beside a number, in the singular."""
    words = (word.casefold() for word in _WORD.findall(found.said.replace(found.quantity.text, " ", 1)))
    return frozenset(word.removesuffix("s").removesuffix("e") if len(word) > 3 else word for word in words)
