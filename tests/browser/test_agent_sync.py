"""The agent in tests that are not coroutines, and what such a failing test shows."""

import asyncio
from pathlib import Path

import pytest

from pytest_webagent.agent.loop import Agent
from pytest_webagent.agent.sync_agent import SyncAgent
from pytest_webagent.browser.pool import BrowserPool
from pytest_webagent.config import Settings
from pytest_webagent.errors import ConfigError, GoalNotMet
from pytest_webagent.testing import ScriptedModel, call
from pytest_webagent.tools.toolsets import default_registry


@pytest.fixture
def sync_agent(site):
    """Makes an agent over a list of replies, on a page, driven by a loop of its own."""
    settings = Settings(screenshots="off", answers="any")
    with asyncio.Runner() as runner:
        pool = BrowserPool(settings)
        session = runner.run(pool.new_session(settings))
        runner.run(session.goto(site.page("/", "<h1>Hello</h1>")))

        def make(replies):
            model, tools = ScriptedModel(replies), default_registry()
            return SyncAgent(Agent(model=model, session=session, tools=tools, settings=settings), runner.run)

        yield make
        runner.run(session.close())
        runner.run(pool.close())


def test_a_test_without_await_gets_its_answer_and_a_failure_shows_only_its_own_line(sync_agent):
    agent = sync_agent([call("stop", answer="Hello"), call("stop", answer="no cart", status="goal_not_met")])
    assert agent.run("Report the heading").answer == "Hello"
    with pytest.raises(GoalNotMet, match="goal_not_met: no cart") as caught:
        agent.run("Report the cart total")
    assert {entry.path for entry in caught.traceback.filter(caught)} == {Path(__file__)}
    with pytest.raises(ConfigError, match="empty goal") as wrong:
        agent.run("")
    assert {entry.path for entry in wrong.traceback.filter(wrong)} == {Path(__file__)}
    assert [run.status for run in agent.runs] == ["done", "goal_not_met"]
