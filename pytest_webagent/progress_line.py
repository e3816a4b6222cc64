"""One line that tells a person how far something slow has come, while pytest captures all that is printed."""

from __future__ import annotations

import os
import sys
import threading
import time
from typing import TYPE_CHECKING, Final, TextIO

if TYPE_CHECKING:
    from collections.abc import Callable

_PAUSE: Final = 0.5
"""Seconds between two states of the line on a terminal."""
_UNITS: Final = ("B", "kB", "MB", "GB", "TB")

_kept: TextIO | None = None


def keep_stderr() -> Callable[[], None]:
    """Show lines on what is standard error now, whatever captures it later, until the returned function is called."""
    global _kept
    before = _kept
    try:
        _kept = os.fdopen(os.dup(2), "w", encoding="utf-8", errors="replace", buffering=1)
    except OSError:
        # There is none.
        return lambda: None
    kept = _kept

    def release() -> None:
        global _kept
        _kept = before
        kept.close()

    return release


class Line:
    """The state of something that comes in bytes.

    On a terminal one line is written over again and again. Anywhere else, as in the log of a CI server, a line says
    that it begins, and one that it ended.
    """

    def __init__(self, what: str, total: int) -> None:
        """Tell of `what`, which has `total` bytes; 0 if nobody knows."""
        self._what = what
        self._total = total
        self._done = 0
        self._shown = 0.0
        self._lock = threading.Lock()
        self._stream = sys.__stderr__ if _kept is None else _kept
        # The workers of pytest-xdist share one terminal, and would write over each other's lines.
        self._live = (
            self._stream is not None and self._stream.isatty() and "PYTEST_XDIST_WORKER" not in os.environ
        )

    def add(self, count: float) -> None:
        """So many bytes more have come; fewer than none if some have to come again. Any thread may tell."""
        with self._lock:
            self._done += int(count)
            self._tell()

    def reach(self, count: int) -> None:
        """So many bytes are there in all; those that nobody told of were there before."""
        with self._lock:
            self._done = max(self._done, count)
            self._tell()

    def _tell(self) -> None:
        now = time.monotonic()
        if self._live and now - self._shown >= _PAUSE:
            self._shown = now
            self._write(f"\r{self._cut(self._told())}\x1b[K")

    def __enter__(self) -> Line:
        """Say that it begins."""
        size = f" ({_size(self._total)})" if self._total else ""
        # It may begin behind the dots of tests that passed.
        self._write("\n" + self._cut(f"{self._what}{size} ...") + ("" if self._live else "\n"))
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        """Say how it ended."""
        ended = "done" if kind is None else "given up"
        begin, end = ("\r", "\x1b[K\n") if self._live else ("", "\n")
        self._write(f"{begin}{self._told()}, {ended}{end}")

    def _told(self) -> str:
        if not self._total:
            return f"{self._what}: {_size(self._done)}"
        percent = min(100, max(0, self._done) * 100 // self._total)
        return f"{self._what}: {_size(self._done)} of {_size(self._total)} ({percent} %)"

    def _cut(self, text: str) -> str:
        """The end of what is too long for one line of the terminal: a line that is broken in two is not written over."""
        if not self._live or self._stream is None:
            return text
        try:
            # A letter in the last column breaks the line, too.
            room = os.get_terminal_size(self._stream.fileno()).columns - 1
        except (OSError, ValueError):
            return text
        return text if room < 1 or len(text) <= room else f"…{text[len(text) - room + 1 :]}"

    def _write(self, text: str) -> None:
        if self._stream is None:
            return
        try:
            self._stream.write(text)
            self._stream.flush()
        except (OSError, ValueError):
            # The terminal is gone; nobody is left to be told.
            self._stream = None


def _size(count: int) -> str:
    """A number of bytes, to three digits."""
    amount, unit = float(max(0, count)), 0
    while amount >= 999.5 and unit < len(_UNITS) - 1:
        amount, unit = amount / 1000, unit + 1
    return f"{amount:.3g} {_UNITS[unit]}"
