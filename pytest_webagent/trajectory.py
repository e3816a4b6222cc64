"""The record of a run: actions, steps, and the result a test asserts on."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, NoReturn, TypeAlias

from pytest_webagent.messages import Usage
from pytest_webagent.observation import Size

if TYPE_CHECKING:
    from pytest_webagent.messages import Image, ToolCall, ToolResult
    from pytest_webagent.observation import Box

Status: TypeAlias = Literal[
    "done",
    "goal_not_met",
    "stuck",
    "not_understood",
    "budget",
    "model_error",
    "browser_error",
    "environment",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """One tool call and what came of it. `target` is where on the viewport it acted, in CSS pixels."""

    call: ToolCall
    result: ToolResult
    seconds: float
    target: Box | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One turn of the loop: what was seen, what the model thought, what was done."""

    index: int
    """Counts from 1."""
    url: str
    title: str
    observation: str
    """The page's text as the model read it."""
    reasoning: str
    actions: tuple[Action, ...]
    usage: Usage
    seconds: float
    screenshot: Image | None = field(default=None, repr=False)
    """The viewport as it was when the step began."""
    viewport: Size = Size(1280, 720)
    """The size of the viewport the screenshot and the targets refer to."""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class RunResult:
    """What came of `agent.run(goal)`. Assert on its `answer`."""

    goal: str
    status: Status
    answer: str
    reason: str
    """Why the run ended: the model's reasoning for its answer, or what went wrong."""
    steps: tuple[Step, ...]
    evidence: tuple[Any, ...] = ()
    usage: Usage = Usage()
    cost: float | None = None
    """US dollars, or None where no price is known."""
    seconds: float = 0.0
    model: str = ""

    def __bool__(self) -> NoReturn:
        """Refuse: ``assert agent.run(...)`` would pass whatever the answer is."""
        __tracebackhide__ = True
        raise TypeError(
            "a RunResult has no truth value: `assert agent.run(...)` would pass whatever the answer is. "
            "Compare its answer instead: `assert result.answer == '...'`"
        )


@dataclass(frozen=True, kw_only=True)
class Trajectory:
    """Everything one test did with the agent, for the report."""

    test_id: str
    model: str
    runs: tuple[RunResult, ...]
    events: tuple[str, ...] = ()
    """What the browser session recorded: console errors, failed requests, dialogs, downloads, tabs."""
    browser: str = ""
    """Name and version of the browser."""
