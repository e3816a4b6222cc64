"""GitHub's API over HTTP: with the token of the environment, within bounds, and with errors in plain words.

The protocol (headers, pages, rate limits, errors) is gidgethub's; the transport is ours, so that the token goes to one
origin only and nothing grows without bounds.
"""

from __future__ import annotations

import os
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from pytest_webagent import extras
from pytest_webagent.errors import ToolError
from pytest_webagent.policy.origins import Address, parse
from pytest_webagent.policy.secrecy import keeps_secrets
from pytest_webagent.retry_after import retry_after
from pytest_webagent.tools.core.wording import shortened

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping

    import httpx2

TOKEN: Final = "GITHUB_TOKEN"
_MOST_BYTES: Final = 8_000_000
_MOST_HOPS: Final = 3
_SECONDS: Final = 20.0
_REDIRECTS: Final = frozenset({301, 302, 307, 308})
_STRANGE: Final = "{} did not answer as GitHub does; the setting github_url says where it is"


@asynccontextmanager
async def connected(base_url: str) -> AsyncIterator[Any]:
    """A `gidgethub.abc.GitHubAPI` for the server at `base_url`.

    Raises:
        ToolError: what GitHub says it could not do; or there is no GitHub.
    """
    gidgethub = extras.load("gidgethub", "tools")
    httpx2 = extras.load("httpx2", "tools")
    address, token = _address(base_url), _token()
    if token and not keeps_secrets(address.origin):
        raise ToolError(f"github_url is {address.url}: a token is only sent over https")
    timeout = httpx2.Timeout(_SECONDS)
    try:
        async with httpx2.AsyncClient(timeout=timeout, follow_redirects=False) as http:
            yield _api(http, address, token)
    except gidgethub.HTTPException as error:
        raise ToolError(_masked(_told(gidgethub, error, bool(token)), token)) from None
    except httpx2.TimeoutException:
        raise ToolError(f"GitHub ({address.origin}) did not answer within {_SECONDS:g} s") from None
    except (httpx2.HTTPError, httpx2.InvalidURL) as error:
        why = shortened(str(error), 200) or type(error).__name__
        raise ToolError(_masked(f"GitHub ({address.origin}) could not be reached: {why}", token)) from None
    except ValueError:
        raise ToolError(
            f"{address.origin} did not answer as GitHub does; the setting github_url says where it is"
        ) from None


def _address(base_url: str) -> Address:
    try:
        return parse(base_url)
    except ValueError as error:
        raise ToolError(f"the setting github_url cannot be used: {error}") from None


def _token() -> str:
    token = os.environ.get(TOKEN, "").strip()
    if token and not (token.isascii() and token.isprintable() and " " not in token):
        raise ToolError(f"{TOKEN} holds what is no token")
    return token


def _masked(text: str, token: str) -> str:
    return text.replace(token, "***") if token else text


def _api(http: httpx2.AsyncClient, address: Address, token: str) -> Any:
    from gidgethub.abc import GitHubAPI

    class Client(GitHubAPI):
        async def _request(
            self, method: str, url: str, headers: Mapping[str, str], body: bytes = b""
        ) -> tuple[int, Mapping[str, str], bytes]:
            for _ in range(_MOST_HOPS):
                status, found, data = await _answered(http, address, method, url, headers, body)
                target = found.get("location") if status in _REDIRECTS and method == "GET" else None
                if target is None:
                    if status < 300 and data.lstrip()[:1] not in (b"{", b"["):
                        raise ToolError(_STRANGE.format(address.origin))
                    return status, found, data
                url = str(http.build_request("GET", url).url.join(target))
            raise ToolError(f"GitHub ({address.origin}) redirects more than {_MOST_HOPS} times")

        async def sleep(self, seconds: float) -> None:
            raise ToolError(f"GitHub asks to wait for {seconds:g} s")

    return Client("pytest-webagent", oauth_token=token or None, base_url=address.url)


async def _answered(
    http: httpx2.AsyncClient,
    address: Address,
    method: str,
    url: str,
    headers: Mapping[str, str],
    body: bytes,
) -> tuple[int, Mapping[str, str], bytes]:
    target = parse(url)
    if target.origin != address.origin:
        # Pages of a list and redirects are where the server says; the token is for this one alone.
        raise ToolError(f"GitHub ({address.origin}) leads to {target.origin}, which is not followed")
    packed = {"accept-encoding": "identity"}
    async with http.stream(method, target.url, headers={**headers, **packed}, content=body) as response:
        if response.headers.get("content-encoding", "identity").lower() != "identity":
            raise ToolError(f"GitHub ({address.origin}) packs its answers, though it was asked not to")
        data = bytearray()
        async for chunk in response.aiter_raw():
            data += chunk
            if len(data) > _MOST_BYTES:
                raise ToolError(
                    f"GitHub ({address.origin}) sent more than {_MOST_BYTES // 1_000_000} MB; ask for less"
                )
        return response.status_code, response.headers, bytes(data)


def _told(gidgethub: Any, error: Any, has_token: bool) -> str:
    said = f"GitHub says: {shortened(str(error), 300)!r}"
    status = int(error.status_code)
    wait = retry_after(error.headers)
    if isinstance(error, gidgethub.RateLimitExceeded):
        reset: datetime = error.rate_limit.reset_datetime
        minutes = max(0, round((reset - datetime.now(UTC)).total_seconds() / 60))
        more = "" if has_token else f"; with a token in {TOKEN} there is more"
        return f"GitHub's rate limit is used up until {reset:%Y-%m-%d %H:%M:%S} UTC (in {minutes} min){more}"
    if status in (403, 429) and wait is not None:
        return f"GitHub's rate limit is used up; it asks to wait {wait:g} s. {said}"
    if status == 401:
        return (
            f"GitHub does not accept the token in {TOKEN}. {said}"
            if has_token
            else f"GitHub wants a token: set {TOKEN}. {said}"
        )
    hint = "" if has_token else f", and there is none in {TOKEN}"
    known = {
        403: f"GitHub does not allow it; the token may lack the right{hint}. {said}",
        404: f"GitHub knows no such thing, or the token may not see it{hint}. {said}",
        410: f"GitHub does not have it any more, or it is switched off for the repository. {said}",
        422: f"GitHub does not take these values. {said}",
    }
    return known.get(status, f"GitHub answered with status {status}. {said}")
