"""Browsers of a test session: one per event loop, a fresh context per test."""

import asyncio
import os
import re
import signal
import stat
import sys
import threading

import pytest

from pytest_webagent.browser.egress import Egress
from pytest_webagent.browser.pool import BrowserPool
from pytest_webagent.config import Settings
from pytest_webagent.errors import BrowserError


@pytest.fixture
async def own_pool():
    pool = BrowserPool(Settings())
    yield pool
    await pool.close()


async def process_of(session):
    """The id of the process of a session's browser."""
    cdp = await session.context.browser.new_browser_cdp_session()
    found = await cdp.send("SystemInfo.getProcessInfo")
    await cdp.detach()
    return next(process["id"] for process in found["processInfo"] if process["type"] == "browser")


async def test_a_browser_that_does_not_start_leaves_nothing_listening(monkeypatch):
    made, ended = [], threading.Event()

    class Watched(Egress):
        async def end(self):
            await super().end()
            ended.set()

        async def listen(self):
            await super().listen()
            made.append(self.address)

    monkeypatch.setattr("pytest_webagent.browser.pool.Egress", Watched)
    pool = BrowserPool(Settings(browser_path=sys.executable))
    with pytest.raises(BrowserError, match="does not start"):
        await pool.new_session(Settings())
    assert await asyncio.to_thread(ended.wait, 10)
    with pytest.raises(ConnectionRefusedError):
        await asyncio.open_connection("127.0.0.1", int(made[0].rpartition(":")[2]))
    await pool.close()


async def test_two_sessions_share_a_browser_but_nothing_else(pool, site):
    one, two = await pool.new_session(Settings()), await pool.new_session(Settings())
    assert one.context.browser is two.context.browser
    await one.goto(site.page("/", "<script>document.cookie = 'a=1'; localStorage.b = 2</script>"))
    await two.goto(site.page("/two", "<p>x</p>"))
    assert await two.page.evaluate("[document.cookie, localStorage.length]") == ["", 0]
    await one.close()
    await two.close()


async def test_a_closed_session_leaves_no_context_behind(pool):
    session = await pool.new_session(Settings())
    browser = session.context.browser
    before = len(browser.contexts)
    await session.close()
    assert len(browser.contexts) == before - 1


async def test_sessions_started_at_the_same_time_start_one_browser_and_a_dead_one_is_started_again(
    own_pool, site
):
    session, other = await asyncio.gather(own_pool.new_session(Settings()), own_pool.new_session(Settings()))
    assert session.context.browser is other.context.browser
    await session.goto(site.page("/", "<button>x</button>"))
    first = await process_of(session)
    os.kill(first, signal.SIGKILL)
    with pytest.raises(BrowserError, match="the browser's process ended in the middle of the test"):
        await session.act(lambda: session.page.locator("button").click(timeout=5000))
    with pytest.raises(BrowserError, match="the browser's process ended"):
        await session.observe()
    assert any(line.startswith("browser: the browser's process ended") for line in session.log.lines())
    await session.close()
    await other.close()
    after = await own_pool.new_session(Settings())
    assert await process_of(after) != first
    await after.goto(site.url + "/")
    assert await after.page.inner_text("button") == "x"
    await after.close()


async def test_a_browser_that_dies_is_not_taken_for_a_closed_tab_and_noticed_between_two_tests(
    own_pool, site
):
    session = await own_pool.new_session(Settings())
    pid = await process_of(session)
    await session.close()
    os.kill(pid, signal.SIGKILL)
    session = await own_pool.new_session(Settings())
    await session.goto(site.page("/", "<p>fine</p>"))
    assert await session.page.inner_text("p") == "fine"
    closed = asyncio.ensure_future(session.page.wait_for_event("close"))
    await asyncio.sleep(0)
    os.kill(await process_of(session), signal.SIGKILL)
    await closed
    with pytest.raises(BrowserError, match="the browser's process ended in the middle of the test"):
        await session.observe()
    await session.close()


async def test_a_context_closed_by_the_test_is_not_taken_for_a_dead_browser(pool, site):
    session = await pool.new_session(Settings())
    await session.context.close()
    with pytest.raises(BrowserError, match="the browser context was closed in the middle of the test"):
        await session.observe()
    await session.close()


def test_each_event_loop_has_its_own_browser(site_server):
    pool = BrowserPool(Settings())

    async def use():
        session = await pool.new_session(Settings())
        await session.goto(site_server.page("/", "<p>x</p>"))
        text, pid = await session.page.inner_text("p"), await process_of(session)
        await session.close()
        await pool.close()
        return text, pid

    def in_a_loop():
        with asyncio.Runner() as runner:
            return runner.run(use())

    import concurrent.futures

    with concurrent.futures.ThreadPoolExecutor(1) as thread:
        (one, first), (two, second) = thread.submit(in_a_loop).result(), thread.submit(in_a_loop).result()
    assert one == two == "x"
    assert first != second


async def test_closing_a_pool_that_started_nothing_does_nothing():
    await BrowserPool(Settings()).close()


async def test_a_browser_that_does_not_exist_is_named():
    pool = BrowserPool(Settings(browser_path="/nowhere/chrome"))
    with pytest.raises(BrowserError, match=r"'/nowhere/chrome'.*is not an executable file"):
        await pool.new_session(Settings())


async def test_a_browser_that_does_not_start_is_named(tmp_path):
    broken = tmp_path / "chrome"
    broken.write_text(f"#!{sys.executable}\nraise SystemExit('no good')\n")
    broken.chmod(broken.stat().st_mode | stat.S_IXUSR)
    pool = BrowserPool(Settings(browser_path=str(broken)))
    with pytest.raises(BrowserError, match=f"the browser {re.escape(str(broken))} does not start"):
        await pool.new_session(Settings())
    await pool.close()


async def test_a_channel_that_is_not_installed_is_named():
    pool = BrowserPool(Settings(browser_channel="msedge-canary"))
    with pytest.raises(
        BrowserError, match=r"the browser msedge-canary does not start .*; install it, name another"
    ):
        await pool.new_session(Settings())
    await pool.close()


@pytest.mark.skipif(sys.platform != "linux" or "DISPLAY" in os.environ, reason="there is a display")
async def test_a_window_without_a_display_is_explained():
    pool = BrowserPool(Settings(headed=True))
    with pytest.raises(BrowserError, match="there is no display to show it on"):
        await pool.new_session(Settings())
    await pool.close()
