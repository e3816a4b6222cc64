"""The agent for tests that are not coroutines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar, overload

from pytest_webagent.errors import GoalNotMet, WebAgentError

if TYPE_CHECKING:
    from collections.abc import Coroutine, Mapping

    from pytest_webagent.agent.loop import Agent
    from pytest_webagent.browser.sync_session import Drive
    from pytest_webagent.messages import ToolResult
    from pytest_webagent.policy.secrets import Secret
    from pytest_webagent.trajectory import Action, NextAction, RunResult

_Type = TypeVar("_Type")


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

    @overload
    def run(
        self,
        goal: str,
        *,
        secrets: Mapping[str, Secret | str] | None = None,
        max_steps: int | None = None,
        timeout: float | None = None,
    ) -> RunResult: ...
    @overload
    def run(
        self,
        goal: str,
        *,
        answer_type: type[_Type],
        secrets: Mapping[str, Secret | str] | None = None,
        max_steps: int | None = None,
        timeout: float | None = None,
    ) -> RunResult[_Type]: ...
    @overload
    def run(
        self,
        goal: str,
        *,
        answer_type: Any,
        secrets: Mapping[str, Secret | str] | None = None,
        max_steps: int | None = None,
        timeout: float | None = None,
    ) -> RunResult[Any]: ...
    def run(
        self,
        goal: str,
        *,
        answer_type: Any = str,
        secrets: Mapping[str, Secret | str] | None = None,
        max_steps: int | None = None,
        timeout: float | None = None,
    ) -> RunResult[Any]:
        """Work on a goal until the agent reports an answer; see `Agent.run`."""
        __tracebackhide__ = True
        return self._driven(
            self._agent.run(
                goal, answer_type=answer_type, secrets=secrets, max_steps=max_steps, timeout=timeout
            )
        )

    @overload
    def get(self, question: str, *, max_steps: int | None = None, timeout: float | None = None) -> str: ...
    @overload
    def get(
        self,
        question: str,
        *,
        type: type[_Type],
        max_steps: int | None = None,
        timeout: float | None = None,
    ) -> _Type: ...
    @overload
    def get(
        self, question: str, *, type: Any, max_steps: int | None = None, timeout: float | None = None
    ) -> Any: ...
    def get(
        self,
        question: str,
        *,
        type: Any = str,
        max_steps: int | None = None,
        timeout: float | None = None,
    ) -> Any:
        """Read something off the current page; see `Agent.get`."""
        __tracebackhide__ = True
        return self._driven(self._agent.get(question, type=type, max_steps=max_steps, timeout=timeout))

    def next_action(self, goal: str, *, timeout: float | None = None) -> NextAction:
        """What the agent would do next for a goal; see `Agent.next_action`."""
        __tracebackhide__ = True
        return self._driven(self._agent.next_action(goal, timeout=timeout))

    def act(self, action: NextAction | str, *, timeout: float | None = None) -> Action:
        """Do what `next_action` gave, or the next action of a goal; see `Agent.act`."""
        __tracebackhide__ = True
        return self._driven(self._agent.act(action, timeout=timeout))

    def get_current_state(self) -> ToolResult:
        """What the browser shows now; see `Agent.get_current_state`."""
        __tracebackhide__ = True
        return self._driven(self._agent.get_current_state())

    def check(self, statement: str, *, timeout: float | None = None) -> RunResult:
        """Check that a statement is true of the current page, or becomes so; see `Agent.check`."""
        __tracebackhide__ = True
        return self._driven(self._agent.check(statement, timeout=timeout))

    def _driven(self, work: Coroutine[Any, Any, _Type]) -> _Type:
        __tracebackhide__ = True
        try:
            return self._drive(work)
        except (WebAgentError, GoalNotMet) as error:
            problem = error.with_traceback(None)
        raise problem
