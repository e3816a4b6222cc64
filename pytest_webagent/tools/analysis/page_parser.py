"""The tool that reads a page as Markdown."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, NamedTuple

from pytest_webagent.browser.rendering import CHARACTERS_PER_TOKEN
from pytest_webagent.messages import ToolResult
from pytest_webagent.tools.analysis.dom import read_page
from pytest_webagent.tools.analysis.fit import Fitted, fit
from pytest_webagent.tools.analysis.markdown import to_markdown
from pytest_webagent.tools.core.base import ToolContext, tool

if TYPE_CHECKING:
    from pytest_webagent.tools.analysis.dom import PageSource


class Parsed(NamedTuple):
    """A page as Markdown that fits into the budget."""

    source: PageSource
    text: str
    remark: str
    """What of the page is not in the text; empty where everything is."""


async def parse(context: ToolContext, source: PageSource, query: str = "") -> Parsed:
    """A page that was read as Markdown, or what of it has to do with `query`.

    Raises:
        ToolError: crawl4ai is not installed.
    """
    tokens = min(context.settings.observation_tokens, context.limits.output_chars // CHARACTERS_PER_TOKEN)
    return Parsed(source, *await markdown_of(context, source, tokens, query))


async def markdown_of(context: ToolContext, source: PageSource, tokens: int, query: str = "") -> Fitted:
    """As much of a page as fits into `tokens`, or the parts that have to do with `query`.

    Raises:
        ToolError: crawl4ai is not installed.
    """

    async def work() -> list[str]:
        # A large page takes a second or two: other tests of the process go on meanwhile.
        return list(
            await asyncio.to_thread(lambda: fit(to_markdown(source.html), tokens, query, source.language))
        )

    return Fitted(*await context.cached("page as markdown", (source.digest, query, tokens), work))


@tool(kind="read")
async def page_parser(context: ToolContext, query: str | None = None) -> ToolResult:
    """Read the whole page as Markdown, with what is out of view: headings, text, tables, lists, links, field values.

    Args:
        query: What to look for, in a few words: only parts that have to do with it are given. Leave out for all.
    """
    parsed = await parse(context, await read_page(context.session.page), (query or "").strip())
    remarks = " ".join(part for part in (parsed.remark, *parsed.source.notes) if part)
    return ToolResult(output=parsed.text or "The page shows no text.", system=remarks or None)


TOOLS = (page_parser,)
