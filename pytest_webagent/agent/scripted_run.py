"""A run without a model: steps that are written down, done on the live page and kept as those of an agent are."""

from __future__ import annotations

import asyncio
import dataclasses
import time
from typing import TYPE_CHECKING, Any, Final

from pytest_webagent.agent import failure
from pytest_webagent.agent.judgement import inconclusive
from pytest_webagent.agent.triage import triage, unserved
from pytest_webagent.agent.turn import Turn
from pytest_webagent.browser.attention import attended
from pytest_webagent.errors import (
    Blocked,
    BudgetExceeded,
    ConfigError,
    EnvironmentFailure,
    GoalNotMet,
    RunError,
)
from pytest_webagent.messages import ToolCall, ToolResult
from pytest_webagent.tools.core.context import CallState
from pytest_webagent.tools.planning.running import Runner, StepDenied, StepError, UnclearError, UnmetError
from pytest_webagent.trajectory import RunResult

if TYPE_CHECKING:
    from collections.abc import Awaitable, Mapping, Sequence

    from pytest_webagent.budget.budget import Budget
    from pytest_webagent.claims.derivation import Finding
    from pytest_webagent.observation import Observation
    from pytest_webagent.tools.core.base import ToolContext
    from pytest_webagent.tools.core.registry import ToolRegistry
    from pytest_webagent.tools.planning.expecting import Expectation, Outcome
    from pytest_webagent.tools.planning.steps import Step
    from pytest_webagent.trajectory import Status, Triage

NO_MODEL: Final = "none"
"""What is shown as the model of such a run."""
_EXPECT: Final = "expect"


class ScriptedRun(Runner):
    """The steps of one test and what it expects, from its first step to its end."""

    def __init__(
        self,
        goal: str,
        *,
        tools: ToolRegistry,
        context: ToolContext,
        budget: Budget,
        report: str,
        variables: Mapping[str, Any] | None = None,
    ) -> None:
        """Prepare a run; nothing happens before `follow`.

        `goal` is what it is called, `report` where it can be read about afterwards.
        """
        super().__init__(tools, context, variables)
        self._goal = goal
        self._budget = budget
        self._report = report
        self._made: list[Turn] = []
        self._words: list[str] = []
        self._findings: list[Finding] = []
        self._looks = 0
        self._seconds = 0.0
        self._allowed: tuple[float, str] | None = None
        """How long it may take, and what to say when that is over."""
        self._unmet = False
        self._status: Status = "interrupted"
        self._reason = "the run was interrupted"
        self._triage: Triage | None = None

    @property
    def runs(self) -> list[RunResult[Any]]:
        """The run, as the runs of an agent are kept."""
        return [self.result()] if self._made or self._status != "interrupted" else []

    def result(self) -> RunResult[Any]:
        """What has come of it so far."""
        steps = tuple(
            dataclasses.replace(turn.step(), reasoning=words)
            for turn, words in zip(self._made, self._words, strict=True)
        )
        return RunResult(
            goal=self._goal,
            status=self._status,
            answer="",
            reason=self._reason,
            steps=steps,
            evidence=tuple(self._findings),
            # It claims nothing: what it expects is compared by code.
            derived=self._status == "done",
            seconds=self._seconds,
            model=NO_MODEL,
            triage=self._triage,
        )

    async def follow(self, steps: Sequence[Step]) -> None:
        """Do the steps.

        Raises:
            GoalNotMet: a step failed.
            Blocked: the test does not allow a step, or it was only said.
            ConfigError: a step calls a tool that there is not, or that cannot be a step; nothing was done.
            BudgetExceeded, BrowserError, EnvironmentFailure: as a run of an agent raises them.
        """
        __tracebackhide__ = True
        await self.registry.open(self.context)
        try:
            self.refuse(steps)
        except StepError as error:
            raise ConfigError(str(error)) from None
        problem = await self._worked(self.run(steps))
        if problem is not None:
            raise problem
        self._status, self._reason = "done", "all steps were done"

    async def expect(self, expectation: Expectation) -> None:
        """Wait for something to hold.

        Raises:
            GoalNotMet: it does not.
            BudgetExceeded, BrowserError, EnvironmentFailure: as a run of an agent raises them.
        """
        __tracebackhide__ = True
        problem = await self._worked(self.wait_for(expectation, str(expectation.place)))
        if problem is not None:
            raise problem
        held = self.expected
        self._status, self._reason = "done", f"{held} expectation{'' if held == 1 else 's'} held"

    async def begin(self, words: str) -> None:
        """Look at the page for the next call or expectation."""
        self._budget.step()
        for turn in self._made[-1:]:
            turn.end()
        seen = await self._observe()
        self._looks = 0
        self._made.append(Turn(len(self._made) + 1, seen))
        self._words.append(words)

    async def look(self) -> Observation:
        """The page as the step found it; after that, as it is now."""
        self._looks += 1
        turn = self._made[-1]
        if self._looks > 1:
            notes = turn.observation.notes
            seen = await self._observe()
            turn.observation = dataclasses.replace(seen, notes=notes + seen.notes)
        return turn.observation

    async def call(self, call: ToolCall) -> tuple[ToolResult, bool]:
        """Do one call, as if a model had made it; and whether the test did not allow it."""
        turn = self._made[-1]
        turn.begin(call)
        result = await self.registry.call(call, self.context)
        turn.finish(result, self.context.call)
        return result, bool(self.context.denied)

    def undone(self, call: ToolCall, why: str) -> None:
        """A call cannot be done, since its element is not on the page."""
        self._made[-1].skip(call, ToolResult(error=why))

    def looked_for(self, expectation: Expectation, outcome: Outcome) -> None:
        """Keep what an expectation came to, with the page that it was last looked for on."""
        turn = self._made[-1]
        turn.begin(ToolCall(_EXPECT, {"that": expectation.told}))
        held = ToolResult(output="holds") if outcome.holds else ToolResult(error=outcome.problem)
        turn.finish(held, CallState())
        self._findings += outcome.findings if outcome.holds else ()

    async def _observe(self) -> Observation:
        pictures = self.context.settings.screenshots != "off"
        return await self.context.session.observe(screenshot=pictures)

    async def _worked(self, work: Awaitable[object]) -> RunError | GoalNotMet | None:
        """Do a part of the run, with its time limited and counted. The error that ends the run, if one does."""
        session, started = self.context.session, time.monotonic()
        if not self._made:
            self.context.begin()
        if self._allowed is None:
            self._allowed = self._budget.deadline(self.context.settings.timeout)
        seconds, too_slow = self._allowed
        self._status = "interrupted"
        problem: RunError | GoalNotMet | None = None
        deadline = asyncio.timeout(max(0.0, seconds - self._seconds))
        try:
            async with attended(session), deadline:
                await work
            if self.context.unreal:
                problem = Blocked(self.context.unreal)
        except TimeoutError:
            if not deadline.expired():
                raise
            problem = BudgetExceeded(f"{too_slow}; {self._words[-1] if self._words else self._goal}")
        except StepDenied as error:
            problem = Blocked(str(error))
        except UnclearError as error:
            problem = inconclusive(str(error), "not_understood")
        except StepError as error:
            why = unserved("goal_not_met", [turn.observation for turn in self._made])
            problem = EnvironmentFailure(why) if why else GoalNotMet(str(error))
            self._unmet = isinstance(error, UnmetError)
        except (RunError, GoalNotMet) as error:
            problem = error
        finally:
            self.context.end()
            took = time.monotonic() - started
            self._seconds += took
            self._budget.worked(took)
            for turn in self._made[-1:]:
                turn.end()
        return None if problem is None else self._explained(problem)

    def _explained(self, problem: RunError | GoalNotMet) -> RunError | GoalNotMet:
        self._status, self._reason = problem.status, str(problem)
        pages = [turn.observation for turn in self._made]
        judged = triage(self.result(), pages, self.context.session.log.news)
        if judged is not None and judged.whose == "site" and not self._unmet:
            # A step that cannot be done may be the application's fault or that of who wrote it: nobody knows here.
            judged = dataclasses.replace(judged, whose="", line=judged.line.replace("site", "steps", 1))
        self._triage = judged
        problem.result = self.result()
        problem.args = (failure.describe(problem.result, max_steps=len(self._made), report=self._report),)
        return problem.with_traceback(None)
