"""What each rule of judging is worth: what it alone catches, and which honest runs it alone refuses.

Of every answer that is judged, in the runs of `verdicts` and in the tests that are written down as stories, it is kept
which rules object. Where a single one does, the answer would stand without it. In a story what has to stand is what does.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import sys
from collections import Counter
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

import verdicts
from pytest_webagent.judging import verdict

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pytest_webagent.browser.pool import BrowserPool
    from pytest_webagent.config import Settings
    from pytest_webagent.judging.case import Case
    from pytest_webagent.judging.verdict import Rule
    from trials.trial import Outcome, Trial
    from trials.worlds import World

EVIDENCE = "(evidence that does not hold)"
_objections: ContextVar[list[frozenset[str]]] = ContextVar("objections")
_tried, _problems = verdicts.tried, verdict.problems


class Judged(NamedTuple):
    """A run, and which rules objected to each of its answers."""

    outcome: Outcome
    untrue: bool
    objections: list[frozenset[str]]

    @property
    def alone(self) -> set[str]:
        """The rules that are the only ones to object to an answer."""
        return {name for each in self.objections if len(each) == 1 for name in each}


def problems(case: Case, rules: Sequence[Rule]) -> Iterator[str]:
    """As `verdict.problems`, with a note of which rules object."""
    objecting = {rule.name for rule in rules if rule.when(case) and rule.check(case)}
    if len(case.held) < len(case.findings):
        objecting.add(EVIDENCE)
    _objections.get([]).append(frozenset(objecting))
    return _problems(case, rules)


async def tried(trial: Trial, world: World, pool: BrowserPool, settings: Settings) -> Judged:
    """As `trials.trial.tried`, with the objections to what was answered."""
    _objections.set([])
    outcome = await _tried(trial, world, pool, settings)
    return Judged(outcome, trial.untrue, _objections.get())


def part(numbers: Sequence[int], answers: str) -> list[tuple[int, Judged]]:
    """As `verdicts.part`, in a process of its own, watching the rules."""
    verdict.problems, verdicts.tried = problems, tried
    return _part(numbers, answers)


_part, verdicts.part = verdicts.part, part


def stories() -> list[frozenset[str]]:
    """The objections to all answers of the tests that are stories."""
    verdict.problems = problems
    seen: list[frozenset[str]] = []
    _objections.set(seen)
    folder = Path(__file__).parents[1] / "tests" / "unit"
    # What is under test is loaded already, so pytest cannot rewrite its asserts.
    arguments = ["-q", "-p", "no:cacheprovider", "-W", "ignore::pytest.PytestAssertRewriteWarning"]
    arguments += map(str, sorted(folder.glob("test_evidence_*.py")))
    with contextlib.redirect_stdout(io.StringIO()) as said:
        failed = pytest.main(arguments)
    if failed:
        raise SystemExit(said.getvalue())
    return seen


def table(runs: Sequence[Judged], told: Sequence[frozenset[str]]) -> list[str]:
    """One line for each rule."""
    caught = Counter(name for each in runs if each.untrue for name in each.alone)
    refused = Counter(name for each in runs if not each.untrue for name in each.alone)
    in_stories = Counter(name for each in told if len(each) == 1 for name in each)
    whys = {rule.name: rule.why for rules in verdict.RULES.values() for rule in reversed(rules)}
    names = list(dict.fromkeys(rule.name for rules in verdict.RULES.values() for rule in rules))
    lines = [
        f"| the rule alone | untrue runs of {sum(each.untrue for each in runs)} | true runs of "
        f"{sum(not each.untrue for each in runs)} | stories of {len(told)} | because |",
        "| --- | ---: | ---: | ---: | --- |",
    ]
    counted = ((name, caught[name], refused[name], in_stories[name]) for name in [*names, EVIDENCE])
    return lines + [f"| {' | '.join(map(str, each))} | {whys.get(each[0], '')} |" for each in counted]


def main() -> int:
    """Print the table, and the true runs that a rule alone sent back."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--processes", type=int, default=3)
    options = parser.parse_args()
    told = stories()
    runs: list[Judged] = verdicts.run(range(len(verdicts.trials())), "derived", options.processes)
    print("\n".join(table(runs, told)), "\n")
    for each in runs:
        if each.alone and not each.untrue:
            outcome = each.outcome
            print(f"- {', '.join(each.alone)}: {outcome.group}, {outcome.kind}, {outcome.scenario}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
