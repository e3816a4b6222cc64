"""`ask_human` with a real terminal, and where there is none."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
import termios
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from tests.plugin.conftest import Suite

CONFTEST = """
import pytest
from pytest_webagent.hooks import person
from pytest_webagent.testing import FunctionModel, call
from pytest_webagent.tools.communication.ask_human import ask_human

@pytest.fixture
def tool_registry(tool_registry):
    tool_registry.add(ask_human)
    return tool_registry

def think(request):
    said = [message.text for message in request.messages if message.role == "tool"]
    if not said:
        return call("ask_human", inquire="Which colour?")
    return call("stop", answer=said[-1].partition(chr(10))[0])

@pytest.fixture(scope="session")
def model_client():
    return FunctionModel(think)
"""

ASKING = """\
settings: {{answers: any}}
tests:
  - name: steps
    steps:
      - tool: ask_human
        with: {{inquire: "Which colour?\\e[2J"}}
        as: said
    expect: {{value: "${{said.output}}", equals: {steps}}}
  - name: goal
    goal: Ask which colour
    expect: {{contains: {goal}}}
"""

IMPATIENT = """
made = person.TerminalPerson.__init__

def make(self, item, seconds=person.SECONDS):
    made(self, item, 0.2 if "steps" in item.nodeid else seconds)

person.TerminalPerson.__init__ = make
"""


class Terminal:
    """A pseudo-terminal in which pytest runs."""

    def __init__(self, folder: Path, *arguments: str, environment: Mapping[str, str] | None = None) -> None:
        self.descriptor, slave = pty.openpty()
        command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments]
        # Its own session with this terminal, as a shell in a window has.
        into = "import os, sys, fcntl, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); os.execv(sys.argv[1], sys.argv[1:])"
        self.process = subprocess.Popen(
            [sys.executable, "-c", into, *command],
            cwd=folder,
            env={**os.environ, **(environment or {})},
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
        )
        os.close(slave)
        self.shown = ""

    def until(self, text: str) -> str:
        """Read until a text is shown; all that was shown since the last call."""
        before = len(self.shown)
        while text not in self.shown[before:]:
            assert self._read(), f"{text!r} was not shown in\n{self.shown}"
        return self.shown[before:]

    def type(self, text: str) -> None:
        os.write(self.descriptor, text.encode())

    def rest(self) -> str:
        """Read to the end; all that was shown."""
        while self._read():
            pass
        self.process.wait(60)
        return self.shown

    def _read(self) -> bool:
        """Read what is there, waiting a minute at most. False at the end."""
        ready, _, _ = select.select([self.descriptor], [], [], 60)
        try:
            piece = os.read(self.descriptor, 4096) if ready else b""
        except OSError:  # what Linux says when nobody has the other end open any more
            piece = b""
        self.shown += piece.decode("utf-8", "replace")
        return bool(piece)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait(60)
        os.close(self.descriptor)


@pytest.fixture
def terminals() -> Iterator[list[Terminal]]:
    opened: list[Terminal] = []
    yield opened
    for each in opened:
        each.close()


@pytest.fixture
def asking(suite: Suite) -> Suite:
    suite.pytester.makeconftest(CONFTEST)
    return suite


def write(suite: Suite, **answers: str) -> None:
    path = suite.pytester.path / "ask.webagent.yaml"
    path.write_text(ASKING.format(**answers), encoding="utf-8")


def test_a_person_is_asked_at_the_terminal_and_the_answer_is_what_was_typed_then(
    asking: Suite, terminals: list[Terminal]
) -> None:
    write(asking, steps="blue", goal="green")
    terminal = Terminal(asking.pytester.path)
    terminals.append(terminal)
    before = termios.tcgetattr(terminal.descriptor)
    terminal.type("typed too early\n")
    shown = terminal.until("> ")
    assert "The agent asks, in ask.webagent.yaml::steps:" in shown
    assert "Which colour? [2J" in shown
    assert "\x1b[2J" not in shown
    assert termios.tcgetattr(terminal.descriptor) == before
    terminal.type("blue\n")
    assert "ask.webagent.yaml::goal" in terminal.until("> ")
    terminal.type(" green \n")
    assert "2 passed" in terminal.rest()
    assert terminal.process.returncode == 0
    records = list(asking.pytester.path.glob("webagent-results/*/trajectory.json"))
    assert len(records) == 2
    assert all("A person at the terminal said this" in path.read_text("utf-8") for path in records)


def test_a_person_who_says_nothing_in_time_or_hangs_up_is_an_error(
    asking: Suite, terminals: list[Terminal]
) -> None:
    write(asking, steps="blue", goal="green")
    asking.pytester.makeconftest(CONFTEST + IMPATIENT)
    terminal = Terminal(asking.pytester.path)
    terminals.append(terminal)
    terminal.until("no answer came in time")
    terminal.until("> ")
    terminal.type("\x04")
    shown = terminal.rest()
    assert "ask_human failed: nobody answered within 0.2 s: go on without" in shown
    assert terminal.process.returncode == 1
    [goal] = asking.pytester.path.glob("webagent-results/*goal*/trajectory.json")
    assert "the person gave no answer" in goal.read_text("utf-8")


@pytest.mark.parametrize(
    ("arguments", "environment", "told"),
    [
        (("-n", "1"), {}, "pytest-xdist runs this test in a process without a terminal"),
        ((), {"CI": "true"}, "a CI server runs the tests"),
    ],
    ids=["xdist", "CI"],
)
def test_nobody_is_asked_by_a_worker_or_on_a_ci_server(
    asking: Suite,
    terminals: list[Terminal],
    arguments: tuple[str, ...],
    environment: Mapping[str, str],
    told: str,
) -> None:
    write(asking, steps="blue", goal="nobody")
    terminal = Terminal(asking.pytester.path, *arguments, environment=environment)
    terminals.append(terminal)
    shown = terminal.rest()
    assert f"ask_human failed: nobody can be asked: {told}" in shown
    assert "1 failed" in shown
    assert "1 passed" in shown


def test_nobody_is_asked_where_standard_input_is_no_terminal(asking: Suite) -> None:
    write(asking, steps="blue", goal="nobody")
    result = asking.run()
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*ask_human failed: nobody can be asked: standard input is no terminal*"])
