"""Two models in a row: what costs nothing works as far as it understands, and the other takes over from there."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from one_session import one_session  # noqa: F401 (a fixture)

from pytest_webagent.agent.loop import Agent
from pytest_webagent.errors import ConfigError
from pytest_webagent.model.builtin.model import BuiltinModel
from pytest_webagent.model.cascade import Cascade
from pytest_webagent.model.select import model_for, verifier_for
from pytest_webagent.testing import ScriptedModel, call, element
from pytest_webagent.tools.toolsets import default_registry

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_webagent.browser.session import BrowserSession
    from pytest_webagent.config import Settings
    from pytest_webagent.ports import ModelRequest
    from tests.conftest import Site

PAGE = """<html lang=en><title>Cart</title><h1>Cart</h1><button onclick="said.textContent = 'Added: 1'">Add</button>
<p role=status id=said>Empty</p>"""


DOING = "Have the thing put where things go that are to be paid, then tell me in your own words where that leaves the status."


def ends(answer: str, words: str) -> Callable[[ModelRequest], Any]:
    """A reply that ends the run with what the status says."""

    def reply(request: ModelRequest) -> Any:
        status = element(request.observation, "status").id
        return call("stop", answer=answer, evidence=[{"op": "text", "elements": [status], "text": words}])

    return reply


@pytest.fixture
def working(session: BrowserSession, settings: Settings, site: Site) -> Callable[..., Any]:
    """An agent on the page whose language model gives these replies."""

    async def begin(*replies: object) -> tuple[Agent, ScriptedModel]:
        await session.goto(site.page("/", PAGE))
        then = ScriptedModel(list(replies))
        model = Cascade(BuiltinModel(), then)
        told = settings._replace(screenshots="off", answers="derived", settle_timeout=1.0, check_timeout=0.2)
        return Agent(model=model, session=session, tools=default_registry(), settings=told), then

    return begin


async def test_who_understands_the_goal_leaves_nothing_to_the_other(working: Any) -> None:
    agent, then = await working()
    result = await agent.run("Click 'Add'. What does the status say?")
    assert (result.answer, result.model) == ("Added: 1", "builtin, scripted")
    assert then.requests == []


async def test_the_other_takes_over_where_the_first_understands_no_more(working: Any) -> None:
    agent, then = await working(ends("Added: 1", "Added: 1"))
    result = await agent.run("Click 'Add', then tell me in your own words where that leaves the status.")
    assert result.answer == "Added: 1"
    # It sees what was done before, and the page as it is since.
    (request,) = then.requests
    assert next(each.name for message in request.messages for each in message.tool_calls) == "click"
    assert "Added: 1" in request.observation.text
    assert request.memory is None


async def test_who_has_taken_over_stays(working: Any) -> None:
    agent, then = await working(
        lambda request: call(
            "click", description="Add", element_id=str(element(request.observation, "button").id)
        ),
        ends("Added: 1", "Added: 1"),
    )
    assert (await agent.run(DOING)).answer == "Added: 1"
    assert len(then.requests) == 2


async def test_a_check_that_is_not_understood_is_taken_over(working: Any) -> None:
    def expects(request: ModelRequest) -> Any:
        status = element(request.observation, "status").id
        return call(
            "expect", predicates=[{"op": "text", "elements": [status], "relation": "=", "to": "Empty"}]
        )

    agent, then = await working(expects)
    assert (await agent.check("The status says 'Empty'")).status == "done"
    assert then.requests == []
    assert (
        await agent.check("The mood of the cart is 'Empty', as it were, in spite of all")
    ).status == "done"
    assert len(then.requests) == 1


async def test_what_is_asked_beside_a_run_goes_to_the_one_that_writes(working: Any) -> None:
    agent, then = await working(ends("Empty", "Empty"))
    await agent.run(DOING.partition(",")[2])
    model, (request, *_) = Cascade(BuiltinModel(), ScriptedModel(["a poem"])), then.requests
    assert (await model.complete(replace(request, tools=(), memory=None))).text == "a poem"


@pytest.mark.parametrize("verifier", ["same", "other"])
def test_the_setting_names_both(settings: Settings, monkeypatch: pytest.MonkeyPatch, verifier: str) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    told = settings._replace(model="builtin, gpt-x", verifier=verifier)
    assert model_for(told).name == "builtin, gpt-x"
    second = verifier_for(told)
    assert second is not None
    assert second.name == ("gpt-x" if verifier == "same" else "other")


def test_a_key_that_is_missing_is_told_at_once(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(ConfigError, match="needs a key"):
        model_for(settings._replace(model="builtin,gpt-x"))
