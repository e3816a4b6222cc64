"""How deep data may be nested that is gone through by recursion: how deep Python itself gets depends on its version."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

DEEPEST: Final = 100
"""Levels of data within data."""


def nested_deeper(value: Any, most: int = DEEPEST) -> bool:
    """Whether there are more levels of lists, objects and records within each other than that."""
    level = [value]
    for _ in range(most + 1):
        # What is held in several places, or holds itself, is looked at once.
        level = [*{id(each): each for one in level for each in _held(one)}.values()]
    return bool(level)


def _held(value: Any) -> Iterable[Any]:
    if isinstance(value, Mapping):
        return [*value, *value.values()]
    if isinstance(value, (list, tuple, set, frozenset)):
        return value
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return [getattr(value, each.name) for each in dataclasses.fields(value)]
    return ()
