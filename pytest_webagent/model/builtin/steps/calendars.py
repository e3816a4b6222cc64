"""Date and time pickers of any make: they are opened, leafed through to the month, and the day is pressed, or the time put in."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from datetime import date, time
from typing import TYPE_CHECKING, NamedTuple

from pytest_webagent.language import lexicon
from pytest_webagent.language.terms import term_set
from pytest_webagent.model.builtin.instruction import Choose, Fill
from pytest_webagent.model.builtin.progress import Act, Done, Scene, element
from pytest_webagent.model.builtin.refusal import Missing, Refusal, ambiguous
from pytest_webagent.model.builtin.spots import DAY_ROLES
from pytest_webagent.model.builtin.steps.pressing import press
from pytest_webagent.model.builtin.words import tokens
from pytest_webagent.values.days import calendar_day, days
from pytest_webagent.values.plain_text import word_set

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_webagent.model.builtin.instruction import Instruction, Leaf

_CELLS = DAY_ROLES | {"generic"}
_FORWARD, _BACK = word_set("next forward later"), word_set("previous prev back earlier")
_SIGNS = {
    "›": "next",
    "»": "next",
    ">": "next",
    "→": "next",
    "‹": "prev",
    "«": "prev",
    "<": "prev",
    "←": "prev",
}
_FEWEST = 28
_MOST_MONTHS = 60


class _Calendar(NamedTuple):
    """Days in sight, with what holds them all."""

    top: int
    days: dict[date, int]


def pick_day(scene: Scene, day: date, field: int | None) -> Act | None:
    """The next move towards a day, of a field's calendar if one is given; None where there is no calendar."""
    stage = scene.progress.stage
    id_ = None if field is None else scene.view[field].id
    shown = _calendars(scene)
    last = _half(scene) if shown else None
    if field is not None and stage != "calendar" and not (shown and scene.progress.field in (id_, last)):
        return press(scene, field, stage="calendar")
    if not shown:
        return None
    # A picker comes when its field is pressed, or is drawn last, over the page; it may show several months.
    newest = next((each for each in shown if scene.view[min(each.days.values())].new), shown[-1])
    near = set(list(scene.view.page.ancestors(newest.top))[:3])
    beside = [each for each in shown if near & {each.top, *scene.view.page.ancestors(each.top)}]
    days = {day: at for each in beside for day, at in each.days.items() if day not in newest.days}
    return replace(_in_calendar(scene, day, _Calendar(newest.top, newest.days | days)), field=id_)


def day_of(what: Instruction | None) -> tuple[date, int] | None:
    """The day that an instruction puts into a field, and the id of the field."""
    said = (
        what.value if isinstance(what, Fill) else what.option.words.text if isinstance(what, Choose) else ""
    )
    day = calendar_day(said)
    known = isinstance(what, Fill | Choose) and what.field is not None and what.field.id
    return (day, known) if day and known else None


def shows(scene: Scene, day: date, field: int | None) -> bool:
    """Whether a field shows a day."""
    at = scene.by_id(field)
    value = "" if at is None else scene.view[at].value or ""
    return any(day in (each.value, each.other) for each in days(value, scene.page.language))


def _half(scene: Scene) -> int | None:
    """The id of the field whose day was pressed last and is not shown: its calendar waits for the last day as well."""
    progress = scene.progress
    first = day_of(progress.instructions[progress.index - 1]) if progress.index else None
    return first[1] if first is not None and not shows(scene, *first) else None


def leaf(scene: Scene, what: Leaf) -> Act | Done:
    """Leaf through the calendar in sight to a month; one without its year is the nearest that way.

    Raises:
        Missing: no calendar shows a month.
    """
    shown = _calendars(scene)
    if not shown:
        raise Missing(what.said, "a calendar")
    year, number = _middle(shown[-1])
    if what.year is not None:
        distance = (what.year - year) * 12 + what.month - number
    else:
        distance = (what.month - number) % 12
        back = what.forward is False or (what.forward is None and distance > 6)
        distance -= 12 if back and distance else 0
    if abs(distance) > _MOST_MONTHS:
        raise Refusal(f"{what.said!r} is too far from the month the calendar shows")
    way = _leaf(scene, shown[-1].top, forward=distance > 0) if distance else None
    return Done() if way is None else press(scene, way, stage="calendar")


def _middle(calendar: _Calendar) -> tuple[int, int]:
    """The year and month of most days that a calendar shows."""
    return Counter((each.year, each.month) for each in calendar.days).most_common(1)[0][0]


def _calendars(scene: Scene) -> list[_Calendar]:
    """The calendars in sight, each with its days, in the order of the page."""
    view = scene.view
    cells = [
        at for at in view.shown if view[at].role in _CELLS and view[at].id is not None and _number(scene, at)
    ]
    holders = {above for at in cells for above in view.page.ancestors(at)}
    cells = [at for at in cells if at not in holders] if any(at not in holders for at in cells) else cells
    found: dict[int, list[int]] = {}
    held = Counter(above for at in cells for above in view.page.ancestors(at))
    for at in cells:
        top = next((above for above in view.page.ancestors(at) if held[above] >= _FEWEST), None)
        if top is not None:
            found.setdefault(top, []).append(at)
    return [
        _Calendar(top, known) for top, inside in found.items() if (known := dict(_dated(scene, top, inside)))
    ]


def _number(scene: Scene, at: int) -> int:
    """The day of a month that a cell may be; 0 where it is none."""
    name = scene.view.name(at)
    if re.fullmatch(r"\d{1,2}", name):
        return int(name)
    found = calendar_day(name, scene.view.page.language) if len(name) < 60 else None
    return found.day if found else 0


def _dated(scene: Scene, top: int, cells: list[int]) -> Iterator[tuple[date, int]]:
    """The days of cells by their names, else by their number and the month that is named over them."""
    named = {at: calendar_day(scene.view.name(at), scene.view.page.language) for at in cells}
    month = None if all(named.values()) else _month(scene, top)
    begun = False
    for at in cells:
        number = _number(scene, at)
        begun = begun or number == 1
        if (day := named[at]) is not None:
            yield day, at
        elif month is not None and begun:
            if (
                number < _FEWEST
                and number == 1
                and at != next(each for each in cells if _number(scene, each) == 1)
            ):
                return
            yield month.replace(day=number), at


def _month(scene: Scene, top: int) -> date | None:
    """The month that is named in or over a calendar."""
    view = scene.view
    for above in [top, *view.page.ancestors(top)][:4]:
        said = (view[at].value or view[at].text or view[at].name for at in view.within(above))
        text = " ".join(each for each in said if not re.fullmatch(r"\W*\d{1,2}\W*", each) and len(each) < 60)
        found = {each.value for each in days(text, view.page.language) if each.missing == "day"}
        if len(found) == 1 and isinstance(month := found.pop(), date):
            return month
    return None


def _in_calendar(scene: Scene, day: date, calendar: _Calendar) -> Act:
    view, known = scene.view, calendar.days
    at = known.get(day)
    year, month = _middle(calendar)
    distance = (day.year - year) * 12 + day.month - month
    if abs(distance) > _MOST_MONTHS:
        raise Refusal(f"{day.isoformat()} is too far from the month the calendar shows")
    if at is None:
        return press(scene, _leaf(scene, calendar.top, forward=distance > 0), stage="calendar")
    if (
        not view[at].clickable
        and view[at].role == "generic"
        and any(view[one].clickable for one in known.values())
    ):
        raise Refusal(f"{day.isoformat()} cannot be chosen in the calendar")
    return replace(press(scene, at), wanted=day.isoformat())


def _leaf(scene: Scene, top: int, *, forward: bool) -> int:
    """The button to the next or the previous month."""
    view, wanted = scene.view, _FORWARD if forward else _BACK
    for above in (top, *view.page.ancestors(top)):
        found = [
            at
            for at in view.within(above)
            if (view[at].role in ("button", "link") or view[at].clickable)
            and view[at].id is not None
            and view.seen(at)
            if wanted
            & (said := {*tokens(f"{view.name(at)} {view[at].description}"), _SIGNS.get(view.name(at), "")})
            and "year" not in said
        ]
        if len(found) == 1:
            return found[0]
        if found:
            raise ambiguous("next month" if forward else "previous month", [scene.name(at) for at in found])
    raise Missing("next month" if forward else "previous month", "a button of the calendar")


def pick_time(scene: Scene, moment: time, field: int) -> Act | None:
    """The next move to put a time into the picker of a field; None where it has none."""
    stage, view = scene.progress.stage, scene.view
    if not stage:
        return press(scene, field, stage="clock")
    parts = [
        at
        for at in view.shown
        if view[at].role in ("spinbutton", "textbox", "combobox") and view[at].id is not None
    ]
    hour, minute = (
        [at for at in parts if lexicon.stemmed(word) & term_set(view.name(at))] for word in ("hour", "minute")
    )
    if len(hour) != 1 or len(minute) != 1:
        said = f"{moment.hour:02}:{moment.minute:02}"
        listed = [
            at
            for at in view.shown
            if view[at].new and view[at].id is not None and view.name(at) in (said, said.lstrip("0"))
        ]
        return press(scene, listed[0]) if stage == "clock" and len(listed) == 1 else None
    now = {"clock": hour[0], "hour": minute[0]}.get(stage)
    if now is None:
        # What was put in counts once the picker is left.
        id_ = view[field].id
        arguments = {"key": "Tab", "element_id": scene.id(minute[0])}
        said = f"{moment.hour:02}:{moment.minute:02}"
        says = "leave the time picker"
        return Act(tool="press_key", arguments=arguments, says=says, field=id_, wanted=said)
    number = f"{moment.hour if stage == 'clock' else moment.minute:02}"
    arguments = element(scene, now)
    arguments["field_description"] = arguments.pop("description")
    says = f"type '{number}' into {scene.name(now)}"
    return Act(
        tool="type",
        arguments={**arguments, "text": number},
        says=says,
        stage="hour" if stage == "clock" else "minute",
    )
