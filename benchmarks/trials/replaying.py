"""Makes recordings of goals as the plugin does, and times a goal in three ways: by hand, replayed, and live."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, NamedTuple

from pytest_webagent.model.builtin.model import BuiltinModel
from pytest_webagent.recording.recorded_answer import NotRecordedError
from pytest_webagent.recording.recording import read_recordings, text_of
from pytest_webagent.recording.recordings import Recordings
from pytest_webagent.values.likeness import likeness
from trials.trial import Trial, opened, tried, worked

if TYPE_CHECKING:
    from playwright.async_api import Browser

    from pytest_webagent.browser.pool import BrowserPool
    from pytest_webagent.config import Settings
    from pytest_webagent.recording.recording import Recording
    from trials.by_hand import Flow
    from trials.scenarios import Scenario
    from trials.worlds import World


class NotKeptError(Exception):
    """A run of a goal gave no recording; the message says why."""


class WrongError(Exception):
    """A run that is timed did not come to the right end."""


class Timed(NamedTuple):
    """The seconds of one run."""

    work: float
    """From when the start page is there until the answer is."""
    whole: float
    """Also with a fresh context, the recording read, and the start page opened."""


async def recorded(scenario: Scenario, world: World, pool: BrowserPool, settings: Settings) -> str:
    """The text of the file that the plugin keeps of a goal: a run of the built-in model, replayed once.

    Raises:
        NotKeptError: it could not be recorded, or did not pass from what was recorded.
    """
    plain = Trial("as it is", "as it is", scenario)
    made = Recordings("all")
    live = await tried(plain, world, pool, settings, made)
    if live.miss:
        raise NotKeptError(f"it was not reached live: {live.reason}")
    before: list[Recording] | None = None
    why = ""
    for looks in (False, True):
        try:
            candidates = made.recorded(looks=looks)
        except NotRecordedError as error:
            raise NotKeptError(f"it was not recorded: {error}") from error
        if candidates == before:
            break
        before = candidates
        first = Recordings("none", candidates, learns=True)
        outcome = await tried(plain, world, pool, settings, first)
        if not outcome.miss:
            return text_of(first.learned())
        why = outcome.reason
    raise NotKeptError(f"it does not pass from what was recorded: {why}")


def replaying(text: str, name: str, *, heals: bool = False) -> Recordings:
    """The recordings of a file, to be replayed once and nothing else."""
    return Recordings("none", read_recordings(text, name), place=name, heals="propose" if heals else "off")


async def by_hand(
    flow: Flow, scenario: Scenario, world: World, browser: Browser, settings: Settings
) -> Timed:
    """Time a flow that was written by hand."""
    cookies = await world.begin(scenario.beginning)
    began = time.perf_counter()
    width, height = settings.viewport
    context = await browser.new_context(viewport={"width": width, "height": height})
    try:
        await context.add_cookies(cookies)
        page = await context.new_page()
        await page.goto(world.start_url)
        opened_at = time.perf_counter()
        answer = await flow(page)
        ended = time.perf_counter()
    finally:
        await context.close()
    await _require(scenario, world, "by hand", "done", answer)
    return Timed(ended - opened_at, ended - began)


async def by_agent(
    scenario: Scenario, world: World, pool: BrowserPool, settings: Settings, recording: str = ""
) -> Timed:
    """Time the agent: with the text of a recording, or live with the built-in model."""
    cookies = await world.begin(scenario.beginning)
    began = time.perf_counter()
    recordings = replaying(recording, scenario.name) if recording else None
    async with opened(world, cookies, pool, settings, replayed=bool(recording)) as session:
        opened_at = time.perf_counter()
        result = await worked(scenario.goal, BuiltinModel(), session, recordings)
        ended = time.perf_counter()
    way = "replayed" if recording else "live"
    if recording and result.model != "recording":
        raise WrongError(f"{scenario.name}: no recording was replayed, {result.model} did it")
    await _require(scenario, world, way, result.status, result.answer, result.reason)
    return Timed(ended - opened_at, ended - began)


async def _require(
    scenario: Scenario, world: World, way: str, status: str, answer: str, reason: str = ""
) -> None:
    """That a run came to the right end."""
    if status != "done" or (scenario.answer and not likeness(scenario.answer, answer).same):
        raise WrongError(f"{scenario.name}, {way}: {status}, {answer!r}, {reason}")
    if scenario.check is not None and not await asyncio.to_thread(scenario.check, world.data):
        raise WrongError(f"{scenario.name}, {way}: the application's data are not as they have to be")
