"""How tests read that ended inconclusive, and whose a failure is: in the terminal, in exit status, files and reports."""

from __future__ import annotations

import html
import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pytest_webagent.browser.session import BrowserSession
    from tests.conftest import Site
    from tests.plugin.conftest import Suite

MODEL = """
import pytest
from pytest_webagent.testing import FunctionModel, call, element

def think(request):
    goal, seen = request.goal, request.observation
    said = element(seen, "status")
    if "in circles" in goal:
        return call("scroll", direction="down")
    if "Cuonter" in goal:
        return call("stop", answer="nothing on the page fits 'Cuonter'", status="not_understood")
    if "order" in goal and said.text == "ordered":
        return call("stop", answer="the order did not go through", status="goal_not_met")
    if "order" in goal:
        return call("click", element_id=element(seen, "button", "Order").id, description="Order")
    if "number" in goal:
        evidence = [{"op": "text", "elements": [said.id]}] if "prove" in goal else []
        return call("stop", answer="7" if "wrong" in goal else "0", evidence=evidence)
    return call("stop", answer="fine")

@pytest.fixture(scope="session")
def webagent_settings(webagent_settings):
    return webagent_settings._replace(answers="any")

@pytest.fixture(scope="session")
def model_client():
    return FunctionModel(think)
"""

SUITE = """
import pytest
import pytest_asyncio

pytestmark = pytest.mark.webagent(start_url=URL)

async def test_that_passes(agent):
    assert (await agent.run("Look")).answer == "fine"

async def test_in_circles(agent):
    await agent.run("Go in circles")

async def test_misread(agent):
    await agent.run("Report the 'Cuonter'")

async def test_with_a_wrong_answer(agent):
    assert (await agent.run("Look")).answer == "wrong"

async def test_with_too_few_steps(agent):
    await agent.run("Go in circles", max_steps=2)

@pytest.mark.webagent(inconclusive="skip")
async def test_failed_whatever_an_inconclusive_one_counts_as(agent):
    await agent.run("Go in circles", max_steps=2)

@pytest_asyncio.fixture
async def prepared(agent):
    await agent.run("Go in circles")

async def test_that_is_not_prepared(prepared): ...

@pytest.mark.xfail(reason="known")
async def test_expected_to_fail(agent):
    await agent.run("Go in circles")

@pytest.mark.webagent(inconclusive="xfail")
async def test_with_a_setting_of_its_own(agent):
    await agent.run("Go in circles")

async def test_order(agent):
    await agent.run("Place an order")

@pytest.mark.webagent(answers="derived")
async def test_derived(agent):
    result = await agent.run("Report the number and prove it")
    assert (result.answer, result.derived) == ("0", True)

async def test_claimed(agent):
    result = await agent.run("Report the number")
    assert (result.answer, result.derived) == ("0", False)

@pytest.mark.webagent(answers="derived")
async def test_unproven(agent):
    await agent.run("Report a wrong number and prove it")
"""

PAGE = """
<h1>Counter</h1>
<button onclick="fetch('/orders', {method: 'POST'}).then(() => said.textContent = 'ordered')">Order</button>
<p role="status" id="said">0</p>
"""


@pytest.fixture
def suite(suite: Suite, site: Site) -> Suite:
    site.page("/counter", PAGE)
    site.page("/orders", "no", status=500)
    suite.pytester.makeconftest(MODEL)
    suite.pytester.makeini("[pytest]\nwebagent_screenshots = off")
    suite.write(test_it=SUITE)
    return suite


def counts(result: pytest.RunResult) -> dict[str, int]:
    """The numbers of pytest's last line."""
    return dict(result.parseoutcomes())


def properties(suite: Suite) -> dict[str, dict[str | None, str | None]]:
    """The properties of each test in junit.xml, and `ended` with the tag that says how it ended."""
    told = {}
    for case in ET.parse(suite.pytester.path / "junit.xml").getroot().iter("testcase"):
        found = {item.get("name"): item.get("value") for item in case.iter("property")}
        ends = [child.tag for child in case if child.tag in ("failure", "error", "skipped")]
        told[str(case.get("name"))] = {**found, "ended": " ".join(ends)}
    return told


@pytest.mark.parametrize(
    "spread", [pytest.param((), id="alone"), pytest.param(("-n", "1"), id="xdist", marks=pytest.mark.matrix)]
)
async def test_how_tests_ended_is_told_in_terminal_and_reports(
    suite: Suite, browser_session: BrowserSession, subtests: pytest.Subtests, spread: tuple[str, ...]
) -> None:
    result = suite.run("-v", "-rA", "--junit-xml=junit.xml", "--html=report.html", *spread)
    told, page = properties(suite), browser_session.page
    report = suite.pytester.path / "report.html"
    order, evidence = "site: the order did not go through", "POST /orders was answered 500 in step 1"
    limits = "limits: 2 steps were not enough; the last 2 steps were the same scroll"
    misread = "agent: looked for 'Cuonter', the page says 'Counter'"

    with subtests.test("inconclusive tests are failed ones with a word and a count of their own"):
        assert result.ret == pytest.ExitCode.TESTS_FAILED
        assert counts(result) == {"passed": 3, "failed": 4, "xfailed": 2, "inconclusive": 4}
        said = [
            line for line in result.outlines if re.match(r"(\[gw\d\].*)?INCONCLUSIVE|test_it\S* INC", line)
        ]
        assert len([line for line in said if "%]" in line]) == 4
        result.stdout.fnmatch_lines_random(
            [
                "INCONCLUSIVE test_it.py::test_in_circles - Inconclusive: stuck: *",
                "INCONCLUSIVE test_it.py::test_misread - Inconclusive: not_und*",
                "INCONCLUSIVE test_it.py::test_that_is_not_prepared - Inconcl*",
                "FAILED test_it.py::test_with_a_wrong_answer - *",
                "*_ test_in_circles _*",
                "E *errors.Inconclusive: stuck: scroll was called again and again *",
                "*_ ERROR at setup of test_that_is_not_prepared _*",
            ]
        )
        result.stderr.no_fnmatch_line("*")
        root = ET.parse(suite.pytester.path / "junit.xml").getroot()[0]
        totals = [root.get(name) for name in ("tests", "failures", "errors", "skipped")]
        assert totals == ["13", "7", "1", "2"]
        shown = report.read_text(encoding="utf-8")
        assert shown.count("col-links\\&#34;&gt;inconclusive ") == 4
        assert dict(re.findall(r'<span class="(\w+)">(\d+) [A-Z]', shown)) == {
            "failed": "7",
            "passed": "3",
            "skipped": "0",
            "xfailed": "2",
            "xpassed": "0",
            "error": "1",
            "rerun": "0",
            "retried": "0",
        }

    with subtests.test("status, the one it is on, and triage are properties of a test that failed"):
        circles = "agent: scroll was called again and again on a page that stayed the same"
        names = ("ended", "webagent_status", "webagent_whose", "webagent_triage")
        assert {test: tuple(case.get(name) for name in names) for test, case in told.items()} == {
            "test_that_passes": ("", "done", None, None),
            "test_in_circles": ("failure", "stuck", "agent", circles),
            "test_misread": ("failure", "not_understood", "agent", misread),
            "test_with_a_wrong_answer": ("failure", "done", None, None),
            "test_with_too_few_steps": ("failure", "budget", "limits", limits),
            "test_failed_whatever_an_inconclusive_one_counts_as": ("failure", "budget", "limits", limits),
            "test_that_is_not_prepared": ("error", "stuck", "agent", circles),
            "test_expected_to_fail": ("skipped", "stuck", "agent", circles),
            "test_with_a_setting_of_its_own": ("skipped", "stuck", "agent", circles),
            "test_order": ("failure", "goal_not_met", "site", f"{order}\n- {evidence}"),
            "test_derived": ("", "done", None, None),
            "test_claimed": ("", "done", None, None),
            "test_unproven": (
                "failure",
                "unverified",
                "agent",
                """agent: the answer '7' is not shown: the answer says "7", the evidence says "0".""",
            ),
        }

    with subtests.test("the section on the agent says whose each failure is"):
        lines = result.outlines[[line.strip("= ") for line in result.outlines].index("webagent") :]
        for test, start, triage in (
            ("test_misread", "INCONCLUSIVE  inconclusive (not_understood) ", misread),
            ("test_with_too_few_steps", "FAILED        budget ", limits),
        ):
            at = next(index for index, line in enumerate(lines) if line.endswith(f"::{test}"))
            assert lines[at].startswith(start)
            assert lines[at + 1].strip() == triage

    with subtests.test("a request the server failed is evidence in message, section, record and report"):
        result.stdout.fnmatch_lines(
            [
                "E *errors.GoalNotMet: goal_not_met: the order did not go through",
                f"E *triage:   {order}",
                f"E * - {evidence}",
                "*= webagent =*",
                "FAILED        goal_not_met * test_it.py::test_order",
                f"              {order}",
                f"              - {evidence}",
            ]
        )
        folder = Path(str(told["test_order"]["webagent_folder"]))
        (kept,) = json.loads((folder / "trajectory.json").read_text(encoding="utf-8"))["runs"]
        assert kept["triage"] == {"whose": "site", "line": order, "evidence": [evidence]}
        for file, within in ((report, 'tbody:has-text("test_order")'), (folder / "index.html", "body")):
            assert order in html.unescape(file.read_text(encoding="utf-8"))
            await page.goto(file.as_uri())
            words = page.locator(within).locator(".triage p, .triage li")
            assert await words.all_inner_texts() == [order, evidence]

    with subtests.test("claimed answers are told from derived ones, and an unproven one is inconclusive"):
        result.stdout.fnmatch_lines_random(
            [
                'E *Inconclusive: unverified: the answer \'7\' is not shown: the answer says "7", the evidence says "0".*',
                "PASSED        done  * 1 step *::test_derived",
                "PASSED        done (claimed)  * 1 step *::test_claimed",
                "INCONCLUSIVE  inconclusive (unverified)  * 2 steps *::test_unproven",
            ]
        )
        derived = [told[f"test_{how}"].get("webagent_derived") for how in ("derived", "claimed", "unproven")]
        assert derived == ["yes", "no", None]


def test_an_inconclusive_test_ends_a_session_with_x_and_is_the_one_that_failed_last(suite: Suite) -> None:
    def run(*arguments: str) -> pytest.RunResult:
        return suite.pytester.runpytest_subprocess("-W", "error", *arguments)

    # Without pytest's own terminal, too, it fails the session.
    first = run("-x", "-p", "no:terminal", "--junit-xml=junit.xml")
    assert first.ret == pytest.ExitCode.TESTS_FAILED
    told = properties(suite)
    assert {name: case["ended"] for name, case in told.items()} == {
        "test_that_passes": "",
        "test_in_circles": "failure",
    }
    assert str(told["test_in_circles"]["webagent_triage"]).startswith(
        "agent: scroll was called again and again"
    )
    again = run("--lf", "-rf")
    assert counts(again) == {"inconclusive": 1}
    assert again.ret == pytest.ExitCode.TESTS_FAILED
    again.stdout.fnmatch_lines(["INCONCLUSIVE test_it.py::test_in_circles - *"])


@pytest.mark.parametrize(
    ("counts_as", "kind", "line"),
    [
        (
            "skip",
            "skipped",
            "SKIPPED [[]1[]] test_it.py:*: inconclusive: not_understood: nothing on the page *",
        ),
        pytest.param(
            "xfail",
            "xfailed",
            "XFAIL test_it.py::test_misread - inconclusive: not_understood: nothing on the *",
            marks=pytest.mark.matrix,
        ),
    ],
)
def test_what_an_inconclusive_test_counts_as_is_a_setting(
    suite: Suite, counts_as: str, kind: str, line: str
) -> None:
    which = "circles or misread or not_prepared"
    result = suite.run(f"--webagent-inconclusive={counts_as}", "-rsx", "--junit-xml=junit.xml", "-k", which)
    assert counts(result) == {kind: 3, "deselected": 10}
    assert result.ret == pytest.ExitCode.OK
    result.stdout.fnmatch_lines([line])
    result.stdout.fnmatch_lines(["* inconclusive (not_understood) * test_it.py::test_misread"])
    told = properties(suite)
    assert {case["ended"] for case in told.values()} == {"skipped"}
    assert told["test_in_circles"]["webagent_status"] == "stuck"


def test_who_runs_expected_failures_as_tests_sees_them_inconclusive_with_a_letter_of_their_own(
    suite: Suite,
) -> None:
    which = "expected or setting or not_prepared"
    result = suite.run("-q", "--tb=no", "--runxfail", "--webagent-inconclusive=xfail", "-k", which)
    assert counts(result) == {"inconclusive": 3, "deselected": 10}
    result.stdout.fnmatch_lines(["III *"])


@pytest.mark.matrix
@pytest.mark.usefixtures("new_python")
def test_a_session_without_tests_of_ours_loads_none_of_this(suite: Suite) -> None:
    suite.write(
        test_it="""
import sys

def test_plain():
    assert "pytest_webagent.hooks.outcome.outcomes" not in sys.modules
    assert "pytest_webagent.agent.triage" not in sys.modules
"""
    )
    suite.run().assert_outcomes(passed=1)
    suite.run("-n", "1").assert_outcomes(passed=1)
