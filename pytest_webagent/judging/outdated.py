"""What a page said once, and says no longer: a value of an earlier step that was changed since."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from pytest_webagent.aria_roles import FIELDS
from pytest_webagent.judging.acts import SEARCHING
from pytest_webagent.language.words import content, says
from pytest_webagent.page.places import Place, seen
from pytest_webagent.values.plain_text import plain, quoted
from pytest_webagent.values.quantities import quantities

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pytest_webagent.judging.case import Case
    from pytest_webagent.observation import Observation

_OF_VALUES: Final = frozenset(("text", "value", "exists", "sum", "min", "max", "join"))
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


def old_page(case: Case) -> str:
    """Catches a value of an earlier step that the page has changed since."""
    # What was so before something was done may stand beside what is so since.
    before = not case.goal.asks and any(each.derivation.step is None for each in case.held)
    if case.goal.of_earlier or before:
        return ""
    said = {plain(text) for finding in case.held for text in (finding.text, *finding.parts)}
    for finding in case.held:
        step = finding.derivation.step
        aside = finding.text and case.goal.asks == "value" and not says(case.answer, finding.text)
        if step is None or (aside and len(case.held) > 1) or finding.derivation.op not in _OF_VALUES:
            continue
        for place in case.cited(finding):
            newer = _newer(place, case.pages[step:], narrows=bool(case.goal.verbs & SEARCHING))
            if newer is not None and not _is_cited(newer, said):
                return (
                    f"the evidence is of step {step}, where it said {quoted(place.holds)}; since then it says "
                    f"{quoted(newer.holds)}. Cite the newest, without a step"
                )
    return ""


def _is_cited(place: Place, said: Iterable[str]) -> bool:
    value = plain(place.holds)
    return any(value and (value in text or (text and text in value)) for text in said)


def _newer(place: Place, later: Sequence[Observation], *, narrows: bool) -> Place | None:
    """The same element on the newest page that has it, if it says something else there.

    Where the spot it stands at can be named, only what stands there now counts: another row may say the same.
    A search, a filter and a sorting (`narrows`) lead from one query of an address to another.
    """
    own, spot = place.element, _spot(place)
    opened = _on_its_own_page(place, later[-1])
    if opened is not None:
        return opened
    for page in reversed(later):
        same_page = page.url == place.page.url
        if not same_page and not (narrows and urlsplit(page.url)[:3] == urlsplit(place.page.url)[:3]):
            continue
        places = [each for each in seen(page) if each.element.role == own.role]
        there = [each for each in places if _spot(each) == spot] if spot else []
        if any(place.alike(each) for each in there or places):
            return None
        if not there and same_page:
            around = _context(place)
            there = [each for each in places if place.path() == each.path() and around & _context(each)]
        if there:
            return there[0]
    return None


def _spot(place: Place) -> tuple[object, ...]:
    """Where something stands, by what stands before it: its label, the head of its row and its column; empty if nothing does."""
    element, page = place.element, place.page
    if element.role in FIELDS:
        return (element.name,) if element.name else ()
    heading = next((each.name for each in reversed(page.elements[: place.at]) if each.role == "heading"), "")
    beside = [at for at in page.children(element.parent) if at < place.at]
    if beside and page.elements[beside[-1]].role == "term":
        return (heading, plain(Place(page, beside[-1]).said))
    item = place.item()
    if item is not None and item.at != place.at:
        label = _label(place, item, before=True)
        return (label, place.path(item.at)) if label else ()
    around = _NUMBER.sub("#", plain(place.said))
    return (heading, around) if "#" in around and content(around) else ()


def _on_its_own_page(place: Place, now: Observation) -> Place | None:
    """Another amount on the page of what a row or card names, if that page does not say the same amount."""
    item, amounts = place.item(), quantities(place.said)
    if item is None or item.at == place.at or len(amounts) != 1 or not amounts[0].unit:
        return None
    label, places = _label(place, item, before=True), list(seen(now))
    if not any(each.element.role == "heading" and plain(each.said) == label for each in places):
        return None
    if any(says(each.said, place.said) for each in places):
        return None
    said = (each for each in places if [amount.unit for amount in quantities(each.said)] == [amounts[0].unit])
    return next((each for each in said if not content(_NUMBER.sub("", each.said))), None)


def _context(place: Place) -> set[str]:
    """What stands beside an element: the label of a value, the name of its row."""
    item = place.item()
    parent = place.element.parent
    around = item.at if item is not None and item.at != place.at else parent
    if around is None:
        return set()
    inside = {place.at, *place.page.descendants(place.at)}
    return {
        plain(text)
        for index in place.page.descendants(around)
        if index not in inside and not place.page.elements[index].clickable
        for text in (place.page.elements[index].name, place.page.elements[index].text)
        if content(text)
    }


def _label(place: Place, item: Place, *, before: bool = False) -> str:
    """What a row or card begins with, if that is not the place itself; `before`: and stands before it."""
    inside = {place.at, *place.page.descendants(place.at), *place.page.ancestors(place.at)}
    below = (
        Place(place.page, index)
        for index in place.page.descendants(item.at)
        if index not in inside and (index < place.at or not before)
    )
    return next((plain(each.said) for each in below if content(each.said)), "")
