"""Reads and writes files of a workspace, so that no link that appears meanwhile leads out, and no file is left half written."""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import stat
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pytest_webagent.errors import DeniedError, ToolError
from pytest_webagent.tools.core.wording import nearest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_webagent.policy.workspace import Workspace

MEBIBYTE = 1 << 20
_BY_FOLDER = os.open in os.supports_dir_fd and os.rename in os.supports_dir_fd
"""Whether files can be named by an open folder, which nobody can exchange (not on Windows)."""
_FOLDER = getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
_READ = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
_WRITABLE = 0o222


class _Spot(NamedTuple):
    """Where a file is: its name, in an open folder or as a whole path."""

    name: str
    folder: int | None

    def named(self, name: str) -> str:
        """The name of another file in the same folder."""
        return name if self.folder is not None else os.path.join(os.path.dirname(self.name), name)


def read(workspace: Workspace, path: Path, most_mb: int) -> bytes:
    """All that is in a file.

    Raises:
        ToolError: it is not there, is no file, cannot be read, or is larger than `most_mb` mebibytes.
    """
    with _told("read", workspace, path), _spot(workspace, path) as spot:
        file = os.open(spot.name, _READ, dir_fd=spot.folder)
        with os.fdopen(file, "rb") as stream:
            found = os.fstat(stream.fileno())
            if not stat.S_ISREG(found.st_mode):
                raise ToolError(f"{workspace.shown(path)!r} is {_kind(found.st_mode)}, not a file")
            _check_size(workspace, path, found.st_size, most_mb)
            data = stream.read(most_mb * MEBIBYTE + 1)
    _check_size(workspace, path, len(data), most_mb)
    return data


def write(workspace: Workspace, path: Path, data: bytes, most_mb: int, *, over: bool = True) -> None:
    """Put `data` in the place of what is in a file, at once; its folders are made, and its permissions kept.

    Raises:
        ToolError: it cannot be written, it is there and not to be written `over`, or `data` is larger than `most_mb` mebibytes.
    """
    _check_size(workspace, path, len(data), most_mb)
    with _told("written", workspace, path), _spot(workspace, path, make=True) as spot:
        old = _found(workspace, path, spot)
        draft = spot.named(f".webagent-{secrets.token_hex(8)}.tmp")
        try:
            with os.fdopen(os.open(draft, _NEW, 0o666, dir_fd=spot.folder), "wb") as stream:
                stream.write(data)
                if old is not None and os.name == "posix":
                    _as_before(stream.fileno(), old)
            _rename(_Spot(draft, spot.folder), spot, over=over)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(draft, dir_fd=spot.folder)
            raise


def move(workspace: Workspace, path: Path, target: Path, *, over: bool = True) -> None:
    """Give a file or folder another path, and take the place of a file that is there; its folders are made.

    Raises:
        ToolError: it cannot be moved, or a file is there and not to be moved `over`.
    """
    with (
        _told("moved", workspace, path),
        _spot(workspace, path) as old,
        _spot(workspace, target, make=True) as new,
    ):
        there = _found(workspace, target, new)
        moved = os.stat(old.name, dir_fd=old.folder, follow_symlinks=False)
        if over and there is not None and there.st_nlink > 1 and os.path.samestat(there, moved):
            # To rename one name of a file to another of its names does nothing.
            os.unlink(new.name, dir_fd=new.folder)
        # A folder takes no other place than that of an empty one.
        _rename(old, new, over=over or stat.S_ISDIR(moved.st_mode))


def _rename(old: _Spot, new: _Spot, *, over: bool) -> None:
    """Rename into the place of what is there; where that is not to be, of an empty file that is made for it."""
    if not over:
        os.close(os.open(new.name, _NEW, dir_fd=new.folder))
    try:
        os.replace(old.name, new.name, src_dir_fd=old.folder, dst_dir_fd=new.folder)
    except BaseException:
        if not over:
            os.unlink(new.name, dir_fd=new.folder)
        raise


def delete(workspace: Workspace, path: Path) -> None:
    """Delete a file, or a folder with all that is in it; links in it are deleted, and not followed.

    Raises:
        ToolError: it cannot be deleted, or a file of it is read-only.
    """
    with _told("deleted", workspace, path), _spot(workspace, path) as spot:
        if stat.S_ISDIR(os.stat(spot.name, dir_fd=spot.folder, follow_symlinks=False).st_mode):
            for folder, _, names in os.walk(path):
                for each in (Path(folder, name) for name in names):
                    _check_writable(workspace, each, each.lstat())
            shutil.rmtree(spot.name, dir_fd=spot.folder)
        else:
            _found(workspace, path, spot)
            os.unlink(spot.name, dir_fd=spot.folder)


def remove(workspace: Workspace, path: Path) -> None:
    """Remove a file.

    Raises:
        ToolError: it cannot be removed.
    """
    with _told("removed", workspace, path), _spot(workspace, path) as spot:
        os.unlink(spot.name, dir_fd=spot.folder)


@contextmanager
def _spot(workspace: Workspace, path: Path, *, make: bool = False) -> Iterator[_Spot]:
    """A file by its folder, which is opened step by step from the root, so that no step is a link."""
    if not _BY_FOLDER:
        if make:
            path.parent.mkdir(parents=True, exist_ok=True)
        yield _Spot(str(path), None)
        return
    folder = os.open(workspace.root, _FOLDER)
    try:
        for name in path.relative_to(workspace.root).parts[:-1]:
            if make:
                with contextlib.suppress(FileExistsError):
                    os.mkdir(name, dir_fd=folder)
            inner = os.open(name, _FOLDER, dir_fd=folder)
            os.close(folder)
            folder = inner
        yield _Spot(path.name if path != workspace.root else ".", folder)
    finally:
        os.close(folder)


def _found(workspace: Workspace, path: Path, spot: _Spot) -> os.stat_result | None:
    """What is there to be replaced."""
    try:
        found = os.stat(spot.name, dir_fd=spot.folder, follow_symlinks=False)
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(found.st_mode):
        raise ToolError(
            f"{workspace.shown(path)!r} is {_kind(found.st_mode)}, not a file; nothing was written"
        )
    _check_writable(workspace, path, found)
    return found


def _check_writable(workspace: Workspace, path: Path, found: os.stat_result) -> None:
    if stat.S_ISREG(found.st_mode) and not found.st_mode & _WRITABLE:
        raise DeniedError(f"{workspace.shown(path)!r} is read-only; nothing was done")


def _as_before(file: int, old: os.stat_result) -> None:
    with contextlib.suppress(PermissionError):  # only root can give files away
        os.fchown(file, old.st_uid, old.st_gid)
    os.fchmod(file, stat.S_IMODE(old.st_mode) & 0o777)


@contextmanager
def _told(done: str, workspace: Workspace, path: Path) -> Iterator[None]:
    """What the system says against it becomes an error the model can read."""
    shown = workspace.shown(path)
    try:
        yield
    except FileNotFoundError:
        raise ToolError(f"there is no file {shown!r}{_similar(path)}") from None
    except FileExistsError:
        raise ToolError(f"{shown!r} was not {done}: a file has come to that place meanwhile") from None
    except IsADirectoryError:
        raise ToolError(f"{shown!r} is a folder, not a file") from None
    except NotADirectoryError:
        raise ToolError(
            f"{shown!r} cannot be {done}: a part of its path is a file or a link, no folder"
        ) from None
    except OSError as error:
        raise ToolError(f"{shown!r} cannot be {done}: {error.strerror or error}") from None


def _check_size(workspace: Workspace, path: Path, size: int, most_mb: int) -> None:
    if size > most_mb * MEBIBYTE:
        raise ToolError(
            f"{workspace.shown(path)!r} has {size / MEBIBYTE:.1f} MB, and files of at most {most_mb} MB are taken"
        )


def _kind(mode: int) -> str:
    kinds = ((stat.S_ISDIR, "a folder"), (stat.S_ISLNK, "a link"), (stat.S_ISFIFO, "a pipe"))
    return next((kind for test, kind in kinds if test(mode)), "a device or a socket")


def _similar(path: Path) -> str:
    try:
        return nearest(path.name, [each.name for each in path.parent.iterdir()])
    except OSError:
        return ""
