"""One HTTP request and the redirects after it, each checked before it is followed."""

from __future__ import annotations

import time
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from playwright.async_api import Error
from playwright.async_api import TimeoutError as PlaywrightTimeout

from pytest_webagent.browser.operation_errors import is_closed
from pytest_webagent.errors import BrowserError, ToolError
from pytest_webagent.policy.answered_secrets import may_hold
from pytest_webagent.policy.origins import parse
from pytest_webagent.policy.redaction import shown_url
from pytest_webagent.tools.core.wording import shortened

if TYPE_CHECKING:
    from collections.abc import Mapping

    from playwright.async_api import APIResponse

    from pytest_webagent.browser.session import BrowserSession
    from pytest_webagent.policy.network import Network

_MOST_REDIRECTS: Final = 10
_REDIRECTS: Final = frozenset({301, 302, 303, 307, 308})
READING: Final = frozenset({"GET", "HEAD", "OPTIONS"})
"""Methods that change nothing (RFC 9110, section 9.2.1)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpCall:
    """A request."""

    method: str
    url: str
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    body: bytes | None = field(default=None, repr=False)
    secret: frozenset[str] = frozenset()
    """The headers that a secret of the test was put into."""


async def send(
    session: BrowserSession, call: HttpCall, network: Network, seconds: float
) -> tuple[APIResponse, tuple[str, ...]]:
    """The answer, and the URLs that led to it.

    A redirect is followed only where the network policy lets it. Credentials stay with the origin they were given for.

    Raises:
        ToolError: the server did not answer, or redirects without end.
        DeniedError: a redirect leads where nothing may be reached.
    """
    deadline = time.monotonic() + seconds
    visited: tuple[str, ...] = (call.url,)
    while True:
        response = await _fetched(session, call, deadline)
        target = _location(response)
        if target is None or _keeps_writing(call, response, target):
            return response, visited
        await response.dispose()
        if len(visited) > _MOST_REDIRECTS:
            raise ToolError(
                f"{call.method} {shown_url(visited[0])} was redirected more than {_MOST_REDIRECTS} times"
            )
        try:
            url = await network.allowed(target, base=call.url)
        except ToolError as error:
            raise type(error)(
                f"{call.method} {shown_url(call.url)} was sent, and answered with status {response.status}; it is "
                f"not followed: {error}"
            ) from None
        call = _next(call, response.status, url)
        visited = (*visited, call.url)


async def _fetched(session: BrowserSession, call: HttpCall, deadline: float) -> APIResponse:
    left: Any = max(deadline - time.monotonic(), 0.001)
    try:
        with nullcontext() if session.egress is None else session.egress.lent(call.url):
            return await session.context.request.fetch(
                call.url,
                method=call.method,
                # Packed answers can be a thousand times as large as what is read of them.
                headers={"accept-encoding": "identity", **call.headers},
                data=call.body,
                timeout=left * 1000,
                max_redirects=0,
            )
    except PlaywrightTimeout:
        raise ToolError(
            f"{call.method} {shown_url(call.url)}: no whole answer within the time; timeout_seconds gives more"
        ) from None
    except Error as error:
        if is_closed(error):
            raise BrowserError(f"the browser died during {call.method} {shown_url(call.url)}") from error
        # Only the first line: those after it have the headers that were sent.
        why = error.message.partition("\n")[0].rpartition("APIRequestContext.fetch: ")[2]
        if session.egress is not None and why.startswith("Socks"):
            why = session.egress.cause(call.url) or why
        raise ToolError(f"{call.method} {shown_url(call.url)} failed: {shortened(why, 200)}") from None


def _location(response: APIResponse) -> str | None:
    return response.headers.get("location") if response.status in _REDIRECTS else None


def _keeps_writing(call: HttpCall, response: APIResponse, target: str) -> bool:
    """Whether a redirect would send a request that changes something once more. That is for the model to decide."""
    return response.status in (307, 308) and call.method not in READING


def _next(call: HttpCall, status: int, url: str) -> HttpCall:
    followed = replace(call, url=url)
    if call.method not in READING or (status == 303 and call.method != "HEAD"):
        kept = {name: text for name, text in call.headers.items() if not name.lower().startswith("content-")}
        followed = replace(followed, method="GET", body=None, headers=kept)
    if parse(url).origin == parse(call.url).origin:
        return followed
    kept = {name: text for name, text in followed.headers.items() if _goes_along(call, name)}
    return replace(followed, headers=kept, body=None)


def _goes_along(call: HttpCall, name: str) -> bool:
    """Whether a header is sent on to another origin: none that has a secret of the test, or looks like it."""
    return name not in call.secret and not may_hold(name)
