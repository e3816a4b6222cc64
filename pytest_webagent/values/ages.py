"""How long ago something was: "2 days ago", "yesterday"."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Final

from pytest_webagent.values.amounts import Amount
from pytest_webagent.values.quantities import Quantity

_SECONDS: Final = {
    "second": 1,
    "minute": 60,
    "hour": 3600,
    "day": 86_400,
    "week": 604_800,
    "month": 2_592_000,
    "year": 31_536_000,
}
_AGO: Final = re.compile(
    rf"\b(?:(?P<count>\d+|an?)\s+(?P<unit>{'|'.join(_SECONDS)})s?\s+ago|just now|today|(?P<before>yesterday))\b",
    re.IGNORECASE,
)


def ages(text: str) -> list[Amount]:
    """The times before now in a text, in seconds below zero, so that the latest is the greatest."""
    return [
        Amount(Quantity(Decimal(-_seconds(match)), "", match[0], 0, len(match[0])), "ago", match[0])
        for match in _AGO.finditer(text)
    ]


def _seconds(match: re.Match[str]) -> int:
    if match["before"]:
        return _SECONDS["day"]
    if not match["unit"]:
        return 0
    count = int(match["count"]) if match["count"].isdigit() else 1
    return count * _SECONDS[match["unit"].lower()]
