"""What the tools of one test are allowed, joined from its policy, its settings and the environment."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_webagent.policy.risk import Gate
from pytest_webagent.policy.security import ToolConfig
from pytest_webagent.policy.workspace import Workspace

if TYPE_CHECKING:
    from pytest_webagent.config import Settings


@dataclass(frozen=True, slots=True)
class Permissions:
    """A test's policy, its folder of files, and which calls are only said."""

    config: ToolConfig
    workspace: Workspace
    gate: Gate

    @classmethod
    def of(cls, settings: Settings, config: ToolConfig | None = None) -> Permissions:
        """Those of a test. Where its policy names no folder for files, they are in the output folder."""
        config = config or ToolConfig()
        root = config.workspace_root or Path(settings.output, "workspace")
        gate = Gate.of(dry_run=settings.dry_run, environment=os.environ)
        return cls(config, Workspace(root), gate)

    def workspace_of(self, tool: str) -> Workspace:
        """The folder of files as one tool may use it."""
        return self.workspace.restrict(self.config.get_tool_config(tool).restricted_paths)
