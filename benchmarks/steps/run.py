"""Do the goals of a half with the built-in model, and count how they end: `run.py {working,sealed}`.

Of the sealed half only figures are printed. 1 if one ended neither right nor refused.
"""

from __future__ import annotations

import argparse
import asyncio
import signal
import statistics
import sys
import time
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias, get_args

from apps import Application, Goal, Running, applications, goals
from playwright.async_api import Error
from twins import twins

from pytest_webagent.agent.loop import Agent
from pytest_webagent.browser.pool import BrowserPool
from pytest_webagent.config import Settings
from pytest_webagent.errors import GoalNotMet, RunError
from pytest_webagent.model.builtin.model import BuiltinModel
from pytest_webagent.tools.toolsets import default_registry
from pytest_webagent.values.likeness import likeness

if TYPE_CHECKING:
    from collections.abc import Iterable

    from playwright.async_api import Page

End: TypeAlias = Literal["right", "refused", "wrong answer", "wrong deed", "undoable but done", "crash"]
ENDS: tuple[End, ...] = get_args(End)
SETTINGS = Settings(screenshots="off", timeout=60, max_steps=40)
AT_ONCE = 2
"""Applications that are visited at a time."""
PATIENCE = 2.0
"""Seconds in which what was done has to arrive where it is kept."""


BLOCKED_SECONDS = 20
"""How long the event loop may stand still before what runs in it counts as crashed."""


class BlockedError(Exception):
    """Something computes without an end."""


class Outcome(NamedTuple):
    """What came of a goal."""

    goal: Goal
    application: str
    end: End
    told: str
    seconds: float
    steps: int


async def tried(goal: Goal, application: Application, pool: BrowserPool) -> Outcome:
    """Do a goal on a fresh application."""
    async with application.fresh() as running:
        session = await pool.new_session(SETTINGS)
        try:
            await session.goto(running.url)
            agent = Agent(model=BuiltinModel(), session=session, tools=default_registry(), settings=SETTINGS)
            began = time.monotonic()
            end, told = await _ended(agent, goal, running, session.page)
            steps = len(agent.runs[-1].steps) if agent.runs else 0
            return Outcome(goal, application.source.name, end, told, time.monotonic() - began, steps)
        finally:
            await session.close()


async def _ended(agent: Agent, goal: Goal, running: Running, page: Page) -> tuple[End, str]:
    """How a run ends, and what it says about that."""
    try:
        result = await agent.run(goal.goal)
    except (RunError, GoalNotMet):
        result = agent.runs[-1]
    except Exception as error:  # noqa: BLE001 (whatever else is raised is what is counted as a crash)
        return "crash", repr(error)
    if result.status != "done":
        return "refused", f"{result.status}: {result.reason or result.answer}"
    if goal.undoable:
        return "undoable but done", result.answer
    if goal.answer is not None and not _same(goal.answer, result.answer):
        return "wrong answer", f"{result.answer!r}, not {goal.answer!r}"
    if not await _arrived(goal, running, page):
        return "wrong deed", f"answered {result.answer!r}"
    return "right", result.answer


def _same(wanted: str, said: str) -> bool:
    """Whether an answer is the one that is wanted, or a short sentence with it."""
    within = wanted.casefold() in said.casefold() and len(said) < 3 * len(wanted) + 10
    return within or likeness(wanted, said, "").same


async def _arrived(goal: Goal, running: Running, page: Page) -> bool:
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            if await running.holds(page, goal):
                return True
        except Error:
            pass  # The page has no such object: it is another one.
        if time.monotonic() > deadline:
            return False
        await asyncio.sleep(0.1)


async def watched() -> None:
    """Break off whatever blocks the event loop: the alarm rings where it is stuck, and no limit of a run would."""

    def ring(*_: object) -> None:
        raise BlockedError(f"it blocks for {BLOCKED_SECONDS} seconds")

    signal.signal(signal.SIGALRM, ring)
    while True:
        signal.alarm(BLOCKED_SECONDS)
        await asyncio.sleep(1)


async def verified(application: Application, listed: Iterable[Goal], pool: BrowserPool) -> list[str]:
    """The goals whose check holds before anything was done."""
    async with application.fresh() as running:
        session = await pool.new_session(SETTINGS)
        try:
            await session.goto(running.url)
            return [each.id for each in listed if each.check and await running.holds(session.page, each)]
        finally:
            await session.close()


def table(outcomes: list[Outcome]) -> str:
    """How many goals ended how, and how long they took, by application and style."""
    lines = [f"| application | style | goals | {' | '.join(ENDS)} | s per goal | s per step |"]
    lines.append("| --- | --- |" + " ---: |" * (len(ENDS) + 3))
    names = sorted({each.application for each in outcomes})
    for name, style in [(n, s) for n in [*names, "all"] for s in ("steps", "sentence")] + [("all", "both")]:
        some = [o for o in outcomes if name in (o.application, "all") and style in (o.goal.style, "both")]
        if not some:
            continue
        counts = " | ".join(str(sum(each.end == end for each in some)) for end in ENDS)
        whole = statistics.median(each.seconds for each in some)
        step = statistics.median(each.seconds / max(each.steps, 1) for each in some)
        lines.append(f"| {name} | {style} | {len(some)} | {counts} | {whole:.1f} | {step:.2f} |")
    return "\n".join(lines)


async def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("half", choices=["working", "sealed"])
    parser.add_argument("ids", nargs="*", help="beginnings of the ids of goals; only of the working half")
    parser.add_argument(
        "--twins", action="store_true", help="the goals with names that are not there: none may be done"
    )
    parser.add_argument("--verify", action="store_true", help="only see that no check holds beforehand")
    options = parser.parse_args()
    if options.ids and options.half == "sealed":
        parser.error("goals of the sealed half are not tried one by one")
    chosen = {}
    for each in applications():
        chosen[each] = [
            goal
            for goal in goals(each.source, options.half)
            if not options.ids or goal.id.startswith(tuple(options.ids))
        ]
    pool, lanes = BrowserPool(SETTINGS), asyncio.Semaphore(AT_ONCE)
    outcomes: list[Outcome] = []
    holding: list[str] = []

    async def visit(application: Application, listed: list[Goal]) -> None:
        async with lanes:
            await asyncio.to_thread(application.build)
            if options.verify:
                holding.extend(await verified(application, listed, pool))
                return
            for goal in twins(listed, application.source) if options.twins else listed:
                outcomes.append(await tried(goal, application, pool))
                if options.half == "working":
                    print(f"{outcomes[-1].end:12} {goal.id} {outcomes[-1].told[:300]}", file=sys.stderr)

    watch = asyncio.create_task(watched())
    try:
        await asyncio.gather(*(visit(each, listed) for each, listed in chosen.items() if listed))
    finally:
        watch.cancel()
        signal.alarm(0)
        await pool.close()
    if options.verify:
        print(f"{sum(map(len, chosen.values()))} goals, {len(holding)} of them hold at once: {holding}")
        return int(bool(holding))
    print(table(outcomes))
    return int(any(each.end not in ("right", "refused") for each in outcomes))


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
