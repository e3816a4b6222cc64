"""Recordings replayed: how long that takes beside flows written by hand, and how often a replay is wrong.

With --speed each goal is done in turn by hand with Playwright, from its recording, and live with the built-in model.
With --verdicts each recording is replayed on the applications as they are, redesigned, and broken.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_webagent.browser.pool import BrowserPool
from pytest_webagent.config import Settings
from trials.by_hand import FLOWS
from trials.renames import NEIGHBOURS, RENAMED
from trials.replaying import NotKeptError, WrongError, by_agent, by_hand, recorded, replaying
from trials.scenarios import SCENARIOS
from trials.trial import Trial, tried
from trials.worlds import running_worlds
from verdicts import misses, table, trials

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trials.replaying import Timed
    from trials.trial import Outcome
    from trials.worlds import Place, World

TIMEOUT: Final = 30.0
"""Seconds a run may take. A replay waits ten for what does not come, live or not."""
ENDS: Final = ("diverged", "goal_not_met")
WAYS: Final = ("by hand", "replay", "live")


def settings() -> Settings:
    """What all runs have in common."""
    return Settings(screenshots="off", timeout=TIMEOUT)


class Share(NamedTuple):
    """What came of some goals."""

    outcomes: list[Outcome]
    recorded: int
    unkept: list[str]
    """Why others have no recording."""


def healed(outcomes: Sequence[Outcome]) -> list[str]:
    """How many replays healed what they found changed, and how they ended; then a line for each heal that ended wrong."""
    known = [each for each in outcomes if each.heals]
    lines = [f"{len(known)} replays healed {sum(len(each.heals) for each in known)} steps:"]
    for group in ("as it is", "redesign", "fault"):
        here = [each for each in known if each.group == group]
        passed = sum(each.status == "done" for each in here)
        wrong = sum(bool(each.miss) for each in here)
        lines.append(f"- {group}: {len(here)}, of which {passed} ended done, and {wrong} wrong")
    return [
        *lines,
        *(
            f"- {each.miss or 'right'}: {each.kind}, {each.scenario}: {'; '.join(each.heals)}"
            for each in known
        ),
    ]


def tried_on(scenario: str) -> list[Trial]:
    """All that the recording of a goal is replayed on."""
    groups = ("as it is", "redesign", "fault")
    everything = [*trials(), *RENAMED, *NEIGHBOURS]
    return [each for each in everything if each.group in groups and each.scenario.name == scenario]


def part(names: Sequence[str], heals: bool) -> Share:
    """Record some goals and replay them, in a process of its own."""
    with tempfile.TemporaryDirectory() as folder, running_worlds(Path(folder)) as worlds:
        return asyncio.run(_part(names, worlds, heals=heals))


async def _part(names: Sequence[str], worlds: dict[Place, World], *, heals: bool) -> Share:
    common = settings()
    pool = BrowserPool(common)
    outcomes: list[Outcome] = []
    unkept: list[str] = []

    async def lane(place: Place, world: World) -> None:
        for name in names:
            scenario = SCENARIOS[name]
            if scenario.beginning.place != place:
                continue
            try:
                text = await recorded(scenario, world, pool, common)
            except NotKeptError as error:
                unkept.append(f"{name}: {error}")
                continue
            for trial in tried_on(name):
                outcomes.append(await tried(trial, world, pool, common, replaying(text, name, heals=heals)))

    try:
        async with asyncio.TaskGroup() as lanes:
            for place, world in worlds.items():
                lanes.create_task(lane(place, world))
    finally:
        await pool.close()
    return Share(outcomes, len({each.scenario for each in outcomes}), unkept)


def judge(names: Sequence[str], processes: int, *, every: bool, heals: bool) -> int:
    """Print how replays ended; 1 if one passed that must not."""
    started = time.monotonic()
    # Those with the most trials first, so that each process gets as many as the others.
    ordered = sorted(names, key=lambda name: len(tried_on(name)), reverse=True)
    shares = [share for start in range(processes) if (share := ordered[start::processes])]
    with ProcessPoolExecutor(len(shares), mp_context=get_context("spawn")) as executor:
        done = list(executor.map(part, shares, [heals] * len(shares)))
    outcomes = [each for share in done for each in share.outcomes]
    unkept = [f"- not recorded: {line}" for share in done for line in share.unkept]
    print("\n".join(table(outcomes, ENDS)))
    seconds = time.monotonic() - started
    count = sum(share.recorded for share in done)
    print(
        f"\n{len(outcomes)} replays of {count} recordings, in {seconds:.0f} s with all that was recorded.\n"
    )
    print("\n".join([*unkept, *misses(outcomes)]) or "No misses.")
    print("\n".join(["", *healed(outcomes)]))
    if every:
        for each in outcomes:
            print(
                f"{each.seconds:5.1f} s  {each.group}, {each.kind}, {each.scenario}: {each.miss or 'right'}: {each.reason}"
            )
    return 1 if any(each.miss == "false pass" for each in outcomes) else 0


class Race(NamedTuple):
    """The times of one goal, run by run in each way."""

    name: str
    steps: int
    times: dict[str, list[Timed]]

    def milliseconds(self, way: str, *, whole: bool) -> float:
        """The median of a way."""
        return 1000 * statistics.median(each.whole if whole else each.work for each in self.times[way])

    def ratio(self, way: str, *, whole: bool) -> float:
        """How many times as long as another way a replay takes: the median of runs that follow each other."""
        pairs = zip(self.times["replay"], self.times[way], strict=True)
        return statistics.median(
            one.whole / other.whole if whole else one.work / other.work for one, other in pairs
        )

    def row(self, *, whole: bool) -> str:
        """The line of a table."""
        times = " | ".join(f"{self.milliseconds(way, whole=whole):.0f}" for way in WAYS)
        hand, live = self.ratio("by hand", whole=whole), self.ratio("live", whole=whole)
        return f"| {self.name} | {self.steps} | {times} | {hand:.2f} | {live:.2f} |"


async def race(name: str, world: World, pool: BrowserPool, common: Settings, number: int) -> Race:
    """Do a goal in all ways, in turn and each time beginning with another one."""
    scenario = SCENARIOS[name]
    text = await recorded(scenario, world, pool, common)
    spare = await pool.new_session(common)
    browser = spare.context.browser
    assert browser is not None
    times: dict[str, list[Timed]] = {way: [] for way in WAYS}
    try:
        await by_hand(FLOWS[name], scenario, world, browser, common)
        for turn in range(number):
            for at in range(len(WAYS)):
                way = WAYS[(at + turn) % len(WAYS)]
                if way == "by hand":
                    timed = await by_hand(FLOWS[name], scenario, world, browser, common)
                else:
                    timed = await by_agent(scenario, world, pool, common, text if way == "replay" else "")
                times[way].append(timed)
    finally:
        await spare.close()
    return Race(name, text.count("- do: "), times)


async def races(
    names: Sequence[str], worlds: dict[Place, World], number: int
) -> tuple[list[Race], list[str]]:
    """Do goals one after the other; those that came to a wrong end are told in words."""
    common = settings()
    pool = BrowserPool(common)
    done: list[Race] = []
    wrong: list[str] = []
    try:
        for name in names:
            try:
                done.append(await race(name, worlds[SCENARIOS[name].beginning.place], pool, common, number))
            except (NotKeptError, WrongError, AssertionError) as error:
                wrong.append(f"- {name}: {str(error).partition('Aria snapshot')[0].strip()}")
                print(wrong[-1], file=sys.stderr, flush=True)
            else:
                print(done[-1].row(whole=False), file=sys.stderr, flush=True)
    finally:
        await pool.close()
    return done, wrong


def time_them(names: Sequence[str], number: int) -> int:
    """Print how long goals take; 1 if one came to a wrong end."""
    with tempfile.TemporaryDirectory() as folder, running_worlds(Path(folder)) as worlds:
        done, wrong = asyncio.run(races(names, worlds, number))
    for whole, title in ((False, "From the start page to the answer"), (True, "With context and start page")):
        if not done:
            break
        print(f"{title}, medians in ms, n = {number}:\n")
        print("| goal | steps | by hand | replay | live | replay / by hand | replay / live |")
        print("| --- | --- | --- | --- | --- | --- | --- |")
        print("\n".join(each.row(whole=whole) for each in done))
        for way in ("by hand", "live"):
            ratios = [each.ratio(way, whole=whole) for each in done]
            print(
                f"\nreplay / {way}: median {statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f}) "
                f"of {len(done)} goals, n = {number} each"
            )
        print()
    print("\n".join(wrong) or "All came to the right end.")
    return 1 if wrong else 0


def main() -> int:
    """Do what is asked for; 1 if a replay passed that must not, or what is timed came to a wrong end."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--speed", action="store_true", help="time replays beside flows written by hand")
    parser.add_argument("--verdicts", action="store_true", help="count false passes and false failures")
    parser.add_argument("--only", default="", help="only goals that have this in their names")
    parser.add_argument("--number", type=int, default=5, help="how often each goal is timed in each way")
    parser.add_argument("--processes", type=int, default=2, help="how many processes replay for --verdicts")
    parser.add_argument("--every", action="store_true", help="one line for every replay of --verdicts")
    parser.add_argument("--heal", default="propose", choices=("off", "propose"), help="as the plugin has it")
    options = parser.parse_args()
    if not (options.speed or options.verdicts):
        parser.error("say --speed, --verdicts, or both")
    code = 0
    if options.speed:
        code = time_them([name for name in FLOWS if options.only in name], options.number)
    if options.verdicts:
        known = (each for each in SCENARIOS.values() if each.status == "done")
        names = [each.name for each in known if options.only in each.name]
        heals = options.heal != "off"
        code = judge(names, options.processes, every=options.every, heals=heals) or code
    return code


if __name__ == "__main__":
    sys.exit(main())
