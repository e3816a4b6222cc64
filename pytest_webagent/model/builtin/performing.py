"""What carries out each kind of instruction."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from pytest_webagent.model.builtin import instruction as say
from pytest_webagent.model.builtin import step_reader
from pytest_webagent.model.builtin.progress import Act, Again, Done
from pytest_webagent.model.builtin.refusal import Missing, Refusal
from pytest_webagent.model.builtin.steps import (
    calendars,
    cells,
    choosing,
    entering,
    moving,
    narrowing,
    pressing,
    signing,
    sorting,
    tool_calls,
)
from pytest_webagent.model.builtin.whereabouts import without_here

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pytest_webagent.model.builtin.progress import Scene

Move: TypeAlias = Act | Done | Again

_DOING: Mapping[type[say.Instruction], Callable[[Scene, Any], Move]] = {
    say.Click: signing.click,
    say.GoTo: pressing.go_to,
    say.Fold: pressing.fold,
    say.Hover: pressing.hover,
    say.Leaf: calendars.leaf,
    say.Drag: pressing.drag,
    say.Find: pressing.find,
    say.Fill: cells.fill,
    say.Choose: choosing.choose,
    say.Tick: entering.tick,
    say.Search: signing.search,
    say.LogIn: signing.log_in,
    say.Upload: entering.upload,
    say.Sort: sorting.sort,
    say.Narrow: narrowing.narrow,
    say.Tool: moving.use_tool,
    say.Call: tool_calls.make,
    say.Given: tool_calls.report,
    say.SwitchTab: moving.switch_tab,
    say.AnswerDialog: moving.answer_dialog,
    say.WaitFor: moving.wait_for,
    say.ScrollTo: moving.scroll_to,
    say.Ask: moving.ask,
    say.Check: moving.check,
    say.When: moving.when,
}


def attempt(scene: Scene, what: say.Instruction) -> Move:
    """The next move of an instruction; words are read on the page first."""
    if isinstance(what, say.Step):
        return step_reader.read(scene, what, partial(attempt, scene))
    try:
        return _DOING[type(what)](scene, what)
    except Missing:
        said = without_here(scene.view, what.said) if isinstance(what, say.Ask) else what.said
        if said == what.said:
            raise
        with suppress(Missing):
            return _DOING[type(what)](scene, replace(what, said=said))
        raise


def pending(scene: Scene) -> Act | None:
    """What a dialog of the browser asks for first: an alert leaves no choice, any other one only the goal can answer.

    Raises:
        Refusal: it does not say how.
    """
    if scene.page.dialog is None:
        return None
    current = scene.progress.current
    asked = isinstance(current, say.Ask) and isinstance(current.question, say.Message)
    if _answers(scene, current):
        return None
    if asked and (not scene.alerts or _answers(scene, scene.progress.following)):
        return None
    if scene.alerts:
        return moving.acknowledged(scene)
    raise unanswered(scene)


def unanswered(scene: Scene) -> Refusal:
    """The refusal for a dialog of the browser that the goal does not speak of."""
    asked = (scene.page.dialog or "").partition(": call")[0]
    return Refusal(f"{asked}, and the goal does not say whether to accept or dismiss it")


def _answers(scene: Scene, instruction: say.Instruction | None) -> bool:
    return (
        isinstance(instruction, say.AnswerDialog)
        or (isinstance(instruction, say.Fill) and instruction.field is None)
        or (isinstance(instruction, say.Step) and step_reader.answers_dialog(scene, instruction))
    )
