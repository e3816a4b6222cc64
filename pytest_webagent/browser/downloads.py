"""What a session downloads. None of it may fill the disk: a page decides whether a download ever ends."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final
from weakref import WeakKeyDictionary

from playwright.async_api import Error

from pytest_webagent.browser.records import shortened
from pytest_webagent.policy.security import ResourceLimits

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.async_api import BrowserContext, Download

MOST_DOWNLOADS: Final = 100
"""Most downloads of a session."""
_PAUSE: Final = 0.05
"""Seconds between two looks at how large a file has become."""
_most: WeakKeyDictionary[BrowserContext, int] = WeakKeyDictionary()


def bound(context: BrowserContext, megabytes: int) -> None:
    """Let no download of a context become larger."""
    _most[context] = megabytes


class Downloads:
    """The downloads of a session, each stopped when it becomes larger than the policy lets a file be."""

    def __init__(self, context: BrowserContext, tell: Callable[[str], None]) -> None:
        self._context = context
        self._tell = tell
        self.kept: list[Download] = []
        """Oldest first."""
        self._watching: set[asyncio.Task[None]] = set()

    def add(self, download: Download) -> None:
        """One began."""
        crowded = len(self.kept) >= MOST_DOWNLOADS
        if not crowded:
            self.kept.append(download)
        task = asyncio.ensure_future(
            self._stop(download, f"it is one of more than {MOST_DOWNLOADS}")
            if crowded
            else self._watch(download)
        )
        self._watching.add(task)
        task.add_done_callback(self._watching.discard)

    def leave(self) -> None:
        """Watch none of them any more."""
        for task in self._watching:
            task.cancel()

    async def _watch(self, download: Download) -> None:
        most = _most.get(self._context, ResourceLimits().file_mb)
        ended = asyncio.ensure_future(_ended(download))
        try:
            while _size(download) <= most * 1_000_000:
                if ended.done():
                    return
                await asyncio.wait([ended], timeout=_PAUSE)
            why = f"it has more than {most} MB, the most that the policy of this test lets a file have (file_mb)"
            await self._stop(download, why)
        finally:
            ended.cancel()

    async def _stop(self, download: Download, why: str) -> None:
        self._tell(f'the download "{shortened(download.suggested_filename, 100)}" was stopped: {why}')
        with suppress(Error):
            await download.cancel()
            # One that had just ended is not stopped by that.
            await download.delete()


async def _ended(download: Download) -> None:
    with suppress(Error):
        await download.failure()


def _size(download: Download) -> int:
    """How many bytes it has so far; 0 where it is written on another machine."""
    # Playwright tells where it is only when it has ended. Until then Chromium writes beside that place.
    place: str = download._impl_obj._artifact._initializer["absolutePath"]
    for path in (Path(f"{place}.crdownload"), Path(place)):
        with suppress(OSError):
            return path.stat().st_size
    return 0
