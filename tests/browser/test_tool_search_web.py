"""The search tools end to end: engines on loopback, pages in a real browser."""

import asyncio
import io
import re
import threading
from dataclasses import dataclass, field

import pytest
from matrix_cases import repeats
from one_session import one_session  # noqa: F401 (a fixture)
from PIL import Image
from search_services import ddgs, rows, serpapi  # noqa: F401 (fixtures)

from pytest_webagent.messages import ToolCall
from pytest_webagent.policy.permissions import Permissions
from pytest_webagent.policy.risk import Gate
from pytest_webagent.policy.security import ResourceLimits, SecurityPolicy, ToolConfig, ToolSettings
from pytest_webagent.tools.core.context import ToolContext
from pytest_webagent.tools.core.registry import ToolRegistry
from pytest_webagent.tools.search import web_search
from tests.conftest import Answer

MUG = "<title>Mugs</title><main><h1>Blue mug</h1><p>The blue mug costs $7.50.</p></main>"
TALL = MUG + "<p>filler</p>" * 200


@dataclass
class Scripted:
    """A model that answers as it is told; it stands for the test's own."""

    answers: dict[str, str]
    """What it answers, by a part of what it is asked or shown."""
    sees_images: bool = True
    asked: list[tuple[str, str, int]] = field(default_factory=list)

    async def ask(self, instruction, *, text="", images=()):
        self.asked.append((instruction, text, len(images)))
        return next(answer for part, answer in self.answers.items() if part in instruction + text)


class Searcher:
    """The search tools in the hands of a test, on the site's home page."""

    def __init__(self, session, settings, site, folder):
        self.session = session
        self.site = site
        self.folder = folder
        self.registry = ToolRegistry(web_search.TOOLS)
        self.context = ToolContext(session=session, settings=settings, opened=site.url + "/")
        self.allow()

    def allow(self, *domains, gate=None, limits=None, **security):
        config = ToolConfig(
            security=SecurityPolicy(allowed_domains=domains, **security),
            workspace_root=str(self.folder),
            tool_settings={"web_search": ToolSettings(resource_limits=limits or ResourceLimits())},
        )
        made = Permissions.of(self.context.settings, config)
        self.context.permissions = Permissions(config, made.workspace, gate or made.gate)

    async def use(self, tool="web_search", **arguments):
        call = ToolCall(tool, {"reasoning": "The test wants it.", **arguments})
        return await self.registry.call(call, self.context)

    async def do(self, query="blue mugs", **arguments):
        result = await self.use(query=query, **arguments)
        assert result.error is None, result.error
        return result.output

    async def fail(self, **arguments):
        result = await self.use(**arguments)
        assert result.error is not None, result.output
        return result.error


@pytest.fixture
async def searcher(session, settings, site, tmp_path):
    await session.goto(site.page("/", "<h1>Shop</h1><button>Save</button>"))
    return Searcher(session, settings, site, tmp_path / "workspace")


def shots(text):
    return re.findall(r"^\[Screenshot available: (.+)\]$", text, re.MULTILINE)


async def test_pages_that_are_found_are_read_and_told_with_source_and_screenshot(searcher, serpapi, site):  # noqa: F811
    serpapi.give("google", rows(site.page("/mug", TALL), site.page("/cup", "<h1>Cups</h1>")))
    said = await searcher.do(max_results=2)
    first, second, remarks = said.split("\n\n")
    assert first.startswith(f"Source: {site.url}/mug\n")
    assert "The blue mug costs $7.50." in first
    assert second.startswith(f"Source: {site.url}/cup\n# Cups\n")
    assert remarks == "[Searched by google for: 'blue mugs']"
    assert len(shots(said)) == 2
    with Image.open(searcher.folder / shots(first)[0]) as shot:
        assert (shot.format, shot.width) == ("PNG", 1280)
        assert shot.height > 2_000


@pytest.mark.parametrize("tool", ["web_search", *repeats("google_web_search")])
async def test_the_session_stays_as_it_was(searcher, serpapi, site, tool):  # noqa: F811
    before, log = await searcher.session.observe(), searcher.session.log.lines()
    page = searcher.session.page
    loud = "<script>console.error('loud'); alert('x'); window.open('/'); throw 1</script><h1>Loud</h1>"
    serpapi.give("google", rows(site.page("/loud", loud), f"{site.url}/gone", "http://127.0.0.1:1/"))
    result = await searcher.use(tool, query="loud")
    assert "# Loud" in result.output
    assert (searcher.session.page, searcher.session.observation) == (page, before)
    assert searcher.session.context.pages == [page]
    assert await searcher.session.tabs() == before.tabs
    assert searcher.session.log.lines() == log
    assert searcher.session.dialog is None
    button = next(element for element in before.elements if element.name == "Save")
    assert await searcher.session.locate(button.id).inner_text() == "Save"
    assert (await searcher.session.observe()).notes == ()


async def test_three_pages_are_read_within_the_limit_and_the_others_told_as_the_engine_does(
    searcher,
    serpapi,  # noqa: F811
    site,
):
    searcher.allow(limits=ResourceLimits(output_chars=4_000))
    long = "".join(f"<p>{at} is a number, and blue mugs are sold at shop {at}.</p>" for at in range(60))
    serpapi.give("google", rows(*(site.page(f"/{at}", f"<h1>Page {at}</h1>{long}") for at in range(5))))
    said = await searcher.do()
    assert said.count("Source: ") == 5
    assert 2_000 < len(said) < 5_000
    assert [f"# Page {at}" in said for at in range(5)] == [True, True, True, False, False]
    assert f"Source: {site.url}/4\nTitle 5\nSnippet 5" in said
    assert site.asked("/3") == []


async def test_pages_of_the_open_web_are_not_fetched_unless_the_policy_allows_it(searcher, serpapi, site):  # noqa: F811
    site.page("/mug", MUG)
    serpapi.give("google", rows(f"{site.other_url}/mug"))
    said = await searcher.do(max_results=1)
    assert said.startswith(f"Source: {site.other_url}/mug\nTitle 1\nSnippet 1\n[Page not read: ")
    assert "is not allowed" in said
    assert site.asked("/mug") == []
    searcher.allow("localhost")
    assert "$7.50" in await searcher.do(max_results=1)
    assert len(site.asked("/mug")) == 1


async def test_a_page_that_leads_into_the_machine_is_not_read(searcher, serpapi, site, subtests):  # noqa: F811
    searcher.allow("*", "localhost")
    for number, target in enumerate(
        (
            "http://169.254.169.254/latest/meta-data/",
            "http://10.0.0.1/",
            "http://[::1]:9/",
            "file:///etc/passwd",
        )
    ):
        with subtests.test(target):
            serpapi.give("google", rows(site.redirect(f"/away{number}", target)))
            said = await searcher.do(max_results=1)
            assert "[Page not read: " in said
            assert "root:" not in said
            assert shots(said) == []


async def test_what_is_no_page_is_told_as_the_engine_does(searcher, serpapi, site):  # noqa: F811
    site.answer("/file", lambda request: Answer(b"PK", content_type="application/zip"))
    serpapi.give("google", rows(f"{site.url}/file"))
    said = await searcher.do(max_results=1)
    assert f"Snippet 1\n[Page not read: {site.url}/file is no page to read: it is application/zip]" in said


async def test_an_engine_that_fails_is_said(searcher, serpapi, site):  # noqa: F811
    serpapi.give("google", Answer("garbage"))
    serpapi.give("bing", rows(site.page("/mug", MUG)))
    said = await searcher.do(max_results=1)
    assert said.endswith(
        "[Searched by bing for: 'blue mugs']\n[google failed: its answer (status 200) is no JSON: 'garbage']"
    )


async def test_nothing_found_is_said(searcher, serpapi):  # noqa: F811
    for engine in ("google", "bing", "duckduckgo", "yahoo", "baidu"):
        serpapi.give(engine, [])
    assert await searcher.do() == "Nothing was found for 'blue mugs'.\n[Searched for: 'blue mugs']"


async def test_searching_without_a_key(searcher, ddgs, site):  # noqa: F811
    ddgs.update(duckduckgo=[site.page("/mug", MUG)])
    assert "$7.50" in await searcher.do(max_results=1)


async def test_a_model_writes_queries_and_reads_pages_and_pictures(searcher, serpapi, site):  # noqa: F811
    model = searcher.context.assistant = Scripted(
        {
            "search queries": '1. "blue mug price"\n- cheap mugs\n\nblue MUG price\n* mugs shop\nfour',
            f"{site.url}/mug": "It costs $7.50.",
            f"{site.url}/cup": "not useful.",
        }
    )
    serpapi.give("google", rows(site.page("/mug", MUG), site.page("/cup", "<h1>Cups</h1>")))
    result = await searcher.use("google_web_search", query="What does the blue mug cost?")
    assert [asked["q"] for asked in serpapi.asked if asked["engine"] == "google"] == [
        "blue mug price",
        "cheap mugs",
        "mugs shop",
    ]
    first, useless, remarks = result.output.split("\n\n")
    assert first.startswith(f"Source: {site.url}/mug\nIt costs $7.50.\n[Screenshot available: ")
    assert useless == f"Read, and of no use for this: {site.url}/cup"
    assert "'blue mug price'; 'cheap mugs'; 'mugs shop'" in remarks
    written, *read = model.asked
    assert written[1:] == ("What does the blue mug cost?", 0)
    assert {images for _, _, images in read} == {3}
    assert any("The blue mug costs $7.50." in text for _, text, _ in read)


async def test_the_policy_sets_how_much_is_searched_and_by_which_engines(searcher, serpapi, site):  # noqa: F811
    searcher.context.assistant = Scripted({"queries": "one\ntwo\nthree\nfour", "found the page": "Yes."})
    given = {"max_queries": 2, "max_results_per_query": 1, "search_engines": ["bing", "yahoo"]}
    config = ToolConfig(
        tool_settings={"google_web_search": ToolSettings(parameters=given)},
        workspace_root=str(searcher.folder),
    )
    searcher.context.permissions = Permissions.of(searcher.context.settings, config)
    found = [site.page(f"/{at}", f"<h1>Page {at}</h1>") for at in range(3)]
    serpapi.give("bing", rows(*found[:2]))
    serpapi.give("yahoo", rows(found[0], found[2]))
    said = (await searcher.use("google_web_search", query="mugs")).output
    assert [(one["engine"], one.get("q") or one["p"]) for one in sorted(serpapi.asked, key=str)] == [
        ("bing", "one"),
        ("bing", "two"),
        ("yahoo", "one"),
        ("yahoo", "two"),
    ]
    assert said.count("Source: ") == 2
    assert "[Found by bing, yahoo]" in said
    assert "[Searched by bing, yahoo for: 'one'; 'two']" in said


async def test_a_model_that_sees_no_pictures_is_shown_none(searcher, serpapi, site):  # noqa: F811
    model = searcher.context.assistant = Scripted(
        {"queries": "- ", "found the page": "Yes."}, sees_images=False
    )
    serpapi.give("google", rows(site.page("/mug", MUG)))
    said = await searcher.do(max_results=1)
    assert said.startswith(f"Source: {site.url}/mug\nYes.\n")
    assert serpapi.asked[0]["q"] == "blue mugs"
    assert [images for _, _, images in model.asked] == [0, 0]


async def test_the_workspace_may_be_closed_to_screenshots(searcher, serpapi, site):  # noqa: F811
    searcher.allow(allow_file_system_access=False)
    serpapi.give("google", rows(site.page("/mug", MUG)))
    assert "[Screenshot not saved: the policy" in await searcher.do(max_results=1)
    assert not searcher.folder.exists()


async def test_a_link_out_of_the_workspace_is_not_written_through(searcher, serpapi, site, tmp_path):  # noqa: F811
    outside = tmp_path / "outside"
    outside.mkdir()
    searcher.folder.mkdir()
    (searcher.folder / "screenshots").symlink_to(outside)
    serpapi.give("google", rows(site.page("/mug", MUG)))
    assert "[Screenshot not saved: " in await searcher.do(max_results=1)
    assert list(outside.iterdir()) == []


WRONG = [
    ({"query": "  \n "}, "query is empty"),
    ({"query": "mug " * 200}, "engines take 400"),
    ({"query": ["mug"]}, "'query' must be a string"),
    ({"query": "mug", "max_results": 0}, "max_results"),
    ({"query": "mug", "max_results": 21}, "max_results"),
    ({"query": "mug", "max_results": "many"}, "max_results"),
    ({"max_results": 3}, "'query' is missing"),
    ({"query": "mug", "engine": "google"}, "there is no argument 'engine'"),
]


async def test_arguments_that_are_wrong_are_refused_before_anything_is_asked(searcher, serpapi, subtests):  # noqa: F811
    for arguments, why in WRONG:
        with subtests.test(why):
            assert why in await searcher.fail(**arguments)
            assert serpapi.asked == []


async def test_a_hostile_query_is_only_a_query(searcher, serpapi):  # noqa: F811
    hostile = "'; rm -rf / #&api_key=x&engine=bing ../../etc/passwd <script>"
    serpapi.give("google", [])
    serpapi.give("bing", [])
    await searcher.use(query=hostile)
    assert {asked.get("q", asked.get("p")) for asked in serpapi.asked} == {hostile}


async def test_a_dry_run_and_a_closed_network_ask_nothing(searcher, serpapi):  # noqa: F811
    searcher.allow(gate=Gate(dry_run=True))
    assert "would call web_search" in await searcher.fail(query="mug")
    searcher.allow(allow_network_access=False)
    assert "allow_network_access = false" in await searcher.fail(query="mug")
    assert serpapi.asked == []


async def test_a_search_ends_within_the_time_it_has(searcher, serpapi, site):  # noqa: F811
    release = threading.Event()
    searcher.allow(limits=ResourceLimits(seconds=10))
    site.slow("/slow", release, "late")
    serpapi.give("google", rows(site.page("/mug", MUG), f"{site.url}/slow"))
    said = await searcher.do(max_results=2)
    release.set()
    assert "$7.50" in said
    assert f"{site.url}/slow\nTitle 2\nSnippet 2\n[Page not read: could not open" in said


async def test_a_search_that_is_given_up_leaves_no_page(searcher, serpapi, site):  # noqa: F811
    release, reached = threading.Event(), threading.Event()

    def answer(request):
        reached.set()
        return Answer("late", release=release)

    site.answer("/slow", answer)
    serpapi.give("google", rows(f"{site.url}/slow"))
    searching = asyncio.ensure_future(searcher.use(query="mug", max_results=1))
    await asyncio.to_thread(reached.wait, 10)
    searching.cancel()
    with pytest.raises(asyncio.CancelledError):
        await searching
    release.set()
    assert searcher.session.context.pages == [searcher.session.page]
    assert not searcher.folder.exists()


async def test_a_picture_is_cut_in_three():
    from pytest_webagent.tools.search.result_pictures import thirds

    whole = Image.new("RGB", (90, 301), "red")
    whole.paste("lime", (0, 100, 90, 200))
    whole.paste("blue", (0, 200, 90, 301))
    written = io.BytesIO()
    whole.save(written, "PNG")
    parts = [Image.open(io.BytesIO(part.data)) for part in thirds(written.getvalue())]
    assert [part.size for part in parts] == [(90, 100), (90, 100), (90, 101)]
    assert [max(range(3), key=part.getpixel((45, 50)).__getitem__) for part in parts] == [0, 1, 2]


def test_names_and_parameters_are_those_of_the_documents():
    found = {tool.name: tool.spec.parameters for tool in web_search.TOOLS}
    assert found.keys() == {"google_web_search", "web_search"}
    for parameters in found.values():
        assert parameters["properties"]["query"]["type"] == "string"
    assert found["google_web_search"]["required"] == ["reasoning", "query"]
    assert found["google_web_search"]["properties"].keys() == {"reasoning", "query"}
    assert found["web_search"]["properties"].keys() == {"reasoning", "query", "max_results"}
    assert found["web_search"]["properties"]["max_results"]["type"] == "integer"
