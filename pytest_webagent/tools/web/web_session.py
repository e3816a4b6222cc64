"""The ``web_*`` tools that begin and end the use of the browser."""

from __future__ import annotations

from pytest_webagent.messages import ToolResult
from pytest_webagent.tools.core.base import ToolContext, tool
from pytest_webagent.tools.web.state import state_of


@tool(kind="read", quotes=False)
async def web_browser_start(context: ToolContext) -> ToolResult:
    """Begin to use the browser. It is the one of the test and runs already; after web_browser_stop this is needed."""
    state = state_of(context.session)
    begun = state.start()
    return ToolResult(
        output={
            "success": True,
            "session_active": True,
            "created_at": state.created_at,
            "message": "The browser session began again." if begun else "The browser session is active.",
        }
    )


@tool(risk="LOW")
async def web_browser_stop(context: ToolContext) -> ToolResult:
    """End the use of the browser: tabs that opened meanwhile are closed; the browser stays with the test."""
    state = state_of(context.session)
    closed = 0
    for page in state.opened:
        if not page.is_closed() and len(context.session.context.pages) > 1:
            await context.session.act(page.close)
            closed += 1
    state.opened.clear()
    state.known.clear()
    state.active = False
    return ToolResult(
        output={"success": True, "message": f"The browser session ended; tabs closed: {closed}."}
    )


TOOLS = (web_browser_start, web_browser_stop)
