"""The wrong row: a value of another row, card or item than the one that the goal names or picks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pytest_webagent.evidence.judging.left import explained, left, picks
from pytest_webagent.evidence.judging.rows import POINTS_BESIDE, SPEAKS_OF_ALL, head, is_total, named
from pytest_webagent.language.superlatives import superlatives
from pytest_webagent.language.words import content, says
from pytest_webagent.page.places import Place, is_head, seen
from pytest_webagent.values.plain_text import plain, quoted
from pytest_webagent.values.quantities import quantities

if TYPE_CHECKING:
    from collections.abc import Iterator
    from decimal import Decimal

    from pytest_webagent.evidence.derivation import Finding
    from pytest_webagent.evidence.judging.case import Case

_OF_ONE: Final = frozenset(("text", "value", "exists"))
"""Operations about one element, which can be the wrong one."""
_POINTS_BACK = re.compile(r"\b(?:its?|their|theirs|that|this|these|those|there|them|his|her)\b")
_FIRST = re.compile(
    r"\bfirst (?:product|item|row|result|entry|card|hit|one|(?:\w+) (?:in|of|on) the (?:list|table|page|results))"
    r"(?: (?:in|of|on) (?:the |this )?(?:list|table|page|results))?(?: now)?[?.!]*$"
)
_LAST = re.compile(
    r"\blast (?:row|item|entry|card|(?:\w+) (?:in|of|on) the (?:list|table|page))"
    r"(?: (?:in|of|on) (?:the |this )?(?:list|table|page))?(?: now)?[?.!]*$"
)
_CHEAPEST = re.compile(rf"\b(?:{superlatives('least', 'money')}|lowest price)\b")
_DEAREST = re.compile(rf"\b(?:{superlatives('most', 'money')}|highest price)\b")
_A_CARD: Final = 200
"""Most characters of what still belongs together."""


def wrong_row(case: Case) -> str:
    """Catches a value read from the wrong row: the goal names what another row, card or item has, and this one has not."""
    goal = case.goal
    by_question = bool(goal.asking) and not _POINTS_BACK.search(plain(goal.asking))
    scope = goal.asking if by_question else goal.text
    of_all = goal.asks == "truth" and SPEAKS_OF_ALL.search(plain(goal.asking))
    if of_all or POINTS_BESIDE.search(plain(scope)):
        return ""
    items = [(finding, item) for finding in case.held for item in _items(finding, case)]
    for finding, item in items:
        if finding.derivation.op not in _OF_ONE or (not by_question and is_total(item)):
            continue
        own = named(item, scope)
        if own and own[0] == head(item):
            continue
        for sibling in item.siblings():
            # What stands in the same column is another value of what was asked: "are all active?", "inactive".
            known = {*item.phrases(), *_same_column(finding, item, sibling, case)}
            others = [each for each in named(sibling, scope) if each not in known]
            # What the goal says of both, such as "in stock", does not make up for the other one's name.
            meant = bool(others) and (not own or others[0] == head(sibling))
            if meant and not any(other.page is item.page and other.at == sibling.at for _, other in items):
                return (
                    f'the goal speaks of "{others[0]}", the evidence is in the {item.element.role} {quoted(item.said)}. Cite '
                    f'the {item.element.role} of "{others[0]}"'
                )
    return ""


def _items(finding: Finding, case: Case) -> list[Place]:
    found = [item for place in case.cited(finding) if (item := place.item()) is not None]
    return [item for item in found if not item.lone_control()]


def _same_column(finding: Finding, item: Place, sibling: Place, case: Case) -> Iterator[str]:
    """What another row says where this one says what is cited."""
    cited = case.cited(finding)
    ways = {place.path(item.at) for place in cited if item.at in place.page.ancestors(place.at)}
    for place in sibling.below():
        if place.path(sibling.at) in ways:
            yield from (place.said, place.element.name, place.element.text)


def beside_the_row(case: Case) -> str:
    """Catches "4.2 GB used", from above the list, as the size of one of its files."""
    goal, places = case.goal, case.places
    cited = [finding for finding in case.held if case.cited(finding)]
    if goal.asks != "value" or any(each.derivation.op not in ("text", "value") for each in cited):
        return ""
    if not places or any(place.item() for place in places) or POINTS_BESIDE.search(plain(goal.asking)):
        return ""
    page = places[0].page
    around = [place.said for place in seen(page) if place.element.role == "heading"] + case.spoken
    beside = [page.full_text(place.element.parent) for place in places if place.element.parent is not None]
    around += [each for each in beside if len(each) <= _A_CARD]
    for place in seen(page):
        rows = place.element.role in ("row", "listitem", "article") and place.siblings()
        if not rows or place.lone_control() or is_head(page, place.at):
            continue
        name = head(place)
        telling = bool(name) and len(place.phrases()) > 1 and says(goal.asking, name)
        if telling and not any(says(each, name) for each in around):
            return (
                f'the goal asks about "{name}", and {quoted(places[0].said)} stands outside its {place.element.role} '
                f"{quoted(place.said)}. Cite what that says"
            )
    return ""


def wrong_turn(case: Case) -> str:
    """Catches the name of a later card as that of the first, and of an earlier one as that of the last."""
    asking = plain(case.goal.asking)
    first = _FIRST.search(asking) is not None
    if case.goal.asks != "value" or first == (_LAST.search(asking) is not None):
        return ""
    for finding in case.held:
        for place in case.cited(finding) if finding.derivation.op in ("text", "value") else ():
            items = [each for each in place.around() if each.siblings()]
            ends = [end for each in items if (end := _at_the_end(each, first=first)) is not None]
            if items and len(ends) == len(items):
                role = items[0].element.role
                return (
                    f"the goal asks for the {'first' if first else 'last'}, and the evidence is in the {role} "
                    f"{quoted(items[0].said)}. Cite the {role} {quoted(ends[0].said)}"
                )
    return ""


def _at_the_end(item: Place, *, first: bool) -> Place | None:
    """The first or last of the list an item is in, made as it is; None if it is that itself."""
    alike = [each for each in item.siblings() if each.shape() == item.shape()]
    if first:
        return next((each for each in alike if each.at < item.at), None)
    return next((each for each in reversed(alike) if each.at > item.at), None)


def not_the_best(case: Case) -> str:
    """Catches a "cheapest" that is read from one row where another of the same kind says a smaller amount."""
    asking = plain(case.goal.asking)
    least = _CHEAPEST.search(asking) is not None
    if not (least or _DEAREST.search(asking)) or picks(asking):
        return ""
    for finding in case.held:
        item = next((item for place in case.cited(finding) if (item := place.item()) is not None), None)
        own = _price(item) if item is not None and finding.derivation.op in _OF_ONE | {"count"} else None
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
                    f"{quoted(item.said)} is not what the goal asks for: the {sibling.element.role} {quoted(sibling.said)} is "
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
