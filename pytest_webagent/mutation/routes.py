"""Answers requests in another way: with an error, or as before a save. Routes of the test itself go before these."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import urljoin

from playwright.async_api import Error as PlaywrightError

from pytest_webagent.mutation.mutation import general_pattern

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.async_api import APIResponse, BrowserContext, Route

    from pytest_webagent.mutation.mutation import Mutation, Request

_PAGE: Final = "<!doctype html><html lang=en><title>Server Error</title><h1>Server Error (500)</h1></html>"
_READS: Final = ("GET", "HEAD", "OPTIONS")
_PATIENCE: Final = 10.0
"""Seconds a server may take for an answer; one that streams never comes to an end."""


async def answer_otherwise(context: BrowserContext, mutation: Mutation, count: Callable[[], None]) -> None:
    """Answer the requests of a mutation in its way; `count` is called for each that got another answer."""
    request = mutation.request
    assert request is not None
    if mutation.kind == "stale after a save":
        await context.route("**/*", _Stale(request, count).handle)
        return

    async def fail(route: Route) -> None:
        with suppress(PlaywrightError):  # the page is gone
            if route.request.method != request.method:
                await route.fallback()
                return
            count()
            await _break_down(route)

    await context.route(_pattern(request), fail)


def _pattern(request: Request) -> re.Pattern[str]:
    rest = "" if "?" in request.address else r"(?:[?#].*)?"
    return re.compile(rf"^[a-z]+://[^/]+{general_pattern(request.address)}{rest}$")


async def _break_down(route: Route) -> None:
    if route.request.resource_type == "document":
        await route.fulfill(status=500, content_type="text/html; charset=utf-8", body=_PAGE)
    else:
        await route.fulfill(status=500, json={"error": "internal server error"})


class _Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes


class _Stale:
    """What is read after a save is what was read before, though the save itself goes through."""

    def __init__(self, save: Request, count: Callable[[], None]) -> None:
        self._save = save
        self._pattern = _pattern(save)
        self._count = count
        self._saved = False
        self._before: dict[str, _Answer] = {}

    async def handle(self, route: Route) -> None:
        """Playwright's handler of a request."""
        with suppress(PlaywrightError):  # the page is gone
            request = route.request
            if request.method not in _READS:
                await self._let_save(route)
            elif request.method != "GET" or not _is_data(route):
                await route.fallback()
            elif self._saved and request.url in self._before:
                await self._answer_as_before(route)
            else:
                await self._remember(route)

    async def _let_save(self, route: Route) -> None:
        request = route.request
        if request.method != self._save.method or not self._pattern.match(request.url):
            await route.fallback()
            return
        is_form = "multipart/form-data" in request.headers.get("content-type", "")
        if request.resource_type != "document" or is_form:
            # Playwright does not give the files of a form, so it cannot be sent anew; nor need a script's request be.
            self._saved = True
            await route.fallback()
            return
        response = await _fetched(route)
        self._saved = True
        if response is None:
            return
        target = response.headers.get("location")
        if target is None or response.status >= 400:
            await route.fulfill(response=response)
            return
        # A redirect given by a route would not come by the routes again.
        leading = json.dumps(urljoin(request.url, target)).replace("</", "<\\/")
        await route.fulfill(
            content_type="text/html; charset=utf-8",
            body=f"<!doctype html><title>One moment</title><script>location.replace({leading})</script>",
        )

    async def _remember(self, route: Route) -> None:
        response = await _fetched(route)
        if response is None:
            return
        if not self._saved and 200 <= response.status < 300:
            self._before[route.request.url] = await _kept(response)
        if 300 <= response.status < 400:
            await route.fallback()
        else:
            await route.fulfill(response=response)

    async def _answer_as_before(self, route: Route) -> None:
        before = self._before[route.request.url]
        now = await _fetched(route)
        if now is None:
            return
        if await now.body() == before.body:
            await route.fulfill(response=now)
            return
        self._count()
        await route.fulfill(status=before.status, headers=before.headers, body=before.body)


async def _fetched(route: Route) -> APIResponse | None:
    """What the server answers; None where it does not, and the browser was left to find that out."""
    try:
        return await route.fetch(max_redirects=0, timeout=_PATIENCE * 1000)
    except PlaywrightError:
        await route.fallback()
        return None


def _is_data(route: Route) -> bool:
    request = route.request
    streams = "text/event-stream" in request.headers.get("accept", "")
    return request.resource_type in ("document", "xhr", "fetch") and not streams


async def _kept(response: APIResponse) -> _Answer:
    dropped = ("content-encoding", "content-length", "transfer-encoding", "set-cookie")
    headers = {name: value for name, value in response.headers.items() if name not in dropped}
    return _Answer(response.status, headers, await response.body())
