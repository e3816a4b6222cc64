"""A model's server in every kind of trouble: the run ends in the error that says so, with the steps that were made.

It never hangs and never passes, it is no news about the site, and the key is nowhere.
"""

from __future__ import annotations

import gzip
import itertools
import json
import re
import time
from typing import TYPE_CHECKING, Any

import pytest
import pytest_asyncio
from model_server import (
    Answer,
    Asked,
    ModelServer,
    bare,
    calls,
    cuts,
    drops,
    fails,
    hangs,
    message,
    raw,
    redirects,
    says,
    wants,
)
from openai_requests import Pauses

from pytest_webagent.agent.loop import Agent
from pytest_webagent.browser.pool import BrowserPool
from pytest_webagent.config import Settings
from pytest_webagent.errors import Inconclusive, ModelError, RunError
from pytest_webagent.model.openai import OpenAIModel
from pytest_webagent.report import store
from pytest_webagent.tools.toolsets import default_registry
from pytest_webagent.trajectory import Trajectory

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping
    from pathlib import Path

    from conftest import Site

    from pytest_webagent.browser.session import BrowserSession

KEY = "sk-key-of-a-test-0123456789"
GOAL = "Press Add and report what the button says then"
GOOD = says("Hm.")
HELLO = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n"
DEEP = 10_000
"""How deep the nesting of some answers is."""


def sized(body: bytes, *headers: bytes, length: int | None = None) -> Answer:
    """An answer byte by byte, with any length in its head."""
    told = b"content-length: %d" % (len(body) if length is None else length)
    return bare(HELLO + b"\r\n".join((told, *headers)) + b"\r\n\r\n" + body)


def faulty(body: bytes, fault: Any) -> Answer:
    return Answer(body=body, fault=fault)


def choice(**fields: Any) -> Answer:
    """A completion whose only choice is this."""
    return raw(json.dumps({"choices": [fields]}))


def asks(arguments: str) -> Answer:
    """A call of click whose arguments are these characters."""
    return calls(wants("click", arguments))


def click(**arguments: str) -> str:
    return json.dumps({"reasoning": "the goal", **arguments})


NO_OBJECT = "^click was called.*its arguments are not a JSON object"


STATUSES: Mapping[str, tuple[Answer, str]] = {
    "300": (fails(300), r"redirects, and does not say where to \(300\)"),
    "301": (
        redirects(301, "/elsewhere"),
        r"redirects to http://\S+/elsewhere \(301\).*set webagent_model_url",
    ),
    "302": (
        redirects(302, "https://login.test/?t=sk-secret-token"),
        r"redirects to https://login\.test/ \(302\)",
    ),
    "303": (
        redirects(303, "http://me:pw@a.test/v1/chat/completions"),
        r"set webagent_model_url to http://a\.test/v1\.",
    ),
    "304": (bare(b"HTTP/1.1 304 Not Modified\r\n\r\n"), r"redirects, and does not say where to \(304\)"),
    "307 to another server": (
        redirects(307, "http://127.0.0.1:9/v1/chat/completions"),
        r"redirects to .*:9/v1",
    ),
    "308 in a circle": (redirects(308, "/v1/chat/completions"), r"redirects to \S+ \(308\)"),
    "308 to no address": (redirects(308, "http://["), r"redirects, and does not say where to \(308\)"),
    "400": (fails(400, "odd"), r"refused the request \(400: odd\)"),
    "400 without a word": (raw("", status=400), r"refused the request \(400\)"),
    "401": (fails(401, f"wrong key {KEY}"), r"refused the key \(401: wrong key \*\*\*\)"),
    "402": (fails(402, "pay"), r"\(402: pay\)"),
    "403": (fails(403), "may not use this model"),
    "404": (fails(404), "does not know the model or the address"),
    "408": (fails(408), "server failed"),
    "409": (fails(409), "server failed"),
    "413": (fails(413), "longer than the model can read"),
    "418": (fails(418), "refused the request"),
    "422": (fails(422), "refused the request"),
    "429": (fails(429), "asked too often"),
    "429 with a pause": (fails(429, headers={"retry-after": "1"}), "asked too often"),
    "429 with a long pause": (fails(429, headers={"retry-after": "9000"}), "asks to wait 9e.03 s"),
    "429 with an odd pause": (fails(429, headers={"retry-after": "nan"}), "asked too often"),
    "500": (fails(500), "server failed"),
    "501": (fails(501), "refused the request"),
    "502 as a page": (raw("<html>Bad gateway</html>", status=502), r"502: Bad gateway\).*web page"),
    "503": (fails(503), "server failed"),
    "504": (fails(504), "server failed"),
    "529": (fails(529), "server failed"),
    "599": (fails(599), "server failed"),
    "999": (bare(b"HTTP/1.1 999 Odd\r\ncontent-length: 0\r\n\r\n"), "server failed|connection was cut"),
    "204": (bare(b"HTTP/1.1 204 No Content\r\n\r\n"), r"not JSON \(nothing\)"),
    "206": (raw('{"choices"', status=206), "not JSON"),
    "100 and nothing more": (bare(b"HTTP/1.1 100 Continue\r\n\r\n"), "connection was cut"),
    "103 and nothing more": (bare(b"HTTP/1.1 103 Early Hints\r\n\r\n"), "connection was cut"),
}
WIRE: Mapping[str, tuple[Answer, str]] = {
    "dropped": (drops(), "connection was cut"),
    "cut in the body": (cuts(), "connection was cut"),
    "longer than told": (sized(GOOD.body, length=20), "not JSON"),
    "shorter than told": (sized(GOOD.body, length=9_000), "connection was cut"),
    "no length at all": (sized(b"{", length=-1), "connection was cut"),
    "no HTTP": (bare(b"\x00\x01\x02 hello\r\n\r\n"), "connection was cut"),
    "a head without an end": (bare(b"HTTP/1.1 200 OK\r\nx: " + b"a" * 200_000), "connection was cut"),
    "nothing": (raw(""), r"not JSON \(nothing\)"),
    "blanks": (raw(" \n"), r"not JSON \(nothing\)"),
    "a page": (raw("<!doctype html><h1>Hello</h1>"), r"a web page instead of JSON \(Hello\)"),
    "half a JSON": (raw(GOOD.body[:60]), "not JSON"),
    "a number": (raw("NaN"), "not JSON"),
    "a list": (raw("[1]"), "not JSON"),
    "bytes that are no text": (raw(b"\xff\xfe\x80\x81"), "not JSON"),
    "no gzip": (sized(GOOD.body, b"content-encoding: gzip"), "connection was cut"),
    "half a gzip": (sized(gzip.compress(GOOD.body)[:40], b"content-encoding: gzip"), "not JSON|was cut"),
    "an unknown encoding": (sized(b"\x01\x02", b"content-encoding: odd"), "not JSON"),
    "broken chunks": (bare(HELLO + b"transfer-encoding: chunked\r\n\r\nzz\r\nhello"), "connection was cut"),
    "nested too deeply": (raw("[" * DEEP), "not JSON"),
    "nested deeply": (raw(f'{{"error": {"[" * 900}{"]" * 900}}}'), "not JSON"),
    "server-sent events": (
        raw('data: {"choices": []}\n\ndata: [DONE]', content_type="text/event-stream"),
        "not JSON",
    ),
}
SHAPES: Mapping[str, tuple[Answer, str]] = {
    "no choices": (raw("{}"), "holds no message"),
    "empty choices": (raw('{"choices": []}'), "holds no message"),
    "null choices": (raw('{"choices": null}'), "holds no message"),
    "choices by name": (raw('{"choices": {"0": {}}}'), "holds no message"),
    "a choice that is a number": (raw('{"choices": [1]}'), "holds no message"),
    "no message": (choice(index=0), "holds no message"),
    "a null message": (choice(message=None), "holds no message"),
    "a text for a message": (choice(message="Hm."), "holds no message"),
    "an error in a good answer": (raw('{"error": {"message": "no GPU"}}'), "but an error: no GPU"),
    "a list for an error": (raw('{"error": [[[1]]]}'), "but an error"),
    "an empty message": (choice(message={}), "reply is empty"),
    "null for all": (message(content=None, tool_calls=None), "reply is empty"),
    "numbers for all": (message(content=1, tool_calls=2, refusal=3, reasoning=4), "reply is empty"),
    "no tool calls": (message(content=None, tool_calls=[]), "reply is empty"),
    "a text for tool calls": (message(content=None, tool_calls="click"), "reply is empty"),
    "texts for calls": (message(content=None, tool_calls=["click", None, 3]), "reply is empty"),
    "cut before a word": (message(content="", finish="length"), "cut at the token limit"),
    "cut in a call": (calls(wants("click", '{"element_id'), finish="length"), "middle of a tool call"),
    "filtered": (message(content="", finish="content_filter"), "content filter withheld"),
    "filtered with a call": (calls(wants("click", {}), finish="content_filter"), "content filter withheld"),
    "a refusal": (
        message(content=None, refusal="I will not press it."),
        r"refused \(I will not press it\.\)",
    ),
}
CALLS: Mapping[str, tuple[Answer, str]] = {
    "no call": (says("I would press it."), "called no tool"),
    "a text and numbers": (message(content="Hm.", tool_calls=7), "called no tool"),
    "an unknown tool": (calls(wants("fly", {})), "^fly was called.*there is no tool 'fly'"),
    "no function": (calls({"id": "a", "type": "function"}), "there is no tool ''"),
    "null for a function": (calls({"id": None, "function": None}), "there is no tool ''"),
    "a number for a name": (
        calls({"function": {"name": 7, "arguments": "{}"}}),
        "^7 was called.*no tool '7'",
    ),
    "a name with line breaks": (calls(wants("cl\nick\x1b[2J", {})), r"there is no tool 'cl\\nick"),
    "a name without an end": (
        calls(wants("click" * 10_000, {})),
        r"^\w{100} … \[49900 more characters\] was called",
    ),
    "arguments that are null": (asks("null"), NO_OBJECT),
    "arguments that are a number": (asks("7"), NO_OBJECT),
    "arguments that are a list": (asks("[1]"), NO_OBJECT),
    "half arguments": (asks('{"element_id": '), NO_OBJECT),
    "a number without an end": (asks(f'{{"element_id": {"9" * 5_000}}}'), NO_OBJECT),
    "nested arguments": (asks(f'{{"element_id": {"[" * 500}{"]" * 500}}}'), f"{NO_OBJECT}.*nested more than"),
    "arguments nested too deeply": (asks(f'{{"a": {"[" * DEEP}{"]" * DEEP}}}'), NO_OBJECT),
    "NaN for an element": (asks('{"element_id": NaN, "description": "Add"}'), "^click was called"),
    "infinity for an element": (asks('{"element_id": 1e999, "description": "Add"}'), "^click was called"),
    "wrong types": (
        asks('{"element_id": {"a": [1]}, "description": 7}'),
        "'description' must be a string, not 7",
    ),
    "unknown arguments": (asks('{"element": 1, "__class__": "x"}'), "there is no argument 'element'"),
    "lone surrogates": (asks(click(element_id="\ud800", description="\udfff")), "^click was called"),
    "zeros": (asks(click(element_id="\0", description="a\0b")), "^click was called"),
    "two calls with one id": (
        calls(wants("fly", {}, "a"), wants("fly", {}, "a")),
        "^fly was called.*there is no tool 'fly'",
    ),
    "arguments of 2 MB": (asks(click(element_id="1", description="m" * 2**21)), "^click was called"),
    "2,000 calls": (calls(*[wants("fly", {}, "a")] * 2_000), "^fly was called.*there is no tool 'fly'"),
}


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def shop_session() -> AsyncIterator[BrowserSession]:
    """One session in real Chromium for all cases."""
    pool = BrowserPool(Settings())
    session = await pool.new_session(Settings(screenshots="off", settle_timeout=1.0))
    session.attend()
    yield session
    await pool.close()


class Trial:
    """An agent on a page with one button, whose model's server does what a case says."""

    def __init__(self, server: ModelServer, session: BrowserSession, folder: Path) -> None:
        self.server = server
        self._session = session
        self._folder = folder
        self.settings = Settings(
            model="test-model",
            model_url=server.url,
            answers="any",
            screenshots="off",
            max_steps=8,
            output=str(folder),
        )

    async def run(self, *, clock: Any = time.monotonic) -> Agent:
        """Run to the end, whatever it is, and give the agent."""
        model = OpenAIModel(self.settings, sleep=Pauses(), clock=clock)
        agent = Agent(model=model, session=self._session, tools=default_registry(), settings=self.settings)
        try:
            await agent.run(GOAL, timeout=100)
        finally:
            await model.close()
        return agent

    async def ends(
        self,
        answer: Answer,
        error: type[RunError],
        words: str,
        *,
        presses: int = 1,
        clock: Any = time.monotonic,
    ) -> None:
        """After some presses, the server gives nothing but this answer: what is promised of the end."""
        left = itertools.count()
        self.server.rule(lambda body: self.press(body) if next(left) < presses else answer)
        with pytest.raises(RunError) as caught:
            await self.run(clock=clock)
        assert isinstance(caught.value, error)
        result = caught.value.result
        assert result is not None
        assert re.search(words, result.reason), result.reason
        assert [each.call.name for step in result.steps[:presses] for each in step.actions] == [
            "click"
        ] * presses
        assert result.triage is not None
        assert result.triage.whose in ("environment", "agent")
        trajectory = Trajectory(test_id="t.py::t", model="test-model", browser="", runs=(result,))
        folder = store.write(trajectory, self.settings, "failed")
        written = "".join(file.read_text("utf-8", "replace") for file in folder.iterdir())
        told = f"{caught.getrepr(style='long', chain=True)} {caught.value!r} {result!r} {written}"
        assert KEY not in told
        assert "secret-token" not in told

    @staticmethod
    def press(body: Mapping[str, Any]) -> Answer:
        found = re.search(r'\[(\d+)\] button \\"Add\\"', json.dumps(body["messages"]))
        assert found
        return calls(wants("click", {"element_id": found[1], "description": "Add", "reasoning": "the goal"}))


@pytest_asyncio.fixture(loop_scope="session")
async def trial(
    model_server: ModelServer,
    shop_session: BrowserSession,
    site: Site,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Trial:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    await shop_session.goto(site.page("/", "<h1>Shop</h1><button>Add</button>"))
    return Trial(model_server, shop_session, tmp_path)


def table(rows: Mapping[str, tuple[Answer, str]]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(("answer", "words"), rows.values(), ids=rows.keys())


@table({**STATUSES, **WIRE, **SHAPES})
async def test_the_model_is_what_failed(trial: Trial, answer: Answer, words: str) -> None:
    await trial.ends(answer, ModelError, words)


@table(CALLS)
async def test_calls_that_cannot_be_made_end_as_the_agents(trial: Trial, answer: Answer, words: str) -> None:
    await trial.ends(answer, Inconclusive, words)


@pytest.mark.parametrize("answer", [hangs(), faulty(GOOD.body, "drip")], ids=["hangs", "a byte now and then"])
async def test_a_server_that_does_not_come_to_an_end_is_not_waited_for(trial: Trial, answer: Answer) -> None:
    # By the model's clock each answer has a second to come, however long the page took.
    began, sending = time.monotonic(), itertools.cycle((False, True))

    def clock() -> float:
        return began + 99 if next(sending) else time.monotonic()

    await trial.ends(answer, ModelError, r"no answer within \S+ s", presses=0, clock=clock)


@pytest.mark.held_by("pytest_webagent.model.openai_wire.MOST_BYTES", 2**40)
@pytest.mark.parametrize(
    "answer",
    [
        faulty(b" " * 2**16, "flood"),
        raw(b" " * 2**24),
        Answer(body=gzip.compress(b" " * 2**24), headers={"content-encoding": "gzip"}),
        asks(json.dumps({"element_id": "1", "description": "m" * 10 * 2**20})),
        Answer(body=b" " * 2**24, status=500),
    ],
    ids=["without an end", "16 MB", "16 MB in a few bytes", "an argument of 10 MB", "an error of 16 MB"],
)
async def test_no_more_is_read_than_a_reply_can_have(trial: Trial, answer: Answer) -> None:
    await trial.ends(answer, ModelError, "longer than a reply can be")
    assert trial.server.flooded < 2**25


@pytest.mark.held_by("pytest_webagent.model.openai_wire._same", lambda asked, named: True)
@pytest.mark.parametrize("status", [307, 308])
async def test_a_redirect_takes_the_conversation_nowhere_else(trial: Trial, status: int) -> None:
    other = ModelServer()
    other.rule(lambda body: GOOD)
    try:
        await trial.ends(redirects(status, f"{other.url}/chat/completions"), RunError, "")
    finally:
        other.close()
    assert other.asked == []


@pytest.mark.held_by("pytest_webagent.model.openai_client.Endpoint.redact", lambda self, text: text)
@pytest.mark.parametrize("status", [400, 401, 403, 429, 500])
async def test_a_key_that_a_server_repeats_is_shown_nowhere(
    trial: Trial, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # It has not the form by which keys of some providers are known.
    monkeypatch.setattr(f"{__name__}.KEY", "0123456789abcdef-of-a-test")
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    await trial.ends(fails(status, f"it is {KEY}, is it not?"), ModelError, r"it is \*\*\*")


@pytest.mark.held_by("pytest_webagent.agent.reply_calls._readable", lambda call: call)
@pytest.mark.parametrize("depth", [300, 500, 900])
async def test_arguments_that_nobody_can_go_through_end_no_run(trial: Trial, depth: int) -> None:
    nested = f'{{"element_id": {"[" * depth}{"]" * depth}}}'
    trial.server.script(asks(nested), stop)
    try:
        agent = await trial.run()
    except RecursionError:
        pytest.fail("the run broke")
    assert "not a JSON object" in str(agent.runs[0].steps[0].actions[0].result.error)


@pytest.mark.held_by("pytest_webagent.agent.run.MOST_CALLS", 1_000)
@pytest.mark.held_by("pytest_webagent.agent.reply_calls.MOST_CALLS", 1_000)
@pytest.mark.parametrize("number", [21, 80])
async def test_no_more_calls_of_one_reply_are_made_than_can_be_meant(
    trial: Trial, shop_session: BrowserSession, number: int
) -> None:
    await shop_session.page.evaluate(
        "document.querySelector('button').onclick = function() { this.n = 1 + (this.n || 0) }"
    )
    trial.server.script(lambda asked: many(asked, number), stop)
    await trial.run()
    assert await shop_session.page.evaluate("document.querySelector('button').n") == 20
    assert f"this one made {number - 20} more" in json.dumps(trial.server.asked[1].messages)


def many(asked: Asked, number: int) -> Answer:
    (press,) = json.loads(Trial.press(asked.body).body)["choices"][0]["message"]["tool_calls"]
    return calls(*[press] * number)


def stop(asked: Asked) -> Answer:
    return calls(wants("stop", {"answer": "Add", "status": "done", "reasoning": "the button says so"}))


@pytest.mark.parametrize(
    "around",
    [
        lambda good: Answer(body=b"\xef\xbb\xbf" + good.body),
        lambda good: Answer(body=b"\n\n" + good.body + b"\n"),
        lambda good: Answer(body=gzip.compress(good.body), headers={"content-encoding": "gzip"}),
        lambda good: Answer(body=good.body, content_type="text/plain; charset=latin-1"),
        lambda good: bare(b"HTTP/1.1 103 Early Hints\r\n\r\n" + HELLO + b"\r\n" + good.body),
        lambda good: Answer(body=good.body, status=201),
    ],
    ids=["a byte order mark", "blank lines", "gzip", "latin-1", "early hints", "201"],
)
async def test_what_is_only_odd_is_understood(trial: Trial, around: Any) -> None:
    trial.server.script(lambda asked: around(stop(asked)))
    assert (await trial.run()).runs[0].answer == "Add"


async def test_a_redirect_within_the_server_is_followed(trial: Trial) -> None:
    trial.server.script(redirects(307, "/v1/chat/completions/"), stop)
    assert (await trial.run()).runs[0].answer == "Add"
    assert [asked.headers["authorization"] for asked in trial.server.asked] == [f"Bearer {KEY}"] * 2
