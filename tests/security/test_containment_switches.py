"""What in a browser speaks to the network without a connection of its own kind: calls between browsers, and pings."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from pytest_webagent.browser import pool
from pytest_webagent.browser.executable import installed
from pytest_webagent.browser.pool import BrowserPool
from pytest_webagent.config import Settings

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from canary import Canary

    from pytest_webagent.browser.session import BrowserSession
    from pytest_webagent.policy.connections import Connections
    from tests.conftest import Site


async def _anywhere(self: Connections, host: str, port: int) -> list[str]:
    return await self.anywhere(host, port)


_CALL = """async servers => {
    const peer = new RTCPeerConnection({iceServers: servers});
    peer.createDataChannel('x');
    const done = new Promise(resolve => peer.onicegatheringstatechange =
        () => peer.iceGatheringState === 'complete' && resolve());
    await peer.setLocalDescription(await peer.createOffer());
    await Promise.race([done, new Promise(resolve => setTimeout(resolve, 3000))]);
    peer.close();
}"""
"""Gathers candidates of a call; servers that do not answer are given up after a while."""


_HINTS = """<meta http-equiv=x-dns-prefetch-control content=on><link rel=dns-prefetch href=//a.canary.example>
<link rel=preconnect href=//b.canary.example><link rel=prefetch href=http://c.canary.example/x><a href=http://d.canary.example/>Shop</a>
<script type=speculationrules>{"prerender": [{"urls": ["http://e.canary.example/"]}]}</script>"""
"""Asks a browser in many ways to get to know names ahead of time."""


@pytest.fixture
def net_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a browser that starts now writes down what its network stack does."""
    file = tmp_path / "net.json"
    switches = (f"--log-net-log={file}", "--net-log-capture-mode=Everything")
    monkeypatch.setattr(pool, "QUIET_SWITCHES", (*pool.QUIET_SWITCHES, *switches))
    return file


@pytest_asyncio.fixture(loop_scope="session", params=["headless shell", "whole browser"])
async def started(request: pytest.FixtureRequest, site: Site) -> AsyncIterator[BrowserSession]:
    """In a browser of its own: switches are read when it starts, and not by both kinds alike."""
    settings = Settings(start_url=site.url)
    if request.param == "whole browser":
        whole = installed(headed=True)
        if whole is None:
            pytest.skip("only the headless shell is installed")
        settings = settings._replace(browser_path=str(whole))
    pool = BrowserPool(settings)
    session = await pool.new_session(settings)
    await session.page.goto(site.page("/", "<a id=a href=/next>Shop</a>"))
    yield session
    await session.close()
    await pool.close()


@pytest.mark.held_by("pytest_webagent.browser.pool.CONTAINED_SWITCHES", ())
@pytest.mark.parametrize(
    "server",
    [
        {"urls": "stun:127.0.0.1:PORT"},
        {"urls": "turn:127.0.0.1:PORT", "username": "secret", "credential": "x"},
    ],
    ids=["stun", "turn"],
)
async def test_a_call_sends_no_datagram(
    started: BrowserSession, canary: Canary, server: dict[str, str]
) -> None:
    await started.page.evaluate(_CALL, [{**server, "urls": server["urls"].replace("PORT", str(canary.port))}])
    assert canary.heard == []


@pytest.mark.held_by("pytest_webagent.policy.connections.Connections.addresses", _anywhere)
async def test_a_call_makes_no_connection(started: BrowserSession, canary: Canary) -> None:
    server = {
        "urls": f"turn:127.0.0.1:{canary.port}?transport=tcp",
        "username": "secret",
        "credential": "x",
    }
    await started.page.evaluate(_CALL, [server])
    assert canary.heard == []
    assert canary.was_refused(started)


@pytest.mark.held_by("pytest_webagent.browser.pool.BYPASS", "127.0.0.1")
async def test_a_session_over_http_3_sends_no_datagram(started: BrowserSession, canary: Canary) -> None:
    code = f"""() => {{
        const session = new WebTransport('https://127.0.0.1:{canary.port}/');
        const end = new Promise(resolve => setTimeout(resolve, 3000));
        return Promise.race([session.ready.catch(() => {{}}), end]);
    }}"""
    await started.page.evaluate(code)
    assert canary.heard == []


@pytest.mark.held_by("pytest_webagent.policy.connections.Connections.addresses", _anywhere)
@pytest.mark.held_by("pytest_webagent.browser.pool.QUIET_SWITCHES", ())
async def test_a_link_sends_no_ping(started: BrowserSession, site: Site, canary: Canary) -> None:
    site.page("/next", "<h1>Next</h1>")
    await started.page.evaluate(f"a.ping = '{canary.url}/x'; a.click()")
    await started.page.wait_for_url("**/next")
    # A page of the same context that is loaded after it: by then the ping is on its way.
    await started.page.evaluate("new Promise(resolve => setTimeout(resolve, 500))")
    assert canary.heard == []


_LOG_IN = """<form><label>User <input name=user autocomplete=username></label><label>Password <input type=password name=password></label>
<label>Mail <input name=mail type=email></label><label>City <input name=city></label><button>Log in</button></form>"""
"""A form as a browser fills in by itself: it would ask its maker what its fields are for."""


@pytest.mark.held_by("pytest_webagent.browser.pool.QUIET_SWITCHES", ())
@pytest.mark.parametrize("started", ["whole browser"], indirect=True)
async def test_a_form_to_log_in_has_the_browser_ask_nobody_what_it_is(
    started: BrowserSession, site: Site
) -> None:
    for _ in range(3):
        await started.page.goto(site.page("/log-in", _LOG_IN))
        await started.page.fill("[name=user]", "bob")
        await started.page.fill("[name=password]", "open sesame")
        await started.page.click("button")
        await started.page.wait_for_url("**/log-in?*")
    assert started.egress is not None
    assert started.egress.denied() == {}


def _events(net_log: Path, host: str) -> list[str]:
    """What the network stack did about a host, by the names it has for that."""
    log = json.loads(net_log.read_text(encoding="utf-8"))
    names = {number: name for name, number in log["constants"]["logEventTypes"].items()}
    return [names[each["type"]] for each in log["events"] if host in json.dumps(each)]


@pytest.mark.held_by("pytest_webagent.browser.pool.CONTAINED_SWITCHES", ())
async def test_a_page_has_no_name_looked_up_beside_the_proxy(
    net_log: Path, started: BrowserSession, site: Site
) -> None:
    headers = {"x-dns-prefetch-control": "on", "link": "<http://f.canary.example>; rel=dns-prefetch"}
    await started.page.goto(site.page("/", _HINTS, headers=headers))
    assert started.egress is not None
    async with asyncio.timeout(10):
        while not started.egress.denied():  # noqa: ASYNC110 (it is refused in another thread)
            await asyncio.sleep(0.01)
    assert started.context.browser is not None
    await started.context.browser.close()
    about = _events(net_log, "canary.example")
    assert "URL_REQUEST_START_JOB" in about
    assert [name for name in about if name.startswith(("HOST_RESOLVER", "DNS_"))] == []
