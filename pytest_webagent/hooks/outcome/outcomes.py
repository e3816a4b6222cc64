"""How a test reads in pytest that ended inconclusive: failed, as any other, but told and counted apart.

Its report stays a failed one, so that exit status, ``-x``, ``--lf``, junit XML and pytest-html treat it as one. Only
letter, word and count are its own. Loads nothing: a process that only shows what workers report registers this, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import pytest

from pytest_webagent.errors import Inconclusive
from pytest_webagent.hooks.outcome.ledger import ledger_of
from pytest_webagent.hooks.settings.options import settings_of

if TYPE_CHECKING:
    from collections.abc import Generator

CATEGORY: Final = "inconclusive"
"""What pytest's last line counts these tests as; also the attribute of their reports, which crosses processes."""
_MARK: Final = "webagent_inconclusive"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[Any]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Mark the report of a test that ended inconclusive, or have it count as the setting says."""
    report = yield
    error = None if call.excinfo is None else call.excinfo.value
    # A test that is expected to fail, as pytest's own marker says, is no failed one any more.
    if not (isinstance(error, Inconclusive) and report.failed):
        return report
    ledger = ledger_of(item)
    counts_as = (settings_of(item.config) if ledger is None else ledger.settings).inconclusive
    reason = f"{CATEGORY}: {str(error).partition(chr(10))[0]}"
    if counts_as == "skip":
        path, line, _ = item.reportinfo()
        report.outcome, report.longrepr = "skipped", (str(path), 0 if line is None else line + 1, reason)
    elif counts_as == "xfail" and not item.config.getoption("runxfail", False):
        report.outcome, report.wasxfail = "skipped", reason
    else:
        setattr(report, _MARK, True)
    return report


def pytest_report_teststatus(
    report: pytest.CollectReport | pytest.TestReport,
) -> tuple[str, str, tuple[str, dict[str, bool]]] | None:
    """Give a test that ended inconclusive a letter and a word of its own."""
    if report.failed and getattr(report, _MARK, False):
        return CATEGORY, "I", ("INCONCLUSIVE", {"yellow": True})
    return None


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> Generator[None]:
    """While pytest writes its summaries, it finds these tests among the failed ones; then they are counted apart.

    Pytest shows tracebacks and lines of the short summary for the categories it knows only.
    """
    stats = terminalreporter.stats
    apart = stats.pop(CATEGORY, [])
    for report in apart:
        stats.setdefault("failed" if report.when == "call" else "error", []).append(report)
    try:
        return (yield)
    finally:
        for name in ("failed", "error") if apart else ():
            # An empty list stays: to pytest it means that the session failed, and the last line is red.
            stats[name] = [report for report in stats.get(name, ()) if report not in apart]
        if apart:
            stats[CATEGORY] = apart
