"""Tools that scroll."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING

from playwright.async_api import Error

from pytest_webagent.errors import ToolError
from pytest_webagent.observation import Box
from pytest_webagent.tools.core.base import ToolContext, tool
from pytest_webagent.tools.core.wording import shortened
from pytest_webagent.tools.gui import scrollers
from pytest_webagent.tools.gui.aiming import find
from pytest_webagent.tools.gui.targets import (
    ACTION_MS,
    ElementId,
    bring_frame_into_view,
    joined,
    reading,
    told,
)

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle, Locator, Page

    from pytest_webagent.browser.session import Acted
    from pytest_webagent.tools.gui.scrollers import Direction, Extent

_SHARE = 0.8
"""The part of what is visible that one call scrolls by, so that some of it stays in sight."""
_MOST_SCREENS = 20
"""How many screens scroll_to_text looks through; lists that load more while scrolling may have no end."""
_MORE_SECONDS = 1.0
"""How long a list may take, once its end is reached, to begin to show more."""
_LOOK_EVERY = 0.1
"""Seconds between two looks at its length."""
_WHEEL_SECONDS = 1.0
"""How long a page may take to be told that the wheel was turned."""
_FEELS_WHEEL = "() => ({wheel: new Promise(told => addEventListener('wheel', told, {once: true, capture: true, passive: true}))})"
_ENDS = {"up": "top", "down": "bottom", "left": "left end", "right": "right end"}
_AHEAD = {"up": "above", "down": "below", "left": "to the left", "right": "to the right"}


@tool(risk="LOW")
async def scroll(
    context: ToolContext,
    direction: scrollers.Direction,
    element_id: ElementId | None = None,
    coords: str | None = None,
) -> str:
    """Scroll by most of a screen: the page, or the panel, list or frame that an element is in.

    Args:
        direction: Where to.
        element_id: Number of an element in the panel to scroll, in the newest observation; left out, the page's
            main content is scrolled.
        coords: A point in the panel instead, as "<point>x y</point>" on the picture.
    """
    if not element_id and not coords:
        return await scroll_main(context, direction)
    target = await find(context, element_id, coords, "")
    scroller = await scrollers.around(await target.handle(context.session.page), direction)
    if scroller is None:
        raise ToolError(f"nothing around {target.label} can be scrolled {direction}")
    return await _scroll(context, scroller, direction)


async def scroll_main(context: ToolContext, direction: Direction, pixels: float | None = None) -> str:
    """Scroll the page's main content, by most of a screen unless told otherwise; what came of it, as a sentence."""
    page = context.session.page
    scroller = await scrollers.main(page, direction)
    if scroller is None:
        return await _wheel(context, page, direction, pixels)
    return await _scroll(context, scroller, direction, pixels)


async def _scroll(
    context: ToolContext, scroller: ElementHandle, direction: Direction, pixels: float | None = None
) -> str:
    async with reading("what is scrolled"):
        before = await scrollers.extent(scroller)
    if before.left_over(direction) < 1:
        return f"{_name(before)} is at the {_ENDS[direction]} already; nothing was scrolled."
    acted = await _step(context, scroller, before, direction, pixels)
    async with reading("what was scrolled"):
        after = await scrollers.extent(scroller)
    return told(_moved(before, after, direction), acted)


@tool(risk="LOW")
async def scroll_to_text(context: ToolContext, text: str) -> str:
    """Scroll until a text is in sight. Lists that load more while scrolling are followed for a while.

    Args:
        text: The text as the page shows it, upper or lower case; a part of a line is enough.
    """
    if not text.strip():
        raise ToolError("text is empty: give a text the page shows")
    page = context.session.page
    acts: list[Acted] = []
    found = await _visible(page, text)
    if not found:
        found = await _search(context, text, acts)
    if not found:
        raise ToolError(
            f"{text!r} is nowhere on the page, as far as it was loaded; the page is where it was before"
        )
    label = f"the text {text!r}"
    async with reading(label):
        place = await found[0].element_handle(timeout=ACTION_MS)
    await bring_frame_into_view(place, label)
    acts.append(await context.session.act(lambda: place.scroll_into_view_if_needed(timeout=ACTION_MS)))
    box = await place.bounding_box() if context.session.dialog is None else None
    context.target = Box(box["x"], box["y"], box["width"], box["height"]) if box else None
    many = f" It is the first of {len(found)} places that hold the text." if len(found) > 1 else ""
    return told(f"{text!r} is in sight.{many}", joined(*acts))


async def _step(
    context: ToolContext,
    scroller: ElementHandle,
    before: Extent,
    direction: Direction,
    pixels: float | None = None,
) -> Acted:
    x = {"left": -1, "right": 1}.get(direction, 0) * (pixels or before.width * _SHARE)
    y = {"up": -1, "down": 1}.get(direction, 0) * (pixels or before.height * _SHARE)
    return await context.session.act(lambda: scrollers.scroll_by(scroller, x, y))


async def _wheel(context: ToolContext, page: Page, direction: Direction, pixels: float | None) -> str:
    # Some pages move their content themselves when the wheel turns; a browser knows nothing of it.
    async with reading("the page"):
        width, height = await page.evaluate("[innerWidth, innerHeight]")
    x = {"left": -1, "right": 1}.get(direction, 0) * (pixels or width * _SHARE)
    y = {"up": -1, "down": 1}.get(direction, 0) * (pixels or height * _SHARE)

    async def turn() -> None:
        await page.mouse.move(width / 2, height / 2)
        async with reading("the page"):
            felt = await page.evaluate_handle(_FEELS_WHEEL)
        await page.mouse.wheel(x, y)
        # The browser tells a page of the wheel when it next draws; in a frame, or on its way out, it says nothing.
        with suppress(Error, TimeoutError):
            await asyncio.wait_for(felt.evaluate("each => each.wheel.then(() => true)"), _WHEEL_SECONDS)

    acted = await context.session.act(turn)
    if acted.changed:
        return told(f"Turned the mouse wheel {direction} in the middle of the page.", acted)
    return told(f"Nothing on the page can be scrolled {direction}.", acted)


async def _search(context: ToolContext, text: str, acts: list[Acted]) -> list[Locator]:
    page = context.session.page
    scroller = await scrollers.main(page, "down")
    if scroller is None:
        return []
    async with reading("what is scrolled"):
        start = await scrollers.extent(scroller)
    for _ in range(_MOST_SCREENS):
        async with reading("what is scrolled"):
            before = await _with_more_below(scroller)
        if before is None:
            break
        acts.append(await _step(context, scroller, before, "down"))
        if context.session.dialog is not None:
            return []
        found = await _visible(page, text)
        if found:
            return found
    async with reading("what is scrolled"):
        await scrollers.scroll_to(scroller, start)
    return []


async def _with_more_below(scroller: ElementHandle) -> Extent | None:
    """How far it is scrolled, once there is more below; None if nothing more comes."""
    end = monotonic() + _MORE_SECONDS
    while (extent := await scrollers.extent(scroller)).left_over("down") < 1:
        if monotonic() >= end:
            return None
        await asyncio.sleep(_LOOK_EVERY)
    return extent


async def _visible(page: Page, text: str) -> list[Locator]:
    places: list[Locator] = []
    for frame in page.frames:
        try:
            places += await frame.get_by_text(text).filter(visible=True).all()
        except Error:
            # The frame went away meanwhile, and its text with it.
            continue
    return places


def _name(extent: Extent) -> str:
    if extent.root:
        return "The page"
    name = f" {shortened(extent.name, 60)!r}" if extent.name else ""
    return f"The scrollable <{extent.tag}>{name}"


def _moved(before: Extent, after: Extent, direction: Direction) -> str:
    moved = after.moved(before)
    if moved < 1:
        return f"{_name(after)} did not move."
    left = after.left_over(direction)
    rest = (
        f"{left:.0f} px are left {_AHEAD[direction]}" if left >= 1 else f"it is at the {_ENDS[direction]} now"
    )
    return f"Scrolled {direction} by {moved:.0f} px: {_name(after).replace('The ', 'the ', 1)}; {rest}."


TOOLS = (scroll, scroll_to_text)
