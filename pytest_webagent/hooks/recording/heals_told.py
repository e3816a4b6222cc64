"""How a test reads in pytest that has passed and whose recording was healed or done without: passed, with a letter and a word of its own.

Loads nothing: a process that only shows what workers report registers this, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import pytest

from pytest_webagent.hooks.recording.attempt_recordings import recordings_of, set_aside_for

if TYPE_CHECKING:
    from collections.abc import Generator

_MARK: Final = "webagent_healed"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[Any]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Mark the report of a test that passed otherwise than it was recorded."""
    report = yield
    made = recordings_of(item)
    healed = set_aside_for(item) or (made is not None and made.has_healed)
    if report.when == "call" and report.passed and healed:
        setattr(report, _MARK, True)
    return report


def pytest_report_teststatus(
    report: pytest.CollectReport | pytest.TestReport,
) -> tuple[str, str, tuple[str, dict[str, bool]]] | None:
    """Count it among those that passed."""
    if report.passed and report.when == "call" and getattr(report, _MARK, False):
        return "passed", "h", ("HEALED", {"yellow": True})
    return None
