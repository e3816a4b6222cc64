"""The single values in a nested answer, and the names they have: ``[0].price``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Path: TypeAlias = "tuple[str | int, ...]"

_TOKEN = re.compile(r"[^.\[\]'\"\s](?:[^.\[\]'\"]*[^.\[\]'\"\s])?")
_ROOTS = frozenset(("answer", "$", "root"))


class Leaf(NamedTuple):
    """A value that holds no others: a text, number, truth, null, or an empty list or object."""

    path: Path
    value: Any

    @property
    def name(self) -> str:
        """How it is called in messages."""
        return written(self.path) or "the answer"


def leaves(value: object, path: Path = ()) -> Iterator[Leaf]:
    """The single values of what JSON can hold, in order."""
    if isinstance(value, dict) and value:
        for key, part in value.items():
            yield from leaves(part, (*path, key))
    elif isinstance(value, (list, tuple)) and value:
        for index, part in enumerate(value):
            yield from leaves(part, (*path, index))
    else:
        yield Leaf(path, value)


def written(path: Sequence[str | int]) -> str:
    """A path as people write it.

    >>> written((0, "price", "amount"))
    '[0].price.amount'
    """
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)
    return text.removeprefix(".")


def path_of(text: str) -> Path:
    """The path that a text names, in any of the ways models write one.

    >>> path_of("answer[0].price") == path_of("$.0.price") == (0, "price")
    True
    """
    parts = _TOKEN.findall(text)
    if parts and parts[0] in _ROOTS:
        parts = parts[1:]
    return tuple(int(part) if part.isdecimal() else part for part in parts)


def at(value: Any, path: Path) -> Any:
    """What stands at a path.

    Raises:
        LookupError: nothing does.
    """
    for part in path:
        inside = isinstance(value, dict) or (isinstance(value, list) and isinstance(part, int))
        if not inside:
            raise LookupError(written(path))
        value = value[part]
    return value


def replaced(value: Any, path: Path, new: Any) -> Any:
    """A value with something else at a path."""
    if not path:
        return new
    first, *rest = path
    if isinstance(value, list):
        return [
            replaced(part, tuple(rest), new) if index == first else part for index, part in enumerate(value)
        ]
    return {key: replaced(part, tuple(rest), new) if key == first else part for key, part in value.items()}
