"""The mutation score of a session: in the summary, in a file, and in the exit status.

Registered in the process that reports, where mutations are asked for.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pytest_webagent.mutation import tally
from pytest_webagent.mutation.tally import Score

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_webagent.config import Settings
    from pytest_webagent.mutation.tally import Told, Trial

_WORDS = {
    "killed": "killed",
    "survived": "SURVIVED",
    "did not apply": "did not apply",
    "not judged": "not judged",
}
_COLORS = {"killed": "green", "survived": "red", "did not apply": "yellow", "not judged": "yellow"}


class MutationScore:
    """Gathers what came of mutations, and tells it at the end."""

    def __init__(self, settings: Settings, below: Path) -> None:
        """`below` is what a relative output folder is taken from."""
        self._minimum = settings.mutate_min
        self._folder = below / Path(settings.output).expanduser()
        self._tests: dict[str, Told] = {}
        self._where = ""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Take down what came of the mutations of a test."""
        told = getattr(report, "webagent_mutations", None)
        if told is not None:
            self._tests[report.nodeid] = told

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Write the file; a score below the minimum has pytest end with a failure."""
        if session.config.getoption("collectonly", False) or session.config.getoption("setuponly", False):
            self._where = "-"
            return
        try:
            self._where = str(tally.write(self._folder, self._tests.values(), self._minimum))
        except OSError as error:
            self._where = f"not written, {error}; name another folder with --webagent-output"
            session.exitstatus = session.exitstatus or pytest.ExitCode.TESTS_FAILED
        if self._is_too_low and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    @property
    def _score(self) -> Score:
        return Score(tally.trials_of(self._tests.values()))

    @property
    def _is_too_low(self) -> bool:
        percent = self._score.percent
        return self._minimum is not None and (percent is None or percent < self._minimum)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print what came of each mutation, each survivor once more, and the score."""
        terminal = terminalreporter
        if self._where == "-" or terminal.verbosity < -1:
            return
        terminal.section("webagent mutations")
        if terminal.verbosity >= 0:
            for told in self._tests.values():
                _write_test(terminal, told)
        for told in self._tests.values():
            for trial in told["trials"]:
                if trial["outcome"] == "survived":
                    line = f'{told["test"]}: cannot fail: survived "{trial["mutation"]}"'
                    terminal.line(line + (f" ({trial['folder']})" if trial["folder"] else ""), red=True)
        for line in self._verdict():
            terminal.line(line, **({"red": True} if self._is_too_low else {}))
        terminal.line(f"mutations: {self._where}")

    def _verdict(self) -> Iterator[str]:
        score = self._score
        more = [
            f"{number} {what}"
            for number, what in ((score.did_not_apply, "did not apply"), (score.not_judged, "not judged"))
            if number
        ]
        aside = f"; not counted: {', '.join(more)}" if more else ""
        if score.percent is None:
            tried = "no test was mutated" if not self._tests else "no mutation applied"
            yield f"mutation score: none, since {tried}{aside}"
        else:
            yield (
                f"mutation score: {score.percent:.1f} %, {score.killed} of {score.counted} mutations killed{aside}"
            )
        if self._minimum is not None:
            missed = "which fails the session" if self._is_too_low else "which holds"
            yield f"a mutation score of at least {self._minimum:g} % is wanted, {missed}"


def _write_test(terminal: pytest.TerminalReporter, told: Told) -> None:
    score = Score(told["trials"])
    if told["why_not"]:
        terminal.line(f"{told['test']}: {told['why_not']}")
        return
    counted = f"{score.killed} of {score.counted} killed" if score.counted else "no mutation applied"
    terminal.line(f"{told['test']}: {counted}")
    for trial in told["trials"]:
        _write_trial(terminal, trial)
    if told["left_out"]:
        number = len(told["left_out"])
        terminal.line(f"  left out {number} more (webagent_mutate_most): {'; '.join(told['left_out'])}")


def _write_trial(terminal: pytest.TerminalReporter, trial: Trial) -> None:
    terminal.write(f"  {_WORDS[trial['outcome']]:<13}", **{_COLORS[trial["outcome"]]: True})
    terminal.line(f"  {trial['mutation']}" + (f"  <- {trial['by']}" if trial["by"] else ""))
