"""The log of tool calls and the table of them, in whole sessions."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

from pytest_webagent.hooks.call_log import CallLog
from pytest_webagent.tools.calls import CallRecord

if TYPE_CHECKING:
    import pytest

    from tests.plugin.conftest import Suite

TESTS = """
import pytest

pytestmark = pytest.mark.webagent(start_url=URL)

@pytest.mark.parametrize("number", [2, 1, 3])
async def test_count(agent, number):
    await agent.run(f"Count to {number}")

async def test_other_calls(agent, tool_registry):
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


def records(suite: Suite) -> list[dict[str, Any]]:
    """What is in the one file of today."""
    (file,) = (suite.pytester.path / "webagent-results").glob("web_actions_*.jsonl")
    assert file.stat().st_mode & 0o077 == 0
    return [json.loads(line) for line in file.read_text().splitlines()]


def test_workers_write_one_file_and_the_table_counts_the_calls_of_this_session(suite: Suite):
    suite.write(test_it=TESTS)
    earlier = CallRecord(tool="hover", arguments={}, risk="LOW", success=True, milliseconds=1.0)
    CallLog(suite.pytester.path / "webagent-results", "an earlier session").write("test", earlier)
    result = suite.run("-n", "2", "--webagent-tool-stats")
    result.assert_outcomes(passed=4)
    other, *made = records(suite)
    assert other["tool"] == "hover"
    assert len({each["session"] for each in made}) == 1
    assert {each["worker"] for each in made} == {"gw0", "gw1"}
    assert sorted(each["tool"] for each in made) == ["break_down", *["click"] * 6, *["stop"] * 3]
    (broken,) = (each for each in made if each["tool"] == "break_down")
    assert broken["arguments"] == {"password": "***"}
    assert (broken["success"], broken["error_class"]) == (False, "ValueError")
    assert broken["test"] == "test_it.py::test_other_calls"
    assert all(
        each["toolset"] == "gui" and each["settle_milliseconds"] > 0
        for each in made
        if each["tool"] == "click"
    )
    result.stdout.fnmatch_lines(
        [
            "*= webagent tools =*",
            "tool *calls *ok *errors *p50 *p95 *slowest *cached *denied *dry runs",
            "click *6 *100% *0% * ms * ms * ms *-  *-  *-",
            "break_down *1 *0% *100% *",
        ]
    )
    assert "hunter2" not in str(result.outlines)
    assert "hover" not in str(result.outlines)


def test_a_folder_that_cannot_be_written_to_is_one_warning_and_fails_no_test(
    suite: Suite, monkeypatch: pytest.MonkeyPatch
):
    suite.write(test_it=TESTS)
    results = suite.pytester.mkdir("webagent-results")
    # Root may write anywhere; a folder of that name stops anybody.
    os.symlink("/dev/full", results / "nothing")
    suite.pytester.makeconftest(
        (suite.pytester.path / "conftest.py").read_text()
        + "\nfrom pytest_webagent.hooks import call_log\ncall_log.NAME = 'nothing'\n"
    )
    result = suite.run("--webagent-tool-stats", "-k", "count and 1")
    result.assert_outcomes(passed=1, deselected=3, warnings=1)
    result.stdout.fnmatch_lines(
        ["*webagent: tool calls are no longer written down, since *", "no tool call was written down"]
    )
