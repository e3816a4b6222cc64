"""The lists of which a page shows only a part, by what it tells of the whole: "1-10 of 57", "57 orders", the numbers of its pages."""

from __future__ import annotations

import re
from itertools import islice, pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_webagent.aria_roles import CELLS
from pytest_webagent.language import lexicon
from pytest_webagent.language.terms import stem
from pytest_webagent.page.kept import kept
from pytest_webagent.page.layout import layout
from pytest_webagent.page.lists import COUNTED, Listing, lists
from pytest_webagent.page.places import Place, seen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_webagent.observation import Observation

PAGED: Final = re.compile(
    r"(?<![\w.,])(?P<first>\d+)\s*(?:[-–—]|to)\s*(?P<last>\d+)\s+(?:out\s+)?of\s+(?P<about>about\s+)?(?P<all>\d+(?:[.,]\d+)*)(?:\s+(?P<things>[^\W\d]+))?|"
    r"(?<![\w.,$€£])(?P<part>\d+)\s+(?:out\s+)?of\s+(?P<whole>\d[\d.,]*)\s+(?P<noun>\w+)|\bpage\s+\d+\s*(?:of|/)\s*(?!1\b)\d+",
    re.IGNORECASE,
)
"""A text that says that only some of all are in sight: "1-10 of 57", "5 of 12 orders", "Page 1 of 6"."""
MORE: Final = re.compile(
    r"\W*(?:(?:load|show|view|see) (?:more|\d+ more)\b|next(?: page)?\W*$)", re.IGNORECASE
)
"""The name of what leads to the rest of a list."""
_TURNS: Final = frozenset(("link", "button"))
_A_PAGER: Final = 16
"""Most texts of the control with the numbers of pages; a calendar has more."""
_LONGEST: Final = 15
"""Most words of a text that tells how many of all are in sight."""


class Part(NamedTuple):
    """A list of which there is more than is in sight."""

    listing: Listing
    place: Place
    """What tells so."""
    whole: str
    """How many there are in all; empty where the page does not say."""
    paged: bool
    """Whether the rest is on other pages; else a filter may have narrowed it to what is asked for."""
    begins: bool = True
    """Whether what is in sight is the beginning of it."""


def span(text: str) -> re.Match[str] | None:
    """Where a text says which of how many are in sight: "1-10 of 57 results"; not where it knows only about how many."""
    return next((each for each in PAGED.finditer(text) if each["all"] and not each["about"]), None)


@kept
def partial(page: Observation) -> tuple[Part, ...]:
    """The lists of a page of which it shows only a part, kept with it."""
    return tuple(_partial(page))


def _partial(page: Observation) -> Iterator[Part]:
    for place in seen(page):
        said, element = place.said, place.element
        if element.clickable:
            on = not {"disabled", "current"} & set(element.states)
            more = MORE.match(said) is not None and "more" in said.lower()
            listing = _nearest(place) if on and (more or is_pager(place)) else None
            if listing is not None:
                yield Part(listing, place, "", paged=True)
        elif any(map(str.isdigit, said)) and len(said.split()) <= _LONGEST:
            found, counted = PAGED.search(said), COUNTED.fullmatch(said)
            if (found or counted) and (listing := _nearest(place)) is not None:
                yield from _told(place, listing, found, counted)


def _told(
    place: Place, listing: Listing, found: re.Match[str] | None, counted: re.Match[str] | None
) -> Iterator[Part]:
    """What a text tells of the list beside it."""
    if found is not None and not found["part"]:
        if found["first"] is None or (found["first"], found["last"]) != ("1", found["all"]):
            begins = (found["first"] or re.findall(r"\d+", found[0])[0]) == "1"
            yield Part(listing, place, found["all"] or "", paged=True, begins=begins)
        return
    last = re.findall(r"\d+", re.sub(r"(?<=\d)[.,](?=\d{3})", "", place.said))
    noun = stem((found["noun"] if found else counted["things"].split()[0] if counted else "").lower())
    size = len(listing.items)
    here = found is None or int(found["part"]) == size
    if here and noun in listing.kinds | lexicon.THINGS and int(last[found is not None]) > size:
        yield Part(listing, place, found["whole"] if found else last[0], paged=False)


def is_pager(place: Place) -> bool:
    """Whether a control leads to another page of a list: it is one of the numbers of its pages, or stands beside them."""
    name = place.element.name.strip()
    if not (name.isdigit() or MORE.match(name)) or not place.element.clickable:
        return False
    for holder in islice(place.around(), 1, 4):
        if layout(place.page).texts[holder.at] > _A_PAGER:
            break
        told = [each for each in holder.below() if each.said.isdigit() and each.within(CELLS) is None]
        numbers = sorted({int(each.said) for each in told})
        turns = [each for each in told if each.element.role in _TURNS]
        above = {
            at
            for each in turns
            for at in (each.at, *each.page.ancestors(each.at), *each.page.descendants(each.at))
        }
        # The page one is on is marked, or is no link.
        here = any(each.at not in above or "current" in each.element.states for each in told)
        if turns and (here or not name.isdigit()) and any(two == one + 1 for one, two in pairwise(numbers)):
            return True
    return False


def _nearest(place: Place) -> Listing | None:
    """The list that stands nearest to an element which is not in a list itself."""
    above = [*place.page.ancestors(place.at)]
    every = [each for each in lists(place.page).all if not each.lone_controls()]
    if any(item.at in (place.at, *above) for each in every for item in each.items):
        return None

    def distance(listing: Listing) -> tuple[int, int]:
        own = {*place.page.ancestors(listing.at)}
        shared = next((nth for nth, at in enumerate(above) if at in own), len(above))
        return shared, abs(place.at - listing.items[-1].at)

    return min(every, key=distance, default=None)
