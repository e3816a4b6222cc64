"""What the tool `browser_use` does that no single tool does: scrolling by pixels, listing options, extracting."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from pytest_webagent.errors import ToolError
from pytest_webagent.messages import ToolResult
from pytest_webagent.tools.analysis.content import page_content
from pytest_webagent.tools.core.base import ToolContext, tool
from pytest_webagent.tools.gui.aiming import find
from pytest_webagent.tools.gui.list_selection import options_of
from pytest_webagent.tools.gui.scrolling import scroll_main
from pytest_webagent.tools.gui.targets import ElementId  # noqa: TC001 - the schema is made from it

if TYPE_CHECKING:
    from pytest_webagent.tools.gui.scrollers import Direction


@tool(risk="LOW")
async def scroll(
    context: ToolContext,
    direction: Literal["up", "down"],
    scroll_amount: Annotated[int, Field(ge=1, le=1_000_000)] | None = None,
) -> str:
    """Scroll the page's main content.

    Args:
        direction: Where to.
        scroll_amount: How far, in CSS pixels; most of a screen unless given.
    """
    to: Direction = direction
    return await scroll_main(context, to, scroll_amount)


@tool(kind="read")
async def dropdown_options(context: ToolContext, element_id: ElementId) -> dict[str, Any]:
    """List the options of a dropdown.

    Args:
        element_id: Its number in the newest observation.
    """
    options = await options_of(context, await find(context, element_id, None, ""))
    return {
        "options": [
            {"index": index, "text": option.label, "value": option.value}
            for index, option in enumerate(options)
        ]
    }


@tool(kind="read")
async def extract_content(context: ToolContext, goal: str) -> ToolResult:
    """Take from the page what serves a goal.

    Args:
        goal: What to look for.
    """
    if not goal.strip():
        raise ToolError("goal is empty: say what to look for on the page")
    text, parsed = await page_content(context, goal)
    remarks = [parsed.remark, *parsed.source.notes]
    if context.assistant is None:
        remarks.append("This run has no model that reads: these are the parts of the page that fit the goal.")
    return ToolResult(
        output=text or "The page shows no text.", system=" ".join(filter(None, remarks)) or None
    )
