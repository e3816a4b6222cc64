"""The HTTP client below the SDK, which loads it: it stays with one server, and reads no more than a reply can have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import openai

if TYPE_CHECKING:
    from httpx2 import URL, Request, Response

MOST_BYTES: Final = 8 * 2**20
"""What a reply of 128,000 tokens takes is a tenth of it."""
_MOST_HOPS: Final = 5
_OF_THE_WIRE: Final = ("content-encoding", "content-length", "transfer-encoding")


class TooLongError(openai.APIConnectionError):
    """A server sends more than a reply can have."""


class Wire(openai.DefaultAsyncHttpxClient):
    """Sends requests and reads their answers whole, up to a bound.

    A redirect is followed where it is the same request again, to the same server or to its secure port: anywhere else
    the conversation, and on Azure the key, would go to somebody who was not named.
    """

    async def send(self, request: Request, **options: Any) -> Response:
        """The answer to a request.

        Raises:
            TooLongError: it is longer than a reply can be.
        """
        options |= {"stream": True, "follow_redirects": False}
        response = await super().send(request, **options)
        for _ in range(_MOST_HOPS):
            following = response.next_request
            if (
                following is None
                or following.method != request.method
                or not _same(request.url, following.url)
            ):
                break
            await response.aclose()
            request, response = following, await super().send(following, **options)
        return await _whole(response)


def _same(asked: URL, named: URL) -> bool:
    """Whether both are of one server, or the second of the first one's secure port."""
    if (asked.scheme, asked.netloc) == (named.scheme, named.netloc):
        return True
    ports = asked.port, named.port  # None where they are the scheme's own
    return (asked.scheme, named.scheme, ports) == ("http", "https", (None, None)) and asked.host == named.host


async def _whole(response: Response) -> Response:
    parts: list[bytes] = []
    left = MOST_BYTES
    try:
        async for part in response.aiter_bytes():
            left -= len(part)
            if left < 0:
                raise TooLongError(message=f"more than {MOST_BYTES:,} bytes", request=response.request)
            parts.append(part)
    finally:
        await response.aclose()
    # What was read is no longer packed. Of the class that the SDK uses: it has changed its library once.
    headers = [each for each in response.headers.multi_items() if each[0] not in _OF_THE_WIRE]
    return response.__class__(
        response.status_code, headers=headers, content=b"".join(parts), request=response.request
    )
