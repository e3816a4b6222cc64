"""Tools that change the page's address."""

from __future__ import annotations

from pytest_webagent.errors import ToolError
from pytest_webagent.tools.addresses import destination
from pytest_webagent.tools.base import ToolContext, tool
from pytest_webagent.tools.targets import reading, told
from pytest_webagent.tools.wording import shortened


@tool
async def goto_url(context: ToolContext, page_name: str) -> str:
    """Open a page in the current tab.

    Args:
        page_name: Name of a configured page, or an address: a whole URL, or a path such as "/cart".
    """
    acted = await context.session.goto(destination(context, page_name))
    return told(f"Opened {shortened(page_name, 200)!r}.", acted)


@tool
async def go_back(context: ToolContext) -> str:
    """Go back to the previous page of the current tab, as the browser's Back button does."""
    session, page = context.session, context.session.page
    async with reading("the page"):
        inspector = await session.context.new_cdp_session(page)
        try:
            history = await inspector.send("Page.getNavigationHistory")
        finally:
            await inspector.detach()
    earlier = history["entries"][: history["currentIndex"]]
    # A tab begins on an empty page, which no one means by "back".
    if not earlier or earlier[-1]["url"] == "about:blank":
        raise ToolError(f"there is no earlier page in this tab; it is on {page.url}")
    acted = await session.act(lambda: page.go_back(wait_until="commit"))
    return told("Went back.", acted)


@tool
async def refresh(context: ToolContext) -> str:
    """Load the current page again. What was entered but not saved is lost."""
    page = context.session.page
    acted = await context.session.act(lambda: page.reload(wait_until="commit"))
    return told("Loaded the page again.", acted)


TOOLS = (goto_url, go_back, refresh)
