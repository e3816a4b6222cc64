"""The tool api_call, in the request context of a real browser session, against a real server."""

from __future__ import annotations

import asyncio
import gzip
import json
import sys
import threading
from typing import TYPE_CHECKING, Any

import pytest
from one_session import one_session  # noqa: F401 (a fixture)

from pytest_webagent.messages import ToolCall, ToolResult
from pytest_webagent.policy.permissions import Permissions
from pytest_webagent.policy.security import ResourceLimits, SecurityPolicy, ToolConfig, ToolSettings
from pytest_webagent.tools.core.context import ToolContext
from pytest_webagent.tools.core.registry import ToolRegistry
from pytest_webagent.tools.web_api import api_call
from tests.conftest import Answer

if TYPE_CHECKING:
    from pytest_webagent.browser.session import BrowserSession
    from pytest_webagent.config import Settings
    from tests.conftest import Request, Site

CART = {"items": [{"name": "mug", "price": 7.5}, {"name": "cup", "price": 3}], "note": None}
JSON = "application/json"


class Api:
    """api_call in the hands of a test, on the site's home page."""

    def __init__(self, session: BrowserSession, settings: Settings, site: Site) -> None:
        self.session = session
        self.site = site
        self.settings = settings
        self.registry = ToolRegistry(api_call.TOOLS)
        self.context = ToolContext(session=session, settings=settings, opened=site.url + "/")

    def allow(self, *domains: str, **limits: int) -> None:
        config = ToolConfig(
            security=SecurityPolicy(allowed_domains=domains),
            tool_settings={"api_call": ToolSettings(resource_limits=ResourceLimits(**limits))},
        )
        self.context.permissions = Permissions.of(self.settings, config)

    async def use(self, url: str, **arguments: Any) -> ToolResult:
        call = ToolCall("api_call", {"reasoning": "The test wants it.", "url": url, **arguments})
        return await self.registry.call(call, self.context)

    async def do(self, url: str, **arguments: Any) -> dict[str, Any]:
        result = await self.use(url, **arguments)
        assert result.error is None, result.error
        return result.output

    async def fail(self, url: str, **arguments: Any) -> str:
        result = await self.use(url, **arguments)
        assert result.error is not None, result.output
        return result.error


@pytest.fixture
async def api(session: BrowserSession, settings: Settings, site: Site) -> Api:
    await session.goto(site.page("/", "<h1>Shop</h1>"))
    return Api(session, settings, site)


def echo(request: Request) -> Answer:
    return Answer(
        json.dumps(
            {
                "method": request.method,
                "query": request.query,
                "body": request.body.decode(),
                "headers": {name.lower(): value for name, value in request.headers.items()},
            }
        ),
        content_type=JSON,
    )


async def test_a_json_answer_comes_with_all_that_is_known_of_it(api: Api):
    api.site.answer("/cart", Answer(json.dumps(CART), content_type=JSON, headers={"x-shop": "blue"}))
    result = await api.do("/cart")
    assert set(result) == {
        "status",
        "ok",
        "url",
        "headers",
        "content_type",
        "json",
        "execution_time_ms",
        "redirects",
    }
    assert (result["status"], result["ok"], result["json"]) == (200, True, CART)
    assert result["url"] == api.site.url + "/cart"
    assert result["content_type"] == JSON
    assert result["headers"]["x-shop"] == "blue"
    assert isinstance(result["execution_time_ms"], int)
    assert api.context.call.risk == "LOW"
    assert api.registry.get("api_call").traits.quoting
    assert api.session.page.url == api.site.url + "/"


async def test_it_shares_the_cookies_of_the_browser_in_both_directions(api: Api):
    api.site.answer("/echo", echo)
    api.site.answer("/login", Answer("in", headers={"set-cookie": "session=abc123; Path=/; HttpOnly"}))
    await api.session.page.evaluate("document.cookie = 'from=page'")
    await api.do("/echo")
    assert api.site.asked("/echo")[0].headers["cookie"] == "from=page"
    answer = await api.do("/login", method="POST")
    assert answer["headers"]["set-cookie"] == "session=***; Path=/; HttpOnly"
    await api.do("/echo")
    assert "session=abc123" in api.site.asked("/echo")[-1].headers["cookie"]
    await api.session.goto(api.site.url + "/echo")
    assert "session=abc123" in await api.session.page.inner_text("body")


async def test_json_text_headers_and_parameters_are_sent(api: Api):
    api.site.answer("/echo", echo)
    sent = (
        await api.do("/echo?a=1", method="POST", json={"name": "Müg"}, params={"b": "x y", "c": [1, True]})
    )["json"]
    assert sent["method"] == "POST"
    assert json.loads(sent["body"]) == {"name": "Müg"}
    assert sent["headers"]["content-type"] == JSON
    assert sent["query"] == "a=1&b=x+y&c=1&c=true"
    assert api.context.call.risk == "HIGH"
    text = await api.do(
        "/echo", method="PUT", body="plain", headers={"Content-Type": "text/plain", "X-A": "b"}
    )
    assert text["json"]["body"] == "plain"
    assert text["json"]["headers"]["content-type"] == "text/plain"
    assert text["json"]["headers"]["x-a"] == "b"


async def test_a_part_of_the_answer_is_extracted(api: Api, subtests: pytest.Subtests):
    api.site.answer("/cart", Answer(json.dumps(CART), content_type=JSON))
    for path, found in (
        ("$.items[0].price", 7.5),
        ("$.items[*].name", ["mug", "cup"]),
        ("$.items[?@.price < 5].name", ["cup"]),
        ("$..price", [7.5, 3]),
        ("$.items[9].price", None),
        ("$.items[?@.price > 50]", []),
        ("$['items'][1]['name']", "cup"),
    ):
        with subtests.test(path):
            result = await api.do("/cart", json_path=path)
            assert result["extracted"] == found
            assert "json" not in result


async def test_what_is_no_path_is_refused_before_anything_is_sent(api: Api, subtests: pytest.Subtests):
    api.site.answer("/cart", Answer(json.dumps(CART), content_type=JSON))
    for path in (
        "items[",
        "",
        "$.a[?search(@, '(a+)+$')]",
        "$..a..b",
        "$[?$.a == 1]",
        "$" + "[0]" * 400,
        "$" + "[0,0]" * 25 + "['x']",
        "'; DROP TABLE",
    ):
        with subtests.test(path[:40]):
            api.site.requests.clear()
            assert "json_path" in await api.fail("/cart", method="POST", json_path=path)
            assert api.site.asked("/cart") == []


async def test_a_part_of_what_is_no_json_is_refused_with_what_came(api: Api):
    api.site.page("/sorry", "<h1>Down</h1>", status=503)
    error = await api.fail("/sorry", json_path="$.a")
    assert "status 503" in error
    assert "<h1>Down</h1>" in error


async def test_another_status_than_the_expected_one_is_an_error_that_quotes_the_answer(api: Api):
    api.site.answer("/order", Answer('{"error": "sold out"}', status=409, content_type=JSON))
    error = await api.fail("/order", method="POST", expected_status=201)
    assert "status 201 was expected, 409 came" in error
    assert "sold out" in error
    assert (await api.do("/order", method="POST", expected_status=409))["ok"] is False


async def test_a_dry_run_sends_nothing(api: Api, monkeypatch):
    monkeypatch.setenv("WEB_TOOLS_DRY_RUN", "true")
    api.allow()
    api.site.answer("/order", echo)
    error = await api.fail("/order", method="DELETE")
    assert f"would send DELETE {api.site.url}/order" in error
    assert api.site.asked("/order") == []
    assert (await api.do("/order"))["status"] == 200


async def test_a_redirect_is_followed_and_told(api: Api):
    api.site.redirect("/old", "/echo?x=1")
    api.site.answer("/echo", echo)
    result = await api.do("/old", method="POST", json={"a": 1}, headers={"authorization": "Bearer t0ken"})
    assert result["redirects"] == [api.site.url + "/echo?x=1"]
    assert result["json"]["method"] == "GET"
    assert result["json"]["body"] == ""
    assert {name.lower(): text for name, text in api.site.asked("/echo")[0].headers.items()}[
        "authorization"
    ] == "Bearer t0ken"
    assert "content-type" not in result["json"]["headers"]


PRIVATE = ["http://169.254.169.254/latest/meta-data", "http://[::1]/", "file:///etc/passwd", "{other}/echo"]


async def test_a_redirect_to_where_nothing_may_be_reached_is_not_followed(
    api: Api, subtests: pytest.Subtests
):
    api.site.answer("/echo", echo)
    for target in PRIVATE:
        with subtests.test(target):
            api.site.redirect("/old", target.format(other=api.site.other_url))
            error = await api.fail("/old", method="POST")
            assert "/old was sent, and answered with status 302; it is not followed" in error
            assert "cannot be opened" in error
            assert api.site.asked("/echo") == []


async def test_credentials_stay_with_the_origin_they_were_given_for(api: Api):
    api.allow("localhost")
    api.site.answer("/echo", echo)
    api.site.redirect("/old", api.site.other_url + "/echo")
    given = {"Authorization": "Bearer t0ken", "X-Api-Key": "k3y", "Cookie": "a=b", "X-Trace": "7"}
    seen = (await api.do("/old", headers=given))["json"]["headers"]
    assert seen["x-trace"] == "7"
    assert {"authorization", "x-api-key", "cookie"}.isdisjoint(seen)


async def test_a_request_that_changes_something_is_not_sent_on(api: Api):
    api.site.answer("/old", Answer(status=307, headers={"location": "/echo"}))
    api.site.answer("/echo", echo)
    result = await api.do("/old", method="POST", body="pay")
    assert result["status"] == 307
    assert result["headers"]["location"] == "/echo"
    assert api.site.asked("/echo") == []


async def test_redirects_without_end_are_an_error(api: Api):
    api.site.redirect("/loop", "/loop")
    assert "redirected more than 10 times" in await api.fail("/loop")


async def test_another_origin_has_to_be_allowed_and_is_riskier(api: Api):
    api.site.answer("/echo", echo)
    assert "is not allowed" in await api.fail(api.site.other_url + "/echo")
    api.allow("localhost")
    await api.do(api.site.other_url + "/echo")
    assert api.context.call.risk == "MEDIUM"


async def test_secrets_in_an_answers_headers_are_not_shown(api: Api):
    api.site.answer(
        "/in",
        Answer(
            "",
            status=201,
            headers={
                "authorization": "Bearer t0ken-9x",
                "x-auth-token": "t0ken-9x",
                "location": "/a?token=t0ken-9x",
            },
        ),
    )
    result = await api.do("/in")
    assert "t0ken-9x" not in json.dumps(result)
    assert result["headers"]["authorization"] == "Bearer %(authorization)s"
    assert result["headers"]["x-auth-token"] == "%(authorization)s"


async def test_a_server_that_does_not_answer_is_an_error(api: Api):
    release = threading.Event()
    url = api.site.slow("/slow", release, "late")
    try:
        error = await api.fail(url, timeout_seconds=0.3, headers={"authorization": "Bearer t0ken"})
    finally:
        release.set()
    assert "no whole answer within the time" in error
    assert "t0ken" not in error


async def test_a_call_can_be_cancelled(api: Api):
    release, asked = threading.Event(), threading.Event()

    def slow(_: Request) -> Answer:
        asked.set()
        release.wait(10)
        return Answer("late")

    api.site.answer("/slow", slow)
    waiting = asyncio.create_task(api.use("/slow"))
    try:
        assert await asyncio.to_thread(asked.wait, 10)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert (await api.do("/"))["status"] == 200
    finally:
        release.set()


async def test_a_dead_server_is_an_error_that_shows_no_secrets(api: Api):
    api.allow("127.0.0.1")
    error = await api.fail("http://127.0.0.1:1/?api_key=t0ken", headers={"authorization": "Bearer t0ken"})
    assert "ERR_CONNECTION_REFUSED" in error
    assert "t0ken" not in error
    assert "\n" not in error


async def test_what_is_no_text_is_described(api: Api):
    api.site.answer(
        "/logo", Answer(b"\x89PNG\r\n\x1a\n\0\0" + bytes(range(256)) * 4, content_type="image/png")
    )
    result = await api.do("/logo")
    assert result["text"] == "[1034 bytes that are no text]"
    assert "json" not in result


async def test_a_packed_answer_is_not_unpacked(api: Api):
    bomb = gzip.compress(b"0" * 5_000_000)
    api.site.answer("/bomb", Answer(bomb, headers={"content-encoding": "gzip"}, content_type=JSON))
    result = await api.do("/bomb")
    assert "it is packed (gzip)" in result["text"]
    assert result["cut"] is True
    assert api.site.asked("/bomb")[0].headers["accept-encoding"] == "identity"


async def test_a_huge_answer_is_cut(api: Api):
    api.allow(output_chars=100, file_mb=1)
    api.site.answer("/long", Answer("ä" * 5000, content_type="text/plain; charset=utf-8"))
    assert (await api.do("/long"))["text"].startswith("ä" * 100 + "\n[cut: it has 10000 bytes")
    api.site.answer("/list", Answer(json.dumps(list(range(1000))), content_type=JSON))
    result = await api.do("/list")
    assert result["cut"] is True
    assert "json_path extracts a part" in result["text"]
    assert (await api.do("/list", json_path="$[999]"))["extracted"] == 999
    assert "[cut:" in (await api.do("/list", json_path="$"))["extracted"]
    api.site.answer("/huge", Answer(b"0" * 1_000_001))
    assert "it has 1000001 bytes, more than 1000000" in (await api.do("/huge"))["text"]


async def test_json_that_is_none_is_told_as_text(api: Api):
    api.site.answer("/deep", Answer("[" * 100_000, content_type=JSON))
    assert (await api.do("/deep"))["text"].startswith("[[[")
    api.site.answer("/odd", Answer("caf\xe9".encode("latin-1"), content_type="text/plain; charset=latin-1"))
    assert (await api.do("/odd"))["text"] == "café"
    api.site.answer("/wrong", Answer("plain", content_type="text/plain; charset=zlib_codec"))
    assert (await api.do("/wrong"))["text"] == "plain"


WRONG = [
    ({"url": "file:///etc/passwd"}, "only http and https"),
    ({"url": "http://169.254.169.254/"}, "is not allowed"),
    ({"url": "javascript:alert(1)"}, "only http and https"),
    ({"url": ""}, "cannot be"),
    ({"url": "about:blank"}, "cannot be called"),
    (
        {"url": "http://user:pass@127.0.0.1/"},
        "'http://***@127.0.0.1/' cannot be opened: it holds a user name or",
    ),
    ({"url": 7}, "'url' must be a string"),
    ({"method": "BREW"}, "'method' must be one of"),
    ({"json": {}, "body": ""}, "not both"),
    ({"json": [1]}, "'json' must be an object"),
    ({"body": "x" * 1_000_001}, "1000000 can be sent"),
    ({"headers": {"X-A": "a\r\nX-B: c"}}, "is no header"),
    ({"headers": {"X A": "a"}}, "is no header"),
    ({"headers": {"Host": "evil"}}, "cannot be given"),
    ({"headers": {"transfer-encoding": "chunked"}}, "cannot be given"),
    ({"headers": {"X-A": "\u4e2d"}}, "characters that headers cannot have"),
    ({"headers": {f"X-{n}": "a" for n in range(50)}}, "40 may be sent"),
    ({"params": {"a": {"b": 1}}}, "'a' must be a text"),
    ({"expected_status": 7}, "expected_status"),
    ({"timeout_seconds": 0}, "timeout_seconds"),
]


async def test_wrong_arguments_are_refused_before_anything_is_sent(api: Api, subtests: pytest.Subtests):
    api.site.answer("/echo", echo)
    for arguments, problem in WRONG:
        with subtests.test(problem):
            api.site.requests.clear()
            assert problem in await api.fail(**{"url": "/echo", "method": "POST", **arguments})
            assert api.site.asked("/echo") == []


async def test_network_access_can_be_forbidden(api: Api):
    config = ToolConfig(security=SecurityPolicy(allow_network_access=False))
    api.context.permissions = Permissions.of(api.settings, config)
    assert "allow_network_access" in await api.fail("/echo")


async def test_without_its_library_paths_say_how_to_install_it(api: Api, monkeypatch):
    monkeypatch.setitem(sys.modules, "jsonpath", None)
    assert "needs jsonpath, which is not installed: pip install 'pytest-webagent[tools]'" in await api.fail(
        "/", json_path="$.a"
    )
    assert (await api.do("/"))["status"] == 200
