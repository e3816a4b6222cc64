"""Tools that use the mouse."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_webagent.errors import ToolError
from pytest_webagent.tools.core.base import ToolContext, tool
from pytest_webagent.tools.gui import controls
from pytest_webagent.tools.gui.aiming import find
from pytest_webagent.tools.gui.targets import ACTION_MS, ElementId, Target, reading, told

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from playwright.async_api import Page

    from pytest_webagent.policy.risk import Risk

_EFFECTIVE = frozenset({"button", "link", "menuitem", "tab"})
_BOXES = frozenset({"checkbox", "radio", "switch"})
_STATE = """element => {
    const option = element.closest('option');
    const select = element.closest('select');
    const drop = select && !select.multiple && select.size < 2;
    const control = element instanceof HTMLLabelElement ? element.control : element;
    return {
        option: Boolean(option && drop),
        select: Boolean(select && drop),
        options: select ? Array.from(select.options, each => each.label.trim()).slice(0, 30) : [],
        file: Boolean(control && control.matches('input[type=file]')),
        submits: SUBMITS(element, 'click'),
        leads: String(element.closest('a[href], area[href]')?.href ?? ''),
        downloads: Boolean(element.closest('a[download], area[download]')),
        disabled: element.matches(':disabled') || Boolean(element.closest('[aria-disabled=true]')),
    };
}""".replace("SUBMITS", controls.SUBMITS)
# A press and a release are a click on what holds both places.
_DRAG_SUBMITS = """(start, end) => {
    let both = start;
    while (both && !both.contains(end)) both = both.parentElement || both.getRootNode().host;
    return both ? SUBMITS(both, 'press') : null;
}""".replace("SUBMITS", controls.SUBMITS)


@tool(up_to="HIGH")
async def click(
    context: ToolContext,
    description: str,
    element_id: ElementId | None = None,
    coords: str | None = None,
    double: bool = False,
) -> str:
    """Click an element with the left mouse button.

    Args:
        description: The element in words, such as "the Save button of the address form".
        element_id: Number of the element in the newest observation.
        coords: Where to click instead, as "<point>x y</point>" on the picture.
        double: Whether to double-click.
    """
    return await press(context, await find(context, element_id, coords, description), double=double)


async def press(context: ToolContext, target: Target, least: Risk = "MEDIUM", *, double: bool = False) -> str:
    """Click what is meant, once or twice; what came of it, as a sentence for the model.

    Args:
        context: What the tool may use.
        target: What is meant.
        least: How much the click can do if it sends no form.
        double: Whether it is a double-click.

    Raises:
        ToolError: it cannot be clicked, or the click is only said.
    """
    submits = await _looked_at(context, target)
    if submits is not None:
        controls.about_to_send(context, "submit a form", submits, f" by a click on {target.label}")
    else:
        context.about_to(least, f"click {target.label}")
    page = context.session.page
    acted = await context.session.act(lambda: _click(page, target, 2 if double else 1))
    if acted.asks_for_file:
        return told(f"Clicked {target.label}. It asks for a file: call upload_file on it.", acted)
    # Fields and boxes change without the document changing; of a button or link something is to be expected.
    return told(f"Clicked {target.label}.", acted, effect=target.role in _EFFECTIVE)


@tool(risk="LOW")
async def hover(
    context: ToolContext, description: str, element_id: ElementId | None = None, coords: str | None = None
) -> str:
    """Move the mouse over an element and leave it there, to open a menu or tooltip.

    Args:
        description: The element in words.
        element_id: Number of the element in the newest observation.
        coords: Where to move instead, as "<point>x y</point>" on the picture.
    """
    target = await find(context, element_id, coords, description)
    page = context.session.page
    acted = await context.session.act(lambda: _hover(page, target))
    return told(f"The mouse is over {target.label}.", acted)


@tool(up_to="HIGH")
async def drag(
    context: ToolContext,
    description: str,
    to_description: str,
    element_id: ElementId | None = None,
    coords: str | None = None,
    to_element_id: ElementId | None = None,
    to_coords: str | None = None,
) -> str:
    """Press the mouse on one element or place, move it to another, and release it there, also to draw.

    Args:
        description: What is dragged, in words.
        to_description: Where it is dropped, in words.
        element_id: Number of the element that is dragged, in the newest observation.
        coords: Where the drag begins instead, as "<point>x y</point>" on the picture.
        to_element_id: Number of the element it is dropped on, in the newest observation.
        to_coords: Where it is dropped instead, as "<point>x y</point>" on the picture.
    """
    end = await find(context, to_element_id, to_coords, to_description, names=("to_element_id", "to_coords"))
    start = await find(context, element_id, coords, description)
    page = context.session.page
    sends = await _drag_submits(page, start, end)
    if sends is not None:
        controls.about_to_send(context, "submit a form", sends, f" by a click on {start.label}")
    else:
        context.about_to("MEDIUM", f"drag {start.label} to {end.label}")
    acted = await context.session.act(lambda: _drag(page, start, end))
    return told(f"Dragged {start.label} to {end.label}.", acted)


async def _looked_at(context: ToolContext, target: Target) -> str | None:
    """Where a click on it sends a form, as a remark; None where it sends none. What cannot be clicked is refused; a point is whatever is there."""
    async with reading(target.label):
        state = await (await target.handle(context.session.page)).evaluate(_STATE)
    submits: str | None = state["submits"]
    context.call.on, context.call.leads, context.call.downloads = (
        target.known,
        state["leads"],
        state["downloads"],
    )
    if target.point is not None:
        return submits
    if state["option"] or state["select"]:
        raise ToolError(
            f"{target.label} belongs to a dropdown list, whose options cannot be clicked: call selection on the list "
            f"with one of {state['options']}"
        )
    if state["file"]:
        raise ToolError(f"{target.label} takes a file: call upload_file on it")
    if state["disabled"]:
        raise ToolError(f"{target.label} is disabled: it cannot be clicked until something else enables it")
    return submits


async def _drag_submits(page: Page, start: Target, end: Target) -> str | None:
    """Where a drag that is a click sends a form, as a remark; None where it sends none."""
    async with reading(start.label):
        pressed, released = await start.handle(page), await end.handle(page)
        if await pressed.owner_frame() != await released.owner_frame():
            return None
        sends: str | None = await pressed.evaluate(_DRAG_SUBMITS, released)
        return sends


async def _click(page: Page, target: Target, times: int) -> None:
    if target.on is None:
        await page.mouse.click(*_position(target), click_count=times)
        return
    stands_for_it = await controls.seen(await target.handle(page)) if target.role in _BOXES else None
    await (stands_for_it or target.on).click(click_count=times, timeout=ACTION_MS)


def _hover(page: Page, target: Target) -> Awaitable[None]:
    if target.locator is not None:
        return target.locator.hover(timeout=ACTION_MS)
    return page.mouse.move(*_position(target))


async def _drag(page: Page, start: Target, end: Target) -> None:
    # Libraries start a drag after a few pixels and choose the drop target from the moves between, so the mouse
    # travels in steps.
    if start.locator is not None and end.locator is not None:
        await start.locator.drag_to(end.locator, timeout=ACTION_MS, steps=10)
        return
    await _hover(page, start)
    await page.mouse.down()
    try:
        if end.locator is not None:
            for _ in range(2):
                await end.locator.hover(timeout=ACTION_MS)
        else:
            await page.mouse.move(*_position(end), steps=10)
    finally:
        await page.mouse.up()


def _position(target: Target) -> tuple[float, float]:
    assert target.point is not None
    return target.point.x, target.point.y


TOOLS = (click, hover, drag)
