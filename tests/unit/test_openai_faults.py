"""The OpenAI-compatible model against a real HTTP server that misbehaves."""

import asyncio
import socket
import threading
import time
from email.utils import formatdate

import pytest
from model_server import (
    Answer,
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
from openai_requests import Pauses, model_at, request

from pytest_webagent.config import Settings
from pytest_webagent.errors import ModelError
from pytest_webagent.model.openai import OpenAIModel, Patience

KEY = "sk-secret-key-of-a-test"


@pytest.mark.parametrize(
    "fault",
    [
        fails(429, "Rate limit reached", headers={"retry-after": "1"}),
        fails(500),
        fails(502),
        fails(503),
        fails(504),
        fails(408),
        drops(),
        cuts(),
        raw('{"choices": [{"mess'),
        raw('{"choices": []}'),
        message(content=None),
    ],
    ids=[
        *("429", "500", "502", "503", "504", "408", "dropped", "cut in the body"),
        *("half a JSON", "no choices", "empty"),
    ],
)
async def test_a_fault_that_happens_once_is_survived(model_server: ModelServer, fault: Answer):
    model_server.script(fault, says("Here I am."))
    async with model_at(model_server) as model:
        response = await model.complete(request())
    assert response.text == "Here I am."


@pytest.mark.parametrize(
    ("fault", "times", "words"),
    [
        (
            fails(429, "Rate limit reached"),
            8,
            r"asked too often \(429: Rate limit reached\)\. Run fewer tests",
        ),
        (
            fails(500, "out of memory"),
            4,
            r"the server failed \(500: out of memory\)\. Look into the server's log",
        ),
        (drops(), 4, "the connection was cut"),
        (cuts(), 4, "the connection was cut"),
        (raw("not { json"), 2, r"not JSON \(not \{ json\)\. Is this an OpenAI-compatible server"),
        (raw("[]"), 2, "not JSON"),
        (raw("[" * 100_000), 2, "not JSON"),
        (raw('{"choices": []}'), 2, r"holds no message \(its list of choices is empty\)"),
        (raw('{"error": {"message": "no GPU"}}'), 2, "holds no message but an error: no GPU"),
        (raw('{"choices": [{"message": null}]}'), 2, "holds no message"),
        (message(content=""), 2, r"the reply is empty \(finish reason stop\)"),
    ],
)
async def test_a_fault_that_stays_ends_in_a_model_error(
    model_server: ModelServer, fault: Answer, times: int, words: str
):
    model_server.script(*[fault] * times)
    async with model_at(model_server) as model:
        with pytest.raises(ModelError, match=words) as caught:
            await model.complete(request(seconds_left=3_000))
    assert f"asked the model 'test-model' at {model_server.url.split('/')[2]} ({times} times)" in str(
        caught.value
    )


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (fails(400, "bad request"), r"refused the request \(400: bad request\)"),
        (
            fails(401, "no"),
            r"asks for a key and none is set \(401: no\)\. Set the environment variable OPENAI_API_KEY",
        ),
        (fails(403, "no"), r"may not use this model \(403: no\)"),
        (
            fails(404, "model 'test-model' not found"),
            r"does not know the model.*'test-model' not found.*under /models",
        ),
        (fails(422, "odd"), r"refused the request \(422: odd\)"),
        (fails(429, "You have no credit", code="insufficient_quota"), "no credit left.*Add credit"),
        (fails(500, headers={"x-should-retry": "false"}), "the server failed"),
        (
            fails(400, "This model's maximum context length is 8192 tokens", code="context_length_exceeded"),
            "longer than the model can read.*Lower webagent_observation_tokens",
        ),
        (fails(413, "too big"), "longer than the model can read"),
        (
            fails(400, "The response was filtered", code="content_filter"),
            "content filter refused the request",
        ),
        (message(content=None, finish="content_filter"), "content filter withheld the reply"),
        (calls(wants("click", {}), finish="content_filter"), "content filter withheld the reply"),
        (
            message(content=None, refusal="I do not press that."),
            r"the model refused \(I do not press that\.\)",
        ),
        (
            message(content=[{"type": "refusal", "refusal": "I do not press that."}]),
            r"the model refused \(I do not press that\.\)",
        ),
        (message(content="", finish="length"), "cut at the token limit before it said anything"),
        (
            calls(wants("click", '{"element_id": "1", "reas'), finish="length"),
            "cut at the token limit in the middle of a tool call.*webagent_max_tokens",
        ),
        (
            raw("<!doctype html><title>Welcome</title><h1>to nginx</h1>", content_type="text/html"),
            r"a web page instead of JSON \(Welcome to nginx\)\. Check the URL",
        ),
        (
            raw("<html><h1>Not Found</h1></html>", content_type="text/html", status=404),
            r"\(404: Not Found\)\. That is a web page",
        ),
    ],
)
async def test_a_fault_that_asking_again_cannot_mend_ends_the_run_at_once(
    model_server: ModelServer, fault: Answer, words: str
):
    model_server.script(fault)
    async with model_at(model_server) as model:
        with pytest.raises(ModelError, match=words):
            await model.complete(request())


async def test_a_refused_key_is_named_by_its_variable_and_never_shown(
    model_server: ModelServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    model_server.script(fails(401, f"Incorrect API key provided: {KEY}, and sk-abcd****wxyz too."))
    async with model_at(model_server) as model:
        with pytest.raises(ModelError, match=r"refused the key \(401: .*Set OPENAI_API_KEY") as caught:
            await model.complete(request())
    assert model_server.asked[0].headers["authorization"] == f"Bearer {KEY}"
    shown = f"{caught.getrepr(style='long', chain=True)} {caplog.text} {vars(model)}"
    assert KEY not in shown
    assert "wxyz" not in str(caught.value)


async def test_retry_after_is_honoured_in_seconds(model_server: ModelServer):
    pauses = Pauses()
    model_server.script(fails(429, headers={"retry-after": "7"}), says("Hm."))
    async with model_at(model_server, pauses=pauses) as model:
        await model.complete(request())
    assert pauses.seconds == [7.0]


async def test_retry_after_is_honoured_as_a_date(model_server: ModelServer):
    pauses = Pauses()
    later = formatdate(time.time() + 20, usegmt=True)
    model_server.script(fails(503, headers={"retry-after": later}), says("Hm."))
    async with model_at(model_server, pauses=pauses) as model:
        await model.complete(request())
    assert len(pauses.seconds) == 1
    assert 10 < pauses.seconds[0] <= 20


async def test_a_pause_longer_than_the_test_has_left_is_not_begun(model_server: ModelServer):
    pauses = Pauses()
    model_server.script(fails(429, headers={"retry-after": "600"}))
    async with model_at(model_server, pauses=pauses) as model:
        with pytest.raises(ModelError, match=r"it asks to wait 600 s, and the test has \S+ s left"):
            await model.complete(request(seconds_left=30))
    assert pauses.seconds == []


async def test_pauses_grow_from_try_to_try_up_to_a_bound(model_server: ModelServer):
    pauses = Pauses()
    model_server.script(*[fails(429)] * 7, says("Hm."))
    async with model_at(model_server, pauses=pauses) as model:
        await model.complete(request(seconds_left=3_000))
    bounds = [(0.375, 0.5), (0.75, 1), (1.5, 2), (3, 4), (6, 8), (12, 16), (15, 20)]
    assert len(pauses.seconds) == len(bounds)
    assert all(low <= pause <= high for (low, high), pause in zip(bounds, pauses.seconds, strict=True))


async def test_a_server_that_hangs_costs_no_more_than_the_test_has_left(model_server: ModelServer):
    model_server.script(hangs())
    async with model_at(model_server) as model:
        with pytest.raises(
            ModelError, match=r"no answer within 0\.\d+ s, and the test has 0 s left\. Raise webagent_timeout"
        ):
            await model.complete(request(seconds_left=0.3))


async def test_a_server_that_hangs_once_is_asked_again(model_server: ModelServer):
    # By the test's clock, the first answer has 0.2 s to come and the second plenty.
    clock = iter([0.0, 59.8, 0.0, 0.0])
    settings = Settings(model="test-model", model_url=model_server.url)
    model = OpenAIModel(settings, patience=Patience(attempt=0.1), sleep=Pauses(), clock=lambda: next(clock))
    model_server.script(hangs(), says("Awake."))
    response = await model.complete(request(seconds_left=60))
    await model.close()
    assert response.text == "Awake."


async def test_no_time_left_means_no_request(model_server: ModelServer):
    async with model_at(model_server) as model:
        with pytest.raises(ModelError, match="the test has no time left"):
            await model.complete(request(seconds_left=0))
    assert model_server.asked == []


async def test_a_slow_server_is_waited_for(model_server: ModelServer):
    gate = threading.Event()
    model_server.script(says("Here at last.", gate=gate))
    async with model_at(model_server) as model:
        asking = asyncio.create_task(model.complete(request()))
        await asyncio.to_thread(model_server.arrived.wait, 10)
        assert not asking.done()
        gate.set()
        response = await asking
    assert response.text == "Here at last."


async def test_a_server_that_is_down_is_asked_after():
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
    url = f"http://127.0.0.1:{port}/v1"
    pauses = Pauses()
    model = OpenAIModel(Settings(model="test-model", model_url=url), sleep=pauses)
    with pytest.raises(
        ModelError,
        match=rf"'test-model' at 127\.0\.0\.1:{port} \(3 times\): no connection .*Is the server running, and is {url} its address\?",
    ):
        await model.complete(request())
    await model.close()
    assert len(pauses.seconds) == 2


async def test_tls_spoken_to_a_plain_server_is_a_clear_error(model_server: ModelServer):
    url = model_server.url.replace("http:", "https:")
    model = OpenAIModel(Settings(model="test-model", model_url=url), sleep=Pauses())
    with pytest.raises(ModelError, match="no secure connection"):
        await model.complete(request())
    await model.close()


async def test_a_missing_v1_is_pointed_out(model_server: ModelServer):
    model_server.script(fails(404, "page not found"))
    model = OpenAIModel(Settings(model="test-model", model_url=model_server.url.removesuffix("/v1")))
    with pytest.raises(ModelError, match="most servers need /v1"):
        await model.complete(request())
    await model.close()


async def test_an_error_carries_no_chain_of_foreign_tracebacks(model_server: ModelServer):
    model_server.script(fails(400, "bad"))
    async with model_at(model_server) as model:
        with pytest.raises(ModelError) as caught:
            await model.complete(request())
    assert caught.value.__cause__ is None
    assert caught.value.__context__ is None
