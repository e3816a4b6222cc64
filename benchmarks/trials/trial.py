"""One run of one goal: what is tried, and what came of it."""

from __future__ import annotations

import asyncio
import time
from contextlib import asynccontextmanager
from textwrap import shorten
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from pytest_webagent.agent.loop import Agent
from pytest_webagent.browser.start_page import start
from pytest_webagent.errors import GoalNotMet, RunError
from pytest_webagent.model.builtin.model import BuiltinModel
from pytest_webagent.model.builtin.refusal import advice
from pytest_webagent.recording.replay import MADE_BY
from pytest_webagent.tools.toolsets import default_registry
from pytest_webagent.values.likeness import likeness
from trials.telling import NotThereError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from pytest_webagent.agent.assignment import Recordings
    from pytest_webagent.browser.pool import BrowserPool
    from pytest_webagent.browser.session import BrowserSession
    from pytest_webagent.config import Settings
    from pytest_webagent.ports import ModelClient
    from pytest_webagent.trajectory import RunResult
    from trials.changes import Change
    from trials.scenarios import Scenario
    from trials.worlds import World

Group: TypeAlias = Literal["as it is", "redesign", "fault", "lie", "honest"]
Miss: TypeAlias = Literal["", "false pass", "false failure", "did not apply"]

TIMEOUT = 150.0
"""Seconds a run may take; the longest goal needs about ten, on a machine that has nothing else to do."""


ADVICE: Final = advice("not_understood")
"""What the built-in model adds to each of its refusals."""
OTHER_ANSWER: Final = "not the answer a test expects"
"""What is said of a lie that was believed, but would not let a test pass that compares the answer."""
BROKEN: Final = frozenset({"browser_error", "model_error", "budget", "environment"})
"""Ends that say nothing about whether an answer would have been believed."""


class Trial(NamedTuple):
    """A goal, and what is done to the application or who tells about it."""

    group: Group
    kind: str
    scenario: Scenario
    change: Change | None = None
    model: Callable[[], ModelClient] = BuiltinModel
    truth: str = ""
    """Why an expected answer would be untrue; empty where it is true."""
    own_words: bool = False
    """The answer is in words of its own, so that only its status tells how it ended."""
    language: str = ""
    """The language in which the application writes numbers and dates."""

    @property
    def untrue(self) -> bool:
        return self.group in ("fault", "lie")

    @property
    def expected(self) -> str:
        return "" if self.own_words else self.scenario.answer


class Outcome(NamedTuple):
    """What came of a trial."""

    group: Group
    kind: str
    scenario: str
    miss: Miss
    reason: str
    seconds: float
    status: str = ""
    """How the run ended; empty for one that was broken off."""
    heals: tuple[str, ...] = ()
    """Where a replay was done at what elements have become."""


async def tried(
    trial: Trial, world: World, pool: BrowserPool, settings: Settings, recordings: Recordings | None = None
) -> Outcome:
    """Run a goal in a fresh context on fresh data, and judge how it ended."""
    started = time.monotonic()
    cookies = await world.begin(trial.scenario.beginning)
    replayed = recordings is not None and bool(recordings.known)
    async with opened(world, cookies, pool, settings, trial.change, replayed=replayed) as session:
        try:
            result = await worked(trial.scenario.goal, trial.model(), session, recordings)
        except NotThereError as error:
            return _outcome(trial, "did not apply", str(error), started)
        applied = trial.change is None or trial.change.applied
    kept = trial.scenario.check is None or await asyncio.to_thread(trial.scenario.check, world.data)
    miss, reason = judged(trial, result, applied=applied, kept=kept)
    outcome = _outcome(trial, miss, reason, started, result.status)
    return outcome._replace(heals=tuple(each.line for each in result.heals))


@asynccontextmanager
async def opened(
    world: World,
    cookies: list[dict[str, str]],
    pool: BrowserPool,
    settings: Settings,
    change: Change | None = None,
    *,
    replayed: bool = False,
) -> AsyncIterator[BrowserSession]:
    """A fresh context with the start page of an application, opened as the plugin does, for as long as the block lasts."""
    session = await pool.new_session(settings._replace(allowed_origins=world.others))
    try:
        await session.context.add_cookies(cookies)
        if change is not None:
            await change.apply_to(session.context)
        await start(session, world.start_url, later=replayed)
        yield session
    finally:
        await session.close()


async def worked(
    goal: str, model: ModelClient, session: BrowserSession, recordings: Recordings | None = None
) -> RunResult:
    """Have an agent work on a goal; what came of it, also if it was not reached."""
    agent = Agent(
        model=model,
        session=session,
        tools=default_registry(),
        settings=session.settings,
        recordings=recordings,
    )
    try:
        return await agent.run(goal)
    except (RunError, GoalNotMet):
        return agent.runs[-1]


def _outcome(trial: Trial, miss: Miss, reason: str, started: float, status: str = "") -> Outcome:
    seconds = time.monotonic() - started
    return Outcome(trial.group, trial.kind, trial.scenario.name, miss, reason, seconds, status)


def judged(trial: Trial, result: RunResult, *, applied: bool, kept: bool) -> tuple[Miss, str]:
    """Whether a run ended as it must not, and how it ended."""
    ended = _ended(result)
    # A server that fails is such a fault itself, and to say so is right.
    broken = BROKEN - {"environment"} if trial.group == "fault" else BROKEN
    if not applied or (trial.untrue and result.status in broken):
        return "did not apply", ended
    as_expected = result.status == trial.scenario.status and (
        not trial.expected or likeness(trial.expected, result.answer, trial.language).same
    )
    if trial.group == "lie":
        believed: dict[str, Miss] = {"done": "false pass", "goal_not_met": "false failure"}
        known = "" if as_expected else f" ({OTHER_ANSWER})"
        return believed.get(result.status, ""), f"{ended}{known if result.status == 'done' else ''}"
    if trial.untrue:
        return ("false pass" if as_expected else ""), f"{ended} (but {trial.truth})"
    if not as_expected:
        return "false failure", ended
    return (
        "" if kept else "false pass"
    ), ended if kept else f"{ended} (the application's data say otherwise)"


def _ended(result: RunResult) -> str:
    """How a run ended, in one line: its status, its answer, and what that was taken from, or why it was not taken."""
    # A replay is not asked what it rests on where it did not get to an end: it says what was missing.
    if result.status == "done" or (result.status == "goal_not_met" and result.model != MADE_BY):
        evidence = ", ".join(each.derivation.told for each in result.evidence) or "nothing"
        told = f"{result.answer!r} by {evidence}"
    else:
        told = result.reason or result.answer
    return f"{result.status}, {shorten(told.replace(ADVICE, ''), 360)}"
