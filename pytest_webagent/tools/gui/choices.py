"""Tools that tick and untick checkboxes, switches and radio buttons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_webagent.errors import ToolError
from pytest_webagent.tools.core.base import ToolContext, tool
from pytest_webagent.tools.gui import controls
from pytest_webagent.tools.gui.aiming import find
from pytest_webagent.tools.gui.targets import ACTION_MS, ElementId, Target, reading, told

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle, Page

_STATE = """box => ({
    checked: 'checked' in box && box.localName === 'input'
        ? box.checked && !box.indeterminate : box.getAttribute('aria-checked') === 'true',
    there: box.isConnected,
    radio: box.type === 'radio' || ['radio', 'menuitemradio'].includes(box.getAttribute('role')),
})"""


@tool(up_to="HIGH")
async def check(
    context: ToolContext, description: str, element_id: ElementId | None = None, coords: str | None = None
) -> str:
    """Tick a checkbox, turn a switch on, or choose a radio button; nothing happens if it is so already.

    Args:
        description: The checkbox, switch or radio button in words.
        element_id: Its number in the newest observation.
        coords: Where it is instead, as "<point>x y</point>" on the picture.
    """
    return await _set(context, await find(context, element_id, coords, description), wanted=True)


@tool(up_to="HIGH")
async def uncheck(
    context: ToolContext, description: str, element_id: ElementId | None = None, coords: str | None = None
) -> str:
    """Untick a checkbox or turn a switch off; nothing happens if it is so already.

    Args:
        description: The checkbox or switch in words.
        element_id: Its number in the newest observation.
        coords: Where it is instead, as "<point>x y</point>" on the picture.
    """
    return await _set(context, await find(context, element_id, coords, description), wanted=False)


async def _set(context: ToolContext, target: Target, *, wanted: bool) -> str:
    page, word = context.session.page, "checked" if wanted else "unchecked"
    found = await controls.control(page, target, controls.CHECKABLE)
    if found is None:
        raise ToolError(f"{target.label} is no checkbox, switch or radio button, and holds no single one")
    box, facts = found
    controls.refuse_locked(facts, target.label)
    async with reading(target.label):
        state = await box.evaluate(_STATE)
    if state["checked"] == wanted:
        return f"{target.label} was {word} already; nothing was done."
    if state["radio"] and not wanted:
        raise ToolError(
            f"{target.label} is a radio button: it is unchecked by choosing another one of its group"
        )
    await controls.about_to_change(context, box, target.label, f"make {target.label} {word} by a click on it")
    acted = await context.session.act(lambda: _click(page, target, box))
    if context.session.dialog is not None or not await _differs(box, target, wanted=wanted):
        return told(f"{target.label} is {word} now.", acted)
    raise ToolError(
        "\n".join((f"{target.label} was clicked, but is not {word}; look at the page", *acted.notes))
    )


async def _differs(box: ElementHandle, target: Target, *, wanted: bool) -> bool:
    try:
        async with reading(target.label):
            state = await box.evaluate(_STATE)
            return bool(state["there"] and state["checked"] != wanted)
    except ToolError:
        # The page drew the control anew, or moved on: there is nothing left to compare.
        return False


async def _click(page: Page, target: Target, box: ElementHandle) -> None:
    shown = await controls.seen(box)
    if shown is not None:
        await shown.click(timeout=ACTION_MS)
    elif target.locator is not None:
        await target.locator.click(timeout=ACTION_MS)
    elif target.point is not None:
        await page.mouse.click(target.point.x, target.point.y)


TOOLS = (check, uncheck)
