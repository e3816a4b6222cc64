"""Files that tools write: whole, or not at all."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from pytest_webagent.errors import ToolError
from pytest_webagent.whole_files import beside

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytest_webagent.tools.core.context import ToolContext


@contextmanager
def replacing(context: ToolContext, target: Path) -> Iterator[Path]:
    """A path beside `target` to write to. What stands there takes the place of `target` if all went well."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with beside(target) as path:
            yield path
            most = context.limits.file_mb
            if path.stat().st_size > most << 20:
                raise ToolError(
                    f"{context.workspace.shown(target)!r} was not written: it would have more than the {most} MB the "
                    "policy allows (file_mb)"
                )
    except OSError as error:
        raise ToolError(f"{context.workspace.shown(target)!r} cannot be written: {error.strerror}") from None


def writable(context: ToolContext, name: str) -> Path:
    """The path of a file that is to be written.

    Raises:
        DeniedError: it lies outside of the workspace, or is restricted.
        ToolError: it is a folder.
    """
    path = context.workspace.path(name)
    if path.is_dir():
        raise ToolError(f"{context.workspace.shown(path)!r} is a folder; give the path of a file")
    return path
