"""Checks arguments against an explicit JSON schema, for tools that are classes.

The keywords that constrain a value are checked; a schema with one that is not known here is refused when the
tool is declared, so that no constraint is silently without effect.
"""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Any

from pytest_webagent.errors import ToolError
from pytest_webagent.tools.core import wording

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

_REMARKS = frozenset(
    {
        "title",
        "description",
        "default",
        "examples",
        "format",
        "deprecated",
        "readOnly",
        "writeOnly",
        "$schema",
    }
    | {"$id", "$comment"}
)
_TYPES: dict[str, Callable[[Any], bool]] = {
    "string": lambda value: isinstance(value, str),
    "integer": lambda value: (
        not isinstance(value, bool)
        and (isinstance(value, int) or (isinstance(value, float) and value.is_integer()))
    ),
    "number": lambda value: isinstance(value, (int, float)) and not isinstance(value, bool),
    "boolean": lambda value: isinstance(value, bool),
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
    "null": lambda value: value is None,
}
_BOUNDS: dict[str, tuple[Callable[[Any], Any], Callable[[Any, Any], bool], str]] = {
    "minimum": (_TYPES["number"], lambda value, bound: value >= bound, "must be at least {}"),
    "maximum": (_TYPES["number"], lambda value, bound: value <= bound, "must be at most {}"),
    "exclusiveMinimum": (_TYPES["number"], lambda value, bound: value > bound, "must be more than {}"),
    "exclusiveMaximum": (_TYPES["number"], lambda value, bound: value < bound, "must be less than {}"),
    "multipleOf": (
        _TYPES["number"],
        lambda value, bound: math.isclose(value / bound, round(value / bound), abs_tol=1e-9),
        "must be a multiple of {}",
    ),
    "minLength": (
        _TYPES["string"],
        lambda value, bound: len(value) >= bound,
        "must have at least {} characters",
    ),
    "maxLength": (
        _TYPES["string"],
        lambda value, bound: len(value) <= bound,
        "must have at most {} characters",
    ),
    "pattern": (
        _TYPES["string"],
        lambda value, bound: re.search(bound, value) is not None,
        "must match the pattern {}",
    ),
    "minItems": (_TYPES["array"], lambda value, bound: len(value) >= bound, "must have at least {} items"),
    "maxItems": (_TYPES["array"], lambda value, bound: len(value) <= bound, "must have at most {} items"),
    "uniqueItems": (
        _TYPES["array"],
        lambda value, bound: not bound or all(item not in value[:index] for index, item in enumerate(value)),
        "must not hold the same item twice",
    ),
}
_STRUCTURE = frozenset(
    {"type", "enum", "const", "properties", "required", "additionalProperties", "items", "anyOf"}
)


def check_schema(schema: Any, where: str) -> None:
    """Refuse a schema this module cannot check.

    Raises:
        TypeError: the schema is no object schema, or uses an unknown keyword or type; the message starts with `where`.
    """
    if not isinstance(schema, dict) or schema.get("type") != "object":
        raise TypeError(
            f"{where}: parameters must be a JSON schema of type 'object', not {wording.shown(schema)}"
        )
    _check_part(schema, where)
    unknown = sorted(set(schema.get("required", ())) - set(schema.get("properties", {})))
    if unknown:
        raise TypeError(f"{where}: parameters requires {unknown}, which its properties do not describe")


def _check_part(schema: Any, where: str) -> None:
    if not isinstance(schema, dict):
        raise TypeError(f"{where}: a JSON schema must be an object, not {wording.shown(schema)}")
    unknown = sorted(set(schema) - _REMARKS - _STRUCTURE - set(_BOUNDS))
    if unknown:
        raise TypeError(f"{where}: the JSON schema uses {', '.join(unknown)}, which cannot be checked")
    kinds = schema.get("type", ())
    for kind in [kinds] if isinstance(kinds, str) else kinds:
        if kind not in _TYPES:
            raise TypeError(f"{where}: {kind!r} is no JSON type; they are {', '.join(_TYPES)}")
    for part in _parts(schema):
        _check_part(part, where)


def _parts(schema: Mapping[str, Any]) -> Iterator[Any]:
    yield from schema.get("properties", {}).values()
    yield from schema.get("anyOf", ())
    if "items" in schema:
        yield schema["items"]
    if isinstance(schema.get("additionalProperties", False), dict):
        yield schema["additionalProperties"]


def check(tool: str, schema: Mapping[str, Any], arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments, if they fit. Nulls for optional arguments are dropped; unknown arguments never fit.

    Raises:
        ToolError: they do not fit; the message says what is right.
    """
    properties, required = schema.get("properties", {}), tuple(schema.get("required", ()))
    given = {
        name: value
        for name, value in arguments.items()
        if value is not None or name in required or name not in properties or _allows_null(properties[name])
    }
    problems = list(_object_problems(given, {**schema, "additionalProperties": False}, ""))
    if problems:
        raise ToolError(wording.bad_arguments(tool, problems, properties, required))
    return given


def _allows_null(schema: Mapping[str, Any]) -> bool:
    return not any(True for _ in _problems(None, schema, ""))


def _problems(value: Any, schema: Mapping[str, Any], path: str) -> Iterator[str]:
    kinds = schema.get("type", ())
    kinds = [kinds] if isinstance(kinds, str) else list(kinds)
    choices = [schema["const"]] if "const" in schema else schema.get("enum")
    wrong_kind = bool(kinds) and not any(_TYPES[kind](value) for kind in kinds)
    wrong_choice = choices is not None and not any(_same(value, choice) for choice in choices)
    wrong_branch = "anyOf" in schema and all(
        any(True for _ in _problems(value, branch, path)) for branch in schema["anyOf"]
    )
    if wrong_kind or wrong_choice or wrong_branch:
        wanted = wording.expected({"enum": choices} if choices is not None else schema)
        yield f"{path!r} must be {wanted}, not {wording.shown(value)}"
        return
    for keyword, (applies, holds, message) in _BOUNDS.items():
        if keyword in schema and applies(value) and not holds(value, schema[keyword]):
            yield f"{path!r} {message.format(schema[keyword])}, not {wording.shown(value)}"
    if isinstance(value, list) and "items" in schema:
        for index, item in enumerate(value):
            yield from _problems(item, schema["items"], f"{path}.{index}")
    if isinstance(value, dict):
        yield from _object_problems(value, schema, path)


def _object_problems(value: Mapping[str, Any], schema: Mapping[str, Any], path: str) -> Iterator[str]:
    properties, prefix = schema.get("properties", {}), f"{path}." if path else ""
    for name in schema.get("required", ()):
        if name not in value:
            yield wording.missing(prefix + name)
    for name, item in value.items():
        if name in properties:
            yield from _problems(item, properties[name], prefix + name)
        elif schema.get("additionalProperties") is False:
            yield wording.unknown_argument(name, properties)
        elif isinstance(schema.get("additionalProperties"), dict):
            yield from _problems(item, schema["additionalProperties"], prefix + name)


def _same(value: Any, choice: Any) -> bool:
    return value == choice and isinstance(value, bool) == isinstance(choice, bool)
