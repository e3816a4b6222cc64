"""The tool crawl, in a real browser session, against a real server."""

import threading

import pytest
from one_session import one_session  # noqa: F401 (a fixture)
from wild_site import endless  # noqa: F401 (a fixture)

from pytest_webagent.messages import ToolCall
from pytest_webagent.policy.permissions import Permissions
from pytest_webagent.policy.risk import Gate
from pytest_webagent.policy.security import ResourceLimits, SecurityPolicy, ToolConfig, ToolSettings
from pytest_webagent.tools.core.context import ToolContext
from pytest_webagent.tools.core.registry import ToolRegistry
from pytest_webagent.tools.web_api import crawl
from tests.conftest import Answer


class Crawler:
    """crawl in the hands of a test, on the site's home page."""

    def __init__(self, session, settings, site):
        self.session = session
        self.site = site
        self.registry = ToolRegistry(crawl.TOOLS)
        self.context = ToolContext(session=session, settings=settings, opened=site.url + "/")

    def allow(self, *domains, dry_run=False, **limits):
        config = ToolConfig(
            security=SecurityPolicy(allowed_domains=domains),
            tool_settings={"crawl": ToolSettings(resource_limits=ResourceLimits(**limits))},
        )
        made = Permissions.of(self.context.settings, config)
        self.context.permissions = Permissions(config, made.workspace, Gate(dry_run=dry_run))

    async def use(self, **arguments):
        call = ToolCall("crawl", {"reasoning": "The test wants it.", **arguments})
        return await self.registry.call(call, self.context)

    async def do(self, url, **arguments):
        result = await self.use(url=url, **arguments)
        assert result.error is None, result.error
        return result.output

    async def fail(self, **arguments):
        result = await self.use(**arguments)
        assert result.error is not None, result.output
        return result.error


@pytest.fixture
async def crawler(session, settings, site):
    await session.goto(site.page("/", "<h1>Shop</h1><button>Save</button>", headers={"set-cookie": "who=me"}))
    return Crawler(session, settings, site)


def sources(text):
    return [line.removeprefix("Source: ") for line in text.splitlines() if line.startswith("Source: ")]


async def test_a_page_is_read_as_its_scripts_leave_it_with_the_cookies_of_the_session(crawler, site):
    site.page(
        "/mugs",
        """<html><title>Mugs</title><main id=m></main><script>fetch('/api').then(answer => answer.text()).then(
        text => m.innerHTML = '<h1>' + text + '</h1><table><tr><th>Mug<th>Price<tr><td>Blue<td>$7.50</table>')
        </script>""",
    )
    site.answer("/api", lambda request: Answer("for " + request.headers["Cookie"], content_type="text/plain"))
    said = await crawler.do("/mugs")
    assert said.startswith(f"Source: {site.url}/mugs\nTitle: Mugs\n# for who=me\n")
    assert "Blue" in said
    assert "$7.50" in said


async def test_the_tab_stays_as_it_was(crawler, site):
    before, log = await crawler.session.observe(), crawler.session.log.lines()
    site.page("/loud", "<script>console.error(1); alert(1); open('/'); document.cookie = 'a=b'</script>Loud")
    assert "Loud" in await crawler.do("/loud")
    assert crawler.session.observation is before
    assert crawler.session.page.url == f"{site.url}/"
    assert crawler.session.context.pages == [crawler.session.page]
    assert crawler.session.log.lines() == log
    button = next(element for element in before.elements if element.name == "Save")
    assert await crawler.session.locate(button.id).inner_text() == "Save"


async def test_links_of_the_same_site_are_followed_level_by_level(crawler, site):
    site.page("/a", "<a href=/b#top>b</a><a href=/c>c</a><a href='/b'>b again</a><a href=/a#here>a</a>")
    site.page("/b", "<a href=/d>d</a>")
    site.page("/c", f"<a href='{site.other_url}/x'>x</a><a href=mailto:me@a.example>mail</a>")
    site.page("/d", "<a href=/e>e</a>")
    site.page("/e", "end")
    assert sources(await crawler.do("/a", max_pages=20)) == [f"{site.url}/{name}" for name in "abc"]
    whole = await crawler.do("/a", max_pages=20, max_depth=5)
    assert sources(whole) == [f"{site.url}/{name}" for name in "abcde"]
    assert sources(await crawler.do("/a", max_pages=2, max_depth=5)) == [
        f"{site.url}/{name}" for name in "ab"
    ]
    assert sources(await crawler.do("/a", max_pages=20, max_depth=0)) == [f"{site.url}/a"]


async def test_links_that_do_something_are_not_followed(crawler, site):
    site.page(
        "/a",
        """<a href=/logout>x</a><a href='/account?do=sign-out'>x</a><a href=/items/1/delete>x</a>
        <a href='/%64elete'>x</a><a href=/unsubscribe>x</a><a rel='nofollow' href=/no>x</a>
        <a download href=/file>x</a><a href=/fine>fine</a>""",
    )
    site.page("/fine", "fine")
    assert sources(await crawler.do("/a", max_pages=20)) == [f"{site.url}/a", f"{site.url}/fine"]
    asked = {request.path for request in site.requests} - {"/", "/favicon.ico"}
    assert asked == {"/a", "/fine"}


@pytest.mark.matrix
async def test_a_site_that_goes_on_for_ever_is_read_as_far_as_was_asked(crawler, site):
    for at in range(30):
        site.page(f"/{at}", f"<a href=/{at + 1}>next</a><a href='/{at}?again={at}'>again</a>")
    assert len(sources(await crawler.do("/0", max_pages=3, max_depth=5))) == 3


async def test_a_page_behind_a_link_that_cannot_be_read_is_said(crawler, site):
    site.page("/a", "<a href=/zip>x</a><a href=/away>y</a><a href=/gone>z</a>")
    site.answer("/zip", lambda request: Answer(b"PK", content_type="application/zip"))
    site.redirect("/away", "http://169.254.169.254/")
    said = await crawler.do("/a", max_pages=4)
    assert (
        f"Source: {site.url}/zip\n[Not read: {site.url}/zip is no page to read: it is application/zip]"
        in said
    )
    assert f"Source: {site.url}/away\n[Not read: " in said
    assert f"Source: {site.url}/gone (status 404)\n```\nnothing at /gone" in said


async def test_a_site_that_moved_is_followed_where_it_went(crawler, site):
    crawler.allow("localhost")
    site.page("/new", "<a href=/more>more</a>")
    site.page("/more", "more")
    site.redirect("/old", f"{site.other_url}/new")
    assert sources(await crawler.do("/old", max_pages=5)) == [
        f"{site.other_url}/new",
        f"{site.other_url}/more",
    ]


NOT_OPENED = [
    ("OTHER/", "is not allowed"),
    ("http://169.254.169.254/latest/", "is not allowed"),
    ("https://example.com/", "is not allowed"),
    ("file:///etc/passwd", "only http and https"),
    ("javascript:alert(1)", "only http and https"),
    ("http://a@127.0.0.1/", "user name or password"),
    ("../../etc/passwd\0", "cannot be"),
    ("about:blank", "give the address of a page"),
    ("", "cannot be"),
    ("x" * 5_000, "cannot be"),
]


async def test_what_may_not_be_opened_is_refused(crawler, site, subtests):
    before = len(site.requests)
    for url, why in NOT_OPENED:
        with subtests.test(url[:40]):
            assert why in await crawler.fail(url=url.replace("OTHER", site.other_url))
            assert len(site.requests) == before


PRIVATE = ["http://169.254.169.254/", "http://10.0.0.1/", "http://[::ffff:127.0.0.1]:1/"]


async def test_a_redirect_into_a_private_network_is_refused(crawler, site, subtests):
    crawler.allow("*")
    for number, target in enumerate(PRIVATE):
        with subtests.test(target):
            assert "may not be reached" in await crawler.fail(url=site.redirect(f"/away{number}", target))


async def test_arguments_that_are_wrong_are_refused(crawler, site, subtests):
    before = len(site.requests)
    for arguments, why in (
        ({}, "'url' is missing"),
        ({"url": 5}, "'url' must be a string"),
        ({"url": "/", "max_pages": 0}, "max_pages"),
        ({"url": "/", "max_pages": 1_000}, "max_pages"),
        ({"url": "/", "max_depth": -1}, "max_depth"),
        ({"url": "/", "depth": 1}, "there is no argument 'depth'"),
    ):
        with subtests.test(why):
            assert why in await crawler.fail(**arguments)
            assert len(site.requests) == before


async def test_a_dry_run_reads_only_the_site_of_the_tab(crawler, site):
    crawler.allow("localhost", dry_run=True)
    site.page("/a", "own")
    assert "own" in await crawler.do("/a")
    assert f"would read {site.other_url}/a" in await crawler.fail(url=f"{site.other_url}/a")
    assert len(site.asked("/a")) == 1


async def test_a_page_that_never_ends_is_read_as_far_as_it_came(crawler, endless):  # noqa: F811
    crawler.allow("127.0.0.1", seconds=6)
    said = await crawler.do(endless)
    assert "# Beginning" in said
    assert "[Note: it did not end within" in said


async def test_a_server_that_does_not_answer_is_an_error_in_time(crawler, site):
    release = threading.Event()
    crawler.allow(seconds=8)
    assert "did not answer within" in await crawler.fail(url=site.slow("/slow", release, "late"))
    release.set()
    assert crawler.session.context.pages == [crawler.session.page]


async def test_a_dead_server_is_an_error(crawler):
    crawler.allow("127.0.0.1")
    assert "connection refused" in await crawler.fail(url="http://127.0.0.1:1111/")


# To wait for an answer leaves a page no turn either, and no processor time is spent on it.
WAITING = "const ask = new XMLHttpRequest(); ask.open('GET', '/late', false); ask.send()"


@pytest.mark.parametrize(
    "script",
    [
        pytest.param(WAITING, id="waits"),
        pytest.param("for (;;);", id="loops", marks=pytest.mark.matrix),
    ],
)
async def test_a_stuck_page_is_an_error_and_is_closed(crawler, site, script):
    release = threading.Event()
    crawler.allow(seconds=4)
    site.slow("/late", release, "")
    error = await crawler.fail(url=site.page("/stuck", f"<script>{script}</script>"))
    release.set()
    assert "took longer than 4 s" in error or "has not answered" in error
    assert crawler.session.context.pages == [crawler.session.page]


async def test_the_result_keeps_to_the_limit_of_the_tool(crawler, site):
    crawler.allow(output_chars=3_000)
    site.page("/long", "".join(f"<p>Line {at} of many lines.</p>" for at in range(400)))
    said = await crawler.do("/long")
    assert "Line 1 of" in said
    assert len(said) < 3_600
    assert "[Note: the page is longer than the 3000 characters there is room for]" in said


def test_the_name_and_the_parameters_are_these():
    [tool] = crawl.TOOLS
    types = {name: part["type"] for name, part in tool.parameters["properties"].items()}
    assert types == {"reasoning": "string", "url": "string", "max_pages": "integer", "max_depth": "integer"}
    assert tool.parameters["required"] == ["reasoning", "url"]
