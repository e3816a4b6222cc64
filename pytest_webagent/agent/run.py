"""One run: observe, think, validate, act, settle, write down; until `stop` or something that ends it."""

from __future__ import annotations

import asyncio
import dataclasses
import logging
import time
from typing import TYPE_CHECKING

from pytest_webagent.agent import failure, prompt
from pytest_webagent.agent.activity import Activity
from pytest_webagent.agent.conversation import Conversation
from pytest_webagent.agent.critic import Critic
from pytest_webagent.agent.fence import Fence
from pytest_webagent.agent.judgement import reason_of
from pytest_webagent.agent.page_pictures import Sight
from pytest_webagent.agent.premise import Premise
from pytest_webagent.agent.repetition import NUDGE_AT, STOP_AT, Repetition
from pytest_webagent.agent.reply_calls import MOST_CALLS, identified, short, with_reasoning
from pytest_webagent.agent.triage import triage, unserved
from pytest_webagent.agent.turn import Turn
from pytest_webagent.browser.attention import attended
from pytest_webagent.budget.budget import cost, used
from pytest_webagent.errors import (
    Blocked,
    BudgetExceeded,
    EnvironmentFailure,
    GoalNotMet,
    Inconclusive,
    RunError,
)
from pytest_webagent.messages import ToolResult
from pytest_webagent.ports import ModelRequest
from pytest_webagent.tools.web.site_hints import sites_at
from pytest_webagent.trajectory import RunResult

if TYPE_CHECKING:
    from collections.abc import Awaitable, Mapping
    from typing import Any

    from pytest_webagent.agent.assignment import Assignment
    from pytest_webagent.agent.verifier import Verifier
    from pytest_webagent.browser.session import BrowserSession
    from pytest_webagent.messages import ToolCall
    from pytest_webagent.observation import Observation
    from pytest_webagent.ports import ModelClient, ModelResponse
    from pytest_webagent.trajectory import Status, Triage

_log = logging.getLogger(__name__)


class Run:
    """One goal, from its first observation to its end."""

    def __init__(
        self,
        assignment: Assignment,
        *,
        model: ModelClient,
        verifier: Verifier | None = None,
    ) -> None:
        """Prepare a run; nothing happens before `to_end`. `verifier` is asked before it passes."""
        self.assignment = assignment
        self.goal = assignment.goal
        self.turns: list[Turn] = []
        """The steps so far."""
        self._ending = ending = assignment.ending
        self.verifier = verifier
        self._model = model
        self._tools = tools = assignment.tools
        self._context = context = assignment.context
        self._limits = assignment.limits
        self._budget = assignment.budget
        self._bills = len(self._budget.bills)
        self._seconds, self._too_slow = self._limits.seconds, ""
        self._fence = Fence()
        self._sight = Sight(model, context.settings, context.session.log)
        grounder = context.grounder is not None and context.settings.grounding != "off"
        there = {prompt.PICTURE: self._sight.on, prompt.MARKS: self._sight.marks, prompt.GROUNDER: grounder}
        has = {word for word, so in there.items() if so}
        self._conversation = Conversation(
            self.goal,
            self._fence,
            system=prompt.fitted(ending.system, tools, has),
            heading=ending.heading,
            pages=[page.name for page in context.settings.pages],
        )
        self._repetition, self._critic = Repetition(), Critic(self.goal)
        self._memory: object = None
        self._errors = 0
        self._denied = ""
        """What the test did not allow, if nothing was done since."""
        self._repaired = False
        self._activity = Activity()
        self._started = time.monotonic()
        self._goes_on = False
        """Whether it stays open where a part of its work has come to its end without an error."""
        self._ended: float | None = None
        self._last_bill: int | None = None
        self._status: Status = "interrupted"
        self._answer: Any = ""
        self._opinion = ""
        self._reason = "the run was interrupted"
        self._triage: Triage | None = None

    @property
    def _session(self) -> BrowserSession:
        return self._context.session

    @property
    def running(self) -> bool:
        """Whether the run has not come to its end."""
        return self._ended is None

    def result(self) -> RunResult[Any]:
        """What came of the run; while it is under way, what has come of it so far."""
        steps = tuple(turn.step() for turn in self.turns)
        bills = self._budget.bills[self._bills : self._last_bill]
        return RunResult(
            kind=self._ending.kind,
            goal=self.assignment.asked,
            status=self._status,
            answer=self._answer,
            reason=self._reason,
            steps=steps,
            evidence=self._ending.findings,
            derived=self._ending.stands,
            untied=self._ending.untied,
            opinion=self._opinion,
            usage=used(bills),
            cost=cost(bills),
            seconds=(self._ended or time.monotonic()) - self._started,
            model=self._model.name,
            triage=self._triage,
        )

    async def to_end(self) -> RunError | GoalNotMet | None:
        """Work on the goal until it is reached or something ends the run.

        Returns:
            The error that says why the goal was not reached, with the result in it; None if it was.
        """
        return await self._worked(self._steps())

    async def _worked(self, work: Awaitable[None]) -> RunError | GoalNotMet | None:
        """Do a part of the work, or all of it, within its limits; the error that it ended in, explained."""
        self._seconds, self._too_slow = self._budget.deadline(self._limits.seconds)
        deadline = asyncio.timeout(self._seconds)
        problem: RunError | GoalNotMet | None = None
        began = time.monotonic()
        self._context.critic = self._critic.objection
        try:
            async with attended(self._session), deadline:
                await work
        except TimeoutError:
            if not deadline.expired():
                raise
            rationed = self._seconds < self._limits.seconds
            problem = self._activity.cut_off(self._too_slow, self._seconds, rationed=rationed)
        except (RunError, GoalNotMet) as error:
            problem = self._unserved(error) or self._blocked(error) or error
        except BaseException as error:
            self._reason = f"the run was interrupted by {type(error).__name__}: {error}".rstrip(": ")
            error.add_note(self._described(self.result()))
            raise
        finally:
            # What a test gives of coordinates itself, it gives in CSS pixels.
            self._context.picture = self._context.tokens = self._context.critic = None
            now = time.monotonic()
            self._budget.worked(now - began)
            if problem is not None or not self._goes_on:
                self._ended, self._last_bill = now, len(self._budget.bills)
        return self._explained(problem) if problem is not None else None

    def _unserved(self, error: RunError | GoalNotMet) -> EnvironmentFailure | None:
        """What to say instead of "not understood" where there was no page to understand."""
        why = unserved(error.status, [turn.observation for turn in self.turns])
        if not why:
            return None
        self._answer = ""
        return EnvironmentFailure(why)

    def _blocked(self, error: RunError | GoalNotMet) -> Blocked | None:
        """What to say where the last thing that was tried is not allowed: no news about the site, nor about the agent."""
        verdicts = ("goal_not_met", "unverified", "not_understood", "stuck")
        why = self._denied or self._context.unreal
        return Blocked(why) if why and error.status in verdicts else None

    def _explained(self, problem: RunError | GoalNotMet) -> RunError | GoalNotMet:
        self._status = problem.status
        self._reason = problem.result.reason if problem.result else str(problem)
        _log.debug("the run ended", exc_info=problem)
        pages = [turn.observation for turn in self.turns]
        self._triage = triage(self.result(), pages, self._session.log.news)
        problem.result = self.result()
        problem.args = (self._described(problem.result),)
        self._context.vault.conceal_error(problem)
        # Its frames are ours; the caller raises it anew, so that a test's author sees his own line.
        return problem.with_traceback(None)

    def _described(self, result: RunResult) -> str:
        return failure.describe(result, max_steps=self._limits.steps, report=self.assignment.report)

    async def _steps(self) -> None:
        for index in range(1, self._limits.steps + 1):
            if await self._step(index):
                return
        raise BudgetExceeded(f"{self._limits.steps} steps were not enough")

    async def _step(self, index: int) -> bool:
        """Make one step. True if it ended the run."""
        self._budget.step()
        self._activity.begin("the page was being looked at")
        turn = Turn(index, await self._look())
        self.turns.append(turn)
        try:
            ended = await self._take(turn)
        finally:
            self._close(turn)
        self._check_errors()
        return ended

    def _close(self, turn: Turn) -> None:
        turn.end()
        if self._context.on_step is not None:
            self._context.on_step(turn.step(), self.assignment.asked)

    def _check_errors(self) -> None:
        if self._errors > self._limits.errors:
            raise Inconclusive(f"{self._errors} steps in a row ended in an error; {self._last_error()}")

    async def _take(self, turn: Turn) -> bool:
        calls = await self._think(turn)
        return await self._act(turn, calls) if calls else self._expect_calls()

    async def _think(self, turn: Turn) -> tuple[ToolCall, ...]:
        await self._show(turn)
        self._activity.begin("the model was being asked", model=self._model.name)
        turn.response = response = await self._ask(turn)
        self._activity.begin("its reply was being read")
        calls = identified(turn.index, response)
        self._conversation.reply(response.text, calls)
        return calls

    async def _look(self) -> Observation:
        kept = self._context.settings.screenshots != "off"
        sees, marks = self._sight.on or kept, self._sight.marks
        seen = await self._session.observe_at_rest(screenshot=sees, marks=marks)
        unseen = self._ending.take_unseen()
        return dataclasses.replace(seen, notes=unseen + seen.notes) if unseen else seen

    async def _show(self, turn: Turn) -> None:
        """Tell the model what was seen, and let it see it."""
        picture = await self._sight.picture(turn.observation)
        others = await self._sight.fitted(self._conversation.take_pictures())
        self._context.picture = None if picture is None else picture.size
        sites = sites_at(self._context, turn.observation.url)
        self._conversation.hints = "\n".join(each.told(names="web_click" in self._tools) for each in sites)
        self._conversation.see(
            turn.index, self._limits.steps, turn.observation, picture=picture, others=others
        )

    async def _ask(self, turn: Turn) -> ModelResponse:
        request = ModelRequest(
            goal=self.goal,
            messages=self._conversation.messages(),
            tools=self._tools.specs(),
            tools_off=self._tools.off,
            observation=turn.observation,
            seconds_left=self._seconds_left(),
            memory=self._memory,
        )
        before = len(self._budget.bills)
        try:
            response = await self._model.complete(request)
        finally:
            turn.usage = used(self._budget.bills[before:])
            # A reply without a call leaves them to the next one.
            self._context.tokens = (self._context.tokens or 0) + turn.usage.tokens or None
        self._memory = response.memory
        self._sight.insist()
        return response

    def _expect_calls(self) -> bool:
        self._conversation.remark(prompt.TEXT_ONLY)
        if self._repaired:
            self._errors += 1
        self._repaired = True
        return False

    async def _act(self, turn: Turn, calls: tuple[ToolCall, ...]) -> bool:
        """Run the calls of one reply in order for as long as they make sense. True if one ended the run."""
        premise = await self._premise(calls[1:])
        failed = False
        not_done = ""
        for number, call in enumerate(with_reasoning(call, turn.reasoning) for call in calls):
            if premise is not None and number and not not_done:
                not_done = await premise.broken(call) or ""
            if number == MOST_CALLS and turn.response is not None:
                beyond = len(turn.response.tool_calls) - MOST_CALLS
                not_done = prompt.TOO_MANY.format(most=MOST_CALLS, beyond=beyond)
            if not_done:
                self._skip(turn, call, not_done)
                continue
            result = await self._call(turn, call)
            if result.error is not None:
                failed, not_done = True, prompt.AFTER_FAILURE.format(call=short(call))
            elif call.name == self._ending.tool:
                for skipped in calls[number + 1 :]:
                    self._skip(turn, skipped, prompt.AFTER_STOP)
                await self._stop(call.arguments)
                return True
        self._errors = self._errors + 1 if failed else 0
        return False

    async def _premise(self, later: tuple[ToolCall, ...]) -> Premise | None:
        if not later:
            return None
        premise = Premise(self._context, later, self._ending.tool)
        await premise.take()
        return premise

    async def _call(self, turn: Turn, call: ToolCall) -> ToolResult:
        times = self._repetition.count(turn.index, call, turn.observation)
        if times >= STOP_AT:
            self._skip(turn, call, prompt.GAVE_UP)
            raise Inconclusive(
                f"{call.name} was called again and again on a page that stayed the same{self._came_last(call)}"
            )
        if times >= NUDGE_AT:
            self._conversation.remark(prompt.REPEATED.format(tool=call.name, times=times))
        self._activity.begin(f"{call.name} was being done")
        turn.begin(call)
        try:
            result = await self._tools.call(call, self._context)
        except RunError as error:
            turn.finish(ToolResult(error=str(error)), self._context.call)
            raise
        if self._context.denied or (result and self._tools.get(call.name).kind == "action"):
            self._denied = self._context.denied
        if call.name == self._ending.tool and result:
            result = await self._judged(call, result)
        turn.finish(result, self._context.call)
        self._write_down(call, result)
        return result

    async def _judged(self, call: ToolCall, result: ToolResult) -> ToolResult:
        self._activity.begin("the answer was being worked out again")
        last = self.turns[-1].index == self._limits.steps
        objection = await self._ending.objection(call.arguments, self.turns, last=last)
        return ToolResult(error=objection) if objection else result

    def _skip(self, turn: Turn, call: ToolCall, why: str) -> None:
        result = ToolResult(error=prompt.NOT_DONE.format(why=why))
        turn.skip(call, result)
        self._write_down(call, result)

    def _write_down(self, call: ToolCall, result: ToolResult) -> None:
        quotes = False
        if call.name in self._tools:
            traits = self._tools.get(call.name).traits
            # Errors are our words, but for those of tools that say that they speak for others, such as servers.
            quotes = traits.quoting if result.error is None else bool(traits.quotes)
        self._conversation.result(call, result, quotes_page=quotes)

    async def _stop(self, arguments: Mapping[str, Any]) -> None:
        self._answer = self._ending.told(arguments)
        self._reason = reason_of(arguments)
        self._answer = self._ending.conclude(arguments)
        if self._context.unreal:
            raise Blocked(self._context.unreal)
        when = self._context.settings.verifier_when
        if self.verifier is not None and (when == "always" or self._ending.untied):
            page = await self._session.observe(screenshot=self.verifier.sees_images)
            self._activity.begin("a second opinion was being asked for", model=self.verifier.name)
            claim, left = self._ending.claim(arguments), self._seconds_left()
            self._opinion = await self.verifier.opinion(claim, page, seconds=left)
        self._status = "done"

    def _seconds_left(self) -> float:
        return max(0.0, self._seconds - (time.monotonic() - self._started))

    def _came_last(self, call: ToolCall) -> str:
        same = [a.result for turn in self.turns for a in turn.actions if a.call.name == call.name]
        done = [each.text for each in same if not prompt.was_skipped(each)]
        return f"; what came of it last: {' '.join(done[-1].split())}" if done else ""

    def _last_error(self) -> str:
        made = [a for turn in self.turns for a in turn.actions if not prompt.was_skipped(a.result)]
        failed = [each for each in made if each.result.error]
        if not failed:
            return "its replies called no tool"
        return f"the last: {failed[-1].call.name}: {failed[-1].result.error}"
