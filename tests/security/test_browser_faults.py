"""A page or a browser in trouble in the middle of a run: it ends in time, as nobody's fault but theirs, or goes on."""

from __future__ import annotations

from http.server import BaseHTTPRequestHandler
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio
from loopback import LoopbackServer

from pytest_webagent.agent.loop import Agent
from pytest_webagent.browser import looking, pool
from pytest_webagent.browser.pool import BrowserPool
from pytest_webagent.config import Settings
from pytest_webagent.errors import BrowserError
from pytest_webagent.testing import FunctionModel, call, element
from pytest_webagent.tools.toolsets import default_registry

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from pytest_webagent.messages import ToolCall
    from pytest_webagent.ports import ModelRequest

HOME = "<!doctype html><title>Home</title><h1>Home</h1>"


class Endless(LoopbackServer):
    """A server of one page, beside which every other answer has no end."""

    def __init__(self) -> None:
        self.page = HOME
        super().__init__(_Handler)


class _Handler(BaseHTTPRequestHandler):
    serves: Endless

    def do_GET(self) -> None:
        home = self.path == "/"
        self.send_response(200)
        self.send_header("content-type", "application/zip" if self.path == "/file" else "text/html")
        self.end_headers()
        try:
            self.wfile.write((self.serves.page if home else HOME).encode())
            while not home and not self.serves.closing.wait(0.05):
                self.wfile.write(b"<i></i>" * 100)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def log_message(self, *arguments: object) -> None:
        """Keep quiet."""


@pytest.fixture
def server() -> Iterator[Endless]:
    server = Endless()
    yield server
    server.close()


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def browsers() -> AsyncIterator[BrowserPool]:
    opened = BrowserPool(Settings())
    yield opened
    await opened.close()


def press_and_report(request: ModelRequest) -> ToolCall:
    """Press what there is to press, once, and report the heading."""
    if any(message.role == "tool" for message in request.messages):
        return call("stop", answer=element(request.observation, "heading").name)
    return call("click", element_id=element(request.observation, "link").id, description="the link")


async def run(browsers: BrowserPool, server: Endless, *, patience: float = 30.0) -> str:
    """Press the link of the server's page and report the heading; what came of it."""
    settings = Settings(answers="any", settle_timeout=1.0, screenshots="off")
    session = await browsers.new_session(settings, patience=patience)
    session.attend()
    try:
        await session.goto(f"{server.origin}/")
        agent = Agent(
            model=FunctionModel(press_and_report),
            session=session,
            tools=default_registry(),
            settings=settings,
        )
        return (await agent.run("Press the link and report the heading", timeout=60)).answer
    finally:
        await session.close()


@pytest.mark.parametrize(
    ("link", "script"),
    [
        ("/file", ""),
        ("/page", ""),
        ("#", "setInterval(() => history.pushState(0, '', '#' + Math.random()), 1)"),
        ("#", "setInterval(() => document.body.append(new Date()), 1)"),
        (
            "#",
            "setInterval(() => { const ask = new XMLHttpRequest(); ask.open('GET', '/x'); ask.send() }, 200)",
        ),
        (
            "#",
            "const add = () => document.body.append(document.createElement('iframe')); setInterval(add, 50)",
        ),
        ("#", "setInterval(() => location.reload(), 1)"),
        ("#", "setInterval(() => window.open('/'), 100)"),
        ("#", "const worker = new Worker('data:text/javascript,for(;;);')"),
        (
            "#",
            "(function go() { requestAnimationFrame(go); const end = performance.now() + 10; while (performance.now() < end); })()",
        ),
    ],
    ids=[
        "download",
        "page",
        "addresses",
        "texts",
        "requests",
        "frames",
        "loads",
        "tabs",
        "worker",
        "frame by frame",
    ],
)
async def test_what_has_no_end_is_not_waited_for(
    browsers: BrowserPool, server: Endless, link: str, script: str
) -> None:
    server.page = f"{HOME}<a href='{link}' onclick=\"{script}\">go</a>"
    assert await run(browsers, server) == "Home"


async def test_a_page_that_only_changes_the_end_of_its_address_stays_where_it_is(
    browsers: BrowserPool, server: Endless, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(looking, "LOOKS", 1)
    server.page = f"{HOME}<a href='#' onclick=\"setInterval(() => history.pushState(0, '', '#' + Math.random()), 2)\">go</a>"
    assert await run(browsers, server) == "Home"


async def test_a_script_that_never_lets_go_is_the_pages_and_ends_in_time(
    browsers: BrowserPool, server: Endless
) -> None:
    server.page = f"{HOME}<a href='#' onclick='for (;;);'>go</a>"
    with pytest.raises(BrowserError, match="its script may be stuck in a loop") as caught:
        await run(browsers, server, patience=1.5)
    result = caught.value.result
    assert result is not None
    assert [action.call.name for step in result.steps for action in step.actions] == ["click"]
    assert result.triage is not None
    assert result.triage.whose == "environment"


async def test_a_page_that_takes_memory_without_end_is_gone_and_what_was_done_is_kept(
    server: Endless, monkeypatch: pytest.MonkeyPatch
) -> None:
    # In a browser whose pages get little, so that this machine is not filled.
    monkeypatch.setattr(pool, "QUIET_SWITCHES", (*pool.QUIET_SWITCHES, "--js-flags=--max-old-space-size=64"))
    browsers = BrowserPool(Settings())
    taking = "const all = []; for (let n = 0; n < 1000; n++) all.push(new Array(1e5).fill(1.5))"
    server.page = f"{HOME}<a href='#' onclick='{taking}'>go</a>"
    with pytest.raises(BrowserError, match=r"crashed at .* \(its process died\)") as caught:
        await run(browsers, server)
    await browsers.close()
    result = caught.value.result
    assert result is not None
    assert [action.call.name for step in result.steps for action in step.actions] == ["click"]
    assert result.triage is not None
    assert result.triage.whose == "environment"
