"""A bell that rings when something happened in the browser that a wait should not sleep through."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


class Bell:
    """Wakes whoever waits; whoever wakes looks for himself at what happened."""

    def __init__(self) -> None:
        self._waiting: set[asyncio.Future[None]] = set()

    def ring(self) -> None:
        """Wake all who wait."""
        for future in self._waiting:
            if not future.done():
                future.set_result(None)

    async def wait(self, seconds: float) -> None:
        """Until the next ring, at most `seconds`."""
        await self.done(None, lambda: True, seconds)

    async def done(
        self, work: asyncio.Future[Any] | None, interrupted: Callable[[], bool], seconds: float
    ) -> bool:
        """Wait for `work` until it is done, a ring finds `interrupted()` true, or so many `seconds` passed.

        Returns whether the work is done. It is neither cancelled nor are its errors raised.
        """
        loop = asyncio.get_running_loop()
        deadline = loop.time() + seconds
        while (left := deadline - loop.time()) > 0:
            rung: asyncio.Future[None] = loop.create_future()
            self._waiting.add(rung)
            try:
                both = {rung} if work is None else {rung, work}
                await asyncio.wait(both, timeout=left, return_when=asyncio.FIRST_COMPLETED)
            finally:
                self._waiting.discard(rung)
                rung.cancel()
            if (work is not None and work.done()) or interrupted():
                break
        return work is not None and work.done()
