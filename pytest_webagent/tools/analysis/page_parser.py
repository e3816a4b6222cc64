"""The tool that reads a page as Markdown."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, NamedTuple

from pytest_webagent.browser.rendering import CHARACTERS_PER_TOKEN
from pytest_webagent.messages import ToolResult
from pytest_webagent.tools.analysis.dom import read_page
from pytest_webagent.tools.analysis.fit import fit
from pytest_webagent.tools.analysis.markdown import to_markdown
from pytest_webagent.tools.base import ToolContext, tool

if TYPE_CHECKING:
    from pytest_webagent.tools.analysis.dom import PageSource


class Parsed(NamedTuple):
    """A page as Markdown that fits into the budget."""

    source: PageSource
    text: str
    remarks: tuple[str, ...]
    """What is missing in it."""


async def parse_page(context: ToolContext, query: str = "") -> Parsed:
    """The current page as Markdown, or what of it has to do with `query`.

    Raises:
        ToolError: the page does not answer, or crawl4ai is not installed.
    """
    source = await read_page(context.session.page)
    tokens = min(context.settings.observation_tokens, context.limits.output_chars // CHARACTERS_PER_TOKEN)

    async def work() -> list[str]:
        # A large page takes a second or two: other tests of the process go on meanwhile.
        return list(
            await asyncio.to_thread(lambda: fit(to_markdown(source.html), tokens, query, source.language))
        )

    text, remark = await context.cached("page as markdown", (source.digest, query, tokens), work)
    return Parsed(source, text, tuple(part for part in (remark, *source.notes) if part))


@tool(kind="read")
async def page_parser(context: ToolContext, query: str | None = None) -> ToolResult:
    """Read the whole page as Markdown, with what is out of view: headings, text, tables, lists, links, field values.

    Args:
        query: What to look for, in a few words: only parts that have to do with it are given. Leave out for all.
    """
    parsed = await parse_page(context, (query or "").strip())
    return ToolResult(
        output=parsed.text or "The page shows no text.", system=" ".join(parsed.remarks) or None
    )


TOOLS = (page_parser,)
