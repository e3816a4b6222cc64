"""The tools that search the web and read the best pages that are found."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING, Annotated, Final, NamedTuple

from pydantic import Field

from pytest_webagent.browser.rendering import CHARACTERS_PER_TOKEN
from pytest_webagent.errors import ToolError
from pytest_webagent.tools.core.base import ToolContext, tool
from pytest_webagent.tools.core.wording import shortened
from pytest_webagent.tools.search.finding import find
from pytest_webagent.tools.search.result_pictures import saved, thirds
from pytest_webagent.tools.web_api.clock import Clock
from pytest_webagent.tools.web_api.page_reader import SECONDS, read_beside

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.ports import Assistant
    from pytest_webagent.tools.search.finding import Found
    from pytest_webagent.tools.search.hits import Hit
    from pytest_webagent.tools.web_api.page_reader import WebPage

_TIME: Final = 150.0
"""Seconds one search may take."""
_SHARE: Final = 0.9
"""How much of it is spent before the result is written with what there is."""
_MOST_PAGES: Final = 3
"""How many of the pages that were found are read."""
_LONGEST_QUERY: Final = 400
_SHORTEST_READING: Final = 3.0
"""With fewer seconds left no page is opened."""
_WRITE_QUERIES: Final = (
    "Someone wants to find this out on the web. Write up to {most} search queries that together find it: precise, different "
    "from each other, in the words pages about it use. One query to a line, nothing else."
)
_NOT_USEFUL: Final = "NOT USEFUL"
_EXTRACT: Final = (
    "A web search for {query!r} found the page {url}. Write down what the page says that helps to answer it: facts, names, "
    "numbers and dates exactly as they stand there, and nothing that it does not say. If nothing on it helps, answer only: "
    f"{_NOT_USEFUL}"
)
_PICTURES: Final = " The pictures are the top, the middle and the bottom of the page."
_BULLET: Final = re.compile(r"^\s*(?:[-*•]|\d{1,2}[.)])\s*")
_QUOTES: Final = "\"'`“”«»"


class _Part(NamedTuple):
    """What is told of one page."""

    text: str
    useful: bool = True


@tool(
    kind="read",
    risk="MEDIUM",
    needs=("network",),
    seconds=_TIME,
    configured=("max_queries", "max_results_per_query", "search_engines"),
)
async def google_web_search(
    context: ToolContext,
    query: str,
    max_queries: Annotated[int, Field(ge=1, le=5)] = 3,
    max_results_per_query: Annotated[int, Field(ge=1, le=10)] = 3,
    search_engines: list[str] | None = None,
) -> str:
    """Search the web for what the current page does not say, by several engines at once. Gives what the best pages say, with sources.

    Args:
        query: What to find out.
        max_queries: How many searches it may be made into.
        max_results_per_query: How many pages to find by each.
        search_engines: Engines to ask instead of those of the test.
    """
    asked = _Asked(search_engines or (), together=True, queries=max_queries, of_each=max_results_per_query)
    return await _search(context, query, asked)


@tool(kind="read", risk="MEDIUM", needs=("network",), seconds=_TIME)
async def web_search(
    context: ToolContext, query: str, max_results: Annotated[int, Field(ge=1, le=20)] = 5
) -> str:
    """Search the web: the pages found, and of the best three what they say. If an engine fails, the next one is asked.

    Args:
        query: What to find out.
        max_results: How many pages to find.
    """
    return await _search(context, query, _Asked(most=max_results))


class _Asked(NamedTuple):
    """How much is searched."""

    engines: Sequence[str] = ()
    together: bool = False
    queries: int = 3
    of_each: int = 0
    most: int = 0
    """Pages in all; 0: those of each query."""


async def _search(context: ToolContext, query: str, asked: _Asked) -> str:
    query = " ".join(query.split())
    if not query:
        raise ToolError("query is empty: say what to find out")
    if len(query) > _LONGEST_QUERY:
        raise ToolError(f"query has {len(query)} characters; engines take {_LONGEST_QUERY}: ask for less")
    clock = Clock((context.limits.seconds or _TIME) * _SHARE)
    queries = await _queries(context, query, asked.queries)
    most = asked.most or asked.of_each * len(queries)
    found = await find(context, queries, most, clock, together=asked.together, engines=asked.engines)
    if not found.hits:
        return "\n".join((f"Nothing was found for {query!r}.", *_remarks(queries, found)))
    parts = await _read_all(context, query, found.hits, clock)
    remarks = "\n".join(_remarks(queries, found))
    room = max(0, context.limits.output_chars - len(remarks))
    return "\n\n".join(("\n\n".join(_texts(parts))[:room], remarks))


async def _queries(context: ToolContext, query: str, most: int) -> list[str]:
    """What engines are asked: what the model makes of the question, `most` at most, or the question itself."""
    if context.assistant is None or most == 1:
        return [query]
    assistant = context.assistant

    async def work() -> str:
        return await assistant.ask(_WRITE_QUERIES.format(most=most), text=query)

    answer = await context.cached("search queries", (context.settings.model, query, most), work)
    lines = (" ".join(_BULLET.sub("", line).strip(_QUOTES + " ").split()) for line in answer.splitlines())
    written: dict[str, str] = {}
    for line in lines:
        if 0 < len(line) <= _LONGEST_QUERY:
            written.setdefault(line.casefold(), line)
    return list(written.values())[:most] or [query]


async def _read_all(context: ToolContext, query: str, hits: Sequence[Hit], clock: Clock) -> list[_Part]:
    """Read the first pages, all at once; of the others tell what the engines said."""
    room = context.limits.output_chars // (min(len(hits), _MOST_PAGES) + 1)
    reading = [asyncio.ensure_future(_read(context, query, hit, clock, room)) for hit in hits[:_MOST_PAGES]]
    try:
        read = await asyncio.gather(*reading)
    finally:
        for task in reading:
            task.cancel()
        await asyncio.gather(*reading, return_exceptions=True)
    parts = [*read, *(_Part(_snippet(hit)) for hit in hits[_MOST_PAGES:])]
    return [
        part._replace(text=f"{part.text}\n[Found by {hit.engine}]") if part.useful else part
        for part, hit in zip(parts, hits, strict=True)
    ]


async def _read(context: ToolContext, query: str, hit: Hit, clock: Clock, room: int) -> _Part:
    """What one page says, or if it may not or cannot be read, what the engine says of it."""
    try:
        if clock.left < _SHORTEST_READING:
            raise ToolError("the time for this search is over")
        page = await read_beside(context, hit.url, seconds=clock.share(SECONDS), picture=True)
        picture = [f"[{await saved(context, hit.url, page.picture)}]"] if page.picture else []
        said = await _said(context, query, page, clock, room)
    except ToolError as error:
        return _Part(f"{_snippet(hit)}\n[Page not read: {error}]")
    if said is None:
        return _Part(hit.url, useful=False)
    notes = [f"[Note: {note}]" for note in page.notes]
    if page.status >= 400:
        notes.append(f"[Note: the server answered with status {page.status}]")
    return _Part("\n".join((f"Source: {page.source.url}", said, *notes, *picture)))


async def _said(context: ToolContext, query: str, page: WebPage, clock: Clock, room: int) -> str | None:
    """What a page says about the query; None if a model judged that it says nothing."""
    if context.assistant is not None and clock.left > _SHORTEST_READING:
        tokens = context.settings.observation_tokens
        about = await page.markdown(context, tokens)
        if about.remark:
            about = await page.markdown(context, tokens, query)
        try:
            async with asyncio.timeout(clock.left):
                answer = await _extracted(context, context.assistant, query, page, about.text)
        except TimeoutError:
            # What the page itself says is better than nothing.
            pass
        else:
            return None if answer.upper().startswith(_NOT_USEFUL) else answer[:room]
    fitted = await page.markdown(context, max(1, room // CHARACTERS_PER_TOKEN), query)
    return fitted.text or "The page shows no text."


async def _extracted(context: ToolContext, assistant: Assistant, query: str, page: WebPage, text: str) -> str:
    pictures = await asyncio.to_thread(thirds, page.picture) if assistant.sees_images and page.picture else ()
    instruction = _EXTRACT.format(query=query, url=shortened(page.source.url, 200))

    async def work() -> str:
        return await assistant.ask(instruction + (_PICTURES if pictures else ""), text=text, images=pictures)

    key = (context.settings.model, page.source.digest, query, text, len(pictures))
    return (await context.cached("page that was found, in words", key, work)).strip()


def _snippet(hit: Hit) -> str:
    return "\n".join(part for part in (f"Source: {hit.url}", hit.title, hit.snippet) if part)


def _texts(parts: Sequence[_Part]) -> list[str]:
    useless = [part.text for part in parts if not part.useful]
    left_out = [f"Read, and of no use for this: {', '.join(useless)}"] if useless else []
    return [part.text for part in parts if part.useful] + left_out


def _remarks(queries: Sequence[str], found: Found) -> list[str]:
    asked = "; ".join(repr(query) for query in queries)
    by = f" by {', '.join(found.engines)}" if found.engines else ""
    return [f"[Searched{by} for: {asked}]", *(f"[{note}]" for note in found.notes)]


TOOLS = (google_web_search, web_search)
