"""Calls tools that need no page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pytest_webagent.browser.records import SessionLog
from pytest_webagent.messages import ToolCall, ToolResult
from pytest_webagent.policy.origins import AllowedOrigins
from pytest_webagent.policy.permissions import Permissions
from pytest_webagent.tools.core.context import ToolContext
from pytest_webagent.tools.core.registry import ToolRegistry

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pytest_webagent.config import Settings
    from pytest_webagent.policy.security import ToolConfig
    from pytest_webagent.tools.core.base import Tool


class NoSession:
    """A session without a page."""

    dialog = None
    log = SessionLog()
    origins = AllowedOrigins()

    @property
    def page(self) -> Any:
        raise AssertionError("the page was touched")


class Calls:
    """Calls tools as an agent does: through a registry."""

    def __init__(
        self, tools: Iterable[Tool | type], settings: Settings, config: ToolConfig | None = None
    ) -> None:
        self.registry = ToolRegistry(tools)
        self.context = ToolContext(
            session=NoSession(),  # type: ignore[arg-type]
            settings=settings,
            permissions=Permissions.of(settings, config),
            opened="http://localhost/",
        )

    async def use(self, tool: str, **arguments: Any) -> ToolResult:
        """Call a tool."""
        call = ToolCall(tool, {"reasoning": "The test wants it.", **arguments})
        return await self.registry.call(call, self.context)

    async def do(self, tool: str, **arguments: Any) -> Any:
        """Call a tool that must work; its output."""
        result = await self.use(tool, **arguments)
        assert result.error is None, result.error
        return result.output

    async def fail(self, tool: str, **arguments: Any) -> str:
        """Call a tool that must not work; its error."""
        result = await self.use(tool, **arguments)
        assert result.error is not None, result.output
        return result.error
