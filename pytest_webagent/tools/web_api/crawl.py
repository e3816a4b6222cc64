"""The tool that reads pages of the web as Markdown, beside the tab in front."""

from __future__ import annotations

import re
from collections import deque
from typing import TYPE_CHECKING, Annotated, Final
from urllib.parse import unquote, urldefrag

from pydantic import Field

from pytest_webagent.browser.rendering import CHARACTERS_PER_TOKEN
from pytest_webagent.errors import ToolError
from pytest_webagent.tools.core.base import ToolContext, tool
from pytest_webagent.tools.web_api.clock import Clock
from pytest_webagent.tools.web_api.page_reader import SECONDS, WebPage, origin_of, read_beside

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_webagent.policy.origins import Origin

_TIME: Final = 150.0
"""Seconds one crawl may take."""
_SHARE: Final = 0.9
"""How much of it is spent before the result is given with what there is."""
_SHORTEST_READING: Final = 3.0
_LONGEST_URL: Final = 2_000
_DOES: Final = re.compile(
    r"log-?_?(?:out|off)|sign-?_?(?:out|off)|delete|remove|destroy|unsubscribe|cancel", re.IGNORECASE
)
"""Links that do something when they are followed, whatever they should be."""


@tool(kind="read", up_to="MEDIUM", needs=("network",), seconds=_TIME)
async def crawl(
    context: ToolContext,
    url: str,
    max_pages: Annotated[int, Field(ge=1, le=20)] = 1,
    max_depth: Annotated[int, Field(ge=0, le=5)] = 1,
) -> str:
    """Read a page as Markdown in the browser, and the pages of the same site it links to, if wanted. The tab stays as it is.

    Args:
        url: Where it is; a path is taken from the current page.
        max_pages: How many pages to read.
        max_depth: How many links away from the first page they may be.
    """
    first = await context.network.allowed(url, base=context.session.page.url)
    origin = origin_of(first)
    if origin is None:
        raise ToolError(f"{url[:200]!r} cannot be read: give the address of a page of the web")
    context.about_to(
        "LOW" if origin == origin_of(context.session.page.url) else "MEDIUM", f"read {first[:200]}"
    )
    clock = Clock((context.limits.seconds or _TIME) * _SHARE)
    room = context.limits.output_chars // max_pages
    texts: list[str] = []
    seen = {first}
    waiting = deque([(first, 0)])
    while waiting and len(texts) < max_pages:
        each, depth = waiting.popleft()
        if clock.left < _SHORTEST_READING:
            texts.append("[The time is over; further pages were not read]")
            break
        try:
            page = await read_beside(context, each, seconds=clock.share(SECONDS))
        except ToolError as error:
            if not texts:
                raise
            texts.append(f"Source: {each}\n[Not read: {error}]")
            continue
        texts.append(await _text(context, page, room))
        if depth == 0:
            # A site may begin by sending people to its proper address.
            origin = origin_of(page.source.url)
        if depth < max_depth:
            waiting.extend((link, depth + 1) for link in _new(page, origin, seen))
    return "\n\n".join(texts)


def _new(page: WebPage, origin: Origin | None, seen: set[str]) -> Iterator[str]:
    """The pages a page links to, of one origin, that were not seen before."""
    seen.add(urldefrag(page.source.url).url)
    for link in page.links:
        url = urldefrag(link).url
        if (
            len(url) <= _LONGEST_URL
            and url not in seen
            and origin_of(url) == origin
            and not _DOES.search(unquote(url))
        ):
            seen.add(url)
            yield url


async def _text(context: ToolContext, page: WebPage, room: int) -> str:
    fitted = await page.markdown(context, max(1, room // CHARACTERS_PER_TOKEN))
    status = f" (status {page.status})" if page.status >= 400 else ""
    cut = (f"the page is longer than the {room} characters there is room for",) if fitted.remark else ()
    notes = (f"[Note: {note}]" for note in (*page.notes, *cut))
    head = f"Source: {page.source.url}{status}"
    title = f"Title: {page.source.title}" if page.source.title else ""
    return "\n".join(part for part in (head, title, fitted.text or "The page shows no text.", *notes) if part)


TOOLS = (crawl,)
