"""Ratings: "4.5 out of 5", "4 stars", "★★★★☆", "Rated 4"."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Final

from pytest_webagent.values.amounts import Amount, amounts
from pytest_webagent.values.quantities import Quantity

_NUMBER: Final = r"(?<![\d.,])(?P<number>\d{1,3}(?:[.,]\d+)?)"
_FORMS: Final = (
    re.compile(rf"{_NUMBER}\s*(?:out of|of|/|von|sur|de|su|van)\s*(?P<scale>5|10|100)\b", re.IGNORECASE),
    re.compile(
        rf"{_NUMBER}\s*[- ]?(?:(?:stars?|sternen?|étoiles?|estrellas?|stell[ae]|sterren)\b|★)", re.IGNORECASE
    ),
    re.compile(rf"(?:rated|rating|score)\W{{0,3}}{_NUMBER}", re.IGNORECASE),
)
_STARS: Final = re.compile(r"[★⭐]+")


def ratings(text: str, language: str = "") -> list[Amount]:
    """The ratings in a text, in the first of the forms that it has; their measure is the scale, where it is named."""
    for form in _FORMS:
        found = [
            Amount(rated.quantity._replace(start=start, end=start + len(match["number"])), scale, match[0])
            for match in form.finditer(text)
            for start in [match.start("number") - match.start()]
            for scale in [f"of {match['scale']}" if match.groupdict().get("scale") else ""]
            for rated in amounts(match["number"], language)
        ]
        if found:
            return found
    return [
        Amount(Quantity(Decimal(len(stars[0])), "", stars[0], 0, len(stars[0])), "", stars[0])
        for stars in _STARS.finditer(text)
    ]
