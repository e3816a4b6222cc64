"""What a session writes down."""

import pytest

from pytest_webagent.browser.records import MOST


async def test_errors_of_the_page_are_in_the_log_and_in_the_next_observation_once(session, site):
    html = """<script>console.error('bad thing'); console.log('nothing'); setTimeout(() => { throw new Error('thrown') });
              fetch('/missing')</script>"""
    await session.goto(site.page("/", html))
    seen = await session.observe()
    lines = (
        "console: bad thing",
        "page error: thrown",
        f"request: GET {site.url}/missing was answered 404",
    )
    assert sorted(session.log.lines()) == sorted(lines)
    assert sorted(seen.notes) == sorted(lines)
    assert (await session.observe()).notes == ()


async def test_a_request_that_failed_is_written_down_without_its_query(session, site):
    await session.page.route("**/blocked*", lambda route: route.abort())
    await session.goto(site.page("/", "<script>fetch('/blocked?token=SECRET').catch(() => 0)</script>"))
    await session.observe()
    (line,) = session.log.lines()
    assert line == f"request: GET {site.url}/blocked failed: net::ERR_FAILED"


async def test_a_request_cut_off_by_leaving_the_page_is_no_news(session, site):
    import threading

    release = threading.Event()
    site.slow("/slow", release, "")
    await session.goto(site.page("/", "<button onclick=\"fetch('/slow'); location = '/next'\">x</button>"))
    site.page("/next", "<h1>Next</h1>")
    await session.act(lambda: session.page.locator("button").click())
    release.set()
    assert session.log.lines() == ()


async def test_a_page_that_logs_in_a_loop_fills_no_memory(session, site):
    html = "<script>for (let i = 0; i < 3000; i++) console.error('x'.repeat(5000) + i, 'y' + i)</script>"
    await session.goto(site.page("/", html))
    await session.page.evaluate("console.error('same')")
    for i in range(3):
        await session.page.evaluate(f"console.error('different {i}')")
    lines = session.log.lines()
    assert len(lines) <= MOST + 1
    assert max(map(len, lines)) < 400


@pytest.mark.parametrize("times", [5])
async def test_the_same_event_is_one_line_that_counts(session, site, times):
    await session.goto(site.page("/", "<p>x</p>"))
    await session.page.evaluate(f"for (let i = 0; i < {times}; i++) console.error('again')")
    assert session.log.lines() == (f"console: again ({times} times)",)
