"""What is kept of each test that used the agent: files, and properties of its report."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Final

import pytest

from pytest_webagent.errors import GoalNotMet, RunError
from pytest_webagent.hooks.outcome.ledger import PREFIX, close_ledger, ledger_of
from pytest_webagent.hooks.repeat import reruns
from pytest_webagent.hooks.repeat.attempts import MADE, outcome_of, reason_of
from pytest_webagent.hooks.results import asked_origins

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence
    from pathlib import Path

    from pytest_webagent.hooks.outcome.ledger import Ledger
    from pytest_webagent.trajectory import RunResult

_LONGEST_ANSWER: Final = 200
_OF_FAILURES: Final = ("whose", "triage")
_OF_SPENDING: Final = ("tokens", "usd", "estimated")
"""Properties that only a test has that an error of ours ended."""


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[Any]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """After the last phase of a test, write down what it did."""
    report = yield
    report.webagent_ended = time.monotonic()  # type: ignore[attr-defined]  # the order of tests, however clocks are set
    ledger = ledger_of(item)
    if ledger is not None:
        _follow(ledger, report, call)
        if report.when == "teardown":
            _write(item, ledger, report)
        asked_origins.keep(item, ledger, report)
        if report.when == "teardown":
            close_ledger(item)
    return report


def _follow(ledger: Ledger, report: pytest.TestReport, call: pytest.CallInfo[Any]) -> None:
    error = None if call.excinfo is None else call.excinfo.value
    if isinstance(error, (RunError, GoalNotMet)) and ledger.ended_by is None:
        ledger.ended_by = error
    if not report.passed and not ledger.reason:
        ledger.told_as, ledger.reason = outcome_of(report), reason_of(report)
    if report.when == "call":
        ledger.outcome = report.outcome
    elif report.skipped:
        ledger.outcome = "skipped"
    elif report.failed:
        ledger.outcome = "error"
        ledger.failures.append(f"{report.when}: {error}")


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write down what a test did that the session was interrupted in: it gets no report, so this says where it is."""
    for item in session.items:
        ledger = ledger_of(item)
        if ledger is None or not ledger.runs:
            continue
        try:
            told = f"its steps so far{_paid(ledger)} are kept in {_keep(item, ledger)}"
        except OSError as error:
            told = _not_written(ledger, error)
        close_ledger(item)
        terminal = session.config.pluginmanager.get_plugin("terminalreporter")
        if terminal is not None:
            terminal.ensure_newline()
            terminal.write_line(f"webagent: {item.nodeid} was interrupted; {told}")
            for attempt in item.stash.get(MADE, ()):
                folder = attempt.told.get(f"{PREFIX}folder")
                terminal.write_line(f"  {attempt.line}" + (f" ({folder})" if folder else ""))


def _paid(ledger: Ledger) -> str:
    # Loaded here and not above: a session that only collects tests has spent nothing.
    from pytest_webagent.budget.amount_words import spent
    from pytest_webagent.budget.budget import cost, used

    usage = used(ledger.bills)
    told = spent(usage.tokens, cost(ledger.bills), estimated=usage.estimated)
    return f" ({told})" if told else ""


def _keep(item: pytest.Item, ledger: Ledger) -> Path:
    # Loaded here and not above: a session that only collects tests writes nothing.
    from pytest_webagent.report import store

    return store.write(
        ledger.trajectory(item.nodeid),
        ledger.settings,
        ledger.outcome,
        attempt=ledger.attempt,
        title=ledger.title,
        verdict=_verdict(ledger),
        below=item.config.invocation_params.dir,
    )


def _not_written(ledger: Ledger, error: OSError) -> str:
    return (
        f"the trajectory of this test could not be written to {ledger.settings.output!r}: {error}; "
        "name another folder with --webagent-output"
    )


def _write(item: pytest.Item, ledger: Ledger, report: pytest.TestReport) -> None:
    runs = ledger.runs
    if not runs and not ledger.failures:
        return
    try:
        folder = _keep(item, ledger)
    except OSError as error:
        report.outcome, report.longrepr = "failed", _not_written(ledger, error)
        return
    answer = _whole(runs[-1].told) if runs else ""
    told: dict[str, str | int | float] = {
        **_verdict(ledger),
        **_proof(runs),
        **_heals(runs),
        "answer": answer if len(answer) <= _LONGEST_ANSWER else answer[: _LONGEST_ANSWER - 3] + "...",
        "runs": len(runs),
        "steps": sum(len(run.steps) for run in runs),
        "seconds": round(sum(run.seconds for run in runs), 2),
        **_spent(ledger),
        "model": ledger.model,
        "folder": str(folder),
    }
    earlier = reruns.before(item)
    this = reruns.Rerun(ledger.attempt, ledger.told_as or ledger.outcome, ledger.reason, told)
    if earlier:
        report.webagent_reruns = reruns.for_the_report(this, earlier)  # type: ignore[attr-defined]
    # The list belongs to the item and outlives an attempt: what an earlier one said goes.
    ours = [(PREFIX + name, value) for name, value in reruns.added_up(this, earlier).items()]
    reruns.keep(item, this)
    names = [name for name, _ in ours] + [
        PREFIX + name for name in (*_OF_FAILURES, *_OF_SPENDING, "derived", "tied", "heals")
    ]
    others = [pair for pair in item.user_properties if pair[0] not in names]
    item.user_properties[:] = [*others, *ours]
    report.user_properties = item.user_properties


def _proof(runs: Sequence[RunResult]) -> dict[str, str]:
    """Whether all answers of a test were derived from the page, and whether each word of the goals is explained."""
    done = [run for run in runs if run.status == "done"]
    if not done:
        return {}
    tied = all(run.derived and not run.untied for run in done)
    return {"derived": "yes" if all(run.derived for run in done) else "no", "tied": "yes" if tied else "no"}


def _heals(runs: Sequence[RunResult]) -> dict[str, str]:
    """Where steps of recordings were done at what their elements have become."""
    lines = [each.line for run in runs for each in run.heals]
    return {"heals": "\n".join(lines)} if lines else {}


def _spent(ledger: Ledger) -> dict[str, int | float]:
    """Tokens and US dollars, where models spent some; numbers only, which add up where a test is repeated."""
    # Loaded here and not above: a session that only collects tests has spent nothing.
    from pytest_webagent.budget.budget import cost, used

    usage, usd = used(ledger.bills), cost(ledger.bills)
    amounts = (usage.tokens, None if usd is None else round(usd, 6), int(usage.estimated) or None)
    told = dict(zip(_OF_SPENDING, amounts, strict=True))
    return {name: amount for name, amount in told.items() if amount is not None and usage.tokens}


def _verdict(ledger: Ledger) -> dict[str, str]:
    """The status of the error that ended the test, and whose it is; else the status of its last run."""
    error = ledger.ended_by
    if error is None:
        return {"status": ledger.runs[-1].status if ledger.runs else "no run"}
    from pytest_webagent.agent.triage import plain

    judged = (None if error.result is None else error.result.triage) or plain(error.status, str(error))
    return {"status": error.status, "whose": judged.whose, "triage": _whole(judged.text)}


def _whole(text: str) -> str:
    """The text without half characters, as a script leaves them that cuts an emoji: pytest-xdist cannot send them."""
    return text.encode("utf-8", "replace").decode("utf-8")
