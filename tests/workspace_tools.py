"""Calls tools that need no page, in a workspace of their own."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from lone_tools import Calls

from pytest_webagent.config import Settings
from pytest_webagent.policy.permissions import Permissions
from pytest_webagent.policy.security import ToolConfig

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from pytest_webagent.tools.core.base import Tool


class WorkspaceTools(Calls):
    """Some tools, the folder they work in, and what the test allows them."""

    def __init__(self, tools: Iterable[Tool | type], root: Path, **allowed: Any) -> None:
        super().__init__(tools, Settings())
        self.root = root
        self.allow(**allowed)

    def allow(self, *, dry_run: bool = False, **allowed: Any) -> None:
        """Set the policy: the fields of `ToolConfig`."""
        config = ToolConfig(workspace_root=str(self.root), **allowed)
        permissions = Permissions.of(self.context.settings, config)
        gate = replace(permissions.gate, dry_run=dry_run)
        self.context.permissions = replace(permissions, gate=gate)
