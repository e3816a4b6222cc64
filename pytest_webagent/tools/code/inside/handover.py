"""Hands a folder of root's to an unprivileged user: a mount that shows root's files as that user's (an idmapped mount).

Root is exempt from the kernel's limit on processes, so that what root starts in a sandbox runs as somebody else.
https://docs.kernel.org/filesystems/idmappings.html
"""

from __future__ import annotations

import ctypes
import os
import struct

_OPEN_TREE, _MOVE_MOUNT, _MOUNT_SET_ATTRIBUTES = 428, 429, 442
_HERE, _EMPTY_PATH, _RECURSIVE = -100, 0x1000, 0x8000
_CLONE, _CLOSE_ON_EXEC, _FROM_EMPTY_PATH = 1, os.O_CLOEXEC, 4
_IDMAP, _NO_SET_ID, _NO_DEVICES = 0x00100000, 2, 4
_NEW_USER_NAMESPACE = 0x10000000


def hand_over(folder: str, user: int) -> None:
    """Mount `folder` over itself so that the files of user and group 0 in it are those of `user`.

    Raises:
        OSError: the kernel or the file system cannot do it.
    """
    libc = ctypes.CDLL(None, use_errno=True)
    names = _namespace(libc, user)
    try:
        tree = _call(
            libc, _OPEN_TREE, _HERE, os.fsencode(folder), _CLONE | _CLOSE_ON_EXEC | _EMPTY_PATH | _RECURSIVE
        )
        attributes = struct.pack("QQQQ", _IDMAP | _NO_SET_ID | _NO_DEVICES, 0, 0, names)
        _call(libc, _MOUNT_SET_ATTRIBUTES, tree, b"", _EMPTY_PATH, attributes, len(attributes))
        _call(libc, _MOVE_MOUNT, tree, b"", _HERE, os.fsencode(folder), _FROM_EMPTY_PATH)
        os.close(tree)
    finally:
        os.close(names)


def _namespace(libc: ctypes.CDLL, user: int) -> int:
    """A user namespace in which 0 is `user`, as an open file."""
    ready, ready_sent = os.pipe()
    wait, go = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(go)
        failed = libc.unshare(_NEW_USER_NAMESPACE)
        os.write(ready_sent, b"n" if failed else b"y")
        os.read(wait, 1)
        os._exit(0)
    os.close(ready_sent)
    try:
        if os.read(ready, 1) != b"y":
            raise OSError("no user namespace can be made")
        for table in ("uid_map", "gid_map"):
            with open(f"/proc/{child}/{table}", "w", encoding="ascii") as file:
                file.write(f"0 {user} 1\n")
        return os.open(f"/proc/{child}/ns/user", os.O_RDONLY | os.O_CLOEXEC)
    finally:
        for each in (ready, wait, go):
            os.close(each)
        os.waitpid(child, 0)


def _call(libc: ctypes.CDLL, number: int, *arguments: int | bytes) -> int:
    # Calls that the C library may not know yet have the same numbers on every machine.
    given = (each if isinstance(each, bytes) else ctypes.c_long(each) for each in arguments)
    result = int(libc.syscall(ctypes.c_long(number), *given))
    if result < 0:
        raise OSError(ctypes.get_errno(), "the file system cannot show the files of root as another user's")
    return result
