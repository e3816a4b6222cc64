"""What is kept of a test: files, properties, the summary; alone, under pytest-xdist, and when tests run again."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.conftest import Site
    from tests.plugin.conftest import Suite

SUITE = """
import os
import pytest
from pytest_webagent.testing import FunctionModel, call

pytestmark = pytest.mark.webagent(start_url=URL)

async def test_that_passes(agent, browser_session):
    assert (await agent.run("Count to 2")).answer == "2"
    worker = os.environ.get("PYTEST_XDIST_WORKER", "alone")
    print("worker", worker, "browser", id(browser_session.context.browser))

async def test_whose_answer_is_another(agent):
    result = await agent.run("Count to 1")
    assert result.answer == "2"

async def test_that_uses_up_its_steps(agent):
    await agent.run("Count to 9", max_steps=2)

async def test_with_two_runs(agent):
    await agent.run("Count to 1")
    await agent.run("Count to 2")

@pytest.mark.xfail(strict=True)
async def test_expected_to_fail(agent):
    await agent.run("Count to 9", max_steps=1)

@pytest.mark.webagent(start_url="http://127.0.0.1:9/")
async def test_whose_application_is_not_there(agent):
    raise AssertionError("ran")

async def test_without_a_run(agent): ...

def test_without_an_agent(): ...
"""

RERUN = """
import pytest
from _pytest.runner import runtestprotocol

def pytest_runtest_protocol(item, nextitem):
    # As plugins do that run failed tests again: the reports of the failed attempt are not logged.
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    reports = runtestprotocol(item, nextitem=nextitem, log=False)
    if any(report.failed for report in reports):
        item._initrequest()
        reports = runtestprotocol(item, nextitem=nextitem, log=False)
    for report in reports:
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True
"""


def records(suite: Suite, folder: str = "webagent-results") -> dict[str, dict]:
    paths = Path(suite.pytester.path, folder).glob("*/trajectory.json")
    found = [json.loads(path.read_text(encoding="utf-8")) for path in paths]
    return {record["test"].partition("::")[2]: record for record in found}


@pytest.mark.parametrize("spread", [(), ("-n", "2")], ids=["alone", "xdist"])
def test_each_test_with_an_agent_is_told_in_files_properties_and_summary(
    suite: Suite, spread: tuple[str, ...]
) -> None:
    suite.write(test_it=SUITE)
    result = suite.run("--junit-xml=junit.xml", "-rP", *spread)
    result.assert_outcomes(passed=4, failed=2, xfailed=1, errors=1)
    result.stdout.fnmatch_lines_random(
        [
            "*= webagent =*",
            "PASSED *done * 3 steps *s  test_it.py::test_that_passes",
            "FAILED *done * 2 steps *s  test_it.py::test_whose_answer_is_another",
            "FAILED *budget * 2 steps *s  test_it.py::test_that_uses_up_its_steps",
            "PASSED *done * 4 steps *s  test_it.py::test_with_two_runs",
            "XFAIL *budget * 1 step *s  test_it.py::test_expected_to_fail",
            "ERROR *environment * 0 steps *s  test_it.py::test_whose_application_is_not_there",
            "6 tests, 12 steps, * s",
            "report: webagent-results",
        ]
    )
    result.stderr.no_fnmatch_line("*")

    kept = records(suite)
    outcomes = {
        name: (record["outcome"], [run["status"] for run in record["runs"]]) for name, record in kept.items()
    }
    assert outcomes == {
        "test_that_passes": ("passed", ["done"]),
        "test_whose_answer_is_another": ("failed", ["done"]),
        "test_that_uses_up_its_steps": ("failed", ["budget"]),
        "test_with_two_runs": ("passed", ["done", "done"]),
        "test_expected_to_fail": ("skipped", ["budget"]),
        "test_whose_application_is_not_there": ("error", []),
    }
    assert any("127.0.0.1:9" in event for event in kept["test_whose_application_is_not_there"]["events"])

    cases = ET.parse(suite.pytester.path / "junit.xml").getroot().iter("testcase")
    told = {
        case.get("name"): {item.get("name"): item.get("value") for item in case.iter("property")}
        for case in cases
    }
    passed = told["test_that_passes"]
    assert (passed["webagent_status"], passed["webagent_steps"], passed["webagent_answer"]) == (
        "done",
        "3",
        "2",
    )
    assert (passed["webagent_model"], passed["webagent_runs"]) == ("function", "1")
    assert Path(passed["webagent_folder"], "index.html").is_file()
    assert told["test_without_an_agent"] == told["test_without_a_run"] == {}


def test_each_worker_has_a_browser_of_its_own(suite: Suite) -> None:
    suite.write(
        test_it="""
import os
import pytest

@pytest.mark.parametrize("number", range(4))
async def test_it(browser_session, record_property, number, tmp_path_factory):
    version = await browser_session.page.evaluate("navigator.userAgent")
    assert "Chrome" in version
    pool = tmp_path_factory.getbasetemp().parent
    worker = os.environ["PYTEST_XDIST_WORKER"]
    (pool / f"{worker}-{id(browser_session.context.browser)}").touch()
"""
    )
    result = suite.run("-n", "2", "--basetemp=base")
    result.assert_outcomes(passed=4)
    browsers = [path.name for path in Path(suite.pytester.path, "base").glob("gw?-*")]
    assert sorted(name.partition("-")[0] for name in browsers) == ["gw0", "gw1"]


def test_a_test_that_runs_again_has_a_fresh_session_and_its_own_files(suite: Suite) -> None:
    suite.pytester.makepyfile(again=RERUN)
    suite.write(
        test_it="""
import pytest

seen = []

@pytest.mark.webagent(start_url=URL)
async def test_flaky(agent, browser_session):
    assert browser_session.context not in [session.context for session in seen]
    assert agent.runs == []
    seen.append(browser_session)
    assert (await agent.run("Count to 1")).answer == "1"
    assert len(seen) == 2
"""
    )
    result = suite.run("-p", "again", "--junit-xml=junit.xml")
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(
        [
            "PASSED *done, rerun * 4 steps *s  test_it.py::test_flaky",
            "*run 1: failed: assert 1 == 2",
            "1 test, 4 steps, *",
        ]
    )
    attempts = {
        path.parent.name.partition("-attempt")[2]: json.loads(path.read_text(encoding="utf-8"))["outcome"]
        for path in Path(suite.pytester.path, "webagent-results").glob("*/trajectory.json")
    }
    assert attempts == {"": "failed", "2": "passed"}
    names = [
        item.get("name") for item in ET.parse(suite.pytester.path / "junit.xml").getroot().iter("property")
    ]
    assert len(names) == len(set(names)) == 10


def test_a_test_that_changes_the_current_folder_leaves_its_files_where_they_belong(suite: Suite) -> None:
    suite.write(
        test_it="""
import os
import pytest

@pytest.mark.webagent(start_url=URL)
async def test_that_leaves(agent, tmp_path_factory):
    os.chdir(tmp_path_factory.mktemp("elsewhere"))
    await agent.run("Count to 1")

@pytest.mark.webagent(start_url=URL)
async def test_afterwards(agent):
    await agent.run("Count to 1")
"""
    )
    suite.run().assert_outcomes(passed=2)
    assert set(records(suite)) == {"test_that_leaves", "test_afterwards"}


def test_properties_a_test_records_itself_are_left_alone_whatever_their_names_are(suite: Suite) -> None:
    suite.write(
        test_it="""
import pytest

def test_without_an_agent(record_property):
    record_property("webagent_note", "mine")

@pytest.mark.webagent(start_url=URL)
async def test_with_an_agent(agent, record_property):
    record_property("webagent_note", "mine")
    record_property(7, "mine")
    await agent.run("Count to 0")
"""
    )
    result = suite.run("--junit-xml=junit.xml", "-o", "junit_family=xunit1", "--html=report.html")
    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines(["1 test, 1 step, *"])
    cases = ET.parse(suite.pytester.path / "junit.xml").getroot().iter("testcase")
    told = {case.get("name"): [item.get("name") for item in case.iter("property")] for case in cases}
    assert told["test_without_an_agent"] == ["webagent_note"]
    assert told["test_with_an_agent"][:3] == ["webagent_note", "7", "webagent_status"]


HALF_AN_EMOJI = """
<meta charset="utf-8">
<h1>Half an emoji</h1><p role="status">0</p>
<script>document.title = "\\u{1f600}".slice(0, 1) + "half"; console.error(document.title)</script>
"""


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param((), id="alone", marks=pytest.mark.matrix),
        pytest.param(("-n", "1"), id="xdist", marks=pytest.mark.matrix),
        pytest.param(("--html=report.html", "--self-contained-html"), id="html"),
    ],
)
def test_half_a_character_in_a_page_breaks_no_report(
    suite: Suite, site: Site, arguments: tuple[str, ...]
) -> None:
    suite.write(
        test_it="""
import pytest
from pytest_webagent.testing import FunctionModel, call

@pytest.fixture
def model_client():
    return FunctionModel(lambda request: call("stop", answer=request.observation.title, status=request.goal))

@pytest.mark.webagent(start_url=HALF, answers="any")
@pytest.mark.parametrize("status", ["done", "goal_not_met"])
async def test_it(agent, status):
    assert (await agent.run(status)).answer.endswith("half")
""".replace("HALF", repr(site.page("/half", HALF_AN_EMOJI)))
    )
    result = suite.run("--junit-xml=junit.xml", *arguments)
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["E *GoalNotMet: goal_not_met: half"])
    assert set(records(suite)) == {"test_it[done]", "test_it[goal_not_met]"}
    properties = ET.parse(suite.pytester.path / "junit.xml").getroot().iter("property")
    answers = [each.get("value") for each in properties if each.get("name") == "webagent_answer"]
    assert answers == ["?half", "?half"]


def test_a_test_that_asks_for_the_agent_only_while_it_runs_is_kept_like_any_other(suite: Suite) -> None:
    suite.write(
        test_it="""
import pytest

@pytest.fixture
def found_late(request):
    return request.getfixturevalue("agent")

@pytest.mark.asyncio
@pytest.mark.webagent(start_url=URL)
async def test_it(found_late):
    await found_late.run("Count to 2", max_steps=1)
"""
    )
    result = suite.run()
    result.assert_outcomes(failed=1)
    assert [record["outcome"] for record in records(suite).values()] == ["failed"]
    result.stdout.fnmatch_lines(["E   *BudgetExceeded: *", "FAILED *budget * 1 step *s  test_it.py::test_it"])


INTERRUPTED = """
import os, signal
import pytest

# A shell that starts pytest in the background has it ignore Ctrl-C.
signal.signal(signal.SIGINT, signal.default_int_handler)

@pytest.mark.webagent(start_url=URL)
async def test_before(agent):
    await agent.run("Count to 1")

@pytest.mark.webagent(start_url=URL)
async def test_in_the_middle(agent, tool_registry):
    tool_registry.remove("click")

    @tool_registry.tool
    async def click(element_id: int, description: str) -> str:
        '''Stand in for a person who presses Ctrl-C while the agent works.

        Args:
            element_id: What to click.
            description: What it is.
        '''
        INTERRUPT
        return "done"

    await agent.run("Count to 2")

def test_after(): ...
"""


@pytest.mark.parametrize(
    ("interrupt", "arguments"),
    [
        ("os.kill(os.getpid(), signal.SIGINT)", ("--html=report.html",)),
        pytest.param("os.kill(os.getpid(), signal.SIGINT)", (), marks=pytest.mark.matrix),
        pytest.param("raise KeyboardInterrupt", ("--html=report.html",), marks=pytest.mark.matrix),
        ("raise KeyboardInterrupt", ()),
    ],
)
def test_ctrl_c_keeps_the_steps_made_until_then_and_says_where(
    suite: Suite, interrupt: str, arguments: tuple[str, ...]
) -> None:
    suite.write(test_it=INTERRUPTED.replace("INTERRUPT", interrupt))
    result = suite.run(*arguments)
    assert result.ret == pytest.ExitCode.INTERRUPTED
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(
        ["webagent: test_it.py::test_in_the_middle was interrupted; its steps so far are kept in *"]
    )
    said = next(line for line in result.outlines if "was interrupted" in line)
    folder = Path(said.partition("kept in ")[2])
    assert "Count to 2" in (folder / "index.html").read_text(encoding="utf-8")
    record = records(suite)["test_in_the_middle"]
    assert record["outcome"] == "interrupted"
    (run,) = record["runs"]
    assert run["reason"].startswith("the run was interrupted")
    assert [action["tool"] for action in run["steps"][0]["actions"]] == ["click"]
    assert (folder / run["steps"][0]["screenshot"]).is_file()


def test_the_summary_is_short_when_asked_to_be_quiet_and_leads_to_the_html_report(suite: Suite) -> None:
    suite.write(
        test_it="""
import pytest

@pytest.mark.webagent(start_url=URL)
async def test_it(agent):
    assert (await agent.run("Count to 0")).answer == "0"

def test_without_an_agent(): ...
"""
    )
    result = suite.run("-q", "--html=out/report.html", "--self-contained-html")
    result.assert_outcomes(passed=2)
    lines = result.outlines
    section = next(index for index, line in enumerate(lines) if "= webagent =" in line)
    assert lines[section + 1].startswith("1 test, 1 step, ")
    assert lines[section + 2] == "report: out/report.html"
    assert "webagent" not in suite.run("-qq", "--co").stdout.str()
    assert "= webagent =" not in suite.run("-k", "without").stdout.str()
