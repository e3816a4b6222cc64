"""Makes sure of a browser: ``python -m pytest_webagent.browser.install`` prints the path it settled on.

In this order: the browser named by the environment (WEBAGENT_BROWSER_PATH), Playwright's own, an installed Chrome or
Chromium, ``playwright install --with-deps chromium``, and on Debian as root the package ``chromium`` (with its
headless shell, where there is one).
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TextIO

from pytest_webagent.browser.executable import find
from pytest_webagent.config import resolve
from pytest_webagent.errors import BrowserError, ConfigError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pytest_webagent.config import Settings

WHAT_TO_DO = (
    "no browser could be installed: install Chrome or Chromium with your system's package manager, "
    "or set WEBAGENT_BROWSER_PATH to the path of one"
)


class Runner(Protocol):
    """Runs a command and says whether it succeeded."""

    def __call__(self, command: Sequence[str]) -> bool:
        """Run it, with its output on standard error."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Machine:
    """What installing depends on."""

    environment: Mapping[str, str]
    run: Runner
    root: bool
    debian: bool


def ensure(settings: Settings, machine: Machine) -> str:
    """The browser to use, installed if there was none.

    Raises:
        BrowserError: the one named does not exist, or none could be installed.
    """
    if settings.browser_path is not None or settings.browser_channel is not None:
        return find(settings, machine.environment).name
    present = _present(settings, machine)
    if present is not None:
        return present
    with_playwright = ["-m", "playwright", "install", "--with-deps", "chromium"]
    if not machine.root and not shutil.which("sudo", path=machine.environment.get("PATH")):
        with_playwright.remove("--with-deps")
    for commands in _ways(machine, [sys.executable, *with_playwright]):
        done = all(machine.run(command) for command in commands)
        present = _present(settings, machine) if done else None
        if present is not None:
            return present
    raise BrowserError(WHAT_TO_DO)


def _ways(machine: Machine, with_playwright: list[str]) -> list[list[list[str]]]:
    ways = [[with_playwright]]
    if machine.debian and machine.root:
        # Not every release has the headless shell, which is faster where no window is wanted.
        ways.append(
            [["apt-get", "update"], ["apt-get", "install", "-y", "chromium", "chromium-headless-shell"]]
        )
        ways.append([["apt-get", "install", "-y", "chromium"]])
    return ways


def _present(settings: Settings, machine: Machine) -> str | None:
    try:
        return find(settings, machine.environment).name
    except BrowserError:
        return None


def main(machine: Machine, out: TextIO, err: TextIO) -> int:
    """Make sure of a browser; the exit status of the command."""
    try:
        settings = resolve(lambda _: None, lambda _: None, machine.environment)
        out.write(ensure(settings, machine) + "\n")
    except (BrowserError, ConfigError) as error:
        err.write(f"{error}\n")
        return 1
    return 0


def _run(command: Sequence[str]) -> bool:
    sys.stderr.write(f"$ {' '.join(command)}\n")
    sys.stderr.flush()
    try:
        return subprocess.run(command, stdout=sys.stderr, check=False).returncode == 0
    except OSError as error:
        sys.stderr.write(f"{error}\n")
        return False


if __name__ == "__main__":
    here = Machine(
        environment=os.environ,
        run=_run,
        root=hasattr(os, "geteuid") and os.geteuid() == 0,
        debian=os.path.exists("/etc/debian_version"),
    )
    sys.exit(main(here, sys.stdout, sys.stderr))
