"""The whole way: an agent in real Chromium, thinking through a model server that is not always well."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from model_server import (
    Answer,
    Asked,
    ModelServer,
    calls,
    cuts,
    fails,
    hangs,
    refuses_images,
    refuses_tools,
    says,
    wants,
)
from one_session import one_session  # noqa: F401 (a fixture)
from openai_requests import Pauses

from pytest_webagent.agent.loop import Agent
from pytest_webagent.config import Settings
from pytest_webagent.errors import ModelError
from pytest_webagent.model.openai import OpenAIModel
from pytest_webagent.session_warnings import WebAgentWarning
from pytest_webagent.tools.toolsets import default_registry

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from conftest import Site

    from pytest_webagent.browser.session import BrowserSession
    from pytest_webagent.tools.core.calls import CallRecord

PAGE = "<h1>Shop</h1><button onclick=\"this.textContent = 'In the cart'\">Add</button>"
GOAL = "Press Add and report what the button says then"


@pytest.fixture
async def make_agent(
    model_server: ModelServer, session: BrowserSession, site: Site
) -> AsyncIterator[Callable[..., Agent]]:
    """Makes agents on a page with one button, thinking through the test's model server."""
    await session.goto(site.page("/", PAGE))
    models: list[OpenAIModel] = []

    def make(**chosen: Any) -> Agent:
        settings = Settings(model="test-model", model_url=model_server.url, answers="any", **chosen)
        models.append(OpenAIModel(settings, sleep=Pauses()))
        return Agent(model=models[-1], session=session, tools=default_registry(), settings=settings)

    yield make
    for model in models:
        await model.close()


def button_of(asked: Asked) -> str:
    """The number of the button, as the request shows it."""
    found = re.search(r'\[(\d+)\] button \\"Add\\"', json.dumps(asked.messages))
    assert found
    return found[1]


def press(asked: Asked) -> Answer:
    arguments = {"element_id": button_of(asked), "description": "Add", "reasoning": "the goal says so"}
    return calls(wants("click", arguments))


def press_in_words(asked: Asked) -> Answer:
    call = {"name": "click", "arguments": {"element_id": button_of(asked), "description": "Add"}}
    return says(f"Reason: the goal says so\n{json.dumps(call)}")


STOP = {"answer": "In the cart", "status": "done", "reasoning": "the button says so"}


async def test_a_goal_is_reached_although_the_server_stumbles(
    make_agent: Callable[..., Agent], model_server: ModelServer
):
    limited = fails(429, "Slow down", headers={"retry-after": "3"})
    model_server.script(limited, press, cuts(), calls(wants("stop", STOP)))
    result = await make_agent().run(GOAL)
    assert result.answer == "In the cart"
    assert [action.call.name for step in result.steps for action in step.actions] == ["click", "stop"]


async def test_a_goal_is_reached_with_a_model_that_knows_neither_tools_nor_images(
    make_agent: Callable[..., Agent], model_server: ModelServer
):
    model_server.rule(refuses_tools)
    model_server.rule(refuses_images)
    stop = {"name": "stop", "arguments": {"answer": "In the cart", "status": "done"}}
    model_server.script(press_in_words, says(f"Reason: the button says so\n{json.dumps(stop)}"))
    with pytest.warns(WebAgentWarning, match="it takes no images"):
        result = await make_agent().run(GOAL)
    assert result.answer == "In the cart"
    assert result.steps[0].reasoning == "the goal says so"
    assert "Result of click:" in json.dumps(model_server.asked[-1].messages)


async def test_unreadable_arguments_and_unknown_tools_are_answered_and_the_run_goes_on(
    make_agent: Callable[..., Agent], model_server: ModelServer
):
    model_server.script(
        calls(wants("click", '{"element_id": ')), calls(wants("fly", {})), press, calls(wants("stop", STOP))
    )
    result = await make_agent().run(GOAL)
    assert result.answer == "In the cart"
    answers = [item["content"] for item in model_server.asked[-1].messages if item["role"] == "tool"]
    assert "Error" in answers[0]
    assert "fly" in answers[1]
    assert "click" in answers[1]


async def test_two_tools_at_once_are_done_in_order_and_both_are_answered(
    make_agent: Callable[..., Agent], model_server: ModelServer
):
    def both(asked: Asked) -> Answer:
        click = {"element_id": button_of(asked), "description": "Add", "reasoning": "first"}
        return calls(wants("click", click, "one"), wants("stop", STOP, "two"))

    model_server.script(both, calls(wants("stop", STOP, "three")))
    result = await make_agent().run(GOAL)
    assert result.answer == "In the cart"
    ids = [item["tool_call_id"] for item in model_server.asked[-1].messages if item["role"] == "tool"]
    assert ids == ["one", "two"]


async def test_a_model_that_fails_in_the_middle_ends_the_run_and_keeps_its_steps(
    make_agent: Callable[..., Agent], model_server: ModelServer
):
    model_server.script(press, fails(401, "key expired"))
    agent = make_agent()
    with pytest.raises(ModelError, match="key expired") as caught:
        await agent.run(GOAL)
    assert caught.value.result is not None
    assert caught.value.result.status == "model_error"
    assert [action.call.name for action in caught.value.result.steps[0].actions] == ["click"]


async def test_a_server_that_hangs_uses_up_the_time_of_the_run(
    make_agent: Callable[..., Agent], model_server: ModelServer
):
    model_server.rule(lambda body: hangs())
    with pytest.raises(ModelError, match=r"no(t answered for| answer within) \d"):
        await make_agent().run(GOAL, timeout=6)


async def test_the_log_holds_the_tokens_of_the_request_that_asked_for_a_call(
    make_agent: Callable[..., Agent], model_server: ModelServer
) -> None:
    model_server.script(press, calls(wants("stop", STOP)))
    agent = make_agent()
    records: list[CallRecord] = []
    agent._context.record = records.append
    result = await agent.run(GOAL)
    assert [each.tool for each in records] == ["click", "stop"]
    assert [each.tokens for each in records] == [step.usage.tokens for step in result.steps]
    assert all(each.tokens for each in records)
