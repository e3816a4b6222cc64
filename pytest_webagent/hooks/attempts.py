"""What several attempts at one test come to: one report for each of pytest's phases, so that it stays one test."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from _pytest._code.code import (
    ExceptionChainRepr,
    ExceptionRepr,
    ReprEntryNative,
    ReprFileLocation,
    ReprTraceback,
)

from pytest_webagent.hooks import outcomes
from pytest_webagent.hooks.ledger import PREFIX
from pytest_webagent.hooks.pass_rate import PassRate, Plan

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pytest

Outcome: TypeAlias = Literal["passed", "failed", "inconclusive", "skipped", "error"]
Told: TypeAlias = "dict[str, Any]"

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
        """How it came out; an error is one in a fixture."""
        if self.setup.failed or self.teardown.failed:
            return "error"
        if self.call is None:
            return "skipped"
        passed = verdict(self.call)
        if passed is None:
            return "skipped"
        return "passed" if passed else "inconclusive" if is_inconclusive(self.call) else "failed"

    @property
    def reason(self) -> str:
        """Why it did not pass, on one line; empty where it did."""
        if self.outcome == "passed":
            return ""
        told = next((each for each in self.reports if not each.passed), None)
        reason = "" if told is None else " ".join(_reason(told).split())
        return reason if len(reason) <= _WIDTH else reason[: _WIDTH - 3] + "..."

    @property
    def line(self) -> str:
        """The attempt in a line."""
        return f"run {self.number}: {self.outcome}" + (f": {self.reason}" if self.reason else "")


def verdict(call: pytest.TestReport) -> bool | None:
    """Whether the test function did what it should; None where it was skipped.

    An expected failure is a failure here, and an unexpected pass a pass: what is expected is the verdict on all runs.
    """
    if call.skipped:
        return False if hasattr(call, "wasxfail") else None
    return call.passed or str(call.longrepr).startswith("[XPASS(strict)]")


def is_inconclusive(call: pytest.TestReport) -> bool:
    """Whether the agent came to no verdict in this run."""
    return outcomes.pytest_report_teststatus(call) is not None


def pass_rate(attempts: Sequence[Attempt]) -> PassRate:
    """How many of the attempts passed, of those that came to a verdict."""
    verdicts = [passed for each in attempts if each.call and (passed := verdict(each.call)) is not None]
    return PassRate(sum(verdicts), len(verdicts))


def as_one(attempts: Sequence[Attempt], plan: Plan) -> list[pytest.TestReport]:
    """The reports of one test that say what came of all attempts."""
    shown = _decisive(attempts, plan)
    failed = next((each for each in attempts if each.teardown.failed), None)
    setup, teardown = attempts[-1].setup, (failed or attempts[-1]).teardown
    call = shown.call if setup.passed else None
    reports = [each for each in (setup, call, teardown) if each is not None]
    sums = [_sum(attempts, report.when, plan) for report in reports]
    for report, (duration, start, stop, sections) in zip(reports, sums, strict=True):
        report.duration, report.start, report.stop = duration, start, stop
        report.sections = sections
    if call is not None:
        _judge(call, attempts, shown, plan)
    else:
        _say_when(setup, "setting up", attempts[-1], attempts, plan)
    if failed is not None:
        _say_when(teardown, "tearing down", failed, attempts, plan)
    teardown.user_properties = _properties(teardown, attempts, shown, plan)
    teardown.webagent_attempts = _for_the_report(attempts, plan)  # type: ignore[attr-defined]
    return reports


def _decisive(attempts: Sequence[Attempt], plan: Plan) -> Attempt:
    """The attempt that stands for all: the last that passed if enough did, else the first that failed.

    One that was inconclusive stands for all only if no other failed.
    """
    last = attempts[-1]
    if last.call is None or verdict(last.call) is None:
        return last
    enough = pass_rate(attempts).passed >= plan.wanted
    fitting = [each for each in attempts if each.call is not None and verdict(each.call) is enough]
    firm = [each for each in fitting if each.call is not None and not is_inconclusive(each.call)]
    return (firm or fitting or [last])[-1 if enough else 0]


def _sum(
    attempts: Sequence[Attempt], when: str | None, plan: Plan
) -> tuple[float, float, float, list[tuple[str, str]]]:
    """What a phase took in all attempts, when it began and ended, and what was written, each under its run."""
    reports = [(each.number, report) for each in attempts for report in each.reports if report.when == when]
    sections = [
        (f"{name}, run {number} of {plan.runs}", text)
        for number, report in reports
        for name, text in report.sections
    ]
    durations = sum(report.duration for _, report in reports)
    return durations, reports[0][1].start, reports[-1][1].stop, sections


def _judge(call: pytest.TestReport, attempts: Sequence[Attempt], shown: Attempt, plan: Plan) -> None:
    """Have the report of the decisive attempt say what came of all."""
    rate, passed = pass_rate(attempts), verdict(call)
    head = plan.verdict(rate)
    lines = [each.line for each in attempts]
    if passed is None:
        _say_when(call, "", shown, attempts, plan)
    elif rate.passed >= plan.wanted:
        call.sections.append(("webagent runs", "\n".join((head, *lines))))
    elif passed:  # Nothing failed, but the session was stopped before enough could pass.
        call.outcome, call.longrepr = "failed", "\n".join((head, *lines))
    else:
        how = "was inconclusive" if is_inconclusive(call) else "failed"
        _put_before(call, head, lines, f"Run {shown.number}, the first that {how}:")


def _say_when(
    report: pytest.TestReport, doing: str, attempt: Attempt, attempts: Sequence[Attempt], plan: Plan
) -> None:
    """Have the report of a skip or of an error in a fixture say in which run it was, and what the others came to."""
    where = f"run {attempt.number} of {plan.runs}"
    rate = pass_rate(attempts)
    rest = f"; {rate}" if rate.done else ""
    if report.skipped:
        if isinstance(report.longrepr, tuple):
            path, line, reason = report.longrepr
            report.longrepr = (path, line, f"{reason} ({where}{rest})")
    else:
        lines = [each.line for each in attempts]
        _put_before(report, f"{doing} {where} failed{rest}", lines, f"The error of run {attempt.number}:")


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


def _properties(
    teardown: pytest.TestReport, attempts: Sequence[Attempt], shown: Attempt, plan: Plan
) -> list[tuple[str, object]]:
    """The properties of the test: numbers are amounts and add up, texts are those of the decisive attempt."""
    rate = pass_rate(attempts)
    told: Told = dict(next((each.told for each in (shown, *reversed(attempts)) if each.told), {}))
    for name, value in told.items():
        if isinstance(value, (int, float)):
            told[name] = round(sum(each.told.get(name, 0) for each in attempts), 6)
    told[f"{PREFIX}runs_done"], told[f"{PREFIX}runs_passed"] = rate.done, rate.passed
    told[f"{PREFIX}min_passes"] = plan.wanted
    if rate.done:
        told[f"{PREFIX}pass_rate"] = round(rate.share, 4)
        for name, bound in zip(("low", "high"), rate.interval, strict=True):
            told[f"{PREFIX}pass_rate_{name}"] = round(bound, 4)
    others = [pair for pair in teardown.user_properties if pair[0] not in told]
    return [*others, *told.items()]


def _for_the_report(attempts: Sequence[Attempt], plan: Plan) -> dict[str, Any]:
    """What the HTML report needs to show every attempt; plain values, which pytest-xdist can send."""
    told = [
        {
            "title": f"Run {each.number} of {plan.runs}: {each.outcome}",
            "outcome": each.outcome,
            "reason": each.reason,
            "folder": each.told.get(f"{PREFIX}folder"),
        }
        for each in attempts
    ]
    return {"verdict": plan.verdict(pass_rate(attempts)), "attempts": told}


def _reason(report: pytest.TestReport) -> str:
    shown = report.longrepr
    if isinstance(shown, tuple):
        return str(shown[2])
    crash = shown.reprcrash if isinstance(shown, ExceptionRepr) else None
    return crash.message.partition("\n")[0] if crash is not None else str(shown)
