"""Tests on pytest-playwright's own page: while the agent works, what routes see is kept to the origins of the test."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.conftest import Answer
from tests.plugin.conftest import UPSTREAM

if TYPE_CHECKING:
    from tests.conftest import Site
    from tests.plugin.conftest import Suite

REACHING = """
<h1>Counter</h1>
<img src="OTHER/seen.png">
<button onclick="
    n.textContent = Number(n.textContent) + 1;
    fetch('OTHER/told?' + document.cookie, {mode: 'no-cors'}).catch(() => 0)">Add one</button>
<p role="status" id="n">0</p>
"""

ON_THE_PAGE = """
def test_it(page, agent):
    page.goto(URL)
    assert agent.run("Count to 2").answer == "2"
"""


@pytest.fixture
def suite(suite: Suite, site: Site) -> Suite:
    return type(suite)(suite.pytester, site.page("/counter", REACHING.replace("OTHER", site.other_url)))


def test_what_a_page_asks_for_while_the_agent_works_is_refused_and_told(suite: Suite, site: Site) -> None:
    suite.write(test_it=ON_THE_PAGE)
    result = suite.run(*UPSTREAM)
    result.assert_outcomes(passed=1)
    told = f"refused: {site.other_url} (2 times); allow it by webagent_allowed_origins = {site.other_url}"
    result.stdout.fnmatch_lines(["*= webagent =*", told])
    assert site.asked("/told") == []


def test_what_the_test_itself_does_is_its_own_affair(suite: Suite, site: Site) -> None:
    suite.write(
        test_it=ON_THE_PAGE
        + """
    # Nothing is held up while the test is busy with something else than Playwright.
    page.evaluate("other => { setTimeout(() => fetch(other + '/later', {mode: 'no-cors'}), 100) }", OTHER)
    for _ in range(1000):
        if PATH.exists():
            break
        time.sleep(0.01)
    assert PATH.exists()

def test_without_an_agent(page):
    page.goto(URL)
    page.get_by_role("button").click()
    page.wait_for_load_state("networkidle")
""".replace("OTHER", repr(site.other_url))
    )
    came = suite.pytester.path / "came"
    file = suite.pytester.path / "test_it.py"
    text = file.read_text(encoding="utf-8").replace("PATH", f"Path({str(came)!r})")
    file.write_text(f"import time\nfrom pathlib import Path\n{text}", encoding="utf-8")
    site.answer("/later", lambda _: came.touch() or Answer())
    result = suite.run(*UPSTREAM)
    result.assert_outcomes(passed=2)
    # The page of each test was opened by the test itself.
    assert len(site.asked("/seen.png")) == 2
    assert len(site.asked("/told")) == 1


def test_what_is_reported_is_let_through(suite: Suite, site: Site) -> None:
    suite.write(test_it=ON_THE_PAGE)
    result = suite.run("--webagent-network=report", *UPSTREAM)
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["webagent_allowed_origins =", f"    {site.other_url}"])
    assert len(site.asked("/told")) == 2


@pytest.mark.parametrize("allowed", ["--webagent-network=open", "--webagent-allowed-origins=OTHER"])
def test_what_is_allowed_is_reached(suite: Suite, site: Site, allowed: str) -> None:
    suite.write(test_it=ON_THE_PAGE)
    result = suite.run(allowed.replace("OTHER", site.other_url), *UPSTREAM)
    result.assert_outcomes(passed=1)
    result.stdout.no_fnmatch_line("refused: *")
    assert len(site.asked("/told")) == 2


def test_a_run_may_begin_with_a_dialog_open_and_end_with_one(suite: Suite, site: Site) -> None:
    site.page(
        "/asks", "<h1>Order</h1><p role=status>Paid</p><script>setTimeout(() => alert('Hello'))</script>"
    )
    suite.write(
        test_it="""
import pytest
from pytest_webagent import Inconclusive
from pytest_webagent.testing import FunctionModel, call

@pytest.fixture
def model_client():
    return FunctionModel(lambda request: call("stop", answer="A dialog is open.", status="not_understood"))

def test_it(agent, browser_session):
    browser_session.goto(URL.replace("/counter", "/asks"))
    assert browser_session.dialog
    for _ in range(2):
        with pytest.raises(Inconclusive):
            agent.run("Count")
    assert browser_session.dialog
"""
    )
    suite.run(*UPSTREAM).assert_outcomes(passed=1)
