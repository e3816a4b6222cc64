"""Search services on loopback, spoken to as they are spoken to on the web."""

import threading
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
from search_services import SECRET, ddgs, ok, rows, serpapi  # noqa: F401 (fixtures)

from pytest_webagent.config import Settings
from pytest_webagent.errors import ToolError
from pytest_webagent.tools.core.context import ToolContext
from pytest_webagent.tools.search.finding import find
from pytest_webagent.tools.search.hits import Hit, merged
from pytest_webagent.tools.search.services import KEY, URL
from pytest_webagent.tools.web_api.clock import Clock
from tests.conftest import Answer

A, B, C = "https://a.example/one", "https://b.example/two", "https://c.example/three"


async def search(*queries, most=5, seconds=60.0, **settings):
    context = ToolContext(session=None, settings=Settings(**settings))
    return await find(context, queries or ("mugs",), most, Clock(seconds))


def urls(found):
    return [hit.url for hit in found.hits]


@pytest.mark.parametrize(
    ("engine", "name"),
    [("google", "q"), ("bing", "q"), ("duckduckgo", "q"), ("yahoo", "p"), ("baidu", "q")],
)
async def test_serpapi_is_asked_as_each_engine_wants_it(serpapi, engine, name):  # noqa: F811
    serpapi.give(engine, rows(A, B))
    found = await search("blue mugs", most=2, search_engines=(engine,))
    assert found.hits == [
        Hit(A, "Title 1", "Snippet 1", engine),
        Hit(B, "Title 2", "Snippet 2", engine),
    ]
    assert (found.engines, found.notes) == ((engine,), ())
    assert serpapi.asked == [{"engine": engine, name: "blue mugs", "api_key": SECRET, "output": "json"}]


async def test_the_next_engine_is_asked_when_there_are_too_few_pages(serpapi):  # noqa: F811
    serpapi.give("google", rows(A))
    serpapi.give("bing", rows(B, C))
    found = await search(most=2)
    assert set(urls(found)) <= {A, B, C}
    assert len(found.hits) == 2
    assert serpapi.engines == ["google", "bing"]
    assert found.engines == ("google", "bing")


async def test_all_engines_that_are_set_are_asked_and_each_page_says_which_found_it(serpapi):  # noqa: F811
    serpapi.give("google", rows(A, B))
    serpapi.give("bing", rows(C, f"{A}/?utm_source=bing"))
    context = ToolContext(session=None, settings=Settings(search_engines=("google", "bing", "yahoo")))
    # The first one answers last, and still comes first.
    others = threading.Semaphore(0)
    serpapi.before_answer = lambda engine: (
        others.acquire(timeout=10) if engine == "google" else others.release()
    )
    found = await find(context, ["mugs", "cups"], 3, Clock(60.0), together=True)
    assert [(hit.url, hit.engine) for hit in found.hits] == [(A, "google, bing"), (C, "bing"), (B, "google")]
    assert sorted(serpapi.engines) == ["bing", "bing", "google", "google", "yahoo"]
    assert found.engines == ("google", "bing")
    [note] = found.notes
    assert note.startswith("yahoo failed: SerpApi answered with status 400")


@pytest.mark.parametrize(("engines", "asked"), [((" Bing ", "", "bing"), "bing"), (("",), "google")])
async def test_an_engine_without_a_name_is_none(serpapi, engines, asked):  # noqa: F811
    serpapi.give(asked, rows(A))
    context = ToolContext(session=None, settings=Settings(search_engines=("google",)))
    assert (await find(context, ["mugs"], 1, Clock(60.0), engines=engines)).notes == ()
    assert serpapi.engines == [asked]


async def test_engines_are_asked_at_the_same_time(serpapi):  # noqa: F811
    """Neither is answered before both are asked."""
    both = threading.Barrier(2, timeout=10)
    serpapi.give("google", rows(A))
    serpapi.give("bing", rows(B))
    serpapi.before_answer = lambda engine: both.wait()
    context = ToolContext(session=None, settings=Settings())
    found = await find(context, ["mugs"], 2, Clock(60.0), together=True)
    assert {hit.engine for hit in found.hits} == {"google", "bing"}


async def test_where_nobody_chose_more_engines_are_asked_if_the_first_fail(serpapi):  # noqa: F811
    serpapi.give("duckduckgo", rows(A))
    context = ToolContext(session=None, settings=Settings())
    found = await find(context, ["mugs"], 1, Clock(60.0), together=True)
    assert (urls(found), found.engines) == ([A], ("duckduckgo",))
    assert sorted(serpapi.engines) == ["bing", "duckduckgo", "google"]
    assert len(found.notes) == 2


async def test_engines_are_asked_in_the_order_of_the_setting(serpapi):  # noqa: F811
    serpapi.give("baidu", [])
    serpapi.give("yahoo", rows(A))
    assert urls(await search(most=1, search_engines=("baidu", "yahoo", "google"))) == [A]
    assert serpapi.engines == ["baidu", "yahoo"]


FAILING = {
    "server error": (ok({"oops": 1}, 500), "status 500"),
    "page for people": (Answer("<html>Sorry</html>"), "is no JSON: '<html>Sorry</html>'"),
    "other JSON": (ok([1, 2]), "no results"),
    "results that are none": (ok({"organic_results": "many"}), "no results"),
    "endless nesting": (Answer("[" * 100_000), "is no JSON"),
    "cut off": (Answer('{"organic_results": [{"li'), "is no JSON"),
    "no text": (Answer(b"\xff\xfe\x00"), "is no JSON"),
    "redirect": (Answer(status=302, headers={"location": "/elsewhere"}), "is no JSON"),
    "too long": (Answer(b"[" + b" " * 6_000_000 + b"]"), "longer than 5 MB"),
    "refused": (ok({"error": "Invalid API key."}, 401), "Invalid API key."),
    "too many requests": (ok({"error": "wait"}, 429), "too many requests"),
    "a long wait": (ok({}, 429, retry_after="3600"), "asks to wait 3600 s, which is too long"),
    "a wait for ever": (ok({}, 503, retry_after="9" * 400), "which is too long"),
}


@pytest.mark.parametrize(("answer", "why"), FAILING.values(), ids=FAILING)
async def test_an_engine_that_fails_is_followed_by_the_next_and_named(serpapi, site, answer, why):  # noqa: F811
    serpapi.give("google", answer)
    serpapi.give("bing", rows(A))
    found = await search("one", "two", most=1)
    assert urls(found) == [A]
    assert serpapi.engines == ["google", "bing", "bing"]
    [note] = found.notes
    assert note.startswith("google failed: ")
    assert why in note
    assert site.asked("/elsewhere") == []


async def test_an_engine_that_does_not_answer_is_followed_by_the_next(serpapi):  # noqa: F811
    release = threading.Event()
    serpapi.give("google", Answer("{}", release=release))
    with pytest.raises(ToolError, match=r"google failed: it did not answer within (1|0\.9\d) s"):
        await search(seconds=1.0, search_engines=("google",))
    release.set()


@pytest.mark.parametrize("wait", ["0", "date"])
async def test_an_engine_that_asks_to_wait_is_waited_for(serpapi, wait):  # noqa: F811
    past = format_datetime(datetime.now(UTC) - timedelta(minutes=1), usegmt=True)
    serpapi.give("google", ok({}, 429, retry_after=past if wait == "date" else wait), rows(A))
    found = await search(most=1)
    assert (urls(found), found.notes) == ([A], ())
    assert serpapi.engines == ["google", "google"]


async def test_an_engine_that_goes_on_asking_to_wait_is_waited_for_once(serpapi):  # noqa: F811
    serpapi.give("google", ok({}, 429, retry_after="0"))
    serpapi.give("bing", rows(A))
    assert urls(await search(most=1)) == [A]
    assert serpapi.engines == ["google", "google", "bing"]


async def test_no_result_is_no_failure(serpapi):  # noqa: F811
    for engine in ("google", "bing"):
        serpapi.give(engine, ok({"error": "Google hasn't returned any results for this query."}))
    found = await search(search_engines=("google", "bing"))
    assert found == ([], (), ())


async def test_when_every_engine_fails_all_are_named(serpapi):  # noqa: F811
    with pytest.raises(ToolError) as caught:
        await search()
    for engine in ("google", "bing", "duckduckgo", "yahoo", "baidu"):
        assert f"{engine} failed: SerpApi answered with status 400" in str(caught.value)
    assert "search_engines" in str(caught.value)


async def test_an_engine_nobody_knows_is_named(serpapi):  # noqa: F811
    serpapi.give("google", rows(A))
    found = await search(most=1, search_engines=("altavista", "google"))
    assert found.notes == ("altavista failed: SerpApi is asked for google, bing, duckduckgo, yahoo, baidu",)


LEAKING = {
    "error": ok({"error": f"Your key {SECRET} is used up"}, 403),
    "text": Answer(f"bad key {SECRET}", 500),
    "long text": Answer("x" * 95 + SECRET, 500),
}


@pytest.mark.parametrize("answer", LEAKING.values(), ids=LEAKING)
async def test_the_key_is_never_shown(serpapi, answer):  # noqa: F811
    serpapi.give("google", answer)
    with pytest.raises(ToolError) as caught:
        await search(search_engines=("google",))
    assert SECRET not in str(caught.value)
    assert SECRET[:6] not in str(caught.value)


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("http://127.0.0.1:1", "it cannot be reached (ConnectError)"),
        ("http://host:port/", "is no URL"),
        ("ftp://127.0.0.1/", "cannot be reached (UnsupportedProtocol)"),
        ("not a url", "cannot be reached"),
    ],
)
async def test_a_service_that_is_not_there_is_an_error_without_the_key(monkeypatch, url, why):
    monkeypatch.setenv(KEY, SECRET)
    monkeypatch.setenv(URL, url)
    with pytest.raises(ToolError) as caught:
        await search(search_engines=("google",))
    assert why in str(caught.value)
    assert SECRET not in str(caught.value)


async def test_rows_that_are_no_pages_are_left_out(serpapi):  # noqa: F811
    odd = [None, "x", {}, {"link": 5}, {"link": "javascript:alert(1)"}, {"link": "file:///etc/passwd"}]
    long = {"link": "https://long.example/" + "x" * 3_000}
    plain = {"link": A, "title": ["no text"], "snippet": "so\nlong " * 200}
    serpapi.give("google", [*odd, long, plain])
    [hit] = (await search(most=1)).hits
    assert (hit.url, hit.title) == (A, "")
    assert len(hit.snippet) == 500
    assert "\n" not in hit.snippet


SAME = [
    "https://shop.example/mugs/?utm_source=mail&size=2&color=blue",
    "http://www.shop.example/mugs?color=blue&size=2",
    "https://shop.example:443/mugs?color=blue&size=2&gclid=5#reviews",
]


def test_spellings_of_one_address_are_one_page():
    hits = merged([[Hit(url, "Mugs", "", "google")] for url in SAME])
    assert [hit.url for hit in hits] == SAME[:1]


def test_addresses_of_several_pages_are_several():
    several = [
        "https://a.example/x?id=1",
        "https://a.example/x?id=2",
        "https://b.a.example/x",
        "https://a.example/X",
    ]
    assert len(merged([[Hit(url) for url in several]])) == 4


def test_what_several_lists_name_comes_first():
    assert merged([[Hit(A), Hit(B)], [Hit(C), Hit(B)]])[0] == Hit(B)


def test_a_page_named_twice_in_a_list_counts_once():
    assert merged([[Hit(A), Hit(B), Hit(B), Hit(B)]])[0] == Hit(A)


def test_a_snippet_of_another_engine_is_taken_where_there_is_none():
    assert merged([[Hit(A, "T", "", "google")], [Hit(A, "U", "Words", "bing")]]) == [
        Hit(A, "T", "Words", "google, bing")
    ]


@pytest.mark.parametrize("hostile", ["http://[::1", "http://\x00/", "http:///", "https://" + "a" * 1900])
def test_addresses_that_are_none_do_no_harm(hostile):
    assert [hit.url for hit in merged([[Hit(hostile), Hit(A)]])] == [hostile, A]


async def test_searxng_is_asked_as_its_interface_wants_it(site):
    found = {"results": [{"url": A, "title": "One", "content": "First", "engine": "qwant"}]}
    site.answer("/searx/search", lambda request: ok(found))
    hits = (await search("blue mugs", most=1, search_url=f"{site.url}/searx/")).hits
    assert hits == [Hit(A, "One", "First", "searxng")]
    assert [request.query for request in site.requests] == ["q=blue+mugs&format=json"]


async def test_searxng_is_asked_for_the_engines_of_the_setting(site):
    site.answer("/search", lambda request: ok({"results": []}))
    found = await search(search_url=site.url, search_engines=("google", "bing"))
    assert found.hits == []
    assert [request.query.rpartition("&")[2] for request in site.requests] == [
        "engines=google",
        "engines=bing",
    ]


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (Answer("Forbidden", 403), "its settings.yml has to list json under search.formats"),
        (ok({"results": [], "unresponsive_engines": [["google", "CAPTCHA"]]}), "CAPTCHA"),
        (ok({"results": None}), "status 200 and no results"),
    ],
)
async def test_a_searxng_server_that_fails_is_an_error(site, answer, why):
    site.answer("/search", lambda request: answer)
    with pytest.raises(ToolError) as caught:
        await search(search_url=site.url)
    assert why in str(caught.value)


async def test_the_password_of_a_searxng_server_is_not_shown(site):
    with pytest.raises(ToolError) as caught:
        await search(search_url=site.url.replace("://", "://me:pass-word-1@"))
    assert "status 404" in str(caught.value)
    assert "pass-word-1" not in str(caught.value)


async def test_without_a_key_the_engines_themselves_are_asked(ddgs):  # noqa: F811
    ddgs.update(duckduckgo=[A], yahoo=[B])
    found = await search(most=2)
    assert {(hit.url, hit.engine) for hit in found.hits} == {(A, "duckduckgo"), (B, "yahoo")}
    assert found.hits[0].title.startswith("About https://")
    assert found.notes == ()


async def test_an_engine_that_refuses_ddgs_is_followed_by_the_next(ddgs):  # noqa: F811
    ddgs.update(brave=[C])
    found = await search(most=1)
    assert urls(found) == [C]
    assert [note.partition(":")[0] for note in found.notes] == ["duckduckgo failed", "yahoo failed"]
    assert "it found nothing, or refused" in found.notes[0]


async def test_an_engine_that_takes_a_key_is_named_where_there_is_none(ddgs):  # noqa: F811
    ddgs.update(yahoo=[B])
    found = await search(most=1, search_engines=("google", "yahoo"))
    assert urls(found) == [B]
    assert found.notes == (
        "google failed: without a key (SERPAPI_API_KEY) it cannot be asked; these can: brave, duckduckgo, yahoo",
    )


async def test_a_slow_engine_does_not_hold_ddgs_up(ddgs, site):  # noqa: F811
    release = threading.Event()
    site.slow("/ddgs/duckduckgo", release, "late")
    with pytest.raises(ToolError, match="duckduckgo failed: it did not answer within 1 s"):
        await search(seconds=1.0, search_engines=("duckduckgo",))
    release.set()
