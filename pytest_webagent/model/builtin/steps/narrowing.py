"""Filtering a table by one of its columns: in the field under the head of the column, or in what its filter sign opens."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from pytest_webagent.aria_roles import BUTTONS, DATA_CELLS, FIELDS, TEXT_FIELDS, TOGGLES
from pytest_webagent.claims.element_words import opens_menu
from pytest_webagent.language import lexicon
from pytest_webagent.language.terms import term_set
from pytest_webagent.model.builtin.progress import Act, Done, element
from pytest_webagent.model.builtin.refusal import Missing, Refusal
from pytest_webagent.model.builtin.steps.entering import type_into
from pytest_webagent.model.builtin.steps.pressing import press, set_toggle
from pytest_webagent.model.builtin.words import Fit, Words, plain
from pytest_webagent.page.places import Place, seen
from pytest_webagent.page.tables import column, head_of

if TYPE_CHECKING:
    from pytest_webagent.model.builtin import instruction as say
    from pytest_webagent.model.builtin.progress import Scene

_FILTER: Final = lexicon.stemmed("filter")
_WITHHELD: Final = "(withheld)"
_APPLY: Final = lexicon.stemmed("apply ok filter done")


def narrow(scene: Scene, what: say.Narrow) -> Act | Done:
    """Filter a table by what a column says.

    Raises:
        Missing: there is no such column, or no way to filter by it.
        Refusal: other rows are seen afterwards.
    """
    view, stage = scene.view, scene.progress.stage
    # What opened to filter by it may lie over the table.
    heads = [
        each
        for each in seen(scene.page)
        if each.element.role == "columnheader" and term_set(head_of(each)) == term_set(what.column)
    ]
    if len(heads) != 1:
        raise Missing(what.column, "the head of a column")
    (head,) = heads
    if stage in ("filter typed", "filter applied"):
        apply = [
            at
            for at in scene.controls(BUTTONS)
            if (name := term_set(view.name(at))) and name <= _APPLY
            if view.ancestor(at, ("columnheader",)) is None
        ]
        if stage == "filter typed" and len(apply) == 1:
            return press(scene, apply[0], stage="filter applied")
        return _seen(scene, head, what.value)
    if stage == "filter opened":
        return _in_popup(scene, what)
    fields = [at for at in scene.controls(TEXT_FIELDS) if _under(Place(scene.page, at), head)]
    if len(fields) == 1:
        return replace(
            type_into(scene, fields[0], what.value, stage="filter typed"), field=view[fields[0]].id
        )
    signs = [each for each in head.below() if _filters(each)]
    if not signs:
        raise Missing(what.column, "a way to filter by this column")
    if not view.seen(signs[0].at) and stage != "hovered":
        says = f"rest the pointer on {scene.name(head.at)}"
        return Act(tool="hover", arguments=element(scene, head.at), says=says, stage="hovered")
    return press(scene, signs[0].at, stage="filter opened")


def _filters(place: Place) -> bool:
    """Whether a control in the head of a column opens a filter."""
    told = term_set(f"{place.element.name} {place.element.description.replace('-', ' ')}")
    return (
        place.element.id is not None
        and place.element.clickable
        and (bool(_FILTER & told) or opens_menu(place, called=True))
    )


def _under(place: Place, head: Place) -> bool:
    cell = place.within((*DATA_CELLS, "columnheader"))
    return cell is not None and (cell.at == head.at or column(cell) == head_of(head))


def _in_popup(scene: Scene, what: say.Narrow) -> Act:
    """The value in what opened: the only box of its name that is not ticked, else the field that it can be typed into."""
    view = scene.view
    boxes = [at for at in scene.controls(TOGGLES, Words(what.value), Fit.SAME) if view[at].new]
    if len(boxes) == 1 and not any(
        "checked" in view[at].states for at in scene.controls(TOGGLES) if view[at].new
    ):
        return replace(set_toggle(scene, boxes[0], on=True), stage="filter typed")
    fields = [at for at in scene.controls(TEXT_FIELDS - {"combobox"}) if view[at].new]
    if len(fields) != 1:
        raise Missing(what.value, "a field of the filter to type into")
    return type_into(scene, fields[0], what.value, stage="filter typed")


def _seen(scene: Scene, head: Place, value: str) -> Done:
    name = head_of(head)
    cells = [
        each
        for each in seen(scene.page)
        if each.element.role in DATA_CELLS and each.said and column(each) == name
    ]
    texts = [each.said for each in cells if not any(one.element.role in FIELDS for one in each.below())]
    # Where what was typed is kept secret, so is what says the same.
    others = [each for each in texts if plain(value) not in plain(each) and each != _WITHHELD]
    if others or not texts:
        raise Refusal(
            f"after filtering by {value!r} the column {name!r} shows {', '.join(others[:3]) or 'nothing'}"
        )
    return Done()
