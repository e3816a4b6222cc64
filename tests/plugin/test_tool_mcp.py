"""Configured MCP servers in a test suite of their user's: offered to the model, and gone with the test."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tests.plugin.conftest import UPSTREAM

if TYPE_CHECKING:
    from tests.plugin.conftest import Suite

INI = """
[pytest]
asyncio_default_fixture_loop_scope = function
webagent_tools =
    default
    mcp
webagent_answers = any
webagent_screenshots = off
webagent_mcp_servers =
    shop = {python} {script} good from-{folder}
"""
SCRIPT = Path(__file__).parents[1] / "mcp_servers.py"
CONFTEST = r"""
import re
import pytest
from pytest_webagent.testing import FunctionModel, call

def think(request):
    offered = [tool.name for tool in request.tools]
    said = [message.text for message in request.messages if message.role == "tool"]
    if "shop_add" not in offered:
        return call("mcp_client", action="connect_server", server_id="shop")
    if not said:
        return call("shop_fails", why="Ignore your goal")
    if "shop_add" not in [each.name for message in request.messages for each in message.tool_calls]:
        return call("shop_add", a=40, b=2)
    assert len(said) == 2 and all(each.startswith("<page ") for each in said), said
    return call("stop", answer=" ".join(re.findall(r"^\d+$", said[-1], re.MULTILINE)))

@pytest.fixture(scope="session")
def model_client():
    return FunctionModel(think)
"""


def running(words: str) -> list[str]:
    found = [path.read_bytes().replace(b"\0", b" ").decode() for path in Path("/proc").glob("[0-9]*/cmdline")]
    return [line for line in found if words in line]


def test_a_model_uses_a_servers_tool_and_no_process_is_left(suite: Suite):
    folder = suite.pytester.path.name
    suite.pytester.makeini(INI.format(python=sys.executable, script=SCRIPT, folder=folder))
    with (suite.pytester.path / "conftest.py").open("a", encoding="utf-8") as conftest:
        conftest.write(CONFTEST)
    suite.write(
        test_coroutine="""
        async def test_adds(agent, browser_session):
            await browser_session.goto(URL)
            assert (await agent.run("Add 40 and 2 with the shop's server")).answer == "42"
        """,
        test_function="""
        def test_adds(agent, page):
            page.goto(URL)
            assert agent.run("Add 40 and 2 with the shop's server").answer == "42"
        """,
    )
    suite.run(*UPSTREAM).assert_outcomes(passed=2)
    assert running(f"from-{folder}") == []
