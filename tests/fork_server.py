"""Runs pytest in processes of their own, forked from one that has imported everything already.

Starting Python and importing pytest, its plugins and ours takes longer than what most tests of the plugin do then. What
is forked is a process like any other, with a folder, an environment, output and an exit status of its own. The workers
that a run of pytest-xdist starts are forked, too, from what the run was before it began.

Run as a program, this is the server: each line of its standard input is a job, answered with the exit status.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import json
import os
import pkgutil
import runpy
import select
import signal
import socket
import subprocess
import sys
import tempfile
from contextlib import redirect_stdout, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from execnet import gateway_io

if TYPE_CHECKING:
    from collections.abc import Mapping

LAZY = (
    "playwright.async_api",
    "openai",
    "pydantic",
    "PIL.Image",
    "babel.numbers",
    "jinja2",
    "rapidfuzz.fuzz",
)
"""Libraries that the product imports within its functions."""


class ForkServer:
    """A server of forked runs, one at a time; started when the first one is asked for."""

    def __init__(self) -> None:
        # As it is now: a test that has the server started may have changed it for itself.
        self._environment = {**os.environ, "PYTEST_ADDOPTS": ""}
        self._process: subprocess.Popen[str] | None = None

    def run(self, job: Mapping[str, Any]) -> int:
        """Run pytest; the arguments of `_work` are the job. Returns the exit status."""
        if self._process is None:
            self._process = subprocess.Popen(
                [sys.executable, __file__],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=self._environment,
                text=True,
                start_new_session=True,
            )
        try:
            self._process.stdin.write(json.dumps(job) + "\n")
            self._process.stdin.flush()
            if not (answer := self._process.stdout.readline()):
                raise RuntimeError("the server of forked runs ended; what it said is above")
            return int(answer)
        except BaseException:
            # A run that hangs ends with the test that waits for it, and the next test gets a new server.
            self.close()
            raise

    def close(self) -> None:
        """End the server, and what it may still be running."""
        if self._process is not None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.communicate()
            self._process = None


@dataclass(frozen=True)
class ForkedRun:
    """As much of a `subprocess.Popen` as `pytester.run` needs."""

    server: ForkServer
    job: Mapping[str, Any]
    stdin: None = None

    def wait(self) -> int:
        return self.server.run(self.job)


def _import_everything() -> None:
    path = sys.path[1:]
    # Plugins have to be imported by pytest, which warns of those that it could not prepare for their asserts.
    with tempfile.TemporaryDirectory() as folder, open(os.devnull, "w", encoding="utf-8") as nothing:
        Path(folder, "test_nothing.py").write_text("def test_nothing(): ...\n", encoding="utf-8")
        with redirect_stdout(nothing):
            assert pytest.main(["-p", "no:cacheprovider", "--rootdir", folder, folder]) == 0
    del sys.modules["test_nothing"]
    import pytest_webagent

    ours = pkgutil.walk_packages(pytest_webagent.__path__, "pytest_webagent.")
    for name in (*LAZY, *(module.name for module in ours if not module.name.endswith("__main__"))):
        importlib.import_module(name)
    # Neither this file's folder nor what pytest puts there is on the path of what is forked.
    sys.path[:] = path
    # Where temporary files go is for each environment to say.
    tempfile.tempdir = None


def _work(arguments: list[str], folder: str, environment: dict[str, str], output: list[str]) -> None:
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    for number, path in enumerate((os.devnull, *output)):
        opened = os.open(path, os.O_RDWR)
        os.dup2(opened, number)
        os.close(opened)
    if "-n" in arguments:
        _fork_workers()
    # What `python -m pytest` does.
    sys.path.insert(0, folder)
    sys.argv[1:] = arguments
    runpy.run_module("pytest", run_name="__main__", alter_sys=True)


class ForkedWorker:
    """As much of a `subprocess.Popen` as execnet needs of a worker; `nursery` is where it is forked."""

    def __init__(self, nursery: socket.socket) -> None:
        (read_by_it, written), (read, written_by_it) = os.pipe(), os.pipe()
        job = {"folder": os.getcwd(), "environment": dict(os.environ)}
        socket.send_fds(nursery, [json.dumps(job).encode()], [read_by_it, written_by_it])
        os.close(read_by_it)
        os.close(written_by_it)
        self.stdin, self.stdout = os.fdopen(written, "wb"), os.fdopen(read, "rb")
        _, (self._process,), *_ = socket.recv_fds(nursery, 1, 1)

    def wait(self) -> int:
        select.select([self._process], [], [])
        return 0

    def kill(self) -> None:
        signal.pidfd_send_signal(self._process, signal.SIGKILL)


def _fork_workers() -> None:
    """Have execnet fork workers from a copy of this process, which ends with it."""
    nursery, end = socket.socketpair()
    if (process := os.fork()) == 0:
        nursery.close()
        _work_as_they_are_asked_for(end)
    else:
        end.close()

        @atexit.register
        def leave_nothing() -> None:
            nursery.close()
            os.waitpid(process, 0)

        def start(io: Any, _: list[str], execmodel: Any) -> None:
            io.popen = worker = ForkedWorker(nursery)
            super(gateway_io.Popen2IOMaster, io).__init__(worker.stdin, worker.stdout, execmodel=execmodel)

        gateway_io.Popen2IOMaster.__init__ = start


def _work_as_they_are_asked_for(end: socket.socket) -> None:
    """Fork a worker for each job that comes, answered with a descriptor of its process. Returns in workers only."""
    while True:
        job, streams, *_ = socket.recv_fds(end, 1 << 20, 2)
        if not job:
            with suppress(ChildProcessError):
                while os.wait():
                    pass
            os._exit(0)
        child = os.fork()
        if child == 0:
            break
        process = os.pidfd_open(child)
        socket.send_fds(end, [b"."], [process])
        for descriptor in (process, *streams):
            os.close(descriptor)
    end.close()
    for number, descriptor in enumerate(streams):
        os.dup2(descriptor, number)
        os.close(descriptor)
    told = json.loads(job)
    os.chdir(told["folder"])
    os.environ.clear()
    os.environ.update(told["environment"])
    # What `python -c` does with the line that execnet gives it.
    sys.argv[:] = ["-c"]
    exec(eval(sys.stdin.readline()), {"__name__": "__main__"})
    sys.exit()


def _serve() -> None:
    _import_everything()
    # What is imported is never garbage: each copy would look through all of it.
    gc.freeze()
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            _work(**json.loads(line))
        sys.stdout.write(f"{os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    _serve()
