"""Tabs: opened, switched, closed, lost."""

import threading

import pytest
import pytest_asyncio
from one_session import one_session  # noqa: F401 (a fixture)

from pytest_webagent.errors import BrowserError, EnvironmentFailure, ToolError


@pytest_asyncio.fixture(loop_scope="session")
async def lost(pool, settings):
    """A session that loses a tab for good, which no other test may have."""
    session = await pool.new_session(settings)
    session.attend()
    yield session
    await session.close()


def clicking(session, selector="button"):
    return lambda: session.page.locator(selector).click(timeout=2000)


async def numbers(session):
    return [(tab.number, tab.title, tab.current) for tab in await session.tabs()]


def titled(title, body=""):
    return f"<html><head><title>{title}</title></head><body>{body}</body></html>"


OPENERS = {
    "a link": "<a href=/new target=_blank>go</a>",
    "a link without an opener": "<a href=/new target=_blank rel=noopener>go</a>",
    "a script": "<a onclick=\"window.open('/new')\">go</a>",
}


@pytest.mark.parametrize("opener", OPENERS)
async def test_a_new_tab_becomes_the_current_one_and_is_told(session, site, opener):
    target = site.page("/new", titled("New"))
    await session.goto(site.page("/", titled("Old", OPENERS[opener])))
    acted = await session.act(clicking(session, "a"))
    assert acted.notes[0].startswith("a new tab opened and is now the current one (tab 2 of 2)")
    assert acted.changed
    assert session.page.url == target
    assert await numbers(session) == [(1, "Old", False), (2, "New", True)]


async def test_a_new_tab_from_a_slow_server_is_waited_for(session, site):
    release = threading.Event()
    site.slow("/new", release, titled("New", "<h1>Late</h1>"))
    await session.goto(site.page("/", titled("Old", "<a href=/new target=_blank>go</a>")))
    threading.Timer(0.4, release.set).start()
    await session.act(clicking(session, "a"))
    assert await session.page.inner_text("h1") == "Late"


async def test_a_tab_a_page_opens_while_nobody_acts_is_the_current_one_at_the_next_look(session, site):
    site.page("/new", titled("New"))
    await session.goto(site.page("/", titled("Old")))
    old = session.page
    async with session.context.expect_page() as opened:
        await old.evaluate("setTimeout(() => open('/new'))")
    await (await opened.value).wait_for_load_state()
    assert (await session.observe()).title == "New"


async def test_a_tab_the_test_opens_itself_is_listed_but_stays_behind(session, site):
    await session.goto(site.page("/", titled("Old")))
    mine = await session.context.new_page()
    await mine.goto(site.page("/mine", titled("Mine")))
    seen = await session.observe()
    assert seen.title == "Old"
    assert await numbers(session) == [(1, "Old", True), (2, "Mine", False)]


async def test_tabs_are_opened_switched_to_and_closed_by_number(session, site):
    await session.goto(site.page("/", titled("One")))
    await session.open_tab(site.page("/two", titled("Two")))
    await session.open_tab(site.page("/three", titled("Three")))
    assert await numbers(session) == [(1, "One", False), (2, "Two", False), (3, "Three", True)]
    acted = await session.switch_tab(1)
    assert acted.notes == (f"the current tab is 1 of 3: {site.url}/",)
    assert (await session.observe()).title == "One"
    acted = await session.close_tab()
    assert acted.notes[0].startswith("tab 1 was closed; the current tab is now 1 of 2")
    assert await numbers(session) == [(1, "Two", True), (2, "Three", False)]


@pytest.mark.parametrize("number", [0, 2, -1])
async def test_a_number_of_no_tab_is_an_error_for_the_model(session, site, number):
    await session.goto(site.page("/", titled("One")))
    with pytest.raises(ToolError, match=f"there is no tab {number}: the only tab is 1"):
        await session.switch_tab(number)


async def test_the_only_tab_stays_open(session, site):
    await session.goto(site.page("/", titled("One")))
    with pytest.raises(ToolError, match="this is the only tab"):
        await session.close_tab()


async def test_a_tab_for_an_address_that_cannot_be_reached_is_not_left_behind(session, site):
    await session.goto(site.page("/", titled("One")))
    with pytest.raises(EnvironmentFailure):
        await session.open_tab("http://no.such.host.invalid/")
    assert await numbers(session) == [(1, "One", True)]


async def test_a_tab_that_closes_itself_while_acted_on_gives_way_to_the_one_before(session, site):
    site.page("/new", titled("New", "<button onclick='window.close()'>x</button>"))
    await session.goto(site.page("/", titled("Old", "<a href=/new target=_blank>go</a>")))
    await session.act(clicking(session, "a"))
    acted = await session.act(clicking(session))
    assert acted.notes == (f"tab 2 was closed; the current tab is now 1 of 1: {site.url}/",)
    assert (await session.observe()).title == "Old"


async def test_the_last_tab_closing_itself_is_said_clearly(lost):
    await lost.page.set_content("<button onclick='window.close()'>x</button>")
    with pytest.raises(BrowserError, match="the last open tab was closed"):
        await lost.act(clicking(lost))
    with pytest.raises(BrowserError, match="the last open tab was closed"):
        await lost.observe()


async def test_a_crashed_tab_gives_way_to_another_one(lost, site):
    await lost.goto(site.page("/", titled("One")))
    await lost.open_tab(site.page("/two", titled("Two")))
    acted = await lost.goto("chrome://crash")
    assert acted.notes[0].startswith(
        f"tab 2 crashed at {site.url}/two (its process died); the current tab is now 1 of 1"
    )
    assert (await lost.observe()).title == "One"


async def test_a_crash_of_the_last_tab_is_said_clearly(lost, site):
    await lost.goto(site.page("/", titled("One")))
    with pytest.raises(BrowserError, match=r"the last open tab crashed at .* \(its process died\)"):
        await lost.goto("chrome://crash")


async def test_a_background_tab_behind_a_dialog_does_not_block_the_list_of_tabs(session, site):
    await session.goto(site.page("/", titled("One")))
    first = session.page
    await session.open_tab(site.page("/two", titled("Two")))
    await first.evaluate("setTimeout(() => alert('behind'))")
    while session.dialog is None:
        await session.page.evaluate("0")
    assert [tab.number for tab in await session.tabs()] == [1, 2]
    seen = await session.observe()
    assert seen.dialog.startswith('an alert dialog says "behind"')
    await session.answer_dialog(accept=True)
    assert (await session.observe()).title == "Two"
