"""Says at the end of a session which tests were recorded, and why others were not. Loads nothing."""

from __future__ import annotations

from typing import Any, Final

import pytest

from pytest_webagent.hooks.outcome.item_secrets import hidden

TOLD: Final = pytest.StashKey["list[str]"]()
"""What became of the recordings of a session, a line each."""
_SENT: Final = "webagent_recordings"


def tell(config: pytest.Config, line: str) -> None:
    """Keep a line for the end of the session, without secrets."""
    config.stash.setdefault(TOLD, []).append(hidden(config, line))


def pytest_sessionfinish(session: pytest.Session) -> None:
    """In a worker of pytest-xdist, hand the lines on."""
    output: Any = getattr(session.config, "workeroutput", None)
    if output is not None:
        output[_SENT] = session.config.stash.get(TOLD, [])


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Take over the lines of a worker of pytest-xdist."""
    for line in getattr(node, "workeroutput", {}).get(_SENT, ()):
        tell(node.config, line)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Write the lines."""
    lines = config.stash.get(TOLD, [])
    if lines and terminalreporter.verbosity >= 0:
        terminalreporter.section("webagent recordings")
        for line in sorted(set(lines)):
            terminalreporter.line(line)
