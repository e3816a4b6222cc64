"""A connection to one server: a task of its own opens, keeps and closes it.

The SDK's scopes of cancellation have to be left in the task that entered them, so no call of a tool may do it. Calls only
hand requests over; when the connection ends, however it does, each of them ends with an error.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

from pytest_webagent.errors import ToolError
from pytest_webagent.tools.core.wording import shortened
from pytest_webagent.tools.mcp import transport
from pytest_webagent.tools.mcp.results import quoted

if TYPE_CHECKING:
    import anyio
    from mcp import Client, types

    from pytest_webagent.tools.mcp.server_addresses import ServerAddress

START_SECONDS: Final = 10.0
"""How long a server may take to start, to answer the handshake and to list its tools."""
_CLOSE_SECONDS: Final = 10.0
"""How long it may take to end, once asked to; the SDK asks, waits 2 s, ends it, waits 2 s and kills it."""
_MOST_GARBAGE: Final = 50
"""Messages that are none of the protocol, after which a server is given up."""
_MOST_TOOLS: Final = 1_000
_MOST_PAGES: Final = 50


class Connection:
    """A server, from the handshake to the end."""

    def __init__(self, name: str, address: ServerAddress, token: str = "") -> None:
        """Know where the server is. `token` is sent to a server that is spoken to over HTTP."""
        self.name = name
        self.address = address
        self.tools: tuple[types.Tool, ...] = ()
        """What it offers, as it says itself."""
        self._token = token
        self._errors = transport.StandardError()
        self._ready = asyncio.Event()
        self._garbage = 0
        self._client: Client | None = None
        self._scope: anyio.CancelScope | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def client(self) -> Client:
        """The SDK's client of the open connection."""
        assert self._client is not None
        return self._client

    @property
    def alive(self) -> bool:
        """Whether the task that owns it still runs. A server that died is noticed by the next call."""
        return self._task is not None and not self._task.done()

    async def open(self) -> None:
        """Start the server or reach it, and learn what it offers.

        Raises:
            ToolError: it could not be started or reached, or does not speak the protocol. Nothing is left of it.
        """
        import anyio

        self._scope = anyio.CancelScope()
        self._task = asyncio.create_task(self._own(), name=f"MCP server {self.name}")
        ready = asyncio.create_task(self._ready.wait())
        try:
            await asyncio.wait(
                {self._task, ready}, timeout=START_SECONDS, return_when=asyncio.FIRST_COMPLETED
            )
        finally:
            ready.cancel()
            late = self.alive
            if not self._ready.is_set():
                await self.close()
        if not self._ready.is_set():
            why = f"it did not answer the handshake within {START_SECONDS:g} s" if late else "it ended"
            raise ToolError(
                f"the MCP server {self.name!r} ({self.address.shown}) could not be connected: {self._why(why)}"
            )

    async def call(self, tool: str, arguments: dict[str, Any]) -> types.CallToolResult:
        """Let the server run one of its tools.

        Raises:
            ToolError: it refused, sent what is no result, or is gone; `alive` is then false.
        """
        import anyio
        from mcp import MCPError, types
        from mcp.types import CONNECTION_CLOSED
        from pydantic import ValidationError

        if not self.alive:
            raise await self._gone("the connection has ended")
        request = types.CallToolRequest(params=types.CallToolRequestParams(name=tool, arguments=arguments))
        try:
            # Not `call_tool`: it holds results against schemas of the server, whose patterns may take for ever.
            return await self.client.session.send_request(request, types.CallToolResult)
        except MCPError as error:
            if self.alive and error.code != CONNECTION_CLOSED:
                raise ToolError(quoted(self.name, f"error: {shortened(error.message, 1000)}")) from None
            raise await self._gone(shortened(error.message, 200)) from None
        except (anyio.ClosedResourceError, anyio.BrokenResourceError):
            raise await self._gone("the connection is closed") from None
        except ValidationError:
            raise ToolError(
                f"the MCP server {self.name!r} sent what is no result, or asks for what only a person could answer"
            ) from None

    async def close(self) -> None:
        """End the connection, and the server with all that it started if it was started here."""
        if self._task is None or self._scope is None:
            return
        # Not by cancelling the task: that would break off the SDK's own tidying up.
        self._scope.cancel()
        _, busy = await asyncio.wait({self._task}, timeout=_CLOSE_SECONDS)
        for task in busy:
            task.cancel()
            await asyncio.wait({task}, timeout=1)
        self._errors.kill_group()

    async def _own(self) -> None:
        import anyio
        from mcp import Client, Implementation

        streams = (
            transport.http(self.address.url, self._token)
            if self.address.url
            else transport.process(self.address.command, self._errors)
        )
        assert self._scope is not None
        with self._scope:
            async with Client(
                streams,
                client_info=Implementation(name="pytest-webagent", version="1"),
                message_handler=self._heard,
                cache=None,
            ) as client:
                self._client = client
                self.tools = await self._listed(client)
                self._ready.set()
                await anyio.sleep_forever()

    async def _listed(self, client: Client) -> tuple[types.Tool, ...]:
        if client.server_capabilities.tools is None:
            return ()
        found: list[types.Tool] = []
        cursor: str | None = None
        for _ in range(_MOST_PAGES):
            page = await client.list_tools(cursor=cursor)
            found += page.tools
            cursor = page.next_cursor
            if cursor is None or len(found) >= _MOST_TOOLS:
                break
        return tuple(found[:_MOST_TOOLS])

    async def _heard(self, message: object) -> None:
        """Give up a server that says nothing but what is not of the protocol."""
        self._garbage += isinstance(message, Exception)
        if self._garbage >= _MOST_GARBAGE and self._scope is not None:
            self._scope.cancel()

    async def _gone(self, why: str) -> ToolError:
        await self.close()
        return ToolError(
            f"the MCP server {self.name!r} is gone, and its tools with it: {self._why(why)}. connect_server of "
            "mcp_client tries it again"
        )

    def _why(self, otherwise: str) -> str:
        """What is known of the end of the connection; all of it from the server or the system, so kept short."""
        failed = None
        if self._task is not None and self._task.done() and not self._task.cancelled():
            failed = self._task.exception()
        reasons = list(dict.fromkeys(_leaves(failed))) or [otherwise]
        if self._garbage:
            reasons.append(f"{self._garbage} of its messages were not of the protocol")
        if self._errors.end:
            reasons.append(f"its standard error ends with {shortened(self._errors.end[-300:], 300)!r}")
        return "; ".join(reasons)


def _leaves(error: BaseException | None) -> list[str]:
    if isinstance(error, BaseExceptionGroup):
        return [leaf for inner in error.exceptions for leaf in _leaves(inner)]
    if error is None:
        return []
    words = shortened(str(error), 200)
    return [words if isinstance(error, ToolError) else f"{type(error).__name__}: {words}".rstrip(": ")]
