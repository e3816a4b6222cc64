"""The folder a test gives its tools, and the paths that lie in it."""

from __future__ import annotations

import errno
import os
import posixpath
import re
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_webagent.errors import DeniedError, ToolError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_LONGEST = 4096
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_OTHER_ON_WINDOWS = re.compile(
    r"(?ix) .*[<>:\"|?*].* | .*[.\ ] | (con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$) (\..*)?"
)
"""Names that mean something else on Windows: a device, a stream of a file, or a file of another name."""


class Workspace:
    """A folder tools may read and write. A path that leads out of it, by whatever way, is refused."""

    def __init__(self, root: str | os.PathLike[str], restricted: Iterable[str] = ()) -> None:
        """Take the folder `root`, which need not be there yet; `restricted` are patterns of paths in it.

        A pattern without a slash is that of a name anywhere: ``secrets``, ``*.key``; one with a slash is that of a path
        from the root: ``data/private``, ``/private``. What lies in a restricted folder is restricted, too. Upper and
        lower case are the same, as they are to some file systems.
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
        try:
            if writing:
                self._root.mkdir(parents=True, exist_ok=True)
            root = self.root
            written = Path(os.path.normpath(root / text))
            found = (root / text).resolve()
            if any(path.is_symlink() for path in (found, *found.parents)):
                # Python 3.13 leaves it at that; before, it is an error of its own.
                raise OSError(errno.ELOOP, "its links lead in a ring")
            special = found.exists() and not (found.is_file() or found.is_dir())
        except (OSError, RuntimeError, ValueError) as error:
            why = getattr(error, "strerror", None) or str(error)
            raise ToolError(f"{text[:80]!r} cannot be a path in the workspace: {why}") from None
        if not found.is_relative_to(root):
            raise DeniedError(
                f"{text!r} lies outside of the workspace; paths are taken from its root, such as 'data/list.csv'"
            )
        if os.name == "nt" and means_another_on_windows(found.relative_to(root)):
            raise ToolError(f"{self.shown(found)!r} is no name of a file on Windows")
        # A restricted name is refused also where it is a link to what is not restricted.
        named = written.relative_to(root) if written.is_relative_to(root) else Path()
        if self._is_restricted(found.relative_to(root)) or self._is_restricted(named):
            raise DeniedError(
                f"{self.shown(found)!r} may not be touched: the policy of this test restricts it"
            )
        if special:
            raise ToolError(f"{self.shown(found)!r} is neither a file nor a folder")
        return found

    def restricts(self, path: Path) -> bool:
        """Whether a file or folder in it is restricted, by its own name and place."""
        return self._is_restricted(path.relative_to(self.root))

    def hidden(self) -> Iterator[Path]:
        """The restricted files and folders there are; not what lies in such a folder."""
        if not self._restricted:
            return
        root, patterns = self.root, self._patterns()
        waiting = [root]
        while waiting:
            try:
                with os.scandir(waiting.pop()) as entries:
                    found = [entry for entry in entries if not entry.is_symlink()]
            except OSError:  # it is not there any more, or not to be read
                continue
            for entry in found:
                path = Path(entry.path)
                if _matches(path.relative_to(root), patterns):
                    yield path
                elif entry.is_dir(follow_symlinks=False):
                    waiting.append(path)

    def shown(self, path: Path) -> str:
        """A path as it is written in messages: from the root of the workspace."""
        return path.relative_to(self.root).as_posix() if path.is_relative_to(self.root) else path.name

    def _is_restricted(self, inside: Path) -> bool:
        patterns = self._patterns()
        return any(_matches(each, patterns) for each in (inside, *inside.parents))

    def _patterns(self) -> tuple[str, ...]:
        return tuple(map(self._pattern, self._restricted))

    def _pattern(self, pattern: str) -> str:
        """A pattern as that of a name, or, with a slash at its beginning, as that of a path from the root."""
        path = Path(pattern)
        if path.is_absolute() and path.is_relative_to(self.root):
            return f"/{path.relative_to(self.root).as_posix()}".casefold()
        plain = posixpath.normpath(pattern.replace(os.sep, "/")).casefold()
        return f"/{plain.lstrip('/')}" if "/" in plain else plain


def _matches(inside: Path, patterns: Iterable[str]) -> bool:
    """Whether a path is what one of the patterns means, by its name or from the root, which none means."""
    name, path = inside.name.casefold(), f"/{inside.as_posix()}".casefold()
    return bool(name) and any(
        fnmatchcase(path if pattern.startswith("/") else name, pattern) for pattern in patterns
    )


def means_another_on_windows(inside: Path) -> bool:
    """Whether Windows takes one of the names in a path for something else than a file of that name."""
    return any(_OTHER_ON_WINDOWS.fullmatch(name) for name in inside.parts)
