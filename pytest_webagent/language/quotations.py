"""What a text quotes."""

from __future__ import annotations

import re
from typing import Final

QUOTED: Final = re.compile(
    r"(?<![^\s(\[,:;=\"'“‘])(?:\"([^\"]*)\"|“([^”]*)”|«\s*([^»]*?)\s*»|„([^“”]*)[“”]|`([^`]*)`"
    r"|‘([^’]*(?:’\w[^’]*)*)’(?!\w)|'((?:[^']|'(?=\w))*)'(?!\w))|「([^」]+)」|『([^』]+)』"
    r"|(%\(\w+\)s)"
)
"""A quotation, with what is quoted in one of its groups: an apostrophe within a word ends none, and 5\" begins none.

The name of a secret, ``%(password)s``, needs no marks."""


def inside(match: re.Match[str]) -> str:
    """What a match of `QUOTED` quotes."""
    return next((part for part in match.groups() if part is not None), "")


def quotations(text: str) -> list[str]:
    """All that a text quotes."""
    return [found for match in QUOTED.finditer(text) if (found := inside(match).strip())]


def masked(text: str) -> str:
    """The text with a sign in the place of each quotation that `quotations` gives: one of nothing, as in "set it to ''", is none."""
    return QUOTED.sub(lambda match: "\ue000" if inside(match).strip() else " ", text)
