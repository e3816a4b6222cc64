"""Running shell commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_webagent.errors import ToolError
from pytest_webagent.tools.code.sandbox import SandboxTool

if TYPE_CHECKING:
    from pytest_webagent.messages import ToolResult
    from pytest_webagent.tools.core.context import ToolContext


class Bash(SandboxTool):
    """The tool that runs a shell command in a sandbox."""

    name = "bash"

    async def execute(
        self,
        context: ToolContext,
        command: str,
        timeout: float | None = None,  # noqa: ASYNC109 - the name by which models know it
    ) -> ToolResult:
        """Run a command with bash in a sandbox without network. What it starts ends with it. Files persist, variables do not.

        Args:
            command: The command; its folder is the workspace. It has no input.
            timeout: Seconds it may take; 30 if not given.
        """
        if not command.strip():
            raise ToolError("nothing was run: command is empty; give a shell command")
        return await self._sandbox.run(context, ("bash", "-c", command), timeout)


TOOLS = (Bash,)
