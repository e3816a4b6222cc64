"""What a tool is, and the two ways to write one: a typed, documented function, or a class."""

from __future__ import annotations

import inspect
import re
from dataclasses import dataclass, field, replace
from typing import (
    TYPE_CHECKING,
    Any,
    Literal,
    NamedTuple,
    Protocol,
    TypeAlias,
    TypeVar,
    get_args,
    overload,
    runtime_checkable,
)

from pytest_webagent.errors import ToolError
from pytest_webagent.messages import ToolResult, ToolSpec
from pytest_webagent.policy.risk import RISKS
from pytest_webagent.policy.security import NEEDS
from pytest_webagent.tools.core import validator
from pytest_webagent.tools.core.context import ToolContext as ToolContext  # noqa: TC001 - where tools look for it
from pytest_webagent.tools.core.schema import CONTEXT, REASONING, ArgumentSchema

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from pytest_webagent.config import Settings
    from pytest_webagent.policy.risk import Risk
    from pytest_webagent.policy.security import Need, ToolConfig
    from pytest_webagent.ports import Person

ToolKind: TypeAlias = Literal["action", "read", "control"]
"""An action may change the page, a read does not, a control steers the run."""

ToolFunction: TypeAlias = "Callable[..., Awaitable[object]]"
_Class = TypeVar("_Class", bound=type)

_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
_RIGHT = {
    "kind": "one of action, read, control",
    "risk": f"one of {', '.join(RISKS)}",
    "up_to": f"one of {', '.join(RISKS)}",
    "needs": f"a tuple with some of {', '.join(NEEDS)}",
    "seconds": "more than 0, or None",
    "ready_in": "a function of the `Surroundings`, or None",
}
_DECLARED = "_webagent_tool_name"
_REASONING_SCHEMA = {
    "type": "string",
    "description": "Why this is the right thing to do next, in a sentence or two.",
}


class Surroundings(NamedTuple):
    """What decides, before anything is called, which tools a test has any use for."""

    settings: Settings
    policy: ToolConfig
    person: Person | None = None


class Traits(NamedTuple):
    """What else is true of a tool. A class has them as attributes, a function as arguments of `tool`."""

    kind: ToolKind = "action"
    during_dialog: bool = False
    """Whether it can be used while a dialog of the page waits for an answer; a page then answers nothing else."""
    risk: Risk | None = None
    """How much a call can do; if nothing is said, LOW for what looks or steers, MEDIUM for what acts."""
    up_to: Risk | None = None
    """Where the risk depends on the call, the most it can be; the tool itself then says, by `ToolContext.about_to`."""
    needs: tuple[Need, ...] = ()
    """What it takes beyond the page, which a policy can forbid."""
    quotes: bool | None = None
    """Whether its result holds what others wrote, and is shown to a model as such; if nothing is said, what looks does."""
    dangerous: bool = False
    """Whether it runs what the model writes, and so only where the policy allows dangerous tools."""
    gated: bool = False
    """Whether its calls of high risk are only said unless the environment allows them."""
    seconds: float | None = 120.0
    """How long a call may take; None: as long as the run."""
    configured: tuple[str, ...] = ()
    """Parameters that a test or its policy gives, and no model is told of. Each has a default."""
    takes_secrets: tuple[str, ...] = ()
    """Parameters with what is typed, in which the name of a secret may stand: ``%(password)s``."""
    ready_in: Callable[[Surroundings], object] | None = None
    """Raises a `ToolError` where no call could do anything in such a test. It is called often, and asks no server."""

    @property
    def quoting(self) -> bool:
        """Whether its result holds what others wrote."""
        return self.kind == "read" if self.quotes is None else self.quotes

    @property
    def least(self) -> Risk:
        """The risk of a call that does least."""
        return self.risk or ("MEDIUM" if self.kind == "action" else "LOW")


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """Something an agent can do. `parameters` is the JSON schema a model is told, with ``reasoning`` in it."""

    name: str
    description: str
    parameters: Mapping[str, Any]
    traits: Traits = Traits()
    source: str
    """Where it is written, for messages about two tools of one name."""
    check: Callable[[Mapping[str, Any]], dict[str, Any]] = field(repr=False)
    """Turns a model's arguments (without ``reasoning``) into those of `function`; raises `ToolError`."""
    function: Callable[..., object] = field(repr=False)
    passes: frozenset[str] = frozenset()
    """Which of ``context`` and ``reasoning`` the function takes beside its own arguments."""
    open: Callable[[ToolContext], Awaitable[object]] | None = field(default=None, repr=False)
    """Makes ready what has to be there before a model is told of the tools."""
    close: Callable[[], Awaitable[object]] | None = field(default=None, repr=False)
    """Frees what it holds at the end of a test."""

    @property
    def kind(self) -> ToolKind:
        """An action may change the page, a read does not, a control steers the run."""
        return self.traits.kind

    @property
    def toolset(self) -> str:
        """The family it belongs to; empty for a tool that is not one of ours."""
        package, _, rest = self.source.partition(".tools.")
        return rest.partition(".")[0] if package == "pytest_webagent" else ""

    def why_off(self, around: Surroundings) -> str:
        """Why it is not offered to a model: every call would be refused. Empty where it is."""
        if self.kind == "control":
            return ""
        policy, traits = around.policy, self.traits
        why = policy.why_disabled(self.name, dangerous=traits.dangerous)
        why = why or policy.why_lacking(self.name, traits.needs)
        if why or traits.ready_in is None:
            return why
        try:
            traits.ready_in(around)
        except ToolError as error:
            return str(error)
        return ""

    @property
    def spec(self) -> ToolSpec:
        """What a model is told about the tool."""
        told = {
            name: part
            for name, part in self.parameters["properties"].items()
            if name not in self.traits.configured
        }
        return ToolSpec(self.name, self.description, {**self.parameters, "properties": told})

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
    """A tool written as a class.

    `description` and `parameters` (a JSON schema of type object) may be left out: they are then those of a typed and
    documented ``execute``. It may have the attributes `Traits` names, an async ``open`` that takes the `ToolContext`, called before an agent's first
    run, and an async ``close``, called when the test ends.
    """

    name: str

    async def execute(self, **kwargs: Any) -> ToolResult:
        """Do it. An ``execute`` with a parameter called ``context`` is also given the `ToolContext`."""


@overload
def tool(function: ToolFunction, /) -> Tool: ...
@overload
def tool(*, name: str | None = None, **traits: Any) -> Callable[[ToolFunction], Tool]: ...
def tool(
    function: ToolFunction | None = None, /, *, name: str | None = None, **traits: Any
) -> Tool | Callable[[ToolFunction], Tool]:
    """Make a tool of an async function.

    The signature becomes the JSON schema; the docstring is what the model reads, and must describe each
    argument under ``Args:`` (Google style). A parameter called ``context`` gets the `ToolContext`.

    Args:
        function: The function.
        name: Its name to the model, if not the function's own.
        traits: What else is true of it: the fields of `Traits`.

    Raises:
        TypeError: the docstring, an entry under ``Args:`` or a type is missing, or a trait is unknown.
    """
    if function is not None:
        return from_function(function)
    return lambda decorated: from_function(decorated, name=name, **traits)


def register_tool(name: str) -> Callable[[_Class], _Class]:
    """Declare the name of a tool written as a class. A registry learns of the tool by `ToolRegistry.add`."""

    def declare(cls: _Class) -> _Class:
        cls.name = name  # type: ignore[attr-defined]  # a class of the user's, of any shape
        # A pydantic model gives its objects the default of its field `name`, whatever the class says later.
        setattr(cls, _DECLARED, name)
        return cls

    return declare


def from_function(function: ToolFunction, *, name: str | None = None, **traits: Any) -> Tool:
    """The tool that runs `function`.

    Raises:
        TypeError: the function is not a documented, typed, async function.
    """
    if not inspect.iscoroutinefunction(function):
        raise TypeError(f"a tool must be an async function, not {function!r}")
    schema = ArgumentSchema(function)
    tool_name = _valid_name(name or function.__name__)
    source = f"{function.__module__}.{function.__qualname__}"
    return Tool(
        name=tool_name,
        description=schema.description,
        parameters=_parameters(schema.properties, schema.required),
        traits=_traits(traits, f"tool {tool_name!r} ({source})"),
        source=source,
        check=lambda arguments: schema.check(tool_name, arguments),
        function=function,
        passes=_passes(function),
    )


def from_object(item: ToolObject) -> Tool:
    """The tool that runs the ``execute`` method of an object.

    Raises:
        TypeError: the description is empty, `parameters` is not a schema that can be checked, or ``execute`` is
            not async.
    """
    source = f"{type(item).__module__}.{type(item).__qualname__}"
    name = _valid_name(vars(type(item)).get(_DECLARED, item.name))
    where = f"tool {name!r} ({source})"
    opens, closes = getattr(item, "open", None), getattr(item, "close", None)
    for called, method in (("execute", item.execute), ("open", opens), ("close", closes)):
        if method is not None and not inspect.iscoroutinefunction(method):
            raise TypeError(f"{where}: {called} must be an async method")
    traits = {trait: getattr(item, trait) for trait in Traits._fields if hasattr(item, trait)}
    if not hasattr(item, "parameters"):
        made = from_function(item.execute, name=name, **traits)
        return replace(made, source=source, open=opens, close=closes)
    description = getattr(item, "description", "")
    if not isinstance(description, str) or not description.strip():
        raise TypeError(f"{where} needs a description: it is what the model reads about the tool")
    schema = item.parameters
    validator.check_schema(schema, where)
    properties = {key: part for key, part in schema.get("properties", {}).items() if key != REASONING}
    required = tuple(key for key in schema.get("required", ()) if key != REASONING)
    own = {**schema, "properties": properties, "required": required}
    return Tool(
        name=name,
        description=description.strip(),
        parameters=_parameters(properties, required),
        traits=_traits(traits, where),
        source=source,
        check=lambda arguments: validator.check(name, own, arguments),
        function=item.execute,
        passes=_passes(item.execute) | ({REASONING} & set(schema.get("properties", {}))),
        open=opens,
        close=closes,
    )


def as_tool(item: object) -> Tool:
    """The tool that something is: a `Tool`, a function, or a class or an object of one.

    Raises:
        TypeError: it can be none; the message says what is missing.
    """
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


def _passes(function: Callable[..., object]) -> frozenset[str]:
    parameters = inspect.signature(function).parameters
    return frozenset(name for name in (CONTEXT, REASONING) if name in parameters)


def _traits(given: Mapping[str, Any], where: str) -> Traits:
    """The traits of a tool. A mistake in what a policy goes by would let through what it forbids."""
    traits = Traits(**given)
    right = {
        "kind": traits.kind in get_args(ToolKind),
        "risk": traits.risk in (None, *RISKS),
        "up_to": traits.up_to in (None, *RISKS),
        "needs": set(traits.needs) <= set(NEEDS),
        "seconds": traits.seconds is None or traits.seconds > 0,
        "ready_in": traits.ready_in is None or callable(traits.ready_in),
    }
    wrong = next((name for name, fits in right.items() if not fits), None)
    if wrong is not None:
        raise TypeError(f"{where}: {wrong} cannot be {getattr(traits, wrong)!r}; it is {_RIGHT[wrong]}")
    return traits


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
