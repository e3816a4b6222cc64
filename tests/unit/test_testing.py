"""The public fakes: models that are code."""

import doctest

import pytest

import pytest_webagent.testing
from pytest_webagent.errors import ModelError
from pytest_webagent.messages import Message, ToolCall, Usage
from pytest_webagent.observation import Element, Observation, Size
from pytest_webagent.ports import ModelClient, ModelRequest, ModelResponse
from pytest_webagent.testing import FunctionModel, ScriptedModel, call, element


def page(*elements):
    return Observation(
        generation=1, url="http://shop/", title="", elements=elements, text="", viewport=Size(1280, 720)
    )


def request(*elements, messages=(), memory=None):
    return ModelRequest(
        goal="Buy a mug",
        messages=messages,
        tools=(),
        observation=page(*elements),
        seconds_left=60,
        memory=memory,
    )


BUY = Element(id=1, role="button", name="Buy")
BUY_ALL = Element(id=2, role="button", name="Buy all")
STATUS = Element(id=3, role="status", text="0 items")


def test_the_examples_in_the_docstrings_work():
    failed, tried = doctest.testmod(pytest_webagent.testing)
    assert tried > 10
    assert failed == 0


@pytest.mark.parametrize("model", [ScriptedModel([]), FunctionModel(lambda request: "")])
def test_the_fakes_fit_the_port(model):
    assert isinstance(model, ModelClient)
    assert not model.sees_images


def test_a_fake_can_claim_to_see_and_have_a_name():
    for model in (
        ScriptedModel([], name="a", sees_images=True),
        FunctionModel(lambda request: "", name="a", sees_images=True),
    ):
        assert (model.name, model.sees_images) == ("a", True)


async def test_a_script_gives_calls_texts_whole_responses_and_what_functions_return():
    async def later(asked):
        return [call("click", element_id=element(asked.observation, "button").id)]

    whole = ModelResponse(text="hm", usage=Usage(5, 1), memory="kept")
    model = ScriptedModel(
        [call("scroll"), [call("a"), call("b")], "text", whole, later, lambda asked: "made"]
    )
    replies = [await model.complete(request(BUY)) for _ in range(6)]
    assert [[made.name for made in reply.tool_calls] for reply in replies] == [
        ["scroll"],
        ["a", "b"],
        [],
        [],
        ["click"],
        [],
    ]
    assert [reply.text for reply in replies] == ["", "", "text", "hm", "", "made"]
    assert replies[3] is whole
    assert len(model.requests) == 6


async def test_a_script_raises_the_errors_in_it():
    model = ScriptedModel([ModelError("the server is down"), "up again"])
    with pytest.raises(ModelError, match="the server is down"):
        await model.complete(request())
    assert (await model.complete(request())).text == "up again"


async def test_a_script_that_runs_out_says_how_many_it_has_where_it_was_and_what_came_last():
    model = ScriptedModel([call("click")])
    await model.complete(request())
    asked = request(messages=(Message(role="tool", text="Error: nothing at [7]", tool_call_id="1"),))
    with pytest.raises(ModelError) as caught:
        await model.complete(asked)
    assert str(caught.value) == (
        "the scripted model has 1 replies and was asked for number 2, on the page http://shop/; "
        "the last tool result was: Error: nothing at [7]"
    )


@pytest.mark.parametrize("reply", [None, 5, [call("click"), "text"], {"name": "click"}])
async def test_a_reply_of_another_kind_is_refused_and_shown(reply):
    for model in (ScriptedModel([reply]), FunctionModel(lambda asked: reply)):
        with pytest.raises(TypeError, match="a model's reply is a ToolCall"):
            await model.complete(request())


async def test_a_function_model_may_be_async():
    async def think(asked):
        return call("stop", answer=str(asked.memory))

    (made,) = (await FunctionModel(think).complete(request(memory=7))).tool_calls
    assert made.arguments["answer"] == "7"


def test_a_call_has_a_reasoning_unless_told_otherwise():
    assert call("wait").arguments["reasoning"]
    assert call("wait", reasoning="slow page").arguments == {"reasoning": "slow page"}
    assert call("wait", reasoning=None) == ToolCall("wait", {})


def test_a_call_may_have_an_argument_called_name():
    assert call("fill", name="Ada", reasoning=None).arguments == {"name": "Ada"}


def test_an_element_is_found_by_role_and_name_the_whole_name_first():
    observed = page(BUY, BUY_ALL, STATUS)
    assert element(observed, "button", "buy") is BUY
    assert element(observed, "button", "all") is BUY_ALL
    assert element(observed, "status") is STATUS


def test_an_ambiguous_element_lists_the_candidates():
    with pytest.raises(LookupError, match=r"2 elements are button: \[1\] 'Buy', \[2\] 'Buy all'; name one"):
        element(page(BUY, BUY_ALL), "button")


def test_a_missing_element_lists_what_there_is():
    with pytest.raises(LookupError, match=r"no element is button 'Sell'; .* of that role are: \[1\] 'Buy'$"):
        element(page(BUY, STATUS), "button", "Sell")
    with pytest.raises(
        LookupError, match=r"no element is link; the page http://shop/ has the roles: button, status"
    ):
        element(page(BUY, STATUS), "link")
