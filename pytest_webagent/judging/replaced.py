"""What is struck through, beside what stands there now: an old price, a date that was moved, somebody who had a task before."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pytest_webagent.aria_roles import CONTROLS
from pytest_webagent.judging.question import of_old
from pytest_webagent.judging.rivals import answered_by, leaves
from pytest_webagent.language.words import says, words
from pytest_webagent.page.lists import lists
from pytest_webagent.page.places import Place
from pytest_webagent.values.plain_text import quoted, word_set
from pytest_webagent.values.text_figures import kinds_of

if TYPE_CHECKING:
    from pytest_webagent.judging.case import Case

_GONE: Final = word_set(
    "done completed finished checked ticked sold removed deleted cancelled canceled gone missing unavailable replace replaced replaces"
)
"""Words of what is struck through because it is no more."""
_A_LINE: Final = 5
"""Most elements that stand beside each other and are read as one text."""


def replaced(case: Case) -> str:
    """Catches an answer that is struck through where something else stands now."""
    asking = case.goal.asking
    if case.goal.asks != "value" or of_old(asking) or not _GONE.isdisjoint(words(asking)):
        return ""
    found = ""
    for _, places in answered_by(case):
        for place in (leaf for each in places for leaf in leaves(each, case.answer)):
            now = _instead(place)
            if now is None or says(case.answer, now.holds):
                return ""
            found = found or (
                f"{quoted(place.said)} is struck through, and {quoted(now.said)} stands there now. "
                "Answer what is so now, and cite that"
            )
    return found


def _instead(place: Place) -> Place | None:
    """What stands in the place of something that is struck through: right behind it, or before it where it is of the same kind."""
    former = place.within(("deletion",))
    if former is None:
        return None
    beside = [
        Place(place.page, at)
        for at in place.page.children(former.element.parent)
        if at == former.at or not place.page.elements[at].hidden
    ]
    nth = beside.index(former)
    kinds = kinds_of(former.said, place.page.language)
    several = sum(each.element.role == "deletion" for each in beside) > 1
    for other in (*beside[nth + 1 : nth + 2], *beside[nth - 1 : nth]):
        theirs = kinds_of(other.said, place.page.language)
        if not other.said or other.element.role in CONTROLS | {"deletion"} or len(beside) > _A_LINE:
            continue
        # "Free" behind a price, a name behind a name.
        says_else = not theirs and (kinds or (not several and _is_name_for(other, former)))
        follows = other.at > former.at
        if kinds & theirs or (follows and (says_else or other.element.role == "insertion")):
            return other
    return None


def _is_name_for(other: Place, former: Place) -> bool:
    """Whether a name stands for another one that is struck through, which is no thing of a list that is done."""
    holder = former.page.elements[former.element.parent or 0].role
    return holder != "listitem" and other.said[:1].isalnum() and not _is_name(former)


def _is_name(former: Place) -> bool:
    """Whether it is what a thing of a list is called by: the thing itself is struck through, as one that is done."""
    item = former.item()
    name = lists(former.page).name(item) if item is not None else None
    return name is not None and former.at in (name.at, *name.page.ancestors(name.at))
