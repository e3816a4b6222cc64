"""The person at the terminal that pytest was started from, if there is one.

Asked is only who is there: standard input is a terminal this process may read, tests run in the process that was
started, and no CI server did. Reading goes through the event loop, so a question neither outlives its deadline nor its
run, and leaves no thread behind.
"""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from pytest_webagent.errors import ToolError
from pytest_webagent.hooks.collecting.collection import is_worker
from pytest_webagent.setting import is_ci

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pytest

SECONDS: Final = 300.0
"""How long an answer is waited for; the time of the run goes on meanwhile."""
_LONGEST: Final = 4_096
"""Most bytes of an answer; a terminal gives no longer lines."""
_NOBODY: Final = "nobody can be asked: {why}. Go on without, or stop and say what is missing"


class TerminalPerson:
    """Asks at the terminal, with pytest's capturing suspended meanwhile."""

    def __init__(self, item: pytest.Item, seconds: float = SECONDS) -> None:
        """Ask on behalf of a test, and wait so many `seconds` for each answer."""
        self._config = item.config
        self._test = item.nodeid
        self._seconds = seconds

    @cached_property
    def absent(self) -> str:
        """Why nobody can be asked; empty where somebody can."""
        with self._terminal() as descriptor:
            why = self._elsewhere() or _not_there(descriptor)
        return f"nobody can be asked: {why}" if why else ""

    def _elsewhere(self) -> str:
        if is_worker(self._config):
            return "pytest-xdist runs this test in a process without a terminal"
        return "a CI server runs the tests" if is_ci(os.environ) else ""

    async def ask(self, question: str) -> str:
        """What the person types.

        Raises:
            ToolError: nobody is there, nobody answered in time, or the answer is empty.
        """
        with self._terminal() as descriptor:
            why = self._elsewhere() or _not_there(descriptor)
            if why:
                raise ToolError(_NOBODY.format(why=why))
            _discard_typed(descriptor)
            self._say(question)
            try:
                async with asyncio.timeout(self._seconds):
                    answer = await _line(descriptor)
            except TimeoutError:
                self._write("\n(no answer came in time; the test goes on)\n")
                raise ToolError(
                    f"nobody answered within {self._seconds:g} s: go on without, or stop and say what is missing"
                ) from None
        if not answer:
            raise ToolError("the person gave no answer: go on without, or stop and say what is missing")
        return answer

    @contextmanager
    def _terminal(self) -> Iterator[int]:
        """Standard input as it was when pytest was started."""
        capture: Any = self._config.pluginmanager.getplugin("capturemanager")
        if capture is None:
            yield 0
            return
        capture.suspend(in_=True)
        try:
            yield 0
        finally:
            capture.resume()

    def _say(self, question: str) -> None:
        self._write(f"\n\nThe agent asks, in {_plain(self._test)}:\n  {_plain(question)}\n> ")

    def _write(self, text: str) -> None:
        writer = self._config.get_terminal_writer()
        writer.write(text, flush=True)


def _not_there(descriptor: int) -> str:
    """Why nobody can be asked here; empty if somebody can."""
    if sys.platform == "win32":
        return "a terminal can only be asked on Linux and macOS"
    try:
        if not os.isatty(descriptor):
            return "standard input is no terminal"
        # Reading the terminal of another job would stop this process.
        return "" if os.tcgetpgrp(descriptor) == os.getpgrp() else "pytest runs in the background"
    except OSError as error:
        return f"the terminal cannot be used: {error.strerror}"


def _discard_typed(descriptor: int) -> None:
    """Forget what was typed before the question: it is no answer to it."""
    if sys.platform != "win32":
        import termios

        termios.tcflush(descriptor, termios.TCIFLUSH)


async def _line(descriptor: int) -> str:
    """The next line somebody types; empty where the input ends."""
    loop = asyncio.get_running_loop()
    ready: asyncio.Future[bytes] = loop.create_future()

    def read() -> None:
        if not ready.done():
            try:
                ready.set_result(os.read(descriptor, _LONGEST))
            except OSError as error:
                ready.set_exception(ToolError(f"the terminal cannot be read: {error.strerror}"))

    loop.add_reader(descriptor, read)
    try:
        return (await ready).decode("utf-8", "replace").strip()
    finally:
        loop.remove_reader(descriptor)


def _plain(text: str) -> str:
    """The text without characters that steer a terminal: it may quote a page."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())
