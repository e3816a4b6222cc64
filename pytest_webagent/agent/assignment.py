"""What a run is about: what was asked, how it ends, and what it may use."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from pytest_webagent.agent.ending import Ending
    from pytest_webagent.agent.limits import Limits
    from pytest_webagent.agent.run import Run
    from pytest_webagent.budget.budget import Budget
    from pytest_webagent.errors import GoalNotMet, RunError
    from pytest_webagent.tools.core.base import ToolContext
    from pytest_webagent.tools.core.registry import ToolRegistry
    from pytest_webagent.trajectory import RunResult


@dataclass(frozen=True, slots=True, kw_only=True)
class Assignment:
    """One goal, statement or question, and what there is to work on it with."""

    goal: str
    asked: str
    """The words of the test, if the goal is put in others; else the goal."""
    ending: Ending
    tools: ToolRegistry
    context: ToolContext
    limits: Limits
    budget: Budget
    report: str
    """Where the run can be read about afterwards."""


class Worker(Protocol):
    """What works on an assignment: a model in a loop, or a recording of one."""

    @property
    def running(self) -> bool:
        """Whether it has not come to its end."""

    def result(self) -> RunResult[Any]:
        """What has come of it."""

    async def to_end(self) -> RunError | GoalNotMet | None:
        """Work until the goal is reached or something ends the run; the error that says why it was not reached."""


class Recordings(Protocol):
    """What replays runs that were recorded, and records those that were not."""

    def instead_of(self, run: Run) -> Worker | None:
        """The replay of what a run is about; None where the run itself is to be made.

        Raises:
            ConfigError: there is none, and no model may be asked.
        """

    def ended(self, run: Run, *, reached: bool) -> None:
        """A run that is not a replay has come to its end."""
