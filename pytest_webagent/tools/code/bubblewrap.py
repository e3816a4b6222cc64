"""A sandbox of Linux namespaces, made by bubblewrap: https://github.com/containers/bubblewrap."""

from __future__ import annotations

import itertools
import os
import platform
import re
import secrets
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_webagent.tools.code.inside import syscalls
from pytest_webagent.tools.code.processes import output_of
from pytest_webagent.tools.code.sandbox_plan import MEBIBYTE, Plan, Unusable

if TYPE_CHECKING:
    from pytest_webagent.tools.code.sandbox_plan import Job

NAME = "bubblewrap"
_OLDEST = (0, 8)
_OLDEST_KERNEL = (5, 14)
"""The first that counts the processes of a user namespace by themselves, and knows idmapped mounts."""
_USER = 1000
"""Who an ordinary user is inside."""
_FIRST_USER, _USERS = 0x40000000, 0x30000000
"""Who does what root starts: one of so many users that no system has, so that their processes are counted alone."""
_SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store")
_OF_ETC = ("alternatives", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "localtime", "mime.types", "fonts")
"""Of ``/etc``, what programs need and tells nothing of the machine."""
_KEPT_OF_ROOT = ("SYS_ADMIN", "SETUID", "SETGID", "KILL", "SYS_PTRACE")
"""What the supervisor needs to hand the workspace over to another user, become them, and watch and end what they do."""


async def check() -> None:
    """Look whether it can be used here.

    Raises:
        Unusable: it cannot; the message says why.
    """
    if sys.platform != "linux":
        raise Unusable("bubblewrap needs Linux")
    if syscalls.program(platform.machine()) is None:
        raise Unusable(f"the list of forbidden system calls is not made for {platform.machine()}")
    kernel = tuple(map(int, re.findall(r"\d+", platform.release())[:2]))
    if kernel < _OLDEST_KERNEL:
        raise Unusable(f"bubblewrap needs Linux 5.14 or newer, and this is {platform.release()}")
    program = shutil.which("bwrap")
    if program is None:
        raise Unusable("bubblewrap is not installed (Debian and Ubuntu: apt install bubblewrap)")
    found = re.search(r"(\d+)\.(\d+)", (await output_of(program, "--version"))[1])
    if found is None or tuple(map(int, found.groups())) < _OLDEST:
        raise Unusable("bubblewrap must be of version 0.8 or newer")
    code, said = await output_of(program, *_namespaces(_user()), "--ro-bind", "/", "/", "--", "true")
    if code != 0:
        raise Unusable(f"bubblewrap may not make namespaces here ({said[-200:]})")


def plan(job: Job) -> Plan:
    """How a job is run in it."""
    user = _user()
    memory = ("--perms", "1777", "--size", str(job.limits.memory_mb * MEBIBYTE), "--tmpfs")
    namespaces, system, folders = _namespaces(user), _system(), _folders(job)
    passwd = _readable(f"sandbox:x:{user or _USER}:{user or _USER}::/tmp:/bin/sh\n")
    return Plan(
        sandbox=NAME,
        argv=(
            *(shutil.which("bwrap") or "bwrap", *namespaces),
            *("--proc", "/proc", "--dev", "/dev", *memory, "/dev/shm", *memory, "/tmp"),
            *system,
            *("--ro-bind-data", str(passwd), "/etc/passwd"),
            *folders,
            *("--remount-ro", "/dev", "--remount-ro", "/", "--", sys.executable),
        ),
        python=sys.executable,
        folder=str(job.workspace.root),
        user=user,
        memory_folders=("/tmp", "/dev/shm"),
        files=(passwd,),
        environment={},
    )


def _readable(text: str) -> int:
    """An open file with a short text."""
    file, sent = os.pipe()
    os.write(sent, text.encode())
    os.close(sent)
    return file


def _user() -> int | None:
    """Who a command runs as, where it cannot be the one who runs the tests: where that is the machine's own root."""
    if os.geteuid() != 0:
        return None
    first, outside, count = Path("/proc/self/uid_map").read_text(encoding="ascii").split()[:3]
    if (first, outside) != ("0", "0") or int(count) <= 1 << 16:
        return None  # the root of a user namespace, who is an ordinary user to the kernel
    return _FIRST_USER + secrets.randbelow(_USERS)


def _namespaces(user: int | None) -> tuple[str, ...]:
    parts = ["--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try"]
    # Without --die-with-parent: the supervisor ends everything when its input ends, and bubblewrap killed by that option
    # while it makes its namespaces leaves a process in them.
    parts += ["--hostname", "sandbox", "--new-session", "--as-pid-1", "--clearenv"]
    if user is None:
        parts += ["--unshare-user", "--uid", str(_USER), "--gid", str(_USER), "--cap-drop", "ALL"]
    else:
        parts += ["--cap-drop", "ALL"]
        for right in _KEPT_OF_ROOT:
            parts += ["--cap-add", f"CAP_{right}"]
    return tuple(parts)


def _system() -> tuple[str, ...]:
    parts: list[str] = []
    for folder in map(Path, _SYSTEM):
        if folder.is_symlink():
            parts += ["--symlink", os.readlink(folder), str(folder)]
        elif folder.is_dir():
            parts += _mounted("--ro-bind", folder)
    parts += ["--dir", "/etc"]
    for name in _OF_ETC:
        parts += ["--ro-bind-try", f"/etc/{name}", f"/etc/{name}"]
    return tuple(parts)


def _folders(job: Job) -> tuple[str, ...]:
    """The installation of Python to be read, the workspace to be written, and what of it is hidden."""
    root = job.workspace.root
    interpreters = {Path(sys.executable).parent.parent, Path(sys.prefix), Path(sys.base_prefix)}
    own = [each for each in interpreters if not each.is_relative_to("/usr")]
    mounts = [("--ro-bind", each) for each in own] + [("--bind", root)]
    parts: list[str] = []
    # A folder before what lies in it, or it would hide it.
    for option, folder in sorted(mounts, key=lambda mount: len(mount[1].parts)):
        parts += _mounted(option, folder)
    for path in job.workspace.hidden():
        if path.is_dir():
            parts += ["--perms", "0555", "--tmpfs", str(path), "--remount-ro", str(path)]
        else:
            parts += ["--ro-bind", os.devnull, str(path)]
    return tuple(parts)


def _mounted(option: str, folder: Path) -> list[str]:
    parents = [("--dir", str(parent)) for parent in reversed(folder.parents[:-1])]
    # Parents that are not said are made for their owner alone.
    return [*itertools.chain.from_iterable(parents), option, str(folder), str(folder)]
