"""Starts programs and sees to their end, whenever a call is cancelled."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, STDOUT
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_webagent.tools.code.sandbox_plan import Unusable

if TYPE_CHECKING:
    from asyncio.subprocess import Process

_ANSWERS_WITHIN = 10.0
"""Seconds after which a program that should tell something about itself counts as one that does not answer."""
_GRACE = 5.0
"""Seconds within which a program ends by itself when its input ends."""


async def start(*argv: str, **options: Any) -> Process:
    """Start a program; the options are those of `asyncio.create_subprocess_exec`.

    If the call is cancelled meanwhile, the program is ended first. asyncio alone would kill it at once, and bubblewrap, killed
    while it makes its namespaces, leaves a process in them that waits for ever.

    Raises:
        OSError: it could not be started.
    """
    starting = asyncio.ensure_future(asyncio.create_subprocess_exec(*argv, **options))
    try:
        return await asyncio.shield(starting)
    except asyncio.CancelledError:
        with contextlib.suppress(OSError):
            await end(await starting)
        raise


async def end(process: Process) -> None:
    """Wait until a program has ended; its input is closed, and if that does not end it, it is killed with its children."""
    if process.stdin is not None:
        process.stdin.close()
    try:
        async with asyncio.timeout(_GRACE):
            await process.communicate()
    except TimeoutError:
        _kill(process.pid)
        await process.communicate()


async def output_of(*argv: str, seconds: float = _ANSWERS_WITHIN) -> tuple[int, str]:
    """The exit code and the output of a program that answers within some seconds.

    Raises:
        Unusable: it did not, or could not be started.
    """
    try:
        process = await start(*argv, stdin=DEVNULL, stdout=PIPE, stderr=STDOUT)
    except OSError as error:
        raise Unusable(f"{argv[0]} could not be started: {error}") from None
    try:
        async with asyncio.timeout(seconds):
            output, _ = await process.communicate()
    except TimeoutError:
        _kill(process.pid)
        raise Unusable(f"{argv[0]} did not answer within {seconds:g} s") from None
    finally:
        await end(process)
    return process.returncode or 0, output.decode("utf-8", "replace").strip()


def _kill(process: int) -> None:
    """Kill a process and its children; first them, since they may be in a namespace that nobody else ends."""
    with contextlib.suppress(ProcessLookupError):
        if sys.platform == "linux":
            os.kill(process, signal.SIGSTOP)  # so that it has no more of them
            for child in _children(process):
                _kill(child)
        os.kill(process, signal.SIGTERM if sys.platform == "win32" else signal.SIGKILL)


def _children(process: int) -> list[int]:
    with contextlib.suppress(OSError):
        return [
            *map(int, Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii").split())
        ]
    return []
