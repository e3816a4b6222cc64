"""What a page shows only a part of: one tab of several, one page of a list."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pytest_webagent.aria_roles import ITEMS
from pytest_webagent.judging.acts import typed
from pytest_webagent.judging.trouble import is_error
from pytest_webagent.language.words import content, says
from pytest_webagent.page.places import Place, seen
from pytest_webagent.values.plain_text import plain, word_set

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.claims.derivation import Finding
    from pytest_webagent.judging.case import Case

_MORE = re.compile(
    r"(?:next page|load more|show more(?: \w+)?|more results|weitere (?:laden|ergebnisse)|mehr laden|page 2)"
)
_OF_THE_PAGE = re.compile(r"\b(?:pages?|shown|displayed|visible|at first|seiten?|angezeigt|sichtbar)\b")
"""How a goal speaks of what can be seen, or of several pages itself."""
_OF_A_LIST: Final = frozenset(("not_exists", "count", "min", "max", "sum"))
_OF_A_VIEW: Final = frozenset(("text", "exists", "value", "count"))
_SWITCHING: Final = word_set("tab button")


def other_view(case: Case) -> str:
    """Catches "this week" read from the tab "Today", and what one conversation says read from another."""
    goal, story = case.goal, case.story
    for finding in case.held:
        page, places = case.page(finding), case.cited(finding)
        until = finding.derivation.step or len(story.pages) + 1
        pressed = {act.element.name for act in story.acts if act.element is not None and act.step < until}
        if page is None or finding.derivation.op not in _OF_A_VIEW or not places:
            continue
        around = [place.said for place in places]
        around += [item.said for place in places if (item := place.item()) is not None]
        heads = {plain(place.said) for place in seen(page) if place.element.role == "heading"}
        views = [place for place in seen(page) if place.element.role in _SWITCHING and place.element.name]
        for view in views:
            name = view.element.name
            chosen = view.element.role == "tab" and "selected" in view.element.states
            if not (chosen or plain(name) in heads) or says(goal.text, name):
                continue
            for other in _beside(view, views):
                wanted = other.element.name
                spoken = any(says(text, wanted) for text in around)
                if wanted not in pressed and not spoken and says(goal.text, wanted):
                    return (
                        f'the goal speaks of "{wanted}", and the page shows "{name}": press the {other.element.role} "{wanted}" '
                        "first, and cite what the page says then"
                    )
    return ""


def _beside(view: Place, views: Sequence[Place]) -> list[Place]:
    """The other tabs of a row of tabs, or the other buttons of a list of buttons."""
    shelf = _shelf(view)
    role = view.element.role
    return [
        each for each in views if each.at != view.at and each.element.role == role and _shelf(each) == shelf
    ]


def _shelf(place: Place) -> int | None:
    """What a tab or a button of a list stands in, together with the others."""
    item = place.item()
    return item.element.parent if item is not None and item.lone_control() else place.element.parent


def goes_on(case: Case) -> str:
    """Catches "there is none", and a count, on the first page of several that nobody turned."""
    if any(map(_turns, case.pressed)) or _OF_THE_PAGE.search(plain(case.goal.text)):
        return ""
    for finding in case.held:
        page = case.page(finding)
        if page is None or not _of_a_list(finding, case):
            continue
        controls = [
            place.element
            for place in seen(page)
            if place.element.role in ("link", "button") and "disabled" not in place.element.states
        ]
        several = "1" in {each.name for each in controls}
        more = next((each for each in controls if _turns(each.name) and (several or each.name != "2")), None)
        if more is not None:
            return (
                f'{finding.derivation.told} is about one page of several: there is the {more.role} "{more.name}". Search for it, or '
                "look at the other pages, too"
            )
    return ""


def _turns(name: str) -> bool:
    """Whether a control is there to turn the pages of a list, or to show more of it."""
    return name == "2" or _MORE.fullmatch(plain(name)) is not None


def _of_a_list(finding: Finding, case: Case) -> bool:
    """Whether a finding says of a list that something is not in it, or how many or how much there are."""
    derivation = finding.derivation
    if derivation.op not in _OF_A_LIST or derivation.within is not None or derivation.state:
        return False
    if derivation.role and derivation.role not in ITEMS | {"cell", "link", "heading"}:
        return False
    if derivation.op == "not_exists":
        earlier = (case.elsewhere(finding, page) for page in case.story.pages)
        was_there = any(each is not None and not each.holds for each in earlier)
        if was_there or not derivation.text or is_error(derivation.text, announced=True):
            return False
    return not any(content(text) & content(derivation.text) for text in typed(case.story))
