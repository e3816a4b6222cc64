"""Watches an attempt without a fault: what the agent saw, which requests were made, what was pressed before them."""

from __future__ import annotations

import asyncio
import json
import secrets
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from playwright.async_api import Error as PlaywrightError

from pytest_webagent.browser.traffic import opens_page
from pytest_webagent.mutation.mutation import Exchange, Observed, Request
from pytest_webagent.mutation.mutation_scripts import script

if TYPE_CHECKING:
    from collections.abc import Sequence

    from playwright.async_api import Request as PlaywrightRequest

    from pytest_webagent.browser.session import BrowserSession
    from pytest_webagent.observation import Observation
    from pytest_webagent.trajectory import RunResult

RESOURCES: Final = ("document", "xhr", "fetch")
"""Types of requests that bring or save data."""
_MOST_BODIES: Final = 30
_PATIENCE: Final = 5.0
"""Seconds in which what was answered is read once more."""


class Witness:
    """The stage of an attempt that mutations are planned from."""

    title = "once more, without a mutation"

    def __init__(self) -> None:
        self.observed: Observed | None = None
        """What was seen; None until the session ended, and where the test had none of ours."""
        self._pages: list[Observation] = []
        self._made: list[tuple[PlaywrightRequest, Exchange]] = []
        self._presses: list[dict[str, Any]] = []

    async def enter(self, session: BrowserSession) -> None:
        """Begin to watch."""
        name = f"__{secrets.token_hex(6)}"
        context = session.context
        await context.expose_binding(name, lambda _source, press: self._presses.append(press))
        await context.add_init_script(script("witness.js", BINDING=json.dumps(name)))
        context.on("request", self._on_request)
        session.on_observation = self._pages.append

    async def leave(self, runs: Sequence[RunResult]) -> None:
        """Read what was answered, as far as the browser still has it."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_PATIENCE):
                for request, exchange in self._made[-_MOST_BODIES:]:
                    with suppress(PlaywrightError):
                        await _fill(request, exchange)
        exchanges = [exchange for _, exchange in self._made]
        self.observed = Observed(runs, tuple(self._pages), exchanges, tuple(self._presses))

    def _on_request(self, request: PlaywrightRequest) -> None:
        if request.resource_type not in RESOURCES:
            return
        press = len(self._presses) - 1 if self._presses else None
        self._made.append((request, Exchange(_kind_of(request), press)))


def _kind_of(request: PlaywrightRequest) -> Request:
    # Only the first request of a chain of redirects can be answered in another way.
    first = request
    while first.redirected_from is not None:
        first = first.redirected_from
    parts = urlsplit(first.url)
    query = f"?{parts.query}" if parts.query and first.method == "GET" else ""
    # The document of a frame is not what a person calls a page.
    frame = first.resource_type == "document" and not opens_page(first)
    return Request(first.method, f"{parts.path or '/'}{query}", "frame" if frame else first.resource_type)


async def _fill(request: PlaywrightRequest, exchange: Exchange) -> None:
    # A request that never ends has no answer to wait for.
    if request.timing["responseEnd"] < 0:
        return
    response = await request.response()
    if response is None:
        return
    exchange.status = response.status
    kind = response.headers.get("content-type", "")
    if exchange.request.method == "GET" and any(each in kind for each in ("text/", "json", "xml")):
        exchange.body = (await response.body()).decode("utf-8", "replace")
