"""How tests read that ended inconclusive, and whose a failure is: in the terminal, in exit status, files and reports."""

from __future__ import annotations

import html
import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.plugin.conftest import SPREAD_BY_DEFAULT

if TYPE_CHECKING:
    from pytest_webagent.browser.session import BrowserSession
    from tests.conftest import Site
    from tests.plugin.conftest import Suite

MODEL = """
import pytest
from pytest_webagent.testing import FunctionModel, call, element

def think(request):
    goal, seen = request.goal, request.observation
    if "in circles" in goal:
        return call("scroll", direction="down")
    if "Cuonter" in goal:
        return call("stop", answer="nothing on the page fits 'Cuonter'", status="not_understood")
    if "order" in goal:
        asked = "ordered" in seen.text
        button = element(seen, "button", "Order")
        if asked:
            return call("stop", answer="the order did not go through", status="goal_not_met")
        return call("click", element_id=button.id, description="Order")
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
"""
COUNTS = {"passed": 1, "failed": 2, "xfailed": 2, "inconclusive": 3}


@pytest.fixture
def suite(suite: Suite) -> Suite:
    suite.pytester.makeconftest(MODEL)
    suite.write(test_it=SUITE)
    return suite


def counts(result: pytest.RunResult) -> dict[str, int]:
    """The numbers of pytest's last line."""
    return dict(result.parseoutcomes())


def properties(suite: Suite) -> dict[str, dict[str | None, str | None]]:
    """The properties of each test in junit.xml, and `failed` with the tag that says it failed."""
    told = {}
    for case in ET.parse(suite.pytester.path / "junit.xml").getroot().iter("testcase"):
        found = {item.get("name"): item.get("value") for item in case.iter("property")}
        ends = [child.tag for child in case if child.tag in ("failure", "error", "skipped")]
        told[str(case.get("name"))] = {**found, "ended": " ".join(ends)}
    return told


@SPREAD_BY_DEFAULT
def test_inconclusive_tests_are_failed_ones_with_a_word_and_a_count_of_their_own(
    suite: Suite, spread: tuple[str, ...]
) -> None:
    result = suite.run("-v", "-rA", "--junit-xml=junit.xml", "--html=report.html", *spread)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    assert counts(result) == COUNTS
    said = [line for line in result.outlines if re.match(r"(\[gw\d\].*)?INCONCLUSIVE|test_it\S* INC", line)]
    assert len([line for line in said if "%]" in line]) == 3
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
    assert (root.get("tests"), root.get("failures"), root.get("errors"), root.get("skipped")) == (
        "8",
        "4",
        "1",
        "2",
    )
    report = (suite.pytester.path / "report.html").read_text(encoding="utf-8")
    assert report.count("col-links\\&#34;&gt;inconclusive ") == 3
    shown = dict(re.findall(r'<span class="(\w+)">(\d+) [A-Z]', report))
    assert shown == {
        "failed": "4",
        "passed": "1",
        "skipped": "0",
        "xfailed": "2",
        "xpassed": "0",
        "error": "1",
        "rerun": "0",
        "retried": "0",
    }


def test_the_status_the_one_it_is_on_and_the_triage_are_properties_of_a_test_that_failed(
    suite: Suite,
) -> None:
    suite.run("--junit-xml=junit.xml")
    told = {
        name: (
            case["ended"],
            case["webagent_status"],
            case.get("webagent_whose"),
            case.get("webagent_triage"),
        )
        for name, case in properties(suite).items()
    }
    circles = "agent: scroll was called again and again on a page that stayed the same"
    limits = "limits: 2 steps were not enough; the last 2 steps were the same scroll"
    assert told == {
        "test_that_passes": ("", "done", None, None),
        "test_in_circles": ("failure", "stuck", "agent", circles),
        "test_misread": (
            "failure",
            "not_understood",
            "agent",
            "agent: looked for 'Cuonter', the page says 'Counter'",
        ),
        "test_with_a_wrong_answer": ("failure", "done", None, None),
        "test_with_too_few_steps": ("failure", "budget", "limits", limits),
        "test_that_is_not_prepared": ("error", "stuck", "agent", circles),
        "test_expected_to_fail": ("skipped", "stuck", "agent", circles),
        "test_with_a_setting_of_its_own": ("skipped", "stuck", "agent", circles),
    }


def test_quiet_output_has_the_letter_and_the_count(suite: Suite) -> None:
    result = suite.run("-q", "--tb=no")
    assert counts(result) == COUNTS
    result.stdout.fnmatch_lines([".IIFFIxx *"])
    result.stdout.no_fnmatch_line("*Error*-")


def test_the_section_on_the_agent_says_whose_each_failure_is(suite: Suite) -> None:
    result = suite.run("--tb=no", "-rN")
    assert counts(result) == COUNTS
    lines = result.outlines[[line.strip("= ") for line in result.outlines].index("webagent") :]
    at = next(index for index, line in enumerate(lines) if line.endswith("::test_misread"))
    assert lines[at].startswith("INCONCLUSIVE  inconclusive (not_understood) ")
    assert lines[at + 1].strip() == "agent: looked for 'Cuonter', the page says 'Counter'"
    at = next(index for index, line in enumerate(lines) if line.endswith("::test_with_too_few_steps"))
    assert lines[at].startswith("FAILED        budget ")
    assert lines[at + 1].strip().startswith("limits: 2 steps were not enough")


def test_an_inconclusive_test_ends_a_session_with_x_and_is_the_one_that_failed_last(suite: Suite) -> None:
    def run(*arguments: str) -> pytest.RunResult:
        return suite.pytester.runpytest_subprocess("-W", "error", *arguments)

    first = run("-x", "--tb=no")
    assert first.ret == pytest.ExitCode.TESTS_FAILED
    assert counts(first) == {"passed": 1, "inconclusive": 1}
    first.stdout.fnmatch_lines(["*stopping after 1 failures*"])
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
    result = suite.run(
        f"--webagent-inconclusive={counts_as}", "-rsx", "--junit-xml=junit.xml", "-k", "not wrong"
    )
    expected = {"passed": 1, "failed": 1, "deselected": 1, "xfailed": 2}
    assert counts(result) == {**expected, kind: expected.get(kind, 0) + 3}
    result.stdout.fnmatch_lines([line])
    result.stdout.fnmatch_lines(["* inconclusive (not_understood) * test_it.py::test_misread"])
    told = properties(suite)
    assert {told[name]["ended"] for name in ("test_in_circles", "test_that_is_not_prepared")} == {"skipped"}
    assert told["test_in_circles"]["webagent_status"] == "stuck"
    left = suite.run(f"--webagent-inconclusive={counts_as}", "-k", "circles or misread")
    assert left.ret == pytest.ExitCode.OK


def test_who_runs_expected_failures_as_tests_sees_them_inconclusive(suite: Suite) -> None:
    result = suite.run("--runxfail", "--webagent-inconclusive=xfail", "-k", "expected or setting")
    assert counts(result) == {"inconclusive": 2, "deselected": 6}


def test_without_pytests_own_terminal_an_inconclusive_test_fails_the_session_all_the_same(
    suite: Suite,
) -> None:
    result = suite.run("-p", "no:terminal", "-k", "misread", "--junit-xml=junit.xml")
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    assert properties(suite)["test_misread"]["ended"] == "failure"


ORDER = """
<h1>Counter</h1>
<button onclick="fetch('/orders', {method: 'POST'}).then(() => said.textContent = 'ordered')">Order</button>
<p role="status" id="said"></p>
"""


async def test_a_request_the_server_failed_is_evidence_in_message_section_properties_and_report(
    suite: Suite, site: Site, browser_session: BrowserSession
) -> None:
    site.page("/counter", ORDER)
    site.page("/orders", "no", status=500)
    suite.write(
        test_it="""
import pytest

@pytest.mark.webagent(start_url=URL)
async def test_order(agent):
    await agent.run("Place an order")
"""
    )
    result = suite.run("--junit-xml=junit.xml", "--html=report.html")
    result.assert_outcomes(failed=1)
    line, evidence = "site: the order did not go through", "POST /orders was answered 500 in step 1"
    result.stdout.fnmatch_lines(
        [
            "E *errors.GoalNotMet: goal_not_met: the order did not go through",
            f"E *triage:   {line}",
            f"E * - {evidence}",
            "*= webagent =*",
            "FAILED  goal_not_met * test_it.py::test_order",
            f"        {line}",
            f"        - {evidence}",
        ]
    )
    assert properties(suite)["test_order"]["webagent_triage"] == f"{line}\n- {evidence}"
    folder = Path(str(properties(suite)["test_order"]["webagent_folder"]))
    record = folder / "trajectory.json"
    (kept,) = json.loads(record.read_text(encoding="utf-8"))["runs"]
    assert kept["triage"] == {"whose": "site", "line": line, "evidence": [evidence]}
    page = browser_session.page
    for shown in (suite.pytester.path / "report.html", record.with_name("index.html")):
        assert line in html.unescape(shown.read_text(encoding="utf-8"))
        await page.goto(shown.as_uri())
        assert await page.locator(".triage p, .triage li").all_inner_texts() == [line, evidence]


@pytest.mark.usefixtures("new_python")
def test_a_session_without_tests_of_ours_loads_none_of_this(suite: Suite) -> None:
    suite.write(
        test_it="""
import sys

def test_plain():
    assert "pytest_webagent.hooks.outcomes" not in sys.modules
    assert "pytest_webagent.agent.triage" not in sys.modules
"""
    )
    suite.run().assert_outcomes(passed=1)
    suite.run("-n", "1").assert_outcomes(passed=1)


def test_claimed_answers_are_told_from_derived_ones_and_an_unproven_one_is_inconclusive(suite: Suite) -> None:
    suite.write(
        test_it="""
import pytest
from pytest_webagent.testing import FunctionModel, call, element

def think(request):
    said = element(request.observation, "status")
    evidence = [{"op": "text", "elements": [said.id]}] if "prove" in request.goal else []
    return call("stop", answer="7" if "wrong" in request.goal else "0", evidence=evidence)

@pytest.fixture
def model_client():
    return FunctionModel(think)

@pytest.mark.webagent(start_url=URL, answers="derived")
async def test_derived(agent):
    result = await agent.run("Report the number and prove it")
    assert (result.answer, result.derived) == ("0", True)

@pytest.mark.webagent(start_url=URL, answers="any")
async def test_claimed(agent):
    result = await agent.run("Report the number")
    assert (result.answer, result.derived) == ("0", False)

@pytest.mark.webagent(start_url=URL, answers="derived")
async def test_unproven(agent):
    await agent.run("Report a wrong number and prove it")
"""
    )
    result = suite.run("-o", "asyncio_mode=auto", "--junit-xml=junit.xml")
    result.assert_outcomes(passed=2)
    assert result.parseoutcomes()["inconclusive"] == 1
    result.stdout.fnmatch_lines(
        [
            'E *Inconclusive: unverified: the answer \'7\' is not shown: the answer says "7", the evidence says "0".*',
            "PASSED        done                       * 1 step *::test_derived",
            "PASSED        done (claimed)             * 1 step *::test_claimed",
            "INCONCLUSIVE  inconclusive (unverified)  * 2 steps *::test_unproven",
        ]
    )
    cases = ET.parse(suite.pytester.path / "junit.xml").getroot().iter("testcase")
    told = {
        case.get("name"): {item.get("name"): item.get("value") for item in case.iter("property")}
        for case in cases
    }
    assert [
        told[name].get("webagent_derived") for name in ("test_derived", "test_claimed", "test_unproven")
    ] == [
        "yes",
        "no",
        None,
    ]
