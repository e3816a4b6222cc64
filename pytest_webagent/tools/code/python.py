"""Running Python."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_webagent.errors import ToolError
from pytest_webagent.tools.code.sandbox import PYTHON, SandboxTool

if TYPE_CHECKING:
    from pytest_webagent.messages import ToolResult
    from pytest_webagent.tools.core.context import ToolContext


class PythonExecute(SandboxTool):
    """The tool that runs Python in a sandbox."""

    name = "python_execute"

    async def execute(
        self,
        context: ToolContext,
        code: str,
        timeout: float | None = None,  # noqa: ASYNC109 - the name by which models know it
    ) -> ToolResult:
        """Run Python in a sandbox without network. Only what it prints is returned. Files persist, variables do not.

        Args:
            code: The program; its folder is the workspace.
            timeout: Seconds it may take; 30 if not given.
        """
        if not code.strip():
            raise ToolError("nothing was run: code is empty; give the text of a program")
        return await self._sandbox.run(context, (PYTHON, "-c", code), timeout)


TOOLS = (PythonExecute,)
