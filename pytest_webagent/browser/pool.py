"""The browsers of a test session: one per event loop, a fresh context per test."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from pytest_webagent.browser.executable import find
from pytest_webagent.browser.session import BrowserSession

if TYPE_CHECKING:
    from playwright.async_api import Browser, Playwright

    from pytest_webagent.config import Settings


class BrowserPool:
    """Starts browsers when they are first needed, and again when one died."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._playwright: Playwright | None = None
        self._browser: Browser | None = None

    async def new_session(self, settings: Settings) -> BrowserSession:
        """A session in a fresh context of this loop's browser."""
        browser = await self._running()
        width, height = settings.viewport
        context = await browser.new_context(viewport={"width": width, "height": height})
        page = await context.new_page()
        return BrowserSession(context, page, settings, owned=True)

    async def _running(self) -> Browser:
        from playwright.async_api import async_playwright

        if self._browser is None or not self._browser.is_connected():
            launch = find(self._settings)
            self._playwright = await async_playwright().start()
            self._browser = await self._playwright.chromium.launch(
                executable_path=launch.path,
                channel=launch.channel,
                headless=not self._settings.headed,
                chromium_sandbox=launch.sandbox_off is None,
            )
        return self._browser

    async def close(self) -> None:
        """Stop every browser."""
        if self._browser is not None:
            await self._browser.close()
        if self._playwright is not None:
            await self._playwright.stop()
        await asyncio.sleep(0)
