"""Tools that open the two addresses of the settings: a map, and the homepage."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

from pytest_webagent.errors import ToolError
from pytest_webagent.messages import ToolResult
from pytest_webagent.policy.network import Network
from pytest_webagent.tools.analysis.images import asked
from pytest_webagent.tools.core.base import Surroundings, ToolContext, tool
from pytest_webagent.tools.gui.targets import told

if TYPE_CHECKING:
    from typing import Final

_PLACE: Final = "{query}"


@tool
async def map_search(context: ToolContext, query: str) -> ToolResult:
    """Open the map and search it.

    Args:
        query: What to look for, such as a place or "hotels near Nanning".
    """
    pattern, wanted = context.settings.map_url, quote(asked(query), safe="")
    # A map that is not told where the query belongs gets it at its end.
    url = pattern.replace(_PLACE, wanted) if _PLACE in pattern else pattern.rstrip("/") + "/" + wanted
    return await _opened(context, url)


def _ready(around: Surroundings) -> None:
    if not (around.settings.homepage or around.settings.start_url):
        raise ToolError("there is no homepage: the test sets one with webagent_homepage")


@tool(ready_in=_ready)
async def goto_homepage(context: ToolContext) -> ToolResult:
    """Open the homepage."""
    return await _opened(context, context.settings.homepage or context.settings.start_url or "")


async def _opened(context: ToolContext, url: str) -> ToolResult:
    """Open an address of the settings, which names its own origin as one to go to; what a policy blocks stays blocked."""
    security = context.permissions.config.security_of(context.call.tool)
    base = context.settings.start_url or context.opened
    network = Network(security, context.session.origins.including(url))
    address = await network.allowed(url, base=base)
    acted = await context.session.goto(address)
    return ToolResult(output=address, system=told("Opened it.", acted))


TOOLS = (map_search, goto_homepage)
