"""The section of pytest's summary that tells what the agent did."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import pytest

from pytest_webagent.hooks.outcome.ledger import PREFIX
from pytest_webagent.hooks.repeat.rates import table
from pytest_webagent.hooks.results import asked_origins

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


def write(terminal: pytest.TerminalReporter, report: str) -> None:
    """Print a line per test that used the agent, the totals, and where the report is.

    Args:
        terminal: what pytest prints with; it has kept the reports of all tests.
        report: the path to show: of the HTML report, or of the folder with the trajectories.
    """
    reports = _by_time(terminal)
    told, rates = _told(reports), table(reports)
    reach = [*asked_origins.table(reports, terminal.config)]
    silent = terminal.verbosity < -1
    if not reach and (silent or not (told or rates)):
        return
    terminal.section("webagent")
    if terminal.verbosity >= 0:
        _write_tests(terminal, told, reports)
    # As pytest's own warnings, what was not reached is told however quiet the rest is to be.
    for line in (*(rates if terminal.verbosity >= 0 else ()), *reach):
        terminal.line(line)
    # Tests that were repeated and only used the browser left no files.
    if silent or not told:
        return
    steps, seconds = (sum(test[name] for test in told.values()) for name in ("steps", "seconds"))
    sums = [_count(len(told), "test"), _count(steps, "step"), f"{seconds:.1f} s", *_spent(told.values())]
    terminal.line(", ".join(sums))
    terminal.line(f"report: {report}")


def _told(reports: Iterable[pytest.TestReport]) -> dict[str, dict[str, Any]]:
    """What the last report of each test says about the agent, by test."""
    found: dict[str, dict[str, Any]] = {}
    for report in reports:
        properties = [(str(name), value) for name, value in report.user_properties]
        ours = {name.removeprefix(PREFIX): value for name, value in properties if name.startswith(PREFIX)}
        # A test may record properties whose names begin like ours.
        if report.when == "teardown" and "folder" in ours and "steps" in ours:
            found[report.nodeid] = ours
    return found


def _by_time(terminal: pytest.TerminalReporter) -> list[pytest.TestReport]:
    kept = [report for reports in terminal.stats.values() for report in reports]
    ended = (each for each in kept if isinstance(each, pytest.TestReport))
    return sorted(ended, key=lambda each: getattr(each, "webagent_ended", math.inf))


def _write_tests(
    terminal: pytest.TerminalReporter,
    told: Mapping[str, Mapping[str, Any]],
    reports: Iterable[pytest.TestReport],
) -> None:
    outcomes = dict.fromkeys(told, ("", ""))
    for report in reports:
        if report.nodeid in told and (report.when == "call" or not report.passed):
            outcomes[report.nodeid] = _outcome(terminal, report)
    widest_outcome = _widest(text for text, _ in outcomes.values())
    words = {nodeid: _word(test) for nodeid, test in told.items()}
    widest_status = _widest(words.values())
    for nodeid, test in told.items():
        text, color = outcomes[nodeid]
        terminal.write(text.ljust(widest_outcome), **({color: True} if color else {}))
        numbers = "  ".join([f"{_count(test['steps'], 'step'):>9} {test['seconds']:6.1f} s", *_spent([test])])
        terminal.line(f"  {words[nodeid]:<{widest_status}} {numbers}  {nodeid}")
        for line in (
            *str(test.get("triage", "")).splitlines(),
            *str(test.get("earlier_runs", "")).splitlines(),
        ):
            terminal.line(" " * (widest_outcome + 2) + line)


def _outcome(terminal: pytest.TerminalReporter, report: pytest.TestReport) -> tuple[str, str]:
    """How a test came out, in the word and the color pytest uses for it."""
    _, _, word = terminal.config.hook.pytest_report_teststatus(report=report, config=terminal.config)
    color = "green" if report.passed else "yellow" if report.skipped else "red"
    text, markup = word if isinstance(word, tuple) else (word, {color: True})
    return text, next(iter(markup), color)


def _word(test: Mapping[str, Any]) -> str:
    """How the status of a test is shown."""
    # Loaded here and not above: only a session with a test of ours has a status to show.
    from pytest_webagent.trajectory import OUTCOMES

    status = test["status"]
    word = OUTCOMES[status].word if status in OUTCOMES else str(status)
    doubt = "claimed" if test.get("derived") == "no" else "not tied" if test.get("tied") == "no" else ""
    said = f"{word} ({doubt})" if status == "done" and doubt else word
    return f"{said}, rerun" if "reruns" in test else said


def _spent(tests: Iterable[Mapping[str, Any]]) -> list[str]:
    """What the models of some tests spent together; nothing if they spent nothing."""
    # Loaded here and not above: only a session with a test of ours can have spent anything.
    from pytest_webagent.budget.amount_words import spent

    paid = [test for test in tests if test.get("tokens")]
    prices = [test["usd"] for test in paid if "usd" in test]
    # Only where no price is known at all there is nothing to add up; else what is left out is said.
    text = spent(
        sum(test["tokens"] for test in paid),
        sum(prices) if prices else None,
        estimated=any(test.get("estimated") for test in paid),
    )
    without = len(paid) - len(prices)
    if prices and without:
        text += f", no price known for {_count(without, 'test')}"
    return [text] if text else []


def _widest(texts: Iterable[str]) -> int:
    return max(map(len, texts), default=0)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
