"""False passes and false failures, counted: goals on two applications, as they are, redesigned, broken, and lied about.

A false pass is a run that ends `done` with the expected answer although that is not true. A false failure is a run that
does not end as it has to although nothing is wrong. The built-in model does the work; what a liar or an honest script
does is only the last word.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_webagent.browser.pool import BrowserPool
from pytest_webagent.config import Settings
from trials.faults import FAULTS
from trials.honest import HONEST
from trials.lies import LIES
from trials.redesigns import REDESIGNS
from trials.scenarios import SCENARIOS
from trials.trial import OTHER_ANSWER, TIMEOUT, Outcome, Trial, tried
from trials.worlds import running_worlds

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trials.worlds import Place, World

GROUPS = {
    "as it is": "the applications as they are",
    "redesign": "harmless redesigns",
    "fault": "seeded faults",
    "lie": "lies of the model",
    "honest": "told by an honest script",
}


def trials() -> list[Trial]:
    """Everything that is tried."""
    plain = [Trial("as it is", "as it is", scenario) for scenario in SCENARIOS.values()]
    return [*plain, *REDESIGNS, *FAULTS, *LIES, *HONEST]


def part(numbers: Sequence[int], answers: str) -> list[tuple[int, Outcome]]:
    """Try some of all trials, in a process of its own: one Python can serve only one library."""
    settings = Settings(answers=answers, screenshots="off", timeout=TIMEOUT)
    with tempfile.TemporaryDirectory() as folder, running_worlds(Path(folder)) as worlds:
        return asyncio.run(_part(numbers, settings, worlds))


async def _part(
    numbers: Sequence[int], settings: Settings, worlds: dict[Place, World]
) -> list[tuple[int, Outcome]]:
    everything = trials()
    pool = BrowserPool(settings)
    outcomes: list[tuple[int, Outcome]] = []

    async def lane(place: Place, world: World) -> None:
        for number in numbers:
            if everything[number].scenario.beginning.place == place:
                outcomes.append((number, await tried(everything[number], world, pool, settings)))

    try:
        async with asyncio.TaskGroup() as lanes:
            for place, world in worlds.items():
                lanes.create_task(lane(place, world))
    finally:
        await pool.close()
    return outcomes


def run(numbers: Sequence[int], answers: str, processes: int) -> list[Outcome]:
    """Try all of them, in several processes that take about the same time."""
    everything = trials()
    # Next to each other stand runs of the same goals: so each process gets some of all.
    ordered = sorted(numbers, key=lambda number: everything[number].scenario.name)
    shares = [share for start in range(processes) if (share := sorted(ordered[start::processes]))]
    with ProcessPoolExecutor(len(shares), mp_context=get_context("spawn")) as executor:
        done = executor.map(part, shares, [answers] * len(shares))
        outcomes = dict(each for share in done for each in share)
    return [outcomes[number] for number in numbers]


def table(outcomes: Sequence[Outcome], ends: Sequence[str] = ()) -> list[str]:
    """The counts, by group and kind; also of runs that ended in the ways of `ends`."""
    titles = ["", "n", "false passes", "false failures", *ends]
    lines = [f"| {' | '.join(titles)} |".replace("|  |", "| |"), f"|{' --- |' * len(titles)}"]
    for group, title in GROUPS.items():
        here = [each for each in outcomes if each.group == group]
        kinds = dict.fromkeys(each.kind for each in here)
        if here:
            lines.append(_row(f"**{title}**", here, ends))
        if len(kinds) > 1:
            lines += [_row(kind, [each for each in here if each.kind == kind], ends) for kind in kinds]
    return [*lines, _row("**in all**", outcomes, ends)]


def _row(title: str, outcomes: Sequence[Outcome], ends: Sequence[str]) -> str:
    misses = [each.miss for each in outcomes]
    counted = len(misses) - misses.count("did not apply")
    numbers = [counted, misses.count("false pass"), misses.count("false failure")]
    ended = [sum(each.status == end for each in outcomes) for end in ends]
    return f"| {title} | {' | '.join(map(str, [*numbers, *ended]))} |"


def misses(outcomes: Sequence[Outcome]) -> list[str]:
    """One line for each run that did not end as it has to, and for each change that changed nothing."""
    wrong = [each for each in outcomes if each.miss]
    return [f"- {each.miss}: {each.group}, {each.kind}, {each.scenario}: {each.reason}" for each in wrong]


def summed_up(outcomes: Sequence[Outcome]) -> str:
    """What the false passes would do to a test that compares the answer."""
    passes = [each for each in outcomes if each.miss == "false pass"]
    other = sum(OTHER_ANSWER in each.reason for each in passes)
    return (
        f"{len(passes) - other} of {len(passes)} false passes come with the answer that a test expects, "
        "the others with another one, with which it fails all the same."
        if passes
        else ""
    )


def main() -> int:
    """Print the table and the misses; 1 if a run passed that must not."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="try only what has this in its group, kind or scenario")
    parser.add_argument("--answers", default="derived", choices=("derived", "any"))
    parser.add_argument("--processes", type=int, default=3)
    parser.add_argument(
        "--every", action="store_true", help="one line for every run, not only for the misses"
    )
    options = parser.parse_args()
    everything = trials()
    numbers = [
        at
        for at, each in enumerate(everything)
        if options.only in f"{each.group}, {each.kind}, {each.scenario.name}"
    ]
    started = time.monotonic()
    outcomes = run(numbers, options.answers, options.processes)
    seconds = time.monotonic() - started
    print("\n".join(table(outcomes)))
    print(f"\n{len(outcomes)} runs in {seconds:.0f} s, answers={options.answers}. {summed_up(outcomes)}\n")
    print("\n".join(misses(outcomes)) or "No misses.")
    if options.every:
        print(
            *(
                f"{each.seconds:5.1f} s  {each.group}, {each.kind}, {each.scenario}: {each.reason}"
                for each in outcomes
            ),
            sep="\n",
        )
    return 1 if any(each.miss == "false pass" for each in outcomes) else 0


if __name__ == "__main__":
    sys.exit(main())
