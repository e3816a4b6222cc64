"""Asks a search service for JSON, within a time, waiting where the service says so."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from pytest_webagent.errors import ToolError
from pytest_webagent.retry_after import retry_after
from pytest_webagent.tools.core.wording import shortened

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_webagent.tools.web_api.clock import Clock

_PATIENCE: Final = 10.0
"""Seconds a service may take to answer."""
_MOST: Final = 5_000_000
"""Bytes of an answer that are read."""
_LONGEST_WAIT: Final = 20.0
"""Seconds a busy service is waited for; after that the next one is asked."""
_BUSY: Final = (429, 503)


class EngineError(ToolError):
    """A search engine could not be asked."""


async def ask(
    url: str, parameters: Mapping[str, str], clock: Clock, *, reserve: float, secret: str = ""
) -> tuple[int, Any]:
    """The status and the JSON of an answer; a redirect is not followed.

    Args:
        url: Where to.
        parameters: The query.
        clock: What is left of the call.
        reserve: Seconds that are not spent on waiting for a service that is busy.
        secret: What is not shown in an error.

    Raises:
        EngineError: there is no answer in time, or it is no JSON.
    """
    answer = await _get(url, parameters, clock)
    if answer.status in _BUSY and answer.retry_after is not None:
        if answer.retry_after > min(_LONGEST_WAIT, clock.left - reserve):
            raise EngineError(
                f"too many requests (status {answer.status}); it asks to wait {answer.retry_after:g} s, "
                "which is too long"
            )
        await asyncio.sleep(answer.retry_after)
        answer = await _get(url, parameters, clock)
    if answer.status in _BUSY:
        raise EngineError(f"too many requests, or overloaded (status {answer.status})")
    try:
        return answer.status, json.loads(answer.body)
    except (ValueError, RecursionError):
        text = answer.body[:500].decode("utf-8", "replace")
        shown = shortened(text.replace(secret, "***") if secret else text, 100)
        raise EngineError(f"its answer (status {answer.status}) is no JSON: {shown!r}") from None


class _Answer(NamedTuple):
    status: int
    body: bytes
    retry_after: float | None


async def _get(url: str, parameters: Mapping[str, str], clock: Clock) -> _Answer:
    import httpx2

    body = bytearray()
    seconds = clock.share(_PATIENCE)
    try:
        async with (
            asyncio.timeout(seconds),
            httpx2.AsyncClient(timeout=None, follow_redirects=False) as client,
            client.stream("GET", url, params=parameters, headers={"accept": "application/json"}) as response,
        ):
            async for part in response.aiter_bytes():
                body += part
                if len(body) > _MOST:
                    raise EngineError(f"its answer is longer than {_MOST // 1_000_000} MB")
            return _Answer(response.status_code, bytes(body), retry_after(response.headers))
    except TimeoutError:
        raise EngineError(f"it did not answer within {seconds:.2g} s") from None
    except httpx2.InvalidURL:
        raise EngineError("its address, as it is set, is no URL") from None
    except httpx2.HTTPError as error:
        # The words of such an error can hold the address, and with it the key.
        raise EngineError(f"it cannot be reached ({type(error).__name__})") from None
