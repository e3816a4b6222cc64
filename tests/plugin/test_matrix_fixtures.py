"""The fixtures in a user's hands: overridden, wrapped, beside other plugins, and where they cannot work."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.plugin.conftest import NO_PICTURES

if TYPE_CHECKING:
    import pytest

    from tests.plugin.conftest import Suite

OVERRIDES = '''
import pytest
import pytest_asyncio
from pytest_webagent.testing import FunctionModel, ScriptedModel, call

@pytest.fixture(scope="session")
def webagent_settings(webagent_settings):
    return webagent_settings._replace(max_steps=3, viewport=webagent_settings.viewport._replace(width=640))

@pytest.fixture
def tool_registry(tool_registry):
    tool_registry.only("click", "stop")
    return tool_registry

@pytest_asyncio.fixture
async def browser_session(browser_session):
    await browser_session.goto(URL)
    return browser_session

@pytest.fixture
def agent(agent, request):
    agent.made_for = request.node.name
    return agent

async def test_each_fixture_can_be_overridden_on_top_of_ours(agent, browser_session, tool_registry, webagent_settings):
    assert agent.made_for == "test_each_fixture_can_be_overridden_on_top_of_ours"
    assert sorted(tool_registry.names) == ["click", "stop"]
    assert await browser_session.page.evaluate("innerWidth") == 640
    with pytest.raises(Exception, match="3 steps were not enough"):
        await agent.run("Count to 9")

@pytest.mark.webagent(answers="any")
class TestAModelOfOneTest:
    @pytest.fixture
    def model_client(self):
        return ScriptedModel([call("stop", answer="scripted")], name="my script")

    @pytest.mark.parametrize("number", [1, 2])
    async def test_may_be_made_anew_for_each_test(self, agent, number):
        result = await agent.run("Whatever")
        assert (result.answer, result.model) == ("scripted", "my script")

@pytest.fixture
def secret_word():
    return "swordfish"

async def test_tools_of_one_test_are_not_seen_by_another(agent, tool_registry, secret_word):
    @tool_registry.tool
    async def say_it() -> str:
        """Say the secret word."""
        return secret_word
    assert "say_it" in tool_registry.names

async def test_the_other_test(tool_registry, grounder):
    assert "say_it" not in tool_registry.names
    assert grounder is None

@pytest.mark.webagent(max_steps=2)
class TestMarkers:
    pytestmark = pytest.mark.webagent(timeout=30)

    @pytest.mark.webagent(max_steps=1)
    async def test_the_closest_marker_wins_and_the_others_add_to_it(self, agent, browser_session):
        assert (browser_session.settings.max_steps, browser_session.settings.timeout) == (1, 30.0)
'''

FACTORIES = """
import asyncio
import pytest

def pytest_asyncio_loop_factories(config, item):
    return {"first": lambda: asyncio.new_event_loop(), "second": lambda: asyncio.new_event_loop()}
"""


def test_fixtures_are_overridden_and_wrapped_as_those_of_pytest_playwright_are(suite: Suite) -> None:
    suite.write(test_it=OVERRIDES)
    result = suite.run(NO_PICTURES)
    result.assert_outcomes(passed=6)
    result.stderr.no_fnmatch_line("*")


def test_every_variant_of_a_loop_has_a_browser_of_its_own(suite: Suite) -> None:
    suite.pytester.makeconftest(
        suite.pytester.path.joinpath("conftest.py").read_text(encoding="utf-8") + FACTORIES
    )
    suite.write(
        test_it="""
browsers = []

async def test_it(agent, browser_session):
    await browser_session.goto(URL)
    assert (await agent.run("Count to 1")).answer == "1"
    browsers.append(browser_session.context.browser)

def test_afterwards():
    assert len({id(browser) for browser in browsers}) == 2
"""
    )
    result = suite.run(NO_PICTURES)
    result.assert_outcomes(passed=3)
    result.stderr.no_fnmatch_line("*")


ANYIO = """
import pytest

@pytest.fixture
def anyio_backend():
    return "asyncio"

@pytest.mark.anyio
async def test_it(agent): ...
"""
UNITTEST = """
import unittest
import pytest

@pytest.mark.usefixtures("agent")
class TestIt(unittest.IsolatedAsyncioTestCase):
    async def test_it(self): ...
"""
PLAIN = """
async def test_it(agent): ...
"""
LATE = """
import pytest

@pytest.mark.asyncio
async def test_it(request):
    request.getfixturevalue("agent")
"""


def test_a_coroutine_pytest_asyncio_does_not_run_is_told_what_to_do(suite: Suite) -> None:
    told = "::test_it is a coroutine that pytest-asyncio does not run, *"
    suite.write(test_plain=PLAIN)
    result = suite.run("-p", "no:asyncio", "-W", "ignore")
    result.assert_outcomes(errors=1)
    advice = "it is not loaded: leave out `-p no:asyncio`, or load it with `-p pytest_asyncio.plugin`"
    result.stdout.fnmatch_lines([f"test_plain.py{told} {advice}"])
    suite.write(test_anyio=ANYIO, test_unittest=UNITTEST, test_late=LATE)
    result = suite.run("--deselect=test_plain.py")
    result.assert_outcomes(errors=2, failed=1, deselected=1)
    result.stdout.fnmatch_lines_random(
        [
            f"test_anyio.py{told} mark it with @pytest.mark.asyncio, and let no other async plugin run it",
            f"test_unittest.py::TestIt{told} unittest runs it on a loop of its own: write it as a function*",
            "E *ConfigError: a fixture of ours was asked for while a coroutine test was already running*",
            "E *Name the fixture among the test's arguments, or *",
        ]
    )
    result.stdout.no_fnmatch_line("*synchronous API*")


def test_plugins_may_be_loaded_one_by_one(suite: Suite, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    suite.write(
        test_it="""
import pytest

@pytest.mark.webagent(start_url=URL)
async def test_it(agent):
    assert (await agent.run("Count to 1")).answer == "1"
"""
    )
    suite.run("-p", "pytest_asyncio.plugin", "-p", "webagent", NO_PICTURES).assert_outcomes(passed=1)
    collected = suite.run("-p", "pytest_asyncio.plugin", "-p", "pytest_webagent.plugin", "--collect-only")
    assert collected.ret == 0
    collected.stdout.fnmatch_lines(["webagent: model *", "*<Coroutine test_it>*"])
