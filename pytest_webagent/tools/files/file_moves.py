"""Copying, moving and deleting files and folders of the workspace."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_webagent.errors import DeniedError, ToolError
from pytest_webagent.tools.core.base import tool
from pytest_webagent.tools.files import storage

if TYPE_CHECKING:
    from pytest_webagent.policy.workspace import Workspace
    from pytest_webagent.tools.core.context import ToolContext


@tool(needs=("files",), up_to="HIGH")
async def file_copy(context: ToolContext, source: str, destination: str, overwrite: bool = False) -> str:
    """Copy a file of the workspace. Folders that are missing are made.

    Args:
        source: Path of the file, from the root of the workspace.
        destination: Path of the copy, with its name.
        overwrite: Whether the copy may take the place of a file that is there.
    """
    workspace, most = context.workspace, context.limits.file_mb
    found = workspace.path(source)
    data = storage.read(workspace, found, most)
    target = _target(workspace, found, destination, overwrite)
    there = _announce(context, f"copy {workspace.shown(found)!r} to {workspace.shown(target)!r}", target)
    over = overwrite and there
    storage.write(workspace, workspace.path(destination, writing=True), data, most, over=over)
    return f"Copied {workspace.shown(found)!r} to {workspace.shown(target)!r}; it has {len(data)} bytes."


@tool(needs=("files",), up_to="HIGH")
async def file_move(context: ToolContext, source: str, destination: str, overwrite: bool = False) -> str:
    """Move or rename a file or folder of the workspace. Folders that are missing are made.

    Args:
        source: Path of the file or folder, from the root of the workspace.
        destination: Its new path, with its name.
        overwrite: Whether a file may take the place of a file that is there.
    """
    workspace = context.workspace
    found = _own_place(workspace, source, "moved")
    target = _target(workspace, found, destination, overwrite)
    if found.is_dir() and (target.exists() or target.is_relative_to(found)):
        where = "is there already" if target.exists() else "lies in the folder itself"
        raise ToolError(f"{workspace.shown(target)!r} {where}; nothing was moved. Give another destination")
    told = f"{workspace.shown(found)!r} to {workspace.shown(target)!r}"
    there = _announce(context, f"move {told}", target)
    storage.move(workspace, found, target, over=overwrite and there)
    return f"Moved {told}."


@tool(needs=("files",), up_to="HIGH")
async def file_delete(context: ToolContext, path: str, recursive: bool = False) -> str:
    """Delete a file or folder of the workspace. It cannot be taken back.

    Args:
        path: Path of the file or folder, from the root of the workspace.
        recursive: Whether a folder is deleted with all that is in it; else only an empty one is.
    """
    workspace = context.workspace
    found = _own_place(workspace, path, "deleted")
    shown, folder = workspace.shown(found), found.is_dir()
    within = len(os.listdir(found)) if folder else 0
    if within and not recursive:
        raise ToolError(
            f"{shown!r} is a folder with {within} entr{'y' if within == 1 else 'ies'}; nothing was deleted. "
            "Give recursive = true to delete it with all that is in it"
        )
    what = f"the {'folder' if folder else 'file'} {shown!r}{' and all that is in it' if within else ''}"
    context.about_to("HIGH", f"delete {what}")
    storage.delete(workspace, found)
    return f"Deleted {what}."


def _own_place(workspace: Workspace, path: str, done: str) -> Path:
    """What is to leave its place: it itself, and not what a link leads to, nor with it what the policy keeps from the tool."""
    found = workspace.path(path)
    shown = workspace.shown(found)
    if found == workspace.root:
        raise DeniedError(f"the root of the workspace cannot be {done}; name what is in it")
    if Path(os.path.normpath(workspace.root / path)).is_symlink():
        raise ToolError(f"{path!r} is a link; nothing was {done}. It leads to {shown!r}: give that path")
    if not found.exists():
        raise ToolError(f"there is no file or folder {shown!r}; nothing was {done}")
    kept = next((each for each in workspace.hidden() if each.is_relative_to(found)), None)
    if kept is not None:
        raise DeniedError(f"{shown!r} was not {done}: the policy of this test restricts something in it")
    return found


def _target(workspace: Workspace, found: Path, destination: str, overwrite: bool) -> Path:
    target = workspace.path(destination)
    shown = workspace.shown(target)
    if target == found:
        raise ToolError(f"{shown!r} is where it is already; nothing was done")
    if target.is_dir():
        raise ToolError(f"{shown!r} is a folder; give the whole path, such as '{shown}/{found.name}'")
    if target.exists() and not overwrite:
        raise ToolError(f"{shown!r} is there already; nothing was done. Give overwrite = true to replace it")
    return target


def _announce(context: ToolContext, what: str, target: Path) -> bool:
    """What is replaced is as good as deleted; whether anything is."""
    there = target.exists()
    context.about_to(
        "HIGH" if there else "MEDIUM", f"{what}, which replaces what is there" if there else what
    )
    return there


TOOLS = (file_copy, file_move, file_delete)
