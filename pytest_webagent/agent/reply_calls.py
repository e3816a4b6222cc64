"""The calls of one reply of a model, as a run makes them."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, Final

from pytest_webagent.agent.fence import JOINER
from pytest_webagent.agent.turn import reasoning_of
from pytest_webagent.nesting import nested_deeper

if TYPE_CHECKING:
    from pytest_webagent.messages import ToolCall
    from pytest_webagent.ports import ModelResponse

MOST_CALLS: Final = 20
"""Calls of one reply that are made at most: all fields of a long form, and no more than can be meant for one page."""

_DEEPEST: Final = 50
"""How deep arguments may be nested: no tool has such, and what checks, shows and keeps them goes through them by recursion."""


def identified(index: int, response: ModelResponse) -> tuple[ToolCall, ...]:
    """The calls of the reply in step `index`, each with an id; of those beyond the bound only the first, to answer for all."""
    return tuple(
        _readable(call if call.id else dataclasses.replace(call, id=f"call_{index}_{number}"))
        for number, call in enumerate(response.tool_calls[: MOST_CALLS + 1], start=1)
    )


def _readable(call: ToolCall) -> ToolCall:
    if not nested_deeper(dict(call.arguments), _DEEPEST):
        return dataclasses.replace(call, arguments=_as_shown(dict(call.arguments)))
    return dataclasses.replace(call, arguments={}, malformed=f"nested more than {_DEEPEST} levels deep")


def _as_shown(value: Any) -> Any:
    """The value with its texts as the page has them: a model that copies one takes the sign with it that keeps marks apart."""
    if isinstance(value, str):
        return value.replace(JOINER, "")
    if isinstance(value, dict):
        return {name: _as_shown(each) for name, each in value.items()}
    return [_as_shown(each) for each in value] if isinstance(value, list) else value


def short(call: ToolCall) -> str:
    """A call in a few words."""
    element = call.arguments.get("element_id")
    return call.name if element is None else f"{call.name} [{element}]"


def with_reasoning(call: ToolCall, reasoning: str) -> ToolCall:
    """The call with the words of the reply as its reasoning, where it has none of its own."""
    if call.malformed is not None or reasoning_of(call) or not reasoning:
        return call
    return dataclasses.replace(call, arguments={**call.arguments, "reasoning": reasoning})
