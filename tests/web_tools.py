"""Calls the tools of a family on a page in the browser, as a model does: through a registry."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pytest_webagent.messages import ToolCall, ToolResult
from pytest_webagent.tools.core.base import ToolContext
from pytest_webagent.tools.core.registry import ToolRegistry

if TYPE_CHECKING:
    from collections.abc import Iterable

    from conftest import Site

    from pytest_webagent.browser.session import BrowserSession
    from pytest_webagent.config import Settings


class Caller:
    """A registry of some tools, and a page to use them on."""

    def __init__(self, tools: Iterable[Any], session: BrowserSession, settings: Settings, site: Site) -> None:
        self.session = session
        self.site = site
        self.registry = ToolRegistry(tools)
        self.context = ToolContext(session=session, settings=settings)

    @property
    def page(self) -> Any:
        """The current Playwright page."""
        return self.session.page

    async def show(self, html: str, path: str = "/") -> str:
        """Serve a page, open and look at it; its URL."""
        url = self.site.page(path, html)
        await self.session.goto(url)
        self.context.begin()
        await self.session.observe()
        return url

    async def use(self, tool: str, **arguments: Any) -> ToolResult:
        """Call a tool."""
        call = ToolCall(tool, {"reasoning": "The test wants it.", **arguments})
        return await self.registry.call(call, self.context)

    async def do(self, tool: str, **arguments: Any) -> Any:
        """Call a tool that must work; its output."""
        result = await self.use(tool, **arguments)
        assert result.error is None, result.error
        assert result
        return result.output

    async def fail(self, tool: str, **arguments: Any) -> Any:
        """Call a tool that must not work; its output. What it says without success, its error says, too."""
        result = await self.use(tool, **arguments)
        assert result.error is not None, result.output
        assert not result
        if result.output is not None:
            assert result.output["success"] is False
            assert result.output["message"] == result.error
        return result.output or result.error
