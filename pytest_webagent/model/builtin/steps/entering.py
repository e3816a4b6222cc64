"""Typing, choosing, ticking, searching, logging in, submitting, uploading."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import time
from typing import TYPE_CHECKING

from pytest_webagent.aria_roles import BUTTONS, TEXT_FIELDS
from pytest_webagent.language import lexicon
from pytest_webagent.language.quotations import masked
from pytest_webagent.language.terms import term_set
from pytest_webagent.model.builtin import instruction as say
from pytest_webagent.model.builtin.grammar.pointing import named
from pytest_webagent.model.builtin.progress import Act, Again, Done, Scene, element
from pytest_webagent.model.builtin.refusal import Missing, Refusal, unmet
from pytest_webagent.model.builtin.row_controls import with_synonyms
from pytest_webagent.model.builtin.steppers import Stepper, steppers
from pytest_webagent.model.builtin.steps.calendars import day_of, pick_time, shows
from pytest_webagent.model.builtin.steps.pressing import meant, press, set_toggle
from pytest_webagent.model.builtin.words import content, plain, tokens
from pytest_webagent.policy.redaction import MASK
from pytest_webagent.values.days import calendar_day, days

if TYPE_CHECKING:
    from pytest_webagent.model.builtin.row_controls import Purpose


_MEASURED = re.compile(r"(-?\d+(?:[.,]\d+)?)\s*(?:%|[^\W\d]+)")
"""A number with its unit: "20 px"."""


def fill(scene: Scene, what: say.Fill) -> Act | Done | Again:
    """Put a value into a field, in the way the field takes it."""
    given = None if what.field is None else scene.by_id(what.field.id)
    if (stepper := next((each for each in steppers(scene.view) if each.less == given), None)) is not None:
        return count(scene, stepper, what)
    if scene.page.dialog is not None and what.field is None:
        return Act(
            tool="accept_dialog",
            arguments={"text": what.value},
            says=f"answer the dialog with '{what.value}'",
        )
    index = _edited(scene, what, _field(scene, what))
    if what.loose and what.field is not None and what.field.id is None:
        left = term_set(what.field.said) - term_set(" ".join(scene.view.names(index)))
        role = scene.view[index].role
        if {word for word in left if role not in lexicon.ROLES.get(word, frozenset())}:
            # "Make Ann active in the member list" types nothing into the field "New member".
            raise Missing(what.field.said, "a field")
    if what.reference:
        where = f" in {what.said!r}" if what.said else ""
        raise Refusal(
            f"{what.value!r}{where} speaks of a value instead of giving it; "
            "say the value itself, in quotes if these words are the text to type"
        )
    element_here = scene.view[index]
    if "readonly" in element_here.states and calendar_day(what.value) and what.field is not None:
        # It opens a calendar.
        return Again(instead=(say.Choose(said=what.said, option=named(what.value), field=what.field),))
    moment = next((each.value for each in days(what.value)), None)
    if (
        "readonly" in element_here.states
        and isinstance(moment, time)
        and (moved := pick_time(scene, moment, index))
    ):
        return moved
    suggests = element_here.role == "combobox" and what.value and what.field is not None
    for state in ("disabled", "readonly"):
        if state in element_here.states and not suggests:
            shown = scene.citing.there(index, state=state)
            raise unmet(f"{scene.name(index)} cannot be changed", shown.evidence)
    if suggests or (element_here.options and what.value) or element_here.role not in TEXT_FIELDS | {"slider"}:
        option = say.Target(what.value) if suggests else named(what.value)
        field = None if what.field is None else replace(what.field, id=element_here.id)
        return Again(instead=(say.Choose(said=what.said, option=option, field=field, typed=what.typed),))
    if scene.progress.stage.startswith("slide"):
        return slide(scene, index, what.value)
    remember = meant(scene, index, what.field) if what.field is not None else None
    act = type_into(
        scene,
        index,
        what.value,
        stage=None,
        on_error="slide"
        if element_here.role == "slider"
        else "date"
        if calendar_day(what.value) and not what.typed
        else None,
    )
    return replace(act, remember=remember)


def refuse_lost(scene: Scene, act: Act) -> None:
    """Make sure that a field holds what was put into it.

    Raises:
        Refusal: it shows something else now.
    """
    _refuse_replaced(scene, act)
    index, language = scene.by_id(act.field), scene.page.language
    shown = scene.view[index].value if index is not None and act.wanted else ""
    # A field that is empty again may have handed on what it took.
    if index is None or not shown or scene.view[index].role == "combobox" or scene.page.dialog is not None:
        return
    wanted = {each.value for each in days(act.wanted, language)}
    held = {each for one in days(shown, language) for each in (one.value, one.other)}
    left = iter(character for character in shown.casefold() if character.isalnum())
    typed = [character for character in act.wanted.casefold() if character.isalnum()]
    taken = wanted & held or all(character in left for character in typed)
    if not taken and "readonly" in scene.view[index].states and day_of(scene.progress.following):
        # A calendar may wait for the last day as well.
        return
    before = scene.progress.instructions[scene.progress.index - 1] if scene.progress.index else None
    if taken and day_of(scene.progress.current) and (first := day_of(before)) and not shows(scene, *first):
        index, shown, taken = scene.by_id(first[1]) or 0, "", False
    if not taken:
        problem = f"{scene.name(index)} shows {shown!r} after '{act.wanted}' was put into it"
        raise unmet(problem, scene.citing.value(index).evidence)


def _refuse_replaced(scene: Scene, act: Act) -> None:
    """Make sure that of several options that are chosen in one list none takes out another."""
    progress, prior = scene.progress, scene.progress.prior
    current = next(iter(progress.instructions[progress.index :]), None)
    pressed = scene.by_id(act.element_id) if act.tool == "click" else None
    if pressed is None or prior is None or not (isinstance(current, say.Choose) and current.each):
        return
    box = scene.view[pressed].parent
    inside = {scene.view[at].id for at in (scene.page.descendants(box) if box is not None else ())}
    was = {each.name for each in prior.elements if each.id in inside and "selected" in each.states}
    now = {each.name for each in scene.page.elements if each.id in inside and "selected" in each.states}
    if lost := was - now - {scene.view[pressed].name}:
        raise Refusal(
            f"choosing {scene.name(pressed)} takes {', '.join(map(repr, sorted(lost)))} out of what was chosen"
        )


def count(scene: Scene, stepper: Stepper, what: say.Fill) -> Act | Done:
    """Press the buttons of a number until it is the one that is wanted.

    Raises:
        Refusal: it does not get there.
    """
    shown = scene.view.text(stepper.at).strip()
    _, way, before = (*scene.progress.stage.split(), "", "", "")[:3]
    if int(shown) == int(what.value):
        return Done()
    wanted = "up" if int(shown) < int(what.value) else "down"
    at = stepper.more if wanted == "up" else stepper.less
    if (way and (way != wanted or shown == before)) or scene.view.disabled(at):
        problem = f"'{stepper.names[0]}' cannot be set to {what.value}; it shows {shown}"
        raise unmet(problem, scene.citing.there(stepper.at).evidence)
    return replace(press(scene, at), stage=f"count {wanted} {shown}")


def slide(scene: Scene, index: int, value: str) -> Act | Done:
    """Bring a slider that takes no typing to a value, one step after the other.

    Raises:
        Refusal: it does not stop there.
    """
    number, now = _MEASURED.fullmatch(f"{value} _"), scene.view[index].value or ""
    before = scene.progress.stage.split()[1:]
    wanted, shown = (float(each.replace(",", ".")) for each in (number[1] if number else "nan", now or "nan"))
    if wanted == shown:
        return Done()
    forward = wanted > shown
    if not (forward or wanted < shown) or (before and (now == before[1] or forward != (before[0] == "up"))):
        raise unmet(
            f"{scene.name(index)} cannot be set to {value}; it shows {now}",
            scene.citing.value(index).evidence,
        )
    arguments = {"key": "ArrowRight" if forward else "ArrowLeft", "element_id": scene.id(index)}
    says, stage = f"move {scene.name(index)} towards {value}", f"slide {'up' if forward else 'down'} {now}"
    return Act(tool="press_key", arguments=arguments, says=says, stage=stage, field=scene.view[index].id)


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
    # The page does not tell what is in a field for secrets, not even nothing.
    field = scene.view[index]
    said = MASK if field.role == "textbox" and field.value is None else f"'{value}'"
    return Act(
        tool="type",
        arguments=arguments,
        says=f"type {said} into {scene.name(index)}",
        stage=stage,
        field=scene.view[index].id,
        on_error=on_error,
        wanted="" if stage else value,
    )


def _field(scene: Scene, what: say.Fill) -> int:
    if what.field is None:
        return _only_field(scene)
    try:
        return scene.finder.one(what.field, "field")
    except Missing:
        said = term_set(what.field.said) - frozenset(lexicon.ROLES)
        meant_so = with_synonyms(next(iter(said))) if len(said) == 1 else frozenset[str]()
        same = [at for at in scene.controls(TEXT_FIELDS) if meant_so & term_set(scene.view.name(at))]
        if len(same) == 1:
            # "The destination field" asks where to.
            return same[0]
        if what.typed and not calendar_day(what.value):
            raise
    return scene.finder.one(what.field, "choice" if not calendar_day(what.value) else "press")


def _edited(scene: Scene, what: say.Fill, field: int) -> int:
    """The field that is being edited, where words name none at all: "change the text to 'Tea'"."""
    said = masked(what.said)
    left = term_set(said.partition(" ")[2]) - lexicon.VALUES - lexicon.ANYTHING - frozenset(lexicon.ROLES)
    named = plain(scene.view.name(field)) in plain(said)
    if not said or left or named or what.value not in what.said:
        return field
    focused = [at for at in scene.controls(TEXT_FIELDS) if "active" in scene.view[at].states]
    edited = [at for at in focused if scene.view[at].value and not scene.view[at].options]
    return edited[0] if len(edited) == 1 else field


def _with_button(scene: Scene, fields: list[int]) -> list[int]:
    """The field that stands alone with the button that is pressed next: "enter SAVE10 and click Apply"."""
    view, following = scene.view, scene.progress.following
    said = plain(f"{scene.progress.current.said} {following.said if following is not None else ''}")
    found: list[int] = []
    for at in scene.controls(BUTTONS):
        name = plain(view.name(at))
        if name and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", said):
            around = (
                [each for each in fields if each in view.within(above)] for above in view.page.ancestors(at)
            )
            found += next(filter(None, around), [])
    return found


def _only_field(scene: Scene) -> int:
    """The field meant where none is named: the one with the focus, else the only one."""
    fields = [at for at in scene.controls(TEXT_FIELDS) if not scene.view[at].options]
    focused = [at for at in fields if "active" in scene.view[at].states]
    opened = [at for at in fields if scene.view[at].new]
    for found in (focused, opened, _with_button(scene, fields)):
        if len(found) == 1:
            return found[0]
    if (field := scene.sole(fields, "the field")) is None:
        raise Missing("the field", "a field to type into")
    return field


def tick(scene: Scene, what: say.Tick) -> Act | Done | Again:
    """Set or unset a checkbox, or each of several."""
    found = scene.finder.find(what.target, "toggle")
    if what.switches and any(selects(scene.view.name(at)) for at in found.indexes):
        # To deactivate Ann is not to untick the box that selects Ann's row.
        raise Missing(what.said, "a switch, or a button for it", map(scene.name, found.indexes))
    if found.every:
        left = [at for at in found.indexes if _ticked(scene, at) != what.on]
        if not left:
            return Done()
        act = set_toggle(scene, left[0], on=what.on)
        return Act(tool=act.tool, arguments=act.arguments, says=act.says, stage="more")
    index = scene.finder.one(what.target, "toggle")
    return replace(set_toggle(scene, index, on=what.on), remember=meant(scene, index, what.target))


def selects(name: str) -> bool:
    """Whether a box selects its row for what is done next, and so says nothing about the row itself."""
    return content(name)[:1] == ("select",)


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
    purposes: tuple[Purpose, ...] = ("press", "field")
    named_so = next((each for each in purposes if scene.finder.exists(field, each)), None)
    return _only_file_field(scene) if named_so is None else scene.finder.one(field, named_so)


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
