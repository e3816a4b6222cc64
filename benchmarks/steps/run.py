"""How much of what testers write does `builtin` do? Goals of strangers, on applications made with libraries that nobody here wrote.

Half of the applications are sealed: their goals are run for the table, and not read.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import shutil
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from pytest_webagent.agent.loop import Agent
from pytest_webagent.browser.pool import BrowserPool
from pytest_webagent.config import Settings
from pytest_webagent.errors import GoalNotMet, RunError
from pytest_webagent.model.builtin.model import BuiltinModel
from pytest_webagent.tools.toolsets import default_registry
from pytest_webagent.values.likeness import likeness

if TYPE_CHECKING:
    from collections.abc import Iterable

HERE = Path(__file__).parent
BUILT = HERE / "built"
KINDS = ("right", "refused", "wrong answer", "wrong deed", "undoable but done")
LOADERS = [f"--loader:.{each}=dataurl" for each in ("svg", "woff", "woff2", "png", "gif")]
NAMES = ("Quentin Zorbach", "Ophelia Wrangel", "Tarquin Bexley", "Zenobia Frost")
"""Names that no application has."""
NAMED = re.compile(r"(?<![.\d\n] )(?<!^)\b[A-Z][\w'-]+(?: (?:de |van |of |the )?[A-Z][\w'-]+)*")


class Goal(NamedTuple):
    """A goal, and how it is told whether it was reached."""

    app: str
    id: str
    style: str
    text: str
    answer: str | None
    check: str
    """A JavaScript expression that is true if all was done, and nothing else; empty where nothing can be done."""


class Outcome(NamedTuple):
    """What came of a goal."""

    goal: Goal
    kind: str
    seconds: float
    steps: int
    told: str


def build(half: Path) -> None:
    """Install the libraries by name, and put each application of a half together."""
    if not (HERE / "node_modules").exists():
        subprocess.run(["npm", "install", "--no-audit", "--no-fund"], cwd=HERE, check=True)
    libraries = json.loads((HERE / "libraries.json").read_text(encoding="utf-8"))
    for app in (each for each in half.iterdir() if each.is_dir()):
        target = BUILT / app.name
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(app, target, ignore=shutil.ignore_patterns("src", "goals.json"))
        for name, source in libraries.get(app.name, {}).items():
            path = HERE / "node_modules" / source
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            (shutil.copytree if path.is_dir() else shutil.copy)(path, target / name)
        if sources := sorted(map(str, app.glob("src/*.js"))):
            made = [
                "npx",
                "esbuild",
                *sources,
                "--bundle",
                "--format=iife",
                "--log-level=warning",
                f"--outdir={target}",
            ]
            subprocess.run([*made, *LOADERS], cwd=HERE, check=True)


def goals_of(half: Path) -> Iterable[Goal]:
    """The goals of a half, in their order."""
    for file in sorted(half.glob("*/goals.json")):
        spec = json.loads(file.read_text(encoding="utf-8"))
        for each in spec["goals"]:
            answer = each["answer"]
            yield Goal(
                spec["app"],
                each["id"],
                each["style"],
                each["goal"],
                None if answer is None else str(answer),
                each["check"],
            )


def twins(goals: Iterable[Goal], half: Path) -> Iterable[Goal]:
    """Goals that cannot be done: each with a name of its application exchanged for one that it has not."""
    for goal in goals:
        files = [*(half / goal.app).rglob("*.html"), *(half / goal.app).rglob("*.js")]
        page = "".join(each.read_text(encoding="utf-8") for each in files).lower()
        quoted = re.findall(r"['\"]([^'\"\n]{4,})['\"]", goal.text)
        names = [*quoted, *(each[0] for each in NAMED.finditer(goal.text))]
        for number, name in enumerate(
            [each for each in dict.fromkeys(names) if len(each) > 3 and each.lower() in page][:2]
        ):
            new = NAMES[(len(name) + number) % len(NAMES)]
            text = re.sub(
                rf"(?<!\w){re.escape(name)}(?!\w)", new if " " in name else new.split()[1], goal.text
            )
            yield goal._replace(id=f"{goal.id}-{number}", text=text, answer=None, check="")


async def tried(goal: Goal, pool: BrowserPool, settings: Settings) -> Outcome:
    """Work on a goal in a session of its own."""
    session = await pool.new_session(settings)
    begun = time.monotonic()
    try:
        await session.goto((BUILT / goal.app / "index.html").as_uri())
        agent = Agent(model=BuiltinModel(), session=session, tools=default_registry(), settings=settings)
        try:
            result = await agent.run(goal.text)
        except (RunError, GoalNotMet):
            result = agent.runs[-1]
        seconds = time.monotonic() - begun
        if result.status != "done":
            kind = "refused"
        elif not goal.check:
            kind = "undoable but done"
        elif goal.answer is not None and not _says(result.answer, goal.answer):
            kind = "wrong answer"
        else:
            kind = "right" if await session.page.evaluate(goal.check) else "wrong deed"
        return Outcome(goal, kind, seconds, len(result.steps), result.reason or result.answer)
    finally:
        await session.close()


def _says(said: str, wanted: str) -> bool:
    """Whether an answer is what is wanted, or a short sentence that has it."""
    within = wanted.casefold() in said.casefold() and len(said) < 3 * len(wanted) + 10
    return likeness(wanted, said).same or within


async def all_tried(goals: list[Goal], tell: bool) -> list[Outcome]:
    """What came of each goal, two at a time; with `tell`, each is told as it ends."""
    settings = Settings(screenshots="off", timeout=60, max_steps=40)
    pool, lanes = BrowserPool(settings), asyncio.Semaphore(2)

    async def lane(goal: Goal) -> Outcome:
        async with lanes:
            outcome = await tried(goal, pool, settings)
            if tell:
                print(f"{outcome.kind:18}{goal.id:16}{goal.text!r}\n{'':18}{outcome.told}", flush=True)
            return outcome

    try:
        return await asyncio.gather(*map(lane, goals))
    finally:
        await pool.close()


def table(outcomes: list[Outcome]) -> str:
    """How many goals came to what, by application and style."""
    lines = [f"{'':22}" + "".join(f"{kind:>19}" for kind in KINDS) + f"{'s a goal':>10}{'s a step':>10}"]
    groups = dict.fromkeys(each for one in outcomes for each in (one.goal.app, one.goal.style))
    for group in (*sorted(groups), "all"):
        own = [one for one in outcomes if group in (one.goal.app, one.goal.style, "all")]
        counted = Counter(each.kind for each in own)
        pace = f"{median(each.seconds for each in own):10.1f}{median(each.seconds / each.steps for each in own):10.2f}"
        lines.append(f"{group:22}" + "".join(f"{counted[kind]:19}" for kind in KINDS) + pace)
    return "\n".join(lines)


def main() -> int:
    """Run a half of the goals; the exit status is 1 where one came to something wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("half", choices=("working", "sealed"))
    parser.add_argument("--only", default="", help="goals whose id begins so")
    parser.add_argument(
        "--twins", action="store_true", help="the same goals with names that are not there: none may be done"
    )
    options = parser.parse_args()
    half = HERE / options.half
    build(half)
    goals = [each for each in goals_of(half) if each.id.startswith(options.only)]
    outcomes = asyncio.run(
        all_tried(list(twins(goals, half)) if options.twins else goals, options.half == "working")
    )
    print(table(outcomes))
    return int(any(each.kind not in ("right", "refused") for each in outcomes))


if __name__ == "__main__":
    sys.exit(main())
