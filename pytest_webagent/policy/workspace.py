"""The folder a test gives its tools, and the paths that lie in it."""

from __future__ import annotations

import re
from fnmatch import fnmatch
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_webagent.errors import DeniedError, ToolError

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable

_LONGEST = 4096
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")


class Workspace:
    """A folder tools may read and write. A path that leads out of it, by whatever way, is refused."""

    def __init__(self, root: str | os.PathLike[str], restricted: Iterable[str] = ()) -> None:
        """Take the folder `root`, which need not be there yet; `restricted` are patterns of paths in it.

        A pattern without a slash is that of a name anywhere: ``secrets``, ``*.key``; one with a slash is that of a path
        from the root: ``data/private``. What lies in a restricted folder is restricted, too.
        """
        self._root = Path(root)
        self._restricted = tuple(restricted)

    @property
    def root(self) -> Path:
        """The folder itself, all links followed."""
        return self._root.resolve()

    def restrict(self, patterns: Iterable[str]) -> Workspace:
        """The same folder with more that is not to be touched."""
        return Workspace(self._root, (*self._restricted, *patterns))

    def path(self, text: str, *, writing: bool = False) -> Path:
        """The real path of a file or folder; a relative one is taken from the root, which `writing` creates.

        Links are followed first, so neither ``..`` nor a link leads out.

        Raises:
            DeniedError: it lies outside of the workspace, or is restricted.
            ToolError: it can be no path, or is neither file nor folder but a device, pipe or socket.
        """
        if not text.strip() or len(text) > _LONGEST or _CONTROL.search(text):
            raise ToolError(
                f"{text[:80]!r} is no path: give the path of a file in the workspace, such as 'data/list.csv'"
            )
        if writing:
            self._root.mkdir(parents=True, exist_ok=True)
        root = self.root
        try:
            found = (root / text).resolve()
        except (OSError, RuntimeError, ValueError) as error:
            raise ToolError(f"{text[:80]!r} is no path: {error}") from None
        if not found.is_relative_to(root):
            raise DeniedError(
                f"{text!r} lies outside of the workspace; paths are taken from its root, such as 'data/list.csv'"
            )
        if self._is_restricted(found.relative_to(root)):
            raise DeniedError(
                f"{self.shown(found)!r} may not be touched: the policy of this test restricts it"
            )
        if found.exists() and not (found.is_file() or found.is_dir()):
            raise ToolError(f"{self.shown(found)!r} is neither a file nor a folder")
        return found

    def shown(self, path: Path) -> str:
        """A path as it is written in messages: from the root of the workspace."""
        return path.relative_to(self.root).as_posix() if path.is_relative_to(self.root) else path.name

    def _is_restricted(self, inside: Path) -> bool:
        paths = [each.as_posix() for each in (inside, *inside.parents)]
        return any(
            fnmatch(each, pattern.strip("/"))
            for pattern in self._restricted
            for each in (paths if "/" in pattern.strip("/") else inside.parts)
        )
