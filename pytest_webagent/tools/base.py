"""What a tool is, and the two ways to write one: a typed, documented function, or a class."""

from __future__ import annotations

import inspect
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias, TypeVar, overload, runtime_checkable

from pytest_webagent.messages import ToolResult, ToolSpec
from pytest_webagent.tools import validator
from pytest_webagent.tools.schema import CONTEXT, REASONING, ArgumentSchema

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from pytest_webagent.browser.session import BrowserSession
    from pytest_webagent.config import Settings
    from pytest_webagent.observation import Box
    from pytest_webagent.ports import Grounder

ToolKind: TypeAlias = Literal["action", "read", "control"]
"""An action may change the page, a read does not, a control steers the run."""

ToolFunction: TypeAlias = "Callable[..., Awaitable[object]]"
_Class = TypeVar("_Class", bound=type)

_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
_REASONING_SCHEMA = {
    "type": "string",
    "description": "Why this is the right thing to do next, in a sentence or two.",
}


@dataclass(slots=True, kw_only=True)
class ToolContext:
    """What a tool may use. It gets one by having a parameter called ``context``."""

    session: BrowserSession
    settings: Settings
    grounder: Grounder | None = None
    target: Box | None = None
    """Where the latest call acted on the viewport, in CSS pixels; tools write it, the report shows it."""
    denied: str = ""
    """What the test did not allow the latest call to do; empty where it was allowed."""
    opened: str = ""
    """URL of the page the test itself had open, whose origin may be visited; set by the first call if empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """Something an agent can do. `parameters` is the JSON schema a model is told, with ``reasoning`` in it."""

    name: str
    description: str
    parameters: Mapping[str, Any]
    kind: ToolKind = "action"
    source: str
    """Where it is written, for messages about two tools of one name."""
    check: Callable[[Mapping[str, Any]], dict[str, Any]] = field(repr=False)
    """Turns a model's arguments (without ``reasoning``) into those of `function`; raises `ToolError`."""
    function: Callable[..., object] = field(repr=False)
    during_dialog: bool = False
    """Whether it can be used while a dialog of the page waits for an answer; a page then answers nothing else."""
    passes: frozenset[str] = frozenset()
    """Which of ``context`` and ``reasoning`` the function takes beside its own arguments."""

    @property
    def spec(self) -> ToolSpec:
        """What a model is told about the tool."""
        return ToolSpec(self.name, self.description, self.parameters)

    async def run(
        self, context: ToolContext, arguments: Mapping[str, Any], reasoning: str = ""
    ) -> ToolResult:
        """Run the tool once with checked arguments.

        Raises:
            ToolError: it could not be done.
        """
        extra = {CONTEXT: context, REASONING: reasoning}
        output = self.function(**arguments, **{name: extra[name] for name in self.passes})
        if inspect.isawaitable(output):
            output = await output
        return (
            output
            if isinstance(output, ToolResult)
            else ToolResult(output="done" if output is None else output)
        )


@runtime_checkable
class ToolObject(Protocol):
    """A tool written as a class. `parameters` is a JSON schema of type object."""

    name: str
    description: str
    parameters: Mapping[str, Any]

    async def execute(self, **kwargs: Any) -> ToolResult:
        """Do it. An ``execute`` with a parameter called ``context`` is also given the `ToolContext`."""


@overload
def tool(function: ToolFunction, /) -> Tool: ...
@overload
def tool(
    *, kind: ToolKind = "action", name: str | None = None, during_dialog: bool = False
) -> Callable[[ToolFunction], Tool]: ...
def tool(
    function: ToolFunction | None = None,
    /,
    *,
    kind: ToolKind = "action",
    name: str | None = None,
    during_dialog: bool = False,
) -> Tool | Callable[[ToolFunction], Tool]:
    """Make a tool of an async function.

    The signature becomes the JSON schema; the docstring is what the model reads, and must describe each
    argument under ``Args:`` (Google style). A parameter called ``context`` gets the `ToolContext`.

    Raises:
        TypeError: the docstring, an entry under ``Args:`` or a type is missing.
    """
    if function is not None:
        return from_function(function)
    return lambda decorated: from_function(decorated, kind=kind, name=name, during_dialog=during_dialog)


def register_tool(name: str) -> Callable[[_Class], _Class]:
    """Declare the name of a tool written as a class. A registry learns of the tool by `ToolRegistry.add`."""

    def declare(cls: _Class) -> _Class:
        cls.name = name  # type: ignore[attr-defined]  # a class of the user's, of any shape
        return cls

    return declare


def from_function(
    function: ToolFunction, *, kind: ToolKind = "action", name: str | None = None, during_dialog: bool = False
) -> Tool:
    """The tool that runs `function`.

    Raises:
        TypeError: the function is not a documented, typed, async function.
    """
    if not inspect.iscoroutinefunction(function):
        raise TypeError(f"a tool must be an async function, not {function!r}")
    schema = ArgumentSchema(function)
    tool_name = name or function.__name__
    return Tool(
        name=_valid_name(tool_name),
        description=schema.description,
        parameters=_parameters(schema.properties, schema.required),
        kind=kind,
        source=f"{function.__module__}.{function.__qualname__}",
        check=lambda arguments: schema.check(tool_name, arguments),
        function=function,
        during_dialog=during_dialog,
        passes=_passes(function),
    )


def from_object(item: ToolObject) -> Tool:
    """The tool that runs the ``execute`` method of an object.

    Raises:
        TypeError: the description is empty, `parameters` is not a schema that can be checked, or ``execute`` is
            not async.
    """
    source = f"{type(item).__module__}.{type(item).__qualname__}"
    where = f"tool {item.name!r} ({source})"
    if not isinstance(item.description, str) or not item.description.strip():
        raise TypeError(f"{where} needs a description: it is what the model reads about the tool")
    if not inspect.iscoroutinefunction(item.execute):
        raise TypeError(f"{where}: execute must be an async method")
    name, schema = _valid_name(item.name), item.parameters
    validator.check_schema(schema, where)
    properties = {key: part for key, part in schema.get("properties", {}).items() if key != REASONING}
    required = tuple(key for key in schema.get("required", ()) if key != REASONING)
    own = {**schema, "properties": properties, "required": required}
    return Tool(
        name=name,
        description=item.description.strip(),
        parameters=_parameters(properties, required),
        source=source,
        check=lambda arguments: validator.check(name, own, arguments),
        function=item.execute,
        passes=_passes(item.execute) | ({REASONING} & set(schema.get("properties", {}))),
    )


def _passes(function: Callable[..., object]) -> frozenset[str]:
    parameters = inspect.signature(function).parameters
    return frozenset(name for name in (CONTEXT, REASONING) if name in parameters)


def _valid_name(name: object) -> str:
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise TypeError(f"a tool's name has 1 to 64 letters, digits, '_' or '-', not {name!r}")
    return name


def _parameters(properties: Mapping[str, Any], required: tuple[str, ...]) -> dict[str, Any]:
    # First, so that a model that writes in order thinks before it chooses.
    return {
        "type": "object",
        "properties": {REASONING: _REASONING_SCHEMA, **properties},
        "required": [REASONING, *required],
        "additionalProperties": False,
    }
