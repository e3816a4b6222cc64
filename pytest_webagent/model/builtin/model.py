"""The embedded model: a planner for plain English that needs no key and refuses what it does not understand."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pytest_webagent.messages import ToolCall
from pytest_webagent.model.builtin import expecting, shaping
from pytest_webagent.model.builtin.goal import understand
from pytest_webagent.model.builtin.instruction import Step
from pytest_webagent.model.builtin.named_things import exactly_named
from pytest_webagent.model.builtin.planner import Planner
from pytest_webagent.model.builtin.progress import Progress
from pytest_webagent.model.builtin.refusal import Refusal, advice
from pytest_webagent.model.builtin.view import View
from pytest_webagent.ports import FREE, ModelResponse

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.messages import Message
    from pytest_webagent.model.builtin.instruction import Instruction
    from pytest_webagent.ports import ModelRequest

_FENCED: Final = re.compile(r"\A<page (?:\w+)>\n(.*)\n</page \w+>\Z", re.DOTALL)


class BuiltinModel:
    """A `ModelClient` that reads plain step-by-step English.

    Each step is read on the page on which it is done. One that is ambiguous, impossible or not understood ends the run
    there, with a refusal that quotes the words; nothing is ever guessed. The same goal on the
    same page always gives the same calls.
    """

    billing = FREE
    writes = False

    @property
    def name(self) -> str:
        """The name shown in header and report."""
        return "builtin"

    @property
    def sees_images(self) -> bool:
        """It reads the page's elements; screenshots are of no use to it."""
        return False

    async def complete(self, request: ModelRequest) -> ModelResponse:
        """Decide the next step."""
        if expecting.checks(request):
            return expecting.complete(request)
        form = shaping.wanted(request.tools)
        try:
            progress = request.memory
            if not isinstance(progress, Progress):
                shaping.refuse_objects(form)
                progress = Progress(instructions=_plan(request))
            planner = Planner(request.observation, progress, _reply(request.messages))
            reasoning, call, progress = planner.step()
            call = shaping.listed(call, progress) if form == "list" else call
        except Refusal as refusal:
            return _refused(refusal)
        return ModelResponse(text=reasoning, tool_calls=(call,), memory=progress)

    async def close(self) -> None:
        """Nothing to free."""


def _plan(request: ModelRequest) -> tuple[Instruction, ...]:
    """The instructions of a goal; one that is exactly the name of a control is this control, whatever else it could say."""
    goal = request.goal.strip()
    named = exactly_named(View(request.observation), goal)
    return (Step(said=goal),) if len(named) == 1 else understand(goal, request.tools, request.tools_off)


def _refused(refusal: Refusal) -> ModelResponse:
    reasoning = f"{refusal.problem}.{advice(refusal.verdict)}"
    arguments = {"answer": reasoning, "status": refusal.verdict, "evidence": [], "reasoning": reasoning}
    return ModelResponse(text=reasoning, tool_calls=(ToolCall("stop", arguments, id="builtin-1"),))


def _reply(messages: Sequence[Message]) -> str:
    """What came of the previous call, without the marks around what others wrote."""
    for message in reversed(messages):
        if message.role == "tool":
            return _FENCED.sub(r"\1", message.text)
        if message.role == "assistant":
            break
    return ""
