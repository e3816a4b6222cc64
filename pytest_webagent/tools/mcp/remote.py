"""The tools of a server as tools of our own: their names, their schemas, and what calling them can do."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from pytest_webagent.errors import ConfigError
from pytest_webagent.tools.core.base import Tool, ToolContext, from_object
from pytest_webagent.tools.core.wording import shortened
from pytest_webagent.tools.mcp import schemas
from pytest_webagent.tools.mcp.results import converted, quoted

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from mcp import types

    from pytest_webagent.messages import ToolResult
    from pytest_webagent.policy.risk import Risk
    from pytest_webagent.policy.security import Need
    from pytest_webagent.tools.core.registry import ToolRegistry
    from pytest_webagent.tools.mcp.connection import Connection

MOST_OFFERED: Final = 64
"""Tools of one server that a model is offered: each is part of every request. `mcp_client` calls the others."""
MOST_CHARACTERS: Final = 60_000
"""Of what a model is told about them."""
_LONGEST_NAME: Final = 64
_LONGEST_DESCRIPTION: Final = 1_000


class LeftOut(NamedTuple):
    """A tool of a server that is no tool of ours, and why."""

    tool: str
    reason: str


@dataclass(kw_only=True)
class RemoteTool:
    """One tool of a server."""

    connection: Connection
    listed: types.Tool
    name: str
    description: str
    parameters: Mapping[str, Any]
    kind: str
    risk: Risk
    needs: tuple[Need, ...]
    gone: Callable[[ToolContext], Awaitable[object]]
    """Called once the server is found to be gone."""
    seconds: float = 60.0
    quotes: bool = True
    wants_reasoning: bool = field(init=False)

    def __post_init__(self) -> None:
        """Notice that the server has an argument of a name that all our tools have."""
        self.wants_reasoning = "reasoning" in self.parameters.get("properties", {})

    async def execute(self, context: ToolContext, arguments: dict[str, Any], reasoning: str) -> ToolResult:
        """Have the server run it."""
        given = {**arguments, "reasoning": reasoning} if self.wants_reasoning else arguments
        try:
            result = await self.connection.call(self.listed.name, given)
        finally:
            if not self.connection.alive:
                await self.gone(context)
        return converted(self.connection.name, result, context.limits.output_chars)


def risk_of(connection: Connection, listed: types.Tool | None) -> Risk:
    """How much a call can do. What a server says of itself counts only where the test's author chose it."""
    hints = listed.annotations if listed is not None else None
    if hints is None or not connection.address.configured:
        return "HIGH"
    if hints.read_only_hint:
        return "LOW"
    return "MEDIUM" if hints.destructive_hint is False else "HIGH"


def needs_of(connection: Connection) -> tuple[Need, ...]:
    """What speaking to a server takes."""
    return ("network",) if connection.address.url else ("subprocess",)


def offered(
    connection: Connection, registry: ToolRegistry, gone: Callable[[ToolContext], Awaitable[object]]
) -> tuple[list[str], list[LeftOut]]:
    """Add the tools of a server to the registry; the names of those, and what was left out."""
    names: list[str] = []
    left_out: list[LeftOut] = []
    size = 0
    for listed in connection.tools:
        try:
            made = _made(connection, listed, gone)
            size += len(made.description) + len(json.dumps(made.parameters))
            if len(names) == MOST_OFFERED or size > MOST_CHARACTERS:
                told = f"only {len(names)} of {len(connection.tools)} tools are offered; call_tool calls any"
                left_out.append(LeftOut("", told))
                break
            names.append(registry.add(made).name)
        except schemas.BadSchemaError as error:
            left_out.append(LeftOut(shortened(listed.name, 80), shortened(str(error), 200)))
        except ConfigError:
            left_out.append(LeftOut(shortened(listed.name, 80), "there is a tool of that name already"))
    return names, left_out


def _made(
    connection: Connection, listed: types.Tool, gone: Callable[[ToolContext], Awaitable[object]]
) -> Tool:
    risk = risk_of(connection, listed)
    said = shortened(listed.description or listed.title or "nothing", _LONGEST_DESCRIPTION)
    made = from_object(
        RemoteTool(  # type: ignore[arg-type]  # `from_object` hands on context and reasoning to an execute that takes them
            connection=connection,
            listed=listed,
            name=tool_name(connection.name, listed.name),
            description=f"Tool {shortened(listed.name, 80)!r} of an MCP server. {quoted(connection.name, said)}",
            parameters=schemas.plain(listed.input_schema),
            kind="read" if risk == "LOW" else "action",
            risk=risk,
            needs=needs_of(connection),
            gone=gone,
        )
    )
    # As one argument: those of a server may be called like those of `RemoteTool.execute`.
    return replace(
        made,
        source=f"MCP server {connection.name!r}",
        check=lambda arguments: {"arguments": made.check(arguments)},
    )


def tool_name(server: str, tool: str) -> str:
    """The name of a server's tool with the server's own before it, in the characters that names of tools have."""
    return f"{server}_{re.sub('[^a-zA-Z0-9_-]', '_', tool)}"[:_LONGEST_NAME]
