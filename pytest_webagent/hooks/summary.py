"""The section of pytest's summary that tells what the agent did."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pytest_webagent.hooks.results import PREFIX

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    import pytest


class Summary:
    """Collects what the reports of tests say about the agent; registered in the process they come together in."""

    def __init__(self, config: pytest.Config, report: str) -> None:
        """`report` is the path to show: of the HTML report, or of the folder with the trajectories."""
        self._config = config
        self._report = report
        self._outcomes: dict[str, tuple[str, str]] = {}
        self._told: dict[str, Mapping[str, Any]] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Remember how a test came out, and what its last report says about the agent."""
        self._remember_outcome(report)
        properties = [(str(name), value) for name, value in report.user_properties]
        told = {name.removeprefix(PREFIX): value for name, value in properties if name.startswith(PREFIX)}
        if report.when == "teardown" and told:
            self._told[report.nodeid] = told

    def _remember_outcome(self, report: pytest.TestReport) -> None:
        _, letter, word = self._config.hook.pytest_report_teststatus(report=report, config=self._config)
        if not letter:
            return
        color = "green" if report.passed else "yellow" if report.skipped else "red"
        text, markup = word if isinstance(word, tuple) else (word, {color: True})
        self._outcomes[report.nodeid] = (text, next(iter(markup), color))

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print a line per test that used the agent, the totals, and where the report is."""
        if not self._told or terminalreporter.verbosity < -1:
            return
        terminalreporter.section("webagent")
        if terminalreporter.verbosity >= 0:
            self._print(terminalreporter)
        steps, seconds = self._sum("steps"), self._sum("seconds")
        terminalreporter.line(
            f"{_count(len(self._told), 'test')}, {_count(int(steps), 'step')}, {seconds:.1f} s"
        )
        terminalreporter.line(f"report: {self._report}")

    def _print(self, terminal: pytest.TerminalReporter) -> None:
        outcomes = {nodeid: self._outcomes.get(nodeid, ("", "")) for nodeid in self._told}
        widest_outcome = _widest(text for text, _ in outcomes.values())
        widest_status = _widest(str(told["status"]) for told in self._told.values())
        for nodeid, told in self._told.items():
            text, color = outcomes[nodeid]
            terminal.write(text.ljust(widest_outcome), **({color: True} if color else {}))
            numbers = f"{_count(told['steps'], 'step'):>9} {told['seconds']:6.1f} s"
            terminal.line(f"  {told['status']:<{widest_status}} {numbers}  {nodeid}")

    def _sum(self, name: str) -> float:
        return float(sum(told[name] for told in self._told.values()))


def _widest(texts: Iterable[str]) -> int:
    return max(map(len, texts), default=0)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
