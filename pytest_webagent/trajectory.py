"""The record of a run: actions, steps, and the result a test asserts on."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Generic, Literal, NamedTuple, TypeAlias

from pytest_webagent.messages import Usage
from pytest_webagent.observation import Size

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_webagent.claims.derivation import Finding
    from pytest_webagent.messages import Image, ToolCall, ToolResult
    from pytest_webagent.observation import Box, Point

Status: TypeAlias = Literal[
    "done",
    "goal_not_met",
    "unverified",
    "stuck",
    "not_understood",
    "budget",
    "blocked",
    "diverged",
    "model_error",
    "browser_error",
    "environment",
    "interrupted",
]
if TYPE_CHECKING:
    from typing_extensions import TypeVar

    AnswerT = TypeVar("AnswerT", default=str)
else:
    # The default, which only type checkers read, is newer than the oldest Python this runs on.
    from typing import TypeVar

    AnswerT = TypeVar("AnswerT")

Kind: TypeAlias = Literal["run", "check", "get"]
"""What a run is for: to reach a goal, to check a statement, or to answer a question."""
Whose: TypeAlias = Literal["", "site", "agent", "limits", "policy", "recording", "environment"]


class Outcome(NamedTuple):
    """What a status means to the one who reads it."""

    whose: Whose
    """Whose the failure is; nobody's where there is none."""
    word: str
    """How it is shown."""


OUTCOMES: Final[Mapping[Status, Outcome]] = {
    "done": Outcome("", "done"),
    "goal_not_met": Outcome("site", "goal_not_met"),
    "unverified": Outcome("agent", "inconclusive (unverified)"),
    "stuck": Outcome("agent", "inconclusive (stuck)"),
    "not_understood": Outcome("agent", "inconclusive (not_understood)"),
    "budget": Outcome("limits", "budget"),
    "blocked": Outcome("policy", "blocked"),
    # The page was changed on purpose, or is broken: only who knows the site can say which.
    "diverged": Outcome("recording", "diverged"),
    "model_error": Outcome("environment", "model_error"),
    "browser_error": Outcome("environment", "browser_error"),
    "environment": Outcome("environment", "environment"),
    # By the session, or by an error that is none of ours: whose that is nobody knows here.
    "interrupted": Outcome("", "interrupted"),
}
"""Every status: whose the failure is, and the word for it."""


Mark: TypeAlias = Literal["", "denied", "dry run", "approved", "unasked", "cached"]
"""What sets a call apart from one that was simply done: the test did not allow it, it was only said, somebody was asked and allowed it,
the goal does not ask for it, or it was a hit."""


Tier: TypeAlias = Literal["coordinates", "element id", "words", "grounding model"]
"""Who can say where an action goes: the agent, by a point or by an element's number; its description, by the words of the
page's elements or by a model that looks at the page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Opinion:
    """Where one tier says that an action goes."""

    tier: Tier
    element: str = ""
    """The element it names, or the one under its point, as messages call it; empty where there is none."""
    point: Point | None = None
    """In CSS pixels of the viewport; the middle of the element, if only that is named. None where it has no box."""
    distance: float | None = None
    """CSS pixels from the point that was decided on; None for that one itself, and where either is not known."""
    agrees: bool = True
    """Whether it is the same element, and on a canvas the same spot."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Aim:
    """How it was decided where an action goes."""

    decided: Opinion
    others: tuple[Opinion, ...] = ()
    """What else is known, in the order of the tiers."""
    offset: Point | None = None
    """For a point: where it is within its element, in CSS pixels from the upper left corner of the element's box."""

    @property
    def confidence(self) -> float:
        """The share of the opinions, the decided one among them, that mean the same place: more than 0, at most 1."""
        return (1 + sum(other.agrees for other in self.others)) / (1 + len(self.others))


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """One tool call and what came of it. `target` is where on the viewport it acted, in CSS pixels."""

    call: ToolCall
    result: ToolResult
    seconds: float
    target: Box | None = None
    aims: tuple[Aim, ...] = ()
    """How each place it acted on was found, in the order in which they were looked up: of a drag the end comes first."""
    risk: str = ""
    """LOW, MEDIUM or HIGH: the most it was about to do; empty where it was not run."""
    mark: Mark = ""
    unasked: str = ""
    """Why the goal does not ask for it, where the policy heeds that."""
    secret: tuple[str, ...] = ()
    """Names of arguments that are not to be written down."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NextAction:
    """What the agent would do next for a goal; `agent.act` does it, also with other arguments (`dataclasses.replace`)."""

    goal: str
    tool: str
    arguments: Mapping[str, Any]
    """Without the reasoning."""
    reasoning: str
    proposal: str = field(default="", repr=False, compare=False)
    """Which proposal of the agent it is; empty for one that the test wrote itself."""


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


@dataclass(frozen=True, slots=True)
class Triage:
    """Whose a failure is and what it is, as far as code can know."""

    whose: Whose
    line: str
    """One line; it begins with whose it is."""
    evidence: tuple[str, ...] = ()
    """What was seen that led to it, a line each."""

    @property
    def text(self) -> str:
        """The line, and below it the evidence."""
        return "\n".join((self.line, *(f"- {each}" for each in self.evidence)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Heal:
    """A step of a recording that was done at what its element has become."""

    step: int
    """Counts from 1."""
    was: str
    """The element as it was recorded, in words that found it."""
    now: str
    """The element as the page has it, in words that find it."""
    was_found_by: tuple[str, ...] = ()
    """The other ways to it that were recorded."""
    now_found_by: tuple[str, ...] = ()
    because: str
    """What spoke for it."""

    @property
    def line(self) -> str:
        """It in a line."""
        return f"step {self.step}: {self.was} is {self.now} now (by {self.because})"


@dataclass(frozen=True, kw_only=True)
class RunResult(Generic[AnswerT]):
    """What came of `agent.run(goal)`. Assert on its `answer`."""

    goal: str
    status: Status
    answer: AnswerT
    """What the goal asks for: a text, or what ``answer_type`` says. A run that was not done has a text, or none."""
    reason: str
    """Why the run ended: the model's reasoning for its answer, or what went wrong."""
    steps: tuple[Step, ...]
    evidence: tuple[Finding, ...] = ()
    """What each piece of the agent's evidence came to, worked out on the live page."""
    kind: Kind = "run"
    derived: bool = False
    """Whether the answer follows from its evidence; else it is only claimed."""
    untied: tuple[str, ...] = ()
    """Words of the goal that nothing explains which was cited, done or said: the answer follows from its evidence, and may be one
    to something else."""
    opinion: str = ""
    """What a second opinion said before the run passed, if one was asked for."""
    usage: Usage = Usage()
    cost: float | None = None
    """US dollars, or None where no price is known."""
    seconds: float = 0.0
    model: str = ""
    triage: Triage | None = None
    """Whose it is that the goal was not reached; None where it was."""
    heals: tuple[Heal, ...] = ()
    """Where a recording was replayed on a page that had changed."""

    @property
    def told(self) -> str:
        """The answer as a text; one of several values as JSON."""
        if isinstance(self.answer, str):
            return self.answer
        from pydantic_core import from_json, to_json

        written = to_json(self.answer, fallback=str)
        return str(from_json(written)) if written.startswith(b'"') else written.decode()

    @property
    def proof(self) -> str:
        """What the answer of a run that is done rests on, in words."""
        if not self.derived:
            return "claimed, not derived"
        read = any(finding.derivation.op == "result" for finding in self.evidence)
        return f"derived from {'what a tool read' if read else 'the page'}"

    def __bool__(self) -> Literal[True]:
        """True for a check, which raises where it does not hold; else refuse.

        Raises:
            TypeError: ``assert agent.run(...)`` would pass whatever the answer is.
        """
        __tracebackhide__ = True
        if self.kind == "check":
            return True
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
    tools_off: Mapping[str, str] = field(default_factory=dict)
    """Why tools the test asks for were not offered, by their names."""
