"""Tools that change the page's address."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.async_api import Error

from pytest_webagent.errors import ToolError
from pytest_webagent.policy.redaction import address
from pytest_webagent.tools.core.base import ToolContext, tool
from pytest_webagent.tools.core.wording import shortened
from pytest_webagent.tools.gui.targets import reading, told
from pytest_webagent.tools.navigation.addresses import destination, risk_of

if TYPE_CHECKING:
    from playwright.async_api import CDPSession


@tool(risk="LOW", up_to="MEDIUM")
async def goto_url(context: ToolContext, page_name: str) -> str:
    """Open a page in the current tab.

    Args:
        page_name: Name of a configured page, or an address: a whole URL, or a path such as "/cart".
    """
    url = await destination(context, page_name)
    context.about_to(risk_of(context, url), f"open {shortened(address(url), 200)}")
    acted = await context.session.goto(url)
    return told(f"Opened {shortened(page_name, 200)!r}.", acted)


@tool(risk="LOW", up_to="MEDIUM")
async def go_back(context: ToolContext) -> str:
    """Go back to the previous page of the current tab, as the browser's Back button does."""
    session, page = context.session, context.session.page
    async with reading("the page"):
        inspector = await session.context.new_cdp_session(page)
    try:
        async with reading("the page"):
            history = await inspector.send("Page.getNavigationHistory")
        now, earlier = history["currentIndex"], history["entries"][: history["currentIndex"]]
        # A tab begins on an empty page, which no one means by "back".
        if not earlier or earlier[-1]["url"] == "about:blank":
            raise ToolError(f"there is no earlier page in this tab; it is on {address(page.url)}")
        context.about_to(risk_of(context, earlier[-1]["url"]), "go back to the page before")
        if earlier[-1]["url"] == history["entries"][now]["url"]:
            # It may have been a frame that moved on: Playwright would wait for the page itself to move.
            entry = {"entryId": earlier[-1]["id"]}
            acted = await session.act(lambda: inspector.send("Page.navigateToHistoryEntry", entry))
        else:
            acted = await session.act(lambda: page.go_back(wait_until="commit"))
    finally:
        await _detach(inspector)
    return told("Went back.", acted)


async def _detach(inspector: CDPSession) -> None:
    try:
        await inspector.detach()
    except Error:
        # The tab is gone, and the session with it.
        return


@tool
async def refresh(context: ToolContext) -> str:
    """Load the current page again. What was entered but not saved is lost."""
    page = context.session.page
    acted = await context.session.act(lambda: page.reload(wait_until="commit"))
    return told("Loaded the page again.", acted)


TOOLS = (goto_url, go_back, refresh)
