"""Which system calls the command of a sandbox may not make, as a program for the kernel (seccomp).

Denied is what reaches into other processes, what makes namespaces and mounts, what holds memory that no limit counts, and what
could leave a file that runs as its owner (``setuid``) in the workspace. The lists follow systemd's RestrictSUIDSGID and
Docker's default profile: https://docs.docker.com/engine/security/seccomp/
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import struct

_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _ERROR = 0x7FFF0000, 0x00050000
_NUMBER_AT, _ARCHITECTURE_AT, _ARGUMENTS_AT = 0, 4, 16
_X32 = 0x40000000
"""From this number on, calls on x86_64 are those of another table, with the same calls at other numbers."""
_NAMESPACES = 0x7E020000
"""All flags of `clone` that make a namespace."""
_SET_ID = 0o6000
_ANY = 0xFFFFFFFF
_OF_A_USER = 2
"""Set in the words for whose priority is meant, where they mean a user (and not, or not only, where a group of processes)."""
_CREATES = os.O_CREAT | 0o20000000
"""Flags of `open` with which it makes a file: O_CREAT and O_TMPFILE."""

_ARCHITECTURES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}
"""The column of the tables below, and the kernel's own name."""
_DENIED = {
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "kcmp": (312, 272),
    "pidfd_getfd": (438, 438),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "io_setup": (206, 0),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "setns": (308, 268),
    "unshare": (272, 97),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "mount_setattr": (442, 442),
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
    "kexec_load": (246, 104),
    "kexec_file_load": (320, 294),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "reboot": (169, 142),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "quotactl": (179, 60),
    "acct": (163, 89),
    "syslog": (103, 116),
    "shmget": (29, 194),
    "msgget": (68, 186),
    "mq_open": (240, 180),
    "memfd_create": (319, 279),
    "memfd_secret": (447, 447),
    "process_madvise": (440, 440),
    "process_mrelease": (448, 448),
    "migrate_pages": (256, 238),
    "move_pages": (279, 239),
}
_UNKNOWN = {"clone3": (435, 435), "openat2": (437, 437)}
"""Calls whose arguments lie where a filter cannot look; told that they do not exist, programs take the older ones."""
_DENIED_WITH: tuple[tuple[str, tuple[int | None, int | None], tuple[tuple[int, int], ...]], ...] = (
    ("clone", (56, 220), ((0, _NAMESPACES),)),
    ("chmod", (90, None), ((1, _SET_ID),)),
    ("fchmod", (91, 52), ((1, _SET_ID),)),
    ("fchmodat", (268, 53), ((2, _SET_ID),)),
    ("fchmodat2", (452, 452), ((2, _SET_ID),)),
    ("mknod", (133, None), ((1, _SET_ID),)),
    ("mknodat", (259, 33), ((2, _SET_ID),)),
    ("creat", (85, None), ((1, _SET_ID),)),
    ("open", (2, None), ((1, _CREATES), (2, _SET_ID))),
    ("openat", (257, 56), ((2, _CREATES), (3, _SET_ID))),
    # What a process may set of itself, but not of the supervisor, who is of the same user.
    ("prlimit64", (302, 261), ((0, _ANY),)),
    ("sched_setscheduler", (144, 119), ((0, _ANY),)),
    ("sched_setparam", (142, 118), ((0, _ANY),)),
    ("sched_setattr", (314, 274), ((0, _ANY),)),
    ("setpriority", (141, 140), ((1, _ANY),)),
    ("setpriority", (141, 140), ((0, _OF_A_USER),)),
    ("ioprio_set", (251, 30), ((1, _ANY),)),
    ("ioprio_set", (251, 30), ((0, _OF_A_USER),)),
)
"""Denied where each of the arguments (by position) has a bit of the mask."""


def program(machine: str) -> bytes | None:
    """The filter for a machine (``x86_64``, ``aarch64``), as the kernel reads it; None for one it does not know."""
    if machine not in _ARCHITECTURES:
        return None
    column, architecture = _ARCHITECTURES[machine]
    lines = [
        _line(_LOAD, _ARCHITECTURE_AT),
        _line(_EQUAL, architecture, yes=1),
        _line(_RETURN, _ERROR | errno.ENOSYS),
        _line(_LOAD, _NUMBER_AT),
    ]
    if machine == "x86_64":
        lines += [_line(_AT_LEAST, _X32, no=1), _line(_RETURN, _ERROR | errno.ENOSYS)]
    for table, error in ((_DENIED, errno.EPERM), (_UNKNOWN, errno.ENOSYS)):
        for numbers in table.values():
            lines += [_line(_EQUAL, numbers[column], no=1), _line(_RETURN, _ERROR | error)]
    for _, places, masks in _DENIED_WITH:
        number = places[column]
        if number is None:
            continue
        lines.append(_line(_EQUAL, number, no=2 * len(masks) + 2))
        for index, (position, mask) in enumerate(masks):
            to_next = 2 * (len(masks) - index) - 1
            lines += [_line(_LOAD, _ARGUMENTS_AT + 8 * position), _line(_ANY_BIT, mask, no=to_next)]
        lines += [_line(_RETURN, _ERROR | errno.EPERM), _line(_LOAD, _NUMBER_AT)]
    return b"".join([*lines, _line(_RETURN, _ALLOW)])


def install() -> None:
    """Bind this process and all it starts to the filter, and keep it from gaining rights.

    Raises:
        OSError: the kernel did not take it, or the machine is an unknown one.
    """
    lines = program(platform.machine())
    if lines is None:
        raise OSError(f"there is no list of system calls for {platform.machine()}")
    libc = ctypes.CDLL(None, use_errno=True)
    buffer = ctypes.create_string_buffer(lines, len(lines))
    header = struct.pack("HxxxxxxP", len(lines) // 8, ctypes.addressof(buffer))
    no_new_privileges, seccomp, with_filter = 38, 22, 2
    for arguments in ((no_new_privileges, 1, 0, 0, 0), (seccomp, with_filter, header, 0, 0)):
        if libc.prctl(*(ctypes.c_ulong(each) if isinstance(each, int) else each for each in arguments)):
            raise OSError(ctypes.get_errno(), "the kernel did not take the filter of system calls")


def _line(code: int, value: int, *, yes: int = 0, no: int = 0) -> bytes:
    return struct.pack("HBBI", code, yes, no, value)
