"""An alert is no success for its being new: what it says, or what else the page shows, must be the deed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pytest_webagent.evidence.judging.changes import last_change
from pytest_webagent.evidence.judging.places import Place, cited, seen
from pytest_webagent.evidence.judging.words import content, plain, stems

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.evidence.derivation import Finding
    from pytest_webagent.evidence.judging.goals import Goal
    from pytest_webagent.evidence.judging.story import Story
    from pytest_webagent.observation import Observation

_LOUD: Final = frozenset(("alert", "alertdialog"))
_SUCCESS: Final = stems(
    """success successful successfully done saved stored kept added changed updated created made placed sent submitted received
    removed deleted gone cancelled canceled confirmed completed complete finished applied accepted approved booked reserved
    registered welcome thank thanks congratulations great ok okay enabled disabled activated published marked moved copied
    uploaded imported exported restored undone new now ready paid"""
)


def only_announced(goal: Goal, held: Sequence[Finding], story: Story) -> str:
    """Catches "Order 1004 is on its way already." taken for its being cancelled: nothing but an alert is new."""
    if goal.of_trouble or not goal.verbs or story.now.language[:2].lower() not in ("", "en"):
        return ""
    for finding in held:
        places = cited(finding, story)
        if finding.derivation.op not in ("text", "exists") or not places:
            return ""
        for place in places:
            if place.page is not story.now or not _in_an_alert(place) or _says_so(place.said, goal):
                return ""
    since = last_change(goal, story)
    before = [page for page in story.pages[:since] if _path(page) == _path(story.now)]
    if not held or not before or _others(story.now) != _others(before[-1]):
        return ""
    return (
        f'nothing on the page is new but "{cited(held[0], story)[0].said}", which does not say that it was done. Cite what shows '
        'that it was, or stop with "goal_not_met" and cite this'
    )


def _in_an_alert(place: Place) -> bool:
    ways = (place.at, *place.page.ancestors(place.at))
    return any(place.page.elements[at].role in _LOUD for at in ways)


def _says_so(text: str, goal: Goal) -> bool:
    said = content(text)
    verbs = goal.verbs | goal.deeds
    # "Cancelled" is of "cancel", "deletion" of "delete".
    return bool(said & _SUCCESS) or any(word.startswith(verb[:5]) for verb in verbs for word in said)


def _others(page: Observation) -> list[tuple[str, str, str]]:
    """What a page shows, but for its alerts."""
    return [
        (
            place.element.role,
            plain(place.element.name),
            plain(f"{place.element.text} {place.element.value or ''}"),
        )
        for place in seen(page)
        if not _in_an_alert(place) and (place.element.name or place.element.text or place.element.value)
    ]


def _path(page: Observation) -> str:
    return page.url.partition("?")[0].partition("#")[0]
