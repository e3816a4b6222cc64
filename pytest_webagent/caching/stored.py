"""A cache outside of the process: on disk, or in Redis.

Both libraries block, so they work in a thread. This also makes them independent of event loops: a session of pytest
has many, and a connection that lives on one of them dies with it.
"""

from __future__ import annotations

import asyncio
import json
import threading
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar

from pytest_webagent.caching.cache import MISS, Missing
from pytest_webagent.caching.value_size import LONGEST
from pytest_webagent.session_warnings import warn

if TYPE_CHECKING:
    from collections.abc import Callable

_T = TypeVar("_T")

PATIENCE: Final = 3.0
"""Seconds a store may take to answer. After that it is not asked again."""
_ENTRY: Final = {"key", "value"}


class Store(Protocol):
    """Keeps ASCII texts by key. It may be used from several threads at once."""

    def get(self, key: str) -> str | bytes | None:
        """What is kept, or None.

        Raises:
            OSError: it does not work.
        """

    def set(self, key: str, text: str) -> None:
        """Keep a text.

        Raises:
            OSError: it does not work.
        """

    def close(self) -> None:
        """Free connections."""


class StoredCache:
    """Keeps values as JSON in a store. If that fails once, a warning says so, and from then on nothing is kept."""

    def __init__(self, name: str, open_store: Callable[[], Store], *, patience: float = PATIENCE) -> None:
        """`name` is what a warning calls it; the store is opened when it is first needed."""
        self._name = name
        self._open = open_store
        self._patience = patience
        self._store: Store | None = None
        self._opening = threading.Lock()
        self._off = False

    async def get(self, key: str) -> Any | Missing:
        """The value of a key, or `MISS`; what is damaged, too long or kept for another key is not there."""
        text = await self._ask(lambda store: store.get(key))
        if text is None or len(text) > LONGEST:
            return MISS
        try:
            kept = json.loads(text)
        except (ValueError, RecursionError):
            return MISS
        return (
            kept["value"] if isinstance(kept, dict) and kept.keys() == _ENTRY and kept["key"] == key else MISS
        )

    async def set(self, key: str, value: Any) -> None:
        """Keep a value."""
        text = json.dumps({"key": key, "value": value})
        if len(text) <= LONGEST:
            await self._ask(lambda store: store.set(key, text))

    async def close(self) -> None:
        """Free connections; they are made anew if the cache is used once more."""
        store, self._store = self._store, None
        if store is not None:
            await asyncio.to_thread(store.close)

    async def _ask(self, operation: Callable[[Store], _T]) -> _T | None:
        if self._off:
            return None
        try:
            async with asyncio.timeout(self._patience):
                return await asyncio.to_thread(lambda: operation(self._opened()))
        except OSError as error:
            self._give_up(error)
            return None

    def _opened(self) -> Store:
        with self._opening:
            if self._store is None:
                self._store = self._open()
            return self._store

    def _give_up(self, error: OSError) -> None:
        if self._off:
            return
        self._off = True
        why = str(error) or f"no answer within {self._patience:g} s"
        warn(f"webagent: the cache {self._name} does not work, so nothing is cached from here on: {why}")
