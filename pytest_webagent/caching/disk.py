"""A store on disk that several processes share: one file for each value."""

from __future__ import annotations

import contextlib
import os
import re
import time
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

    from cachelib import FileSystemCache

MOST: Final = 64 * 1024 * 1024
"""Most bytes of all files together; those written first go first."""
_BLOCK: Final = 4096
"""What a file takes at least, so that there are never so many that looking through them takes long."""
_OURS: Final = re.compile(r"[0-9a-f]{64}|.+\.__wz_cache")
"""Names of cachelib's files: of a value, and of one that is being written or was when its process was killed."""


class DiskStore:
    """A folder that only its owner can read. Nothing in it is ever unpickled, whoever wrote it."""

    def __init__(self, folder: Path, seconds: int, *, most: int = MOST) -> None:
        """Keep a text for `seconds`, and at most `most` bytes of all.

        Raises:
            OSError: the folder cannot be made, or belongs to someone else.
        """
        _make_private(folder)
        self._folder = folder
        self._seconds = seconds
        self._most = most
        self._files = _json_files(folder, seconds)

    def get(self, key: str) -> str | None:
        """What is kept, or None."""
        try:
            text = self._files.get(key)
        except RecursionError:  # a corrupt file of nothing but brackets
            return None
        return text if isinstance(text, str) else None

    def set(self, key: str, text: str) -> None:
        """Keep a text.

        Raises:
            OSError: it could not be written.
        """
        if not self._files.set(key, text):
            raise OSError("it could not be written to (is the disk full?)")
        self._make_room()

    def close(self) -> None:
        """Nothing is open."""

    def _make_room(self) -> None:
        """Remove what is out of date, what a killed process left unfinished, and the oldest of what is too much."""
        files = []
        for file in self._folder.iterdir():
            if not _OURS.fullmatch(file.name):
                continue
            with contextlib.suppress(FileNotFoundError):  # another process makes room, too
                files.append((file.stat(), file))
        files.sort(key=lambda each: each[0].st_mtime)
        size, oldest = sum(_taken(stat) for stat, _ in files), time.time() - self._seconds
        for stat, file in files:
            if size <= self._most and stat.st_mtime > oldest:
                break
            file.unlink(missing_ok=True)
            size -= _taken(stat)


def _taken(stat: os.stat_result) -> int:
    return max(stat.st_size, _BLOCK)


def _json_files(folder: Path, seconds: int) -> FileSystemCache:
    from cachelib import FileSystemCache
    from cachelib.serializers import JSONSerializer

    files = FileSystemCache(str(folder), threshold=0, default_timeout=seconds)
    files.serializer = JSONSerializer()  # type: ignore[assignment]  # the default is pickle
    return files


def _make_private(folder: Path) -> None:
    """Make the folder, or see to it that an existing one is ours alone."""
    if folder.is_symlink() or folder.parent.is_symlink():
        raise NotADirectoryError(f"{folder} leads elsewhere, where files of others would be taken for ours")
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if hasattr(os, "getuid") and folder.stat().st_uid != os.getuid():
        raise PermissionError(f"{folder} belongs to someone else, who could put anything into it")
    folder.chmod(0o700)
    # In a repository, what pages say does not get committed by accident.
    with contextlib.suppress(FileExistsError), (folder.parent / ".gitignore").open("x") as ignore:
        ignore.write("*\n")
