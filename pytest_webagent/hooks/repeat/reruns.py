"""What came of a test before another plugin ran it again: a rerun is told as a rerun, and what it spent counts.

Pytest is shown the last attempt only. Those before it are kept on the test's item and told with that one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import pytest

from pytest_webagent.hooks.outcome.ledger import PREFIX

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_FOLDER: Final = f"{PREFIX}folder"


class Rerun(NamedTuple):
    """One attempt at a test that is run again by another plugin."""

    number: int
    outcome: str
    reason: str
    """Why it did not pass, on one line; empty where it did."""
    told: Mapping[str, str | int | float]
    """What our properties tell of it alone."""

    @property
    def line(self) -> str:
        """The attempt in a line."""
        return f"run {self.number}: {self.outcome}" + (f": {self.reason}" if self.reason else "")


_reruns_key = pytest.StashKey[list[Rerun]]()


def before(item: pytest.Item) -> list[Rerun]:
    """The attempts at a test before this one, where another plugin runs it again.

    Where we run a test several times ourselves, its properties are those from before the first run.
    """
    if not any(name == _FOLDER for name, _ in item.user_properties):
        item.stash[_reruns_key] = []
    return item.stash[_reruns_key]


def keep(item: pytest.Item, attempt: Rerun) -> None:
    """Remember an attempt, for there may be another."""
    item.stash[_reruns_key].append(attempt)


def added_up(last: Rerun, earlier: Sequence[Rerun]) -> dict[str, str | int | float]:
    """What to tell of a test: numbers are those of all attempts together, texts those of the last."""
    if not earlier:
        return dict(last.told)
    sums: dict[str, int | float] = {}
    for attempt in (*earlier, last):
        for name, value in attempt.told.items():
            if not isinstance(value, str):
                sums[name] = round(sums.get(name, 0) + value, 6)
    lines = "\n".join(each.line for each in earlier)
    return {**last.told, **sums, "reruns": len(earlier), "earlier_runs": lines}


def for_the_report(last: Rerun, earlier: Sequence[Rerun]) -> dict[str, Any]:
    """What the HTML report shows of every attempt; plain values, which pytest-xdist can send."""
    count = len(earlier) + 1
    return {
        "verdict": f"{last.outcome} when it was run again: run {last.number} is the one that counts",
        "attempts": [
            {
                "title": f"Run {each.number} of {count}: {each.outcome}",
                "outcome": each.outcome,
                "reason": each.reason,
                "folder": each.told.get("folder"),
            }
            for each in (*earlier, last)
        ],
    }
