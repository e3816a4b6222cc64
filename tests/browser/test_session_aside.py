"""Pages read beside the tabs: what they may reach, and that the session stays as it was."""

import asyncio
import gzip
import threading
import zlib
from contextlib import suppress

import pytest
from matrix_cases import by_default, repeats
from one_session import one_session  # noqa: F401 (a fixture)
from wild_site import endless  # noqa: F401 (a fixture)

from pytest_webagent.errors import DeniedError, ToolError
from tests.conftest import Answer

SECONDS = 8.0
UNRULY = """
<a id=blank target=_blank href=/other>x</a><a id=file download=x.txt href=/other>x</a>
<form id=form target=_blank action=/other></form><img src=/missing>
<script>
    console.error('loud'); window.open('/other'); blank.click(); file.click(); form.submit();
    alert('stop'); confirm('really?'); onbeforeunload = event => event.preventDefault();
    document.title = 'went through'; undefinedFunction();
</script>"""


@pytest.fixture
def only_this_site(site):
    async def check(url):
        if not url.startswith(site.url + "/") or "/forbidden" in url:
            raise DeniedError(f"{url} is not allowed")

    return check


async def settled(page):
    """Wait until what the scripts of a page started has been asked for."""
    await page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


async def test_the_session_neither_sees_nor_hears_of_an_unruly_page(session, site, only_this_site):
    site.page("/other", "other")
    await session.goto(site.page("/", "<button onclick='document.title = 1'>Save</button>"))
    before = await session.observe()
    page, log = session.page, session.log.lines()
    async with session.aside(only_this_site, SECONDS) as aside:
        arrival = await aside.open(site.page("/unruly", UNRULY))
        assert await aside.page.title() == "went through"
        assert arrival == (f"{site.url}/unruly", 200, ())
        await settled(aside.page)
        assert session.page is page
        assert await session.tabs() == before.tabs
    assert session.log.lines() == log
    assert session.downloads == ()
    assert session.dialog is None
    assert session.context.pages == [page]
    assert session.observation is before
    await session.locate(next(element.id for element in before.elements if element.name == "Save")).click()
    after = await session.observe()
    assert after.tabs[0].title == "1"
    assert after.notes == ()
    assert site.asked("/other") == []


async def test_its_cookies_are_those_of_the_session(session, site, only_this_site):
    await session.goto(site.page("/", "", headers={"set-cookie": "who=me"}))
    async with session.aside(only_this_site, SECONDS) as aside:
        await aside.open(site.page("/read", "x"))
    assert site.asked("/read")[0].headers["Cookie"] == "who=me"


async def test_a_redirect_is_checked_before_it_is_followed(session, site, only_this_site):
    site.page("/forbidden", "secret")
    site.redirect("/second", "/forbidden")
    async with session.aside(only_this_site, SECONDS) as aside:
        with pytest.raises(DeniedError, match="/forbidden is not allowed"):
            await aside.open(site.redirect("/first", "/second"))
    assert site.asked("/second") != []
    assert site.asked("/forbidden") == []


async def test_a_redirect_that_is_allowed_is_followed(session, site, only_this_site):
    site.page("/there", "<h1>There</h1>", status=404)
    async with session.aside(only_this_site, SECONDS) as aside:
        assert await aside.open(site.redirect("/here", "/there")) == (f"{site.url}/there", 404, ())
        assert await aside.page.inner_text("h1") == "There"


MOVING = {
    "a script": "<script>location = '/forbidden'</script>",
    "a refresh": "<meta http-equiv=refresh content='0;url=/forbidden'>",
    "a redirect": "<script>location = '/first'</script>",
}


@pytest.mark.parametrize("how", MOVING.values(), ids=MOVING)
async def test_a_page_that_moves_on_to_where_it_may_not_stays_and_is_read(session, site, only_this_site, how):
    site.redirect("/first", "/forbidden")
    async with session.aside(only_this_site, SECONDS) as aside:
        arrival = await aside.open(site.page("/moving", f"<h1>Still here</h1>{how}"))
        assert await aside.page.inner_text("h1") == "Still here"
    assert arrival.url == f"{site.url}/moving"
    assert "it wanted to move on, and was not let" in arrival.notes[0]
    assert site.asked("/forbidden") == []


REACHING = {
    "image": "<img src=/forbidden>",
    "style": "<style>@import '/forbidden'; body { background: url(/forbidden) }</style>",
    "script": "<script src=/forbidden></script><script type=module>import '/forbidden'</script>",
    "fetch": "<script>fetch('/forbidden', {keepalive: true}); navigator.sendBeacon('/forbidden')</script>",
    "redirected fetch": "<script>fetch('/hop')</script><img src=/hop>",
    "frame": "<iframe src=/forbidden></iframe><iframe src=/hop></iframe>",
    "frame of another site": "<iframe src='OTHER/forbidden'></iframe>",
    "object": "<object data=/forbidden></object><embed src=/forbidden>",
    "video": "<video autoplay src=/forbidden></video>",
    "ahead": "<link rel=prefetch href=/forbidden><link rel=preload as=image href=/forbidden>",
    "rules": """<script type=speculationrules>{"prefetch": [{"source": "list", "urls": ["/forbidden"],
        "eagerness": "immediate"}], "prerender": [{"source": "list", "urls": ["/forbidden"]}]}</script>""",
    "rules of a script": """<script>const rules = document.createElement('script');
        rules.type = 'speculationrules'; rules.textContent = JSON.stringify({prefetch: [
            {source: 'list', urls: ['/forbidden'], eagerness: 'immediate'}]}); document.head.append(rules);
        const box = document.body.appendChild(document.createElement('p')).attachShadow({mode: 'closed'});
        box.append(rules.cloneNode(true))</script>""",
    "ping": "<a id=a href='#x' ping=/forbidden>x</a><script>a.click()</script>",
    "socket": "<script>new WebSocket(location.href.replace('http', 'ws') + '/forbidden')</script>",
    "worker": """<script>new Worker(URL.createObjectURL(new Blob(["fetch('" + origin + "/forbidden')"])));
        new SharedWorker('/forbidden'); navigator.serviceWorker.register('/forbidden')</script>""",
    "farewell": """<script>const send = () => { navigator.sendBeacon('/forbidden'); new Image().src = '/forbidden' };
        for (const name of ['pagehide', 'unload', 'visibilitychange']) addEventListener(name, send)</script>""",
}


@pytest.mark.parametrize(
    "html",
    [
        pytest.param("".join(REACHING.values()), id="all of it"),
        *by_default(REACHING, but=REACHING),
    ],
)
async def test_nothing_of_a_page_reaches_what_it_may_not(session, site, only_this_site, html):
    site.redirect("/hop", "/forbidden")
    html = html.replace("OTHER", site.other_url)
    async with session.aside(only_this_site, SECONDS) as aside:
        await aside.open(site.page("/page", "<h1>Read</h1>" + html))
        await settled(aside.page)
        assert await aside.page.inner_text("h1") == "Read"
    # What was sent at the very end has come when a later request has.
    await session.goto(site.page("/later", "later"))
    assert [request.path for request in site.requests if "forbidden" in request.path] == []


async def test_browsers_cannot_call_each_other_and_no_request_is_put_off(session, site, only_this_site):
    html = "<iframe srcdoc='<script>parent.name = typeof RTCPeerConnection</script>'></iframe>"
    async with session.aside(only_this_site, SECONDS) as aside:
        await aside.open(site.page("/page", html))
        ways = (
            "[name, ...['RTCPeerConnection', 'WebTransport', 'fetchLater'].map(each => typeof window[each])]"
        )
        assert await aside.page.evaluate(ways) == ["undefined"] * 4


@pytest.mark.parametrize("encoding", ["gzip", "deflate"])
async def test_a_packed_page_is_unpacked(session, site, only_this_site, encoding):
    text = "<meta charset=iso-8859-1><h1>Grüße</h1>".encode("latin-1")
    body = gzip.compress(text) if encoding == "gzip" else zlib.compress(text)
    site.answer("/packed", Answer(body, headers={"content-encoding": encoding}, content_type="text/html"))
    async with session.aside(only_this_site, SECONDS) as aside:
        await aside.open(f"{site.url}/packed")
        assert await aside.page.inner_text("h1") == "Grüße"


async def test_what_a_test_puts_in_the_place_of_a_server_is_read(session, site, only_this_site):
    async def instead(route):
        await route.fulfill(body="<h1>Instead</h1><script src=/forbidden></script>", content_type="text/html")

    await session.context.route("**/instead", instead)
    try:
        async with session.aside(only_this_site, SECONDS) as aside:
            assert (await aside.open(f"{site.url}/instead")).status == 200
            assert await aside.page.inner_text("h1") == "Instead"
    finally:
        await session.context.unroute("**/instead")
    assert [request.path for request in site.requests if request.path != "/favicon.ico"] == []


async def test_cookies_a_page_sets_are_kept_and_its_own_policy_holds(session, site, only_this_site):
    headers = {"set-cookie": "new=1", "content-security-policy": "img-src 'none'"}
    async with session.aside(only_this_site, SECONDS) as aside:
        await aside.open(site.page("/page", "<img src=/picture>", headers=headers))
    assert [(cookie["name"], cookie["value"]) for cookie in await session.context.cookies()] == [("new", "1")]
    assert site.asked("/picture") == []


async def test_a_page_that_closes_itself_leaves_the_session_alone(session, site, only_this_site):
    log = session.log.lines()
    async with session.aside(only_this_site, SECONDS) as aside:
        with suppress(ToolError):
            await aside.open(site.page("/page", "<script>close()</script>"))
    assert session.context.pages == [session.page]
    assert session.log.lines() == log


async def test_a_page_of_fifty_megabytes_is_read_as_far_as_it_may(session, site, only_this_site):
    site.answer("/huge", Answer(b"<h1>Top</h1>" + (b"<p>" + b"lorem " * 4_000 + b"</p>") * 2_100))
    async with session.aside(only_this_site, SECONDS) as aside:
        arrival = await aside.open(f"{site.url}/huge")
        assert await aside.page.inner_text("h1") == "Top"
        assert 1_900_000 < await aside.page.evaluate("document.documentElement.outerHTML.length") < 2_600_000
    assert arrival.notes == ("it is longer than 2 MB; only its beginning was read",)


async def test_a_page_that_never_ends_is_read_as_far_as_it_came(session, endless):  # noqa: F811
    async with session.aside(_anything, 6.0) as aside:
        arrival = await aside.open(endless)
        assert await aside.page.inner_text("h1") == "Beginning"
    assert "did not end within" in arrival.notes[0]


async def test_what_a_page_fetches_to_show_it_is_waited_for(session, site, only_this_site):
    site.answer("/second", Answer("second", content_type="text/plain"))
    site.answer("/first", Answer("/second", content_type="text/plain"))
    html = """<h1>...</h1><script>const text = async url => (await fetch(url)).text();
        onload = async () => { document.querySelector('h1').textContent = await text(await text('/first')) }</script>"""
    async with session.aside(only_this_site, SECONDS) as aside:
        await aside.open(site.page("/page", html))
        assert await aside.page.inner_text("h1") == "second"


async def test_pictures_that_never_end_are_not_waited_for(session, site, only_this_site):
    release = threading.Event()
    site.slow("/picture", release, "")
    async with session.aside(only_this_site, 4.0) as aside:
        arrival = await aside.open(site.page("/page", "<h1>Read</h1><img src=/picture>"))
        assert await aside.page.inner_text("h1") == "Read"
    release.set()
    assert arrival.notes == ("it was still loading after 4 s and was read as it was then",)


async def test_a_server_that_does_not_answer_is_an_error(session, site, only_this_site):
    release = threading.Event()
    async with session.aside(only_this_site, 1.0) as aside:
        with pytest.raises(ToolError, match="did not answer within 1 s"):
            await aside.open(site.slow("/slow", release, "late"))
    release.set()
    assert len(session.context.pages) == 1


async def test_a_server_that_is_not_there_is_an_error(session):
    async with session.aside(_anything, SECONDS) as aside:
        with pytest.raises(ToolError, match="connection refused"):
            await aside.open("http://127.0.0.1:1111/")


@pytest.mark.parametrize(
    ("headers", "kind", "why"),
    [
        ({"content-disposition": "attachment; filename=x.html"}, "text/html", "it is a file to download"),
        ({}, "application/zip", "it is application/zip"),
        *repeats(({}, "image/png", "it is image/png"), ({}, "application/pdf", "it is application/pdf")),
    ],
)
async def test_what_is_no_page_is_refused_and_not_loaded(session, site, only_this_site, headers, kind, why):
    site.answer("/file", Answer(b"x" * 100, headers=headers, content_type=kind))
    async with session.aside(only_this_site, SECONDS) as aside:
        with pytest.raises(ToolError, match=why):
            await aside.open(f"{site.url}/file")
    assert session.downloads == ()


@pytest.mark.parametrize(
    "kind",
    [
        *repeats("text/csv", "text/markdown; charset=utf-8"),
        "Text/Calendar",
        "application/json",
        "",
    ],
)
async def test_texts_of_all_kinds_are_read(session, site, only_this_site, kind):
    site.answer("/text", Answer('{"name": "mug"}', content_type=kind))
    async with session.aside(only_this_site, SECONDS) as aside:
        await aside.open(f"{site.url}/text")
        assert '{"name": "mug"}' in await aside.page.inner_text("body")


async def test_an_answer_without_content_is_an_error(session, site, only_this_site):
    site.answer("/none", Answer(status=204))
    async with session.aside(only_this_site, SECONDS) as aside:
        with pytest.raises(ToolError, match="gave no page"):
            await aside.open(f"{site.url}/none")


async def test_a_stuck_script_is_left_behind(session, site, only_this_site):
    async with session.aside(only_this_site, 4.0) as aside:
        arrival = await aside.open(site.page("/stuck", "<script>for (;;);</script>"))
        assert "still loading" in arrival.notes[0]
    assert session.context.pages == [session.page]


async def test_a_cancelled_reading_leaves_no_page(session, site, only_this_site):
    release = threading.Event()
    url = site.slow("/slow", release, "late")
    reached = asyncio.Event()

    async def check(url):
        await only_this_site(url)
        reached.set()

    async def read():
        async with session.aside(check, SECONDS) as aside:
            await aside.open(url)

    reading = asyncio.ensure_future(read())
    await reached.wait()
    reading.cancel()
    with pytest.raises(asyncio.CancelledError):
        await reading
    release.set()
    assert session.context.pages == [session.page]
    assert len(await session.tabs()) == 1


async def test_a_cancelled_opening_leaves_no_page(session, only_this_site):
    opening = asyncio.ensure_future(session.aside(only_this_site, SECONDS).__aenter__())
    await asyncio.sleep(0)
    opening.cancel()
    with pytest.raises(asyncio.CancelledError):
        await opening
    assert session.context.pages == [session.page]
    assert len(await session.tabs()) == 1


async def test_a_tab_the_page_opens_meanwhile_is_the_sessions(session, site, only_this_site):
    site.page("/new", "new")
    await session.goto(site.page("/", "first"))
    async with session.aside(only_this_site, SECONDS) as aside:
        await asyncio.gather(
            aside.open(site.page("/read", "read")),
            session.page.evaluate("window.open('/new'); 0"),
            _opened(session, only_this_site),
        )
    observation = await session.observe()
    assert [tab.url for tab in observation.tabs] == [f"{site.url}/", f"{site.url}/new"]
    assert session.page.url == f"{site.url}/new"
    await session.close_tab()


async def _opened(session, check):
    async with session.aside(check, SECONDS):
        return


async def _anything(url):
    return url
