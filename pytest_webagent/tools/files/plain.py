"""Reading and writing whole files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_webagent.errors import ToolError
from pytest_webagent.messages import ToolResult
from pytest_webagent.tools.core.base import tool
from pytest_webagent.tools.files import storage
from pytest_webagent.tools.files.text_files import Text, chosen, decoded, fitting

if TYPE_CHECKING:
    from pytest_webagent.tools.core.context import ToolContext


@tool(kind="read", needs=("files",))
async def file_read(context: ToolContext, path: str, view_range: list[int] | None = None) -> ToolResult:
    """Read a text file of the workspace.

    Args:
        path: Path of the file, from the root of the workspace.
        view_range: First and last line to read, such as [11, 20]; [11, -1] reads on to the end.
    """
    found = context.workspace.path(path)
    shown = context.workspace.shown(found)
    text = decoded(storage.read(context.workspace, found, context.limits.file_mb), shown)
    first, last = chosen(text, view_range)
    lines = text.lines[first - 1 : last]
    kept = lines[: fitting(lines, context.limits.output_chars)]
    content = "\n".join(kept)[: context.limits.output_chars]
    if len(kept) == len(text.lines) and len(content) == len("\n".join(kept)):
        return ToolResult(output=text.content)
    remark = f"These are lines {first} to {first + len(kept) - 1} of {len(text.lines)}."
    if len(kept) < len(lines):
        remark += f" Give view_range = [{first + len(kept)}, {last}] to read on."
    elif len(content) < len("\n".join(kept)):
        remark += f" Only the first {len(content)} characters of a long line are shown."
    return ToolResult(output=content, system=remark)


@tool(needs=("files",), up_to="MEDIUM")
async def file_write(context: ToolContext, path: str, content: str, append: bool = False) -> str:
    """Write a text file of the workspace (UTF-8). Folders that are missing are made.

    Args:
        path: Path of the file, from the root of the workspace.
        content: What it is to hold, instead of what it held.
        append: Whether to keep what it held and add to its end.
    """
    return _written(context, path, content, append)


def _written(context: ToolContext, path: str, content: str, append: bool) -> str:
    workspace, most = context.workspace, context.limits.file_mb
    found = workspace.path(path)
    shown, there = workspace.shown(found), found.exists()
    if found.is_dir():
        raise ToolError(f"{shown!r} is a folder; give the path of a file")
    old = storage.read(workspace, found, most) if append and there else b""
    text = decoded(old, shown) if old else Text("")
    data = text.encoded(text.content + text.like(content))
    context.about_to("MEDIUM", f"{'add to' if old else 'replace' if there else 'create'} the file {shown!r}")
    storage.write(workspace, workspace.path(path, writing=True), data, most)
    return f"{'Added to' if old else 'Replaced' if there else 'Created'} {shown!r}; it has {len(data)} bytes now."


TOOLS = (file_read, file_write)
