"""Typing, choosing, ticking, searching, logging in, submitting, uploading."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_webagent.aria_roles import TEXT_FIELDS
from pytest_webagent.model.builtin import instruction as say
from pytest_webagent.model.builtin.controls import selects
from pytest_webagent.model.builtin.phrase import named
from pytest_webagent.model.builtin.progress import Act, Again, Done, Scene, element
from pytest_webagent.model.builtin.refusal import Missing, Refusal, unmet
from pytest_webagent.model.builtin.steps.commanding import (
    boxes_of,
    command,
    held_button,
    named_whole,
)
from pytest_webagent.model.builtin.steps.pressing import meant, press, set_toggle
from pytest_webagent.model.builtin.words import tokens
from pytest_webagent.values.days import calendar_day

if TYPE_CHECKING:
    from collections.abc import Iterable


_MEASURED = re.compile(r"(-?\d+(?:[.,]\d+)?)\s*(?:%|[^\W\d]+)")
"""A number with its unit: "20 px"."""


def fill(scene: Scene, what: say.Fill) -> Act | Done | Again:
    """Put a value into a field, in the way the field takes it."""
    if scene.page.dialog is not None and what.field is None:
        return Act(
            tool="accept_dialog",
            arguments={"text": what.value},
            says=f"answer the dialog with '{what.value}'",
        )
    if what.command is not None and (button := named_whole(scene, what.command)) is not None:
        return press(scene, button)
    try:
        index = _field(scene, what)
    except Missing:
        if what.command is None:
            raise
        return command(scene, what.command)
    if what.reference:
        raise Refusal(
            f"{what.value!r} in {what.said!r} speaks of a value instead of giving it; "
            "say the value itself, in quotes if these words are the text to type"
        )
    element_here = scene.view[index]
    if "readonly" in element_here.states and calendar_day(what.value) and what.field is not None:
        # It opens a calendar.
        return Again(instead=(say.Choose(said=what.said, option=named(what.value), field=what.field),))
    for state in ("disabled", "readonly"):
        if state in element_here.states:
            shown = scene.citing.there(index, state=state)
            raise unmet(f"{scene.name(index)} cannot be changed", shown.evidence)
    if (element_here.options and what.value) or element_here.role not in TEXT_FIELDS | {"slider"}:
        return Again(instead=(say.Choose(said=what.said, option=named(what.value), field=what.field),))
    remember = meant(scene, index, what.field) if what.field is not None else None
    act = type_into(
        scene,
        index,
        what.value,
        stage=None,
        on_error="date" if calendar_day(what.value) and not what.typed else None,
    )
    return replace(act, remember=remember)


def type_into(
    scene: Scene,
    index: int,
    value: str,
    *,
    stage: str | None,
    on_error: str | None = None,
) -> Act:
    """Type a value into a field; an empty one clears it."""
    if not value:
        return Act(
            tool="clear",
            arguments=element(scene, index),
            says=f"clear {scene.name(index)}",
            stage=stage,
            field=scene.view[index].id,
        )
    if scene.view[index].role in ("slider", "spinbutton") and (number := _MEASURED.fullmatch(value)):
        value = number[1]
    day = calendar_day(value)
    if day is not None and scene.progress.stage == "date":
        value = day.isoformat()
    arguments: dict[str, object] = {
        "text": value,
        "element_id": scene.id(index),
        "field_description": scene.name(index),
    }
    return Act(
        tool="type",
        arguments=arguments,
        says=f"type '{value}' into {scene.name(index)}",
        stage=stage,
        field=scene.view[index].id,
        on_error=on_error,
    )


def _field(scene: Scene, what: say.Fill) -> int:
    if what.field is None:
        return _only_field(scene)
    try:
        return scene.finder.one(what.field, "field")
    except Missing:
        if what.typed and not calendar_day(what.value):
            raise
    return scene.finder.one(what.field, "choice" if not calendar_day(what.value) else "press")


def _only_field(scene: Scene) -> int:
    """The field meant where none is named: the one with the focus, else the only one."""
    fields = [at for at in scene.controls(TEXT_FIELDS) if not scene.view[at].options]
    focused = [at for at in fields if "active" in scene.view[at].states]
    if len(focused) == 1:
        return focused[0]
    if (field := scene.sole(fields, "the field")) is None:
        raise Missing("the field", "a field to type into")
    return field


def tick(scene: Scene, what: say.Tick) -> Act | Done | Again:
    """Set or unset a checkbox, or each of several."""
    if what.command is not None and (button := held_button(scene, what.command)) is not None:
        return press(scene, button)
    each = _box_of_each(scene, what.target)
    found = scene.finder.find(what.target, "toggle") if each is None else None
    if found is None or found.every:
        boxes = each if found is None else found.indexes
        _refuse_selection(scene, what, boxes or ())
        left = [at for at in boxes or () if _ticked(scene, at) != what.on]
        if not left:
            return Done()
        act = set_toggle(scene, left[0], on=what.on)
        return Act(tool=act.tool, arguments=act.arguments, says=act.says, stage="more")
    index = scene.finder.one(what.target, "toggle")
    _refuse_selection(scene, what, [index])
    return replace(set_toggle(scene, index, on=what.on), remember=meant(scene, index, what.target))


def _refuse_selection(scene: Scene, what: say.Tick, boxes: Iterable[int]) -> None:
    """Make sure that "deactivate Ann" does not untick the box that selects Ann's row."""
    selecting = [scene.name(at) for at in boxes if selects(scene.view.name(at))]
    if what.command is not None and selecting:
        raise Missing(what.said, "a switch, or a button for it", selecting)


def _box_of_each(scene: Scene, what: say.Target) -> tuple[int, ...] | None:
    """The boxes of all the things of a list; None where the words speak of no list with one box in each of them."""
    for reading in what.readings:
        if not reading.every or reading.hint not in ("", "row") or reading.words.exact or reading.places:
            continue
        lists = [
            [boxes_of(scene, item) for item in items]
            for _, items in scene.finder.lists.selected(reading.words)
        ]
        boxed = [boxes for boxes in lists if boxes and all(len(each) == 1 for each in boxes)]
        if len(boxed) == 1:
            return tuple(each[0] for each in boxed[0])
    return None


def _ticked(scene: Scene, index: int) -> bool:
    return any(state in ("checked", "checked=true", "pressed") for state in scene.view[index].states)


def upload(scene: Scene, what: say.Upload) -> Act | Done | Again:
    """Give a file to a file field."""
    index = _file_field(scene, what.field) if what.field is not None else _only_file_field(scene)
    return Act(
        tool="upload_file",
        arguments=element(scene, index, path=what.path),
        says=f"upload '{what.path}' to {scene.name(index)}",
        field=scene.view[index].id,
    )


def _file_field(scene: Scene, field: say.Target) -> int:
    loose = say.Target(
        field.said,
        tuple(
            say.Reading(words=reading.words, places=reading.places, ordinal=reading.ordinal)
            for reading in field.readings
            if reading.words
        ),
    )
    for what in (field, loose):
        for purpose in ("press", "field"):
            if what.readings and scene.finder.exists(what, purpose):
                return scene.finder.one(what, purpose)
    try:
        return scene.finder.one(field)
    except Missing:
        return _only_file_field(scene)


def _only_file_field(scene: Scene) -> int:
    hints = {"file", "upload", "attachment", "picture", "photo", "image", "document", "browse"}
    named_so = [
        at
        for at in scene.controls(("button", "textbox"))
        if hints & set(tokens(" ".join(scene.view.names(at))))
    ]
    if (found := scene.sole(named_so, "the file field")) is None:
        raise Missing("the file field", "a field for a file")
    return found
