"""What the requests to a model server cost: also the repaired, the repeated and the discarded; and what bounds them."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from typing import Any

import pytest
from model_server import (
    Answer,
    Asked,
    ModelServer,
    calls,
    cuts,
    drops,
    fails,
    hangs,
    message,
    raw,
    says,
    wants,
)
from openai_requests import model_at, request

from pytest_webagent.budget.budget import Budget, used
from pytest_webagent.budget.meter import Meter
from pytest_webagent.config import ModelPrice, Settings
from pytest_webagent.errors import BudgetExceeded, ConfigError, ModelError
from pytest_webagent.messages import Usage
from pytest_webagent.model.openai import OpenAIModel, Patience

UNCOUNTED = raw(json.dumps({"choices": [{"message": {"content": "Hm."}, "finish_reason": "stop"}]}))
CUT_CALL = calls(wants("click", '{"element_id": "4'), finish="length")


def budget(**settings: Any) -> Budget:
    return Budget(Settings(prices=(ModelPrice("test-model", 1, 10, 1),), **settings))


async def test_an_empty_reply_that_is_thrown_away_counts(model_server: ModelServer) -> None:
    model_server.script(message(content=None), says("Here I am."))
    purse = budget()
    async with model_at(model_server) as model:
        response = await Meter(model, purse).complete(request())
    assert response.usage == used(purse.bills) == Usage(200, 20, requests=2)


async def test_a_repair_counts(model_server: ModelServer) -> None:
    model_server.script(says("I would click it."), says('Reason: so\n{"name": "click", "arguments": {}}'))
    purse = budget()
    async with model_at(model_server, tool_calling="text") as model:
        response = await Meter(model, purse).complete(request())
    assert response.usage == used(purse.bills) == Usage(200, 20, requests=2)


@pytest.mark.parametrize(
    "answer",
    [message(content=None, finish="content_filter"), CUT_CALL],
    ids=["withheld", "cut in a call"],
)
async def test_a_reply_that_ends_in_an_error_counts(model_server: ModelServer, answer: Answer) -> None:
    model_server.script(answer)
    purse = budget()
    async with model_at(model_server) as model:
        with pytest.raises(ModelError):
            await Meter(model, purse).complete(request())
    assert used(purse.bills) == Usage(100, 10, requests=1)


@pytest.mark.parametrize("fault", [cuts(), drops()], ids=["cut", "dropped"])
async def test_a_connection_that_broke_counts_as_all_that_was_set_aside(
    model_server: ModelServer, fault: Answer
) -> None:
    model_server.script(fault, says("Here I am."))
    purse = budget(test_tokens=50_000)
    async with model_at(model_server, max_tokens=700) as model:
        await Meter(model, purse).complete(request())
    broken, good = (bill.usage for bill in purse.bills)
    assert (broken.output_tokens, broken.estimated) == (700, True)
    assert good == Usage(100, 10, requests=1)


async def test_an_answer_that_was_not_waited_for_counts(model_server: ModelServer) -> None:
    model_server.script(hangs())
    purse = budget(test_tokens=50_000)
    async with model_at(model_server, max_tokens=700) as model:
        asking = asyncio.create_task(Meter(model, purse).complete(request()))
        await asyncio.to_thread(model_server.arrived.wait, 10)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
    assert used(purse.bills).output_tokens == 700


async def test_a_refused_request_costs_nothing(model_server: ModelServer) -> None:
    model_server.script(fails(503), fails(400, "Unsupported parameter: 'seed'", param="seed"), says("Hm."))
    purse = budget(test_tokens=50_000)
    async with model_at(model_server, seed=1) as model:
        await Meter(model, purse).complete(request())
    assert [bill.usage for bill in purse.bills] == [Usage(100, 10, requests=1)]


async def test_what_a_server_does_not_count_is_estimated(model_server: ModelServer) -> None:
    model_server.script(UNCOUNTED)
    purse = budget()
    async with model_at(model_server) as model:
        response = await Meter(model, purse).complete(request())
    assert response.usage == used(purse.bills)
    assert response.usage.estimated
    assert response.usage.input_tokens > 50
    assert response.usage.output_tokens > 1


async def test_a_server_that_counts_more_than_a_request_can_have_is_believed_from_then_on(
    model_server: ModelServer,
) -> None:
    model_server.script(says("Hm.", usage={"prompt_tokens": 20_000, "completion_tokens": 10}))
    purse = budget(test_tokens=39_000)
    async with model_at(model_server) as model:
        meter = Meter(model, purse)
        await meter.complete(request())
        with pytest.raises(BudgetExceeded):
            await meter.complete(request())
    assert len(model_server.asked) == 1


async def test_where_a_limit_is_set_the_server_is_told_how_long_the_reply_may_be(
    model_server: ModelServer,
) -> None:
    model_server.script(says("Hm."), says("Hm."))
    async with model_at(model_server) as model:
        await Meter(model, budget(test_usd=1.0)).complete(request())
        await Meter(model, budget()).complete(request())
    assert [asked.body.get("max_completion_tokens") for asked in model_server.asked] == [4_096, None]


async def test_the_reply_is_bounded_also_where_the_server_knows_the_limit_by_its_older_name(
    model_server: ModelServer,
) -> None:
    refusal = fails(400, "Unrecognized request argument supplied: max_completion_tokens")
    model_server.script(refusal, says("Hm."))
    async with model_at(model_server) as model:
        await Meter(model, budget(test_usd=1.0)).complete(request())
    assert model_server.asked[1].body["max_tokens"] == 4_096
    assert "max_completion_tokens" not in model_server.asked[1].body


def as_long_as_allowed(asked: Asked) -> Answer:
    limit = asked.body["max_completion_tokens"]
    return replace(
        CUT_CALL, body=CUT_CALL.body.replace(b'"completion_tokens": 10', b'"completion_tokens": %d' % limit)
    )


async def test_a_call_that_is_cut_because_the_budget_ends_is_a_matter_of_the_budget(
    model_server: ModelServer,
) -> None:
    model_server.script(as_long_as_allowed)
    purse = budget(test_tokens=1_000)
    async with model_at(model_server) as model:
        with pytest.raises(BudgetExceeded, match=r"at which it was cut\. Raise webagent_test_tokens"):
            await Meter(model, purse).complete(request())
    assert 500 < used(purse.bills).tokens <= 1_000


async def test_thoughts_that_use_up_the_budget_are_a_matter_of_the_budget(model_server: ModelServer) -> None:
    model_server.script(message(content="", reasoning_content="Well", finish="length"))
    async with model_at(model_server) as model:
        with pytest.raises(BudgetExceeded, match="at which it was cut"):
            await Meter(model, budget(test_tokens=1_000)).complete(request())


async def test_a_repair_that_the_rest_does_not_pay_for_is_not_asked_for(model_server: ModelServer) -> None:
    model_server.script(says("I would click it.", usage={"prompt_tokens": 500, "completion_tokens": 300}))
    async with model_at(model_server, tool_calling="text") as model:
        with pytest.raises(BudgetExceeded):
            await Meter(model, budget(test_tokens=1_000)).complete(request())


async def test_two_requests_at_the_same_moment_do_not_exceed_the_limit_together(
    model_server: ModelServer,
) -> None:
    model_server.script(as_long_as_allowed, as_long_as_allowed, as_long_as_allowed)
    purse = budget(test_usd=0.01)
    async with model_at(model_server, max_tokens=300) as model:
        meter = Meter(model, purse)
        came = await asyncio.gather(*(meter.complete(request()) for _ in range(6)), return_exceptions=True)
    assert len(model_server.asked) == 3
    assert sum(isinstance(each, BudgetExceeded) for each in came) == 3
    assert sum(bill.usd or 0 for bill in purse.bills) <= 0.01


def test_a_missing_price_names_the_server_and_not_its_password() -> None:
    settings = Settings(model="m", model_url="http://ada:secret@127.0.0.1:9/v1", test_usd=1.0)
    with pytest.raises(ConfigError) as raised:
        Meter(OpenAIModel(settings, patience=Patience()), Budget(settings))
    assert "the model 'm' at 127.0.0.1:9. Add the line 'm = INPUT OUTPUT'" in str(raised.value)
    assert "secret" not in str(raised.value)
