"""Watching one page from an isolated world: whether it comes to rest, how it looks, what it opens."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.async_api import Error as PlaywrightError

from pytest_webagent.browser import camera
from pytest_webagent.errors import BrowserError
from pytest_webagent.messages import Image

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.async_api import CDPSession, Page

IDLE = 50
"""Milliseconds after an action in which nothing happened at all, until the page counts as quiet."""
CALM = 70
"""Milliseconds without a change, after something changed, until the page counts as quiet."""
BREATH = 10
"""Milliseconds without a change until it is worth while to look at a page that may yet change."""
LATE = 1000
"""Milliseconds after an action in which a change may still be its effect; later ones are the page's own doing."""
FAREWELL = 1.0
"""Seconds a page gets to hear that nobody watches it any more."""

_GONE = (
    "Cannot find context",
    "context was destroyed",
    "Promise was collected",
    "Inspected target navigated",
    "uniqueContextId",
    "No frame for given id",
)


@cache
def _script() -> str:
    return Path(__file__).with_suffix(".js").read_text(encoding="utf-8")


@dataclass(frozen=True, slots=True)
class Rest:
    """How a document came to rest. `changed` counts the changes that were not the page's own habit.

    `ignored` tells that the document was seen to get the input, and neither changed nor scrolled upon it.
    """

    quiet: bool
    changed: int
    ignored: bool


class PageWatch:
    """Watches one page. Its observer lives in an isolated world, so the page neither sees nor feels it."""

    def __init__(self, page: Page, session: CDPSession) -> None:
        self._page = page
        self._session = session
        self._frame = ""
        self._world: int | None = None
        self.opening = 0
        """How many tabs the page asked to open."""
        self.opened_at = 0.0
        """When it last did, by the loop's clock."""
        self.opened = page.url
        """URL of the document that whoever drives it opened last, or that it showed when it was watched first."""
        self._asking: set[str] = set()
        self._opening: set[str] = set()

    @classmethod
    async def attach(cls, page: Page, on_dialog_closed: Callable[[Page], None]) -> PageWatch:
        """Begin to listen to a page.

        Raises:
            BrowserError: the page is not one of a Chromium browser.
        """
        try:
            session = await page.context.new_cdp_session(page)
        except PlaywrightError as error:
            if "CDP session is only available in Chromium" not in error.message:
                raise
            raise BrowserError(
                "the agent drives Chromium, and this page belongs to another browser; "
                "run its tests with Chromium (--browser chromium)"
            ) from error
        watch = cls(page, session)
        session.on("Page.windowOpen", watch._on_window_open)
        session.on("Page.frameRequestedNavigation", watch._on_asked)
        session.on("Page.frameClearedScheduledNavigation", watch._on_cleared)
        session.on("Page.frameStartedNavigating", watch._on_under_way)
        session.on("Page.frameNavigated", watch._on_navigated)
        session.on("Page.javascriptDialogClosed", lambda _: on_dialog_closed(page))
        await session.send("Page.enable")
        return watch

    def _on_window_open(self, _: object) -> None:
        self.opening += 1
        self.opened_at = asyncio.get_running_loop().time()

    def _on_asked(self, event: dict[str, Any]) -> None:
        if event["disposition"] == "currentTab":
            self._asking.add(event["frameId"])

    def _on_cleared(self, event: dict[str, Any]) -> None:
        self._asking.discard(event["frameId"])

    def _on_under_way(self, event: dict[str, Any]) -> None:
        # That a page asks for a document is told right before; back and forward lead to what it once may have asked for.
        if event["frameId"] not in self._asking and event["navigationType"] == "differentDocument":
            self._opening.add(event["loaderId"])
        self._asking.discard(event["frameId"])

    def _on_navigated(self, event: dict[str, Any]) -> None:
        frame = event["frame"]
        if "parentId" not in frame:
            self._world = None
            if frame["loaderId"] in self._opening:
                self.opened = frame["url"]
        self._opening.discard(frame["loaderId"])

    async def begin(self) -> bool:
        """Watch the document the page shows; what changes before the first input event is its own habit.

        A page that is just going elsewhere is not watched: all of the next document is news.

        Returns:
            Whether the action before is known to have changed nothing, neither in time nor late.
        """
        for _ in range(2):
            try:
                return not await self._run("webagentWatch.begin(false)")
            except PlaywrightError as error:
                self._leave(error)
        return False

    async def quiet(self, seconds: float) -> Rest | None:
        """Wait until the document is quiet, at most so long. None if it was replaced meanwhile."""
        return await self._rest(f"quiet({IDLE}, {CALM}, {seconds * 1000:.0f})")

    async def calm(self, seconds: float) -> Rest | None:
        """Like `quiet`, but not for as long: what is then asked to be quiet is waited for from there on."""
        return await self._rest(f"calm({BREATH}, {seconds * 1000:.0f})")

    async def _rest(self, call: str) -> Rest | None:
        try:
            found = await self._run(f"webagentWatch.{call}")
        except PlaywrightError as error:
            self._leave(error)
            return None
        return Rest(found["quiet"], found["changed"], found["ignored"])

    async def release(self) -> None:
        """The action is over: until the next `begin`, only learn what the page does by itself."""
        if self._world is not None:
            try:
                await self._evaluate(f"webagentWatch.release({LATE})")
            except PlaywrightError as error:
                self._leave(error)

    async def call(self, function: str, argument: object, *, anew: bool = True) -> Any:
        """What a function of JavaScript gives, called in our world of the document that the page shows.

        Without `anew` it is not called in another document than the last one.

        Raises:
            Error: the page moves on, or the function failed.
        """
        expression = f"({function})({json.dumps(argument)})"
        try:
            if not anew:
                return await self._evaluate(expression)
            if self._world is not None:
                with suppress(PlaywrightError):
                    return await self._evaluate(expression)
            return await self._enter(expression)
        except RuntimeError as error:
            raise PlaywrightError(str(error)) from error

    async def screenshot(self, kind: camera.Kind = "jpeg") -> Image:
        """The viewport, one image pixel per CSS pixel, exactly as the page looks but for its secrets."""
        plain = await self._device_pixel_ratio() == 1
        data = await camera.take(self._page, kind, session=self._session if plain else None)
        return Image(data, f"image/{kind}")

    async def ping(self) -> None:
        """Return once the page has a turn to answer."""
        await self._session.send("Runtime.evaluate", {"expression": "0"})

    async def crash(self) -> None:
        """End the page's process: the only way to stop a script that leaves the page no turn."""
        await self._session.send("Page.crash")

    async def detach(self) -> None:
        """Stop watching and listening. A page too busy to hear of it keeps an observer until it is left."""
        if self._world is not None:
            with suppress(PlaywrightError, TimeoutError):
                await asyncio.wait_for(self._evaluate("webagentWatch.end()"), FAREWELL)
        with suppress(TimeoutError):
            await asyncio.wait_for(self._session.detach(), FAREWELL)

    async def _device_pixel_ratio(self) -> float:
        metrics = await self._session.send("Page.getLayoutMetrics")
        css = metrics["cssLayoutViewport"]["clientWidth"]
        return float(metrics["layoutViewport"]["clientWidth"] / css) if css else 1.0

    def _leave(self, error: PlaywrightError) -> None:
        """The document is gone, and the world in it; any other error is raised again."""
        self._world = None
        if not any(words in error.message for words in _GONE):
            raise error

    async def _run(self, expression: str) -> Any:
        return await (self._enter(expression) if self._world is None else self._evaluate(expression))

    async def _enter(self, expression: str) -> Any:
        """What an expression gives in a new world of ours."""
        if not self._frame:
            tree = await self._session.send("Page.getFrameTree")
            self._frame = tree["frameTree"]["frame"]["id"]
        frame, self._frame = self._frame, ""  # asked for again if it is not that any more
        world = await self._session.send(
            "Page.createIsolatedWorld", {"frameId": frame, "worldName": "pytest-webagent"}
        )
        self._frame = frame
        self._world = world["executionContextId"]
        return await self._evaluate(f"{_script()}\n{expression}")

    async def _evaluate(self, expression: str) -> Any:
        if self._world is None:
            # Without a world it would be evaluated in that of the page.
            raise PlaywrightError("Cannot find context: the page moved on")
        answer = await self._session.send(
            "Runtime.evaluate",
            {"expression": expression, "contextId": self._world, "awaitPromise": True, "returnByValue": True},
        )
        if "exceptionDetails" in answer:
            raise RuntimeError(f"watching the page failed: {answer['exceptionDetails'].get('exception')}")
        return answer["result"].get("value")
