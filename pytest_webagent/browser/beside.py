"""Pages opened beside the tabs of a session: neither its tabs, nor its log, nor the agent hear of them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.async_api import BrowserContext

    from pytest_webagent.browser.way_out import WayOut


class Beside:
    """Opens such pages, and passes on the events of a context that are not about them."""

    def __init__(self, context: BrowserContext, egress: WayOut | None = None) -> None:
        self._context = context
        self.egress = egress
        """What its connections go through, where it is kept to the origins of its test."""
        self._pages: set[Page] = set()
        self._opening = 0
        self._held: list[tuple[Callable[[Any], object], Page]] = []
        self._heard: dict[tuple[str, Callable[[Any], object]], Callable[[Any], None]] = {}

    def on(self, event: str, handler: Callable[[Any], object]) -> None:
        """Let `handler` hear of an event of the context, unless it is about a page beside the tabs."""

        def heard(thing: object) -> None:
            if self._opening and isinstance(thing, Page):
                # Whose page this is, is known when the opening of ours is done.
                self._held.append((handler, thing))
            elif not self._pages or _page_of(thing) not in self._pages:
                handler(thing)

        self._heard[event, handler] = heard
        context: Any = self._context
        context.on(event, heard)

    def remove_listener(self, event: str, handler: Callable[[Any], object]) -> None:
        """Let `handler` hear no more; nothing happens where it does not."""
        heard = self._heard.pop((event, handler), None)
        if heard is not None:
            context: Any = self._context
            context.remove_listener(event, heard)

    async def open(self) -> Page:
        """A new page beside the tabs. Who opens it has to close it."""
        self._opening += 1
        opening = asyncio.ensure_future(self._context.new_page())
        opening.add_done_callback(self._opened)
        try:
            return await asyncio.shield(opening)
        except asyncio.CancelledError:
            # The page comes all the same.
            await (await opening).close()
            raise

    def _opened(self, opening: asyncio.Future[Page]) -> None:
        self._opening -= 1
        if not opening.cancelled() and opening.exception() is None:
            self._pages.add(opening.result())
        if not self._opening:
            held, self._held = self._held, []
            for handler, page in held:
                if page not in self._pages:
                    handler(page)


def _page_of(thing: Any) -> object:
    """The page an event of a context is about, if it is about one."""
    if isinstance(thing, Page):
        return thing
    try:
        return thing.page if hasattr(thing, "page") else thing.frame.page
    except PlaywrightError:
        # A service worker's request, or the first one of a tab that is just opening.
        return None
