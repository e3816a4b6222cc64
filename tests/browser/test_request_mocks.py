"""Requests that are answered in place of the server: by a test, and by the agent."""

import base64
import hashlib
import re
import socket
import threading
from dataclasses import replace

import pytest

from pytest_webagent.messages import ToolCall
from pytest_webagent.policy.risk import Gate
from pytest_webagent.tools.toolsets import tools_of

PAGE = """<p id=said></p><script>
  const ask = async (method = 'GET') => {
    const said = document.querySelector('#said');
    try {
      const answer = await fetch('/api/orders?token=SECRET', {method, body: method === 'POST' ? 'a=1' : undefined});
      said.textContent = `${answer.status} ${await answer.text()}`;
    } catch { said.textContent = 'failed'; }
    return said.textContent;
  };
</script>"""


@pytest.fixture
async def asking(session, site):
    """What the page gets for a request of a method."""
    site.page("/api/orders", "the server's")
    await session.goto(site.page("/", PAGE))

    async def ask(method="GET"):
        return await session.page.evaluate("method => ask(method)", method)

    return ask


async def test_a_mock_answers_in_place_of_the_server_and_keeps_what_was_asked(session, site, asking):
    mock = await session.mock("**/api/orders*", json=[{"id": 7}], status=201)
    assert await asking() == '201 [{"id":7}]'
    assert await asking("POST") == '201 [{"id":7}]'
    assert [(each.method, each.body) for each in mock.requests] == [("GET", ""), ("POST", "a=1")]
    assert mock.requests[0].url == f"{site.url}/api/orders?token=SECRET"
    assert f"request: GET {site.url}/api/orders was answered 201 by a mock of the test" in session.log.lines()
    await mock.stop()
    assert "the server's" in await asking()


async def test_a_mock_may_fail_a_request_and_may_be_for_one_method_and_some_times(session, asking):
    await session.mock("**/api/orders*", abort=True, method="post", times=1)
    assert "the server's" in await asking()
    assert await asking("POST") == "failed"
    assert await asking("POST") != "failed"


async def test_of_two_mocks_the_newer_one_answers(session, asking):
    await session.mock("**/api/*", body="older", times=2)
    newer = await session.mock("**/api/orders*", body="newer", times=1)
    assert [await asking() for _ in range(2)] == ["200 newer", "200 older"]
    assert [len(each.requests) for each in session.mock.known] == [1, 1]
    assert newer is session.mock.known[1]


@pytest.mark.parametrize(
    ("url", "answer", "told"),
    [
        ("", {}, "needs a URL"),
        ("**/a", {"json": 1, "body": "1"}, "json or with body"),
        ("**/a", {"abort": True, "status": 500}, "leave out status"),
        ("**/a", {"statsu": 500}, "no 'statsu'; it has method, status"),
        ("**/a", {"status": "abc"}, "status has to be a whole number from 100 to 599, not 'abc'"),
        ("**/a", {"times": 0}, "times has to be a whole number of at least 1, not 0"),
        ("**/a", {"times": 2.5}, "times has to be"),
        ("**/a", {"headers": "x"}, "headers has to be a dict"),
        ("**/a", {"body": 3}, "body has to be a str or bytes"),
        ("**/a", {"method": None}, "method has to be a str"),
        ("**/a", {"json": object()}, "json has to be what JSON can carry"),
    ],
)
async def test_a_mock_that_makes_no_sense_is_refused(session, url, answer, told):
    with pytest.raises(ValueError, match=told):
        await session.mock(url, **answer)
    assert session.mock.known == []


async def test_an_agent_mocks_only_where_high_risk_is_allowed(hands, site):
    site.page("/api/orders", "the server's")
    await hands.show(PAGE)
    hands.registry = tools_of(["network"])
    call = ToolCall(
        "mock_request", {"url": "**/api/orders*", "status": 503, "body": "{}", "reasoning": "As told."}
    )
    refused = await hands.registry.call(call, hands.context)
    assert "dry run: would answer all requests for **/api/orders* with 503" in refused.error
    assert "the server's" in await hands.page.evaluate("ask()")
    hands.context.permissions = replace(hands.context.permissions, gate=Gate(high_allowed=True))
    assert "From now on I answer all requests" in (await hands.registry.call(call, hands.context)).output
    assert await hands.page.evaluate("ask()") == "503 {}"
    told = await hands.registry.call(ToolCall("mocked_requests", {"reasoning": "To see."}), hands.context)
    assert told.output == [f"GET {site.url}/api/orders"]


def _serve_one_socket(listening):
    """Speak the WebSocket protocol (RFC 6455) with one client: send it a text, and wait for its frame."""
    connection, _ = listening.accept()
    with connection:
        asked = connection.recv(65536).decode()
        key = next(
            line.partition(": ")[2]
            for line in asked.split("\r\n")
            if line.lower().startswith("sec-websocket-key")
        )
        accept = base64.b64encode(
            hashlib.sha1(f"{key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11".encode()).digest()
        ).decode()
        head = f"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: {accept}\r\n\r\n"
        connection.sendall(head.encode() + bytes([0x81, 5]) + b"hello" + bytes([0x82, 3]) + b"\x00\x01\x02")
        connection.recv(65536)


async def test_what_goes_over_a_websocket_is_in_the_log_and_is_no_news_to_a_model(session, site):
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.settimeout(10)
        serving = threading.Thread(target=_serve_one_socket, args=(listening,), daemon=True)
        serving.start()
        place = f"ws://127.0.0.1:{listening.getsockname()[1]}/live"
        says = """s.onopen = () => { s.send('hunter2'); s.send('{"password": "hunter2"}') }"""
        script = f"const s = new WebSocket('{place}?token=SECRET'); {says}"
        await session.goto(
            site.page("/", f"<p>Live</p><script>{script}; s.onclose = () => document.title = 'over'</script>")
        )
        await session.page.wait_for_function("document.title === 'over'")
        serving.join(10)
    assert (await session.observe()).notes == ()
    told = session.log.lines()
    assert f"websocket: {place} was opened" in told
    assert f"websocket: sent to {place}: 7 characters" in told
    assert f"websocket: sent to {place}: JSON with password" in told
    assert f"websocket: received from {place}: 5 characters" in told
    assert f"websocket: received from {place}: 3 bytes" in told
    assert not {"SECRET", "hunter2", "hello"} & set(re.findall(r"\w+", str(told)))
