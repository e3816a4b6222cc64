"""The stages of a process that a page shows as steps: which one it is at, and which are still to come."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pytest_webagent.aria_roles import ITEMS
from pytest_webagent.page.layout import layout
from pytest_webagent.page.places import Place, seen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.observation import Observation

AT: Final = "current=step"
"""The state of the step that a process is at."""
_A_STAGE: Final = 4
"""Most texts of a step; what holds more is a part of the page with steps in it."""
_FEWEST: Final = 3
"""Fewest steps that are no list items: two texts side by side are one step and its number."""


def to_come(place: Place) -> str:
    """The name of the step that it says, where that comes after the one that the process is at; empty where it says none."""
    own = {each.at for each in place.around()}
    later = (each for now, steps in _processes(place.page) for each in steps if each.at > now.at)
    names = (_name(each) for each in later if each.at in own)
    return next((each for each in names if each and place.said.startswith(each)), "")


def is_before(now: Place, other: Place) -> bool:
    """Whether one thing is the step that a process is at, and another one a step after it."""
    return any(step == now and other in steps and other.at > now.at for step, steps in _processes(now.page))


def _processes(page: Observation) -> list[tuple[Place, Sequence[Place]]]:
    """The step that each process of a page is at, with all its steps."""
    current = [each for each in seen(page) if AT in each.element.states]
    return [found for each in current if (found := _process(each)) is not None]


def _process(current: Place) -> tuple[Place, Sequence[Place]] | None:
    """A step may be marked by the link or the text in it: it is the innermost of what has others of its role beside it."""
    page = current.page
    for each in current.around():
        element = each.element
        if element.parent is None or layout(page).texts[each.at] > _A_STAGE:
            return None
        beside = [Place(page, at) for at in page.children(element.parent)]
        steps = [one for one in beside if one.element.role == element.role and not one.element.hidden]
        if len(steps) >= (2 if element.role in ITEMS else _FEWEST):
            return each, steps
    return None


def _name(step: Place) -> str:
    """What a step is called: the first that it says."""
    return next(
        (said for each in (step, *step.below()) if (said := each.element.text or each.element.name)), ""
    )
