"""The log of tool calls and the table of them, where they cannot be written; else see test_matrix_results.py."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from tests.plugin.conftest import NO_PICTURES

if TYPE_CHECKING:
    from tests.plugin.conftest import Suite


def test_a_folder_that_cannot_be_written_to_is_one_warning_and_fails_no_test(suite: Suite) -> None:
    suite.write(
        test_it="""
import pytest

@pytest.mark.webagent(start_url=URL)
async def test_it(agent):
    await agent.run("Count to 1")
"""
    )
    results = suite.pytester.mkdir("webagent-results")
    # Root may write anywhere; a folder of that name stops anybody.
    os.symlink("/dev/full", results / "nothing")
    suite.pytester.makeconftest(
        (suite.pytester.path / "conftest.py").read_text()
        + "\nfrom pytest_webagent.hooks.results import call_log\ncall_log.NAME = 'nothing'\n"
    )
    result = suite.run("--webagent-tool-stats", NO_PICTURES)
    result.assert_outcomes(passed=1, warnings=1)
    result.stdout.fnmatch_lines(
        ["*webagent: tool calls are no longer written down, since *", "no tool call was written down"]
    )


def test_tools_that_can_only_be_refused_are_told_by_the_registry_and_the_report(suite: Suite) -> None:
    suite.write(
        test_it="""
import pytest

@pytest.mark.webagent(start_url=URL, tools=["default", "code", "database", "ask_human"])
async def test_it(agent, tool_registry):
    off = tool_registry.off
    assert {"python_execute", "bash", "database", "ask_human"} <= set(off)
    assert not set(off) & {each.name for each in tool_registry.specs()}
    result = await tool_registry.execute("bash", command="true")
    assert result.error == f"bash was not run: {off['bash']}"
    assert "allow_dangerous_tools = true" in off["bash"]
    await agent.run("Count to 1")
"""
    )
    suite.run(NO_PICTURES).assert_outcomes(passed=1)
    (page,) = (suite.pytester.path / "webagent-results").glob("*/index.html")
    shown = page.read_text(encoding="utf-8")
    assert " tools not offered</summary>" in shown
    assert '<p class="facts">database: no database is configured' in shown
    assert '<p class="facts">bash: it is dangerous' in shown
