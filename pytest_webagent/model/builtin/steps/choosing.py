"""Choosing, filtering, rating: picking one of what is offered."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_webagent.aria_roles import BUTTONS, FIELDS, TEXT_FIELDS, TOGGLES
from pytest_webagent.model.builtin import instruction as say
from pytest_webagent.model.builtin.progress import Act, Again, Done, Scene, element
from pytest_webagent.model.builtin.refusal import Missing, Refusal, ambiguous, unmet
from pytest_webagent.model.builtin.steps.calendars import pick_day
from pytest_webagent.model.builtin.steps.entering import selects, type_into
from pytest_webagent.model.builtin.steps.pressing import press, refuse_disabled, set_toggle
from pytest_webagent.model.builtin.steps.tags import coloured, offers_to_add, take_out
from pytest_webagent.model.builtin.words import Fit, Words, best_fitting, content, option_fit, tokens, unsaid
from pytest_webagent.values.days import calendar_day
from pytest_webagent.values.number_words import NUMBERS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.model.builtin.row_controls import Purpose

OPENS = FIELDS | BUTTONS
"""Roles of what may open a list to choose from."""


_PARTS = re.compile(r"\s*,\s*(?:and\s+)?|\s+and\s+")
_NOTHING_FITS = re.compile(r"\bno (?:results?|choices|match\w*|options|data|items?)\b", re.IGNORECASE)
_RATING = frozenset(["star", "rate", "rating"])
_STARS = re.compile(r"(?P<number>\w+)(?P<stars>\s+stars?)?", re.IGNORECASE)


_BOXES = TOGGLES - {"radio", "menuitemradio"}


def select(scene: Scene, index: int, option: Words) -> Act:
    """Choose an option of a select."""
    label = option_of(scene, index, option)
    return Act(
        tool="selection",
        arguments=element(scene, index, text=label),
        says=f"choose '{label}' in {scene.name(index)}",
        field=scene.view[index].id,
    )


def option_of(scene: Scene, index: int, wanted: Words) -> str:
    """The one option of a dropdown that is meant.

    Raises:
        Refusal: there is none (the field is there but does not offer it), or several fit.
    """
    options = scene.view[index].options
    found = list(dict.fromkeys(best_fitting((option_fit(wanted, option), option) for option in options)[0]))
    if not found:
        raise _not_offered(scene, index, wanted, repr(str(wanted)), options)
    if len(found) > 1:
        raise ambiguous(str(wanted), [f"option '{option}'" for option in found])
    return found[0]


def _not_offered(scene: Scene, index: int, wanted: Words, said: str, offered: Sequence[str]) -> Refusal:
    """The refusal for a list that is there, offers other things, and does not have an option."""
    view, citing = scene.view, scene.citing
    inside = [at for at in view.within(index) if view[at].role in TOGGLES | {"option"}]
    told = citing.options(index) if view[index].options else citing.there(*inside)
    shown = citing.not_there(wanted.text, role="option", within=index)
    return unmet(
        f"{scene.name(index)} has no option {said}; it offers: {', '.join(offered[:15])}",
        (*citing.there(index).evidence, *shown.evidence, *told.evidence[:15]),
    )


def choose(scene: Scene, what: say.Choose) -> Act | Done | Again:
    """Choose an option: of a select, a group of radio buttons, a list that opens, or a calendar."""
    if stars := _stars(what):
        return _rate(scene, what, stars)
    day = calendar_day(what.option.words.text)
    if day is not None and (moved := pick_day(scene, day, _with_calendar(scene, what.field))) is not None:
        return moved
    if what.field is None:
        return _choose_anywhere(scene, what)
    if scene.progress.stage == "picked":
        index = _with_calendar(scene, what.field)
        if index is None or "expanded" not in scene.view[index].states:
            return Done()
        arguments = {"key": "Escape", "element_id": scene.id(index)}
        return Act(
            tool="press_key",
            arguments=arguments,
            says=f"close {scene.name(index)}",
            field=scene.view[index].id,
        )
    if what.off:
        return take_out(scene, what, what.field)
    if scene.progress.stage in ("opened", "typed"):
        return _choose_opened(scene, what)
    return _choose_in(scene, what, what.field)


def _with_calendar(scene: Scene, field: say.Target | None) -> int | None:
    """The field or button of a calendar that may be meant."""
    purposes: tuple[Purpose, ...] = ("field", "press")
    if field is None:
        return None
    named = next((each for each in purposes if scene.finder.exists(field, each)), None)
    index = None if named is None else scene.finder.one(field, named)
    return None if index is None or scene.view[index].options else index


def _choose_in(scene: Scene, what: say.Choose, field: say.Target) -> Act | Done | Again:
    """Choose an option of what is named, in the way that takes it."""
    boxed = _selected_by_box(scene, what)
    if boxed is not None:
        return boxed
    options = _options_in_place(scene, what, field)
    if options is not None:
        ticked = scene.view[options].role in TOGGLES
        return set_toggle(scene, options) if ticked else press(scene, options)
    index = (
        scene.finder.one(field, "choice")
        if not scene.finder.exists(field, "field")
        else scene.finder.one(field, "field")
    )
    if scene.view[index].options:
        return select(scene, index, what.option.words)
    free = scene.view[index].role in TEXT_FIELDS and "readonly" not in scene.view[index].states
    if free and scene.progress.stage != "closed":
        listed = scene.view[index].role == "combobox"
        stage, on_error = ("typed", "closed") if listed else (None, None)
        return type_into(scene, index, what.option.words.text, stage=stage, on_error=on_error)
    refuse_disabled(scene, index)
    inside = [
        at
        for at in scene.view.within(index)
        if scene.view[at].id is not None and scene.finder.fit(what.option.words, at) >= Fit.PART
    ]
    if len(inside) == 1:
        return press(scene, inside[0])
    if scene.view[index].role in ("group", "radiogroup", "listbox"):
        offered = [
            scene.view.name(at)
            for at in scene.view.within(index)
            if scene.view[at].role in TOGGLES | {"option"}
        ]
        raise _not_offered(scene, index, what.option.words, what.option.said, offered)
    if scene.view[index].role not in OPENS:
        raise Missing(field.said, "a list to choose from", [scene.name(index)])
    if scene.progress.stage == "covered":
        arguments = {"key": "ArrowDown", "element_id": scene.id(index)}
        return Act(tool="press_key", arguments=arguments, says=f"open {scene.name(index)}", stage="opened")
    # What is chosen already may lie over it.
    return replace(press(scene, index, stage="opened"), on_error="covered", field=scene.view[index].id)


def _options_in_place(scene: Scene, what: say.Choose, field: say.Target) -> int | None:
    """The option where the field's words name a place: suggestions, a group of radio buttons, a filter."""
    try:
        index = scene.finder.one(say.Target(f"{what.option.said} in {field.said}"))
    except Refusal:
        return None
    return index if _is_option(scene, index) else None


def _is_option(scene: Scene, index: int) -> bool:
    """Whether something may be chosen itself: no cell that only says so, and nothing that holds the field."""
    view = scene.view
    held = any(view[at].role in FIELDS for at in view.within(index))
    return not held and (view[index].role != "gridcell" or view[index].clickable)


def _choose_opened(scene: Scene, what: say.Choose) -> Act | Done | Again:
    """The option in the list that opened, or among the suggestions for what was typed."""
    roles = ("option", "menuitem", "menuitemradio", "treeitem", "radio", "listitem")
    offered = scene.controls(roles)
    words = what.option.words
    fits = [(max(scene.finder.fit(words, at), option_fit(words, scene.view.name(at))), at) for at in offered]
    best, level = best_fitting(fits, Fit.PART)
    listed = [
        at
        for at in scene.view.shown
        if scene.view[at].clickable and scene.view.ancestor(at, ("listbox", "menu"))
    ]
    best = best or [at for at in listed if offers_to_add(scene.view.name(at), what.option.words.text)]
    shown = [at for at in scene.controls(BUTTONS, what.option.words, Fit.SAME) if scene.view[at].new]
    best = best or shown
    if not best and (put := coloured(scene, what.option.words.text)) is not None:
        return put
    if what.typed and scene.progress.stage == "typed" and (level < Fit.SET or len(best) > 1):
        return Done()
    found = scene.sole(best, what.option.said)
    if found is None and scene.progress.stage == "typed":
        parts = _PARTS.split(what.option.said) if not what.option.words.exact else []
        if len(parts) > 1:
            # "Bug and Design" is no option, but each of them may be one.
            return Again(instead=tuple(replace(what, option=say.Target(part), each=True) for part in parts))
        texts = (scene.view[at].text for at in scene.view.shown)
        if not offered and not what.each and not any(map(_NOTHING_FITS.search, texts)):
            # Nothing is suggested: any text will do.
            return Done()
    if found is None:
        raise Missing(what.option.said, "an option in the list that opened")
    return press(scene, found, stage="picked" if found in shown else None)


def _choose_anywhere(scene: Scene, what: say.Choose) -> Act:
    """An option whose field is not named: of the one select that has it, else something to press."""
    words = what.option.words
    holders = offering(scene, words, Fit.SAME)
    if len(holders) > 1:
        raise ambiguous(what.option.said, [f"an option of {scene.name(at)}" for at in holders])
    if holders:
        return select(scene, holders[0], words)
    boxed = _selected_by_box(scene, what)
    if boxed is not None:
        return boxed
    index = scene.finder.one(what.option)
    if not _is_option(scene, index):
        raise Missing(what.option.said, "something to choose", [scene.name(index)])
    if scene.view[index].role in TOGGLES:
        return set_toggle(scene, index, on=True)
    return press(scene, index, remember=scene.view.name(index) if scene.view[index].role == "link" else None)


def offering(scene: Scene, option: Words, least: Fit) -> list[int]:
    """The dropdowns that have an option."""
    return [
        at
        for at in scene.view.shown
        if any(option_fit(option, each) >= least for each in scene.view[at].options)
    ]


def _selected_by_box(scene: Scene, what: say.Choose) -> Act | None:
    """The box or button that selects a row or card, where the goal selects it."""
    if what.row is None:
        return None
    item = scene.finder.thing(what.row)
    if item is None:
        return None
    name = scene.finder.called(item)
    chosen = [
        at
        for at in scene.view.within(item.at)
        if scene.view[at].role in BUTTONS and content(scene.view.name(at)) in (("select",), ("choose",))
    ]
    if len(chosen) == 1:
        return press(scene, chosen[0], remember=name)
    boxes = [
        at
        for at in scene.view.within(item.at)
        if scene.view[at].role in _BOXES and scene.view[at].id is not None
    ]
    if len(boxes) != 1:
        return None
    if not selects(scene.view.name(boxes[0])) and unsaid(name, scene.view.name(boxes[0])):
        return None
    return replace(set_toggle(scene, boxes[0], on=True), remember=name)


def _stars(what: say.Choose) -> int:
    """How many stars are given; 0 where something else is chosen."""
    found = _STARS.fullmatch(what.option.said)
    rated = what.field is not None and _RATING & set(tokens(what.field.said))
    if found is None or not (found["stars"] or rated):
        return 0
    number = found["number"].lower()
    return NUMBERS.get(number) or (int(number) if number.isdigit() else 0)


def _rate(scene: Scene, what: say.Choose, stars: int) -> Act:
    """Press the star with this number."""
    view, field = scene.view, what.field
    item = scene.finder.thing(field) if field is not None and not field.pronoun else None
    named_so = [
        at
        for at in (view.shown if item is None else view.within(item.at))
        if view[at].role in BUTTONS | TOGGLES | {"link", "option", "img"}
        and view[at].id is not None
        and (view[at].clickable or view[at].role != "img")
        and re.findall(r"\d+", view.name(at))[:1] == [str(stars)]
        and _RATING & {*tokens(view.name(at)), *view.context(at)}
    ]
    starred = [at for at in named_so if _RATING & set(tokens(view.name(at)))] or named_so
    star = scene.sole(scene.finder.distinct(starred, every=True), f"{stars} stars")
    if star is None:
        raise Missing(f"{stars} stars", "a star to press")
    return set_toggle(scene, star) if view[star].role in TOGGLES else press(scene, star)
