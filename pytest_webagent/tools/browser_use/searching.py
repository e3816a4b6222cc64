"""Searching the web and going on to the first result, as the action ``web_search`` of `browser_use` does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pytest_webagent.errors import DeniedError, EnvironmentFailure, ToolError
from pytest_webagent.messages import ToolResult
from pytest_webagent.tools.core.base import ToolContext, tool
from pytest_webagent.tools.core.wording import shortened
from pytest_webagent.tools.gui.targets import told
from pytest_webagent.tools.search.finding import find
from pytest_webagent.tools.web_api.clock import Clock

if TYPE_CHECKING:
    from pytest_webagent.browser.session import Acted

_MOST: Final = 10
"""How many results are told."""
_SECONDS: Final = 60.0
"""How long engines may be asked."""
_ARRIVAL_SECONDS: Final = 15.0
"""How long the way to a result may be followed before it is opened."""


@tool(name="web_search", needs=("network",), risk="MEDIUM", up_to="MEDIUM")
async def search_and_open(context: ToolContext, query: str) -> ToolResult:
    """Search the web and open the first result in the current tab.

    Args:
        query: What to search for.
    """
    if not query.strip():
        raise ToolError("query is empty: say what to search for")
    wanted = shortened(query, 400)
    context.about_to("MEDIUM", f"search the web for {wanted!r} and open the first result")
    found = await find(context, (wanted,), _MOST, Clock(_SECONDS))
    if not found.hits:
        return ToolResult(output="\n".join((f"The web has nothing for {wanted!r}.", *found.notes)))
    lines = [f"{rank}. {hit.title} - {hit.url}\n   {hit.snippet}" for rank, hit in enumerate(found.hits, 1)]
    listed = "\n".join((f"Results for {wanted!r}:", *lines, *found.notes))
    try:
        acted = await _open(context, found.hits[0].url)
    except (ToolError, EnvironmentFailure) as error:
        if isinstance(error, DeniedError):
            context.call.denied = str(error)
        return ToolResult(output=f"{listed}\nThe first result was not opened: {error}")
    return ToolResult(output=told(f"{listed}\nOpened the first result.", acted))


async def _open(context: ToolContext, url: str) -> Acted:
    """Open a result. Where it leads is found out beside the tabs first, with each step of the way checked."""
    allowed = await context.network.allowed(url)
    async with context.session.aside(context.network.allowed, _ARRIVAL_SECONDS) as beside:
        arrival = await beside.open(allowed)
    acted = await context.session.goto(arrival.url)
    try:
        await context.network.allowed(context.session.page.url)
    except ToolError:
        # It led elsewhere the second time: nobody gets to read what is there.
        await context.session.goto("about:blank")
        raise
    return acted
