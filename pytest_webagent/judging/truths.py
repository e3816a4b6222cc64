"""A yes or a no against what the page says: of two figures that are compared, and of a value that others of the list have."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_webagent.judging.rivals import BESIDE, explained
from pytest_webagent.judging.rows import head, named_in
from pytest_webagent.language.quotations import masked
from pytest_webagent.language.words import content, negated, says
from pytest_webagent.page.names import item_texts
from pytest_webagent.page.places import seen
from pytest_webagent.values.amounts import UnreadableError, keys, worth
from pytest_webagent.values.plain_text import plain, quoted
from pytest_webagent.values.relations import HOLDS, relation_before

if TYPE_CHECKING:
    from pytest_webagent.judging.case import Case

_BETWEEN_TWO = re.compile(
    r"\b(?:above|over|below|under|(?:more|less|fewer|higher|lower|larger|bigger|smaller|older|newer|cheaper|earlier|later) than|before|after|exceeds?)\b"
)

_CAN = re.compile(r"\b(?:can|could|may|able|possible|allowed|available|kann|können|darf|peut|puede|può)\b")


def misjudged(case: Case) -> str:
    """Catches a yes to "is it above its limit?" where the figures that are cited say no."""
    found = _BETWEEN_TWO.search(plain(masked(case.goal.asking)))
    if case.goal.asks != "truth" or found is None or negated(case.goal.asking) or _agrees(case) is None:
        return ""
    relation = relation_before(plain(masked(case.goal.asking))[: found.end()])
    places = [
        place
        for finding in case.held
        if finding.derivation.op in ("text", "value")
        for place in case.cited(finding)
    ]
    if relation is None or relation not in HOLDS or len(places) != 2:
        return ""
    before, after = (
        content(plain(masked(case.goal.asking))[part])
        for part in (slice(found.start()), slice(found.end(), None))
    )
    first, second = places
    if len(explained(first, after)) > len(explained(second, after)) or len(explained(second, before)) > len(
        explained(first, before)
    ):
        first, second = second, first
    try:
        one, other = keys(
            [worth(each.holds, each.page.language, quoted(each.holds)) for each in (first, second)]
        )
    except UnreadableError:
        return ""
    if isinstance(one, str) or HOLDS[relation](one, other) == _agrees(case):
        return ""
    return f'the answer is "{case.answer}", and {quoted(first.holds)} is not {found[0]} {quoted(second.holds)}: answer as the figures stand'


def _agrees(case: Case) -> bool | None:
    """Whether the answer is a yes or a no; None where it is neither."""
    word = next(iter(re.findall(r"\w+", plain(case.answer))), "")
    return {"yes": True, "ja": True, "oui": True, "sí": True, "no": False, "nein": False, "non": False}.get(
        word
    )


def other_value(case: Case) -> str:
    """Catches a yes to "is B paid?" where the row of B says "Open" in the place in which others say "Paid"."""
    asking = case.goal.asking
    if (
        case.goal.asks != "truth"
        or negated(asking)
        or BESIDE.search(plain(asking))
        or _agrees(case) is not True
    ):
        return ""
    asked = content(asking)
    for item in seen(case.now):
        if not item.repeated or not named_in(item, asking):
            continue
        for other in (each for each in item.siblings() if not says(asking, head(each))):
            for place in other.below():
                said = content(place.said)
                if (
                    not said
                    or not said <= asked
                    or place.said == head(other)
                    or says(head(item), place.said)
                    or len(place.said.split()) > 3
                ):
                    continue
                own = next(
                    (each for each in item.below() if each.path(item.at) == place.path(other.at)), None
                )
                if (
                    own is None
                    or own.said == head(item)
                    or not own.said
                    or says(own.said, place.said)
                    or said <= content(" ".join(item_texts(item)))
                ):
                    continue
                return f'{quoted(item.said)} says {quoted(own.said)} where {quoted(other.said)} says "{place.said}": the answer is not yes'
    return ""


def disabled(case: Case) -> str:
    """Catches a yes to "can it be exported?" shown by a button that is disabled."""
    if case.goal.asks != "truth" or _agrees(case) is not True or not _CAN.search(plain(case.goal.asking)):
        return ""
    for place in case.places:
        if "disabled" in place.element.states:
            return f'the answer is "{case.answer}", and {quoted(place.said or place.element.name)} is disabled: answer as it is'
    return ""
