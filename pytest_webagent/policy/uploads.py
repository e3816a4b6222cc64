"""Which files the agent may upload: those inside the folders a test allows."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pytest_webagent.errors import DeniedError, ToolError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_MOST_NAMES = 20
NO_FOLDER: Final = (
    "no file can be uploaded: the test allows no folder (its setting upload_folders names them)"
)


def allowed_file(path: str, folders: Sequence[str]) -> Path:
    """The real path of a file that may be uploaded; a relative `path` is taken against the folders.

    Links are followed before the check, so a link or ``..`` that leads out of the folders is refused.

    Raises:
        ToolError: there is no such file in the folders; the message lists those there are.
    """
    if not folders:
        raise DeniedError(NO_FOLDER)
    roots = [Path(folder).resolve() for folder in folders]
    found = list(dict.fromkeys(_inside(path, roots)))
    if not found:
        names = _names(roots)
        raise DeniedError(
            f"{path!r} is no file in the folders uploads may be taken from. "
            + (f"The files there are: {', '.join(names)}" if names else "They hold no files")
        )
    if len(found) > 1:
        raise ToolError(f"{path!r} is in several folders: {', '.join(map(str, found))}. Give the whole path")
    return found[0]


def _inside(path: str, roots: Sequence[Path]) -> Iterator[Path]:
    if not path.strip() or "\0" in path:
        return
    for root in roots:
        candidate = (root / path).resolve()
        if candidate.is_file() and any(candidate.is_relative_to(allowed) for allowed in roots):
            yield candidate


def _names(roots: Sequence[Path]) -> list[str]:
    files = (
        str(file.relative_to(root))
        for root in roots
        for file in sorted(root.rglob("*"))
        if file.is_file() and any(file.resolve().is_relative_to(allowed) for allowed in roots)
    )
    names = list(islice(files, _MOST_NAMES + 1))
    return [*names[:_MOST_NAMES], "..."] if len(names) > _MOST_NAMES else names
