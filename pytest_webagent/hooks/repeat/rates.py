"""The table of pytest's summary that tells how often repeated tests passed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pytest_webagent.hooks.repeat.pass_rate import PassRate

if TYPE_CHECKING:
    from collections.abc import Iterable

    import pytest

_HEAD: Final = ("passed", "rate", "95 % interval", "wanted", "test")


def table(reports: Iterable[pytest.TestReport]) -> list[str]:
    """A line for each test that was repeated, below a head; nothing if there is none."""
    rows = [_row(report) for report in reports if hasattr(report, "webagent_attempts")]
    if not rows:
        return []
    lines = [_HEAD, *rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(_HEAD) - 1)]
    padded = [[cell.ljust(width) for cell, width in zip(line[:-1], widths, strict=True)] for line in lines]
    return ["  ".join((*cells, line[-1])) for cells, line in zip(padded, lines, strict=True)]


def _row(report: pytest.TestReport) -> tuple[str, ...]:
    told = report.webagent_attempts
    rate = PassRate(*told["rate"])
    low, high = rate.interval
    return (
        f"{rate.passed} of {rate.done}",
        f"{rate.share:.2f}" if rate.done else "-",
        f"{low:.2f} to {high:.2f}" if rate.done else "-",
        f"{told['wanted']} of {told['runs']}",
        report.nodeid,
    )
