"""The tool that waits."""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import TYPE_CHECKING, Annotated

from playwright.async_api import Error
from pydantic import Field

from pytest_webagent.errors import ToolError
from pytest_webagent.tools.core.base import ToolContext, tool
from pytest_webagent.tools.gui.targets import told

if TYPE_CHECKING:
    from playwright.async_api import Page

_SECONDS = 2.0
_SECONDS_FOR_TEXT = 15.0
_LOOK_EVERY = 0.1
"""Seconds between two looks at the frames of a page, some of which may come and go while waiting."""
_GRACE = 10.0
"""Seconds beyond the time asked for after which a page counts as stuck."""


@tool(kind="read")
async def wait(
    context: ToolContext,
    seconds: Annotated[float, Field(ge=0, le=30)] | None = None,
    text: str | None = None,
) -> str:
    """Wait, for a time or until a text appears. Pages that are merely loading are waited for without it.

    Args:
        seconds: How long at most; 2 unless given, and 15 when waiting for a text.
        text: A text to wait for, upper or lower case; waiting ends as soon as it is visible on the page.
    """
    session, page = context.session, context.session.page
    if not text or not text.strip():
        longest = _SECONDS if seconds is None else seconds
        acted = await session.act(lambda: asyncio.sleep(longest), limit=longest + _GRACE)
        return told(f"Waited {longest:g} s.", acted)
    longest = _SECONDS_FOR_TEXT if seconds is None else seconds
    appeared: list[bool] = []

    async def look() -> None:
        appeared.append(await _appears(page, text, longest))

    acted = await session.act(look, limit=longest + _GRACE)
    if not any(appeared):
        raise ToolError(told(f"{text!r} did not appear within {longest:g} s.", acted))
    return told(f"{text!r} is on the page.", acted)


async def _appears(page: Page, text: str, seconds: float) -> bool:
    end = monotonic() + seconds
    while True:
        if await visible_text(page, text):
            return True
        if monotonic() >= end or page.is_closed():
            return False
        await asyncio.sleep(_LOOK_EVERY)


async def visible_text(page: Page, text: str) -> bool:
    """Whether a text is visible in any frame of the page."""
    for frame in page.frames:
        try:
            if await frame.get_by_text(text).filter(visible=True).count():
                return True
        except Error:
            # The frame is being replaced; the next look sees its successor.
            continue
    return False


TOOLS = (wait,)
