"""Prices as shops print them: without what they were before, and with what limits them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pytest_webagent.values.amounts import amounts
from pytest_webagent.values.quantities import is_money

if TYPE_CHECKING:
    from pytest_webagent.values.amounts import Amount

_FORMER: Final = re.compile(
    r"(?:was|rrp|list price|instead of|before|originally|msrp|save)\W*$", re.IGNORECASE
)
_TO: Final = re.compile(r"\s*[-–—]\s*")


def prices(text: str, language: str = "") -> list[Amount]:
    """The amounts of money in a text, both ends of a range, without those called former ("was $10", "RRP $12")."""
    found = amounts(text, language)
    paid = [
        place
        for place, each in enumerate(found)
        if is_money(each.quantity) and not _FORMER.search(each.said[: each.quantity.start])
    ]
    ends = {
        place
        for at in paid
        for place in (at - 1, at + 1)
        if 0 <= place < len(found) and _TO.fullmatch(_between(found, min(at, place)))
    }
    return [found[place] for place in sorted({*paid, *ends})]


def _between(found: list[Amount], first: int) -> str:
    one, other = found[first], found[first + 1]
    return one.said[one.quantity.end : other.quantity.start] if one.said == other.said else ""
