"""A run made from a recording: no model is asked, and nothing is done but what was recorded."""

from __future__ import annotations

import asyncio
import dataclasses
import time
from functools import partial
from itertools import chain, repeat
from typing import TYPE_CHECKING, Any, Final

from pytest_webagent.agent import failure
from pytest_webagent.agent.triage import triage, unserved
from pytest_webagent.agent.turn import Turn
from pytest_webagent.browser.attention import attended
from pytest_webagent.claims.underivable import UnderivableError
from pytest_webagent.errors import (
    Blocked,
    BudgetExceeded,
    Diverged,
    EnvironmentFailure,
    GoalNotMet,
    RunError,
)
from pytest_webagent.judging.acts import FILLING
from pytest_webagent.messages import ToolCall
from pytest_webagent.observation import Observation, unseen
from pytest_webagent.recording.call_text import LOOKS
from pytest_webagent.recording.chosen_item import called_anew, chosen, item_part, name_of
from pytest_webagent.recording.conclusion import conclude, see
from pytest_webagent.recording.element_ways import Way
from pytest_webagent.recording.filled_fields import FilledFields
from pytest_webagent.recording.step_effects import EffectWatch, lasting_effect
from pytest_webagent.recording.target_finder import PATIENCE, find
from pytest_webagent.tools.gui.targets import GoneError, Target
from pytest_webagent.trajectory import RunResult
from pytest_webagent.values.plain_text import plain

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    from pytest_webagent.agent.assignment import Assignment
    from pytest_webagent.agent.verifier import Verifier
    from pytest_webagent.claims.derivation import Finding
    from pytest_webagent.page.locator import Locator
    from pytest_webagent.recording.healing import Healed, Healer
    from pytest_webagent.recording.playwright_flow import RunWatch
    from pytest_webagent.recording.recording import RecordedStep, Recording, StepEffect
    from pytest_webagent.trajectory import Status, Triage

MADE_BY: Final = "recording"
"""What is shown as the model of such a run."""
_HEALED_PATIENCE: Final = 3.0
"""Seconds in which an element has to come after another one was found to have become something else."""
_TO_LOOK: Final = 0.5
"""Seconds in which what is looked for may come into sight, or what goes with the filling of a field."""
_LOOKS: Final = 5
"""How often it is looked for once more."""
_PAUSES: Final = (0.05, 0.1, 0.25)
_PAUSE: Final = 0.5
"""Seconds between looks at a page on which something is to hold."""


class Replay:
    """One recording, replayed once."""

    def __init__(
        self,
        recording: Recording,
        assignment: Assignment,
        *,
        learns: bool = False,
        healer: Healer | None = None,
        verifier: Verifier | None = None,
        watch: RunWatch | None = None,
    ) -> None:
        """Prepare it; nothing happens before `to_end`.

        `learns` is for the first replay of all, which finds out what of the effects differs from run to run. `healer` finds
        what has become of elements that are not to be found. `verifier` is asked before it passes. `watch` is told of all
        that is done.
        """
        self._verifier = verifier
        self._opinion = ""
        self._watch = watch
        self._instead: dict[str, str] = {}
        """Names of things that the goal chooses now, by those of what it chose."""
        self._recording = recording
        self._assignment = assignment
        self._learns = learns
        self.learned: dict[int, StepEffect] = {}
        """Effects of steps, by their positions, that are to be told otherwise."""
        self._healer = healer
        self.healed: dict[int, Healed] = {}
        """Steps, by their positions, that were done at what their elements have become."""
        self._fields = FilledFields()
        self._unkept: set[int] = set()
        """Steps, by their positions, that fill in a field which the page itself changes."""
        self._pages: dict[int, Observation] = {}
        """The pages before what steps bring about, by their positions, as far as they are compared with."""
        self._context = assignment.context
        self._session = assignment.context.session
        self._turns: list[Turn] = []
        self._findings: tuple[Finding, ...] = ()
        self._seen: Observation | None = None
        self._phase = "the replay began"
        self._started, self._ended = time.monotonic(), 0.0
        self._status: Status = "interrupted"
        self._answer: Any = ""
        self._reason = "the run was interrupted"
        self._triage: Triage | None = None

    @property
    def recording(self) -> Recording:
        """What is replayed, as it is kept."""
        return self._recording

    @property
    def running(self) -> bool:
        """Whether it has not come to its end."""
        return not self._ended

    def result(self) -> RunResult[Any]:
        """What has come of it so far."""
        return RunResult(
            kind=self._recording.kind,
            goal=self._assignment.asked,
            status=self._status,
            answer=self._answer,
            reason=self._reason,
            steps=tuple(turn.step() for turn in self._turns),
            evidence=self._findings,
            derived=self._status == "done",
            seconds=(self._ended or time.monotonic()) - self._started,
            model=MADE_BY,
            triage=self._triage,
            opinion=self._opinion,
            heals=tuple(each.told for each in self.healed.values()),
        )

    def recording_healed(self) -> Recording:
        """The recording with the steps as they were done."""
        return self._recording.with_steps({number: each.step for number, each in self.healed.items()})

    def recording_learned(self) -> Recording:
        """The recording with what the replay has learned."""
        steps = {
            number: step.model_copy(
                update={
                    "then": self.learned.get(number, step.then),
                    "kept": step.kept and number not in self._unkept,
                }
            )
            for number, step in enumerate(self._recording.steps)
        }
        made = self._recording.made
        if made.answer != str(self._answer):
            made = made.model_copy(update={"answer": ""})
        return self._recording.with_steps(steps).model_copy(update={"made": made})

    async def to_end(self) -> RunError | GoalNotMet | None:
        """Do all steps and work out the answer; the error that says why that came to nothing, or None."""
        limits, budget = self._assignment.limits, self._assignment.budget
        seconds, too_slow = budget.deadline(limits.seconds)
        deadline = asyncio.timeout(seconds)
        problem: RunError | GoalNotMet | None = None
        try:
            async with attended(self._session), deadline:
                if self._watch is not None:
                    await self._watch.begins()
                await self._steps()
                await self._conclude()
        except TimeoutError:
            if not deadline.expired():
                raise
            problem = BudgetExceeded(f"{too_slow}; {self._phase}")
        except (RunError, GoalNotMet) as error:
            problem = error
            if isinstance(error, GoalNotMet) and self.healed:
                # The page is another one than was recorded: whether it is broken, nobody knows.
                lines = "; ".join(each.told.line for each in self.healed.values())
                problem = Diverged(f"{error}; the recording was replayed on a changed page: {lines}")
        finally:
            self._session.settles = "at once"
            self._ended = time.monotonic()
            budget.worked(self._ended - self._started)
        if problem is None:
            self._status, self._reason = "done", "all that was recorded was done again"
            return None
        return await self._explained(problem)

    async def _steps(self) -> None:
        if self._recording.start:
            self._seen = await see(self._recording.start, self._context, None, "before the first step")
        for number, recorded in enumerate(self._recording.steps):
            step = recorded.about(self._instead)
            self._assignment.budget.step()
            self._phase = f"step {number + 1} of the recording was being done: {step.do}"
            turn = Turn(number + 1, unseen(self._session.page.url, self._context.settings.viewport))
            self._turns.append(turn)
            # What a step brings has to have come to rest before anything is read off the page.
            self._session.settles = "later" if self._recording.is_read_after(number) else "never"
            try:
                await self._step(number, step, turn)
            finally:
                turn.end()
                if self._context.on_step is not None:
                    self._context.on_step(turn.step(), self._assignment.asked)

    async def _step(self, number: int, step: RecordedStep, turn: Turn) -> None:
        where = f"step {number + 1} of {len(self._recording.steps)}, {step.do}"
        targets, ways = await self._meant(step, where)
        watch = EffectWatch(self._session, step.about(self._instead).then)
        await watch.begin()
        try:
            if watch.says_nothing:
                self._session.settles = "at once"
            again = await self._done(number, step, turn, targets, ways, where)
            watch.before = self._pages.get(number)
            aside = self._recording.is_aside(number)
            missing = await watch.missing(_TO_LOOK if aside else None)
            for _ in range(_LOOKS if step.call.tool in LOOKS else 0):
                # What is shown further down may come late, or further up than it did.
                if missing and await again():
                    missing = await watch.missing(_TO_LOOK)
        finally:
            watch.end()
        if number in self.healed and step.then.dialog not in ("", self._session.dialog):
            missing = (*missing, f"a dialog is to be open that says: {step.then.dialog}")
        if missing and not aside:
            self._miss(number, watch, where, missing)
        elif number in self._pages and not step.then.written():
            # Of several calls in one reply only the last was seen to bring something.
            self.learned[number] = lasting_effect(
                self._pages[number], await self._session.observe_at_rest(), self._assignment.asked
            )
        self._seen = watch.seen
        if shown := step.about(self._instead).shown:
            self._seen = await see(shown, self._context, self._seen, where)
        if self._watch is not None:
            await self._watch.acted(
                number, step.model_copy(update={"then": self.learned.get(number, step.then)})
            )

    def _miss(self, number: int, watch: EffectWatch, where: str, missing: Sequence[str]) -> None:
        learned = watch.learned("; ".join(missing)) if self._learns else None
        if learned is None:
            raise (Diverged if watch.lost else GoalNotMet)(f"{where}: it was done, but {'; '.join(missing)}")
        self.learned[number] = learned

    async def _done(
        self,
        number: int,
        step: RecordedStep,
        turn: Turn,
        targets: Mapping[str, Locator],
        ways: Sequence[Way],
        where: str,
    ) -> Callable[[], Awaitable[bool]]:
        """Do a step; what does it once more."""
        call, registry = step.call, self._assignment.tools
        arguments = call._replace(targets=targets).described(
            registry.get(call.tool).parameters["properties"], self._assignment.asked
        )
        # A page that was changed on purpose is so in more than one place.
        patience = _HEALED_PATIENCE if self.healed else PATIENCE
        look = partial(find, self._context, ways=ways, patience=patience)
        # What a field offers may come later than the field.
        until = time.monotonic() + (PATIENCE if call.tool in FILLING else 0)
        for tried, pause in enumerate(chain(_PAUSES, repeat(_PAUSE))):
            try:
                found = {name: await look(each) for name, each in targets.items()}
            except Diverged as error:
                # What the goal chooses otherwise now has no recorded name.
                same = targets is step.call.targets
                healed = await self._healer.heal(number) if self._healer is not None and same else None
                if healed is None:
                    raise Diverged(f"{where}: {error}") from None
                self.healed[number], turn.observation = healed, healed.page
                found = healed.found
                arguments |= healed.step.call.described(arguments, self._assignment.asked)
            if self._watch is not None:
                await self._watch.acts(number, step, arguments, found)
            fills = await self._before(number, step, found, where)
            again = not tried or time.monotonic() < until
            if await self._call(call.tool, arguments, found, turn, where, again=again):
                break
            await asyncio.sleep(pause)
        if fills and step.kept and self._session.dialog is None:
            await self._fields.add(number, call.tool, found["element_id"], self._session.page)
        return partial(self._call, call.tool, arguments, found, turn, where, again=False)

    async def _before(self, number: int, step: RecordedStep, found: Mapping[str, Target], where: str) -> bool:
        """Look at what is to be compared later, and at what was filled in, if this sends it; whether this fills in something."""
        page, target = self._session.page, found.get("element_id")
        for later in range(number, len(self._recording.steps)):
            if self._recording.begins(later) == number:
                # Nothing was done since the step before was seen to have its effect.
                self._pages[later] = self._seen or await self._session.observe_at_rest()
        if step.then.shows:
            self._pages[number] = await self._session.observe_at_rest()
        part = await self._fields.part_of(step.call, target, page) if target is not None else "neither"
        for lost in await self._fields.lost(page) if part == "sends" else ():
            if not self._learns:
                raise GoalNotMet(f"{where}: before that, {lost.words}")
            self._unkept.add(lost.step)
        if part == "sends" and self._learns and not step.then.written():
            self._pages[number] = await self._session.observe()
        return part == "fills"

    async def _meant(self, step: RecordedStep, where: str) -> tuple[Mapping[str, Locator], tuple[Way, ...]]:
        """The elements of a step and the other ways to them: those in what the goal chooses now, if that is another thing."""
        targets, ways = step.call.targets, tuple(map(Way.parse, step.find))
        if not step.which:
            return targets, ways
        until = time.monotonic() + PATIENCE
        for pause in chain(_PAUSES, repeat(_PAUSE)):
            try:
                item = chosen(step.which, await self._session.observe_at_rest())
                break
            except UnderivableError as error:
                if time.monotonic() >= until:
                    raise Diverged(f"{where}: {error}") from None
            await asyncio.sleep(pause)
        part = item_part(targets["element_id"])
        was, name = part.name, name_of(item, part)
        if plain(name) == plain(was):
            return targets, ways
        self._instead[was] = name
        return {each: called_anew(locator, name) for each, locator in targets.items()}, ()

    async def _call(
        self,
        tool: str,
        arguments: dict[str, Any],
        found: dict[str, Any],
        turn: Turn,
        where: str,
        *,
        again: bool,
    ) -> bool:
        """Do the call. False where it is to be done again: its element went away before anything was done, or is not ready."""
        call = ToolCall(tool, {**arguments, "reasoning": "A recording says so."})
        turn.begin(call)
        self._context.targets = found
        try:
            result = await self._assignment.tools.call(call, self._context)
        finally:
            self._context.targets = {}
        turn.finish(result, self._context.call)
        if self._context.denied:
            raise Blocked(self._context.denied)
        if self._context.call.problem == GoneError.__name__:
            if not again:
                raise Diverged(f"{where}: {result.error}")
            return False
        if result.error is not None and not (again and tool in FILLING):
            raise GoalNotMet(f"{where}: {result.error}")
        return result.error is None

    async def _conclude(self) -> None:
        """Work out the answer and what has to hold, and ask for a second opinion, if that is wanted."""
        self._phase = "what the recording ends with was being worked out"
        self._answer, self._findings, page = await conclude(
            self._recording.about(self._instead), self._assignment, self._seen
        )
        if self._context.unreal:
            raise Blocked(self._context.unreal)
        if self._verifier is not None:
            self._phase = "a second opinion was being asked for"
            seen = await self._session.observe(screenshot=self._verifier.sees_images)
            left = self._assignment.limits.seconds - (time.monotonic() - self._started)
            claim = self._assignment.ending.claim({"answer": self._answer})
            self._opinion = await self._verifier.opinion(claim, seen, seconds=max(0.0, left))
        if self._watch is not None:
            await self._watch.ends(page, self._findings)

    async def _explained(self, problem: RunError | GoalNotMet) -> RunError | GoalNotMet:
        """The error with all that is known of what led to it: now the page is looked at, and a picture taken."""
        pages: Sequence[Observation] = ()
        try:
            seen = await self._session.observe(screenshot=self._context.settings.screenshots != "off")
        except RunError as error:
            problem = error
        else:
            pages = (seen,)
            if not self._turns:
                self._turns.append(Turn(1, seen))
            self._turns[-1].observation = seen
            if isinstance(problem, (GoalNotMet, Diverged)) and (why := unserved("goal_not_met", pages)):
                problem = EnvironmentFailure(why)
        self._status, self._reason, self._answer = problem.status, str(problem), ""
        self._triage = triage(
            self.result(), [turn.observation for turn in self._turns], self._session.log.news
        )
        problem.result = dataclasses.replace(self.result(), triage=self._triage)
        steps = len(self._recording.steps)
        problem.args = (failure.describe(problem.result, max_steps=steps, report=self._assignment.report),)
        return problem.with_traceback(None)
