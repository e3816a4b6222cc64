"""A workspace of files, and calls of the tools that work on them."""

from __future__ import annotations

import json
import pickle
from typing import TYPE_CHECKING, Any

import pytest
from lone_tools import Calls

from pytest_webagent.config import Settings
from pytest_webagent.policy.security import ResourceLimits, ToolConfig, ToolSettings
from pytest_webagent.tools.data import chart, csv_files, json_files, process
from pytest_webagent.tools.database import sql

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pytest_webagent.messages import ToolResult

TOOLS = (*process.TOOLS, *csv_files.TOOLS, *json_files.TOOLS, *chart.TOOLS)


class Workspace:
    """Files in a folder, and the data tools, which may touch nothing else."""

    def __init__(self, root: Path, settings: Settings | None = None, **tool_settings: Any) -> None:
        self.root = root
        self._settings = settings or Settings()
        self._config = ToolConfig(
            workspace_root=str(root),
            tool_settings={tool.name: ToolSettings(**tool_settings) for tool in TOOLS},
        )
        self.calls = Calls(TOOLS, self._settings, self._config)

    def limited(self, **limits: Any) -> Workspace:
        """The same with other limits."""
        return Workspace(self.root, resource_limits=ResourceLimits(**limits))

    def having(self, **tool_settings: Any) -> Workspace:
        """The same with other settings of the tools."""
        return Workspace(self.root, **tool_settings)

    def dry(self) -> Workspace:
        """The same, where changes are only said."""
        return Workspace(self.root, Settings(dry_run=True))

    def tool_workspace(self, tool: str) -> Any:
        """The folder as a tool may use it."""
        return self.calls.context.permissions.workspace_of(tool)

    def put(self, name: str, content: str | bytes) -> Path:
        """Write a file."""
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def files(self) -> set[str]:
        """The names of all files."""
        return {path.relative_to(self.root).as_posix() for path in self.root.rglob("*") if path.is_file()}

    async def use(self, tool: str, **arguments: Any) -> ToolResult:
        """Call a tool."""
        return await self.calls.use(tool, **arguments)

    async def do(self, tool: str, **arguments: Any) -> Any:
        """Call a tool that must work; its output, which must be JSON."""
        output = await self.calls.do(tool, **arguments)
        assert json.loads(json.dumps(output, allow_nan=False)) == output
        return output

    async def fail(self, tool: str, **arguments: Any) -> str:
        """Call a tool that must not work; its error."""
        return await self.calls.fail(tool, **arguments)


@pytest.fixture
def desk(tmp_path: Path) -> Workspace:
    """An empty workspace; beside it lies a file that is none of its tools' business."""
    (tmp_path / "outside.csv").write_text("secret\nhidden treasure\n")
    root = tmp_path / "workspace"
    root.mkdir()
    return Workspace(root)


@pytest.fixture
def in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Work on data is not given to another process, which takes longer to start than most of the work does."""

    async def at_once(_: ResourceLimits, work: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
        # As between processes: what cannot be handed over is an error here, too.
        work, arguments = pickle.loads(pickle.dumps((work, arguments)))
        return json.loads(json.dumps(work(*arguments), allow_nan=False))

    for module in (chart, csv_files, json_files, process, sql):
        monkeypatch.setattr(module, "in_child", at_once)
