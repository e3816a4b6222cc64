"""A check: a statement becomes predicates over the page, which others evaluate."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from pytest_webagent.claims.outcome import Absent, Unclear
from pytest_webagent.claims.statements import asked_for, conditions
from pytest_webagent.errors import ToolError
from pytest_webagent.messages import ToolCall
from pytest_webagent.model.builtin.predicates import Predicates
from pytest_webagent.model.builtin.refusal import Missing, Refusal, advice
from pytest_webagent.model.builtin.told import Citing
from pytest_webagent.model.builtin.view import View
from pytest_webagent.ports import ModelResponse

if TYPE_CHECKING:
    from pytest_webagent.claims.derivation import Derivation
    from pytest_webagent.observation import Observation
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
    except Missing as missing:
        return _look_on(request, looking, missing)
    except Refusal as refusal:
        return _not_understood(looking, refusal)
    said = f"{len(found)} predicate{'' if len(found) == 1 else 's'}: {'; '.join(each.told for each in found)}"
    arguments = {"predicates": [each.as_json() for each in found], "status": "stated"}
    return _call(EXPECT, arguments, said, looking)


def _look_on(request: ModelRequest, looking: Looking, missing: Missing) -> ModelResponse:
    """What is not on the page may be further down, or still on its way."""
    page, names = request.observation, {tool.name for tool in request.tools}
    if (
        page.dialog is None
        and page.pixels_below > 0
        and looking.screens < _MOST_SCREENS
        and "scroll" in names
    ):
        looking = replace(looking, screens=looking.screens + 1)
        return _call("scroll", {"direction": "down"}, f"scroll on, looking for {missing.said}", looking)
    if page.dialog is None and not looking.waited and "wait" in names:
        arguments = {"seconds": _PATIENCE}
        return _call("wait", arguments, f"wait for {missing.said}", replace(looking, waited=True))
    return _not_understood(looking, missing)


def _not_understood(looking: Looking, refusal: Refusal) -> ModelResponse:
    said = f"{refusal.problem}.{advice('not_understood')}".replace("..", ".")
    return _call(EXPECT, {"predicates": [], "status": "not_understood"}, said, looking)


def _call(tool: str, arguments: dict[str, Any], said: str, looking: Looking) -> ModelResponse:
    call = ToolCall(tool, {**arguments, "reasoning": said}, id=f"builtin-{looking.calls}")
    return ModelResponse(text=said, tool_calls=(call,), memory=looking)


def predicates(statement: str, page: Observation, *, asked: bool = False) -> tuple[Derivation, ...]:
    """What has to hold on a page for a statement to be true; `asked`: for the answer to a question to be yes.

    Raises:
        Missing: something that it speaks of is not there, or not yet.
        Refusal: it is not understood, or the page does not tell.
    """
    from pytest_webagent.claims.evaluation import work_out

    cited, read = Predicates(Citing(View(page))), asked_for if asked else conditions
    try:
        found = dict.fromkeys(each for one in read(statement, page) for each in cited.of(one))
    except Absent as absent:
        raise Missing(absent.said, "what the statement speaks of", absent.nearest) from None
    except Unclear as problem:
        raise Refusal(str(problem)) from None
    if all(map(_holds_anywhere, found)):
        found |= dict.fromkeys(cited.anchor())
    came_to = [work_out(each, page) for each in found]
    unclear = [each for each in came_to if each.problem and not each.refuted]
    if unclear and not any(each.refuted for each in came_to):
        raise Refusal(f"whether it holds cannot be told: {unclear[0].problem}")
    return tuple(found)


def claims_of(statement: str, page: Observation) -> tuple[Derivation, ...]:
    """What `predicates` gives, for those who check a statement without a model.

    Raises:
        ToolError: it is not understood, something that it speaks of is not there, or the page does not tell.
    """
    try:
        return predicates(statement, page)
    except Refusal as refusal:
        raise ToolError(f"{statement!r} cannot be checked: {refusal.problem}") from None


def _holds_anywhere(each: Derivation) -> bool:
    """Whether a predicate would hold on an empty page as well."""
    return (each.op == "not_exists" and not each.elements) or (each.op == "count" and each.to == "0")
