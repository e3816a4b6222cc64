"""The tool that presses keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_webagent.tools.base import ToolContext, tool
from pytest_webagent.tools.gui.keys import chord
from pytest_webagent.tools.gui.targets import ACTION_MS, ElementId, find, told

if TYPE_CHECKING:
    from collections.abc import Awaitable


@tool
async def press_key(context: ToolContext, key: str, element_id: ElementId | None = None) -> str:
    """Press a key or a chord once, where the keyboard focus is or in a given element.

    Args:
        key: Name of the key, such as "Enter", "Escape", "Delete", "Space", "ArrowDown", or of a chord, such as
            "Control+A".
        element_id: Number of the element that gets the focus first, in the newest observation.
    """
    pressed, page = chord(key), context.session.page
    target = await find(context, element_id, None, "") if element_id else None

    def press() -> Awaitable[None]:
        if target is not None and target.locator is not None:
            return target.locator.press(pressed, timeout=ACTION_MS)
        return page.keyboard.press(pressed)

    acted = await context.session.act(press)
    where = f" in {target.label}" if target is not None else ""
    return told(f"Pressed {pressed}{where}.", acted)


TOOLS = (press_key,)
