"""The tool that analyses a page as a whole: its text, its pictures, and both together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from pytest_webagent.messages import ToolResult
from pytest_webagent.tools.analysis.dom import read_page
from pytest_webagent.tools.analysis.images import analyse_pictures, asked
from pytest_webagent.tools.analysis.page_parser import parse
from pytest_webagent.tools.core.base import ToolContext, tool
from pytest_webagent.tools.core.wording import shortened

if TYPE_CHECKING:
    from pytest_webagent.tools.analysis.page_parser import Parsed

_READ: Final = (
    "From the page, write down what answers this: {query!r}. Keep names, numbers, prices and dates exactly as they stand there. "
    "Add nothing that the page does not say; if it does not answer this, say so."
)
_SUM_UP: Final = (
    "From the text and the pictures of one page, answer this in a short summary: {query!r}. Use nothing but what is given; say "
    "what remains open."
)
_LONGEST_SUMMARY: Final = 600


async def page_content(context: ToolContext, query: str) -> tuple[str, Parsed]:
    """What the page says about a query: in the model's words, or without one the parts of the page that fit it."""
    source = await read_page(context.session.page)
    # A model finds more than a search for words does, but only in what it is shown.
    parsed = await parse(context, source, query if context.assistant is None else "")
    if context.assistant is not None and parsed.remark:
        parsed = await parse(context, source, query)
    if context.assistant is None or not parsed.text:
        return parsed.text, parsed
    # Never kept: a model's answer is a sample, and each of a test's repeated runs takes its own.
    return await context.assistant.ask(_READ.format(query=query), text=parsed.text), parsed


async def _summary(
    context: ToolContext, query: str, title: str, content: str, pictures: dict[str, Any]
) -> str:
    lines = [_picture_line(one) for one in pictures["analyzed_images"]]
    if context.assistant is None:
        told = [f"{title or 'The page'}: {shortened(content, _LONGEST_SUMMARY) or 'no text'}"]
        told.append(f"Pictures: {pictures['total_images_found']}.")
        return " ".join([*told, *(lines[:1] if lines else ())])
    shown = f"Pictures (the first {len(lines)} of {pictures['total_images_found']}):"
    text = "\n".join((f"Title: {title}", "Text:", content, shown, *(lines or ["none"])))
    return await context.assistant.ask(_SUM_UP.format(query=query), text=text)


def _picture_line(one: dict[str, Any]) -> str:
    beside = next((one[name] for name in ("caption", "alt", "title") if one[name]), "")
    score = "" if one["relevance_score"] is None else f" (relevance {one['relevance_score']:.2f})"
    told = f"Picture {one['index']}{score}" + (f", beside it {beside!r}" if beside else "")
    return f"{told}: {one['ai_description'] or 'nobody has looked at it'}"


@tool(kind="read", seconds=300.0)
async def content_analyzer(context: ToolContext, query: str) -> ToolResult:
    """Analyse the text of the whole page, and five of its pictures at most, for a query. Made for pages with much on them.

    Args:
        query: What you want to find on the page.
    """
    query = asked(query)
    content, parsed = await page_content(context, query)
    pictures = await analyse_pictures(context, query)
    notes = [part for part in (parsed.remark, *parsed.source.notes) if part]
    if context.assistant is None:
        notes.append(
            "This run has no model that reads: page_content holds the page's own words, and summary is put together from them."
        )
    return ToolResult(
        output={
            "page_url": context.session.page.url,
            "query": query,
            "page_content": content,
            "image_analysis": pictures,
            "summary": await _summary(context, query, parsed.source.title, content, pictures),
            "notes": [*notes, *pictures.pop("notes")],
        }
    )


TOOLS = (content_analyzer,)
