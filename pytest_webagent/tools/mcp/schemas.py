"""Argument schemas of servers, made as plain as the schemas of our own tools.

A server may use all of JSON Schema. What models and `validator` understand is kept, references are put in their place,
and constraints beyond that are left out: the server checks its arguments itself.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from pytest_webagent.tools.core import validator
from pytest_webagent.tools.core.wording import shortened

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

MOST_CHARACTERS: Final = 12_000
"""Of one schema, made plain; each is part of every request to the model."""
_DEEPEST: Final = 16
_MOST_PROPERTIES: Final = 200
_MOST_PARTS: Final = 4_000
_TYPES: Final = frozenset({"string", "integer", "number", "boolean", "array", "object", "null"})
_CHOICES: Final = ("anyOf", "oneOf")


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _is_size(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


# Patterns are left out: they are written for other engines, and one that takes for ever could not be stopped.
_KEPT: Final[Mapping[str, Callable[[Any], bool]]] = {
    "minimum": _is_number,
    "maximum": _is_number,
    "minLength": _is_size,
    "maxLength": _is_size,
    "minItems": _is_size,
    "maxItems": _is_size,
    "const": lambda value: isinstance(value, (str, int, float, bool)),
    "enum": lambda value: isinstance(value, list) and 0 < len(value) <= 500,
}


class BadSchemaError(ValueError):
    """A schema that cannot be made plain; the message says why."""


def plain(schema: Any) -> dict[str, Any]:
    """The schema of a tool's arguments, as `validator` checks it.

    Raises:
        BadSchemaError: it is none, or it is too large.
    """
    if not isinstance(schema, dict):
        raise BadSchemaError("its argument schema is no object")
    part = _Reader(schema).root()
    try:
        validator.check_schema(part, "it")
    except TypeError as error:
        raise BadSchemaError(shortened(str(error), 200)) from None
    if len(json.dumps(part)) > MOST_CHARACTERS:
        raise BadSchemaError(f"its argument schema has more than {MOST_CHARACTERS} characters")
    return part


class _Reader:
    """Reads one schema document."""

    def __init__(self, document: dict[str, Any]) -> None:
        self._document = document
        self._parts = 0

    def root(self) -> dict[str, Any]:
        whole = self._merged(self._document, (), 0)
        kind = whole.get("type", "object")
        if kind != "object" and "object" not in (kind if isinstance(kind, list) else ()):
            raise BadSchemaError(f"its arguments are to be {shortened(repr(kind), 40)}, not an object")
        branches = [self._merged(each, (), 1) for name in _CHOICES for each in _list(whole.get(name))]
        if branches:
            # Whatever fits one of the branches has to pass; the server sees to the rest.
            shared = set.intersection(*(set(_strings(each.get("required"))) for each in branches))
            whole["properties"] = {
                name: part
                for each in (*branches, whole)
                for name, part in _mapping(each.get("properties")).items()
            }
            whole["required"] = [*_strings(whole.get("required")), *sorted(shared)]
        kept: dict[str, Any] = {name: whole[name] for name in ("properties", "required") if name in whole}
        return {"type": "object", "properties": {}, **self._object(kept, (), 0)}

    def _part(self, schema: Any, seen: tuple[str, ...], depth: int) -> dict[str, Any]:
        if schema is True:
            return {}
        if not isinstance(schema, dict):
            raise BadSchemaError(f"a part of its argument schema is {shortened(repr(schema), 40)}")
        reference = schema.get("$ref")
        if isinstance(reference, str) and reference in seen:
            # A type that contains itself: what is deeper is left to the server.
            return _described(schema)
        merged = self._merged(schema, seen, depth)
        seen = (*seen, reference) if isinstance(reference, str) else seen
        made = _described(merged)
        if "type" in merged:
            made["type"] = _kind(merged["type"])
        made.update(
            {name: merged[name] for name, fits in _KEPT.items() if name in merged and fits(merged[name])}
        )
        choices = [self._part(each, seen, depth + 1) for name in _CHOICES for each in _list(merged.get(name))]
        if choices:
            made["anyOf"] = choices
        if isinstance(merged.get("items"), dict):
            made["items"] = self._part(merged["items"], seen, depth + 1)
        return {**made, **self._object(merged, seen, depth)}

    def _object(self, schema: Mapping[str, Any], seen: tuple[str, ...], depth: int) -> dict[str, Any]:
        made: dict[str, Any] = {}
        properties = _mapping(schema.get("properties"))
        if len(properties) > _MOST_PROPERTIES:
            raise BadSchemaError(f"it has more than {_MOST_PROPERTIES} arguments")
        if properties:
            made["properties"] = {
                str(name): self._part(part, seen, depth + 1)
                for name, part in properties.items()
                if part is not False
            }
        required = dict.fromkeys(_strings(schema.get("required")))
        if required:
            for name in required:
                made.setdefault("properties", {}).setdefault(name, {})
            made["required"] = list(required)
        rest = schema.get("additionalProperties")
        if isinstance(rest, dict):
            made["additionalProperties"] = self._part(rest, seen, depth + 1)
        elif isinstance(rest, bool):
            made["additionalProperties"] = rest
        return made

    def _merged(self, schema: Any, seen: tuple[str, ...], depth: int) -> dict[str, Any]:
        """The schema with what it refers to, and all it says to hold at once, in its place."""
        if not isinstance(schema, dict):
            return {}
        # References can make much of little: each may lead to several others.
        self._parts += 1
        if depth > _DEEPEST or self._parts > _MOST_PARTS:
            raise BadSchemaError("its argument schema is too large")
        whole = {name: value for name, value in schema.items() if name not in ("$ref", "allOf")}
        reference, others = schema.get("$ref"), _list(schema.get("allOf"))
        if reference is not None:
            others = [self._referred(reference), *others] if reference not in seen else others
            seen = (*seen, str(reference))
        for other in others:
            inner = self._merged(other, seen, depth + 1)
            properties = {**_mapping(inner.get("properties")), **_mapping(whole.get("properties"))}
            required = [*_strings(whole.get("required")), *_strings(inner.get("required"))]
            whole = {**inner, **whole}
            if properties:
                whole["properties"] = properties
            if required:
                whole["required"] = required
        return whole

    def _referred(self, reference: Any) -> Any:
        if not isinstance(reference, str) or not reference.startswith("#"):
            raise BadSchemaError(
                f"its argument schema refers to {shortened(repr(reference), 60)}, which is elsewhere"
            )
        found: Any = self._document
        for step in filter(None, reference[1:].split("/")):
            name = step.replace("~1", "/").replace("~0", "~")
            if not isinstance(found, dict) or name not in found:
                raise BadSchemaError(
                    f"its argument schema refers to {shortened(reference, 60)!r}, which is not there"
                )
            found = found[name]
        return found


def _described(schema: Mapping[str, Any]) -> dict[str, Any]:
    text = schema.get("description")
    return (
        {"description": f"The server's words: {shortened(text, 300)}"}
        if isinstance(text, str) and text.strip()
        else {}
    )


def _kind(kind: Any) -> Any:
    kinds = kind if isinstance(kind, list) else [kind]
    if not kinds or not all(isinstance(each, str) and each in _TYPES for each in kinds):
        raise BadSchemaError(
            f"its argument schema has the type {shortened(repr(kind), 60)}, which JSON does not know"
        )
    return kind


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _mapping(value: Any) -> dict[str, Any]:
    if value is not None and not isinstance(value, dict):
        raise BadSchemaError("the properties of its argument schema are no object")
    return value or {}


def _strings(value: Any) -> list[str]:
    return [each for each in _list(value) if isinstance(each, str)]
