"""What shows that something was done: to all that the goal wants it of, and with something new since."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pytest_webagent.aria_roles import FIELDS, MESSAGES
from pytest_webagent.judging.acts import FILLING
from pytest_webagent.judging.announced import says_so
from pytest_webagent.judging.changes import was
from pytest_webagent.page.places import CHOICES, Place, seen
from pytest_webagent.values.plain_text import plain, word_set

if TYPE_CHECKING:
    from pytest_webagent.claims.derivation import Finding
    from pytest_webagent.judging.case import Case
    from pytest_webagent.observation import Observation

_BUTTONS: Final = word_set("button menuitem")


def nothing_new(case: Case) -> str:
    """Catches what was there before the last thing done, and what the run typed itself, as what shows that it was done."""
    presses = [each for each in case.doing if each.place.element.role in _BUTTONS]
    if (
        not presses
        or case.goal.fills_only
        or case.goal.of_trouble
        or case.goal.calls_off
        or presses[-1].act.tool in FILLING
    ):
        return ""
    before = case.story.page(presses[-1].act.step)
    if before is None or not case.held or presses[-1].act.step < max(act.step for act in case.deeds):
        return ""
    for finding in case.held:
        places = (
            []
            if finding.derivation.op in ("not_exists", "note", "url", "title", "tabs")
            else case.cited(finding)
        )
        if not places or any(_is_news(place, finding, before, case) for place in places):
            return ""
    name = presses[-1].place.element.name
    return (
        f'the evidence was there before "{name}" was pressed, so it does not show that this did anything. Cite what the page says '
        'since then, or stop with "goal_not_met" and cite what is in the way'
    )


def _is_news(place: Place, finding: Finding, before: Observation, case: Case) -> bool:
    """Whether something is there only since the last press, or is a state that was chosen."""
    # A message may be the same each time.
    if place.element.role in CHOICES | MESSAGES or place.page is not case.now:
        return True
    if place.element.role in FIELDS and place.page.url == before.url:
        typed = any(place.holds == str(act.arguments.get("text", "")) for act in case.story.acts)
        known = {plain(each.said) for each in seen(before)}
        news = (
            each for each in seen(case.now) if each.element.role in MESSAGES and plain(each.said) not in known
        )
        return not typed or any(says_so(each.said, case.goal) for each in news)
    return not was(place, finding, before)
