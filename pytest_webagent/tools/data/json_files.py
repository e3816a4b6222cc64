"""`json_tool`: files of JSON and of JSON Lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Literal

from pytest_webagent.errors import ToolError
from pytest_webagent.tools.core.base import ToolContext, tool
from pytest_webagent.tools.data import json_work, sources
from pytest_webagent.tools.data.child import SECONDS, in_child
from pytest_webagent.tools.data.process import about
from pytest_webagent.tools.data.writing import replacing, writable

if TYPE_CHECKING:
    from pathlib import Path

_NEEDED: Final = {"query": ("query",), "write": ("content",), "update": ("query", "content")}
"""Which further arguments an action cannot do without."""


@tool(kind="action", risk="LOW", up_to="MEDIUM", needs=("files",), quotes=True, seconds=SECONDS)
async def json_tool(
    context: ToolContext,
    action: Literal["read", "query", "validate", "write", "update"],
    path: str,
    query: str = "",
    content: str = "",
    schema: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """Work with a JSON or JSON Lines file of the workspace.

    read gives its value, long ones in outline; query the matches of a JSONPath, each with path and value; validate
    whether it is JSON and fits a JSON Schema, and what is wrong; write makes a file; update sets all that a JSONPath
    matches.

    Args:
        action: What to do.
        path: The file; .jsonl and .ndjson hold one value per line, read as a list.
        query: For query and update: a JSONPath (RFC 9535), such as $.users[?@.age > 30].name
        content: For write and update: the value, as JSON text.
        schema: For validate: a JSON Schema.
    """
    given = {"query": query.strip(), "content": content.strip()}
    missing = [name for name in _NEEDED.get(action, ()) if not given[name]]
    if missing:
        raise ToolError(f"to {action}, json_tool needs {' and '.join(map(repr, missing))}; give it")
    limits = context.limits
    if action == "write":
        target = writable(context, path)
        return await _made(context, target, "write", json_work.written, content)
    (file,) = sources.find(path, context.workspace, patterns=False)
    if action == "update":
        return await _made(context, file, "update", json_work.updated, file, query, content)
    work: Any = {"read": json_work.read, "query": json_work.matches, "validate": json_work.validated}[action]
    arguments = {"read": (), "query": (query,), "validate": (schema,)}[action]
    return await in_child(limits, work, file, *arguments, limits)  # type: ignore[no-any-return]


async def _made(context: ToolContext, target: Path, verb: str, work: Any, *arguments: Any) -> dict[str, Any]:
    context.about_to("MEDIUM", f"{verb} {context.workspace.shown(target)!r}")
    with replacing(context, target) as path:
        more = await in_child(context.limits, work, *arguments, context.limits, target.suffix, str(path))
    return about(context, target, **more)


TOOLS = (json_tool,)
