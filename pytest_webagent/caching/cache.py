"""What a cache is, and how work is done through one.

A key holds everything its value depends on; of a page that is a hash of what the page is now. So a value cannot get
stale with its page: another page has another key.
"""

from __future__ import annotations

import asyncio
import enum
import hashlib
import json
from functools import cache as once
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol, TypeAlias, TypeVar
from weakref import WeakKeyDictionary

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

_Value = TypeVar("_Value")

FORMAT: Final = 1
"""Raised when values of one kind come to mean something else; older ones are then not found."""


class Miss(enum.Enum):
    """The type of `MISS`."""

    MISS = "miss"


MISS: Final = Miss.MISS
"""What a cache says of a key it does not have; None is a value."""
Missing: TypeAlias = Literal[Miss.MISS]


class Cache(Protocol):
    """Keeps JSON values by key. Whatever happens to where they are kept: a cache misses, and raises nothing."""

    async def get(self, key: str) -> Any | Missing:
        """The value of a key, or `MISS`."""

    async def set(self, key: str, value: Any) -> None:
        """Keep a value that JSON can carry, if there is room for it."""

    async def close(self) -> None:
        """Free connections. What is kept stays, and the cache may be used again."""


_underway: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[str, asyncio.Future[str | None]]]
_underway = WeakKeyDictionary()


async def cached(
    cache: Cache | None, kind: str, key: tuple[Any, ...], work: Callable[[], Awaitable[_Value]]
) -> tuple[_Value, bool]:
    """What `work` gives, or gave before for an equal key; and whether it was not done for this.

    Equal work that is under way is waited for, and not done twice. An error is no value: each of those who wait then
    tries it. A value is the same whether it was kept or not: what JSON makes of it, and each caller has a copy.

    Args:
        cache: Where values are kept; None keeps nothing.
        kind: What the value is.
        key: Texts, numbers, bytes, None, and tuples of them: everything the value depends on.
        work: Gives the value.

    Raises:
        TypeError: the key holds something else, or JSON cannot carry the value.
    """
    if cache is None:
        return await work(), False
    name = key_of(kind, key)
    underway = _underway.setdefault(asyncio.get_running_loop(), {})
    while (other := underway.get(name)) is not None:
        await asyncio.wait([other])
        if (text := other.result()) is not None:
            return json.loads(text), True
    text, done = None, asyncio.get_running_loop().create_future()
    underway[name] = done
    try:
        kept = await cache.get(name)
        text = _as_json(kind, await work() if kept is MISS else kept)
        if kept is MISS:
            await cache.set(name, json.loads(text))
        return json.loads(text), kept is not MISS
    finally:
        del underway[name]
        done.set_result(text)


def key_of(kind: str, key: tuple[Any, ...]) -> str:
    """A name for a value: a hash of its kind, all of its key, and of the versions of the format and this package.

    Raises:
        TypeError: a part of the key is of a type whose value cannot be told for sure.
    """
    written = json.dumps([FORMAT, _version(), kind, _plain(key)], separators=(",", ":"))
    return hashlib.sha256(written.encode("ascii")).hexdigest()


@once
def _version() -> str:
    return version("pytest-webagent")


def _plain(part: object) -> object:
    if part is None or isinstance(part, (str, int, float)):
        return part
    if isinstance(part, (bytes, bytearray)):
        return {"bytes": hashlib.sha256(part).hexdigest()}
    if isinstance(part, (tuple, list)):
        return [_plain(each) for each in part]
    raise TypeError(
        f"a cache key is made of texts, numbers, bytes, None and tuples of them, not {part!r:.80}"
    )


def _as_json(kind: str, value: object) -> str:
    try:
        return json.dumps(value, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise TypeError(f"what is cached as {kind!r} must be JSON, which it is not: {error}") from None
