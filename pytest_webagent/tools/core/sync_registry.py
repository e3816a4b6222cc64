"""The tools of a test that is not a coroutine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pytest_webagent.tools.core.registry import ToolRegistry

if TYPE_CHECKING:
    from pytest_webagent.browser.sync_session import Drive
    from pytest_webagent.messages import ToolResult
    from pytest_webagent.tools.core.context import ToolContext


class SyncToolRegistry(ToolRegistry):
    """A `ToolRegistry` whose `execute` is called directly instead of awaited."""

    _drive: Drive | None = None

    def bind_sync(self, context: ToolContext, drive: Drive) -> None:
        """Let `execute` use this context; `drive` runs coroutines on the loop its browser session belongs to."""
        self.bind(context)
        self._drive = drive

    def execute(self, name: str, /, **arguments: Any) -> ToolResult:  # type: ignore[override]  # nothing could await it
        """Run a tool from a test; see `ToolRegistry.execute`."""
        __tracebackhide__ = True
        self._usable(name)
        assert self._drive is not None
        return self._drive(super().execute(name, **arguments))
