"""Coroutine tests on every loop pytest-asyncio offers, in both of its modes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.plugin.conftest import NO_PICTURES

if TYPE_CHECKING:
    from tests.plugin.conftest import Suite

ON_THE_SESSIONS_LOOP = '''
import asyncio
import pytest
import pytest_asyncio

browsers, contexts = [], []

@pytest_asyncio.fixture
async def counting(browser_session):
    """An async fixture of the test's author, with something of its own that belongs to a loop."""
    await browser_session.goto(URL)
    done = asyncio.get_running_loop().create_future()
    yield done
    assert await browser_session.page.get_by_role("heading").inner_text() == "Counter"
    assert done.done()

@pytest_asyncio.fixture
async def unrelated():
    return asyncio.get_running_loop()

@pytest.fixture
def wrapped(agent):
    return agent

def remember(session):
    browsers.append(session.context.browser)
    contexts.append(session.context)

async def test_unmarked(agent, browser_session):
    await browser_session.goto(URL)
    assert (await agent.run("Count to 1")).answer == "1"
    remember(browser_session)

@pytest.mark.asyncio
async def test_marked_without_a_loop_scope(agent, browser_session):
    await browser_session.goto(URL)
    assert (await agent.run("Count to 2")).answer == "2"
    remember(browser_session)

@pytest.mark.webagent(start_url=URL)
async def test_through_another_fixture(wrapped, browser_session):
    assert (await wrapped.run("Count to 1")).answer == "1"
    remember(browser_session)

async def test_with_an_async_fixture_around_the_session(counting, agent, browser_session, unrelated):
    assert unrelated is asyncio.get_running_loop()
    assert (await agent.run("Count to 1")).answer == "1"
    counting.set_result("reached on the loop of the test")
    assert await counting
    remember(browser_session)

@pytest.mark.usefixtures("agent")
@pytest.mark.parametrize("number", [1, 2])
async def test_with_usefixtures_and_parameters(request, number):
    session = request.getfixturevalue("browser_session")
    await session.goto(URL)
    remember(session)

class TestInAClass:
    @pytest.mark.asyncio(loop_scope="session")
    async def test_on_the_sessions_loop_by_its_own_mark(self, browser_session):
        await browser_session.goto(URL)
        remember(browser_session)

def test_one_browser_served_all_of_them_each_in_a_context_of_its_own():
    assert len(browsers) == 7
    assert len({id(browser) for browser in browsers}) == 1
    assert len({id(context) for context in contexts}) == 7
'''

ON_OTHER_LOOPS = """
import pytest

browsers = {}

async def count(agent, browser_session):
    await browser_session.goto(URL)
    assert (await agent.run("Count to 1")).answer == "1"
    return browser_session.context.browser

@pytest.mark.asyncio(loop_scope="function")
async def test_on_its_own_loop(agent, browser_session):
    browsers["function"] = await count(agent, browser_session)

@pytest.mark.asyncio(loop_scope="module")
async def test_on_the_modules_loop(agent, browser_session):
    browsers["module"] = await count(agent, browser_session)

@pytest.mark.asyncio(loop_scope="module")
async def test_on_the_modules_loop_again(agent, browser_session):
    assert await count(agent, browser_session) is browsers["module"]

@pytest.mark.asyncio(loop_scope="class")
class TestInAClass:
    async def test_on_the_loop_of_its_class(self, agent, browser_session):
        browsers["class"] = await count(agent, browser_session)

async def test_on_the_sessions_loop_between_the_others(agent, browser_session):
    browsers["session"] = await count(agent, browser_session)

@pytest.fixture
def found_late(request):
    return request.getfixturevalue("agent"), request.getfixturevalue("browser_session")

@pytest.mark.asyncio
async def test_whose_fixture_was_not_to_be_seen_when_it_was_collected(found_late):
    # Nothing said that it would use the agent, so it is on the loop the configuration gives it.
    browsers["late"] = await count(*found_late)

def test_each_loop_had_a_browser_of_its_own_and_those_of_ended_loops_are_closed():
    assert len({id(browser) for browser in browsers.values()}) == 5
    assert not browsers["function"].is_connected()
    assert not browsers["late"].is_connected()
    assert not browsers["class"].is_connected()
    assert browsers["session"].is_connected()
"""


@pytest.mark.parametrize(
    ("mode", "fixtures", "tests", "others"),
    [
        pytest.param("strict", "function", "function", False, marks=pytest.mark.matrix),
        pytest.param("strict", "session", "session", False, marks=pytest.mark.matrix),
        pytest.param("auto", "function", "session", False, marks=pytest.mark.matrix),
        # What else is run here is run in strict mode, and "function" is what the others leave to us to put right.
        ("auto", "function", "function", True),
        pytest.param("strict", "session", "function", True, marks=pytest.mark.matrix),
        pytest.param("auto", "session", "function", True, marks=pytest.mark.matrix),
    ],
)
def test_coroutine_tests_share_one_browser_however_they_are_marked_and_each_other_loop_gets_its_own(
    suite: Suite, mode: str, fixtures: str, tests: str, others: bool
) -> None:
    suite.write(test_session=ON_THE_SESSIONS_LOOP)
    if others:
        suite.write(test_others=ON_OTHER_LOOPS)
    result = suite.run(
        f"--asyncio-mode={mode}",
        "-o",
        f"asyncio_default_fixture_loop_scope={fixtures}",
        "-o",
        f"asyncio_default_test_loop_scope={tests}",
        NO_PICTURES,
    )
    result.assert_outcomes(passed=15 if others else 8)
    result.stderr.no_fnmatch_line("*")
