"""Secrets in texts that somebody has cut off, as pytest cuts what it tells: a part of one may be left beside the dots."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from pytest_webagent.policy.spellings import SHORTEST_SECRET, veil

if TYPE_CHECKING:
    from collections.abc import Callable

_DOTS: Final = re.compile(r"(\.\.\.|…)")


@lru_cache(maxsize=8)
def whole_and_cut(values: tuple[tuple[str, str], ...]) -> Callable[[str], str]:
    """The function that puts names in the place of values, and of what is left of one that was cut off."""
    whole = veil(values)
    longest = sorted(values, key=lambda each: -len(each[0]))

    def left(before: str, after: str) -> tuple[str, str]:
        for value, name in longest:
            parts = range(len(value) - 1, SHORTEST_SECRET - 1, -1)
            # Few texts end or begin as a part may: only then it is looked for.
            if len(end := before[-SHORTEST_SECRET:]) == SHORTEST_SECRET and end in value:
                part = next((value[:size] for size in parts if before.endswith(value[:size])), "")
                before = f"{before.removesuffix(part)}%({name})s" if part else before
            if len(end := after[:SHORTEST_SECRET]) == SHORTEST_SECRET and end in value:
                part = next((value[-size:] for size in parts if after.startswith(value[-size:])), "")
                after = f"%({name})s{after.removeprefix(part)}" if part else after
        return before, after

    def veiled(text: str) -> str:
        pieces = _DOTS.split(whole(text))
        for at in range(1, len(pieces), 2):
            pieces[at - 1], pieces[at + 1] = left(pieces[at - 1], pieces[at + 1])
        return "".join(pieces)

    return veiled
