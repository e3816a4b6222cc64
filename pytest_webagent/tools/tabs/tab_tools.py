"""Tools that work with tabs."""

from __future__ import annotations

from pytest_webagent.policy.redaction import address
from pytest_webagent.tools.core.base import ToolContext, tool
from pytest_webagent.tools.core.wording import shortened
from pytest_webagent.tools.gui.targets import told
from pytest_webagent.tools.navigation.addresses import destination, risk_of


@tool(risk="LOW", up_to="MEDIUM")
async def open_tab(context: ToolContext, page_name: str) -> str:
    """Open a page in another tab and go on there.

    Args:
        page_name: Name of a configured page, or an address: a whole URL, or a path such as "/cart".
    """
    url = await destination(context, page_name)
    context.about_to(risk_of(context, url), f"open {shortened(address(url), 200)} in another tab")
    acted = await context.session.open_tab(url)
    return told(f"Opened {shortened(page_name, 200)!r} in another tab.", acted)


@tool(risk="LOW")
async def switch_tab(context: ToolContext, number: int) -> str:
    """Go on in another open tab.

    Args:
        number: Number of the tab in the list of open tabs; they count from 1.
    """
    acted = await context.session.switch_tab(number)
    return told("Switched to another tab.", acted)


@tool
async def close_tab(context: ToolContext) -> str:
    """Close the current tab and go on in the one used before."""
    acted = await context.session.close_tab()
    return told("Closed the tab.", acted)


TOOLS = (open_tab, switch_tab, close_tab)
