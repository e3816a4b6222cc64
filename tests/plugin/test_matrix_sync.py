"""Tests that are no coroutines, on pytest-playwright's own page; and where the two kinds of test cannot meet."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from matrix_cases import repeats

from tests.plugin.conftest import UPSTREAM

if TYPE_CHECKING:
    from tests.plugin.conftest import Suite

ON_THE_PAGE = """
import pytest
from playwright.sync_api import Frame, Page, expect

def test_the_agent_drives_the_page_of_the_test(page, agent):
    page.goto(URL)
    page.get_by_role("button").click()
    result = agent.run("Count to 2")
    assert result.answer == "2"
    expect(page.get_by_role("status")).to_have_text("2")
    assert [run.answer for run in agent.runs] == ["2"]

@pytest.mark.webagent(start_url=URL, max_steps=9)
def test_without_naming_the_page(agent, browser_session):
    assert agent.run("Count to 1").answer == "1"
    assert isinstance(browser_session.page, Page)
    expect(browser_session.page.get_by_role("status")).to_have_text("1")
    assert browser_session.settings.max_steps == 9

def test_the_session_is_called_directly_and_shares_the_page(page, browser_session):
    browser_session.goto(URL)
    assert browser_session.page is page
    assert browser_session.context is page.context
    assert "Counter" in browser_session.observe().text
    assert browser_session.observation.url == page.url

def test_the_objects_of_the_test_stay_synchronous(page, agent, context):
    page.goto(URL)
    page.set_content("<button>Open</button><p role=status>done</p><iframe srcdoc='<p>inside</p>'></iframe>")
    agent.run("done")
    assert isinstance(page.main_frame, Frame)
    assert all(isinstance(frame, Frame) for frame in page.frames)
    assert page.main_frame.evaluate("1 + 1") == 2
    assert context.pages == [page]
    assert page.context.browser.version
    with page.expect_popup() as opened:
        page.evaluate("window.open('about:blank') && null")
    assert isinstance(opened.value, Page)
    opened.value.close()

def test_tabs_are_shared_with_the_agent(page, browser_session):
    browser_session.open_tab(URL)
    assert [tab.current for tab in browser_session.tabs()] == [False, True]
    assert isinstance(browser_session.page, Page)
    assert browser_session.page is not page
    browser_session.close_tab()
    assert browser_session.page is page

def test_requests_are_answered_by_a_mock(page, browser_session):
    page.goto(URL)
    mock = browser_session.mock("**/late", json={"late": True})
    assert page.evaluate("fetch('/late').then(answer => answer.json())") == {"late": True}
    assert [each.method for each in mock.requests] == ["GET"]
    mock.stop()
    assert page.evaluate("fetch('/late').then(answer => answer.text())") != '{"late":true}'

def test_a_dialog_is_answered_by_the_handler_of_the_test(page, agent):
    page.set_content("<button onclick='document.title = confirm(`Sure?`)'>Delete</button>")
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button").click()
    expect(page).to_have_title("true")

@pytest.mark.webagent(start_url=URL)
def test_a_dialog_without_a_handler_does_not_hang_the_test(page, agent, browser_session):
    browser_session.observe()
    page.set_content("<button onclick='document.title = confirm(`Sure?`)'>Delete</button>")
    page.get_by_role("button").click()
    expect(page).to_have_title("false")
    assert browser_session.dialog is None

def test_a_tool_is_called_directly(page, agent, tool_registry):
    page.goto(URL)
    assert tool_registry.execute("press_key", key="Tab")
    assert tool_registry.execute("press_key", key="Enter")
    expect(page.get_by_role("status")).to_have_text("1")
    assert not tool_registry.execute("click", element_id="99", description="no such button")

def test_a_failure_shows_the_line_of_the_test_and_what_happened(page, agent):
    page.goto(URL)
    agent.run("Count to 7", max_steps=2)
"""

FIRST = """
async def test_first(agent, browser_session):
    await browser_session.goto(URL)
    assert (await agent.run("Count to 1")).answer == "1"
"""

BOTH_KINDS = {
    # First, while no Playwright runs yet.
    "test_0_both": "async def test_with_the_page(page, agent): ...",
    "test_1_sync": """
def test_first(page):
    page.goto(URL)
""",
    "test_2_async": """
import asyncio
import pytest_asyncio

@pytest_asyncio.fixture
async def before():
    return asyncio.get_running_loop()

async def test_second(before, agent):
    raise AssertionError("ran")
""",
}


# pytest-playwright 0.10 offers `base_url` in a way pytest 9.2 has deprecated.
def test_the_agent_works_on_the_page_of_pytest_playwright_also_after_a_coroutine_test(suite: Suite) -> None:
    suite.write(test_1_first=FIRST, test_2_page=ON_THE_PAGE)
    result = suite.run(*UPSTREAM)
    result.assert_outcomes(passed=10, failed=1)
    result.stdout.fnmatch_lines(
        [
            '>       agent.run("Count to 7", max_steps=2)',
            "E       pytest_webagent.errors.BudgetExceeded: budget: 2 steps were not enough*",
            "test_2_page.py:*: BudgetExceeded",
        ]
    )
    result.stdout.no_fnmatch_line("*pytest_webagent/*.py:*")
    result.stdout.no_fnmatch_line("*greenlet*")
    result.stderr.no_fnmatch_line("*")


@pytest.mark.parametrize("mode", ["strict", *repeats("auto")])
def test_a_coroutine_test_after_the_synchronous_page_or_with_it_is_told_why_it_cannot_run(
    suite: Suite, mode: str
) -> None:
    suite.write(**BOTH_KINDS)
    result = suite.run(f"--asyncio-mode={mode}", *UPSTREAM)
    result.assert_outcomes(passed=1, errors=2)
    told = [
        "*this test is a coroutine, but Playwright's synchronous API runs in this process*",
        "*- run the two kinds of tests in separate pytest runs, or",
        "*- write both in one style: *",
    ]
    result.stdout.fnmatch_lines([*told, *told])
    result.stdout.no_fnmatch_line("*Runner.run()*")
    result.stdout.no_fnmatch_line("*pytest_webagent/*.py*")
    result.stderr.no_fnmatch_line("*")


def test_without_pytest_playwright_a_plain_test_is_told_what_to_do(suite: Suite) -> None:
    suite.write(test_it="def test_it(agent): ...")
    result = suite.run("-p", "no:playwright")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(
        ["*there is no fixture of that name. Install pytest-playwright*or write the test as `async def`*"]
    )
    result.stdout.no_fnmatch_line("*pytest_webagent/*.py*")


def test_a_browser_pytest_playwright_does_not_find_is_explained(
    suite: Suite, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(suite.pytester.mkdir("empty")))
    suite.pytester.makeconftest("")
    suite.write(
        test_one="def test_page_first(page, agent): pass",
        test_two="def test_agent_alone(agent): pass",
        test_three="def test_of_others(page): pass",
    )
    result = suite.run()
    result.assert_outcomes(errors=3)
    text = result.stdout.str()
    assert text.count("pytest-playwright starts Playwright's\nown browser, which is not downloaded") == 2
    path = os.environ["WEBAGENT_BROWSER_PATH"]
    assert text.count(f'return {{**browser_type_launch_args, "executable_path": "{path}"}}') == 2
    assert text.count("BrowserType.launch: Executable doesn't exist") == 1
