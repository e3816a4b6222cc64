"""Superlatives: the words for the two ends of an order, and what is compared."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from pytest_webagent.values.plain_text import word_set

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Kind: TypeAlias = Literal["money", "date", "rating", "number", "length", "alphabet"]
"""The kind of value that is compared."""
End: TypeAlias = Literal["least", "most"]

SUPERLATIVES: Final[tuple[tuple[str, Kind, End], ...]] = (
    ("cheapest|least expensive|(?:lowest|best)[- ]priced", "money", "least"),
    ("most expensive|priciest|dearest|costliest|highest[- ]priced", "money", "most"),
    (r"most recently \w+|most recent|latest|newest|youngest", "date", "most"),
    ("least recent|oldest|earliest", "date", "least"),
    ("(?:highest|best|top)[- ]rated|best[- ]reviewed", "rating", "most"),
    ("(?:lowest|worst|least)[- ]rated", "rating", "least"),
    ("longest", "length", "most"),
    ("shortest", "length", "least"),
    ("largest|biggest|greatest", "number", "most"),
    ("smallest|fewest", "number", "least"),
    (
        r"(?:billigste|günstigste|preiswerteste)\w*|moins chère?s?|más barat[oa]s?|più economic[oa]|meno car[oa]|goedkoopste",
        "money",
        "least",
    ),
    (r"teuerste\w*|plus chère?s?|más car[oa]s?|più car[oa]|duurste", "money", "most"),
    (r"(?:neueste|jüngste)\w*|plus récente?s?|más reciente|più recente|nieuwste", "date", "most"),
    (r"älteste\w*|plus ancien(?:ne)?s?|más antigu[oa]|più vecchi[oa]|oudste", "date", "least"),
    (
        r"(?:größte|höchste|meiste)\w*|plus grande?s?|plus élevée?s?|mayor|más alt[oa]|più (?:grande|alt[oa])|hoogste|grootste|meeste",
        "number",
        "most",
    ),
    (
        r"(?:kleinste|niedrigste|wenigste)\w*|plus petite?s?|plus basse?s?|menor|más baj[oa]|più (?:piccol[oa]|bass[oa])|laagste|minste",
        "number",
        "least",
    ),
    ("alphabetically first", "alphabet", "least"),
    ("alphabetically last", "alphabet", "most"),
)
"""Regular expressions for those that say by themselves what is compared."""
COMPARATIVES: Final[tuple[tuple[str, Kind, End], ...]] = (
    ("cheaper|less expensive", "money", "least"),
    ("dearer|pricier|costlier|more expensive", "money", "most"),
    ("newer|later|more recent", "date", "most"),
    ("older|earlier|sooner", "date", "least"),
    ("larger|bigger|greater|higher|longer|heavier|taller|faster|more", "number", "most"),
    ("smaller|fewer|lower|shorter|lighter|less", "number", "least"),
)
"""Those that compare two."""
COMPARED_UNITS: Final[Mapping[str, tuple[str, ...]]] = {
    **dict.fromkeys(("longer", "shorter"), ("duration", "length")),
    **dict.fromkeys(("heavier", "lighter"), ("mass",)),
    **dict.fromkeys(("larger", "bigger", "smaller"), ("area", "volume", "digital", "length")),
    **dict.fromkeys(("taller",), ("length",)),
    **dict.fromkeys(("faster", "slower"), ("speed",)),
}
"""What some of them compare, by the units that it has."""
OF_A_COLUMN: Final[Mapping[str, End]] = {
    **dict.fromkeys(word_set("highest largest most biggest best greatest latest newest longest"), "most"),
    **dict.fromkeys(word_set("lowest smallest fewest least worst earliest oldest shortest"), "least"),
}
"""Those that need the name of what is compared: "with the lowest fee"."""


def comparative(words: Sequence[str]) -> tuple[int, int, Kind, End] | None:
    """Where the first comparative begins and ends, and what it compares; None where there is none.

    >>> comparative(["much", "more", "expensive", "is", "it"])
    (1, 3, 'money', 'most')
    """
    for at in range(len(words)):
        for size in (2, 1):
            for pattern, kind, end in COMPARATIVES if at + size <= len(words) else ():
                if re.fullmatch(pattern, " ".join(words[at : at + size])):
                    return at, at + size, kind, end
    return None


def superlatives(end: End, kind: Kind | None = None) -> str:
    """A regular expression for the superlatives of one end: of a kind, or of any, with "highest" and "lowest"."""
    words = [pattern for pattern, own, own_end in SUPERLATIVES if own_end == end and kind in (None, own)]
    if kind is None:
        words.append("highest" if end == "most" else "lowest")
    return "|".join(words)
