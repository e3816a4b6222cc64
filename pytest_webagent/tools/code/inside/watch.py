"""How much memory the processes of a sandbox hold, and how many they are, read from ``/proc``."""

from __future__ import annotations

import os
import sys
from typing import NamedTuple

_INODE = 1024
"""What an empty file in memory costs, in bytes."""
_HELD = ("RssAnon:", "RssShmem:", "VmPTE:", "HugetlbPages:")
_ENDED = (FileNotFoundError, ProcessLookupError)
"""What is raised when a process has ended between two looks."""


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
    quickly = sum(map(_quickly, processes))
    if quickly + files <= most:
        return Use(quickly + files, len(processes))
    return Use(sum(_exactly(each) for each in processes) + files, len(processes))


def descendants() -> list[int]:
    """The processes this one started, and those they started; as the first process of a namespace, all others."""
    if sys.platform != "linux":
        return []
    own = os.getpid()
    # Where this fails nothing can be watched: then all must end, which it does with the supervisor.
    found = [int(name) for name in os.listdir("/proc") if name.isdigit() and int(name) != own]
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
    except _ENDED:
        return 0


def _quickly(process: int) -> int:
    """What a process holds, and with others."""
    held = _memory(f"/proc/{process}/status", _HELD)
    if held:
        return held
    # A process whose first thread has ended tells its memory by another one only.
    try:
        threads = os.listdir(f"/proc/{process}/task")
    except _ENDED:
        return 0
    return max((_memory(f"/proc/{process}/task/{each}/status", _HELD) for each in threads), default=0)


def _exactly(process: int) -> int:
    """What a process holds, and its share of what it holds with others."""
    shared = _memory(f"/proc/{process}/smaps_rollup", ("Pss_Anon:", "Pss_Shmem:"))
    if not shared:
        return _quickly(process)  # it may not be looked into
    return shared + _memory(f"/proc/{process}/status", ("VmPTE:", "HugetlbPages:"))


def _memory(path: str, lines: tuple[str, ...]) -> int:
    try:
        with open(path, encoding="ascii", errors="replace") as file:
            return sum(int(line.split()[1]) * 1024 for line in file if line.startswith(lines))
    except (*_ENDED, PermissionError):
        return 0


def _files(folder: str) -> int:
    try:
        found = os.statvfs(folder)
    except OSError:
        return 0
    return (found.f_blocks - found.f_bfree) * found.f_frsize + (found.f_files - found.f_ffree) * _INODE
