"""`ask_human` with a real terminal, and where there is none."""

from __future__ import annotations

import termios
from typing import TYPE_CHECKING

import pytest
from terminals import Terminal

from tests.plugin.conftest import NO_PICTURES

if TYPE_CHECKING:
    from collections.abc import Iterator

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
    made(self, item, 0.2 if "silent.webagent.yaml::steps" in item.nodeid else seconds)

person.TerminalPerson.__init__ = make
"""

ON_CI = """
import os

@pytest.fixture(autouse=True)
def on_a_ci_server(request, monkeypatch):
    monkeypatch.setenv("CI", "true" if request.node.nodeid.startswith("ci.") else "")
"""


@pytest.fixture
def terminal(asking: Suite) -> Iterator[Terminal]:
    write(asking, "ask", steps="blue", goal="green")
    write(asking, "silent", steps="blue", goal="green")
    asking.pytester.makeconftest(CONFTEST + IMPATIENT)
    opened = Terminal(asking.pytester.path, NO_PICTURES)
    yield opened
    opened.close()


@pytest.fixture
def asking(suite: Suite) -> Suite:
    suite.pytester.makeconftest(CONFTEST)
    return suite


def write(suite: Suite, name: str, **answers: str) -> None:
    path = suite.pytester.path / f"{name}.webagent.yaml"
    path.write_text(ASKING.format(**answers), encoding="utf-8")


def test_a_person_is_asked_at_the_terminal_and_one_who_says_nothing_in_time_or_hangs_up_is_an_error(
    asking: Suite, terminal: Terminal
) -> None:
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
    assert "silent.webagent.yaml::steps" in terminal.until("no answer came in time")
    assert "silent.webagent.yaml::goal" in terminal.until("> ")
    terminal.type("\x04")
    shown = terminal.rest()
    assert "ask_human failed: nobody answered within 0.2 s: go on without" in shown
    assert "2 failed, 2 passed" in shown
    assert terminal.process.returncode == 1
    records = sorted(asking.pytester.path.glob("webagent-results/*/trajectory.json"))
    goal, steps, hung_up, _ = [path.read_text("utf-8") for path in records]
    said = "A person at the terminal said this"
    assert said in goal
    assert said in steps
    assert "the person gave no answer" in hung_up


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (
            ("-n", "1"),
            dict.fromkeys(("ask", "ci"), "pytest-xdist runs this test in a process without a terminal"),
        ),
        ((), {"ask": "standard input is no terminal", "ci": "a CI server runs the tests"}),
    ],
    ids=["xdist", "alone"],
)
def test_nobody_is_asked_by_a_worker_on_a_ci_server_and_where_standard_input_is_no_terminal(
    asking: Suite, arguments: tuple[str, ...], told: dict[str, str]
) -> None:
    asking.pytester.makeconftest(CONFTEST + ON_CI)
    for name in told:
        write(asking, name, steps="blue", goal="nobody")
    result = asking.run(NO_PICTURES, *arguments)
    result.assert_outcomes(passed=2, failed=2)
    result.stdout.fnmatch_lines(
        [
            f"*: {name}.webagent.yaml:*ask_human failed: nobody can be asked: {why}*"
            for name, why in told.items()
        ]
    )
