"""The steps of a process that a page shows: which one it is at, and which are still to come."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pytest_webagent.aria_roles import ITEMS
from pytest_webagent.page.layout import layout
from pytest_webagent.page.places import Place, seen

if TYPE_CHECKING:
    from collections.abc import Iterator

_AT: Final = "current=step"
_A_STEP: Final = 4
"""Most texts of a step; what holds more is a part of the page with steps in it."""
_FEWEST: Final = 3
"""Fewest steps that are no list items: two texts side by side are one step and its number."""


def to_come(place: Place) -> str:
    """The name of the step that it says, where that comes after the one that a process is at; empty where it says none."""
    around = list(place.around())
    for current in seen(place.page):
        for step in _after(current) if _AT in current.element.states else ():
            every = (each.element.text or each.element.name for each in (step, *step.below()))
            name = next(filter(None, every), "")
            if step in around and name and place.said.startswith(name):
                return name
    return ""


def is_current(place: Place) -> bool:
    """Whether it is the step that a process is at, or has its mark in it."""
    return any(_AT in each.element.states for each in (place, *place.below()))


def _after(current: Place) -> Iterator[Place]:
    """The steps after the one that is marked, or that its mark is in: the innermost that has others of its role beside it."""
    page = current.page
    for each in current.around():
        beside = [Place(page, at) for at in page.children(each.element.parent)]
        steps = [one for one in beside if one.element.role == each.element.role and not one.element.hidden]
        if layout(page).texts[each.at] > _A_STEP:
            return
        if len(steps) >= (2 if each.element.role in ITEMS else _FEWEST):
            yield from (step for step in steps if step.at > each.at)
            return
