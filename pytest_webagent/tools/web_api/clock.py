"""The time a call has."""

from __future__ import annotations

import asyncio


class Clock:
    """The time that is left for a call."""

    def __init__(self, seconds: float) -> None:
        """Start with `seconds`."""
        self._end = asyncio.get_running_loop().time() + seconds

    @property
    def left(self) -> float:
        """Seconds that are left, 0 at least."""
        return max(0.0, self._end - asyncio.get_running_loop().time())

    def share(self, most: float) -> float:
        """`most` seconds, or those that are left."""
        return min(most, self.left)
