"""What one test did with the agent, kept on its item until the report is written."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pytest_webagent.agent.loop import Agent
    from pytest_webagent.browser.session import BrowserSession
    from pytest_webagent.config import Settings
    from pytest_webagent.trajectory import RunResult, Trajectory


@dataclass(slots=True)
class Ledger:
    """The agents and the browser session of one attempt at one test."""

    settings: Settings
    attempt: int = 1
    """Counts from 1; more than 1 where a plugin runs a failed test again."""
    session: BrowserSession | None = None
    agents: list[Agent] = field(default_factory=list)
    model: str = ""
    browser: str = ""
    failures: list[str] = field(default_factory=list)
    """Why setting up or tearing down failed."""
    status: str = "no run"
    """What ended a setup before there was a run, in the words of `RunResult.status`."""
    outcome: str = "passed"

    @property
    def runs(self) -> tuple[RunResult, ...]:
        """Every run of every agent, in order."""
        return tuple(run for agent in self.agents for run in agent.runs)

    def trajectory(self, test_id: str) -> Trajectory:
        """All of it, for the report."""
        # Loaded here and not above: most sessions that load the plugin use no agent.
        from pytest_webagent.trajectory import Trajectory

        events = () if self.session is None else self.session.log.lines()
        return Trajectory(
            test_id=test_id,
            model=self.model,
            runs=self.runs,
            events=(*events, *self.failures),
            browser=self.browser,
        )


_ledger_key = pytest.StashKey[Ledger]()
_attempts_key = pytest.StashKey[int]()


def open_ledger(item: pytest.Item, settings: Settings) -> Ledger:
    """Start the ledger of a test; an older one, of an attempt before this, is dropped."""
    item.stash[_attempts_key] = item.stash.get(_attempts_key, 0) + 1
    item.stash[_ledger_key] = Ledger(settings, attempt=item.stash[_attempts_key])
    return item.stash[_ledger_key]


def ledger_of(item: pytest.Item) -> Ledger | None:
    """The ledger of a test, if it uses the agent or its browser."""
    return item.stash.get(_ledger_key, None)


def close_ledger(item: pytest.Item) -> None:
    """Let go of the ledger, and with it of the screenshots."""
    if _ledger_key in item.stash:
        del item.stash[_ledger_key]
