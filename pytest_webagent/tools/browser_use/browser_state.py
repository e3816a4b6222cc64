"""The state of the browser as the tool `browser_use` tells it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pytest_webagent.messages import ToolResult
from pytest_webagent.policy.redaction import address
from pytest_webagent.tools.gui.targets import labelled

if TYPE_CHECKING:
    from pytest_webagent.observation import Element, Observation, Tab
    from pytest_webagent.tools.core.base import ToolContext


async def get_current_state(context: ToolContext) -> ToolResult:
    """What the browser shows now: a dict, and the picture.

    The page is observed anew, so the indexes it tells are those that `browser_use` takes. The dict has

    - ``url`` and ``title`` of the current tab,
    - ``tabs``: of each open tab ``tab_id``, ``title``, ``url``, and whether it is the ``current`` one,
    - ``interactive_elements``: a line for each element that can be acted on, its index first,
    - ``scroll_info``: ``pixels_above``, ``pixels_below`` and ``total_height`` of the document, in CSS pixels,
    - ``viewport_height`` in CSS pixels,
    - ``dialog``: the sentence about a dialog that waits for an answer, or None; the rest is then as last seen.

    Raises:
        BrowserError: the browser or the last tab is gone, or the page is stuck.
    """
    seen = await context.session.observe(screenshot=True)
    picture = seen.screenshot
    return ToolResult(output=_told(seen), base64_image=picture.base64 if picture is not None else None)


async def whereabouts(context: ToolContext) -> str:
    """The current tab in a sentence."""
    tabs = await context.session.tabs()
    current = next((tab for tab in tabs if tab.current), None)
    if current is None:
        return ""
    return f"The current tab is {current.number} of {len(tabs)}: {current.title!r} at {address(current.url)[:200]}"


def _told(seen: Observation) -> dict[str, Any]:
    height = seen.viewport.height
    return {
        "url": address(seen.url),
        "title": seen.title,
        "tabs": [_tab(tab) for tab in seen.tabs],
        "interactive_elements": "\n".join(
            _line(element)
            for element in seen.elements
            if element.clickable and element.id is not None and not element.hidden
        ),
        "scroll_info": {
            "pixels_above": seen.pixels_above,
            "pixels_below": seen.pixels_below,
            "total_height": seen.pixels_above + height + seen.pixels_below,
        },
        "viewport_height": height,
        "dialog": seen.dialog,
    }


def _tab(tab: Tab) -> dict[str, Any]:
    return {"tab_id": tab.number, "title": tab.title, "url": address(tab.url), "current": tab.current}


def _line(element: Element) -> str:
    value = f" = {element.value!r}" if element.value else ""
    return f"[{element.id}] {labelled(element).removesuffix(f' [{element.id}]')}{value}"
