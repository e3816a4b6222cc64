"""What works on an assignment: a model in a loop, or a recording of one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from pytest_webagent.agent.run import Run
    from pytest_webagent.errors import GoalNotMet, RunError
    from pytest_webagent.trajectory import RunResult


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
