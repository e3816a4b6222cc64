"""Looking at a page that may open a dialog, move on, or be stuck at any moment."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeVar

from playwright.async_api import Error as PlaywrightError

from pytest_webagent.browser import reach
from pytest_webagent.browser.operation_errors import is_closed, refusal
from pytest_webagent.browser.records import shortened
from pytest_webagent.browser.settling import drop
from pytest_webagent.errors import BrowserError, EnvironmentFailure
from pytest_webagent.observation import Observation
from pytest_webagent.policy.redaction import address

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from playwright.async_api import Page

    from pytest_webagent.browser.bell import Bell
    from pytest_webagent.browser.dialogs import Dialogs
    from pytest_webagent.browser.records import SessionLog
    from pytest_webagent.browser.settling import Settler
    from pytest_webagent.browser.snapshot import Snapshot, Snapshotter
    from pytest_webagent.browser.tabs import Tabs
    from pytest_webagent.messages import Image
    from pytest_webagent.observation import Tab

T = TypeVar("T")

PICTURE_TIMEOUT = 5.0
"""Seconds a page may take to be drawn for a picture that an action waits for."""
LOOKS = 20
"""How often a page that moves on while it is looked at is looked at again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """What was seen of a page."""

    page: Page
    snapshot: Snapshot
    title: str
    picture: Image | None
    uncovered: frozenset[int] = frozenset()

    def observation(
        self,
        *,
        generation: int,
        url: str,
        tabs: tuple[Tab, ...],
        notes: tuple[str, ...],
        dialog: str | None,
        ignored: bool,
        unreachable: str,
    ) -> Observation:
        """What was seen, with what the session knows besides."""
        return Observation(
            generation=generation,
            url=url,
            title=self.title,
            elements=self.snapshot.elements,
            text=self.snapshot.text,
            viewport=self.snapshot.viewport,
            pixels_above=self.snapshot.pixels_above,
            pixels_below=self.snapshot.pixels_below,
            language=self.snapshot.language,
            status=self.snapshot.status,
            tabs=tabs,
            notes=notes,
            dialog=dialog,
            screenshot=self.picture,
            uncovered=self.uncovered,
            ignored=ignored,
            unreachable=unreachable,
        )


class Looker:
    """Looks at the current tab of a session."""

    def __init__(
        self,
        tabs: Tabs,
        dialogs: Dialogs,
        settler: Settler,
        log: SessionLog,
        bell: Bell,
        patience: float,
        snapshotter: Snapshotter,
    ) -> None:
        self._tabs = tabs
        self._dialogs = dialogs
        self._settler = settler
        self._log = log
        self._bell = bell
        self._patience = patience
        self._snapshotter = snapshotter

    async def look(self, *, tokens: int, screenshot: bool, marks: bool) -> Look | None:
        """See the current tab; None if a dialog is in the way or no tab is left.

        With `screenshot` a picture is taken, with `marks` it is found out which controls nothing covers.

        Raises:
            BrowserError: the page is stuck.
            EnvironmentFailure: the page moves on and on.
        """
        since = self._tabs.moves
        for _ in range(LOOKS):
            if self._dialogs.open is not None or not self._tabs.any_open:
                return None
            page = self._tabs.current
            try:
                seen = await self._undisturbed(
                    self._seen(page, tokens, screenshot=screenshot, marks=marks), since
                )
            except PlaywrightError as error:
                if is_closed(error):
                    # The event that says so is on its way.
                    await self._bell.wait(0.5)
                else:
                    await self._wait_for_document(page, since)
                continue
            if seen is not None and page is self._tabs.current:
                return seen
        raise self._restless()

    async def _seen(self, page: Page, tokens: int, *, screenshot: bool, marks: bool) -> Look:
        # At the same time: the picture is encoded by another process than the one that reads the document.
        (snapshot, uncovered), title, picture = await asyncio.gather(
            self._snapshot(page, tokens, marks=marks),
            page.title(),
            self._picture(page, "jpeg") if screenshot else _nothing(),
        )
        return Look(page=page, snapshot=snapshot, title=title, picture=picture, uncovered=uncovered)

    async def _snapshot(self, page: Page, tokens: int, *, marks: bool) -> tuple[Snapshot, frozenset[int]]:
        snapshot = await self._snapshotter.take(page, tokens=tokens)
        return snapshot, await reach.uncovered(snapshot) if marks else frozenset()

    async def picture(self) -> Image | None:
        """The current tab as it is now, without loss; None, and a line in the log, if no picture can be taken."""
        try:
            async with asyncio.timeout(PICTURE_TIMEOUT):
                return await self._picture(self._tabs.current, "png")
        except TimeoutError:
            self._log.add("browser", f"no screenshot: the page was not drawn within {PICTURE_TIMEOUT:g} s")
            return None

    async def _picture(self, page: Page, kind: Literal["jpeg", "png"]) -> Image | None:
        """A picture of the page, or None and a line in the log: never a picture of something else."""
        try:
            return await (await self._settler.watch(page)).screenshot(kind)
        except PlaywrightError as error:
            self._log.add("browser", f"no screenshot: {refusal(error)}")
            return None

    async def _wait_for_document(self, page: Page, since: int) -> None:
        try:
            await self._undisturbed(
                page.wait_for_load_state("domcontentloaded", timeout=self._patience * 1000), since
            )
        except PlaywrightError as error:
            if not is_closed(error):
                raise BrowserError(
                    f"the page at {shortened(address(page.url), 200)} cannot be looked at: {refusal(error)}"
                ) from error

    async def _undisturbed(self, work: Awaitable[T], since: int) -> T | None:
        """The outcome of `work`, or None if a dialog opens or the tab goes while it is under way."""
        page = self._tabs.current
        task = asyncio.ensure_future(work)

        def disturbed() -> bool:
            gone = self._tabs.current is not page or not self._tabs.any_open
            return gone or self._dialogs.open is not None or self._tabs.moves - since > LOOKS

        try:
            done = await self._bell.done(task, disturbed, self._patience)
        except asyncio.CancelledError:
            drop(task)
            raise
        if done:
            return task.result()
        drop(task)
        if self._tabs.moves - since > LOOKS:
            raise self._restless()
        if disturbed():
            return None
        raise BrowserError(
            f"the page at {shortened(address(page.url), 200)} has not answered for {self._patience:g} s: "
            "its script may be stuck in a loop"
        )

    def _restless(self) -> EnvironmentFailure:
        return EnvironmentFailure(
            f"the page at {shortened(address(self._tabs.current.url), 200)} cannot be looked at: it keeps moving to another "
            "address or renders itself anew all the time. Look for a redirect by script that goes in a circle"
        )


async def _nothing() -> None:
    """No picture."""
