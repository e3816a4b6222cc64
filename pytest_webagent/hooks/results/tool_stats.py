"""The table of tool calls in pytest's summary, where ``--webagent-tool-stats`` asks for it.

Registered in the process that reports. It reads what all workers have written down.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from pytest_webagent.hooks.outcome.ledger import PREFIX
from pytest_webagent.hooks.results.call_log import call_log_of
from pytest_webagent.hooks.results.tool_advice import suggestions
from pytest_webagent.hooks.results.tool_figures import bottleneck, call_of, figures

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.hooks.results.tool_figures import Figures

_HEAD: Final = ("calls", "ok", "errors", "p50", "p95", "slowest", "cached", "denied", "dry runs")


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print the table, and a line on where the time went."""
    if terminalreporter.verbosity < -1 or config.getoption("collectonly", False):
        return
    terminalreporter.section("webagent tools")
    try:
        made = [call for record in call_log_of(config).records() if (call := call_of(record)) is not None]
    except OSError as error:
        terminalreporter.line(f"the records of tool calls cannot be read: {error}")
        return
    found = figures(made)
    for line in table(found) or ["no tool call was written down"]:
        terminalreporter.line(line)
    if told := bottleneck(found, _seconds_of_agents(terminalreporter)):
        terminalreporter.line(told)
    for line in suggestions(found):
        terminalreporter.line(line)


def table(found: Sequence[Figures], of: str = "tool", *, tokens: bool = False) -> list[str]:
    """A line for each tool, or what else `of` says, below a head; nothing if there is none.

    Rates and times are of calls that were run. `tokens` adds those of models.
    """
    if not found:
        return []
    lines = [(of, *_HEAD), *map(_row, found)]
    if tokens:
        more = ["tokens", *(f"{each.tokens:,}" for each in found)]
        lines = [(*line, cell) for line, cell in zip(lines, more, strict=True)]
    return aligned(lines)


def aligned(lines: Sequence[tuple[str, ...]]) -> list[str]:
    """Cells as lines of text, the first column to the left, the others to the right."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return [
        "  ".join((line[0].ljust(widths[0]), *map(str.rjust, line[1:], widths[1:]))).rstrip()
        for line in lines
    ]


def _row(each: Figures) -> tuple[str, ...]:
    succeeded = [call for call in each.done if call.success]
    return (
        each.tool,
        str(len(each.calls)),
        *(_percent(each.share(part)) for part in (succeeded, each.failed)),
        *(_milliseconds(each.percentile(percent)) for percent in (50, 95, 100)),
        *(str(each.count(mark) or "-") for mark in ("cached", "denied", "dry_run")),
    )


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{share:.0%}"


def _milliseconds(seconds: float | None) -> str:
    return "-" if seconds is None else f"{seconds * 1000:,.0f} ms"


def _seconds_of_agents(terminal: pytest.TerminalReporter) -> float | None:
    """How long all runs of all agents took together; None where no test says."""
    reports = [report for kept in terminal.stats.values() for report in kept]
    spent = {
        report.nodeid: value
        for report in reports
        if isinstance(report, pytest.TestReport) and report.when == "teardown"
        for name, value in report.user_properties
        if name == f"{PREFIX}seconds" and isinstance(value, (int, float))
    }
    return sum(spent.values()) if spent else None
