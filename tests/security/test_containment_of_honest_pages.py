"""What pages of the test do with origins that it allows works as it does without containment."""

from __future__ import annotations

import asyncio
import gzip
import socket
import ssl
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import pytest_asyncio
from aiohttp import WSMsgType, web

from pytest_webagent.browser import downloads
from pytest_webagent.browser.pool import BrowserPool
from pytest_webagent.config import Settings
from pytest_webagent.errors import EnvironmentFailure
from tests.conftest import Answer

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from canary import Canary

    from pytest_webagent.browser.session import BrowserSession
    from tests.conftest import Request, Site

_MEGABYTE = 1_000_000
_CERTIFICATE = Path(__file__).parents[1] / "browser" / "self_signed.pem"


class Other:
    """A server of another origin, and what it was asked."""

    def __init__(self) -> None:
        self.connections: set[Any] = set()
        self.requests = 0
        self.goes_on = asyncio.Event()

    async def answer(self, request: web.Request) -> web.StreamResponse:
        self.connections.add(request.transport)
        self.requests += 1
        answers = {"/events": self.events, "/socket": self.socket, "/pieces": self.pieces}
        if request.path in answers:
            return await answers[request.path](request)
        cors = {"access-control-allow-origin": "*", "access-control-expose-headers": "*"}
        if request.path == "/large":
            return web.Response(body=b"x" * 30 * _MEGABYTE, headers=cors)
        if request.path == "/packed":
            packed = gzip.compress(b"y" * _MEGABYTE)
            return web.Response(body=packed, headers={**cors, "content-encoding": "gzip"})
        if request.path == "/nothing":
            return web.Response(status=204, headers=cors)
        if request.path == "/known":
            fresh = request.headers.get("if-none-match") != '"1"'
            headers = {**cors, "etag": '"1"', "cache-control": "no-cache"}
            return web.Response(
                status=200 if fresh else 304, text="known" if fresh else None, headers=headers
            )
        return web.Response(text=f"{request.method} {len(await request.read())}", headers=cors)

    async def events(self, request: web.Request) -> web.StreamResponse:
        """Says a second thing when it was told that the first has come."""
        headers = {"content-type": "text/event-stream", "access-control-allow-origin": "*"}
        response = web.StreamResponse(headers=headers)
        await response.prepare(request)
        await response.write(b"data: first\n\n")
        await self.goes_on.wait()
        await response.write(b"data: second\n\n")
        return response

    async def pieces(self, request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers={"access-control-allow-origin": "*"})
        response.enable_chunked_encoding()
        await response.prepare(request)
        for _ in range(100):
            await response.write(b"z" * 1000)
        return response

    async def socket(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        async for message in socket:
            if message.type is WSMsgType.TEXT:
                await socket.send_str(f"heard {message.data}")
            elif message.type is WSMsgType.BINARY:
                await socket.send_bytes(message.data)
        return socket


@pytest_asyncio.fixture(loop_scope="session", params=["http", "https"])
async def other(request: pytest.FixtureRequest) -> AsyncIterator[tuple[Other, str]]:
    there = Other()
    app = web.Application(client_max_size=100 * _MEGABYTE)
    app.router.add_route("*", "/{path:.*}", there.answer)
    runner = web.AppRunner(app, shutdown_timeout=1)
    await runner.setup()
    secure = None
    if request.param == "https":
        secure = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        secure.load_cert_chain(_CERTIFICATE)
    await web.TCPSite(runner, "127.0.0.1", 0, ssl_context=secure).start()
    yield there, f"{request.param}://localhost:{runner.addresses[0][1]}"
    there.goes_on.set()
    await runner.cleanup()


@pytest_asyncio.fixture(loop_scope="session")
async def allowed(
    contained_pool: BrowserPool, site: Site, other: tuple[Other, str]
) -> AsyncIterator[BrowserSession]:
    settings = Settings(start_url=site.url, allowed_origins=(other[1],), ignore_https_errors=True)
    session = await contained_pool.new_session(settings)
    await session.goto(site.page("/", f"<script>const other = '{other[1]}'</script>"))
    yield session
    await session.close()


@pytest.mark.parametrize(
    ("code", "value"),
    [
        ("fetch(other).then(a => a.text())", "GET 0"),
        ("fetch(other, {method: 'HEAD'}).then(async a => [a.status, await a.text()])", [200, ""]),
        ("fetch(other + '/nothing').then(async a => [a.status, await a.text()])", [204, ""]),
        (
            "fetch(other + '/known').then(a => a.text()).then(() => fetch(other + '/known')).then(a => a.text())",
            "known",
        ),
        ("fetch(other + '/packed').then(a => a.text()).then(t => t.length)", _MEGABYTE),
        ("fetch(other + '/pieces').then(a => a.text()).then(t => t.length)", 100_000),
        ("fetch(other + '/large').then(a => a.text()).then(t => t.length)", 30 * _MEGABYTE),
        (
            f"fetch(other, {{method: 'POST', body: 'u'.repeat({10 * _MEGABYTE})}}).then(a => a.text())",
            f"POST {10 * _MEGABYTE}",
        ),
        (
            "new Promise(done => { const s = new WebSocket(other.replace('http', 'ws') + '/socket');"
            "s.onopen = () => s.send('you'); s.onmessage = m => done(m.data) })",
            "heard you",
        ),
        (
            "new Promise(done => { const s = new WebSocket(other.replace('http', 'ws') + '/socket');"
            f"s.onopen = () => s.send(new Blob(['b'.repeat({5 * _MEGABYTE})])); s.onmessage = m => done(m.data.size) }})",
            5 * _MEGABYTE,
        ),
        (
            "new Promise(done => new Worker(URL.createObjectURL(new Blob(["
            "`fetch('${other}').then(a => a.text()).then(postMessage)`]))).onmessage = m => done(m.data))",
            "GET 0",
        ),
    ],
    ids=[
        "get", "head", "204", "304", "gzip", "chunked", "download", "upload", "socket", "large_socket", "worker",
    ],
)  # fmt: skip
async def test_it_comes(allowed: BrowserSession, code: str, value: object) -> None:
    assert await allowed.page.evaluate(code) == value
    assert allowed.egress is not None
    assert allowed.egress.denied() == {}


async def test_what_streams_comes_while_it_streams(allowed: BrowserSession, other: tuple[Other, str]) -> None:
    await allowed.page.evaluate(
        "heard = []; void (new EventSource(other + '/events').onmessage = m => heard.push(m.data))"
    )
    await allowed.page.wait_for_function("heard.length === 1")
    other[0].goes_on.set()
    await allowed.page.wait_for_function("heard.join() === 'first,second'")


async def test_connections_are_used_again(allowed: BrowserSession, other: tuple[Other, str]) -> None:
    code = "(async () => { for (let n = 0; n < 20; n++) await (await fetch(other)).text() })()"
    await allowed.page.evaluate(code)
    assert other[0].requests == 20
    assert len(other[0].connections) == 1


async def test_a_file_is_downloaded(allowed: BrowserSession, tmp_path: Path) -> None:
    # It is larger than the policy of a test lets a file be.
    downloads.bound(allowed.context, 40)
    async with allowed.page.expect_download() as coming:
        await allowed.page.evaluate(
            "fetch(other + '/large').then(a => a.blob()).then(b => { const a = document.createElement('a');"
            "a.href = URL.createObjectURL(b); a.download = 'f'; a.click() })"
        )
    download = await coming.value
    assert await download.failure() is None
    await download.save_as(tmp_path / "file")
    assert (tmp_path / "file").stat().st_size == 30 * _MEGABYTE


async def test_the_context_may_ask_for_it(allowed: BrowserSession, other: tuple[Other, str]) -> None:
    assert await (await allowed.context.request.get(other[1])).text() == "GET 0"


async def test_it_is_redirected_to(allowed: BrowserSession, site: Site, other: tuple[Other, str]) -> None:
    await allowed.goto(site.redirect("/away", other[1] + "/"))
    assert allowed.page.url == other[1] + "/"
    assert "GET 0" in (await allowed.observe()).text


async def test_what_the_test_itself_opens_is_allowed(
    contained_pool: BrowserPool, site: Site, canary: Canary
) -> None:
    session = await contained_pool.new_session(Settings())
    await session.goto(site.page("/", f"<h1>Shop</h1><img src={canary.url}/x.png>"))
    await canary.attacked(session)
    assert "Shop" in (await session.observe()).text
    assert canary.heard == []
    await session.close()


@pytest.mark.parametrize("named", [True, False], ids=["start_url", "opened"])
async def test_so_is_an_address_with_a_user_name(
    contained_pool: BrowserPool, site: Site, named: bool
) -> None:
    url = site.page("/", "<h1>Shop</h1>").replace("//", "//ann:secret@")
    session = await contained_pool.new_session(Settings(start_url=url if named else None))
    await (session.page if named else session).goto(url)
    assert "Shop" in (await session.observe()).text
    await session.close()


async def test_names_below_localhost_are_this_machine(contained_pool: BrowserPool, site: Site) -> None:
    below = site.url.replace("127.0.0.1", "ann.shop.localhost")
    session = await contained_pool.new_session(Settings(start_url=below))
    site.page("/", "<h1>Shop</h1>")
    await session.goto(below)
    assert "Shop" in (await session.observe()).text
    await session.close()


@pytest.mark.parametrize(("workers", "said"), [("allow", "kept here"), ("block", "of the server")])
async def test_a_service_worker_answers_its_pages_where_there_may_be_one(
    contained_pool: BrowserPool, site: Site, workers: str, said: str
) -> None:
    session = await contained_pool.new_session(Settings(start_url=site.url, service_workers=workers))
    code = (
        "self.onactivate = event => event.waitUntil(clients.claim());"
        "self.onfetch = event => {"
        "if (event.request.url.endsWith('/kept')) event.respondWith(new Response('kept here')) }"
    )
    site.answer("/sw.js", Answer(code, content_type="text/javascript"))
    site.answer("/kept", Answer("of the server"))
    await session.goto(site.page("/", "<h1>Shop</h1>"))
    # Where there may be none, Playwright's answer to `register` never leads to one that is ready.
    ready = "navigator.serviceWorker.register('/sw.js').then(made => made && navigator.serviceWorker.ready)"
    late = "new Promise(done => setTimeout(() => done('never ready'), 10000))"
    assert await session.page.evaluate(f"Promise.race([{ready}, {late}]).then(it => it !== 'never ready')")
    await session.goto(f"{site.url}/")
    assert await session.page.evaluate("fetch('/kept').then(a => a.text())") == said
    await session.close()


async def test_a_page_loads_while_the_loop_of_the_test_is_busy(contained: BrowserSession, site: Site) -> None:
    arrived = threading.Event()

    def arrive(_: Request) -> Answer:
        arrived.set()
        return Answer("here")

    site.answer("/late", arrive)
    await contained.goto(site.page("/", "<h1>Shop</h1>"))
    await contained.page.evaluate("setTimeout(() => fetch('/late'), 50)")
    # This keeps the loop from anything else until then.
    assert arrived.wait(10)


async def test_what_was_refused_is_told_and_how_to_allow_it(
    contained: BrowserSession, site: Site, canary: Canary
) -> None:
    styles = "".join(f"<link rel=stylesheet href={canary.url}/{n}.css>" for n in range(3))
    await contained.goto(site.page("/", f"<h1>Shop</h1>{styles}"))
    seen = await contained.observe()
    told = f"request: refused: {canary.url}: it is no origin of this test; to allow it, add it to webagent_allowed_origins"
    assert seen.notes == (f"{told} (3 times)",)
    assert contained.egress is not None
    assert contained.egress.denied() == {canary.url: 3}


async def test_so_is_where_a_redirect_led(contained: BrowserSession, site: Site, canary: Canary) -> None:
    with pytest.raises(EnvironmentFailure) as failed:
        await contained.goto(site.redirect("/away", f"{canary.url}/x"))
    assert str(failed.value) == (
        f"could not open {site.url}/away: refused: {canary.url}: it is no origin of this test; to allow it, add it to "
        "webagent_allowed_origins"
    )
    assert canary.heard == []


async def test_a_server_that_is_not_there_is_told_as_ever(contained: BrowserSession, site: Site) -> None:
    with pytest.raises(EnvironmentFailure, match=r"nothing listens there \(connection refused\)"):
        await contained.goto("http://127.0.0.1:8/")
    with pytest.raises(EnvironmentFailure, match="no host of that name is known"):
        await contained.goto("http://nowhere.invalid/")


@pytest.mark.parametrize("network", ["contained", "report"])
async def test_what_is_told_has_the_scheme_that_was_asked_for(
    site: Site, other: tuple[Other, str], network: str
) -> None:
    """By a socket or without, whether or not somebody listens there: tools and evidence compare the scheme, too."""
    scheme = other[1].partition(":")[0]
    with socket.create_server(("127.0.0.1", 0)) as one, socket.create_server(("127.0.0.1", 0)) as two:
        nobody = [f"{scheme}://127.0.0.1:{each.getsockname()[1]}" for each in (one, two)]
    settings = Settings(start_url=site.url, network=network, ignore_https_errors=True)
    pool = BrowserPool(settings)
    session = await pool.new_session(settings)
    await session.goto(site.page("/", "<h1>Shop</h1>"))
    await session.page.evaluate(
        """async ([somebody, first, second]) => {
            for (const url of [somebody, first]) await new Promise(done => {
                const socket = new WebSocket(url.replace('http', 'ws') + '/socket');
                socket.onopen = socket.onerror = done;
            });
            await fetch(second).catch(() => 0);
        }""",
        [other[1], *nobody],
    )
    await session.observe()
    assert session.egress is not None
    assert {*session.egress.denied()} == {other[1], *nobody}
    await session.close()
    await pool.close()
