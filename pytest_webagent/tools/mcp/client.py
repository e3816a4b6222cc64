"""The tool that connects servers of the Model Context Protocol, with the official SDK.

Source: https://modelcontextprotocol.io/specification/2025-11-25
"""

from __future__ import annotations

import asyncio
import os
from typing import TYPE_CHECKING, Any, Literal

from pytest_webagent import extras
from pytest_webagent.errors import DeniedError, EnvironmentFailure, ToolError
from pytest_webagent.messages import ToolResult
from pytest_webagent.policy.origins import parse
from pytest_webagent.policy.secrecy import keeps_secrets
from pytest_webagent.tools.core.base import ToolContext  # noqa: TC001 (read at run time, as all of `execute`'s types)
from pytest_webagent.tools.core.wording import nearest, shortened
from pytest_webagent.tools.mcp import remote, server_addresses
from pytest_webagent.tools.mcp.connection import Connection
from pytest_webagent.tools.mcp.results import converted, cut, quoted

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_webagent.tools.core.registry import ToolRegistry
    from pytest_webagent.tools.mcp.server_addresses import ServerAddress

Action = Literal[
    "connect_server", "list_servers", "call_tool", "get_server_capabilities", "disconnect_server"
]

_MOST_SERVERS = 8
_MOST_TOLD = 50


class McpClient:
    """The servers of one test, and their tools in its registry."""

    name = "mcp_client"
    up_to = "HIGH"
    quotes = True
    seconds = 90.0

    def __init__(self) -> None:
        """Begin without a server."""
        self._open: dict[str, Connection] = {}
        self._names: dict[str, list[str]] = {}
        self._left_out: dict[str, list[remote.LeftOut]] = {}

    async def execute(
        self,
        context: ToolContext,
        action: Action,
        server_id: str | None = None,
        url: str | None = None,
        command: str | None = None,
        tool_name: str | None = None,
        args: dict[str, Any] | None = None,
    ) -> ToolResult:
        """Use servers of the Model Context Protocol. The tools of a connected server become tools of their own, with the server's id before their names.

        Args:
            action: connect_server (a configured server_id, or a new one with url or command), list_servers, call_tool, get_server_capabilities, or disconnect_server.
            server_id: Id of the server; may be left out where only one is connected.
            url: Where a new server answers (streamable HTTP).
            command: What starts a new server that speaks over stdin and stdout.
            tool_name: The tool to call, as the server names it.
            args: Arguments of that tool.
        """
        if (url or command) and action != "connect_server":
            raise ToolError(f"url and command belong to connect_server, not to {action}")
        if action == "connect_server":
            return await self._connect(context, server_id or "", url or "", command or "")
        if action == "list_servers":
            return ToolResult(output={"servers": self._listed(context)})
        if action == "call_tool":
            return await self._call(context, server_id or "", tool_name or "", args or {})
        if action == "get_server_capabilities":
            return await self._capabilities(context, server_id or "")
        return await self._disconnect(context, server_id or "")

    async def open(self, context: ToolContext) -> None:
        """Connect the servers of the settings, so that a model is offered their tools from its first step on.

        Raises:
            EnvironmentFailure: one cannot be connected.
        """
        assert context.registry is not None
        if not context.permissions.config.is_tool_enabled(self.name):
            return
        for name, address in server_addresses.configured(context.settings.mcp_servers).items():
            if name not in self._open:
                try:
                    await self._add(context, name, address, context.registry)
                except ToolError as error:
                    raise EnvironmentFailure(f"the MCP server {name!r} cannot be used: {error}") from None

    async def close(self) -> None:
        """End all servers."""
        connections, self._open = list(self._open.values()), {}
        await asyncio.gather(*(each.close() for each in connections))

    async def _connect(self, context: ToolContext, name: str, url: str, command: str) -> ToolResult:
        known = server_addresses.configured(context.settings.mcp_servers)
        if not name and len(known) == 1:
            name = next(iter(known))
        name = server_addresses.server_id(name)
        if name in self._open and self._open[name].alive:
            raise ToolError(f"the MCP server {name!r} is connected already; disconnect_server ends that")
        address = _address(name, known, url, command)
        if not address.configured:
            address = await _allowed(context, address)
        context.about_to(
            "LOW" if address.configured else "HIGH", f"connect the MCP server {name!r}: {address.shown}"
        )
        await self._add(context, name, address, _registry(context))
        connection = self._open[name]
        info = connection.client.server_info
        return ToolResult(
            output={
                "server_id": name,
                "connected": True,
                "server": {"name": shortened(info.name, 80), "version": shortened(info.version, 40)}
                if info
                else {},
                "protocol_version": connection.client.protocol_version,
                "capabilities": sorted(_capabilities(connection)),
                "tools": self._names[name],
                "left_out": [each._asdict() for each in self._left_out[name][:_MOST_TOLD]],
            }
        )

    async def _add(
        self, context: ToolContext, name: str, address: ServerAddress, registry: ToolRegistry
    ) -> None:
        if len(self._open) >= _MOST_SERVERS:
            raise ToolError(f"{_MOST_SERVERS} MCP servers are connected; disconnect_server one of them first")
        extras.load("mcp", "tools")
        connection = Connection(name, address, _token(name, address))
        context.permissions.config.check_needs(self.name, frozenset(remote.needs_of(connection)))
        if name in self._open:
            await self._forget(name, registry)
        await connection.open()
        self._open[name] = connection
        self._names[name], self._left_out[name] = remote.offered(
            connection, registry, lambda context: self._forget(name, _registry(context))
        )

    def _listed(self, context: ToolContext) -> list[dict[str, Any]]:
        known = server_addresses.configured(context.settings.mcp_servers)
        every = {**known, **{name: each.address for name, each in self._open.items()}}
        return [
            {
                "server_id": name,
                "address": address.shown,
                "transport": address.transport,
                "configured": address.configured,
                "connected": name in self._open and self._open[name].alive,
                "tools": len(self._names.get(name, ())),
            }
            for name, address in every.items()
        ]

    async def _found(self, context: ToolContext, name: str) -> Connection:
        """The server of this id; one of the settings is connected where it is not yet."""
        known = server_addresses.configured(context.settings.mcp_servers)
        every = list(dict.fromkeys((*self._open, *known)))
        one = list(self._open) if len(self._open) == 1 else every
        if not name and len(one) == 1:
            name = one[0]
        if name in self._open and not self._open[name].alive:
            await self._forget(name, _registry(context))
        if name not in self._open and name in known:
            await self._add(context, name, known[name], _registry(context))
        if name not in self._open:
            ids = ", ".join(every) or "none; call connect_server first"
            raise ToolError(
                f"no MCP server {name[:60]!r} is connected{nearest(name, every)}. The servers are: {ids}"
            )
        return self._open[name]

    async def _call(self, context: ToolContext, name: str, tool: str, args: dict[str, Any]) -> ToolResult:
        connection = await self._found(context, name)
        listed = {each.name: each for each in connection.tools}
        if tool not in listed:
            names = ", ".join(list(listed)[:_MOST_TOLD])
            raise ToolError(
                f"the MCP server {connection.name!r} has no tool {tool[:80]!r}{nearest(tool, listed)}. "
                f"Its tools are, as it calls them: {shortened(names, 2000)}"
            )
        _refuse_disabled(context, remote.tool_name(connection.name, tool))
        risk = remote.risk_of(connection, listed[tool])
        context.about_to(risk, f"call {shortened(tool, 80)!r} of the MCP server {connection.name!r}")
        try:
            result = await connection.call(tool, args)
        finally:
            if not connection.alive:
                await self._forget(connection.name, _registry(context))
        return converted(connection.name, result, context.limits.output_chars)

    async def _capabilities(self, context: ToolContext, name: str) -> ToolResult:
        connection = await self._found(context, name)
        described = [
            f"{shortened(each.name, 80)}: {shortened(each.description or '', 200)}"
            for each in connection.tools
        ]
        said = {
            "instructions": shortened(connection.client.instructions or "", 2000),
            "tools": described[:_MOST_TOLD],
        }
        return ToolResult(
            output={
                "server_id": connection.name,
                "server_url": connection.address.shown,
                "connected": connection.alive,
                "capabilities": _capabilities(connection),
                "tool_count": len(connection.tools),
                "offered": self._names[connection.name],
                "left_out": [each._asdict() for each in self._left_out[connection.name][:_MOST_TOLD]],
                "says": quoted(connection.name, cut(_lines(said), context.limits.output_chars)),
            }
        )

    async def _disconnect(self, context: ToolContext, name: str) -> ToolResult:
        if not name and len(self._open) == 1:
            name = next(iter(self._open))
        if name not in self._open:
            ids = ", ".join(self._open) or "none"
            raise ToolError(f"no MCP server {name[:60]!r} is connected. Connected are: {ids}")
        context.about_to("LOW", f"disconnect the MCP server {name!r}")
        removed = await self._forget(name, _registry(context))
        return ToolResult(output={"server_id": name, "disconnected": True, "removed_tools": removed})

    async def _forget(self, name: str, registry: ToolRegistry) -> list[str]:
        connection = self._open.pop(name)
        self._left_out.pop(name, None)
        removed = [each for each in self._names.pop(name, ()) if each in registry]
        for each in removed:
            registry.remove(each)
        await connection.close()
        return removed


def _registry(context: ToolContext) -> ToolRegistry:
    if context.registry is None:
        raise ToolError(
            "mcp_client can only be called through a registry, which gets the tools of its servers"
        )
    return context.registry


def _address(name: str, known: Mapping[str, ServerAddress], url: str, command: str) -> ServerAddress:
    if name in known:
        if url or command:
            raise ToolError(
                f"{name!r} is a configured MCP server: leave url and command out, or use another id"
            )
        return known[name]
    if bool(url) == bool(command):
        configured = f" Configured are: {', '.join(known)}" if known else ""
        raise ToolError(
            f"{name!r} is no configured MCP server: give either its url or the command that starts it.{configured}"
        )
    try:
        found = server_addresses.written(url or command)
    except ValueError as error:
        raise ToolError(f"the MCP server {name!r} cannot be connected: {error}") from None
    if bool(found.url) != bool(url):
        raise ToolError("url must begin with http:// or https://; what starts a program is its command")
    return found


def _token(name: str, address: ServerAddress) -> str:
    """The token the environment has for a configured server."""
    variable = f"MCP_TOKEN_{name.upper().replace('-', '_')}"
    token = os.environ.get(variable, "").strip() if address.configured and address.url else ""
    if token and not (token.isascii() and token.isprintable()):
        raise ToolError(f"{variable} holds what is no token")
    if token and not keeps_secrets(parse(address.url).origin):
        raise ToolError(
            f"the MCP server {name!r} is not reached over https, and so does not get its token {variable}"
        )
    return token


def _refuse_disabled(context: ToolContext, name: str) -> None:
    """Hold what the policy says of a server's tool also where it is called by `mcp_client`."""
    config = context.permissions.config
    if name in config.disabled_tools or not config.get_tool_config(name).enabled:
        raise DeniedError(f"{name} was not run: the policy of this test does not enable it")


async def _allowed(context: ToolContext, address: ServerAddress) -> ServerAddress:
    """A server of the model's own choice, where the test allows it."""
    if address.url:
        return address._replace(url=await context.network.allowed(address.url))
    if not context.permissions.config.allow_dangerous_tools:
        raise DeniedError(
            "no program was started: a command of the model's own is dangerous, and the policy of this test does not "
            "say allow_dangerous_tools = true. The setting mcp_servers names servers that may be started"
        )
    return address


def _capabilities(connection: Connection) -> dict[str, Any]:
    found = connection.client.server_capabilities.model_dump(exclude_none=True, by_alias=True, mode="json")
    return {name: value for name, value in found.items() if name not in ("experimental", "extensions")}


def _lines(said: Mapping[str, Any]) -> str:
    tools = "\n".join(f"- {each}" for each in said["tools"])
    return f"Instructions: {said['instructions'] or 'none'}\nTools:\n{tools or 'none'}"


TOOLS = (McpClient,)
