"""What not every machine has: the tests that need it are skipped, and one line at the end tells how many they were."""

from __future__ import annotations

from collections import Counter
from importlib.util import find_spec

import pytest


@pytest.fixture(scope="session")
def vision() -> None:
    """Skips where the libraries of the extra `vision` are not installed."""
    if None in map(find_spec, ("torch", "transformers", "safetensors")):
        pytest.skip("the extra 'vision' is not installed (make test EXTRAS=all)")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """A line for each reason; pytest's own `-rs` has one for each place that skips."""
    reasons = Counter(report.longrepr[2] for report in terminalreporter.getreports("skipped"))
    for reason, count in sorted(reasons.items()):
        terminalreporter.write_line(f"{count:5} skipped: {reason.removeprefix('Skipped: ')}")
