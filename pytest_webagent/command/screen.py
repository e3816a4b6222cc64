"""What is shown of a goal: its steps as they are made, what came of it, and what that rests on."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any, Final, TextIO

from pytest_webagent.agent.failure import one_line
from pytest_webagent.budget.amount_words import spent
from pytest_webagent.command.command_line import as_typed
from pytest_webagent.trajectory import OUTCOMES

if TYPE_CHECKING:
    import pytest

    from pytest_webagent.claims.derivation import Finding
    from pytest_webagent.trajectory import Action, RunResult, Step

_WIDTH: Final = 200


class Screen:
    """The terminal, or the file that standard output is; takes the place of pytest's own reporter."""

    def __init__(self, config: pytest.Config) -> None:
        """Write with what pytest writes with, which knows when there is to be color."""
        # By this name, `get_terminal_writer` looks for the writer of the plugin called "terminalreporter".
        self._tw = config.get_terminal_writer()

    def write_line(self, text: str, **markup: bool) -> None:
        """Write a line at once."""
        try:
            self._tw.line(text, **markup)
            self._tw.flush()
        except BrokenPipeError:
            # Whoever read this has had enough; the goal is worked on to its end.
            silence(sys.stdout)

    def ensure_newline(self) -> None:
        """Nothing: all that is written are lines."""

    def step(self, step: Step) -> None:
        """Tell of a step: its number, its time, and what was done."""
        said = f"no tool was called: {step.reasoning}" if step.reasoning else "the model said nothing"
        done = [(action.result.text or action.call.name, _markup(action)) for action in step.actions]
        head = f"{step.index:>3}  {step.seconds:5.1f} s"
        for text, markup in done or [(said, {"red": True})]:
            self.write_line(f"{head}  {one_line(text, _WIDTH)}", **markup)
            head = " " * len(head)

    def done(self, result: RunResult[Any]) -> None:
        """Tell of a goal that was reached: the answer, and what it was derived from."""
        holds = result.kind == "check"
        self._outcome("done", "it holds" if holds else result.told, green=True)
        if not holds:
            tied = f", not tied to: {', '.join(result.untied)}" if result.derived and result.untied else ""
            self._line(result.proof + tied, yellow=bool(tied) or not result.derived)
        self._evidence(result)

    def failed(self, error: BaseException, result: RunResult[Any] | None) -> None:
        """Tell of an error that says what it was by its message, and of what came of the goal until then."""
        status = getattr(error, "status", None)
        reason = str(error) if result is None else result.reason
        self._outcome("error" if status is None else OUTCOMES[status].word, as_typed(reason), red=True)
        if result is None:
            return
        if result.triage is not None:
            told = result.triage.line.removeprefix(f"{result.triage.whose}: ")
            for line in (*([] if told in reason else [told]), *result.triage.evidence):
                self._line(as_typed(line))
        self._evidence(result)

    def _outcome(self, word: str, text: str, **markup: bool) -> None:
        for line in f"{word}: {text}".splitlines():
            self.write_line(one_line(line, len(line)), bold=True, **markup)

    def _evidence(self, result: RunResult[Any]) -> None:
        for finding in result.evidence:
            self._line(_told(finding), red=bool(finding.problem))
        if result.opinion:
            self._line(f"second opinion: {result.opinion}")
        steps = f"{len(result.steps)} step{'' if len(result.steps) == 1 else 's'}"
        paid = spent(result.usage.tokens, result.cost, estimated=result.usage.estimated)
        self._line(", ".join(filter(None, (steps, f"{result.seconds:.1f} s", f"model {result.model}", paid))))

    def _line(self, text: str, **markup: bool) -> None:
        self.write_line(f"  {one_line(text, _WIDTH)}", **markup)


def silence(stream: TextIO) -> None:
    """Have nothing shown any more of what is written to standard output, or to standard error."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _markup(action: Action) -> dict[str, bool]:
    if action.result.error is None:
        return {}
    return {"yellow" if action.mark in ("denied", "dry run") else "red": True}


def _told(finding: Finding) -> str:
    said = f'"{finding.text}" = {finding.wording}' if finding.text else finding.wording
    return f"{said}: {finding.problem}" if finding.problem else said
