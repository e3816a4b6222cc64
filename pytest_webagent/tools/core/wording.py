"""How wrong tool calls are described to a model: what was wanted, what was found, what is right."""

from __future__ import annotations

import difflib
import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

_ARTICLES = {
    "string": "a string",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "null",
}


def shown(value: object, most: int = 80) -> str:
    """A value as JSON, cut to `most` characters."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError):
        text = repr(value)
    return text if len(text) <= most else text[: most - 3] + "..."


def said_by(error: Exception) -> str:
    """What an error of anyone's code says; nothing where it fails at that, too."""
    try:
        return str(error)
    except Exception:  # noqa: BLE001 - as above
        return ""


def shortened(text: str, most: int) -> str:
    """The text on one line, cut to `most` characters."""
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 3] + "..."


def expected(schema: Mapping[str, Any]) -> str:
    """A JSON schema in words, such as "a whole number" or "one of up, down"."""
    if "enum" in schema:
        return "one of " + ", ".join(str(choice) for choice in schema["enum"])
    choices = schema.get("anyOf") or schema.get("oneOf")
    if choices:
        return " or ".join(expected(choice) for choice in choices)
    kind = schema.get("type", "")
    if isinstance(kind, list):
        return " or ".join(_ARTICLES.get(str(part), str(part)) for part in kind)
    return _ARTICLES.get(kind, "a JSON value")


def nearest(word: str, words: Iterable[str]) -> str:
    """A question that offers the most similar of `words`, or nothing."""
    folded = {known.casefold(): known for known in words}
    close = difflib.get_close_matches(word.casefold(), list(folded), n=1, cutoff=0.6)
    return f" (did you mean {folded[close[0]]!r}?)" if close else ""


def missing(name: str) -> str:
    """The problem of a required argument that was not given."""
    return f"{name!r} is missing"


def unknown_argument(name: str, known: Iterable[str]) -> str:
    """The problem of an argument that does not exist."""
    return f"there is no argument {name!r}{nearest(name, known)}"


def unknown_tool(name: str, names: Sequence[str]) -> str:
    """The error for a tool that does not exist."""
    return f"there is no tool {name!r}{nearest(name, names)}. The tools are: {', '.join(names)}"


def signature(properties: Mapping[str, Mapping[str, Any]], required: Iterable[str]) -> str:
    """The arguments of a tool on one line."""
    needed = set(required)
    parts = [
        f"{name} ({expected(schema)}{'' if name in needed else ', optional'})"
        for name, schema in properties.items()
    ]
    return ", ".join(parts) or "no arguments"


def bad_arguments(
    tool: str,
    problems: Sequence[str],
    properties: Mapping[str, Mapping[str, Any]],
    required: Iterable[str],
) -> str:
    """The error for a call whose arguments do not fit; nothing was done."""
    return (
        f"{tool} was not run: {'; '.join(problems)}. "
        f"It takes {signature({'reasoning': {'type': 'string'}, **properties}, ('reasoning', *required))}"
    )
