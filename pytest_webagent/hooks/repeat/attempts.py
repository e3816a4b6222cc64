"""What several attempts at one test come to: one report for each of pytest's phases, so that it stays one test."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

import pytest
from _pytest._code.code import (
    ExceptionChainRepr,
    ExceptionRepr,
    ReprEntryNative,
    ReprFileLocation,
    ReprTraceback,
)

from pytest_webagent.hooks.outcome import outcomes
from pytest_webagent.hooks.outcome.ledger import PREFIX
from pytest_webagent.hooks.repeat.pass_rate import PassRate, Plan

if TYPE_CHECKING:
    from collections.abc import Sequence

Outcome: TypeAlias = Literal["passed", "failed", "inconclusive", "skipped", "error"]
Told: TypeAlias = "dict[str, Any]"

OURS: Final = "pytest_webagent.errors."
"""Begins the name of an error of ours, as pytest writes it."""
_WIDTH: Final = 200


@dataclass(frozen=True)
class Attempt:
    """One attempt at a test: its reports, and what our properties tell of it."""

    number: int
    setup: pytest.TestReport
    call: pytest.TestReport | None
    """None where setting up did not pass."""
    teardown: pytest.TestReport
    told: Told

    @property
    def reports(self) -> tuple[pytest.TestReport, ...]:
        """In the order of their phases."""
        return tuple(each for each in (self.setup, self.call, self.teardown) if each is not None)

    @property
    def outcome(self) -> Outcome:
        """What its verdict is; an error is one in its setup. One in its teardown comes after the verdict."""
        if not self.setup.passed or self.call is None:
            return outcome_of(self.setup)
        return outcome_of(self.call)

    @property
    def word(self) -> str:
        """How it came out, in words."""
        return f"{self.outcome}, then an error in its teardown" if self.teardown.failed else self.outcome

    @property
    def reason(self) -> str:
        """Why it did not pass, and what its teardown failed with, on one line; empty where all went well."""
        return "; ".join(reason_of(each) for each in self.reports if not each.passed)

    @property
    def line(self) -> str:
        """The attempt in a line."""
        return f"run {self.number}: {self.word}" + (f": {self.reason}" if self.reason else "")


MADE: Final = pytest.StashKey["list[Attempt]"]()
"""Where the attempts at a test are while more are made: what a session that is interrupted in them can still tell."""


def verdict(call: pytest.TestReport) -> bool | None:
    """Whether the test function did what it should; None where it was skipped.

    An expected failure is a failure here, and an unexpected pass a pass: what is expected is the verdict on all runs.
    """
    if call.skipped:
        return False if hasattr(call, "wasxfail") else None
    return call.passed or str(call.longrepr).startswith("[XPASS(strict)]")


def outcome_of(report: pytest.TestReport) -> Outcome:
    """How a report came out; an error is one in a fixture that is not inconclusive."""
    passed = verdict(report)
    if passed is None or passed:
        return "skipped" if passed is None else "passed"
    return "inconclusive" if is_inconclusive(report) else "failed" if report.when == "call" else "error"


def is_inconclusive(call: pytest.TestReport) -> bool:
    """Whether the agent came to no verdict in this run."""
    return outcomes.pytest_report_teststatus(call) is not None


def pass_rate(attempts: Sequence[Attempt]) -> PassRate:
    """How many of the attempts passed, of those that came to a verdict."""
    verdicts = [passed for each in attempts if each.call and (passed := verdict(each.call)) is not None]
    return PassRate(sum(verdicts), len(verdicts))


@dataclass(frozen=True)
class _Whole:
    """What all attempts came to, taken down before their reports are changed."""

    attempts: Sequence[Attempt]
    plan: Plan
    rate: PassRate
    head: str
    lines: tuple[str, ...]

    def where(self, attempt: Attempt) -> str:
        """Which run an attempt was."""
        return f"run {attempt.number} of {self.plan.runs}"


def as_one(attempts: Sequence[Attempt], plan: Plan) -> list[pytest.TestReport]:
    """The reports of one test that say what came of all attempts; those of the attempts are used for it."""
    rate = pass_rate(attempts)
    whole = _Whole(attempts, plan, rate, _head(attempts, rate, plan), tuple(each.line for each in attempts))
    shown = _decisive(whole)
    failed = next((each for each in attempts if each.teardown.failed), None)
    setup, teardown = attempts[-1].setup, (failed or attempts[-1]).teardown
    call = shown.call if setup.passed else None
    properties, told = _properties(whole, shown, teardown), _for_the_report(whole)
    reports = [each for each in (setup, call, teardown) if each is not None]
    sums = [_sum(whole, report.when) for report in reports]
    for report, (duration, start, stop, sections) in zip(reports, sums, strict=True):
        report.duration, report.start, report.stop = duration, start, stop
        report.sections = sections
    if call is not None:
        _judge(call, shown, whole)
    else:
        _say_when(setup, "setting up ", attempts[-1], whole)
    if failed is not None:
        _say_when(teardown, "tearing down ", failed, whole)
    teardown.user_properties = properties
    teardown.webagent_attempts = told  # type: ignore[attr-defined]
    return reports


def _head(attempts: Sequence[Attempt], rate: PassRate, plan: Plan) -> str:
    last = attempts[-1]
    if last.call is not None and verdict(last.call) is not None:
        return plan.verdict(rate)
    ended = "was skipped" if last.outcome == "skipped" else "could not be set up"
    return f"run {last.number} of {plan.runs} {ended}, which ends the runs" + (
        f"; {rate}" if rate.done else ""
    )


def _decisive(whole: _Whole) -> Attempt:
    """The attempt that stands for all: the last that passed if enough did, else the first that failed.

    One that was inconclusive stands for all only if no other failed.
    """
    last = whole.attempts[-1]
    if last.call is None or verdict(last.call) is None:
        return last
    enough = whole.rate.passed >= whole.plan.wanted
    fitting = [each for each in whole.attempts if each.call is not None and verdict(each.call) is enough]
    firm = [each for each in fitting if each.call is not None and not is_inconclusive(each.call)]
    return (firm or fitting or [last])[-1 if enough else 0]


def _sum(whole: _Whole, when: str | None) -> tuple[float, float, float, list[tuple[str, str]]]:
    """What a phase took in all attempts, when it began and ended, and what was written, each under its run."""
    reports = [(each, report) for each in whole.attempts for report in each.reports if report.when == when]
    sections = [
        (f"{name}, {whole.where(attempt)}", text)
        for attempt, report in reports
        for name, text in report.sections
    ]
    duration = sum(report.duration for _, report in reports)
    return duration, reports[0][1].start, reports[-1][1].stop, sections


def _judge(call: pytest.TestReport, shown: Attempt, whole: _Whole) -> None:
    """Have the report of the decisive attempt say what came of all."""
    passed = verdict(call)
    if passed is None:
        _say_when(call, "", shown, whole)
    elif whole.rate.passed >= whole.plan.wanted:
        call.sections.insert(0, ("webagent runs", "\n".join((whole.head, *whole.lines, ""))))
    elif passed:  # Nothing failed, but the session was stopped before enough could pass.
        call.outcome, call.longrepr = "failed", "\n".join((whole.head, *whole.lines))
    else:
        how = "was inconclusive" if is_inconclusive(call) else "failed"
        _put_before(call, whole.head, whole.lines, f"Run {shown.number}, the first that {how}:")


def _say_when(report: pytest.TestReport, doing: str, attempt: Attempt, whole: _Whole) -> None:
    """Have the report of a skip or of an error in a fixture say in which run it was, and what the others came to."""
    if len(whole.attempts) == 1:  # There are no others, and the report says all as it is.
        return
    when = f"({doing}{whole.where(attempt)}{f'; {whole.rate}' if whole.rate.done else ''})"
    if not report.skipped:
        head = f"{reason_of(report)} {when}"
        _put_before(report, head, whole.lines, f"The error of run {attempt.number}:")
    elif isinstance(report.longrepr, tuple):
        path, line, reason = report.longrepr
        report.longrepr = (path, line, f"{reason} {when}")


def _put_before(report: pytest.TestReport, head: str, lines: Sequence[str], description: str) -> None:
    """Put a message and lines before what is shown of a failure; the message is also what summaries show."""
    text = "".join(f"{line}\n" for line in (head, *lines))
    shown = report.longrepr
    before = ReprTraceback([ReprEntryNative([text])], None, "native")
    if not isinstance(shown, ExceptionRepr):
        report.longrepr = f"{text}\n{description}\n{shown}"
        return
    crash = shown.reprcrash
    if crash is not None:
        crash = ReprFileLocation(crash.path, crash.lineno, head)
    chain = list(shown.chain) if isinstance(shown, ExceptionChainRepr) else []
    whole = ExceptionChainRepr([(before, None, description), *chain[:-1], (shown.reprtraceback, crash, None)])
    whole.sections = shown.sections
    report.longrepr = whole


def _properties(whole: _Whole, shown: Attempt, teardown: pytest.TestReport) -> list[tuple[str, object]]:
    """The properties of the test: numbers are amounts and add up, texts are those of the decisive attempt."""
    made, rate = whole.attempts, whole.rate
    told = dict(next((each.told for each in (shown, *reversed(made)) if each.told), {}))
    amounts = {name for each in made for name, value in each.told.items() if isinstance(value, (int, float))}
    told |= {name: round(sum(each.told.get(name, 0) for each in made), 6) for name in sorted(amounts)}
    told |= {f"{PREFIX}runs_done": rate.done, f"{PREFIX}runs_passed": rate.passed}
    told[f"{PREFIX}min_passes"] = whole.plan.wanted
    if rate.done:
        low, high = rate.interval
        shares = {"pass_rate": rate.share, "pass_rate_low": low, "pass_rate_high": high}
        told |= {PREFIX + name: round(share, 4) for name, share in shares.items()}
    ours = told.keys() | {name for each in made for name in each.told}
    others = [pair for pair in teardown.user_properties if pair[0] not in ours]
    return [*others, *told.items()]


def _for_the_report(whole: _Whole) -> dict[str, Any]:
    """What is shown of every attempt, and of all; plain values, which pytest-xdist can send."""
    told = [
        {
            "title": f"Run {each.number} of {whole.plan.runs}: {each.word}",
            "outcome": "error" if each.teardown.failed else each.outcome,
            "reason": each.reason,
            "folder": each.told.get(f"{PREFIX}folder"),
        }
        for each in whole.attempts
    ]
    plan = whole.plan
    return {
        "verdict": whole.head,
        "rate": list(whole.rate),
        "wanted": plan.wanted,
        "runs": plan.runs,
        "attempts": told,
    }


def reason_of(report: pytest.TestReport) -> str:
    """Why a report does not pass, on one line; our errors without the module they come from."""
    shown = report.longrepr
    if isinstance(shown, tuple):
        text = str(shown[2])
    else:
        crash = shown.reprcrash if isinstance(shown, ExceptionRepr) else None
        text = str(shown) if crash is None else crash.message.partition("\n")[0]
    line = " ".join(text.removeprefix(OURS).split())
    return line if len(line) <= _WIDTH else line[: _WIDTH - 3] + "..."
