"""Calls tools that need no page, by a registry, in a workspace of their own."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from pytest_webagent.config import Settings
from pytest_webagent.messages import ToolCall, ToolResult
from pytest_webagent.policy.permissions import Permissions
from pytest_webagent.policy.security import ToolConfig
from pytest_webagent.tools.context import ToolContext
from pytest_webagent.tools.registry import ToolRegistry

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from pytest_webagent.tools.base import Tool


class WorkspaceTools:
    """Some tools, the folder they work in, and what the test allows them."""

    def __init__(self, tools: Iterable[Tool | type], root: Path, **allowed: Any) -> None:
        self.root = root
        self.registry = ToolRegistry(tools)
        self.allow(**allowed)

    def allow(self, *, dry_run: bool = False, **allowed: Any) -> None:
        """Set the policy: the fields of `ToolConfig`."""
        self.config = ToolConfig(workspace_root=str(self.root), **allowed)
        settings = Settings()
        permissions = Permissions.of(settings, self.config)
        if dry_run:
            permissions = replace(permissions, gate=replace(permissions.gate, dry_run=True))
        page = SimpleNamespace(url="http://localhost/")
        session: Any = SimpleNamespace(dialog=None, page=page)
        self.context = ToolContext(session=session, settings=settings, permissions=permissions)

    async def call(self, tool: str, **arguments: Any) -> ToolResult:
        """What a tool gave back, whatever it was."""
        return await self.registry.call(ToolCall(tool, {"reasoning": "Asked to.", **arguments}), self.context)

    async def do(self, tool: str, **arguments: Any) -> Any:
        """The output of a tool that must not fail."""
        result = await self.call(tool, **arguments)
        assert result.error is None, result.error
        return result.output

    async def fail(self, tool: str, **arguments: Any) -> str:
        """The error of a tool that must fail."""
        result = await self.call(tool, **arguments)
        assert result.error is not None, result.output
        return result.error
