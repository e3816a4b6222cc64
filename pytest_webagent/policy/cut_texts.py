"""Secrets in texts that somebody has cut off, as pytest cuts what it tells: a part of one may be left beside the dots."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from pytest_webagent.policy.spellings import SHORTEST_SECRET, veil

if TYPE_CHECKING:
    from collections.abc import Callable

_DOTS: Final = re.compile(r"\.\.\.|…")


@lru_cache(maxsize=8)
def whole_and_cut(values: tuple[tuple[str, str], ...]) -> Callable[[str], str]:
    """The function that puts names in the place of values, and of what is left of one that was cut off."""
    whole = veil(values)
    longest = sorted(values, key=lambda each: -len(each[0]))

    def left(before: str, after: str) -> tuple[str, str]:
        for value, name in longest:
            parts = range(len(value) - 1, SHORTEST_SECRET - 1, -1)
            if part := next((value[:size] for size in parts if before.endswith(value[:size])), ""):
                before = f"{before.removesuffix(part)}%({name})s"
            if part := next((value[-size:] for size in parts if after.startswith(value[-size:])), ""):
                after = f"%({name})s{after.removeprefix(part)}"
        return before, after

    def veiled(text: str) -> str:
        told, rest = "", whole(text)
        while dots := _DOTS.search(rest):
            before, rest = left(rest[: dots.start()], rest[dots.end() :])
            told += before + dots[0]
        return told + rest

    return veiled
