"""The arguments of a tool made from a function: their JSON schema, and their validation (pydantic)."""

from __future__ import annotations

import inspect
import typing
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model
from pydantic.errors import PydanticSchemaGenerationError, PydanticUserError

from pytest_webagent.errors import ToolError
from pytest_webagent.tools.core import docstring, wording

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from pydantic_core import ErrorDetails

CONTEXT = "context"
"""The name of the parameter through which a tool gets its `ToolContext`."""

REASONING = "reasoning"
"""The argument every tool has; a function may take it, but need not."""

_UNKNOWN = ("extra_forbidden", "unexpected_keyword_argument")
_OTHER_TYPE = ("_type", "_parsing", "literal_error")
"""How pydantic's names for problems begin or end: what is not known, and what is something else than wanted."""


class ArgumentSchema:
    """The arguments a function takes, as told to a model and as checked."""

    description: str
    properties: dict[str, dict[str, Any]]
    required: tuple[str, ...]

    def __init__(self, function: Callable[..., object]) -> None:
        """Read the signature and the docstring of `function`.

        Raises:
            TypeError: the docstring, an annotation or an entry under ``Args:`` is missing, or a parameter
                is of a kind or type a model cannot fill.
        """
        self._where = f"tool {function.__qualname__!r} ({function.__module__})"
        parameters = self._parameters(function)
        documented = docstring.parse(function.__doc__ or "")
        if not documented.description:
            raise TypeError(f"{self._where} needs a docstring: it is what the model reads about the tool")
        self._compare(set(parameters), documented.arguments)
        self.description = documented.description
        hints = self._hints(function, parameters)
        fields: dict[str, Any] = {}
        for index, (name, parameter) in enumerate(parameters.items()):
            default = ... if parameter.default is parameter.empty else parameter.default
            fields[f"argument_{index}"] = (hints[name], Field(default, alias=name))
        self._names = tuple(parameters)
        self._model = self._build(function.__name__, fields)
        schema = self._model.model_json_schema(by_alias=True)
        definitions = schema.get("$defs", {})
        self.properties = {
            name: {**self._plain(part, definitions, ()), "description": documented.arguments[name]}
            for name, part in schema.get("properties", {}).items()
        }
        self.required = tuple(schema.get("required", ()))

    def check(self, tool: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """The arguments as the function wants them. A null for an optional argument counts as not given.

        Raises:
            ToolError: an argument is missing, unknown or of the wrong type; the message says what is right.
        """
        given = {
            name: value
            for name, value in arguments.items()
            if value is not None or name in self.required or name not in self._names
        }
        try:
            model = self._model.model_validate(given)
        except ValidationError as error:
            problems = [self._problem(detail) for detail in error.errors(include_url=False)]
            raise ToolError(wording.bad_arguments(tool, problems, self.properties, self.required)) from None
        return {name: getattr(model, f"argument_{index}") for index, name in enumerate(self._names)}

    def _parameters(self, function: Callable[..., object]) -> dict[str, inspect.Parameter]:
        found = dict(inspect.signature(function).parameters)
        for name in (CONTEXT, REASONING):
            found.pop(name, None)
        for parameter in found.values():
            if parameter.kind not in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY):
                raise TypeError(f"{self._where}: parameter {parameter} cannot be given by name")
            if parameter.annotation is parameter.empty:
                raise TypeError(f"{self._where}: parameter {parameter.name!r} needs a type annotation")
        return found

    def _compare(self, parameters: set[str], documented: Mapping[str, str]) -> None:
        missing = sorted(name for name in parameters if not documented.get(name))
        if missing:
            raise TypeError(
                f"{self._where}: the docstring must describe {', '.join(map(repr, missing))} under 'Args:'"
            )
        stale = sorted(set(documented) - parameters - {CONTEXT, REASONING})
        if stale:
            raise TypeError(
                f"{self._where}: the docstring describes {', '.join(map(repr, stale))} under 'Args:', "
                "but the function has no such parameter"
            )

    def _hints(self, function: Callable[..., object], names: Mapping[str, object]) -> dict[str, Any]:
        # Only the parameters are resolved: `ToolContext` and the return type are often imported for type
        # checkers alone.
        annotations = {name: function.__annotations__[name] for name in names}
        holder = type("Annotations", (), {"__annotations__": annotations})
        try:
            return typing.get_type_hints(
                holder, getattr(function, "__globals__", {}), _closure(function), include_extras=True
            )
        except NameError as error:
            raise TypeError(f"{self._where}: an annotation cannot be resolved: {error}") from None

    def _build(self, name: str, fields: dict[str, Any]) -> type[BaseModel]:
        try:
            return create_model(
                name, __config__=ConfigDict(extra="forbid", arbitrary_types_allowed=False), **fields
            )
        except (PydanticSchemaGenerationError, PydanticUserError) as error:
            raise TypeError(
                f"{self._where}: a parameter has a type that JSON cannot carry: {error}"
            ) from None

    def _plain(self, schema: Any, definitions: Mapping[str, Any], seen: tuple[str, ...]) -> dict[str, Any]:
        """The schema without ``$ref``, titles and null alternatives, which some servers refuse."""
        reference = schema.get("$ref", "").rpartition("/")[2]
        if reference in seen:
            raise TypeError(
                f"{self._where}: the type {reference!r} contains itself, which a schema cannot show"
            )
        if reference:
            rest = {key: value for key, value in schema.items() if key != "$ref"}
            return self._plain({**definitions[reference], **rest}, definitions, (*seen, reference))
        choices = [choice for choice in schema.get("anyOf", ()) if choice != {"type": "null"}]
        if len(choices) == 1:
            rest = {key: value for key, value in schema.items() if key != "anyOf"}
            return self._plain({**choices[0], **rest}, definitions, seen)
        plain: dict[str, Any] = {}
        for key, value in schema.items():
            # A default of nothing tells a model nothing, and costs tokens in every request.
            if key == "title" or (key == "default" and value in (None, "", [])):
                continue
            if key == "properties":
                value = {name: self._plain(part, definitions, seen) for name, part in value.items()}
            elif key in ("anyOf", "oneOf", "allOf", "prefixItems"):
                value = [self._plain(part, definitions, seen) for part in choices or value]
            elif key in ("items", "additionalProperties") and isinstance(value, dict):
                value = self._plain(value, definitions, seen)
            plain["enum" if key == "const" else key] = [value] if key == "const" else value
        return plain

    def _problem(self, detail: ErrorDetails) -> str:
        *holder, last = detail["loc"] or ("",)
        path = ".".join(str(part) for part in detail["loc"])
        if detail["type"] == "missing":
            return wording.missing(path)
        if detail["type"] in _UNKNOWN:
            where = f" in {'.'.join(map(str, holder))!r}" if holder else ""
            return wording.unknown_argument(str(last), self._part(holder).get("properties", {})) + where
        if detail["type"].endswith(_OTHER_TYPE):
            return f"{path!r} must be {wording.expected(self._part(detail['loc']))}, not {wording.shown(detail['input'])}"
        message = detail["msg"].removeprefix("Value error, ")
        return f"{path!r}: {message[:1].lower()}{message[1:]}, not {wording.shown(detail['input'])}"

    def _part(self, path: Sequence[str | int]) -> Mapping[str, Any]:
        """The schema of a part of the arguments; an empty one where the path leads nowhere."""
        part: Mapping[str, Any] = {"properties": self.properties}
        for key in path:
            part = part.get("items", {}) if isinstance(key, int) else part.get("properties", {}).get(key, {})
        return part


def _closure(function: Callable[..., object]) -> dict[str, Any]:
    """What a function sees of those around it. Names that are given a value only later are left out."""
    plain = inspect.unwrap(getattr(function, "__func__", function))
    cells = getattr(plain, "__closure__", None) or ()
    found: dict[str, Any] = {}
    for name, cell in zip(plain.__code__.co_freevars if cells else (), cells, strict=True):
        with suppress(ValueError):
            found[name] = cell.cell_contents
    return found
