"""Units of measure, by their names and signs in CLDR: "m²" and "square metres" are one."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from babel import Locale, UnknownLocaleError

if TYPE_CHECKING:
    from collections.abc import Mapping

_BRITISH: Final = ("en", "en-GB")
_A_NAME: Final = 4
"""Least characters of a name rather than a sign."""
_LONGEST: Final = 4
"""Most words of the name of a unit."""


@lru_cache(maxsize=16)
def _units(language: str) -> Mapping[str, str]:
    """The units by how they are written, in a language and in English."""
    found: dict[str, str] = {}
    for tag in dict.fromkeys((*_BRITISH, language)):
        try:
            patterns = Locale.parse(tag, sep="-")._data["unit_patterns"]
        except (ValueError, UnknownLocaleError, TypeError):
            continue
        for unit, lengths in patterns.items():
            for length in ("long", "short", "narrow"):
                for written in dict(lengths.get(length, {})).values():
                    if isinstance(written, str) and written.startswith("{0}"):
                        found.setdefault(_name(written.removeprefix("{0}")), unit)
    found.pop("", None)
    return found


def _name(written: str) -> str:
    """A name as it is looked for: whatever its case, but for signs such as g and G."""
    name = written.strip().strip(".,;:!?)")
    return name if len(name) < _A_NAME else name.casefold()


def unit_after(text: str, language: str = "") -> str:
    """The unit that a text begins with, by its name in CLDR; empty where it begins with none.

    >>> unit_after(" square metres of it"), unit_after("m²")
    ('area-square-meter', 'area-square-meter')
    """
    said = text.split()[:_LONGEST]
    known = _units(language)
    for end in range(len(said), 0, -1):
        unit = known.get(_name(" ".join(said[:end])))
        if unit:
            return unit
    return ""
