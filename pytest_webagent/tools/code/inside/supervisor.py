"""Runs one command, watches what it takes, and reports: the first process of a sandbox.

It is told what to do in one line of JSON on its input (`Order`), and says what became of it in one on its output (`Report`).
When its input ends, because whoever sent the order gave up or is dead, it ends everything.
"""

from __future__ import annotations

import codecs
import contextlib
import ctypes
import json
import os
import resource
import select
import signal
import sys
import time
from typing import TypedDict

from pytest_webagent.tools.code.inside import handover, syscalls, watch

_LOOK_EVERY = 0.05
"""Seconds between two looks at what the processes hold."""
_MUCH_MORE = 10
"""A command that writes this many times what is kept of its output is stopped."""
_READ = 65536
_FILES = 256
"""Files a process may have open."""
_SET_PDEATHSIG, _SET_DUMPABLE, _SET_CHILD_SUBREAPER = 1, 4, 36


class Order(TypedDict):
    """What is to be run."""

    argv: list[str]
    folder: str
    environment: dict[str, str]
    user: int | None
    """Who runs it; `folder` is then handed over to them. None: who runs this."""
    filtered: bool
    """Whether system calls are filtered."""
    seconds: float
    memory: int
    """Bytes that all processes may hold together."""
    processes: int
    file: int
    """Bytes a file may have."""
    output: int
    """Bytes kept of what it writes: three quarters of them for its output, one for its errors."""
    memory_folders: list[str]
    """Folders whose files are in memory."""


class Report(TypedDict):
    """What became of it."""

    failed: str
    """Why it could not be started; the rest then says nothing."""
    stopped: str
    """What it took too much of: time, memory, processes or output; empty if it ended by itself."""
    exit_code: int
    """As a shell gives it: 128 and more for the number of a signal."""
    stdout: str
    stderr: str
    cut: list[int]
    """Bytes left out in the middle of the output and of the errors."""
    seconds: float
    cpu_seconds: float
    peak_memory: int
    """The most bytes that were seen to be held."""


class GaveUpError(Exception):
    """Nobody waits for the report any more."""


class Stream:
    """What a command writes on one of its outputs: the beginning and the end are kept."""

    def __init__(self, source: int, most: int) -> None:
        """Read from the file `source`, and keep `most` bytes."""
        self.source, self.total, self.open = source, 0, True
        self._half = max(most // 2, 1)
        self._head, self._tail = bytearray(), bytearray()
        os.set_blocking(source, False)

    def read(self) -> bool:
        """Take some of what is there now; false if nothing is."""
        try:
            data = os.read(self.source, _READ)
        except BlockingIOError:
            return False
        self.open = bool(data)
        self.total += len(data)
        room = max(self._half - len(self._head), 0)
        self._head += data[:room]
        self._tail = (self._tail + data[room:])[-self._half :]
        return self.open

    @property
    def cut(self) -> int:
        """Bytes that were not kept."""
        return self.total - len(self._head) - len(self._tail)

    @property
    def text(self) -> str:
        """What was kept; bytes that are no UTF-8 are replaced."""
        if not self.cut:
            return (self._head + self._tail).decode("utf-8", "replace")
        # Characters that were cut through are left out.
        head = codecs.getincrementaldecoder("utf-8")("replace").decode(bytes(self._head))
        tail = self._tail
        while tail and 0x80 <= tail[0] < 0xC0:
            tail = tail[1:]
        return f"{head}\n[{self.cut} bytes left out]\n{tail.decode('utf-8', 'replace')}"


class Run:
    """One command, from its start to the death of all it started."""

    def __init__(self, order: Order) -> None:
        """Start it.

        Raises:
            OSError: it could not be started.
        """
        self.order, self.stopped, self.peak = order, "", 0
        self._status: int | None = None
        woken, waking = os.pipe()
        for end in (woken, waking):
            os.set_blocking(end, False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(waking, warn_on_full_buffer=False)
        self._woken = woken
        self.began = time.monotonic()
        self._looked = 0.0
        self._command, out, err = _start(order)
        self.streams = (Stream(out, order["output"] * 3 // 4), Stream(err, order["output"] // 4))

    def follow(self) -> None:
        """Let it run until it ends, takes too much, or nobody waits for it any more."""
        looks = select.poll()
        looks.register(0, select.POLLIN | select.POLLHUP)
        looks.register(self._woken, select.POLLIN)
        for stream in self.streams:
            looks.register(stream.source, select.POLLIN | select.POLLHUP)
        while self._status is None and not self.stopped:
            ready = {each for each, _ in looks.poll(_LOOK_EVERY * 1000)}
            if 0 in ready and not os.read(0, _READ):
                raise GaveUpError
            if self._woken in ready:
                os.read(self._woken, _READ)
            for stream in self.streams:
                if stream.source in ready:
                    stream.read()
                    if not stream.open:
                        looks.unregister(stream.source)
            self._reap()
            self.stopped = self._too_much()

    def end(self) -> None:
        """End all it started, and wait for their death."""
        with contextlib.suppress(ChildProcessError):
            while True:
                _kill_all(self._command)
                found, status = os.waitpid(-1, 0)
                if found == self._command and self._status is None:
                    self._status = status
        for stream in self.streams:
            while stream.total <= self._most_written and stream.read():
                pass

    def report(self) -> Report:
        """What became of it."""
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        unit = 1 if sys.platform == "darwin" else 1024
        status = self._status or 0
        out, err = self.streams
        return Report(
            failed="",
            stopped=self.stopped,
            exit_code=128 + os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status),
            stdout=out.text,
            stderr=err.text,
            cut=[out.cut, err.cut],
            seconds=time.monotonic() - self.began,
            cpu_seconds=used.ru_utime + used.ru_stime,
            peak_memory=max(self.peak, used.ru_maxrss * unit),
        )

    @property
    def _most_written(self) -> int:
        return max(self.order["output"] * _MUCH_MORE, _READ)

    def _reap(self) -> None:
        with contextlib.suppress(ChildProcessError):
            while (found := os.waitpid(-1, os.WNOHANG))[0]:
                if found[0] == self._command:
                    self._status = found[1]

    def _too_much(self) -> str:
        now = time.monotonic()
        if sum(stream.total for stream in self.streams) > self._most_written:
            return "output"
        if now - self._looked < _LOOK_EVERY:
            return ""
        self._looked = now
        used = watch.use(tuple(self.order["memory_folders"]), self.order["memory"])
        self.peak = max(self.peak, used.memory)
        excesses = {
            "time": now - self.began > self.order["seconds"],
            "memory": used.memory > self.order["memory"],
            "processes": used.processes > self.order["processes"],
        }
        return next((name for name, excess in excesses.items() if excess), "")


def _start(order: Order) -> tuple[int, int, int]:
    """The process of the command, and the files its output and its errors can be read from."""
    pipes = [os.pipe() for _ in range(3)]
    (out, out_sent), (err, err_sent), (problem, problem_sent) = pipes
    child = os.fork()
    if child == 0:
        try:
            os.setsid()
            for ignored in (signal.SIGPIPE, signal.SIGXFSZ):  # by Python, and so by its children
                signal.signal(ignored, signal.SIG_DFL)
            nothing = os.open(os.devnull, os.O_RDONLY)
            for number, source in enumerate((nothing, out_sent, err_sent)):
                os.dup2(source, number)
            _confine(order)
            os.chdir(order["folder"])
            os.execvpe(order["argv"][0], order["argv"], order["environment"])
        except (OSError, ValueError, OverflowError, MemoryError) as error:
            os.write(problem_sent, (str(error) or type(error).__name__).encode())
        finally:
            os._exit(127)
    for end in (out_sent, err_sent, problem_sent):
        os.close(end)
    said = os.read(problem, _READ)
    os.close(problem)
    if said:
        os.waitpid(child, 0)
        raise OSError(said.decode())
    return child, out, err


def _confine(order: Order) -> None:
    """Take from this process what its command shall not have."""
    if sys.platform == "linux":
        libc = ctypes.CDLL(None)
        libc.prctl(_SET_DUMPABLE, 1, 0, 0, 0)
        libc.prctl(_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        # Should the machine run out of memory, this is the first to go.
        with open("/proc/self/oom_score_adj", "w", encoding="ascii") as file:
            file.write("1000")
    bounds = {
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_FSIZE: order["file"],
        resource.RLIMIT_NOFILE: _FILES,
        resource.RLIMIT_DATA: order["memory"],
    }
    if order["filtered"]:
        # This process counts, too, where the command has the same user.
        bounds[resource.RLIMIT_NPROC] = order["processes"] + (order["user"] is None)
    for kind, bound in bounds.items():
        hard = resource.getrlimit(kind)[1]
        most = bound if hard == resource.RLIM_INFINITY else min(bound, hard)
        resource.setrlimit(kind, (most, most))
    if order["user"] is not None:
        os.setgroups([])
        os.setresgid(*[order["user"]] * 3)
        os.setresuid(*[order["user"]] * 3)
    if order["filtered"]:
        syscalls.install()


def _kill_all(command: int) -> None:
    if os.getpid() == 1:
        # The first process of a namespace means all others of the namespace with -1; any other would mean all of its user's.
        with contextlib.suppress(ProcessLookupError):
            os.kill(-1, signal.SIGKILL)
    elif sys.platform == "linux":
        for each in watch.descendants():
            with contextlib.suppress(ProcessLookupError):
                os.kill(each, signal.SIGKILL)
    else:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(command, signal.SIGKILL)


def main(order: Order) -> None:
    """Carry out an order, and write the report."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # or whom this watches could interrupt it
    if sys.platform == "linux":
        libc = ctypes.CDLL(None)
        # Nobody of the same user may look into this process; the orphans of the command become its children.
        libc.prctl(_SET_DUMPABLE, 0, 0, 0, 0)
        libc.prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    try:
        if order["user"] is not None:
            handover.hand_over(order["folder"], order["user"])
        run = Run(order)
    except OSError as error:
        _send(json.dumps({"failed": str(error)}))
        return
    try:
        run.follow()
    except GaveUpError:
        run.end()
        return
    run.end()
    _send(json.dumps(run.report()))


def _send(text: str) -> None:
    data = text.encode()
    with contextlib.suppress(BrokenPipeError):
        while data:
            data = data[os.write(1, data) :]
