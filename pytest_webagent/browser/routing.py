"""Keeps pages to what a test allows where their browser is not started here: by Playwright's routes.

They see less than a proxy does, and what they do not see is let through: `docs/containment.md` says what that is.
"""

from __future__ import annotations

import asyncio
import re
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any, Final

from playwright.async_api import Error as PlaywrightError

from pytest_webagent.browser.way_out import WayOut, host_and_port
from pytest_webagent.errors import DeniedError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine
    from typing import Self

    from playwright.async_api import BrowserContext, Route, WebSocketRoute

    from pytest_webagent.config import Settings
    from pytest_webagent.policy.connections import Connections

_PATIENCE: Final = 5.0
"""Seconds Playwright may take to begin or end with a route."""
_ALIKE: Final = {"http": "(?:http|ws)s?", "https": "(?:https|wss)"}
"""What is let through together, by the scheme of an origin."""


class Routing(WayOut):
    """Asks about each request of one context that a route sees. Routes of the test come first: what they answer is theirs."""

    def __init__(
        self, context: BrowserContext, connections: Connections, *, only_tells: bool = False
    ) -> None:
        """Ask about the requests of `context`; see `WayOut`."""
        super().__init__(connections, only_tells=only_tells)
        self._context = context
        self._asks = self._hears_sockets = False
        self._unknown = re.compile("")

    @classmethod
    def of(cls, settings: Settings, context: BrowserContext, connections: Connections) -> Self | None:
        """That of a test with these settings; nothing where the network is open."""
        return (
            None
            if settings.network == "open"
            else cls(context, connections, only_tells=settings.network == "report")
        )

    async def begin(self) -> None:
        """Ask from now on."""
        self._asks = True
        # What a route holds waits for this process. So it is only for what may be refused: that costs others nothing.
        self._unknown = await self._others()
        await self._context.route(self._unknown, self._on_request)
        self._let_others_be_first("_routes")
        if self._asks and not self._hears_sockets:
            # Such a route cannot be taken away.
            self._hears_sockets = True
            await self._context.route_web_socket(self._unknown, self._on_socket)
            self._let_others_be_first("_web_socket_routes")

    async def end(self) -> None:
        """Ask no more."""
        self._asks = False
        await self._context.unroute(self._unknown, self._on_request)

    @asynccontextmanager
    async def kept(self, stands_still: Callable[[], bool]) -> AsyncIterator[None]:
        """While an agent works, pages are kept to what is allowed.

        No longer: requests that a route holds wait until Playwright is called, and a test that is no coroutine does
        other things in between, such as to ask a database what came of a click.
        """
        if self._asks:
            yield
            return
        await _for_a_moment(self.begin(), stands_still())
        try:
            yield
        finally:
            await _for_a_moment(self.end(), stands_still())

    async def _others(self) -> re.Pattern[str]:
        """What addresses look like that do not lead to what the test names itself. It is read by JavaScript, too."""
        known = []
        for origin in self._connections.origins.names:
            scheme, _, place = origin.partition("://")
            # Below a wildcard there may be what is blocked, or leads inside.
            if "*" not in origin:
                with suppress(DeniedError):
                    await self._connections.permit(*host_and_port(origin))
                    known.append(f"{_ALIKE[scheme]}://{re.escape(place)}(?:[/?#]|$)")
        return re.compile(f"^(?!{'|'.join(known) or 'no:'})(?:http|ws)s?:")

    def _let_others_be_first(self, kind: str) -> None:
        # Playwright asks the newest first, and has no other order to offer.
        handlers: list[Any] = getattr(self._context._impl_obj, kind, [])
        # Where it took so long that nobody asks any more, the newest is none of ours.
        if self._asks:
            handlers[:] = [*handlers[1:], *handlers[:1]]

    async def _on_request(self, route: Route) -> None:
        with suppress(PlaywrightError):  # the page is gone
            if self._asks and await self._refuses(route.request.url):
                await route.abort("blockedbyclient")
            else:
                await route.fallback()

    async def _on_socket(self, socket: WebSocketRoute) -> None:
        with suppress(PlaywrightError):
            if self._asks and await self._refuses(socket.url):
                await socket.close()
            else:
                socket.connect_to_server()

    async def _refuses(self, url: str) -> bool:
        place = self.asked(url)
        try:
            await self._allowed(place, self._connections.permit(*place))
        except DeniedError as error:
            self._refuse(place, error)
            return True
        self._denials.pop(place, None)
        return False


async def _for_a_moment(work: Coroutine[Any, Any, None], stands_still: bool) -> None:
    """Wait until something is done; not while a dialog is open, which is answered later: only then does the page hear of it."""

    async def quietly() -> None:
        # Where the browser is gone, the agent's own work says so.
        with suppress(PlaywrightError):
            await work

    await asyncio.wait([asyncio.ensure_future(quietly())], timeout=0.05 if stands_still else _PATIENCE)
