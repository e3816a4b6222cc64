"""What is kept of a test: files, properties, tool calls, the summary; alone, under pytest-xdist, and when tests run again."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pytest_webagent.hooks.results.call_log import CallLog
from pytest_webagent.tools.core.calls import CallRecord
from tests.plugin.conftest import NO_PICTURES, SPREAD_BY_DEFAULT

if TYPE_CHECKING:
    from tests.conftest import Site
    from tests.plugin.conftest import Suite

SUITE = """
import pytest
from pytest_webagent.testing import FunctionModel, call

pytestmark = pytest.mark.webagent(start_url=URL)

@pytest.fixture
def notes_its_browser(browser_session, worker_id):
    open(f"browser-{worker_id}-{id(browser_session.context.browser)}", "w").close()

async def test_that_passes(agent, notes_its_browser):
    assert (await agent.run("Count to 2")).answer == "2"

async def test_whose_answer_is_another(agent, notes_its_browser):
    result = await agent.run("Count to 1")
    assert result.answer == "2"

async def test_that_uses_up_its_steps(agent, notes_its_browser):
    await agent.run("Count to 9", max_steps=2)

async def test_with_two_runs(agent, notes_its_browser):
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

async def test_that_calls_a_tool_itself(agent, tool_registry):
    @tool_registry.tool(kind="read")
    async def break_down(password: str) -> str:
        '''Always breaks down.

        Args:
            password: The password.
        '''
        raise ValueError("as ever")

    result = await tool_registry.execute("break_down", password="hunter2")
    assert result.error is not None
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


def records(suite: Suite, folder: str = "webagent-results") -> dict[str, dict[str, Any]]:
    paths = Path(suite.pytester.path, folder).glob("*/trajectory.json")
    found = [json.loads(path.read_text(encoding="utf-8")) for path in paths]
    return {record["test"].partition("::")[2]: record for record in found}


@SPREAD_BY_DEFAULT
def test_each_test_with_an_agent_is_told_in_files_properties_log_and_summary(
    suite: Suite, subtests: pytest.Subtests, spread: tuple[str, ...]
) -> None:
    suite.write(test_it=SUITE)
    earlier = CallRecord(tool="hover", arguments={}, risk="LOW", success=True, milliseconds=1.0)
    CallLog(suite.pytester.path / "webagent-results", "an earlier session").write("test", earlier)
    result = suite.run("--junit-xml=junit.xml", "-rP", "--webagent-tool-stats", *spread)
    result.assert_outcomes(passed=5, failed=2, xfailed=1, errors=1)
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
    assert Path(str(passed["webagent_folder"]), "index.html").is_file()
    assert told["test_without_an_agent"] == told["test_without_a_run"] == {}

    with subtests.test("each worker has a browser of its own"):
        browsers = [path.name.split("-")[1] for path in suite.pytester.path.glob("browser-*")]
        assert sorted(browsers) == (["gw0", "gw1"] if spread else ["master"])

    with subtests.test("workers write one log, and the table counts the calls of this session"):
        (log,) = (suite.pytester.path / "webagent-results").glob("web_actions_*.jsonl")
        assert log.stat().st_mode & 0o077 == 0
        other, *made = [json.loads(line) for line in log.read_text().splitlines()]
        assert other["tool"] == "hover"
        assert len({each["session"] for each in made}) == 1
        assert {each["worker"] for each in made} == ({"gw0", "gw1"} if spread else {""})
        assert sorted(each["tool"] for each in made) == ["break_down", *["click"] * 8, *["stop"] * 4]
        (broken,) = (each for each in made if each["tool"] == "break_down")
        assert broken["arguments"] == {"password": "***"}
        assert (broken["success"], broken["error_class"]) == (False, "ValueError")
        assert broken["test"] == "test_it.py::test_that_calls_a_tool_itself"
        clicks = [each for each in made if each["tool"] == "click"]
        assert all(each["toolset"] == "gui" and each["settle_milliseconds"] > 0 for each in clicks)
        result.stdout.fnmatch_lines(
            [
                "*= webagent tools =*",
                "tool *calls *ok *errors *p50 *p95 *slowest *cached *denied *dry runs",
                "click *8 *100% *0% * ms * ms * ms *-  *-  *-",
                "break_down *1 *0% *100% *",
            ]
        )
        assert "hunter2" not in str(result.outlines)
        assert "hover" not in str(result.outlines)


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
    assert len(names) == len(set(names)) == 11


HALF_AN_EMOJI = """
<meta charset="utf-8">
<h1>Half an emoji</h1><p role="status">0</p>
<script>document.title = "\\u{1f600}".slice(0, 1) + "half"; console.error(document.title)</script>
"""


@pytest.mark.parametrize(
    "spread", [pytest.param((), id="alone"), pytest.param(("-n", "1"), id="xdist", marks=pytest.mark.matrix)]
)
def test_no_test_breaks_the_reports_and_the_summary_is_short_when_asked_to_be_quiet(
    suite: Suite, site: Site, subtests: pytest.Subtests, spread: tuple[str, ...]
) -> None:
    suite.write(
        test_half="""
import pytest
from pytest_webagent.testing import FunctionModel, call

@pytest.fixture
def model_client():
    return FunctionModel(lambda request: call("stop", answer=request.observation.title, status=request.goal))

@pytest.mark.webagent(start_url=HALF, answers="any")
@pytest.mark.parametrize("status", ["done", "goal_not_met"])
async def test_half(agent, status):
    assert (await agent.run(status)).answer.endswith("half")
""".replace("HALF", repr(site.page("/half", HALF_AN_EMOJI))),
        test_it="""
import os
import pytest

@pytest.mark.webagent(start_url=URL)
async def test_that_leaves(agent, tmp_path_factory):
    os.chdir(tmp_path_factory.mktemp("elsewhere"))
    await agent.run("Count to 1")

def test_without_an_agent(record_property):
    record_property("webagent_note", "mine")

@pytest.mark.webagent(start_url=URL)
async def test_afterwards(agent, record_property):
    record_property("webagent_note", "mine")
    record_property(7, "mine")
    await agent.run("Count to 0")
""",
    )
    html = ("--html=out/report.html", "--self-contained-html")
    result = suite.run("-q", "--junit-xml=junit.xml", "-o", "junit_family=xunit1", *html, *spread)
    result.assert_outcomes(passed=4, failed=1)
    told = [
        (str(case.get("name")), [(item.get("name"), item.get("value")) for item in case.iter("property")])
        for case in ET.parse(suite.pytester.path / "junit.xml").getroot().iter("testcase")
    ]

    with subtests.test("a test that changes the current folder leaves its files where they belong"):
        kept = {"test_half[done]", "test_half[goal_not_met]", "test_that_leaves", "test_afterwards"}
        assert set(records(suite)) == kept

    with subtests.test("properties a test records itself are left alone whatever their names are"):
        names = {test: [name for name, _ in pairs] for test, pairs in told}
        assert names["test_without_an_agent"] == ["webagent_note"]
        assert names["test_afterwards"][:3] == ["webagent_note", "7", "webagent_status"]

    with subtests.test("half a character in a page breaks no report"):
        result.stdout.fnmatch_lines(["E *GoalNotMet: goal_not_met: half"])
        answers = [dict(pairs)["webagent_answer"] for test, pairs in told if test.startswith("test_half")]
        assert answers == ["?half", "?half"]

    with subtests.test("the summary is short and leads to the html report"):
        lines = result.outlines
        section = next(index for index, line in enumerate(lines) if "= webagent =" in line)
        assert lines[section + 1].startswith("4 tests, 5 steps, ")
        assert lines[section + 2] == "report: out/report.html"
        assert (suite.pytester.path / "out" / "report.html").is_file()
        assert "webagent" not in suite.run("-qq", "--co").stdout.str()
        assert "= webagent =" not in suite.run("-k", "without").stdout.str()


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
    result = suite.run(NO_PICTURES)
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
        pytest.param("raise KeyboardInterrupt", (), marks=pytest.mark.matrix),
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
