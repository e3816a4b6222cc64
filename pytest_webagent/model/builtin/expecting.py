"""A check: a statement becomes predicates over the page, which others evaluate."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from pytest_webagent.claims.outcome import Absent, Unclear
from pytest_webagent.claims.predicates import predicates
from pytest_webagent.messages import ToolCall
from pytest_webagent.model.builtin.refusal import advice
from pytest_webagent.ports import ModelResponse

if TYPE_CHECKING:
    from pytest_webagent.ports import ModelRequest

EXPECT: Final = "expect"
"""The tool that takes predicates."""
_MOST_SCREENS = 12
_PATIENCE = 2
"""Seconds to wait for something that is not on the page and has to be, before it can be said what has to hold of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Looking:
    """What was done to find what a statement speaks of: what a check hands to itself from step to step."""

    calls: int = 0
    screens: int = 0
    waited: bool = False


def checks(request: ModelRequest) -> bool:
    """Whether a statement is to be put into predicates, rather than a goal to be reached."""
    return any(tool.name == EXPECT for tool in request.tools)


def complete(request: ModelRequest) -> ModelResponse:
    """The predicates of a statement, or a look for what it speaks of, or why it is not understood."""
    looking = request.memory if isinstance(request.memory, Looking) else Looking()
    looking = replace(looking, calls=looking.calls + 1)
    try:
        found = predicates(request.goal, request.observation)
    except Unclear as problem:
        looked = _look_on(request, looking, problem.said) if isinstance(problem, Absent) else None
        said = f"{problem}.{advice('not_understood')}".replace("..", ".")
        return looked or _call(EXPECT, {"predicates": [], "status": "not_understood"}, said, looking)
    said = f"{len(found)} predicate{'' if len(found) == 1 else 's'}: {'; '.join(each.told for each in found)}"
    arguments = {"predicates": [each.as_json() for each in found], "status": "stated"}
    return _call(EXPECT, arguments, said, looking)


def _look_on(request: ModelRequest, looking: Looking, said: str) -> ModelResponse | None:
    """What is not on the page may be further down, or still on its way; None where all of that was tried."""
    page, names = request.observation, {tool.name for tool in request.tools}
    if page.dialog is not None:
        return None
    if page.pixels_below > 0 and looking.screens < _MOST_SCREENS and "scroll" in names:
        looking = replace(looking, screens=looking.screens + 1)
        return _call("scroll", {"direction": "down"}, f"scroll on, looking for {said}", looking)
    if looking.waited or "wait" not in names:
        return None
    return _call("wait", {"seconds": _PATIENCE}, f"wait for {said}", replace(looking, waited=True))


def _call(tool: str, arguments: dict[str, Any], said: str, looking: Looking) -> ModelResponse:
    call = ToolCall(tool, {**arguments, "reasoning": said}, id=f"builtin-{looking.calls}")
    return ModelResponse(text=said, tool_calls=(call,), memory=looking)
