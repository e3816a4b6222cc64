"""Requests that the test answers itself instead of a server, and the record of what was asked."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict

from playwright.async_api import Error as PlaywrightError

from pytest_webagent.browser.recorder import place_of

if TYPE_CHECKING:
    import re

    from playwright.async_api import BrowserContext, Route
    from typing_extensions import Unpack

    from pytest_webagent.browser.records import SessionLog


class MockAnswer(TypedDict, total=False):
    """How a request is answered. All may be left out: it is then answered with status 200 and nothing else."""

    method: str
    """Only requests of this HTTP method are answered."""
    status: int
    json: Any
    """The body, as what it is in JSON."""
    body: str | bytes
    headers: dict[str, str]
    abort: bool
    """The request fails, as if the server could not be reached."""
    times: int
    """How often; afterwards the server answers again."""


class MockedRequest(NamedTuple):
    """A request that was answered by the test."""

    method: str
    url: str
    body: str
    """What was sent; empty where nothing was."""


class Mock:
    """One rule that answers requests, until it is stopped or the context is closed."""

    def __init__(
        self, context: BrowserContext, url: str | re.Pattern[str], answer: MockAnswer, log: SessionLog
    ) -> None:
        self._context = context
        self._url = url
        self._method = answer.pop("method", "").upper()
        self._left = answer.pop("times", None)
        self._aborts = answer.pop("abort", False)
        self._answer: dict[str, Any] = {**answer}
        self._log = log
        self.requests: list[MockedRequest] = []
        """What it has answered so far, oldest first."""

    async def begin(self) -> None:
        """Answer from now on."""
        await self._context.route(self._url, self._handle)

    async def stop(self) -> None:
        """Let the server answer again."""
        await self._context.unroute(self._url, self._handle)

    async def _handle(self, route: Route) -> None:
        request = route.request
        with suppress(PlaywrightError):  # the page is gone
            if self._left == 0 or self._method not in ("", request.method):
                await route.fallback()
                return
            if self._left is not None:
                self._left -= 1
            await (route.abort() if self._aborts else route.fulfill(**self._answer))
            self.requests.append(MockedRequest(request.method, request.url, request.post_data or ""))
            came = "failed" if self._aborts else f"was answered {self._answer.get('status', 200)}"
            self._log.add("request", f"{request.method} {place_of(request.url)} {came} by a mock of the test")


def _check(answer: MockAnswer) -> None:
    """Refuse what no request could be answered with: the page would wait for ever."""
    status, times = answer.get("status", 200), answer.get("times", 1)
    try:
        carried = json.dumps(answer.get("json")) is not None
    except (TypeError, ValueError):
        carried = False
    wanted = (
        ("status", type(status) is int and 100 <= status <= 599, "a whole number from 100 to 599"),
        ("times", type(times) is int and times >= 1, "a whole number of at least 1"),
        ("headers", isinstance(answer.get("headers", {}), dict), "a dict of texts"),
        ("body", isinstance(answer.get("body", ""), str | bytes), "a str or bytes"),
        ("method", isinstance(answer.get("method", ""), str), "a str such as POST"),
        ("json", carried, "what JSON can carry"),
    )
    for name, fits, what in wanted:
        if not fits:
            raise ValueError(f"{name} has to be {what}, not {answer.get(name)!r}")


class RequestMocks:
    """The mocks of a session: `await browser_session.mock("**/api/orders", json=[])`."""

    def __init__(self, context: BrowserContext, log: SessionLog) -> None:
        self._context = context
        self._log = log
        self.known: list[Mock] = []
        """All that were begun, oldest first. Of several that fit a request, the newest answers."""

    async def __call__(self, url: str | re.Pattern[str], **answer: Unpack[MockAnswer]) -> Mock:
        """Answer the requests for a URL from now on, whoever of the context makes them.

        Args:
            url: A glob, as Playwright's `route` takes it (``**/api/orders*``), or a regular expression.
            **answer: How; see `MockAnswer`.

        Raises:
            ValueError: there is no URL, or the answer contradicts itself.
        """
        if not url:
            raise ValueError("a mock needs a URL, such as '**/api/orders*'")
        unknown = sorted(set(answer) - set(MockAnswer.__annotations__))
        if unknown:
            raise ValueError(f"a mock has no {unknown[0]!r}; it has {', '.join(MockAnswer.__annotations__)}")
        if "json" in answer and "body" in answer:
            raise ValueError("a mock answers with json or with body, not with both")
        if answer.get("abort") and {"status", "json", "body", "headers"} & set(answer):
            raise ValueError(
                "a mock that aborts a request gives no answer: leave out status, json, body and headers"
            )
        _check(answer)
        mock = Mock(self._context, url, answer, self._log)
        await mock.begin()
        self.known.append(mock)
        return mock
