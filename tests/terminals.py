"""Pytest in a terminal, as a person has it before them."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


class Terminal:
    """A pseudo-terminal in which pytest runs."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.descriptor, slave = pty.openpty()
        command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments]
        # Its own session with this terminal, as a shell in a window has.
        into = "import os, sys, fcntl, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); os.execv(sys.argv[1], sys.argv[1:])"
        self.process = subprocess.Popen(
            [sys.executable, "-c", into, *command],
            cwd=folder,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
        )
        os.close(slave)
        self.shown = ""
        self.found = 0

    def until(self, text: str) -> str:
        """Read until a text is shown; all that was shown since the one before it."""
        before = self.found
        while text not in self.shown[before:]:
            assert self._read(), f"{text!r} was not shown in\n{self.shown}"
        self.found = self.shown.index(text, before) + len(text)
        return self.shown[before : self.found]

    def type(self, text: str) -> None:
        os.write(self.descriptor, text.encode())

    def rest(self) -> str:
        """Read to the end; all that was shown."""
        while self._read():
            pass
        self.process.wait(60)
        return self.shown

    def _read(self) -> bool:
        """Read what is there, waiting a minute at most. False at the end."""
        ready, _, _ = select.select([self.descriptor], [], [], 60)
        try:
            piece = os.read(self.descriptor, 4096) if ready else b""
        except OSError:  # what Linux says when nobody has the other end open any more
            piece = b""
        self.shown += piece.decode("utf-8", "replace")
        return bool(piece)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait(60)
        os.close(self.descriptor)
