"""Opening the map and the homepage of the settings."""

from dataclasses import replace
from itertools import product

import pytest
from matrix_cases import repeats
from one_session import one_session  # noqa: F401 (a fixture)

from pytest_webagent.config import Settings
from pytest_webagent.policy.security import SecurityPolicy, ToolConfig
from pytest_webagent.tools.analysis.maps import goto_homepage, map_search
from pytest_webagent.tools.core.registry import ToolRegistry


@pytest.fixture
def traveller(hands):
    hands.registry = ToolRegistry([map_search, goto_homepage])
    hands.site.page("/home", "<h1>Home</h1>")
    return hands


QUERIES = {
    "{query}": "/maps/%7Bquery%7D",
    "../../etc/passwd": "/maps/..%2F..%2Fetc%2Fpasswd",
    "@evil.example/#x": "/maps/%40evil.example%2F%23x",
    "  café & bar/grill?  ": "/maps/caf%C3%A9%20%26%20bar%2Fgrill%3F",
    "Nanning China location": "/maps/Nanning%20China%20location",
}


@pytest.mark.parametrize("most", [2, *repeats(len(QUERIES))])
async def test_the_map_of_the_settings_is_opened_with_the_query_in_its_address(traveller, subtests, most):
    await traveller.show("<p>start</p>")
    every = [("/maps/{query}", query) for query in QUERIES]
    # The query is written in the same way where the setting does not say where it belongs.
    every += product(("/maps/", "/maps"), [*QUERIES][:most])
    for pattern, query in every:
        path = QUERIES[query]
        with subtests.test(pattern, query=query):
            traveller.site.page(path, "<h1>Map</h1>")
            # Another host than that of the first page: the setting itself says that it may be opened.
            traveller.context.settings = Settings(map_url=traveller.site.other_url + pattern)
            assert await traveller.do("map_search", query=query) == traveller.site.other_url + path
            assert traveller.page.url == traveller.site.other_url + path
            assert await traveller.page.locator("h1").inner_text() == "Map"


def test_the_map_is_googles_unless_the_settings_name_another():
    assert Settings().map_url == "https://www.google.com/maps/search/{query}"


async def test_the_homepage_is_the_one_of_the_settings_else_the_page_a_test_begins_on(traveller):
    await traveller.show("<p>start</p>")
    traveller.context.settings = Settings(homepage=traveller.site.other_url + "/home", start_url="/unused")
    assert await traveller.do("goto_homepage") == traveller.site.other_url + "/home"
    traveller.context.settings = Settings(homepage="/home", start_url=traveller.site.url + "/")
    assert await traveller.do("goto_homepage") == traveller.site.url + "/home"
    traveller.context.settings = Settings(start_url=traveller.site.url + "/")
    assert await traveller.do("goto_homepage") == traveller.site.url + "/"
    traveller.context.settings = Settings()
    assert "there is no homepage" in await traveller.fail("goto_homepage")
    assert traveller.page.url == traveller.site.url + "/"


async def test_what_the_policy_blocks_stays_closed_also_to_the_settings(traveller):
    await traveller.show("<p>start</p>")
    url = traveller.page.url
    traveller.context.settings = Settings(map_url=traveller.site.other_url + "/maps/{query}")
    blocked = ToolConfig(security=SecurityPolicy(blocked_domains=("localhost",)))
    traveller.context.permissions = replace(traveller.context.permissions, config=blocked)
    assert "localhost may not be reached" in await traveller.fail("map_search", query="x")
    assert traveller.context.denied
    assert traveller.page.url == url


async def test_a_map_that_is_no_web_address_is_refused(traveller, subtests):
    await traveller.show("<p>start</p>")
    url = traveller.page.url
    for map_url in ["file:///etc/{query}", "javascript:alert('{query}')", "nothing {query}"]:
        with subtests.test(map_url):
            traveller.context.settings = Settings(map_url=map_url)
            assert "cannot be opened" in await traveller.fail("map_search", query="passwd")
            assert traveller.page.url == url


async def test_bad_queries_are_refused_before_anything_is_opened(traveller, subtests):
    await traveller.show("<p>start</p>")
    for arguments, problem in (
        ({}, "'query' is missing"),
        ({"query": " "}, "query is empty"),
        ({"query": 7}, "'query' must be a string"),
    ):
        with subtests.test(problem):
            asked = len(traveller.site.requests)
            assert problem in await traveller.fail("map_search", **arguments)
            assert len(traveller.site.requests) == asked


async def test_a_dry_run_only_says_what_would_be_opened(traveller):
    await traveller.show("<p>start</p>")
    url = traveller.page.url
    traveller.context.settings = Settings(map_url=traveller.site.url + "/maps/{query}")
    gate = replace(traveller.context.permissions.gate, dry_run=True)
    traveller.context.permissions = replace(traveller.context.permissions, gate=gate)
    result = await traveller.use("map_search", query="x")
    assert result.error is not None or "dry" in result.text.lower()
    assert traveller.context.call.dry_run
    assert traveller.page.url == url
