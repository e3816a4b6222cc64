"""How much memory the processes of a sandbox hold, and how many they are, read from ``/proc``."""

from __future__ import annotations

import os
from typing import NamedTuple

_INODE = 1024
"""What an empty file in memory costs, in bytes."""


class Use(NamedTuple):
    """What is held at a moment."""

    memory: int
    """Bytes."""
    processes: int


def use(folders: tuple[str, ...], most: int) -> Use:
    """What all processes below this one hold, with the files in `folders`, which are file systems in memory.

    Memory that several processes share is counted once, if more than `most` bytes are held when it is counted for each.
    """
    processes = descendants()
    files = sum(_files(folder) for folder in folders)
    quickly = sum(_memory(f"/proc/{each}/status", ("RssAnon:", "RssShmem:", "VmPTE:")) for each in processes)
    if quickly + files <= most:
        return Use(quickly + files, len(processes))
    return Use(sum(_exactly(each) for each in processes) + files, len(processes))


def descendants() -> list[int]:
    """The processes this one started, and those they started; as the first process of a namespace, all others."""
    own = os.getpid()
    try:
        found = [int(name) for name in os.listdir("/proc") if name.isdigit() and int(name) != own]
    except OSError:  # no Linux
        return []
    if own == 1:
        return found
    children: dict[int, list[int]] = {}
    for each in found:
        children.setdefault(_parent(each), []).append(each)
    below = list(children.get(own, ()))
    for each in below:
        below.extend(children.get(each, ()))
    return below


def _parent(process: int) -> int:
    try:
        with open(f"/proc/{process}/stat", "rb") as file:
            return int(file.read().rpartition(b")")[2].split()[1])
    except (OSError, ValueError, IndexError):  # it has ended
        return 0


def _exactly(process: int) -> int:
    shared = _memory(f"/proc/{process}/smaps_rollup", ("Pss_Anon:", "Pss_Shmem:"))
    tables = _memory(f"/proc/{process}/status", ("VmPTE:",))
    # A process that may not be looked into counts as if it shared nothing.
    return tables + (shared or _memory(f"/proc/{process}/status", ("RssAnon:", "RssShmem:")))


def _memory(path: str, lines: tuple[str, ...]) -> int:
    try:
        with open(path, encoding="ascii", errors="replace") as file:
            return sum(int(line.split()[1]) * 1024 for line in file if line.startswith(lines))
    except (OSError, ValueError, IndexError):  # it has ended
        return 0


def _files(folder: str) -> int:
    try:
        found = os.statvfs(folder)
    except OSError:
        return 0
    return (found.f_blocks - found.f_bfree) * found.f_frsize + (found.f_files - found.f_ffree) * _INODE
