"""What is in a folder of the workspace."""

from __future__ import annotations

import os
from operator import attrgetter
from typing import TYPE_CHECKING

from pytest_webagent.errors import ToolError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytest_webagent.policy.workspace import Workspace

_LEVELS = 2


def listed(workspace: Workspace, folder: Path, most: int) -> str:
    """The files and folders in a folder and in its folders, one a line, with sizes; hidden and restricted ones left out."""
    lines, size = [f"In {workspace.shown(folder)!r}, two levels deep, without hidden files:"], 0
    for line in _entries(workspace, folder, _LEVELS):
        size += len(line) + 1
        if size > most:
            lines.append("[more is left out; view one of the folders]")
            break
        lines.append(line)
    return "\n".join(lines) if len(lines) > 1 else f"There is nothing in {workspace.shown(folder)!r}."


def _entries(workspace: Workspace, folder: Path, levels: int) -> Iterator[str]:
    try:
        with os.scandir(folder) as found:
            entries = sorted(
                (each for each in found if not each.name.startswith(".")), key=attrgetter("name")
            )
    except OSError as error:
        raise ToolError(f"{workspace.shown(folder)!r} cannot be listed: {error.strerror}") from None
    for entry in entries:
        path = folder / entry.name
        if workspace.restricts(path):
            continue
        # A name can hold anything: ends of lines, and bytes that are no text.
        name = "".join(each if each.isprintable() else "?" for each in workspace.shown(path))
        if entry.is_symlink():
            yield f"{name} (a link)"
        elif entry.is_dir():
            yield f"{name}/"
            if levels > 1:
                yield from _entries(workspace, path, levels - 1)
        elif entry.is_file():
            yield f"{name} ({entry.stat().st_size} bytes)"
        else:
            yield f"{name} (neither a file nor a folder)"
