"""Pages in a browser that is not started here: what routes see of them is kept to the origins of the test."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from pytest_webagent.browser.attention import attended
from pytest_webagent.browser.pool import BrowserPool
from pytest_webagent.browser.routing import Routing
from pytest_webagent.browser.session import BrowserSession
from pytest_webagent.config import Settings
from pytest_webagent.policy.connections import Connections
from pytest_webagent.policy.security import SecurityPolicy, ToolConfig
from pytest_webagent.tools.core.context import ToolContext
from tests.conftest import Answer
from tests.security.test_containment import WAYS

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from canary import Canary
    from playwright.async_api import Route

    from tests.conftest import Site

NOT_SEEN = {
    "navigation_redirected",
    "image_redirected",
    "fetch_redirected",
    "script_redirected",
    "form_post_redirected",
    "shared_worker",
    "worker_socket",
    "blank_popup",
}


async def _refuses(self: Routing, url: str) -> bool:
    return False


held_by_the_routes = pytest.mark.held_by("pytest_webagent.browser.routing.Routing._refuses", _refuses)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def free_pool() -> AsyncIterator[BrowserPool]:
    """A browser that is started as others start one: without containment."""
    browsers = BrowserPool(Settings(network="open"))
    yield browsers
    await browsers.close()


@pytest_asyncio.fixture(loop_scope="session")
async def routed(free_pool: BrowserPool, site: Site) -> AsyncIterator[BrowserSession]:
    """A session in a context of such a browser, whose test names the site and nothing else."""
    opened = await free_pool.new_session(Settings())
    settings = Settings(start_url=site.url)
    routing = Routing(opened.context, Connections.of(settings))
    session = BrowserSession(opened.context, opened.page, settings, egress=routing)
    yield session
    await session.close()
    await opened.close()


@held_by_the_routes
@pytest.mark.parametrize("way", [way for way in WAYS if way not in NOT_SEEN])
async def test_a_page_does_not_reach_another_origin_while_an_agent_works(
    routed: BrowserSession, site: Site, canary: Canary, way: str
) -> None:
    page = site.page("/", WAYS[way].replace("CANARY", canary.url), headers={"set-cookie": "session=secret"})
    async with attended(routed):
        await routed.page.goto(page, wait_until="commit")
        await canary.attacked(routed)
        assert canary.heard == []
        assert canary.was_refused(routed)


@held_by_the_routes
async def test_nor_does_a_service_worker(routed: BrowserSession, site: Site, canary: Canary) -> None:
    reach = f"self.oninstall = () => fetch('{canary.url}/x', {{mode: 'no-cors'}})"
    site.answer("/sw.js", Answer(reach, content_type="text/javascript"))
    page = site.page("/", "<script>navigator.serviceWorker.register('/sw.js')</script>")
    async with attended(routed):
        await routed.page.goto(page)
        await canary.attacked(routed)
        assert canary.heard == []


@held_by_the_routes
async def test_what_was_refused_is_in_the_log(routed: BrowserSession, site: Site, canary: Canary) -> None:
    page = site.page("/", f"<img src={canary.url}/x.png>")
    async with attended(routed):
        await routed.page.goto(page)
    told = f"refused: {canary.url}: it is no origin of this test; to allow it, add it to webagent_allowed_origins"
    assert [line for line in routed.log.lines() if told in line]


@held_by_the_routes
async def test_what_a_link_leads_to_is_refused_and_said(
    routed: BrowserSession, site: Site, canary: Canary
) -> None:
    async with attended(routed):
        await routed.goto(site.page("/", f"<a href={canary.url}/x>Pay</a>"))
        acted = await routed.act(lambda: routed.page.get_by_role("link").click())
    assert canary.heard == []
    assert f"could not open {canary.url}/x: refused: {canary.url}: it is no origin" in " ".join(acted.notes)


@held_by_the_routes
async def test_the_page_that_is_read_beside_the_tabs_is_kept_too(
    routed: BrowserSession, site: Site, canary: Canary
) -> None:
    async def unchecked(_: str) -> None: ...

    url = site.page("/", f"<h1>Shop</h1><img src={canary.url}/x.png>")
    async with attended(routed), routed.aside(unchecked, 10) as aside:
        assert (await aside.open(url)).status == 200
        assert await aside.page.locator("h1").inner_text() == "Shop"
        await canary.attacked(routed)
        assert canary.heard == []


@held_by_the_routes
async def test_what_the_policy_blocks_is_refused_though_it_is_named(
    free_pool: BrowserPool, site: Site, canary: Canary
) -> None:
    session = await free_pool.new_session(Settings())
    policy = ToolConfig(security=SecurityPolicy(blocked_domains=("localhost",)))
    connections = Connections.of(Settings(start_url=site.url, allowed_origins=(canary.url,)), policy)
    routing = Routing(session.context, connections)
    await routing.begin()
    await session.page.goto(site.page("/", f"<img src={canary.url}/x.png>"))
    assert canary.heard == []
    assert routing.cause(canary.url) == f"refused: {canary.url}: the policy of this test blocks it"
    await session.close()


async def test_what_is_opened_is_reached(routed: BrowserSession, site: Site, canary: Canary) -> None:
    beside = site.page("/", f"<p>Other</p><img src={site.other_url}/x.png>").replace(site.url, site.other_url)
    await routed.goto(beside)
    async with attended(routed):
        await routed.page.reload()
        await routed.goto(f"{canary.url}/y")
    assert len(site.asked("/x.png")) == 2
    assert canary.heard
    assert routed.egress is not None
    assert routed.egress.denied() == {}


@pytest.mark.parametrize("first", [True, False], ids=["before", "afterwards"])
async def test_routes_of_the_test_answer_what_is_no_origin_of_it(
    routed: BrowserSession, site: Site, canary: Canary, first: bool
) -> None:
    async def answer(route: Route) -> None:
        await route.fulfill(body="mocked", headers={"access-control-allow-origin": "*"})

    await routed.page.goto(site.page("/", "<p>Shop</p>"))
    pattern = re.compile("/mocked")
    if first:
        await routed.context.route(pattern, answer)
    async with attended(routed):
        if not first:
            await routed.context.route(pattern, answer)
        fetched = f"fetch('{canary.url}/mocked').then(answer => answer.text())"
        assert await routed.page.evaluate(fetched) == "mocked"
    assert canary.heard == []


async def test_sockets_to_the_origins_of_the_test_are_let_through(
    routed: BrowserSession, site: Site, canary: Canary
) -> None:
    routed.egress.admit(canary.url)
    async with attended(routed):
        await routed.page.goto(site.page("/", WAYS["socket"].replace("CANARY", canary.url)))
        await canary.attacked(routed)
    assert canary.heard


async def test_where_it_is_only_told_nothing_is_refused(
    routed: BrowserSession, site: Site, canary: Canary
) -> None:
    telling = Routing(routed.context, Connections.of(routed.settings), only_tells=True)
    await telling.begin()
    await routed.page.goto(site.page("/", WAYS["fetch"].replace("CANARY", canary.url)))
    await canary.attacked(routed)
    assert canary.heard
    assert telling.denied() == {canary.url: 1}


async def test_nothing_is_refused_when_the_agent_is_done(
    routed: BrowserSession, site: Site, canary: Canary
) -> None:
    async with attended(routed):
        await routed.page.goto(site.page("/", "<p>Shop</p>"))
    for way in ("fetch", "socket"):
        canary.heard.clear()
        await routed.page.goto(site.page("/", WAYS[way].replace("CANARY", canary.url)))
        await canary.attacked(routed)
        assert canary.heard


LEAVING = {
    "script": "url => { setTimeout(() => location.href = url) }",
    "refresh": "url => { document.head.innerHTML = `<meta http-equiv=refresh content='0;url=${url}'>` }",
    "link": "url => { const a = document.createElement('a'); a.href = url; document.body.append(a); setTimeout(() => a.click()) }",
    "form": "url => { const f = document.createElement('form'); f.method = 'post'; f.action = url; document.body.append(f); setTimeout(() => f.submit()) }",
    "navigation": "url => { setTimeout(() => navigation.navigate(url)) }",
}


async def between_two_runs(routed: BrowserSession, site: Site) -> tuple[ToolContext, str]:
    """What the tools use, and the URL of a page of another origin that nobody has opened."""
    context = ToolContext(session=routed, settings=routed.settings)
    context.begin()
    await routed.goto(site.page("/", "<h1>Home</h1>"))
    await routed.observe()
    context.end()
    site.page("/away", "<h1>Paid</h1>")
    return context, site.other_url + "/away"


held_by_the_watch = pytest.mark.held_by(
    "pytest_webagent.browser.settling.Settler.went_by_itself", lambda *_: False
)


@held_by_the_watch
@pytest.mark.parametrize("way", LEAVING)
async def test_where_a_page_goes_by_itself_between_two_runs_is_not_the_test_s(
    routed: BrowserSession, site: Site, way: str
) -> None:
    context, away = await between_two_runs(routed, site)
    await routed.page.evaluate(LEAVING[way], away)
    await routed.page.wait_for_url(away + "*")
    context.begin()
    assert routed.origins.foreign(away)


@held_by_the_watch
async def test_nor_is_what_it_goes_back_to(routed: BrowserSession, site: Site) -> None:
    context, away = await between_two_runs(routed, site)
    await routed.page.evaluate(LEAVING["script"], away)
    await routed.page.wait_for_url(away)
    for move, url in (("back", site.url + "/"), ("forward", away)):
        await routed.page.evaluate(f"setTimeout(() => history.{move}())")
        await routed.page.wait_for_url(url)
    context.begin()
    assert routed.origins.foreign(away)


@pytest.mark.parametrize("redirected", [False, True])
async def test_what_the_test_opens_between_two_runs_is_its_own(
    routed: BrowserSession, site: Site, redirected: bool
) -> None:
    context, away = await between_two_runs(routed, site)
    await routed.page.evaluate("location.href = '/nothing'")
    await routed.page.wait_for_url("**/nothing")
    await routed.page.goto(site.redirect("/on", away) if redirected else away)
    assert routed.origins.foreign(away)
    # Within an origin it may go on as it likes.
    await routed.page.reload()
    await routed.page.evaluate("location.href = '/away?further'")
    await routed.page.wait_for_url("**/away?further")
    context.begin()
    assert not routed.origins.foreign(away)
