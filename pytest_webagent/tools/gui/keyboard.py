"""The tool that presses keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_webagent.tools.core.base import ToolContext, tool
from pytest_webagent.tools.gui.aiming import find
from pytest_webagent.tools.gui.controls import SUBMITS, about_to_send
from pytest_webagent.tools.gui.keys import chord
from pytest_webagent.tools.gui.targets import ACTION_MS, ElementId, Target, reading, told

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from playwright.async_api import ElementHandle, Frame

_SENDING = {"Enter": "Enter", "NumpadEnter": "Enter", "Space": "Space", " ": "Space"}
"""The keys that can send a form, by their names."""
_SUBMITS = f"(element, key) => ({SUBMITS})(element, key)"
_FOCUSED = """() => {
    let found = document.activeElement;
    while (found && found.shadowRoot && found.shadowRoot.activeElement) found = found.shadowRoot.activeElement;
    return found;
}"""


@tool(up_to="HIGH")
async def press_key(context: ToolContext, key: str, element_id: ElementId | None = None) -> str:
    """Press a key or a chord once, where the keyboard focus is or in a given element.

    Args:
        key: Name of the key, such as "Enter", "Escape", "Delete", "Space", "ArrowDown", or of a chord, such as
            "Control+A".
        element_id: Number of the element that gets the focus first, in the newest observation.
    """
    pressed, page = chord(key), context.session.page
    target = await find(context, element_id, None, "") if element_id else None
    where = f" in {target.label}" if target is not None else ""
    sends = await _submits(context, pressed, target)
    if sends is not None:
        about_to_send(context, "submit a form", sends, f" by {pressed}{where}")
    else:
        context.about_to("MEDIUM", f"press {pressed}{where}")

    def press() -> Awaitable[None]:
        if target is not None and target.locator is not None:
            return target.locator.press(pressed, timeout=ACTION_MS)
        return page.keyboard.press(pressed)

    acted = await context.session.act(press)
    return told(f"Pressed {pressed}{where}.", acted)


async def _submits(context: ToolContext, pressed: str, target: Target | None) -> str | None:
    """Where it sends a form, as a remark; None where it sends none."""
    key = _SENDING.get(pressed.rpartition("+")[2])
    if key is None:
        return None
    label = target.label if target is not None else "what has the focus"
    async with reading(label):
        page = context.session.page
        element = await target.handle(page) if target is not None else await _focused(page.main_frame)
        found: str | None = await element.evaluate(_SUBMITS, key) if element is not None else None
        return found


async def _focused(frame: Frame) -> ElementHandle | None:
    """What a key pressed now goes to."""
    found = (await frame.evaluate_handle(_FOCUSED)).as_element()
    inner = await found.content_frame() if found is not None else None
    return found if inner is None else await _focused(inner)


TOOLS = (press_key,)
