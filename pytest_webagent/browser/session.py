"""The browser of one test: its tabs, what is seen of a page, and acting on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pytest_webagent.browser.records import SessionLog
from pytest_webagent.errors import ToolError
from pytest_webagent.messages import Image
from pytest_webagent.observation import Observation, Tab

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from playwright.async_api import BrowserContext, Locator, Page

    from pytest_webagent.config import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Acted:
    """What came of an operation on the page."""

    notes: tuple[str, ...] = ()
    changed: bool = False


class BrowserSession:
    """The live browser of one test, over asynchronous Playwright objects."""

    def __init__(
        self, context: BrowserContext, page: Page, settings: Settings, *, owned: bool = False
    ) -> None:
        self.context = context
        self.page = page
        self.settings = settings
        self.log = SessionLog()
        self.observation: Observation | None = None
        self.dialog: str | None = None
        self._owned = owned
        self._generation = 0
        self._snapshotter: object | None = None

    async def observe(self, *, screenshot: bool = False) -> Observation:
        """See the current page."""
        from pytest_webagent.browser.snapshot import Snapshotter

        if self._snapshotter is None:
            self._snapshotter = Snapshotter()
        seen = await self._snapshotter.take(self.page, tokens=self.settings.observation_tokens)  # type: ignore[attr-defined]
        self._generation += 1
        self.observation = Observation(
            generation=self._generation,
            url=self.page.url,
            title=await self.page.title(),
            elements=seen.elements,
            text=seen.text,
            viewport=seen.viewport,
            pixels_above=seen.pixels_above,
            pixels_below=seen.pixels_below,
            tabs=(Tab(1, "", self.page.url, True),),
            notes=self.log.take_news(),
            screenshot=Image(await self.page.screenshot(type="jpeg", quality=70, scale="css"))
            if screenshot
            else None,
        )
        return self.observation

    def locate(self, element_id: int | str) -> Locator:
        """The element with this id in the latest observation."""
        element = self.observation.find(int(element_id)) if self.observation else None
        if element is None:
            raise ToolError(f"there is no element [{element_id}] on the page as last observed")
        return self.page.get_by_ref(element.ref)

    async def act(self, operation: Callable[[], Awaitable[object]]) -> Acted:
        """Run one operation on the page."""
        await operation()
        return Acted(changed=True)

    async def goto(self, url: str) -> Acted:
        """Open a URL in the current tab."""
        await self.page.goto(url)
        return Acted(changed=True)

    async def close(self) -> None:
        """End the session."""
        if self._owned:
            await self.context.close()
