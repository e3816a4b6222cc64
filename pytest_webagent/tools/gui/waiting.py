"""The tool that waits."""

from __future__ import annotations

import asyncio
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Annotated

from playwright.async_api import Error
from pydantic import Field

from pytest_webagent.browser.operations import Acted
from pytest_webagent.errors import ToolError
from pytest_webagent.tools.core.base import ToolContext, tool
from pytest_webagent.tools.gui.targets import told
from pytest_webagent.values.plain_text import either

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.async_api import Frame, Locator, Page

_SECONDS = 2.0
_SECONDS_FOR_ELEMENT = 15.0
_LOOK_EVERY = 0.1
"""Seconds between two looks at the frames of a page, some of which may come and go while waiting."""
_OBSERVE_EVERY = 0.25
"""Seconds between two looks at all of a page."""
_BAD_SELECTOR = ("while parsing", "not a valid XPath")
"""In Playwright's errors of selectors that mean nothing."""
_GRACE = 10.0
"""Seconds beyond the time asked for after which a page counts as stuck."""


@tool(kind="read")
async def wait(
    context: ToolContext,
    seconds: Annotated[float, Field(ge=0, le=30)] | None = None,
    text: str | None = None,
    description: str | None = None,
    selector: str | None = None,
) -> str:
    """Wait, for a time or until something appears. Pages that are merely loading are waited for without it.

    Args:
        seconds: How long at most; 2 unless given, and 15 when waiting for something.
        text: A text to wait for, upper or lower case; waiting ends as soon as it is visible on the page.
        description: An element to wait for, in words.
        selector: An element to wait for, as CSS or XPath.
    """
    session = context.session
    awaited = {
        name: said.strip()
        for name, said in (("text", text), ("description", description), ("selector", selector))
        if said and said.strip()
    }
    if len(awaited) > 1:
        raise ToolError(f"wait for one thing: {either(list(awaited))}, and not for several at once")
    if not awaited:
        longest = _SECONDS if seconds is None else seconds
        acted = await session.act(lambda: asyncio.sleep(longest), limit=longest + _GRACE)
        return told(f"Waited {longest:g} s.", acted)
    longest = _SECONDS_FOR_ELEMENT if seconds is None else seconds
    ((kind, said),) = awaited.items()
    if kind == "description":
        appeared, acted = await _is_described(context, said, longest), Acted()
    else:
        find = partial(_by_text, said) if kind == "text" else partial(_by_selector, said)
        seen: list[bool] = []

        async def look() -> None:
            seen.append(await _appears(session.page, find, longest))

        acted = await session.act(look, limit=longest + _GRACE)
        appeared = any(seen)
    if not appeared:
        raise ToolError(told(f"{said!r} did not appear within {longest:g} s.", acted))
    return told(f"{said!r} is on the page.", acted)


async def _is_described(context: ToolContext, description: str, seconds: float) -> bool:
    """Whether an element that a description fits comes within some seconds; a dialog hides the page, and ends that."""
    end = monotonic() + seconds
    while True:
        page = await context.session.observe()
        if context.words.alike(description, page)[1]:
            return True
        if monotonic() >= end or page.dialog is not None:
            return False
        await asyncio.sleep(_OBSERVE_EVERY)


def _by_text(text: str, frame: Frame) -> Locator:
    return frame.get_by_text(text)


def _by_selector(selector: str, frame: Frame) -> Locator:
    return frame.locator(selector)


async def _appears(page: Page, find: Callable[[Frame], Locator], seconds: float) -> bool:
    end = monotonic() + seconds
    while True:
        if await _is_visible(page, find):
            return True
        if monotonic() >= end or page.is_closed():
            return False
        await asyncio.sleep(_LOOK_EVERY)


async def visible_text(page: Page, text: str) -> bool:
    """Whether a text is visible in any frame of the page."""
    return await _is_visible(page, partial(_by_text, text))


async def _is_visible(page: Page, find: Callable[[Frame], Locator]) -> bool:
    for frame in page.frames:
        try:
            if await find(frame).filter(visible=True).count():
                return True
        except Error as error:
            if any(words in error.message for words in _BAD_SELECTOR):
                raise ToolError(
                    f"the selector is neither CSS nor XPath ({error.message.splitlines()[0]}): give one such as 'h2' or '//h2'"
                ) from None
            # The frame is being replaced; the next look sees its successor.
            continue
    return False


TOOLS = (wait,)
