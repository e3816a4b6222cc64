"""What is kept of each test that used the agent: files, properties of its report, and lines in the summary."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import pytest

from pytest_webagent import failures
from pytest_webagent.errors import RunError
from pytest_webagent.ledger import close_ledger, ledger_of

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

    from pytest_webagent.ledger import Ledger

_PREFIX: Final = "webagent_"
_LONGEST_ANSWER: Final = 200


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[Any]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Show our errors without our traceback; after the last phase of a test, write down what it did."""
    error = failures.own_error(call, item.config)
    has_line = error is not None and failures.shorten(error)
    if error is not None:
        call.excinfo = pytest.ExceptionInfo.from_exception(error)
    report = yield
    if error is not None and not has_line and report.failed:
        report.longrepr = pytest.ExceptionInfo.from_exception(error).getrepr(style="value", chain=False)
    ledger = ledger_of(item)
    if ledger is not None:
        _follow(ledger, report, call)
        if report.when == "teardown":
            _write(item, ledger, report)
            close_ledger(item)
    return report


def _follow(ledger: Ledger, report: pytest.TestReport, call: pytest.CallInfo[Any]) -> None:
    if report.when == "call":
        ledger.outcome = report.outcome
    elif report.skipped:
        ledger.outcome = "skipped"
    elif report.failed:
        ledger.outcome = "error"
        error = None if call.excinfo is None else call.excinfo.value
        ledger.failures.append(f"{report.when}: {error}")
        if isinstance(error, RunError):
            ledger.status = error.status


def _write(item: pytest.Item, ledger: Ledger, report: pytest.TestReport) -> None:
    runs = ledger.runs
    if not runs and not ledger.failures:
        return
    from pytest_webagent.report import store

    trajectory, settings = ledger.trajectory(item.nodeid), ledger.settings
    try:
        folder = store.write(trajectory, settings, ledger.outcome, attempt=ledger.attempt)
    except OSError as error:
        report.outcome = "failed"
        report.longrepr = (
            f"the trajectory of this test could not be written to {settings.output!r}: {error}; "
            "name another folder with --webagent-output"
        )
        return
    status, answer = (runs[-1].status, runs[-1].answer) if runs else (ledger.status, "")
    told: dict[str, str | int | float] = {
        "status": status,
        "answer": answer if len(answer) <= _LONGEST_ANSWER else answer[: _LONGEST_ANSWER - 3] + "...",
        "runs": len(runs),
        "steps": sum(len(run.steps) for run in runs),
        "seconds": round(sum(run.seconds for run in runs), 2),
        "model": ledger.model,
        "folder": str(folder),
    }
    # The list belongs to the item and outlives an attempt: what an earlier one said goes.
    others = [pair for pair in item.user_properties if not pair[0].startswith(_PREFIX)]
    item.user_properties[:] = others + [(_PREFIX + name, value) for name, value in told.items()]
    report.user_properties = item.user_properties


@dataclass(frozen=True, slots=True)
class _Row:
    nodeid: str
    word: str
    color: str
    status: str
    steps: int
    seconds: float


class Summary:
    """The section of pytest's summary that tells what the agent did; registered where reports come together."""

    def __init__(self, config: pytest.Config, report: str) -> None:
        """`report` is the path to show: of the HTML report, or of the folder with the trajectories."""
        self._config = config
        self._report = report
        self._words: dict[str, tuple[str, str]] = {}
        self._rows: dict[str, _Row] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Remember how a test came out, and what its last report says about the agent."""
        self._remember_outcome(report)
        told = {name: value for name, value in report.user_properties if str(name).startswith(_PREFIX)}
        if report.when != "teardown" or not told:
            return
        word, color = self._words.get(report.nodeid, ("", ""))
        self._rows[report.nodeid] = _Row(
            report.nodeid,
            word,
            color,
            str(told[_PREFIX + "status"]),
            int(str(told[_PREFIX + "steps"])),
            float(str(told[_PREFIX + "seconds"])),
        )

    def _remember_outcome(self, report: pytest.TestReport) -> None:
        _, letter, word = self._config.hook.pytest_report_teststatus(report=report, config=self._config)
        if not letter:
            return
        color = "green" if report.passed else "yellow" if report.skipped else "red"
        text, markup = word if isinstance(word, tuple) else (word, {color: True})
        self._words[report.nodeid] = (text, next(iter(markup), color))

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print a line per test that used the agent, the totals, and where the report is."""
        if not self._rows or terminalreporter.verbosity < -1:
            return
        terminalreporter.section("webagent")
        if terminalreporter.verbosity >= 0:
            self._print(terminalreporter, self._rows.values())
        steps = sum(row.steps for row in self._rows.values())
        seconds = sum(row.seconds for row in self._rows.values())
        terminalreporter.line(f"{_count(len(self._rows), 'test')}, {_count(steps, 'step')}, {seconds:.1f} s")
        terminalreporter.line(f"report: {self._report}")

    def _print(self, terminal: pytest.TerminalReporter, rows: Iterable[_Row]) -> None:
        rows = list(rows)
        words, statuses = max(len(row.word) for row in rows), max(len(row.status) for row in rows)
        for row in rows:
            terminal.write(row.word.ljust(words), **{row.color: True})
            numbers = f"{_count(row.steps, 'step'):>9} {row.seconds:6.1f} s"
            terminal.line(f"  {row.status:<{statuses}} {numbers}  {row.nodeid}")


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
