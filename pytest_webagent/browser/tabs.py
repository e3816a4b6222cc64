"""The tabs of a session, in the order they were opened, and which of them is the current one."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from playwright.async_api import Error as PlaywrightError

from pytest_webagent.browser.records import shortened
from pytest_webagent.errors import BrowserError, ToolError
from pytest_webagent.observation import Tab
from pytest_webagent.policy.redaction import address

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.async_api import BrowserContext, Page

    from pytest_webagent.browser.bell import Bell
    from pytest_webagent.browser.records import SessionLog

_TITLE_TIMEOUT = 1.0
"""Seconds to wait for the title of a tab that may be stuck."""


class Tabs:
    """The open tabs. Numbers count from 1 in the order of opening, over the tabs open at the moment."""

    def __init__(
        self,
        context: BrowserContext,
        page: Page,
        log: SessionLog,
        bell: Bell,
        on_added: Callable[[Page], None],
        on_gone: Callable[[Page], None],
    ) -> None:
        self._log = log
        self._bell = bell
        self._on_added = on_added
        self._on_gone = on_gone
        self._pages: list[Page] = []
        self._newcomers: list[Page] = []
        self._ends: dict[Page, str] = {}
        self._titles: dict[Page, str] = {}
        self._current = page
        self.acting = False
        """Whether an action is under way: a tab that opens then is its consequence."""
        self.opened = 0
        """How many tabs were opened so far."""
        self.navigations = 0
        """How often the current tab showed another document or address."""
        self.moves = 0
        """How often another document."""
        self._address = ""
        self.notes: list[str] = []
        for known in context.pages:
            self._add(known)
        if page not in self._pages:
            self._add(page)

    @property
    def current(self) -> Page:
        """The tab the agent acts on; the last one that was, if none is open."""
        return self._current

    @property
    def any_open(self) -> bool:
        """Whether there is a tab to act on."""
        return self._current in self._pages

    def on_page(self, page: Page) -> None:
        """Playwright's ``page`` event: a tab opened."""
        if page in self._pages:
            return
        self._add(page)
        self.opened += 1
        if self.acting:
            self._switch_to_new(page)
        else:
            self._newcomers.append(page)
        self._bell.ring()

    async def welcome(self) -> None:
        """Switch to a tab that a page opened while nobody acted; one the test opened itself stays behind."""
        while self._newcomers:
            page = self._newcomers.pop(0)
            if not page.is_closed() and await page.opener() is not None:
                self._switch_to_new(page)

    def ensure_open(self) -> None:
        """Make sure that there is a tab to act on.

        Raises:
            BrowserError: the last one is gone.
        """
        if not self.any_open:
            how = self._ends.get(self._current, "was closed")
            raise BrowserError(
                f"the last open tab {how}, and there is nothing left to look at. "
                "If that is meant to happen, let the goal end before it; if not, look at what the page did"
            )

    def position(self) -> str:
        """Such as ``2 of 3``."""
        return f"{self._pages.index(self._current) + 1} of {len(self._pages)}"

    async def listed(self) -> tuple[Tab, ...]:
        """The open tabs."""
        await asyncio.gather(*(self._ask_title(page) for page in self._pages))
        return self.known()

    def known(self) -> tuple[Tab, ...]:
        """The open tabs with the titles last seen; asks nothing of the pages."""
        return tuple(
            Tab(number, self._titles.get(page, ""), page.url, page is self._current)
            for number, page in enumerate(self._pages, 1)
        )

    def learn_title(self, page: Page, title: str) -> None:
        """Remember a title."""
        self._titles[page] = shortened(title, 100)

    def switch(self, number: int) -> Page:
        """Make another tab the current one.

        Raises:
            ToolError: there is no tab of that number.
        """
        if not 1 <= number <= len(self._pages):
            there_are = "the only tab is 1" if len(self._pages) == 1 else f"tabs are 1 to {len(self._pages)}"
            raise ToolError(f"there is no tab {number}: {there_are}")
        self._current = self._pages[number - 1]
        return self._current

    def make_current(self, page: Page) -> None:
        """Make a tab the current one, without a word about it."""
        if page not in self._pages:
            self._add(page)
        self._newcomers = [newcomer for newcomer in self._newcomers if newcomer is not page]
        self._current = page

    def remove_listeners(self) -> list[Page]:
        """Stop listening to the tabs that are open, and say which they are."""
        for page in self._pages:
            page.remove_listener("close", self.on_close)
            page.remove_listener("crash", self.on_crash)
            page.remove_listener("framenavigated", self.on_navigated)
        return self._pages

    def on_close(self, page: Page) -> None:
        """Playwright's ``close`` event."""
        self._lose(page, "was closed")

    def on_crash(self, page: Page) -> None:
        """Playwright's ``crash`` event: the process behind a tab died."""
        self._lose(
            page, self._ends.get(page) or f"crashed at {shortened(address(page.url), 200)} (its process died)"
        )

    def explain(self, page: Page, end: str) -> None:
        """Note why a tab is about to go."""
        self._ends[page] = end

    def on_navigated(self, frame: object) -> None:
        """Playwright's ``framenavigated`` event."""
        if frame is self._current.main_frame:
            self.navigations += 1
            before, self._address = self._address, self._current.url
            # Where only the fragment is another, the document is the same.
            if before == self._address or before.partition("#")[0] != self._address.partition("#")[0]:
                self.moves += 1
            self._bell.ring()

    def _add(self, page: Page) -> None:
        self._pages.append(page)
        page.on("close", self.on_close)
        page.on("crash", self.on_crash)
        page.on("framenavigated", self.on_navigated)
        self._on_added(page)

    def _switch_to_new(self, page: Page) -> None:
        if page not in self._pages:
            return
        self._current = page
        note = f"a new tab opened and is now the current one (tab {self.position()}): {shortened(address(page.url), 200)}"
        self._log.add("tab", note)
        self.notes.append(note)

    def _lose(self, page: Page, how: str) -> None:
        if page not in self._pages:
            return
        number = self._pages.index(page) + 1
        self._pages.remove(page)
        self._ends[page] = how
        note = f"tab {number} {how}"
        if page is self._current and self._pages:
            self._current = self._pages[max(number - 2, 0)]
            note += (
                f"; the current tab is now {self.position()}: {shortened(address(self._current.url), 200)}"
            )
        self._log.add("tab", note)
        self.notes.append(note)
        self._on_gone(page)
        self._bell.ring()

    async def _ask_title(self, page: Page) -> None:
        try:
            self.learn_title(page, await asyncio.wait_for(page.title(), _TITLE_TIMEOUT))
        except (TimeoutError, PlaywrightError):
            # Stuck in a dialog or a loop, or just navigating: the title last seen will do.
            return
