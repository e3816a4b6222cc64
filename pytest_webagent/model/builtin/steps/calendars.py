"""Calendars: a date picker is opened, leafed through to the month, and the day is pressed."""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING

from pytest_webagent.aria_roles import TEXT_FIELDS
from pytest_webagent.model.builtin.progress import Act, Done, Scene
from pytest_webagent.model.builtin.refusal import Missing, Refusal, ambiguous
from pytest_webagent.model.builtin.spots import DAY_ROLES
from pytest_webagent.model.builtin.steps.pressing import press
from pytest_webagent.model.builtin.words import tokens
from pytest_webagent.values.days import calendar_day, days

if TYPE_CHECKING:
    from pytest_webagent.model.builtin.instruction import Leaf, Target

_MOST_MONTHS = 60


def pick_day(scene: Scene, day: date, field: Target | None) -> Act | None:
    """The next move towards a day; None where the field is no calendar."""
    shown = _month(scene)
    if shown is not None:
        return _in_calendar(scene, day, *shown)
    if field is None or scene.progress.stage == "calendar":
        return None
    for purpose in ("field", "press"):
        try:
            index = scene.finder.one(field, purpose)
        except Missing:
            continue
        if scene.view[index].options:
            return None
        if (
            scene.view[index].role in TEXT_FIELDS
            and scene.progress.stage != "date"
            and "readonly" not in scene.view[index].states
        ):
            arguments = {
                "text": day.isoformat(),
                "element_id": scene.id(index),
                "field_description": scene.name(index),
            }
            return Act(
                tool="type",
                arguments=arguments,
                says=f"type {day.isoformat()} into {scene.name(index)}",
                on_error="date",
                field=scene.view[index].id,
            )
        return press(scene, index, stage="calendar")
    return None


def leaf(scene: Scene, what: Leaf) -> Act | Done:
    """Leaf through the calendar in sight to a month; one without its year is the nearest that way.

    Raises:
        Missing: no calendar shows a month.
    """
    shown = _month(scene)
    if shown is None:
        raise Missing(what.said, "a calendar")
    month, year, number = shown
    if what.year is not None:
        distance = (what.year - year) * 12 + what.month - number
    else:
        distance = (what.month - number) % 12
        back = what.forward is False or (what.forward is None and distance > 6)
        distance -= 12 if back and distance else 0
    if abs(distance) > _MOST_MONTHS:
        raise Refusal(f"{what.said!r} is too far from the month the calendar shows")
    return press(scene, _leaf(scene, month, forward=distance > 0), stage="calendar") if distance else Done()


def _month(scene: Scene) -> tuple[int, int, int] | None:
    """The element that names the month a calendar shows, its year and its month."""
    view = scene.view
    for at in view.shown:
        said = view[at].text or view[at].name
        found = days(said, view.page.language) if said and len(said) <= 60 else []
        months = [each.value for each in found if each.missing == "day"]
        if len(months) == 1 and isinstance(months[0], date) and len(_days(scene, at)) >= 28:
            return at, months[0].year, months[0].month
    return None


def _days(scene: Scene, month: int) -> list[int]:
    """The pressable days of the calendar that a month's name belongs to."""
    view = scene.view
    for above in [month, *view.page.ancestors(month)]:
        days = [
            at
            for at in view.within(above)
            if view[at].role in DAY_ROLES and view[at].id is not None and _day_number(scene, at)
        ]
        if len(days) >= 28:
            holders = {parent for at in days for parent in view.page.ancestors(at)}
            return [at for at in days if at not in holders]
    return []


def _day_number(scene: Scene, at: int) -> int:
    name = scene.view.name(at)
    if re.fullmatch(r"\d{1,2}", name):
        return int(name)
    found = calendar_day(name, scene.view.page.language)
    return found.day if found else 0


def _in_calendar(scene: Scene, day: date, month: int, year: int, number: int) -> Act:
    distance = (day.year - year) * 12 + day.month - number
    if abs(distance) > _MOST_MONTHS:
        raise Refusal(f"{day.isoformat()} is too far from the month the calendar shows")
    if distance:
        return press(scene, _leaf(scene, month, forward=distance > 0), stage="calendar")
    days = [at for at in _days(scene, month) if _names_day(scene, at, day)]
    if not days:
        raise Missing(day.isoformat(), "a day of the calendar")
    if len(days) > 1:
        enabled = [at for at in days if not scene.view.disabled(at)]
        if len(enabled) != 1:
            raise ambiguous(day.isoformat(), [scene.name(at) for at in days])
        days = enabled
    return press(scene, days[0])


def _names_day(scene: Scene, at: int, day: date) -> bool:
    found = calendar_day(scene.view.name(at), scene.view.page.language)
    return found == day if found else _day_number(scene, at) == day.day


def _leaf(scene: Scene, month: int, *, forward: bool) -> int:
    """The button to the next or the previous month."""
    view = scene.view
    wanted = {"next", "forward", "later"} if forward else {"previous", "prev", "back", "earlier"}
    for above in view.page.ancestors(month):
        inside = [
            at for at in view.within(above) if view[at].role in ("button", "link") and view[at].id is not None
        ]
        found = [
            at for at in inside if wanted & set(tokens(view.name(at))) and "year" not in tokens(view.name(at))
        ]
        if len(found) == 1:
            return found[0]
        if len(found) > 1:
            raise ambiguous("next month" if forward else "previous month", [scene.name(at) for at in found])
    raise Missing("next month" if forward else "previous month", "a button of the calendar")
