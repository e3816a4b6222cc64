"""A yes or a no against what the page says: of two figures that are compared, and of a value that others of the list have."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pytest_webagent.judging.meant import explained_by_page, picks, things
from pytest_webagent.judging.rivals import BESIDE, explained
from pytest_webagent.judging.rows import SPEAKS_OF_ALL, head, named_in
from pytest_webagent.language.quotations import masked
from pytest_webagent.language.words import content, negated, says, stem, words
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

_PARTICLES: Final = frozenset(("in", "out", "up", "on", "off"))
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


def not_all(case: Case) -> str:
    """Catches one row as evidence of all."""
    asking = case.goal.asking
    # Where it is denied of all, one is enough.
    if case.agreed == "no" or case.goal.asks != "truth" or not SPEAKS_OF_ALL.search(plain(asking)):
        return ""
    if picks(asking) or any(
        finding.derivation.op not in ("text", "exists", "value") for finding in case.held
    ):
        return ""
    items = [item for place in case.places if (item := place.item()) is not None]
    if not items or len(content(asking) - explained_by_page(items[0])) > 1:
        return ""
    have = {item.at for item in items}
    rest = [each for each in things(items[0]) if each.at not in have]
    return (
        f"the goal asks about all, and the evidence leaves out the {rest[0].element.role} {quoted(rest[0].said)}. Cite every one, "
        "or not_exists or count for what all must be"
        if rest
        else ""
    )


def disabled(case: Case) -> str:
    """Catches a yes to "can it be exported?" shown by a button that is disabled."""
    if case.goal.asks != "truth" or _agrees(case) is not True or not _CAN.search(plain(case.goal.asking)):
        return ""
    for place in case.places:
        if "disabled" in place.element.states:
            return f'the answer is "{case.answer}", and {quoted(place.said or place.element.name)} is disabled: answer as it is'
    return ""


def only_offered(case: Case) -> str:
    """Catches a yes to "is it locked?" shown by the button "Lock": what can be done is not done."""
    if (
        case.goal.asks != "truth"
        or _agrees(case) is not True
        or negated(case.goal.asking)
        or _CAN.search(plain(case.goal.asking))
    ):
        return ""
    said = words(case.goal.asking)
    # "Log out" is no offer to be logged in.
    done = {
        (stem(word), _PARTICLES & set(said[at + 1 : at + 2]))
        for at, word in enumerate(said)
        if word.endswith("ed")
    }
    offers = [place for place in case.places if place.element.role in ("button", "menuitem", "link")]
    if (
        offers
        and len(offers) == len(case.places)
        and all(_offer(each.element.name) in done for each in offers)
    ):
        return f'the answer is "{case.answer}", and {quoted(offers[0].element.name)} only offers to do it: cite what shows that it is so'
    return ""


def _offer(name: str) -> tuple[str, frozenset[str]]:
    said = words(name)
    return stem(next(iter(said), "")), _PARTICLES & set(said[1:2])
