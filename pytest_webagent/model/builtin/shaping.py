"""Answers of another type than text: a list of what was read, each with its own evidence."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from pytest_webagent.model.builtin.refusal import Refusal

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pytest_webagent.messages import ToolCall, ToolSpec
    from pytest_webagent.model.builtin.progress import Progress

Form: TypeAlias = Literal["value", "list", "object"]

_SCALARS: Final = frozenset(("string", "number", "integer", "boolean"))


def wanted(tools: Sequence[ToolSpec]) -> Form:
    """What the answer is to be: one value (which is told as a text), a list of values, or something with parts."""
    stop = next((tool for tool in tools if tool.name == "stop"), None)
    schema = {} if stop is None else stop.parameters.get("properties", {}).get("answer", {})
    return _form(schema)


def _form(schema: Mapping[str, Any]) -> Form:
    branches = [each for each in _branches(schema) if each.get("type") != "null"]
    if any(each.get("type") in _SCALARS or "enum" in each for each in branches) or not branches:
        return "value"
    items = [
        each.get("items", {})
        for each in branches
        if each.get("type") == "array" and "prefixItems" not in each
    ]
    return "list" if items and all(_form(each) == "value" and each for each in items) else "object"


def _branches(schema: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The kinds of value that a schema allows."""
    inner = [*schema.get("anyOf", ()), *schema.get("oneOf", ())]
    for each in inner:
        yield from _branches(each)
    if schema and not inner:
        yield schema


def refuse_objects(form: Form) -> None:
    """Make sure that a single value or a list of them is wanted.

    Raises:
        Refusal: it is something else.
    """
    if form == "object":
        raise Refusal(
            "the builtin model gives single values and lists of them, not objects; ask for each part by itself, such as the "
            "names with type=list[str] and the prices with type=list[Decimal]"
        )


def listed(call: ToolCall, progress: Progress) -> ToolCall:
    """The call that ends a run, with a list for an answer: each part with what it follows from.

    Raises:
        Refusal: what was asked for is one value.
    """
    if call.name != "stop" or call.arguments.get("status") != "done":
        return call
    parts = progress.answers[0].parts if len(progress.answers) == 1 else ()
    if not parts:
        said = call.arguments["answer"]
        raise Refusal(
            f"a list is wanted, and the question asks for one value ({said!r}); ask for 'all ...' or for 'the names of all ...'"
        )
    evidence = [
        {**derivation.as_json(), "field": f"[{place}]"}
        for place, part in enumerate(parts)
        for derivation in progress.timely(part.evidence)
    ]
    return replace(
        call, arguments={**call.arguments, "answer": [part.text for part in parts], "evidence": evidence}
    )
