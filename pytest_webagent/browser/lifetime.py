"""Whether the browser context of a session still lives, and what ended it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.async_api import Error as PlaywrightError

from pytest_webagent.browser.operation_errors import is_closed
from pytest_webagent.errors import BrowserError

if TYPE_CHECKING:
    from playwright.async_api import Browser, BrowserContext

    from pytest_webagent.browser.bell import Bell
    from pytest_webagent.browser.records import SessionLog

_DIED = (
    "the browser's process ended in the middle of the test; the next test starts a new one. "
    "If nobody ended it, look for a crash: too little memory, or a bug of this browser"
)
_CLOSED = "the browser context was closed in the middle of the test: let the session close it at the end"
_LAST_WORDS = 0.5
"""Seconds between the end of a context and the news that its browser died."""


class Lifetime:
    """Watches over a context until the session ends by itself."""

    def __init__(self, context: BrowserContext, log: SessionLog, bell: Bell) -> None:
        self._context = context
        self._browser: Browser | None = context.browser
        self._log = log
        self._bell = bell
        self.over = False
        """Whether the context is gone."""
        self._told = self._listens = False

    def listen(self) -> None:
        """Begin to listen."""
        self._listens = True
        self._context.on("close", self.on_context_closed)
        if self._browser is not None:
            self._browser.on("disconnected", self.on_disconnected)

    def stop(self) -> None:
        """Stop listening. Playwright 1.60 raises where a listener is removed twice."""
        if not self._listens:
            return
        self._listens = False
        self._context.remove_listener("close", self.on_context_closed)
        if self._browser is not None:
            self._browser.remove_listener("disconnected", self.on_disconnected)

    async def close_context(self) -> None:
        """Close the context, unless it is closed."""
        try:
            await self._context.close()
        except PlaywrightError as error:
            if not is_closed(error):
                raise

    def on_context_closed(self, _: object) -> None:
        """Playwright's ``close`` event."""
        self.over = True
        self._bell.ring()

    def on_disconnected(self, _: object) -> None:
        """Playwright's ``disconnected`` event: the browser's process is gone."""
        self.over = True
        self._bell.ring()

    async def end(self, *, near: bool = False) -> BrowserError | None:
        """What ended the context, or None while it lives.

        Where the last tab is gone the end may be `near`: the news of tabs comes before that of their browser.
        """
        if near and not self.over:
            await self._bell.done(None, lambda: self.over, _LAST_WORDS)
        if not self.over:
            return None
        if self._connected():
            await self._bell.done(None, lambda: not self._connected(), _LAST_WORDS)
        why = _CLOSED if self._connected() else _DIED
        if not self._told:
            self._told = True
            self._log.add("browser", why)
        return BrowserError(why)

    def _connected(self) -> bool:
        return self._browser is not None and self._browser.is_connected()
