"""A page that is read beside the tabs: in the session's context, out of the session's sight."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Final, NamedTuple

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import TimeoutError as PlaywrightTimeout

from pytest_webagent.browser.arrival import not_opened, was_aborted
from pytest_webagent.browser.guard import Guard
from pytest_webagent.browser.records import shortened
from pytest_webagent.errors import ToolError
from pytest_webagent.policy.redaction import address

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable

    from playwright.async_api import Page

    from pytest_webagent.browser.beside import Beside
    from pytest_webagent.browser.guard import Check
    from pytest_webagent.browser.way_out import WayOut

_LOADED: Final = "document.readyState === 'complete'"
_QUIET: Final = 2.0
"""Seconds in which a loaded page may fetch what it shows."""
_CLOSING: Final = 5.0
"""Seconds a page may take to close."""


class Arrival(NamedTuple):
    """What came of opening a URL beside the tabs."""

    url: str
    """Where it led."""
    status: int
    """The HTTP status of the first document."""
    notes: tuple[str, ...] = ()
    """What is missing of the page."""


class Aside:
    """A page beside the tabs. Each request it makes is checked; it can open neither tabs nor dialogs nor files."""

    def __init__(self, page: Page, guard: Guard, seconds: float, end: float, egress: WayOut | None) -> None:
        self.page = page
        self._egress = egress
        self._guard = guard
        self._seconds = seconds
        self._end = end

    async def open(self, url: str) -> Arrival:
        """Open a URL, and wait until the page shows what it loads or the time is over.

        Raises:
            ToolError: it could not be reached, may not be reached, or is no page.
        """
        guard = self._guard
        guard.begin()
        try:
            response = await self.page.goto(url, wait_until="commit", timeout=_milliseconds(self._end))
        except PlaywrightError as error:
            raise self._failure(url, error) from None
        try:
            # Playwright misses the event where a page wanted to move on while it was loading.
            await self.page.wait_for_function(_LOADED, timeout=_milliseconds(self._end))
        except PlaywrightTimeout:
            guard.notes.append(f"it was still loading after {self._seconds:g} s and was read as it was then")
            await self._in_time(guard.stop_loading())
        except PlaywrightError:
            raise ToolError(
                f"{shortened(address(url), 200)} closed or crashed while it was loading"
            ) from None
        await guard.rest(min(_QUIET, _milliseconds(self._end) / 1000))
        notes = [*guard.notes]
        if guard.refused is not None:
            notes.append(f"it wanted to move on, and was not let: {guard.refused}")
        return Arrival(self.page.url, response.status if response else 0, tuple(notes))

    async def close(self) -> None:
        """Close the page; its scripts do not get to see it."""
        self._guard.stop()
        await self._in_time(self._guard.silence())
        await self._in_time(self.page.close())

    async def _in_time(self, work: Awaitable[None]) -> None:
        with suppress(PlaywrightError, TimeoutError):
            await asyncio.wait_for(work, _CLOSING)

    def _failure(self, url: str, error: PlaywrightError) -> ToolError:
        if self._guard.refused is not None:
            return self._guard.refused
        wanted = shortened(address(url), 200)
        if isinstance(error, PlaywrightTimeout):
            return ToolError(f"could not open {wanted}: it did not answer within {self._seconds:g} s")
        if was_aborted(error):
            return ToolError(f"{wanted} gave no page")
        sentence = not_opened(url, error.message, self._egress)
        return ToolError(sentence or f"could not open {wanted}: the page closed or crashed")


def _milliseconds(end: float) -> float:
    """The time until `end`; never 0, which would mean for ever."""
    return max(1.0, (end - asyncio.get_running_loop().time()) * 1000)


@asynccontextmanager
async def aside(beside: Beside, check: Check, seconds: float) -> AsyncIterator[Aside]:
    """A page beside the tabs, closed at the end.

    Raises:
        ToolError: the browser gives no page.
    """
    try:
        opened = await _guarded(beside, check, seconds)
    except PlaywrightError as error:
        raise ToolError(f"the browser gives no page to read with: {shortened(error.message, 200)}") from None
    try:
        yield opened
    finally:
        await opened.close()


async def _guarded(beside: Beside, check: Check, seconds: float) -> Aside:
    # A browser that is slow to give a page takes no longer than one whose page is slow.
    end = asyncio.get_running_loop().time() + seconds
    page = await beside.open()

    async def checked(url: str) -> None:
        await check(url)
        if beside.egress is not None:
            beside.egress.lend(url)

    try:
        guard = Guard(page, await page.context.new_cdp_session(page), checked, seconds / 2)
        await guard.start()
    except BaseException:
        with suppress(PlaywrightError):
            await page.close()
        raise
    return Aside(page, guard, seconds, end, beside.egress)
