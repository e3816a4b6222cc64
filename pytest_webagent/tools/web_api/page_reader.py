"""Reads a page of the web beside the tabs, under the policy: as Markdown, with its links and its picture."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from playwright.async_api import Error

from pytest_webagent.browser import camera
from pytest_webagent.errors import DeniedError
from pytest_webagent.policy.origins import Origin, parse
from pytest_webagent.tools.analysis.dom import answering, read_page
from pytest_webagent.tools.analysis.page_parser import markdown_of

if TYPE_CHECKING:
    from playwright.async_api import Page

    from pytest_webagent.browser.guard import Check
    from pytest_webagent.tools.analysis.dom import PageSource
    from pytest_webagent.tools.analysis.fit import Fitted
    from pytest_webagent.tools.core.base import ToolContext

SECONDS: Final = 15.0
"""How long a page may take to open."""
_TALLEST: Final = 9_000
"""CSS pixels of a page that are in its picture."""
_SCREENSHOT_SECONDS: Final = 10.0
_LINKS: Final = """() => {
    const follows = link => !link.hasAttribute('download') && !/nofollow/i.test(link.rel);
    return [...document.links].filter(follows).slice(0, 500).map(link => link.href);
}"""
_HEIGHT: Final = "Math.max(document.documentElement.scrollHeight, innerHeight)"


@dataclass(frozen=True, slots=True, kw_only=True)
class WebPage:
    """A page that was read."""

    source: PageSource
    status: int
    """The HTTP status."""
    links: tuple[str, ...] = ()
    picture: bytes = field(default=b"", repr=False)
    """A PNG of the whole page, of its first 9,000 pixels; empty if none was asked for or it could not be taken."""
    notes: tuple[str, ...] = ()
    """What is missing, in our own words or those of the page's address."""

    async def markdown(self, context: ToolContext, tokens: int, query: str = "") -> Fitted:
        """As much of the page as fits into `tokens`, or the parts that have to do with `query`.

        Raises:
            ToolError: crawl4ai is not installed.
        """
        return await markdown_of(context, self.source, tokens, query)


async def read_beside(
    context: ToolContext, url: str, *, seconds: float = SECONDS, picture: bool = False
) -> WebPage:
    """Read a page in the browser's context; the tabs and what is known of them stay as they are.

    Args:
        context: Of the call.
        url: Where it is; the network policy is asked about it and about all the page loads.
        seconds: How long opening it may take.
        picture: Whether to take a picture of it.

    Raises:
        ToolError: it may not be read, or cannot be.
    """
    allowed = await context.network.allowed(url)
    async with context.session.aside(_rule(context, allowed), seconds) as aside:
        arrival = await aside.open(allowed)
        source = await read_page(aside.page)
        async with answering():
            links = tuple(str(link) for link in await aside.page.evaluate(_LINKS))
        shot = await _picture(aside.page) if picture else b""
    notes = (*arrival.notes, *source.notes)
    if picture and not shot:
        notes += ("no picture of it could be taken",)
    return WebPage(source=source, status=arrival.status, links=links, picture=shot, notes=notes)


def origin_of(url: str) -> Origin | None:
    """The origin of a URL, or None if it has none of the web."""
    try:
        return parse(url).origin
    except ValueError:
        return None


def _rule(context: ToolContext, first: str) -> Check:
    """What a page may reach: all that the policy allows; but no other site may reach the application under test."""
    network = context.network
    tested = {
        origin_of(url) for url in (context.opened, context.settings.start_url or "", context.session.page.url)
    }
    foreign = origin_of(first) not in tested

    async def check(url: str) -> None:
        allowed = await network.allowed(url)
        if foreign and origin_of(allowed) in tested:
            raise DeniedError(f"{allowed[:200]} may not be reached by a page of another site")

    return check


async def _picture(page: Page) -> bytes:
    try:
        async with asyncio.timeout(_SCREENSHOT_SECONDS):
            height = min(_TALLEST, int(await page.evaluate(_HEIGHT)))
            return await camera.take_whole(page, height=height, seconds=_SCREENSHOT_SECONDS)
    except (Error, TimeoutError):
        return b""
