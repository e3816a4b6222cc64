"""The agent: works on goals in one browser session, and remembers every run."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar, cast, overload

from pytest_webagent.agent.assignment import Assignment
from pytest_webagent.agent.assistant import assistant_of
from pytest_webagent.agent.expectation import Expectation
from pytest_webagent.agent.judgement import STOP, Judgement
from pytest_webagent.agent.limits import check_limits, checked_text, limits
from pytest_webagent.agent.page_pictures import Sight
from pytest_webagent.agent.readiness import check_parts, check_stop
from pytest_webagent.agent.run import Run
from pytest_webagent.agent.stepped_run import SteppedRun, checked_action
from pytest_webagent.agent.typed_judgement import TypedJudgement
from pytest_webagent.agent.verifier import Verifier
from pytest_webagent.budget.budget import Budget
from pytest_webagent.budget.meter import Meter
from pytest_webagent.errors import ConfigError
from pytest_webagent.judging.goals import asked
from pytest_webagent.judging.typed.shape import Shape
from pytest_webagent.tools.browser_use.browser_state import get_current_state
from pytest_webagent.tools.core.base import ToolContext
from pytest_webagent.tools.expect import EXPECT
from pytest_webagent.tools.finish import typed_stop
from pytest_webagent.tools.toolsets import looking

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_webagent.agent.ending import Ending
    from pytest_webagent.agent.judgement import Counts
    from pytest_webagent.agent.limits import Limits
    from pytest_webagent.agent.worker import Recordings, Worker
    from pytest_webagent.browser.session import BrowserSession
    from pytest_webagent.config import Settings
    from pytest_webagent.messages import ToolResult
    from pytest_webagent.policy.secrets import Secret
    from pytest_webagent.ports import Grounder, ModelClient
    from pytest_webagent.tools.core.registry import ToolRegistry
    from pytest_webagent.trajectory import Action, Kind, NextAction, RunResult

_Type = TypeVar("_Type")


class Agent:
    """Completes goals written in plain English in a real browser."""

    def __init__(
        self,
        *,
        model: ModelClient,
        session: BrowserSession,
        tools: ToolRegistry,
        settings: Settings,
        grounder: Grounder | None = None,
        budget: Budget | None = None,
        report: str | None = None,
        verifier: ModelClient | None = None,
        context: ToolContext | None = None,
        recordings: Recordings | None = None,
    ) -> None:
        """Join what thinks, what is seen and what can be done.

        `budget` is what it may spend (else the limits that `settings` give a test). `report` is the path a failure
        names for its steps and pictures (else the output folder). `verifier` gives a second opinion on what passes.
        `context` is what its tools may use (else what `session`, `settings` and `grounder` give). `recordings` replays
        what was recorded, and records what was not (else every goal is worked on by the model).

        Raises:
            ConfigError: US dollars are limited, and what the model costs is not known.
        """
        self._budget = budget or Budget(settings)
        self._tools = tools
        self._settings = settings
        self._context = context or ToolContext(session=session, settings=settings, grounder=grounder)
        self._vault = self._context.vault
        self._model = Meter(model, self._budget, self._vault)
        self._context.assistant = assistant_of(model, self._model, settings)
        meter = None if verifier is None else Meter(verifier, self._budget, self._vault)
        if settings.record == "verify" and meter is None:
            if not getattr(model, "writes", True):
                raise ConfigError(
                    "with record=verify a language model says whether what is replayed met its goal, and the model "
                    f"{model.name!r} gives no opinion: set webagent_model or webagent_verifier to one"
                )
            meter = self._model
        self._verifier = None if meter is None else self._verifier_of(meter)
        tools.bind(self._context)
        self._report = settings.output if report is None else report
        self._recordings = recordings
        self._runs: list[Worker] = []
        self._stepped: SteppedRun | None = None

    def _verifier_of(self, model: ModelClient) -> Verifier:
        # It names no element: numbers would only cover what it is to look at.
        bare = self._settings._replace(marks="off")
        return Verifier(model, Sight(model, bare, self._context.session.log))

    @property
    def runs(self) -> list[RunResult]:
        """Every run so far, in order; failed, interrupted and unfinished ones too."""
        return self._vault.conceal([run.result() for run in self._runs])

    @overload
    async def run(
        self,
        goal: str,
        *,
        secrets: Mapping[str, Secret | str] | None = None,
        max_steps: int | None = None,
        timeout: float | None = None,
    ) -> RunResult: ...
    @overload
    async def run(
        self,
        goal: str,
        *,
        answer_type: type[_Type],
        secrets: Mapping[str, Secret | str] | None = None,
        max_steps: int | None = None,
        timeout: float | None = None,
    ) -> RunResult[_Type]: ...
    @overload
    async def run(
        self,
        goal: str,
        *,
        answer_type: Any,
        secrets: Mapping[str, Secret | str] | None = None,
        max_steps: int | None = None,
        timeout: float | None = None,
    ) -> RunResult[Any]: ...
    async def run(
        self,
        goal: str,
        *,
        answer_type: Any = str,
        secrets: Mapping[str, Secret | str] | None = None,
        max_steps: int | None = None,
        timeout: float | None = None,
    ) -> RunResult[Any]:
        """Work on a goal until the agent reports an answer.

        Args:
            goal: What to do and what to report, in plain English.
            answer_type: What the answer is to be: a text, or any type pydantic can build, such as ``Decimal`` or
                ``list[Mug]`` with a model or dataclass ``Mug``.
            secrets: By name what the goal calls ``%(name)s``, beside those of the fixture `webagent_secrets`.
            max_steps: Most steps of this run (else the setting).
            timeout: Most seconds of this run (else the setting).

        Returns:
            What came of it; compare its `answer` with what you expect.

        Raises:
            GoalNotMet: the application does not do what the goal asks for.
            Inconclusive: the agent got stuck, did not understand the goal, or its answer does not follow from the page.
            BudgetExceeded: the steps, seconds, tokens or US dollars were not enough.
            ModelError: the model could not be asked, or gave nothing usable.
            BrowserError: the browser died.
            EnvironmentFailure: the application could not be reached.
            ConfigError: the goal, an argument or a setting is wrong; nothing was done.
        """
        __tracebackhide__ = True
        try:
            self._vault.add(secrets or {})
            run = self._working(goal, answer_type, max_steps, timeout)
        except ConfigError as error:
            # Without our frames the test's author sees his own line.
            raise error.with_traceback(None) from None
        return await self._finished(run)

    async def check(
        self,
        statement: str,
        *,
        timeout: float | None = None,
    ) -> RunResult:
        """Check that a statement is true of the current page, or becomes so while it is waited for.

        The model puts the statement into predicates over elements, such as a count, a text, a state or a comparison.
        They are evaluated by code, again and again as Playwright's `expect` does, until all hold or the time is up.

        Args:
            statement: What has to be so, in plain English: "the cart shows 2 mugs and a total below $20".
            timeout: Seconds to wait for it to hold (else the setting `check_timeout`).

        Returns:
            What the predicates came to, in its `evidence`.

        Raises:
            GoalNotMet: the page shows that the statement is not true; an AssertionError.
            Inconclusive: the statement was not understood, or put into predicates that say less than it does.
            BudgetExceeded, ModelError, BrowserError, EnvironmentFailure, ConfigError: as `run` raises them.
        """
        __tracebackhide__ = True
        try:
            run = self._checking(statement, timeout)
        except ConfigError as error:
            raise error.with_traceback(None) from None
        return await self._finished(run)

    @overload
    async def get(
        self, question: str, *, max_steps: int | None = None, timeout: float | None = None
    ) -> str: ...
    @overload
    async def get(
        self,
        question: str,
        *,
        type: type[_Type],
        max_steps: int | None = None,
        timeout: float | None = None,
    ) -> _Type: ...
    @overload
    async def get(
        self, question: str, *, type: Any, max_steps: int | None = None, timeout: float | None = None
    ) -> Any: ...
    async def get(
        self,
        question: str,
        *,
        type: Any = str,
        max_steps: int | None = None,
        timeout: float | None = None,
    ) -> Any:
        """Read something off the current page. The page is looked at and scrolled, and nothing is done on it.

        Args:
            question: What to read: "the cart total", "Which mugs are on offer?".
            type: What it is to be: a text, or any type pydantic can build, such as ``Decimal`` or ``list[Mug]`` with a
                model or dataclass ``Mug``.
            max_steps: Most steps (else the setting).
            timeout: Most seconds (else the setting).

        Returns:
            The answer itself, each value of which was found on the page at the element cited for it.

        Raises:
            GoalNotMet: the page does not show what is asked for.
            Inconclusive: the question was not understood, or a value is not what the page shows; the field is named.
            BudgetExceeded, ModelError, BrowserError, EnvironmentFailure, ConfigError: as `run` raises them.
        """
        __tracebackhide__ = True
        try:
            run = self._asking(question, type, max_steps, timeout)
        except ConfigError as error:
            raise error.with_traceback(None) from None
        return (await self._finished(run)).answer

    async def next_action(self, goal: str, *, timeout: float | None = None) -> NextAction:
        """What the agent would do next for a goal; nothing is done. Recordings are neither used nor made.

        Asked again for the same goal, it goes on from what `act` has done since; what was not done is dropped.

        Args:
            goal: What to do and what to report, in plain English.
            timeout: Most seconds for each action of this goal (else the setting); the first call says it.

        Raises:
            Inconclusive: the goal was not understood, or no reply of the model could be done.
            BudgetExceeded, ModelError, BrowserError, EnvironmentFailure, ConfigError: as `run` raises them.
        """
        __tracebackhide__ = True
        try:
            stepped = await self._stepped_for(goal, timeout)
        except ConfigError as error:
            raise error.with_traceback(None) from None
        return await stepped.proposed()

    async def act(self, action: NextAction | str, *, timeout: float | None = None) -> Action:
        """Do what `next_action` gave, also with other arguments; or, of a goal, the next action.

        Args:
            action: The action, or the goal in plain English.
            timeout: See `next_action`; only for a goal.

        Returns:
            The call and what came of it. Where that is ``stop``, the answer was judged as that of `run` is, and the result
            is the last of `runs`.

        Raises:
            GoalNotMet, Inconclusive, Blocked: the answer says, or is, what `run` raises that for.
            BudgetExceeded, ModelError, BrowserError, EnvironmentFailure, ConfigError: as `run` raises them.
        """
        __tracebackhide__ = True
        if isinstance(action, str):
            action = await self.next_action(action, timeout=timeout)
        action = checked_action(action)
        if self._stepped is None or self._stepped.assignment.asked != action.goal:
            raise ConfigError(
                f"no action is waiting for the goal {action.goal!r}: ask for one with agent.next_action"
            )
        return await self._stepped.done(action)

    async def _stepped_for(self, goal: object, timeout: float | None) -> SteppedRun:
        checked = self._vault.check_goal(checked_text(goal, "goal", "next_action"))
        open_run = self._stepped
        if open_run is not None and not open_run.ended and open_run.assignment.asked == checked:
            return open_run
        allowed = limits(self._settings, max_steps=None, timeout=timeout, caller="next_action")
        check_stop(self._tools)
        await self._tools.open(self._context)
        self._context.begin()
        run = self._answering(checked, self._tools, str, allowed, "run").assignment
        self._stepped = SteppedRun(run, model=self._model, verifier=self._verifier)
        self._runs.append(self._stepped)
        return self._stepped

    async def get_current_state(self) -> ToolResult:
        """What the browser shows now, as `browser_use` tells it: a dict, and the picture of the viewport as base64.

        The dict has ``url``, ``title``, ``tabs``, ``interactive_elements``, ``scroll_info``, ``viewport_height`` and
        ``dialog``; see `tools.browser_use.browser_state.get_current_state`.

        Raises:
            BrowserError: the browser or the last tab is gone, or the page is stuck.
        """
        state = await get_current_state(self._context)
        return replace(state, output=self._vault.conceal(state.output))

    async def _finished(self, run: Run) -> RunResult[Any]:
        __tracebackhide__ = True
        await self._tools.open(self._context)
        replay = None if self._recordings is None else self._recordings.instead_of(run)
        worker: Worker = replay or run
        self._runs.append(worker)
        self._context.begin()
        reached = False
        try:
            problem = await worker.to_end()
            reached = problem is None
        finally:
            self._context.end()
            if self._recordings is not None and replay is None:
                self._recordings.ended(run, reached=reached)
        if problem is not None:
            self._vault.conceal_error(problem)
            raise problem
        return self._vault.conceal(worker.result())

    def _working(self, goal: object, answer_type: Any, max_steps: int | None, timeout: float | None) -> Run:
        checked = self._vault.check_goal(checked_text(goal, "goal", "run"))
        allowed = limits(self._settings, max_steps=max_steps, timeout=timeout)
        check_stop(self._tools)
        return self._answering(checked, self._tools, answer_type, allowed, "run")

    def _asking(
        self, question: object, answer_type: Any, max_steps: int | None, timeout: float | None
    ) -> Run:
        checked = self._vault.check_goal(checked_text(question, "question", "get"))
        allowed = limits(self._settings, max_steps=max_steps, timeout=timeout, caller="get")
        check_stop(self._tools)
        tools = looking(self._tools, self._tools.get(STOP))
        return self._answering(checked, tools, answer_type, allowed, "get")

    def _answering(self, goal: str, tools: ToolRegistry, wanted: Any, allowed: Limits, kind: Kind) -> Run:
        """A run that ends with an answer: a text, or what `wanted` says."""
        session, counts = self._context.session, cast("Counts", self._settings.answers)
        words, goal = goal, asked(goal) if kind == "get" else goal
        if wanted is str:
            plain = Judgement(goal, session, tools, counts=counts, kind=kind)
            return self._run_with(goal, plain, tools, allowed, words)
        shape = Shape(wanted)
        stop = typed_stop(shape.schema)
        typed = tools.changed(lambda each: stop if each.name == STOP else each)
        ending = TypedJudgement(goal, session, typed, shape=shape, counts=counts, kind=kind)
        return self._run_with(goal, ending, typed, allowed, words)

    def _checking(self, statement: object, timeout: float | None) -> Run:
        checked = self._vault.check_goal(checked_text(statement, "statement", "check"))
        allowed, waits = check_limits(self._settings, timeout=timeout)
        ending = Expectation(checked, self._context.session, seconds=waits)
        return self._run_with(checked, ending, looking(self._tools, EXPECT), allowed)

    def _run_with(
        self, goal: str, ending: Ending, tools: ToolRegistry, allowed: Limits, words: str = ""
    ) -> Run:
        check_parts(self._settings, self._model, self._runs)
        assignment = Assignment(
            goal=goal,
            asked=words or goal,
            ending=ending,
            tools=tools,
            context=self._context,
            limits=allowed,
            budget=self._budget,
            report=self._report,
        )
        return Run(assignment, model=self._model, verifier=self._verifier)
