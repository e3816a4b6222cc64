"""What `json_tool` does, in a child: reading, querying, checking and writing JSON."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pytest_webagent import extras
from pytest_webagent.errors import ToolError
from pytest_webagent.nesting import nested_deeper
from pytest_webagent.tools.data.tabular import shortened

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_webagent.policy.security import ResourceLimits

_LINES: Final = (".jsonl", ".ndjson")
_MOST_ERRORS: Final = 20
_DEEPEST: Final = 200
"""How deep JSON may be nested: as deep as the libraries that work on it can follow."""
_OUTLINES: Final = (
    (1000, 60),
    (200, 40),
    (50, 20),
    (20, 10),
    (10, 6),
    (5, 5),
    (3, 4),
    (2, 3),
    (1, 2),
    (1, 1),
)
"""How many items and how many levels are shown, from much to little, until it is short enough."""


def read(path: Path, limits: ResourceLimits) -> dict[str, Any]:
    """The value of a file, in outline if it is long.

    Raises:
        ToolError: it is no JSON, or too much.
    """
    value = _loaded(path, limits)
    shown, whole = fitted(value, limits.output_chars)
    size = len(value) if isinstance(value, (list, dict)) else 1
    note = "" if whole else "shown in outline: ask for parts of it with action query"
    return {"type": _kind(value), "size": size, "value": shown, "truncated": not whole, "note": note}


def matches(path: Path, query: str, limits: ResourceLimits) -> dict[str, Any]:
    """What a JSONPath finds in a file.

    Raises:
        ToolError: the file is no JSON, or the query is no JSONPath.
    """
    found: list[dict[str, Any]] = []
    left, count, whole = limits.output_chars, 0, True
    for match in _found(query, _loaded(path, limits)):
        count += 1
        if len(found) == limits.rows or left <= 0:
            whole = False
            continue
        value, complete = fitted(match.obj, left)
        found.append({"path": shortened(match.path, 500), "value": value})
        left -= len(json.dumps(found[-1], ensure_ascii=False))
        whole = whole and complete
    note = (
        ""
        if whole
        else f"{len(found)} of {count} matches are shown, long ones in outline; ask for less at once"
    )
    return {"matches": found, "count": count, "truncated": not whole, "note": note}


def validated(path: Path, schema: dict[str, Any] | None, limits: ResourceLimits) -> dict[str, Any]:
    """Whether a file is JSON, and fits a schema.

    Raises:
        ToolError: the schema is none, or the file cannot be looked at.
    """
    try:
        value = _loaded(path, limits)
    except _NoJson as error:
        return {"valid": False, "errors": [{"path": "", "message": str(error)}], "error_count": 1, "note": ""}
    errors: list[dict[str, str]] = []
    count = 0
    for found, message in _misfits(value, schema) if schema is not None else ():
        count += 1
        if count <= _MOST_ERRORS:
            errors.append({"path": found, "message": shortened(message, 300)})
    note = f"only the first {_MOST_ERRORS} errors are shown" if count > _MOST_ERRORS else ""
    return {"valid": not count, "errors": errors, "error_count": count, "note": note}


def written(content: str, limits: ResourceLimits, suffix: str, target: str) -> dict[str, Any]:
    """Write a value, given as JSON text.

    Raises:
        ToolError: it is no JSON.
    """
    del limits
    value = _content(content)
    _write(value, suffix, target)
    return {"type": _kind(value)}


def updated(
    path: Path, query: str, content: str, limits: ResourceLimits, suffix: str, target: str
) -> dict[str, Any]:
    """Set what a JSONPath finds to a value, given as JSON text.

    Raises:
        ToolError: the file or the value is no JSON, or nothing was found.
    """
    document, value = _loaded(path, limits, exact=True), _content(content)
    # What is set may hold other matches, so all places are known before the first is set.
    places = [
        (match.parent.obj if match.parent else None, match.parts[-1:]) for match in _found(query, document)
    ]
    if not places:
        raise ToolError(f"{query!r} matches nothing in {path.name!r}; nothing was changed")
    for holder, last in places:
        if holder is None:
            document = value
        else:
            holder[last[0]] = value
    _write(document, suffix, target)
    return {"changed": len(places)}


class _NoJson(ToolError):
    """A text that is not JSON."""


def _loaded(path: Path, limits: ResourceLimits, *, exact: bool = False) -> Any:
    size = path.stat().st_size
    if size > limits.file_mb << 20:
        raise ToolError(
            f"{path.name!r} has {size >> 20} MB; at most {limits.file_mb} MB are read (the policy's file_mb). data_process can "
            "query larger files"
        )
    try:
        data = path.read_bytes()
        text = data.decode(json.detect_encoding(data)).removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise _NoJson(f"{path.name!r} is no text: {error}") from None
    if path.suffix.lower() in _LINES:
        lines = enumerate(text.splitlines(), 1)
        return [
            _parsed(line, f"line {number} of {path.name!r}", exact) for number, line in lines if line.strip()
        ]
    return _parsed(text, repr(path.name), exact)


def _content(text: str) -> Any:
    return _parsed(text, "content", exact=True)


def _parsed(text: str, where: str, exact: bool) -> Any:
    def refused(constant: str) -> Any:
        raise _NoJson(f"{where} is no JSON: it holds {constant}, which JSON does not have")

    def number(text: str) -> float | str:
        found = float(text)
        if math.isfinite(found):
            return found
        if exact:
            raise _NoJson(f"{where} holds {shortened(text, 40)}, a number too large to be written again")
        # As it is written: an infinity would be no JSON.
        return text

    try:
        value = json.loads(text, parse_constant=refused, parse_float=number)
    except json.JSONDecodeError as error:
        raise _NoJson(f"{where} is no JSON: {error}") from None
    except RecursionError:
        raise _NoJson(f"{where} is nested too deeply; {_DEEPEST} levels are the most") from None
    except ValueError as error:
        raise _NoJson(f"{where} cannot be read: {error}") from None
    if nested_deeper(value, _DEEPEST - 1):
        raise _NoJson(f"{where} is nested too deeply; {_DEEPEST} levels are the most")
    return value


def _write(value: Any, suffix: str, target: str) -> None:
    lines = suffix.lower() in _LINES
    if lines and not isinstance(value, list):
        raise ToolError(f"a {suffix} file holds a list, one value per line, not {_kind(value)}")
    parts, indent = (value, None) if lines else ([value], 2)
    try:
        data = _encoded(parts, indent, plain=True)
    except UnicodeEncodeError:
        # Half a surrogate pair, which can be written with an escape only.
        data = _encoded(parts, indent, plain=False)
    Path(target).write_bytes(data)


def _encoded(values: list[Any], indent: int | None, *, plain: bool) -> bytes:
    """Values as JSON, each followed by the end of a line."""
    return "".join(
        json.dumps(value, ensure_ascii=not plain, indent=indent) + "\n" for value in values
    ).encode()


def _found(query: str, value: Any) -> Iterator[Any]:
    jsonpath = extras.load("jsonpath", "tools")
    environment = jsonpath.JSONPathEnvironment(strict=True)
    environment.max_recursion_depth = _DEEPEST + 1
    try:
        yield from environment.finditer(query.strip(), value)
    except jsonpath.JSONPathError as error:
        raise ToolError(f"query is no JSONPath: {shortened(' '.join(str(error).split()), 300)}") from None


def _misfits(value: Any, schema: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """What in a value does not fit a schema: where, and why."""
    jsonschema = extras.load("jsonschema", "tools")
    referencing = extras.load("referencing", "tools")
    kind = jsonschema.validators.validator_for(schema, default=jsonschema.Draft202012Validator)
    try:
        kind.check_schema(schema)
        # Without a registry of its own it would fetch what a $ref names, from wherever that is.
        for error in kind(schema, registry=referencing.Registry()).iter_errors(value):
            yield error.json_path, error.message
    except jsonschema.SchemaError as error:
        raise ToolError(f"schema is no JSON Schema: {shortened(error.message, 300)}") from None
    except referencing.exceptions.Unresolvable as error:
        raise ToolError(
            f"schema refers to {shortened(str(error.ref), 100)!r}, which it does not hold; nothing is fetched"
        ) from None


def fitted(value: Any, characters: int) -> tuple[Any, bool]:
    """A value in so many characters, and whether it is all of it."""
    if len(json.dumps(value, ensure_ascii=False)) <= characters:
        return value, True
    for items, levels in _OUTLINES:
        outline = _outline(value, items, levels, max(characters // 10, 20))
        if len(json.dumps(outline, ensure_ascii=False)) <= characters:
            return outline, False
    return _summary(value), False


def _outline(value: Any, items: int, levels: int, most: int) -> Any:
    if isinstance(value, str):
        return shortened(value, most)
    if not isinstance(value, (list, dict)) or not value:
        return value
    if levels == 0:
        return _summary(value)
    more = len(value) - items
    if isinstance(value, list):
        shown = [_outline(item, items, levels - 1, most) for item in value[:items]]
        return [*shown, f"… {more} more"] if more > 0 else shown
    part = {
        shortened(name, most): _outline(item, items, levels - 1, most)
        for name, item in list(value.items())[:items]
    }
    return {**part, "…": f"{more} more"} if more > 0 else part


def _summary(value: Any) -> str:
    size = f" of {len(value)}" if isinstance(value, (list, dict, str)) else ""
    return f"… {_kind(value)}{size}"


def _kind(value: Any) -> str:
    """The name JSON has for the type of a value."""
    names = {dict: "object", list: "array", str: "string", bool: "boolean", type(None): "null"}
    return names.get(type(value), "number")
