"""The steps of a test that is under way, written down as they are made: they are what is left of it where its process is killed."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest

from pytest_webagent.hooks.outcome.ledger import ledger_of
from pytest_webagent.hooks.settings.options import settings_of

if TYPE_CHECKING:
    from pytest_webagent.trajectory import Step


def pytest_webagent_step(item: pytest.Item, step: Step, goal: str) -> None:
    """Write down a step. That it cannot be is told at the end of the test, when all is to be written."""
    # Loaded here and not above: a process that only hands out tests writes no steps.
    from pytest_webagent.report import store

    ledger = ledger_of(item)
    if ledger is None:
        return
    first, ledger.noted = not ledger.noted, True
    with suppress(OSError):
        store.note_step(
            item.nodeid,
            goal,
            step,
            ledger.settings,
            attempt=ledger.attempt,
            first=first,
            below=item.config.invocation_params.dir,
        )


class CrashNews:
    """In the process that hands out tests: says where the steps of a test are whose worker was killed, or told to end."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._running: dict[str, None] = {}
        self._since = time.time()

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """A worker begins with a test."""
        self._running[nodeid] = None

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        """It is done with it."""
        self._running.pop(nodeid, None)

    @pytest.hookimpl(optionalhook=True)
    def pytest_handlecrashitem(self, crashitem: str, report: Any) -> None:
        """Add to what pytest-xdist says of it."""
        from pytest_webagent.report import store

        self._running.pop(crashitem, None)
        left = store.steps_left(crashitem, settings_of(self._config), self._config.invocation_params.dir)
        if left:
            report.longrepr = (
                f"{report.longrepr}\nwebagent: its steps until then are kept in {', '.join(map(str, left))}"
            )

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """After Ctrl-C, say of each test that was under way where its worker has left what it had done."""
        if not self._running:
            return
        from pytest_webagent.report import store

        settings, below = settings_of(self._config), self._config.invocation_params.dir
        for test in self._running:
            for folder in store.folders_left(test, settings, below, since=self._since):
                terminalreporter.write_line(
                    f"webagent: {test} was interrupted; its steps so far are kept in {folder}"
                )
