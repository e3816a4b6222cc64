"""How mistakes and failures read in plain pytest output: the test's own line, one message, no traceback of ours."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.plugin.conftest import Site, Suite

FAILING = """
import pytest
import pytest_asyncio
from pytest_webagent.testing import FunctionModel, call

pytestmark = pytest.mark.webagent(start_url=URL, answers="any")

@pytest.fixture
def model_client():
    return FunctionModel(lambda request: call("stop", answer="no mug is left", status="goal_not_met"))

@pytest_asyncio.fixture
async def with_a_mug(agent):
    await agent.run("Put a mug into the cart")

def buy(agent, goal):
    return agent.run(goal)

async def test_whose_goal_is_not_met(agent):
    await buy(agent, "Buy a mug")

async def test_whose_fixture_does_not_get_there(with_a_mug): ...

async def test_whose_browser_dies(agent, browser_session):
    await browser_session.context.browser.close()
    await agent.run("Buy a mug")

async def test_after_the_browser_died(browser_session):
    assert await browser_session.page.get_by_role("heading").inner_text() == "Counter"

async def test_that_goes_where_nothing_listens(browser_session):
    await browser_session.goto("http://127.0.0.1:9/")

@pytest.mark.webagent(start_url="http://127.0.0.1:9/")
async def test_whose_application_is_not_there(agent): ...
"""


def blocks(result: pytest.RunResult) -> dict[str, list[str]]:
    """The lines of each test's part of the output, by the test's name; source lines and messages only."""
    parts: dict[str, list[str]] = {}
    name = ""
    for line in result.outlines:
        if line.startswith("____"):
            name = line.strip("_ ").removeprefix("ERROR at setup of ")
        elif line.startswith("===="):
            name = ""
        elif name:
            parts.setdefault(name, []).append(line)
    return parts


def test_a_failure_shows_the_line_of_the_test_and_a_message(suite: Suite) -> None:
    suite.write(test_it=FAILING)
    result = suite.run()
    result.assert_outcomes(passed=1, failed=3, errors=2)
    shown = {name: "\n".join(lines) for name, lines in blocks(result).items()}
    assert [
        name for name, text in shown.items() if "site-packages" in text or "pytest_webagent/" in text
    ] == []
    assert "above exception was the direct cause" not in result.stdout.str()

    lines = blocks(result)["test_whose_goal_is_not_met"]
    assert '>       await buy(agent, "Buy a mug")' in lines
    assert "E       pytest_webagent.errors.GoalNotMet: goal_not_met: no mug is left" in lines
    assert "E         goal:     Buy a mug" in lines
    (told,) = [line.removeprefix("E         report:   ") for line in lines if "  report:   " in line]
    assert "<title>test_it.py::test_whose_goal_is_not_met<" in (suite.pytester.path / told).read_text()
    lines = blocks(result)["test_whose_fixture_does_not_get_there"]
    assert '>       await agent.run("Put a mug into the cart")' in lines
    assert "E       pytest_webagent.errors.GoalNotMet: goal_not_met: no mug is left" in lines
    assert "E       pytest_webagent.errors.BrowserError: " in shown["test_whose_browser_dies"]
    assert (
        '>       await browser_session.goto("http://127.0.0.1:9/")'
        in shown["test_that_goes_where_nothing_listens"]
    )
    lines = blocks(result)["test_whose_application_is_not_there"]
    assert len(lines) == 1
    assert lines[0].startswith("could not open http://127.0.0.1:9/: ")
    result.stdout.fnmatch_lines(
        ["ERROR test_it.py::test_whose_application_is_not_there - EnvironmentFailure: *"]
    )


def test_the_whole_traceback_is_there_for_those_who_ask(suite: Suite) -> None:
    suite.write(test_it="async def test_it(agent): ...")
    result = suite.run("--full-trace", "--webagent-browser-path=/nowhere/chrome")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*pytest_webagent/browser/*.py:*"])


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--webagent-browser-path=/nowhere/chrome",), "*'/nowhere/chrome'*is not an executable file*"),
        (("--webagent-start-url=/cart",), "start_url is the relative address '/cart'*pass --base-url*"),
        (("--webagent-start-url=/cart", "-o", "base_url=shop"), "the base URL 'shop' is not absolute*"),
    ],
    ids=["no browser", "no base URL", "bad base URL"],
)
def test_a_setup_that_cannot_work_is_one_message(suite: Suite, arguments: tuple[str, ...], told: str) -> None:
    suite.write(test_it="async def test_it(agent): ...")
    result = suite.run(*arguments)
    result.assert_outcomes(errors=1)
    (lines,) = blocks(result).values()
    assert len(lines) == 1, lines
    result.stdout.fnmatch_lines([told])


def test_a_model_that_needs_a_key_says_so_once(suite: Suite, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    suite.pytester.makeconftest("")
    suite.write(test_it="async def test_it(agent): ...")
    result = suite.run("--webagent-model=gpt-of-the-day")
    result.assert_outcomes(errors=1)
    (lines,) = blocks(result).values()
    assert len(lines) == 1, lines
    assert "OPENAI_API_KEY" in lines[0]


def test_a_folder_that_cannot_be_written_is_told_and_the_session_goes_on(suite: Suite) -> None:
    suite.pytester.makefile(".txt", taken="a file, not a folder")
    suite.write(
        test_it="""
import pytest

@pytest.mark.webagent(start_url=URL)
async def test_it(agent):
    assert (await agent.run("Count to 0")).answer == "0"

def test_another(): ...
"""
    )
    result = suite.run("--webagent-output=taken.txt")
    result.assert_outcomes(passed=2, errors=1)
    result.stdout.fnmatch_lines(
        ["the trajectory of this test could not be written to 'taken.txt': *--webagent-output"]
    )


# The option and the ini key are pytest-playwright's; test_bad_input.py has the one, "bad base URL" above the other.
def test_the_base_url_may_come_from_a_fixture(suite: Suite, site: Site) -> None:
    suite.write(
        test_it="""
import pytest

@pytest.mark.webagent(start_url="/counter", pages={"Counter": "/counter"})
async def test_it(agent, browser_session):
    assert browser_session.page.url == URL
    assert browser_session.settings.pages[0].url == URL
"""
    )
    suite.pytester.makeconftest(
        f"import pytest\n\n@pytest.fixture\ndef base_url():\n    return {site.url!r}\n"
    )
    suite.run("-p", "no:playwright").assert_outcomes(passed=1)
