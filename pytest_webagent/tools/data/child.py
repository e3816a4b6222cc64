"""Work on data that others made, in a process of its own.

The libraries that read such data hold the interpreter while they work, cannot all be interrupted, and allocate what
the data asks for: `SELECT repeat('x', 4000000000)` takes DuckDB past its own memory limit. So every call of a data tool
works in a child that has limits of the operating system on memory, processor time and the size of files, and that is
killed when the call is cancelled. The child gets nothing of the environment that may hold a secret.
"""

from __future__ import annotations

import asyncio
import json
import os
import pickle
import signal
import sys
from contextlib import suppress
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from pytest_webagent.errors import DeniedError, ToolError

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_webagent.policy.security import ResourceLimits

SECONDS: Final = 60.0
"""How long a call of a data tool may take, where the policy says nothing."""
_MEGABYTE: Final = 1 << 20
# What an interpreter with its libraries and the stacks of their threads maps before any data is read.
_BASE_MB: Final = 1024
_KEPT: Final = ("PATH", "HOME", "LANG", "LC_ALL", "TZ", "SYSTEMROOT", "LD_LIBRARY_PATH")
_TEMPORARY: Final = ("TMPDIR", "TEMP", "TMP")
_START: Final = (
    "import json, sys; sys.path[:] = json.loads(sys.stdin.buffer.readline());"
    "from pytest_webagent.tools.data.child import main; main()"
)


class Bounds(NamedTuple):
    """What the child itself may take."""

    memory_mb: int
    file_mb: int
    processor_seconds: int

    @classmethod
    def of(cls, limits: ResourceLimits) -> Bounds:
        """Those that follow from the limits of a tool."""
        # A backstop for a parent that died: several threads may use up seconds side by side.
        return cls(limits.memory_mb, limits.file_mb, int(seconds_of(limits)) * 4 + 10)


def seconds_of(limits: ResourceLimits) -> float:
    """How long a call may take."""
    return SECONDS if limits.seconds is None else limits.seconds


async def in_child(
    limits: ResourceLimits, work: Callable[..., Any], *arguments: Any, environment: tuple[str, ...] = ()
) -> Any:
    """What `work` gives when it is called with `arguments` in a child.

    Args:
        limits: What the call may take.
        work: A function of a module; it and its arguments can be pickled, and what it gives is JSON.
        arguments: Those of `work`.
        environment: Beginnings of the names of further environment variables that it needs.

    Raises:
        ToolError: `work` raised it, failed or took too much.
    """
    kept = {
        name: value for name, value in os.environ.items() if name in _KEPT or name.startswith(environment)
    }
    request = json.dumps(sys.path).encode() + b"\n" + pickle.dumps((Bounds.of(limits), work, arguments))
    with TemporaryDirectory(prefix="webagent-data-") as scratch:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-I", "-c", _START),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env={**kept, **dict.fromkeys(_TEMPORARY, scratch)},
        )
        try:
            reply, _ = await process.communicate(request)
        finally:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
    return _understood(reply, process.returncode, limits)


def _understood(reply: bytes, code: int | None, limits: ResourceLimits) -> Any:
    if not reply:
        why = {
            -getattr(
                signal, "SIGXFSZ", 0
            ): f"a file would have more than {limits.file_mb} MB, which the policy allows (file_mb)",
            -getattr(signal, "SIGXCPU", 0): "it took too much of the processor's time",
        }
        most_likely = f"most likely it wanted more memory than {limits.memory_mb} MB, which the policy allows (memory_mb)"
        raise ToolError(f"the work was given up: {why.get(code or 0, most_likely)}. Ask for less at once")
    answer = json.loads(reply)
    if "error" in answer:
        raise (DeniedError if answer["denied"] else ToolError)(answer["error"])
    return answer["value"]


def main() -> None:
    """Do the one piece of work that stands on the standard input, and write what it gives to the standard output."""
    # What a library prints must not get into the answer.
    answer = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    bounds, work, arguments = pickle.loads(sys.stdin.buffer.read())
    _bind(bounds)
    try:
        reply = {"value": work(*arguments)}
    except ToolError as error:
        reply = {"error": str(error), "denied": isinstance(error, DeniedError)}
    except MemoryError:
        reply = _refusal(
            f"more than {bounds.memory_mb} MB of memory would be needed (the policy's memory_mb)"
        )
    except RecursionError:
        reply = _refusal("it is nested too deeply to be worked on")
    except OSError as error:
        reply = _refusal(f"a file cannot be read or written: {error.strerror or error}")
    except Exception as error:  # noqa: BLE001 - the other side is told of every failure, whatever library it is from
        reply = _refusal(f"{type(error).__name__}: {' '.join(str(error).split())[:500]}")
    # Half a surrogate pair is a character to Python, but to nobody the answer is sent to.
    answer.write(json.dumps(reply, allow_nan=False, ensure_ascii=False).encode("utf-8", "replace"))
    answer.flush()
    # A library's threads may still be at work; nothing they do is wanted any more.
    os._exit(0)


def _refusal(text: str) -> dict[str, Any]:
    return {"error": text, "denied": False}


def _bind(bounds: Bounds) -> None:
    try:
        import resource
    except ImportError:
        return
    # Python would go on with an error at a file that gets too large, over which DuckDB's writing threads can wait for ever.
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
    memory = (_BASE_MB + 2 * bounds.memory_mb) * _MEGABYTE
    for kind, most in (
        (resource.RLIMIT_AS, memory),
        (resource.RLIMIT_FSIZE, bounds.file_mb * _MEGABYTE),
        (resource.RLIMIT_CPU, bounds.processor_seconds),
        (resource.RLIMIT_CORE, 0),
    ):
        hard = resource.getrlimit(kind)[1]
        # Some systems know a limit, but do not take it.
        with suppress(ValueError, OSError):
            resource.setrlimit(
                kind, (most, hard) if hard == resource.RLIM_INFINITY else (min(most, hard), hard)
            )
