"""What one test did with the agent, kept on its item until the report is written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from pytest_webagent.hooks.outcome.stages import stage_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.agent.loop import Agent
    from pytest_webagent.agent.scripted_run import ScriptedRun
    from pytest_webagent.browser.session import BrowserSession
    from pytest_webagent.budget.budget import Bill
    from pytest_webagent.config import Settings
    from pytest_webagent.errors import GoalNotMet, RunError
    from pytest_webagent.injection.trials import Planted
    from pytest_webagent.tools.core.registry import ToolRegistry
    from pytest_webagent.trajectory import RunResult, Trajectory

PREFIX: Final = "webagent_"
"""Begins the name of every user property of ours; their values are plain texts and numbers."""


class Ledger:
    """The agents and the browser session of one attempt at one test."""

    def __init__(self, settings: Settings, attempt: int, title: str = "") -> None:
        """`attempt` counts from 1; it is more than 1 where a plugin runs a failed test again.

        `title` is what an attempt is called that is not the test's own, such as a mutated one.
        """
        self.settings = settings
        self.attempt = attempt
        self.title = title
        self.session: BrowserSession | None = None
        self.tools: ToolRegistry | None = None
        self.agents: list[Agent | ScriptedRun | Planted] = []
        self.bills: Sequence[Bill] = ()
        """What its models spent, request by request."""
        self.model = ""
        self.browser = ""
        self.failures: list[str] = []
        """Why setting up or tearing down failed."""
        self.ended_by: RunError | GoalNotMet | None = None
        """The first error of ours that a phase of the test ended with."""
        self.told_as = ""
        """Our word for the test, where it did not pass."""
        self.reason = ""
        """Why it did not pass, on one line."""
        self.noted = False
        """Whether a step was written down while the test is under way."""
        self.outcome = "interrupted"
        """Pytest's word for the test, once pytest has said it."""

    def lend(self, session: BrowserSession) -> None:
        """Know the session that the test has, and its browser."""
        browser = session.context.browser
        self.session = session
        self.browser = "" if browser is None else f"{browser.browser_type.name} {browser.version}"

    @property
    def runs(self) -> tuple[RunResult, ...]:
        """Every run of every agent, in order."""
        return tuple(run for agent in self.agents for run in agent.runs)

    def trajectory(self, test_id: str) -> Trajectory:
        """All of it, for the report."""
        # Loaded here and not above: most sessions that load the plugin use no agent.
        from pytest_webagent.trajectory import Trajectory

        events = () if self.session is None else self.session.log.lines()
        told = Trajectory(
            test_id=test_id,
            model=self.model,
            runs=self.runs,
            events=(*events, *self.failures),
            browser=self.browser,
            tools_off={} if self.tools is None else self.tools.off,
        )
        return told if self.session is None else self.session.vault.conceal(told)


_ledger_key = pytest.StashKey[Ledger]()
_attempts_key = pytest.StashKey[int]()


def open_ledger(item: pytest.Item, settings: Settings) -> Ledger:
    """Start the ledger of a test; an older one, of an attempt before this, is dropped."""
    item.stash[_attempts_key] = item.stash.get(_attempts_key, 0) + 1
    stage = stage_of(item)
    title = "" if stage is None else stage.title
    item.stash[_ledger_key] = Ledger(settings, item.stash[_attempts_key], title)
    return item.stash[_ledger_key]


def ledger_of(item: pytest.Item) -> Ledger | None:
    """The ledger of a test, if it uses the agent or its browser."""
    return item.stash.get(_ledger_key, None)


def close_ledger(item: pytest.Item) -> None:
    """Let go of the ledger, and with it of the screenshots."""
    if _ledger_key in item.stash:
        del item.stash[_ledger_key]
