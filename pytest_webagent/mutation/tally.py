"""What came of the mutations of a test and of a session. Plain values, which pytest-xdist can send and JSON can hold."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, TypedDict

from pytest_webagent.whole_files import write_whole

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

FILE: Final = "mutations.json"

Outcome: TypeAlias = Literal["killed", "survived", "did not apply", "not judged"]


class Trial(TypedDict):
    """What came of one mutation."""

    kind: str
    mutation: str
    outcome: Outcome
    by: str
    """What killed it, or why it was not judged; empty otherwise."""
    times: int
    """How often it changed something."""
    folder: str
    """Where the attempt is kept; empty where the agent was not used."""
    seconds: float


class Told(TypedDict):
    """What came of all mutations of one test."""

    test: str
    why_not: str
    """Why none was tried; empty where some were."""
    trials: list[Trial]
    left_out: list[str]
    """The mutations that were planned and not tried."""


class Score:
    """How many mutations were killed, of those that applied and were judged."""

    def __init__(self, trials: Iterable[Trial]) -> None:
        outcomes = [each["outcome"] for each in trials]
        self.killed = outcomes.count("killed")
        self.survived = outcomes.count("survived")
        self.did_not_apply = outcomes.count("did not apply")
        self.not_judged = outcomes.count("not judged")

    @property
    def counted(self) -> int:
        """How many mutations the score is made of."""
        return self.killed + self.survived

    @property
    def percent(self) -> float | None:
        """The mutation score, 0 to 100; None where no mutation counts."""
        return 100 * self.killed / self.counted if self.counted else None

    def record(self) -> dict[str, Any]:
        """The score as JSON."""
        return {
            "score": None if self.percent is None else round(self.percent, 2),
            "killed": self.killed,
            "survived": self.survived,
            "did_not_apply": self.did_not_apply,
            "not_judged": self.not_judged,
        }


def trials_of(tests: Iterable[Told]) -> list[Trial]:
    """The mutations of several tests."""
    return [trial for told in tests for trial in told["trials"]]


def write(folder: Path, tests: Iterable[Told], minimum: float | None) -> Path:
    """Write what came of a session into a folder, and return the file."""
    every = list(tests)
    record = {
        "format": 1,
        **Score(trials_of(every)).record(),
        "minimum": minimum,
        "tests": [{**told, **Score(told["trials"]).record()} for told in every],
    }
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / FILE
    write_whole(file, json.dumps(record, ensure_ascii=False, indent=1))
    return file
