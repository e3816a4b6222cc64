"""The command `webagent`: what its arguments mean, what it shows, and the test it writes."""

from __future__ import annotations

import ast
import subprocess
import sys
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from pytest_webagent.claims.derivation import Derivation, Finding
from pytest_webagent.command.command_line import parsed
from pytest_webagent.command.screen import Screen
from pytest_webagent.command.source import source
from pytest_webagent.config import SETTINGS
from pytest_webagent.errors import BrowserError, ConfigError, Inconclusive
from pytest_webagent.messages import ToolResult, Usage
from pytest_webagent.testing import call
from pytest_webagent.trajectory import Action, RunResult, Step, Triage

if TYPE_CHECKING:
    from pathlib import Path

HEAVY = ("pytest", "asyncio", "pydantic", "playwright", "openai", "PIL", "jinja2")


@pytest.mark.parametrize(
    ("typed", "url"),
    [
        ("https://example.com/a?b#c", "https://example.com/a?b#c"),
        ("localhost:8000", "http://localhost:8000"),
        ("example.com/a", "http://example.com/a"),
        ("127.0.0.1:80/x", "http://127.0.0.1:80/x"),
        ("about:blank", "about:blank"),
        ("data:text/html,<h1>Hi</h1>", "data:text/html,<h1>Hi</h1>"),
        ("a page.html", "file://{folder}/a%20page.html"),
        ("./a page.html", "file://{folder}/a%20page.html"),
    ],
)
def test_a_page_is_named_as_people_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: str, url: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a page.html").touch()
    assert parsed([typed, "goal"]).marker["start_url"] == url.format(folder=tmp_path)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), "the following arguments are required: URL"),
        (("x.org",), "one of GOAL, --check STATEMENT and --get QUESTION"),
        (("x.org", " "), "one of GOAL, --check STATEMENT and --get QUESTION"),
        (("x.org", "a", "--check", "b"), "one of GOAL, --check STATEMENT and --get QUESTION"),
        (("x.org", "Click", "Save"), "a goal is one argument: put it in quotes, 'Click Save'"),
        (("Click 'Save'", "x.org"), "\"Click 'Save'\" is neither an address nor a file that is there"),
        (("./nothing.html", "a"), "'./nothing.html' is neither an address nor a file that is there"),
        (("x.org", "a", "--hedaed"), "unrecognized arguments: --hedaed"),
        (("x.org", "a", "--runs=2"), "unrecognized arguments: --runs=2"),
        (("x.org", "a", "--head"), "unrecognized arguments: --head"),
        (("x.org", "a", "--max-steps=many"), "--max-steps: must be a whole number of at least 1, not 'many'"),
        (("x.org", "a", "--model"), "--model: expected one argument"),
        (("x.org", "a", "--write", "there.py"), "there.py is there already and is left as it is"),
        (("x.org", "a", "--write", "test.txt"), "a test file is called test_NAME.py, not 'test.txt'"),
        (("x.org", "a", "--write", "no/test_a.py"), "there is no folder no"),
    ],
)
def test_a_mistake_on_the_command_line_is_told_before_anything_is_done(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: tuple[str, ...],
    told: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "there.py").touch()
    with pytest.raises(SystemExit) as ended:
        parsed(arguments)
    assert ended.value.code == 2
    assert told in capsys.readouterr().err


def test_options_are_the_settings_of_a_goal_and_are_told_by_their_own_words(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        parsed(["--help"])
    told = "".join(capsys.readouterr().out.split())
    for name in ("model", "max_steps", "timeout", "headed", "test_usd", "policy", "pages", "output"):
        assert "".join(SETTINGS[name].explained.split()) in told
        assert f"--{name.replace('_', '-')}" in told
    assert "webagent_start_url" not in told
    assert "--runs" not in told


def test_help_needs_neither_pytest_nor_anything_heavy() -> None:
    code = (
        "import sys\nfrom pytest_webagent.__main__ import main\n"
        "try: main(['--help'])\nexcept SystemExit: pass\n"
        f"print(*[m for m in {HEAVY!r} if m in sys.modules], file=sys.stderr)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert run.stdout.startswith("usage: webagent")
    assert run.stderr.split() == []


def test_settings_of_a_test_go_to_its_marker_and_those_of_a_session_to_pytest() -> None:
    given = ("--max-steps=7", "--timeout", "2.5", "--pages", "a = /a", "--pages", "b = /b", "--dry-run")
    order = parsed([*given, "x.org", "--headed", "a goal", "--model=m"])
    assert order.marker == {
        "start_url": "http://x.org",
        "pages": "a = /a\nb = /b",
        "max_steps": 7,
        "timeout": 2.5,
        "dry_run": True,
    }
    assert order.options == ["--webagent-model=m", "--webagent-headed"]


@pytest.mark.parametrize(
    ("arguments", "answer", "name", "written"),
    [
        (
            ("x.org", 'Press "+"\nand report'),
            'a "b" \\ \ud83d',
            "test_plus",
            """\
@pytest.mark.webagent(start_url="http://x.org")
async def test_plus(agent):
    result = await agent.run("Press \\"+\\"\\nand report")
    assert result.answer == "a \\"b\\" \\\\ \ud83d"
""",
        ),
        (
            ("x.org", "--get", "the total", "--max-steps=3"),
            "$7",
            "my-shop",
            """\
@pytest.mark.webagent(start_url="http://x.org", max_steps=3)
async def test_my_shop(agent):
    assert await agent.get("the total") == "$7"
""",
        ),
        (
            ("x.org", "--check", "the total is $7"),
            "",
            "test_total",
            """\
@pytest.mark.webagent(start_url="http://x.org")
async def test_total(agent):
    await agent.check("the total is $7")
""",
        ),
    ],
)
def test_what_was_done_is_written_as_a_test(
    arguments: tuple[str, ...], answer: str, name: str, written: str
) -> None:
    text = source(parsed(arguments), answer, name)
    assert text == f"import pytest\n\n\n{written}"
    ast.parse(text.encode("utf-8", "backslashreplace").decode())


class Shown:
    """Keeps what a screen writes, with the markup in front."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.flush = lambda: None

    def line(self, text: str, **markup: bool) -> None:
        self.lines.append(
            "/".join(name for name in ("red", "green", "yellow") if markup.get(name)) + "|" + text
        )


@pytest.fixture
def shown() -> Shown:
    return Shown()


@pytest.fixture
def screen(shown: Shown) -> Screen:
    return Screen(SimpleNamespace(get_terminal_writer=lambda: shown))  # type: ignore[arg-type]


def step(*results: ToolResult, reasoning: str = "") -> Step:
    actions = tuple(Action(call=call("click"), result=result, seconds=0.1) for result in results)
    known: dict[str, Any] = {"url": "http://x", "title": "", "observation": "", "usage": Usage()}
    return Step(index=3, reasoning=reasoning, actions=actions, seconds=1.26, **known)


def result(**changes: Any) -> RunResult:
    known: dict[str, Any] = {"goal": "g", "status": "done", "answer": "$7", "reason": "", "steps": ()}
    return RunResult(**{**known, "seconds": 2.0, "model": "m", **changes})


@pytest.mark.parametrize(
    ("made", "lines"),
    [
        (step(ToolResult("Clicked 'Save'.")), ["|  3    1.3 s  Clicked 'Save'."]),
        (
            step(ToolResult("Typed\n\x1b[2Jx"), ToolResult(error="it is gone")),
            ["|  3    1.3 s  Typed [2Jx", "red|              Error: it is gone"],
        ),
        (step(ToolResult()), ["|  3    1.3 s  click"]),
        (step(reasoning="I wonder"), ["red|  3    1.3 s  no tool was called: I wonder"]),
        (step(), ["red|  3    1.3 s  the model said nothing"]),
    ],
)
def test_a_step_is_one_line_for_each_thing_done(
    screen: Screen, shown: Shown, made: Step, lines: list[str]
) -> None:
    screen.step(made)
    assert shown.lines == lines


FOUND = Finding(Derivation(op="text", elements=(1,)), "$7", wording='the "Total"')
SUM = "|  0 steps, 2.0 s, model m"


@pytest.mark.parametrize(
    ("came", "lines"),
    [
        (
            result(derived=True, evidence=(FOUND,), usage=Usage(900, 100), cost=0.02),
            [
                "green|done: $7",
                "|  derived from the page",
                '|  "$7" = the "Total"',
                f"{SUM}, 1,000 tokens, $0.02",
            ],
        ),
        (
            result(derived=True, untied=("cart", "two"), opinion="fine"),
            [
                "green|done: $7",
                "yellow|  derived from the page, not tied to: cart, two",
                "|  second opinion: fine",
                SUM,
            ],
        ),
        (
            result(answer="a\x1b[1m\nb"),
            ["green|done: a [1m", "green|b", "yellow|  claimed, not derived", SUM],
        ),
        (result(answer="", kind="check", derived=True), ["green|done: it holds", SUM]),
    ],
)
def test_the_answer_comes_with_what_it_rests_on_and_what_it_cost(
    screen: Screen, shown: Shown, came: RunResult, lines: list[str]
) -> None:
    screen.done(came)
    assert shown.lines == lines


def test_a_failure_says_whose_it_is_and_options_as_the_command_has_them(screen: Screen, shown: Shown) -> None:
    triage = Triage("agent", "agent: looked for 'a', the page says 'b'", ("seen",))
    wrong = FOUND._replace(text="", problem="it is $8")
    reason = "no 'a': set --webagent-model"
    ended = result(status="not_understood", reason=reason, triage=triage, evidence=(wrong,))
    error = Inconclusive("all of it")
    error.status = "not_understood"
    screen.failed(error, ended)
    assert shown.lines == [
        "red|inconclusive (not_understood): no 'a': set --model",
        "|  looked for 'a', the page says 'b'",
        "|  seen",
        'red|  the "Total": it is $8',
        SUM,
    ]


@pytest.mark.parametrize(
    ("error", "line"),
    [(ConfigError("wrong"), "red|error: wrong"), (BrowserError("none"), "red|browser_error: none")],
)
def test_a_failure_before_the_first_step_is_its_message(
    screen: Screen, shown: Shown, error: Exception, line: str
) -> None:
    screen.failed(error, None)
    assert shown.lines == [line]
