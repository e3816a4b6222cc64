"""The tool that ends a run, and the evidence it is given."""

from __future__ import annotations

import inspect
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any, Literal

from pydantic import TypeAdapter

from pytest_webagent.claims.derivation import Derivation
from pytest_webagent.errors import ToolError
from pytest_webagent.tools.core.base import Tool, tool

if TYPE_CHECKING:
    from collections.abc import Mapping


def without(told: Tool, argument: str, *names: str) -> Tool:
    """A tool whose list of derivations is shown without some of their parts and operations, where these mean nothing."""
    properties = dict(told.parameters["properties"])
    items = properties[argument]["items"]
    kept = {name: part for name, part in items["properties"].items() if name not in names}
    kept["op"] = {**kept["op"], "enum": [each for each in kept["op"]["enum"] if each not in names]}
    # Older versions of pydantic leave out what the docstring of a dataclass says.
    told_of = items.get("description") or inspect.cleandoc(Derivation.__doc__ or "")
    lines = [line for line in told_of.splitlines() if line.partition(":")[0] not in names]
    items = {**items, "description": "\n".join(lines), "properties": kept}
    properties[argument] = {**properties[argument], "items": items}
    return replace(told, parameters={**told.parameters, "properties": properties})


@tool(kind="control", during_dialog=True)
async def stop(
    answer: str,
    status: Literal["done", "goal_not_met", "not_understood"] = "done",
    evidence: tuple[Derivation, ...] = (),
) -> str:
    """End the run and give the answer. Call it once the whole goal is reached, or when it cannot be.

    Args:
        answer: What the goal asks for, as the page shows it and without further words; where it asks for nothing,
            what was done. If it was not reached: what is in the way.
        status: "done": the whole goal was reached; "goal_not_met": the site does not let it be reached;
            "not_understood": the goal is unclear or contradicts itself.
        evidence: What the answer follows from, what shows that it was done, or what is in the way; needed for "done"
            and "goal_not_met". Each piece is worked out again on the live page and has to hold; together they say
            every number, date and name of the answer. Cite what stays, not a message that passes. Such as
            [{"op": "text", "elements": [12]}] for a price, [{"op": "count", "within": 7, "role": "row", "relation": "=",
            "to": "2"}], or [{"op": "exists", "role": "link", "text": "Log out"}].
    """
    if not answer.strip():
        raise ToolError(
            "answer is empty: give what the goal asks for, or in a few words what was done or what is in the way"
        )
    return "The run ends."


_TYPED_ANSWER = (
    "What the goal asks for. Numbers as plain numbers (7.5 for $7.50), dates as YYYY-MM-DD, yes and no as true and false, texts "
    "as the page writes them. If the status is not done: null, and what is in the way goes into `reasoning`. This goes before "
    "what is said of `answer` elsewhere."
)
_TYPED_EVIDENCE = (
    'Each piece says in `field` which part of the answer it is for: "total", "[0]", "[0].price", or nothing for the whole '
    'answer. One that cites a row or card may be for all parts of an object: {"op": "text", "elements": [14], "field": "[0]"}; '
    'and a join of all items, in their order, for a list: {"op": "join", "elements": [3, 5, 8]}. '
)


def typed_stop(schema: Mapping[str, Any]) -> Tool:
    """The tool `stop` for answers of another type than text, by their JSON schema."""
    properties = dict(stop.parameters["properties"])
    properties["answer"] = {"description": _TYPED_ANSWER, "anyOf": [dict(schema), {"type": "null"}]}
    evidence = properties["evidence"]
    properties["evidence"] = {**evidence, "description": _TYPED_EVIDENCE + evidence["description"]}

    def check(arguments: Mapping[str, Any]) -> dict[str, Any]:
        if "answer" not in arguments:
            return stop.check(arguments)
        # Whether it is of the type is judged with the page, whose language numbers and dates may be written in.
        return {**stop.check({**arguments, "answer": "typed"}), "answer": arguments["answer"]}

    return replace(
        stop, parameters={**stop.parameters, "properties": properties}, check=check, function=_stop_typed
    )


async def _stop_typed(answer: object, status: str = "done", evidence: tuple[Derivation, ...] = ()) -> str:
    if status == "done" and answer is None:
        raise ToolError("answer is null: give what the goal asks for, or another status")
    return "The run ends."


@cache
def _reader() -> TypeAdapter[tuple[Derivation, ...]]:
    return TypeAdapter(tuple[Derivation, ...])


def derivations(evidence: object) -> tuple[Derivation, ...]:
    """The `evidence` of a call that was checked, as what it is."""
    return _reader().validate_python(evidence or ())


TOOLS = (without(stop, "evidence", "field"),)
