"""Waiting until a page has come to rest after an action.

A page is at rest when no navigation and no request of the action is under way and its document did not change
for a moment. What the page does by itself all the time (polls, clocks, animations) is not waited for.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit

from playwright.async_api import Error as PlaywrightError

from pytest_webagent.browser.operation_errors import is_closed
from pytest_webagent.browser.page_watch import PageWatch

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from playwright.async_api import Page

    from pytest_webagent.browser.bell import Bell
    from pytest_webagent.browser.dialogs import Dialogs
    from pytest_webagent.browser.page_watch import Rest
    from pytest_webagent.browser.tabs import Tabs
    from pytest_webagent.browser.traffic import Traffic

_T = TypeVar("_T")

BUSY = 2.0
"""Seconds a page gets to answer before an action; one that takes longer is acted on unwatched."""
_LOOKS = 3
"""How often a document that comes to rest may be replaced by another one until it is no longer looked at before its rest."""
TAB_PATIENCE = 2.0
"""Seconds to wait for a tab the page asked to open."""


@dataclass(slots=True)
class Moment:
    """The state of the session when an action began."""

    page: Page
    url: str
    navigations: int
    opened: int
    opening: int
    calm: bool = False
    """The page was watched since the action before, and that one changed nothing, neither in time nor late."""
    changes: int = 0
    rest: Rest | None = None
    """How the document came to rest that is shown at the end; None if none did."""
    ignored: bool = False
    """The page was seen to get the input of the action, and neither changed nor scrolled upon it."""


class Settler:
    """Knows the habits of a session's pages and waits for them to come to rest."""

    def __init__(self, tabs: Tabs, traffic: Traffic, dialogs: Dialogs, bell: Bell) -> None:
        self._tabs = tabs
        self._traffic = traffic
        self._dialogs = dialogs
        self._bell = bell
        self._watches: dict[Page, PageWatch] = {}

    async def watch(self, page: Page) -> PageWatch:
        """The watch over a page; attached when it is first needed."""
        known = self._watches.get(page)
        if known is None:
            known = self._watches[page] = await PageWatch.attach(page, self._dialogs.on_closed)
        return known

    def went_by_itself(self, page: Page) -> bool:
        """Whether a page was seen to leave for the origin of what it shows, and nobody to open that."""
        watch = self._watches.get(page)
        return watch is not None and urlsplit(watch.opened)[:2] != urlsplit(page.url)[:2]

    def forget(self, page: Page) -> None:
        """A page is gone."""
        self._watches.pop(page, None)
        self._traffic.forget(page)
        self._dialogs.on_closed(page)

    async def ping(self, page: Page) -> None:
        """Return once a page has a turn to answer, or is gone."""
        with suppress(PlaywrightError):
            await (await self.watch(page)).ping()

    async def stop(self, page: Page, why: str) -> None:
        """End a page whose script leaves it no turn."""
        self._tabs.explain(page, why)
        with suppress(PlaywrightError):
            await (await self.watch(page)).crash()

    async def detach(self) -> None:
        """Stop watching every page."""
        for watch in list(self._watches.values()):
            try:
                await watch.detach()
            except PlaywrightError:
                # The page is gone, and the watch with it.
                continue
        self._watches.clear()

    async def begin(self) -> Moment:
        """Note the state of things before an action. A page that is too busy is not watched."""
        page = self._tabs.current
        watch = await self.watch(page)
        arming, calm = asyncio.ensure_future(watch.begin()), False
        if await self._bell.done(arming, lambda: self._interrupted(page), BUSY):
            calm = arming.result()
        else:
            drop(arming)
        self._traffic.begin()
        return Moment(page, page.url, self._tabs.navigations, self._tabs.opened, watch.opening, calm)

    def moment(self) -> Moment:
        """The state of things before an action that is not watched."""
        return Moment(
            self._tabs.current, self._tabs.current.url, self._tabs.navigations, self._tabs.opened, 0
        )

    async def settle(self, moment: Moment, bound: float) -> bool:
        """Wait until the current tab is at rest, a dialog opens or all tabs are gone.

        Returns False if it was not at rest within `bound` seconds.
        """
        loop = asyncio.get_running_loop()
        deadline = loop.time() + bound
        while not self._interrupted(None):
            left = deadline - loop.time()
            if left <= 0:
                self._traffic.give_up()
                return False
            page = self._tabs.current
            waiting = self._requests_or_tabs(moment)
            if waiting is not None:
                await self._bell.wait(min(left, waiting))
                continue
            requests, navigations = self._traffic.count, self._tabs.navigations
            rest = await self._quiet(page, left)
            if rest is None or page is not self._tabs.current or navigations != self._tabs.navigations:
                continue
            if self._requests_or_tabs(moment) is not None and requests != self._traffic.count:
                continue
            moment.rest = rest
            moment.changes += rest.changed
            moment.ignored = rest.ignored
            if not rest.quiet:
                self._traffic.give_up()
            return rest.quiet
        return True

    async def look(self, moment: Moment, bound: float, look: Callable[[], Awaitable[_T]]) -> _T:
        """What `look` gives of the current tab at rest: it is begun before that, and done again if the page then changes."""
        before = None
        for _ in range(_LOOKS):
            page, navigations = self._tabs.current, self._tabs.navigations
            # None where another document has just come.
            if self._interrupted(None) or (before := await self._quiet(page, bound, calm=True)) is not None:
                break
        unseen, under_way = self._traffic.unseen
        if before is None or under_way:
            await self.settle(moment, bound)
            return await look()
        looking = asyncio.ensure_future(look())
        try:
            await self.settle(moment, bound)
            found = await looking
        except BaseException:
            drop(looking)
            raise
        same = page is self._tabs.current and navigations == self._tabs.navigations
        same = same and self._traffic.unseen == (unseen, False)
        if same and moment.rest is not None and before.changed == moment.rest.changed:
            return found
        return await look()

    @property
    def awaited(self) -> str | None:
        """The address of a page that the action asked for and that has not come yet; None if there is none."""
        return self._traffic.awaited

    async def release(self, page: Page) -> None:
        """The action is over: changes and requests from now on count as the page's own."""
        self._traffic.end()
        watch = self._watches.get(page)
        if watch is not None and not self._interrupted(None):
            releasing = asyncio.ensure_future(watch.release())
            if not await self._bell.done(releasing, lambda: self._interrupted(page), 1.0):
                drop(releasing)
            elif isinstance(error := releasing.exception(), Exception) and not isinstance(
                error, PlaywrightError
            ):
                raise error

    def _interrupted(self, page: Page | None) -> bool:
        if self._dialogs.open is not None or not self._tabs.any_open:
            return True
        return page is not None and page is not self._tabs.current

    def _requests_or_tabs(self, moment: Moment) -> float | None:
        """Seconds still worth waiting for requests of the action or for a tab it opens; None for neither."""
        current = self._tabs.current
        waiting = self._traffic.pending(lambda page: page is current)
        watch = self._watches.get(moment.page)
        if watch is not None and watch.opening - moment.opening > self._tabs.opened - moment.opened:
            since = asyncio.get_running_loop().time() - watch.opened_at
            if since < TAB_PATIENCE:
                return max(waiting or 0.0, TAB_PATIENCE - since)
        return waiting

    async def _quiet(self, page: Page, left: float, *, calm: bool = False) -> Rest | None:
        """Wait until a document is quiet. None if it was replaced, or something else happened."""
        try:
            watch = await self.watch(page)
        except PlaywrightError as error:
            # It closed as soon as it was opened, and the event that says so is on its way.
            if not is_closed(error):
                raise
            return None
        navigations = self._tabs.navigations
        quiet = asyncio.ensure_future(watch.calm(left) if calm else watch.quiet(left))
        try:
            done = await self._bell.done(
                quiet, lambda: self._interrupted(page) or self._tabs.navigations != navigations, left + 0.5
            )
        except asyncio.CancelledError:
            quiet.cancel()
            raise
        if not done:
            drop(quiet)
            return None
        try:
            return quiet.result()
        except PlaywrightError:
            if page.is_closed() or page is not self._tabs.current:
                return None
            raise


def drop(task: asyncio.Future[Any]) -> None:
    """Let a task go whose outcome no longer matters."""
    task.cancel()
    task.add_done_callback(_retrieve)


def _retrieve(task: asyncio.Future[Any]) -> None:
    if not task.cancelled():
        task.exception()
