"""How a server is spoken to: a process of its own over its pipes, or HTTP. The protocol itself is the SDK's."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any, Final

from pytest_webagent.errors import ToolError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    import httpx2

MOST_BYTES: Final = 8_000_000
"""Of one message of a server that is spoken to over HTTP."""
_KEPT: Final = 4_000
"""Characters of its standard error that are kept: the last ones."""
# The shell makes itself the server, and tells its number before: that of the group of all that the server starts.
_LAUNCH: Final = 'echo "group $$" >&2; exec "$0" "$@"'
_GROUP: Final = re.compile(r"^group (\d+)\n", re.MULTILINE)


class StandardError(asyncio.Protocol):
    """The end of what a process writes to its standard error, and the number of its process group."""

    def __init__(self) -> None:
        self._text = ""
        self._group: int | None = None

    def data_received(self, data: bytes) -> None:
        """Keep the end of it."""
        self._text += data.decode("utf-8", "replace")
        if self._group is None and (found := _GROUP.search(self._text)):
            self._group, self._text = int(found[1]), self._text.replace(found[0], "", 1)
        self._text = self._text[-_KEPT:]

    @property
    def end(self) -> str:
        """What was written last."""
        return self._text.strip()

    def kill_group(self) -> None:
        """End whatever the server started and left behind."""
        if self._group is not None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._group, signal.SIGKILL)


@asynccontextmanager
async def process(command: Sequence[str], errors: StandardError) -> AsyncIterator[Any]:
    """The streams to a server that is started here, and ended with all that it started.

    It gets the few variables of the environment that the SDK hands on, so none that holds a secret.
    """
    from mcp.client.stdio import StdioServerParameters, stdio_client

    if sys.platform == "win32":
        server = StdioServerParameters(command=command[0], args=list(command[1:]))
        with os.fdopen(os.open(os.devnull, os.O_WRONLY), "w") as nowhere:
            async with stdio_client(server, errlog=nowhere) as streams:
                yield streams
        return
    server = StdioServerParameters(command="/bin/sh", args=["-c", _LAUNCH, *command])
    reading, writing = os.pipe()
    with os.fdopen(writing, "w") as log, os.fdopen(reading, "rb", buffering=0) as pipe:
        channel, _ = await asyncio.get_running_loop().connect_read_pipe(lambda: errors, pipe)
        try:
            async with stdio_client(server, errlog=log) as streams:
                log.close()
                yield streams
        finally:
            channel.close()
            errors.kill_group()


@asynccontextmanager
async def http(url: str, token: str = "") -> AsyncIterator[Any]:
    """The streams to a server at a URL. Redirects to other origins are not followed; `token` is sent to this one only."""
    import httpx2
    from mcp.client.streamable_http import streamable_http_client

    # Packed answers can be a thousand times as large as what is read of them.
    headers = {"accept-encoding": "identity"} | ({"authorization": f"Bearer {token}"} if token else {})
    timeout = httpx2.Timeout(30, read=300)
    async with (
        httpx2.AsyncClient(headers=headers, timeout=timeout, event_hooks={"response": [_bound]}) as client,
        streamable_http_client(url, http_client=client, max_sse_event_size=MOST_BYTES) as streams,
    ):
        yield streams


async def _bound(response: httpx2.Response) -> None:
    """Let an answer not grow beyond all bounds. Those of event streams are the SDK's."""
    if response.headers.get("content-encoding", "identity").lower() != "identity":
        raise ToolError("it packs its answers, though it was asked not to")
    if not response.headers.get("content-type", "").lower().startswith("text/event-stream"):
        response.stream = _bounded(response.stream)


def _bounded(stream: Any) -> httpx2.AsyncByteStream:
    import httpx2

    class Bounded(httpx2.AsyncByteStream):
        async def __aiter__(self) -> AsyncIterator[bytes]:
            size = 0
            async for chunk in stream:
                size += len(chunk)
                if size > MOST_BYTES:
                    raise ToolError(f"it sent more than {MOST_BYTES // 1_000_000} MB at once")
                yield chunk

        async def aclose(self) -> None:
            await stream.aclose()

    return Bounded()
