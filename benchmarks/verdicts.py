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
from collections import deque
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_webagent.browser.pool import BrowserPool
from pytest_webagent.config import Settings
from trials.faults import FAULTS
from trials.honest import HONEST
from trials.lies import LIES
from trials.redesigns import REDESIGNS
from trials.scenarios import SCENARIOS
from trials.trial import TIMEOUT, Outcome, Trial, tried
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


async def run(chosen: Sequence[Trial], settings: Settings, worlds: dict[Place, list[World]]) -> list[Outcome]:
    """Try all, several at a time in one browser: each shop has data of its own, and so has the library."""
    pool = BrowserPool(settings)
    outcomes: dict[int, Outcome] = {}

    async def lane(world: World, waiting: deque[int]) -> None:
        while waiting:
            number = waiting.popleft()
            outcomes[number] = await tried(chosen[number], world, pool, settings)

    try:
        async with asyncio.TaskGroup() as lanes:
            for place, running in worlds.items():
                waiting = deque(
                    at for at, each in enumerate(chosen) if each.scenario.beginning.place == place
                )
                for world in running:
                    lanes.create_task(lane(world, waiting))
    finally:
        await pool.close()
    return [outcomes[number] for number in sorted(outcomes)]


def table(outcomes: Sequence[Outcome]) -> list[str]:
    """The counts, by group and kind."""
    lines = ["| | n | false passes | false failures |", "| --- | --- | --- | --- |"]
    for group, title in GROUPS.items():
        here = [each for each in outcomes if each.trial.group == group]
        kinds = dict.fromkeys(each.trial.kind for each in here)
        if here:
            lines.append(_row(f"**{title}**", here))
        if len(kinds) > 1:
            lines += [_row(kind, [each for each in here if each.trial.kind == kind]) for kind in kinds]
    return [*lines, _row("**in all**", outcomes)]


def _row(title: str, outcomes: Sequence[Outcome]) -> str:
    misses = [each.miss for each in outcomes]
    counted = len(misses) - misses.count("did not apply")
    return f"| {title} | {counted} | {misses.count('false pass')} | {misses.count('false failure')} |"


def misses(outcomes: Sequence[Outcome]) -> list[str]:
    """One line for each run that did not end as it has to, and for each change that changed nothing."""
    wrong = [each for each in outcomes if each.miss]
    return [f"- {each.miss}: {each.trial.group}, {each.trial.name}: {each.reason}" for each in wrong]


def main() -> int:
    """Print the table and the misses; 1 if a run passed that must not."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="try only what has this in its group, kind or scenario")
    parser.add_argument("--answers", default="derived", choices=("derived", "any"))
    parser.add_argument("--shops", type=int, default=2, help="how many shops are served at a time")
    parser.add_argument(
        "--every", action="store_true", help="one line for every run, not only for the misses"
    )
    options = parser.parse_args()
    chosen = [each for each in trials() if options.only in f"{each.group}: {each.name}"]
    settings = Settings(answers=options.answers, screenshots="off", timeout=TIMEOUT)
    started = time.monotonic()
    with (
        tempfile.TemporaryDirectory() as folder,
        running_worlds(Path(folder), options.shops) as worlds,
    ):
        outcomes = asyncio.run(run(chosen, settings, worlds))
    seconds = time.monotonic() - started
    print("\n".join(table(outcomes)))
    print(f"\n{len(outcomes)} runs in {seconds:.0f} s, answers={options.answers}.\n")
    print("\n".join(misses(outcomes)) or "No misses.")
    if options.every:
        print(*(f"{each.seconds:5.1f} s  {each.trial.name}: {each.reason}" for each in outcomes), sep="\n")
    believed = [
        each for each in outcomes if each.miss == "false pass" or (each.trial.group == "lie" and each.miss)
    ]
    return 1 if any(each.miss != "did not apply" for each in believed) else 0


if __name__ == "__main__":
    sys.exit(main())
