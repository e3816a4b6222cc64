"""The tools of one test: finds, checks and runs them."""

from __future__ import annotations

import inspect
import logging
from typing import TYPE_CHECKING, Any, overload

import pytest

from pytest_webagent.errors import ConfigError, DeniedError, GoalNotMet, ToolError, WebAgentError
from pytest_webagent.messages import ToolResult
from pytest_webagent.tools import wording
from pytest_webagent.tools.base import Tool, ToolFunction, ToolKind, ToolObject, from_function, from_object

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from pytest_webagent.messages import ToolCall, ToolSpec
    from pytest_webagent.tools.base import ToolContext

_log = logging.getLogger(__name__)


class ToolRegistry:
    """The tools an agent may use. It belongs to one test: a change is never seen by another."""

    def __init__(self, tools: Iterable[Tool] = ()) -> None:
        """Start with `tools`.

        Raises:
            ConfigError: two of them have one name.
        """
        self._tools: dict[str, Tool] = {}
        for item in tools:
            self.add(item)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the tools, in the order they were added."""
        return tuple(self._tools)

    def __contains__(self, name: object) -> bool:
        """Whether there is a tool of this name."""
        return name in self._tools

    def __iter__(self) -> Iterator[Tool]:
        """The tools, in the order they were added."""
        return iter(self._tools.values())

    def specs(self) -> tuple[ToolSpec, ...]:
        """What a model is told about the tools."""
        return tuple(item.spec for item in self._tools.values())

    def get(self, name: str) -> Tool:
        """The tool of this name.

        Raises:
            ConfigError: there is none; the message lists the names.
        """
        if name not in self._tools:
            raise ConfigError(wording.unknown_tool(name, self.names))
        return self._tools[name]

    def add(self, item: Tool | ToolFunction | ToolObject | type) -> Tool:
        """Add a tool: a `Tool`, a typed and documented async function, or a tool class or an object of one.

        Raises:
            ConfigError: there is a tool of that name already.
            TypeError: it cannot be a tool; the message says what is missing.
        """
        added = _as_tool(item)
        other = self._tools.get(added.name)
        if other is not None:
            raise ConfigError(
                f"two tools are called {added.name!r}: {other.source} and {added.source}. "
                "Rename one, or remove the first"
            )
        self._tools[added.name] = added
        return added

    def remove(self, name: str) -> None:
        """Take a tool away.

        Raises:
            ConfigError: there is no such tool.
        """
        del self._tools[self.get(name).name]

    def only(self, *names: str) -> None:
        """Keep these tools and those that end a run (kind ``control``, such as ``stop``).

        Raises:
            ConfigError: there is no such tool; nothing is changed.
        """
        kept = {self.get(name).name for name in names}
        self._tools = {
            name: item for name, item in self._tools.items() if name in kept or item.kind == "control"
        }

    @overload
    def tool(self, function: ToolFunction, /) -> Tool: ...
    @overload
    def tool(
        self, /, *, kind: ToolKind = "action", name: str | None = None
    ) -> Callable[[ToolFunction], Tool]: ...
    def tool(
        self, function: ToolFunction | None = None, /, *, kind: ToolKind = "action", name: str | None = None
    ) -> Tool | Callable[[ToolFunction], Tool]:
        """Decorate a typed and documented async function to add it as a tool.

        Raises:
            ConfigError: there is a tool of that name already.
            TypeError: the docstring, an entry under ``Args:`` or a type is missing.
        """
        if function is not None:
            return self.add(from_function(function))
        return lambda decorated: self.add(from_function(decorated, kind=kind, name=name))

    async def call(self, call: ToolCall, context: ToolContext) -> ToolResult:
        """Check a model's call and run the tool at most once.

        What the model did wrong, and what the tool could not do, is an error in the result.

        Raises:
            RunError: something that ends the run.
        """
        context.target, context.denied = None, ""
        if context.opened in ("", "about:blank"):
            context.opened = context.session.page.url
        try:
            return await self._run(call, context)
        except ToolError as error:
            if isinstance(error, DeniedError):
                context.denied = str(error)
            return ToolResult(error=str(error))
        except (WebAgentError, GoalNotMet, pytest.exit.Exception):
            raise
        except Exception as error:  # noqa: BLE001 - a tool may be anyone's code; its fault must not end the run
            _log.exception("the tool %r failed", call.name)
            message = wording.shortened(str(error), 500)
            return ToolResult(error=f"{call.name} failed: {type(error).__name__}: {message}".rstrip(": "))

    async def _run(self, call: ToolCall, context: ToolContext) -> ToolResult:
        found = self._tools.get(call.name)
        if found is None:
            raise ToolError(wording.unknown_tool(call.name, self.names))
        if call.malformed is not None:
            raise ToolError(
                f"{call.name} was not run: its arguments are not a JSON object: "
                f"{wording.shown(call.malformed, 200)}. Call it again with a JSON object"
            )
        arguments: dict[str, Any] = dict(call.arguments)
        reasoning = arguments.pop("reasoning", None)
        checked = found.check(arguments)
        if not isinstance(reasoning, str) or not reasoning.strip():
            raise ToolError(
                f"{call.name} was not run: 'reasoning' is missing. "
                "Call it again and say in `reasoning` why it is the right thing to do next"
            )
        if context.session.dialog is not None and not found.during_dialog:
            raise ToolError(
                f"{call.name} was not run: a dialog waits for an answer; call accept_dialog or dismiss_dialog first"
            )
        return await found.run(context, checked, reasoning)


def _as_tool(item: object) -> Tool:
    if isinstance(item, Tool):
        return item
    if inspect.isclass(item):
        item = item()
    if inspect.isroutine(item):
        return from_function(item)
    if isinstance(item, ToolObject):
        return from_object(item)
    raise TypeError(
        f"{item!r} cannot be a tool: give a typed and documented async function, or an object with `name`, "
        "`description`, `parameters` and an async `execute`"
    )
