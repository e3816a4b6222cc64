"""Cells of a table that are edited in place: a double click opens the editor, Enter leaves it, and the cell is read back."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from pytest_webagent.aria_roles import FIELDS, TEXT_FIELDS
from pytest_webagent.model.builtin.progress import Act, Done, element
from pytest_webagent.model.builtin.refusal import Missing, Refusal, unmet
from pytest_webagent.model.builtin.spots import cell
from pytest_webagent.model.builtin.steps import entering
from pytest_webagent.model.builtin.steps.choosing import select
from pytest_webagent.model.builtin.words import Words, plain

if TYPE_CHECKING:
    from pytest_webagent.model.builtin import instruction as say
    from pytest_webagent.model.builtin.progress import Again, Scene

_STAGES: Final = frozenset(("cell opened", "cell entered", "cell left"))


def fill(scene: Scene, what: say.Fill) -> Act | Done | Again:
    """Put a value into a field, or into the cell that is named."""
    if scene.progress.stage in _STAGES:
        return _go_on(scene, what)
    try:
        return entering.fill(scene, what)
    except Missing:
        if (opened := _edit(scene, what)) is None:
            raise
        return opened


def _edit(scene: Scene, what: say.Fill) -> Act | None:
    """Open the editor of the cell that is named: "the phone of Ann Berg"; None where no cell is."""
    if what.field is None or what.reference:
        return None
    try:
        place = cell(scene.finder.look, what.field, scene.finder.thing)
    except Refusal:
        return None
    if place is None or place.element.role != "gridcell" or place.element.id is None:
        return None
    if any(each.element.clickable for each in place.below()):
        return None
    arguments = {**element(scene, place.at), "double": True}
    says = f"double-click {scene.name(place.at)}"
    return Act(tool="click", arguments=arguments, says=says, stage="cell opened", field=place.element.id)


def _go_on(scene: Scene, what: say.Fill) -> Act | Done:
    """Type into the editor that opened, leave it, and see that the cell says what was typed.

    Raises:
        Refusal: there is no editor, or the cell says something else.
    """
    view, field, stage = scene.view, scene.progress.field, scene.progress.stage
    at = scene.by_id(field)
    inside = [] if at is None else [each for each in view.within(at) if view[each].role in FIELDS]
    focused = [each for each in scene.controls(TEXT_FIELDS) if "active" in view[each].states]
    editor = next(iter(inside or focused), None)
    if stage == "cell opened":
        if editor is None:
            said = what.field.said if what.field is not None else ""
            raise Refusal(f"a double click on the cell for {said!r} opens no field to type into")
        if view[editor].options:
            return replace(select(scene, editor, Words(what.value)), stage="cell entered", field=field)
        return replace(entering.type_into(scene, editor, what.value, stage="cell entered"), field=field)
    if stage == "cell entered" and editor is not None:
        arguments = {"key": "Enter", "element_id": scene.id(editor)}
        return Act(
            tool="press_key", arguments=arguments, says="leave the cell", stage="cell left", field=field
        )
    if at is None or plain(view.text(at) or view.name(at)) != plain(what.value):
        shown = "" if at is None else view.text(at) or view.name(at)
        raise unmet(f"the cell shows {shown!r} after '{what.value}' was put into it", ())
    return Done()
