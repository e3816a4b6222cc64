"""The agent for tests that are not coroutines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_webagent.errors import GoalNotMet, WebAgentError

if TYPE_CHECKING:
    from collections.abc import Coroutine
    from typing import Any

    from pytest_webagent.agent.loop import Agent
    from pytest_webagent.browser.sync import Drive
    from pytest_webagent.trajectory import RunResult


class SyncAgent:
    """An `Agent` whose methods are called directly instead of awaited."""

    def __init__(self, agent: Agent, drive: Drive) -> None:
        """Wrap `agent`; `drive` runs its coroutines on the loop its browser session belongs to."""
        self._agent = agent
        self._drive = drive

    @property
    def runs(self) -> list[RunResult]:
        """Every run so far, in order; failed, interrupted and unfinished ones too."""
        return self._agent.runs

    def run(self, goal: str, *, max_steps: int | None = None, timeout: float | None = None) -> RunResult:
        """Work on a goal until the agent reports an answer; see `Agent.run`."""
        __tracebackhide__ = True
        return self._driven(self._agent.run(goal, max_steps=max_steps, timeout=timeout))

    def check(self, statement: str, *, timeout: float | None = None) -> RunResult:
        """Check that a statement is true of the current page, or becomes so; see `Agent.check`."""
        __tracebackhide__ = True
        return self._driven(self._agent.check(statement, timeout=timeout))

    def _driven(self, work: Coroutine[Any, Any, RunResult[Any]]) -> RunResult[Any]:
        __tracebackhide__ = True
        try:
            return self._drive(work)
        except (WebAgentError, GoalNotMet) as error:
            problem = error.with_traceback(None)
        raise problem
