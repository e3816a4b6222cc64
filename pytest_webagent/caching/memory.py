"""A cache in the memory of one process."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any, Final

from pytest_webagent.caching.cache import MISS, Missing
from pytest_webagent.caching.value_size import LONGEST

if TYPE_CHECKING:
    from collections.abc import Callable

    import cachetools

MOST: Final = 32 * 1024 * 1024
"""Most characters of all values together; what was used least recently goes first."""


class MemoryCache:
    """Keeps values as JSON text, so that nobody can change what another one gets. Made for one thread."""

    def __init__(
        self, seconds: float, *, most: int = MOST, timer: Callable[[], float] = time.monotonic
    ) -> None:
        """Keep a value for `seconds` by `timer`, and at most `most` characters of all values."""
        import cachetools

        self._kept: cachetools.TTLCache[str, str] = cachetools.TTLCache(most, seconds, timer, len)
        self._longest = min(LONGEST, most)

    async def get(self, key: str) -> Any | Missing:
        """The value of a key, or `MISS`."""
        text = self._kept.get(key)
        return MISS if text is None else json.loads(text)

    async def set(self, key: str, value: Any) -> None:
        """Keep a value."""
        text = json.dumps(value)
        if len(text) <= self._longest:
            self._kept[key] = text

    async def close(self) -> None:
        """Nothing is open."""
