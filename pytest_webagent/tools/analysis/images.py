"""The tool that looks at the pictures of a page."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from pytest_webagent.errors import ToolError
from pytest_webagent.messages import ToolResult
from pytest_webagent.tools.analysis.clip import ranker
from pytest_webagent.tools.analysis.pictures import pictures_of
from pytest_webagent.tools.analysis.pixels import LARGE, Pixels, read_pixels
from pytest_webagent.tools.core.base import ToolContext, tool

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.ports import Assistant
    from pytest_webagent.tools.analysis.pictures import Picture

SHOWN: Final = 5
"""How many pictures are analysed."""
_MOST: Final = 500
"""How many pictures of a page are ranked."""
_DESCRIBE: Final = (
    "The picture is one of several of a page. Describe it in one or two sentences; where something of it has to do with "
    "what is looked for on the page, say that first. Looked for is: {query!r}. What stands beside the picture comes with it."
)
_log = logging.getLogger(__name__)


class _Looked(NamedTuple):
    """A picture, what was read of it or why nothing was, and how well it fits the query."""

    picture: Picture
    pixels: Pixels | str
    score: float | None


def asked(query: str) -> str:
    """The query, if there is one.

    Raises:
        ToolError: it is empty.
    """
    if not query.strip():
        raise ToolError("query is empty: say in a few words what to look for")
    return query.strip()


async def analyse_pictures(context: ToolContext, query: str) -> dict[str, Any]:
    """The pictures of the current page that fit the query best, as `image_checker` gives them.

    Raises:
        ToolError: the page does not answer, or moved on.
    """
    page = context.session.page
    async with pictures_of(page) as found:
        notes = list(dict.fromkeys(found.notes))
        some = found.pictures[:_MOST]
        if found.total > len(some):
            notes.append(f"Only the first {len(some)} pictures were compared.")
        looked, remark = await _ranked(context, query, some, await read_pixels(page, some))
        notes += [remark] if remark else []
        best = looked[:SHOWN]
        described, remark = await _described(context, query, best)
        notes += [remark] if remark and best else []
        notes += _unseen(best)
        return {
            "page_url": page.url,
            "total_images_found": found.total,
            "analyzed_images": [
                {
                    "index": index,
                    "src": one.picture.src,
                    "alt": one.picture.alt,
                    "title": one.picture.title,
                    "width": one.picture.width,
                    "height": one.picture.height,
                    "caption": one.picture.caption,
                    "relevance_score": None if one.score is None else round(one.score, 4),
                    "ai_description": words,
                }
                for index, (one, words) in enumerate(zip(best, described, strict=True), 1)
            ],
            "notes": notes,
        }


async def _ranked(
    context: ToolContext, query: str, pictures: Sequence[Picture], pixels: Sequence[Pixels | str]
) -> tuple[list[_Looked], str]:
    """The pictures, best first; as they stand on the page where they cannot be ranked, and the remark that says so."""
    images = {one.digest: one.image for one in pixels if isinstance(one, Pixels)}
    scores: dict[str, float] = {}
    remark = ""
    if images:
        name = context.settings.clip_model
        download = context.permissions.config.security_of(context.call.tool).allow_network_access

        async def work() -> dict[str, float]:
            return await asyncio.to_thread(ranker(name).scores, query, images, download=download)

        try:
            scores = await context.cached("relevance of pictures", (name, query, *sorted(images)), work)
        except ToolError as error:
            # What to do about it is nothing for a model to read.
            _log.warning("pictures are not ranked: %s", error)
            remark = (
                f"Not ranked by the query: CLIP is not to be had here. These are the first of {len(pictures)} pictures, "
                "in the order of the page."
            )
    looked = [
        _Looked(picture, seen, scores.get(seen.digest) if isinstance(seen, Pixels) else None)
        for picture, seen in zip(pictures, pixels, strict=True)
    ]
    # What could not be looked at comes last; sorting leaves what is equal in the order of the page.
    return sorted(looked, key=lambda one: -1.0 if one.score is None else one.score, reverse=True), remark


def _unseen(looked: Sequence[_Looked]) -> list[str]:
    """Which pictures nothing was read of, a line for each reason."""
    reasons: dict[str, list[str]] = {}
    for index, one in enumerate(looked, 1):
        if isinstance(one.pixels, str):
            reasons.setdefault(one.pixels, []).append(str(index))
    return [
        f"Picture{'s' if len(which) > 1 else ''} {', '.join(which)} not looked at: {reason}."
        for reason, which in reasons.items()
    ]


async def _described(
    context: ToolContext, query: str, looked: Sequence[_Looked]
) -> tuple[list[str | None], str]:
    """What the model says about each picture, or None; and the remark that says why it does not."""
    assistant = context.assistant
    if assistant is None or not assistant.sees_images:
        who = "no model that reads" if assistant is None else "a model that sees no pictures"
        return [None] * len(looked), f"No ai_description: this run has {who}."
    pictures = [one.picture for one in looked]
    pixels = await read_pixels(context.session.page, pictures, side=LARGE)
    # One after the other: the budget may end with any of them.
    return [
        await _description(assistant, query, picture, seen)
        for picture, seen in zip(pictures, pixels, strict=True)
    ], ""


async def _description(
    assistant: Assistant, query: str, picture: Picture, pixels: Pixels | str
) -> str | None:
    if isinstance(pixels, str):
        return None
    image = await asyncio.to_thread(pixels.jpeg)
    beside = next((words for words in (picture.caption, picture.alt, picture.title) if words), "nothing")
    return await assistant.ask(_DESCRIBE.format(query=query), text=beside, images=[image])


@tool(kind="read", seconds=300.0)
async def image_checker(context: ToolContext, query: str) -> ToolResult:
    """Find the pictures of the page that fit a query best, five at most, with captions and descriptions.

    Args:
        query: What the pictures are to show, or what you want to know about them.
    """
    return ToolResult(output=await analyse_pictures(context, asked(query)))


TOOLS = (image_checker,)
