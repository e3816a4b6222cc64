"""One action at a time: it is said first, and done when the test says so."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace

import pytest
from model_server import calls, wants
from one_session import one_session  # noqa: F401 (a fixture)

from pytest_webagent.agent.loop import Agent
from pytest_webagent.agent.sync_agent import SyncAgent
from pytest_webagent.browser.pool import BrowserPool
from pytest_webagent.config import Settings
from pytest_webagent.errors import BudgetExceeded, ConfigError, GoalNotMet, Inconclusive
from pytest_webagent.model.builtin.model import BuiltinModel
from pytest_webagent.model.openai import OpenAIModel
from pytest_webagent.testing import FunctionModel, ScriptedModel, call, element
from pytest_webagent.tools.toolsets import default_registry

PAGE = """
<button onclick="said.textContent = 'Hello'">Greet</button>
<button onclick="said.textContent = 'Bye'">Leave</button><p role=status id=said></p>
"""


@pytest.fixture
async def work(session, site):
    await session.goto(site.page("/", PAGE))

    def make(model, **changes):
        if isinstance(model, list):
            model = ScriptedModel(model)
        known = {"timeout": 30.0, "settle_timeout": 1.0, "screenshots": "off"}
        return Agent(
            model=model, session=session, tools=default_registry(), settings=Settings(**{**known, **changes})
        )

    return make


def greet(request):
    return call("click", element_id=element(request.observation, "button", "Greet").id, description="Greet")


def report(request):
    said = element(request.observation, "status")
    return call("stop", answer=said.text, evidence=[{"op": "text", "elements": [said.id]}])


async def said(session):
    return await session.page.inner_text("#said")


async def test_an_action_is_told_and_not_done_until_it_is_asked_for(work, session):
    agent = work([greet, report])
    action = await agent.next_action("Greet and report what it says")
    assert (action.tool, action.arguments["description"], action.reasoning) == (
        "click",
        "Greet",
        "The script says so.",
    )
    assert "reasoning" not in action.arguments
    assert await said(session) == ""
    done = await agent.act(action)
    assert done.result.error is None
    assert await said(session) == "Hello"
    last = await agent.next_action("Greet and report what it says")
    assert last.tool == "stop"
    await agent.act(last)
    (result,) = agent.runs
    assert (result.status, result.answer, result.derived, len(result.steps)) == ("done", "Hello", True, 2)


async def test_a_goal_alone_has_its_next_action_done(work, session):
    agent = work([greet, report])
    assert (await agent.act("Greet and report what it says")).call.name == "click"
    assert (await agent.act("Greet and report what it says")).call.name == "stop"
    assert agent.runs[0].answer == "Hello"


async def test_what_is_not_done_is_dropped_and_the_model_is_told(work, session):
    told = []

    def think(request):
        told.append([message.text for message in request.messages if message.role == "tool"])
        return greet(request)

    agent = work(FunctionModel(think))
    first = await agent.next_action("Greet")
    second = await agent.next_action("Greet")
    assert "the test did not do it" in told[1][-1]
    await agent.act(second)
    with pytest.raises(ConfigError, match="there is no action for the goal 'Greet' to be done"):
        await agent.act(first)
    assert [len(step.actions) for step in agent.runs[0].steps] == [1, 1]


async def test_an_action_that_was_dropped_is_not_done_in_the_turn_of_another(work, session):
    agent = work([greet, greet, report, greet])
    old = await agent.next_action("Greet")
    new = await agent.next_action("Greet")
    assert old == new
    with pytest.raises(ConfigError, match=r"was dropped when agent\.next_action gave another one"):
        await agent.act(old)
    assert await said(session) == ""
    await agent.act(replace(new, reasoning="mine"))
    assert await said(session) == "Hello"


async def test_what_is_no_action_is_refused(work):
    agent = work([greet])
    with pytest.raises(ConfigError, match="not 5"):
        await agent.act(5)
    action = await agent.next_action("Greet")
    with pytest.raises(ConfigError, match="not 5"):
        await agent.act(5)
    for wrong in (None, "x", {1: 2}):
        with pytest.raises(ConfigError, match="must be a dict by their names"):
            await agent.act(replace(action, arguments=wrong))
    assert (await agent.act(action)).result.error is None


async def test_a_test_can_have_something_else_done(work, session):
    agent = work([greet, report])
    action = await agent.next_action("Greet and report")
    leave = element(session.observation, "button", "Leave").id
    other = replace(action, arguments={"element_id": str(leave), "description": "Leave"})
    done = await agent.act(other)
    assert (done.call.arguments["element_id"], await said(session)) == (str(leave), "Bye")
    # "Leave" is not what the goal asks for, but what the test does.
    assert done.mark == ""


async def test_a_reply_of_several_calls_gives_the_first(work):
    agent = work([lambda request: [greet(request), call("stop", answer="x")]])
    assert (await agent.next_action("Greet")).tool == "click"
    (step,) = agent.runs[0].steps
    assert "one action is done at a time" in step.actions[0].result.error


async def test_what_could_not_be_done_is_given_back_to_the_model_before_the_test_sees_it(work):
    agent = work([call("klick"), call("click", element_id=3), "I think I should greet.", greet])
    action = await agent.next_action("Greet")
    assert action.tool == "click"
    errors = [step.actions[0].result.error for step in agent.runs[0].steps[:2]]
    assert "there is no tool 'klick'" in errors[0]
    assert "'description' is missing" in errors[1]


async def test_a_model_that_never_gives_an_action_ends_it(work):
    agent = work(FunctionModel(lambda _: call("klick")), max_errors=2)
    with pytest.raises(Inconclusive, match="3 steps in a row ended in an error"):
        await agent.next_action("Greet")
    agent = work(FunctionModel(greet), max_steps=1)
    await agent.act("Greet")
    with pytest.raises(BudgetExceeded, match="1 steps were not enough"):
        await agent.next_action("Greet")


async def test_stop_is_judged_as_in_any_run(work):
    lie = call("stop", answer="Bye", evidence=[])
    agent = work([greet, lie, lie, call("stop", answer="no", status="goal_not_met", evidence=[])])
    await agent.act("Greet and report what it says")
    sent_back = await agent.act("Greet and report what it says")
    assert "does not follow from its evidence" in sent_back.result.error
    with pytest.raises(Inconclusive, match="unverified"):
        await agent.act("Greet and report what it says")
    agent = work([call("stop", answer="no greeting", status="goal_not_met")], answers="any")
    with pytest.raises(GoalNotMet, match="no greeting"):
        await agent.act("Greet")
    assert agent.runs[0].status == "goal_not_met"


async def test_an_error_of_a_tool_is_a_result(work):
    agent = work([call("click", element_id=999, description="nothing"), greet])
    assert "999" in (await agent.act("Greet")).result.error
    assert (await agent.act("Greet")).result.error is None


async def test_a_run_may_come_in_between_and_then_the_goal_begins_anew(work):
    agent = work([greet, greet, report, greet], answers="any")
    await agent.next_action("Greet")
    assert (await agent.run("Greet and report")).answer == "Hello"
    assert (await agent.next_action("Greet")).tool == "click"
    assert len(agent.runs) == 2


@pytest.mark.parametrize(
    ("goal", "why"), [("", "agent.next_action\\(goal\\) was given an empty"), (5, "takes")]
)
async def test_a_goal_that_is_none_is_refused(work, goal, why):
    with pytest.raises(ConfigError, match=why):
        await work([]).next_action(goal)


async def test_where_no_model_is_to_be_asked_only_builtin_gives_actions(work):
    with pytest.raises(ConfigError, match="--webagent-record=off"):
        await work([greet], record="none").next_action("Greet")
    assert (await work(BuiltinModel(), record="none").next_action("Click Greet")).tool == "click"


async def test_an_action_of_another_goal_is_refused(work):
    agent = work([greet, greet])
    action = await agent.next_action("Greet")
    with pytest.raises(ConfigError, match="no action is waiting for the goal 'Leave'"):
        await agent.act(replace(action, goal="Leave"))


async def test_the_builtin_model_gives_actions_too(work, session):
    agent = work(BuiltinModel())
    action = await agent.next_action("Click Greet")
    assert (action.tool, await said(session)) == ("click", "")
    await agent.act(action)
    assert await said(session) == "Hello"


async def test_a_language_model_is_asked_once_for_each_action(model_server, session, site):
    await session.goto(site.page("/", PAGE))
    settings = Settings(
        model="test-model", model_url=model_server.url, answers="any", vision="off", screenshots="off"
    )

    def press(asked):
        assert "Greet" in json.dumps(asked.messages)
        number = element(session.observation, "button", "Greet").id
        return calls(
            wants("click", {"element_id": str(number), "description": "Greet", "reasoning": "asked"})
        )

    stop = {"answer": "Hello", "status": "done", "reasoning": "it says so"}
    model_server.script(press, calls(wants("stop", stop)))
    model = OpenAIModel(settings)
    agent = Agent(model=model, session=session, tools=default_registry(), settings=settings)
    action = await agent.next_action("Greet and report")
    assert (action.tool, action.reasoning, len(model_server.asked)) == ("click", "asked", 1)
    await agent.act(action)
    await agent.act("Greet and report")
    assert (agent.runs[0].answer, len(model_server.asked)) == ("Hello", 2)
    assert agent.runs[0].usage.requests == 2
    await model.close()


async def test_the_state_of_the_browser_can_be_had_from_the_agent(work):
    state = await work([]).get_current_state()
    assert set(state.output) == {
        "url",
        "title",
        "tabs",
        "interactive_elements",
        "scroll_info",
        "viewport_height",
        "dialog",
    }
    assert "button 'Greet'" in state.output["interactive_elements"]
    assert state.output["viewport_height"] == 720
    assert state.base64_image


def test_the_same_without_await(site):
    settings = Settings(screenshots="off", answers="any")
    with asyncio.Runner() as runner:
        pool = BrowserPool(settings)
        session = runner.run(pool.new_session(settings))
        runner.run(session.goto(site.page("/", PAGE)))
        model = ScriptedModel([greet, report])
        agent = SyncAgent(
            Agent(model=model, session=session, tools=default_registry(), settings=settings), runner.run
        )
        action = agent.next_action("Greet and report")
        assert agent.act(action).call.name == "click"
        assert agent.act("Greet and report").call.name == "stop"
        assert agent.runs[0].answer == "Hello"
        assert "Greet" in agent.get_current_state().output["interactive_elements"]
        runner.run(session.close())
        runner.run(pool.close())
