"""What a page shows only a part of: one tab of several, one page of a list, one row that is not the best."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pytest_webagent.evidence.judging.left import explained, left, picks
from pytest_webagent.evidence.judging.places import Place, cited, elsewhere, is_head, seen
from pytest_webagent.evidence.judging.rows import POINTS_BESIDE, head
from pytest_webagent.evidence.judging.traces import done_to, short, spoken_of
from pytest_webagent.evidence.judging.words import content, plain, says, word_set
from pytest_webagent.evidence.values.quantities import quantities

if TYPE_CHECKING:
    from collections.abc import Sequence
    from decimal import Decimal

    from pytest_webagent.evidence.derivation import Finding
    from pytest_webagent.evidence.judging.goals import Goal
    from pytest_webagent.evidence.judging.story import Story

_CHEAPEST = re.compile(r"\b(?:cheapest|lowest price|least expensive)\b")
_DEAREST = re.compile(r"\b(?:most expensive|highest price|priciest|dearest)\b")
_MORE = re.compile(
    r"(?:next page|load more|show more(?: \w+)?|more results|weitere (?:laden|ergebnisse)|mehr laden|page 2)"
)
_A_CARD: Final = 200
"""Most characters of what still belongs together."""
_OF_A_LIST: Final = frozenset(("not_exists", "count", "min", "max", "sum"))
_OF_A_VIEW: Final = frozenset(("text", "exists", "value", "count"))
_SWITCHING: Final = word_set("tab button")


def unseen(goal: Goal, held: Sequence[Finding], story: Story) -> list[str]:
    """What the goal asks about and the cited page does not show as it is."""
    found = (
        beside_the_row(goal, held, story),
        _not_the_best(goal, held, story),
        other_view(goal, held, story),
        goes_on(held, story),
    )
    return [each for each in found if each]


def beside_the_row(goal: Goal, held: Sequence[Finding], story: Story) -> str:
    """Catches "4.2 GB used", from above the list, as the size of one of its files."""
    places = [(finding, place) for finding in held for place in cited(finding, story)]
    if (
        goal.asks != "value"
        or not places
        or any(each.derivation.op not in ("text", "value") for each, _ in places)
    ):
        return ""
    if any(place.item() is not None for _, place in places) or POINTS_BESIDE.search(plain(goal.asking)):
        return ""
    page = places[0][1].page
    around = [place.said for place in seen(page) if place.element.role == "heading"] + spoken_of(
        story, list(done_to(story)), held
    )
    beside = [page.full_text(place.element.parent) for _, place in places if place.element.parent is not None]
    around += [each for each in beside if len(each) <= _A_CARD]
    for place in seen(page):
        if (
            place.element.role not in ("row", "listitem", "article")
            or not place.siblings()
            or place.lone_control()
        ):
            continue
        name = "" if is_head(page, place.at) else head(place)
        if (
            name
            and len(place.phrases()) > 1
            and says(goal.asking, name)
            and not any(says(each, name) for each in around)
        ):
            return (
                f'the goal asks about "{name}", and "{short(places[0][1].said)}" stands outside its {place.element.role} '
                f'"{short(place.said)}". Cite what that says'
            )
    return ""


def _not_the_best(goal: Goal, held: Sequence[Finding], story: Story) -> str:
    """Catches a "cheapest" that is read from one row where another of the same kind says a smaller amount."""
    asking = plain(goal.asking)
    least = _CHEAPEST.search(asking) is not None
    if not (least or _DEAREST.search(asking)) or picks(asking):
        return ""
    for finding in held:
        item = next((item for place in cited(finding, story) if (item := place.item()) is not None), None)
        own = _price(item) if item is not None and finding.derivation.op in _OF_A_VIEW else None
        if item is None or own is None:
            continue
        shared = content(asking) & content(" ".join(item.phrases()))
        if content(asking) - shared - explained(item.page):
            continue
        for sibling in left([item]):
            price = _price(sibling)
            if price is None or not shared <= content(" ".join(sibling.phrases())):
                continue
            if price < own if least else price > own:
                return (
                    f'"{short(item.said)}" is not what the goal asks for: the {sibling.element.role} "{short(sibling.said)}" is '
                    f"{'cheaper' if least else 'dearer'}. Cite it with {'min' if least else 'max'} over all of them"
                )
    return ""


def _price(item: Place) -> Decimal | None:
    """The amount of money a row says, if it says one."""
    found = {
        each.value
        for text in item.phrases()
        for each in quantities(text, item.page.language)
        if each.unit not in ("", "%") and text != item.said
    }
    return found.pop() if len(found) == 1 else None


def other_view(goal: Goal, held: Sequence[Finding], story: Story) -> str:
    """Catches "this week" read from the tab "Today", and what one conversation says read from another."""
    for finding in held:
        page, places = story.page(finding.derivation.step), cited(finding, story)
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


def goes_on(held: Sequence[Finding], story: Story) -> str:
    """Catches "there is none", and a count, on the first page of several that nobody turned."""
    pressed = {act.element.name for act in story.acts if act.element is not None}
    typed = [str(act.arguments.get("text", "")) for act in story.acts if act.tool == "type"]
    for finding in held:
        derivation = finding.derivation
        page = story.page(derivation.step)
        if (
            page is None
            or derivation.op not in _OF_A_LIST
            or derivation.within is not None
            or derivation.state
        ):
            continue
        if derivation.op == "not_exists" and not derivation.text:
            continue
        if any(content(text) & content(derivation.text) for text in typed):
            continue
        controls = [
            place
            for place in seen(page)
            if place.element.role in ("link", "button") and "disabled" not in place.element.states
        ]
        names = {place.element.name for place in controls}
        more = [
            place.element
            for place in controls
            if _MORE.fullmatch(plain(place.element.name)) or (place.element.name == "2" and "1" in names)
        ]
        if more and not any(each.name in pressed for each in more) and not _was_there(finding, story):
            return (
                f'{derivation.told} is about one page of several: there is the {more[0].role} "{more[0].name}". Search for it, or '
                "look at the other pages, too"
            )
    return ""


def _was_there(finding: Finding, story: Story) -> bool:
    """Whether something that is gone was on an earlier page."""
    earlier = (elsewhere(finding, page, story) for page in story.pages)
    return finding.derivation.op == "not_exists" and any(
        each is not None and not each.holds for each in earlier
    )
