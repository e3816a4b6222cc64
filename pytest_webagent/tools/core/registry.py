"""The tools of one test: finds, checks and runs them."""

from __future__ import annotations

import logging
from contextlib import AsyncExitStack
from dataclasses import replace
from typing import TYPE_CHECKING, Any, overload

import pytest

from pytest_webagent.errors import (
    ConfigError,
    DeniedError,
    DryRunError,
    GoalNotMet,
    ToolError,
    WebAgentError,
)
from pytest_webagent.messages import ToolCall, ToolResult
from pytest_webagent.policy.risk import ApprovalNeeded
from pytest_webagent.tools.core import wording
from pytest_webagent.tools.core.approval import announce, ask_for
from pytest_webagent.tools.core.base import (
    Surroundings,
    Tool,
    ToolFunction,
    ToolObject,
    as_tool,
    from_function,
)
from pytest_webagent.tools.core.call_records import Watch
from pytest_webagent.tools.core.schema import REASONING
from pytest_webagent.tools.core.single_call import concealed_result, in_time

if TYPE_CHECKING:
    import builtins
    from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence

    from pytest_webagent.messages import ToolSpec
    from pytest_webagent.policy.security import ToolConfig
    from pytest_webagent.tools.core.context import ToolContext

_log = logging.getLogger(__name__)


class ToolRegistry:
    """The tools an agent may use. It belongs to one test: a change is never seen by another.

    Tools of which every call would be refused are kept, and not offered; `off` tells them.
    """

    def __init__(self, tools: Iterable[Tool | type] = ()) -> None:
        """Start with `tools`.

        Raises:
            ConfigError: two of them have one name.
        """
        self._tools: dict[str, Tool] = {}
        self._context: ToolContext | None = None
        self._around: Surroundings | None = None
        self._opened: list[Callable[..., object]] = []
        self._to_close: list[Callable[[], Awaitable[object]]] = []
        for item in tools:
            self.add(item)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the tools, in the order they were added."""
        return tuple(self._offered())

    def list(self) -> builtins.list[str]:
        """The names of the tools, in the order they were added."""
        return [*self._offered()]

    @property
    def off(self) -> Mapping[str, str]:
        """Why tools are not offered, by their names: the policy forbids them, or what they work on is not configured."""
        found = {item.name: self._why_off(item) for item in self._known().values()}
        return {name: why for name, why in found.items() if why}

    def __contains__(self, name: object) -> bool:
        """Whether there is a tool of this name."""
        return name in self._offered()

    def __iter__(self) -> Iterator[Tool]:
        """The tools, in the order they were added."""
        return iter(tuple(self._offered().values()))

    def specs(self) -> tuple[ToolSpec, ...]:
        """What a model is told about the tools."""
        return tuple(map(self._told, self))

    def _told(self, item: Tool) -> ToolSpec:
        """What a model is told about a tool: what the policy gives it is not asked for."""
        if self._context is None:
            return item.spec
        policy, told = self._context.permissions.config, item.spec.parameters
        given = policy.defaults_of(item.name, set(told["properties"]) - {REASONING})
        needed = [name for name in told["required"] if name not in given]
        return replace(item.spec, parameters={**told, "required": needed})

    def to_param_list(self) -> builtins.list[dict[str, Any]]:
        """The tools as OpenAI's function calling takes them."""
        return [
            {
                "type": "function",
                "function": {
                    "name": spec.name,
                    "description": spec.description,
                    "parameters": dict(spec.parameters),
                },
            }
            for spec in self.specs()
        ]

    def get(self, name: str) -> Tool:
        """The tool of this name, also one that is off.

        Raises:
            ConfigError: there is none; the message lists the names.
        """
        known = self._known()
        if name not in known:
            raise ConfigError(wording.unknown_tool(name, self.names))
        return known[name]

    def add(self, item: Tool | ToolFunction | ToolObject | type) -> Tool:
        """Add a tool: a `Tool`, a typed and documented async function, or a tool class or an object of one.

        Raises:
            ConfigError: there is a tool of that name already.
            TypeError: it cannot be a tool; the message says what is missing.
        """
        added = as_tool(item)
        other = self._tools.get(added.name)
        if other is not None:
            raise ConfigError(
                f"two tools are called {added.name!r}: {other.source} and {added.source}. "
                "Rename one, or remove the first"
            )
        self._tools[added.name] = added
        if added.close is not None and added.close not in self._to_close:
            self._to_close.append(added.close)
        return added

    def remove(self, name: str) -> None:
        """Take a tool away.

        Raises:
            ConfigError: there is no such tool.
        """
        del self._tools[self.get(name).name]

    def only(self, *names: str) -> None:
        """Keep these tools and toolsets, and what ends a run (kind ``control``, such as ``stop``).

        Raises:
            ConfigError: there is no tool of a name, nor one of such a toolset; nothing is changed.
        """
        every = self._known().values()
        families = {item.toolset for item in every} - {""}
        single = {self.get(name).name for name in names if name not in families}
        kept = single | {item.name for item in every if {item.name, item.toolset} & set(names)}
        for name, item in [*self._tools.items()]:
            if name not in kept and item.kind != "control":
                del self._tools[name]

    def changed(self, change: Callable[[Tool], Tool | None], *more: Tool) -> ToolRegistry:
        """These tools in another view: each as `change` makes it, or without it where that is None, and `more` of them.

        A tool that is added or removed there is so here, too.
        """
        return _View(self, change, more)

    @overload
    def tool(self, function: ToolFunction, /) -> Tool: ...
    @overload
    def tool(self, /, *, name: str | None = None, **traits: Any) -> Callable[[ToolFunction], Tool]: ...
    def tool(
        self, function: ToolFunction | None = None, /, *, name: str | None = None, **traits: Any
    ) -> Tool | Callable[[ToolFunction], Tool]:
        """Decorate a typed and documented async function to add it as a tool; the arguments are those of `tools.tool`.

        Raises:
            ConfigError: there is a tool of that name already.
            TypeError: the docstring, an entry under ``Args:`` or a type is missing.
        """
        if function is not None:
            return self.add(from_function(function))
        return lambda decorated: self.add(from_function(decorated, name=name, **traits))

    def bind(self, context: ToolContext) -> None:
        """Let `execute` use this context."""
        self._context = context
        self.within(_around(context))

    def within(self, around: Surroundings) -> None:
        """Offer only those tools that are of use in a test."""
        self._around = around

    async def execute(self, name: str, /, **arguments: Any) -> ToolResult:
        """Run a tool from a test: checked, permitted and counted as if a model had called it.

        What was wrong with the arguments, and what the tool could not do, is an error in the result.

        Raises:
            ConfigError: there is no such tool, or the test has no agent whose browser the tool could use.
            RunError: something that ends a run.
        """
        context = self._usable(name)
        await self.open(context)
        self.get(name)
        return await self.call(
            ToolCall(name, {REASONING: "The test itself asks for it.", **arguments}), context
        )

    def _usable(self, name: str) -> ToolContext:
        if self._context is None:
            raise ConfigError(
                f"{name} cannot be run: the test has no agent; let it ask for the fixture `agent`"
            )
        return self._context

    async def call(self, call: ToolCall, context: ToolContext) -> ToolResult:
        """Check a model's call and run the tool at most once.

        What the model did wrong, and what the tool could not do, is an error in the result.

        Raises:
            RunError: something that ends the run.
        """
        if context.opened in ("", "about:blank"):
            context.begin()
        watch = None if context.record is None else Watch(context)
        with context.calling(call.name, self):
            try:
                return concealed_result(await self._result(call, context), call, context)
            except BaseException as error:
                context.vault.conceal_error(error)
                context.call.problem, context.call.error = type(error).__name__, str(error)
                raise
            finally:
                if context.record is not None and watch is not None:
                    context.record(watch.record(call, self._known().get(call.name)))

    async def open(self, context: ToolContext) -> None:
        """Make those tools ready that are not yet. To be called before a model is told of them.

        Raises:
            RunError: one of them cannot be made ready.
        """
        for item in tuple(self._tools.values()):
            if item.open is not None and item.open not in self._opened and not self._why_off(item):
                with context.calling(item.name, self):
                    await item.open(context)
                self._opened.append(item.open)

    async def close(self) -> None:
        """Free what the tools hold, those that were removed too. To be called when the test ends."""
        closing, self._to_close = self._to_close, []
        # Each is closed, whatever comes of the others.
        async with AsyncExitStack() as stack:
            for close in closing:
                stack.push_async_callback(close)

    async def _result(self, call: ToolCall, context: ToolContext) -> ToolResult:
        state = context.call
        try:
            result = await self._run(call, context)
            if result.error is not None:
                state.problem, state.error = state.problem or ToolError.__name__, result.error
            return result
        except DryRunError as error:
            state.problem, state.denied = type(error).__name__, str(error)
            state.error = str(error)
            output = {"success": False, "dry_run": True, "message": str(error)}
            return ToolResult(output=output, error=str(error))
        except ToolError as error:
            state.problem, state.error = type(error).__name__, str(error)
            if isinstance(error, DeniedError):
                state.denied = str(error)
            return ToolResult(error=str(error))
        except (WebAgentError, GoalNotMet, pytest.exit.Exception):
            raise
        except Exception as error:  # noqa: BLE001 - a tool may be anyone's code; its fault must not end the run
            context.vault.conceal_error(error)
            _log.exception("the tool %r failed", call.name)
            message = wording.shortened(wording.said_by(error), 500)
            state.problem, state.error = type(error).__name__, message
            return ToolResult(error=f"{call.name} failed: {state.problem}: {message}".rstrip(": "))

    def check(self, call: ToolCall, context: ToolContext) -> None:
        """Check a model's call without running the tool.

        Raises:
            ToolError: it would be refused: there is no such tool, its arguments are not right, or the policy forbids it.
        """
        self._permitted(call, context)

    def _permitted(self, call: ToolCall, context: ToolContext) -> tuple[Tool, dict[str, Any], str]:
        # In the order of OpenManus: is it enabled, are the arguments right, then files, network and processes.
        found = self._known().get(call.name)
        if found is None:
            raise ToolError(wording.unknown_tool(call.name, self.names))
        policy = context.permissions.config
        if found.kind != "control":
            policy.check_enabled(found.name, dangerous=found.traits.dangerous)
        checked, reasoning = _checked(found, call, policy)
        if found.kind == "action":
            context.vault.refuse_in(found.name, checked, found.traits.takes_secrets)
        policy.check_action(found.name, checked, found.parameters["properties"])
        policy.check_needs(found.name, found.traits.needs)
        if found.traits.ready_in is not None:
            found.traits.ready_in(_around(context))
        return found, checked, reasoning

    async def _run(self, call: ToolCall, context: ToolContext) -> ToolResult:
        found, checked, reasoning = self._permitted(call, context)
        if context.session.dialog is not None and not found.traits.during_dialog:
            raise ToolError(
                f"{call.name} was not run: a dialog waits for an answer; call accept_dialog or dismiss_dialog first"
            )
        context.call.gated = found.traits.gated
        if found.traits.up_to is None:
            await announce(f"call {found.name}", found.traits.least, context, checked, reasoning)
        try:
            return await in_time(found, context, checked, reasoning)
        except ApprovalNeeded as needed:
            await ask_for(needed.what, context, checked, reasoning)
            context.call.allowed = needed.whole
            context.call.aims = ()
        # While somebody was asked, the page may have become another: all is looked up anew.
        return await in_time(found, context, checked, reasoning)

    def _offered(self) -> Mapping[str, Tool]:
        return {name: item for name, item in self._known().items() if not self._why_off(item)}

    def _known(self) -> Mapping[str, Tool]:
        return self._tools

    def _why_off(self, item: Tool) -> str:
        return "" if self._around is None else item.why_off(self._around)


class _View(ToolRegistry):
    """The tools of another registry, each as it is changed."""

    def __init__(
        self, base: ToolRegistry, change: Callable[[Tool], Tool | None], more: Sequence[Tool]
    ) -> None:
        super().__init__()
        self._tools, self._context, self._around = base._tools, base._context, base._around
        self._change, self._more = change, more

    def _known(self) -> Mapping[str, Tool]:
        changed = (self._change(item) for item in self._tools.values())
        known = {item.name: item for item in changed if item is not None}
        return {**known, **{item.name: item for item in self._more}}


def _around(context: ToolContext) -> Surroundings:
    return Surroundings(context.settings, context.permissions.config, context.person)


def _checked(found: Tool, call: ToolCall, policy: ToolConfig) -> tuple[dict[str, Any], str]:
    """The arguments as the tool wants them, and the reasoning."""
    if call.malformed is not None:
        raise ToolError(
            f"{call.name} was not run: its arguments are not a JSON object: "
            f"{wording.shown(call.malformed, 200)}. Call it again with a JSON object"
        )
    arguments: dict[str, Any] = dict(call.arguments)
    reasoning = arguments.pop(REASONING, None)
    parameters = [name for name in found.parameters["properties"] if name != REASONING]
    policy.check_agrees(found.name, parameters)
    for name, value in policy.defaults_of(found.name, parameters).items():
        if arguments.get(name) is None:
            arguments[name] = value
    checked = found.check(arguments)
    if not isinstance(reasoning, str) or not reasoning.strip():
        raise ToolError(
            f"{call.name} was not run: 'reasoning' is missing. "
            "Call it again and say in `reasoning` why it is the right thing to do next"
        )
    return checked, reasoning
