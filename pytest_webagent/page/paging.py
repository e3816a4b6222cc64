"""The lists of which a page shows only a part, by what it tells of the whole: "1-10 of 57", "57 orders", the numbers of its pages."""

from __future__ import annotations

import re
from itertools import islice, pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_webagent.aria_roles import CELLS
from pytest_webagent.language import lexicon
from pytest_webagent.language.terms import is_plural, stem
from pytest_webagent.page.kept import kept
from pytest_webagent.page.layout import layout
from pytest_webagent.page.lists import COUNTED, Listing, lists
from pytest_webagent.page.places import Place, seen
from pytest_webagent.values.units import unit_after

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_webagent.observation import Observation

PAGED: Final = re.compile(
    r"(?<![\w.,])(?P<first>\d+)\s*(?:[-–—]|to)\s*(?P<last>\d+)\s+(?:out\s+)?of\s+(?P<about>about\s+)?(?P<all>\d+(?:[.,]\d+)*)(?:\s+(?P<things>[^\W\d]+))?|"
    r"(?:\b(?P<end>first|last|newest|latest|oldest|recent|top)\s+)?(?<![\w.,$€£])(?P<part>\d+)\s+(?:out\s+)?of\s+"
    r"(?P<whole>\d[\d.,]*)(?:\s+(?P<noun>\w+)|(?=\)))|\bpage\s+\d+\s*(?:of|/)\s*(?!1\b)\d+",
    re.IGNORECASE,
)
"""A text that says that only some of all are in sight: "1-10 of 57", "5 of 12 orders", "Reviews (2 of 9)", "Page 1 of 6"."""
MORE: Final = re.compile(
    r"\W*(?:(?:load|show|view|see|read) (?:more|\d+ more|all (?P<all>\d[\d.,]*) (?P<noun>\w+))\b|(?P<turns>next)(?: page)?\W*$)",
    re.IGNORECASE,
)
"""The name of what leads to the rest of a list."""
_QUANTITY: Final = re.compile(r"[^\d$€£]{0,8}(\d{1,4})")
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
        if place.element.clickable:
            yield from _led_to(place)
        elif any(map(str.isdigit, place.said)) and len(place.said.split()) <= _LONGEST:
            yield from _told(place)


def _led_to(place: Place) -> Iterator[Part]:
    """What a control leads to of the list beside it."""
    more = MORE.match(place.said)
    off = {"disabled", "current"} & set(place.element.states)
    if off or ((more is None or more["turns"]) and not is_pager(place)):
        return
    whole = (more and more["all"]) or ""
    listing = _nearest(place)
    if listing is not None and (more is None or not whole or _more_of(listing, more["noun"], whole)):
        yield Part(listing, place, whole, paged=True)


def _told(place: Place) -> Iterator[Part]:
    """What a text tells of the list beside it."""
    found, counted = PAGED.search(place.said), COUNTED.fullmatch(place.said)
    if found is not None and not found["part"]:
        size = int(found["last"]) - int(found["first"]) + 1 if found["first"] else 0
        listing = _nearest(place, size)
        if listing is not None and (not size or (found["first"], found["last"]) != ("1", found["all"])):
            begins = (found["first"] or re.findall(r"\d+", found[0])[0]) == "1"
            yield Part(listing, place, found["all"] or "", paged=True, begins=begins)
    elif found is not None:
        size, whole = int(found["part"]), found["whole"]
        listing = _nearest(place, size)
        # A heading counts what it heads.
        noun = found["noun"] or ("one" if place.element.role == "heading" else "")
        # Of as many things as are in sight it may say first what they are.
        counts = is_plural(noun) and not unit_after(noun) and _number(whole) > size
        fits = listing is not None and len(listing.items) == size
        if listing is not None and fits and (counts or _more_of(listing, noun, whole)):
            # A filter gives no "newest 5".
            yield Part(listing, place, whole, paged=bool(found["end"]))
    elif counted is not None:
        whole, listing = str(_number(place.said)), _nearest(place)
        more = listing is not None and _more_of(listing, counted["things"].split()[0], whole)
        if listing is not None and more and not _adds_up(listing, int(whole)):
            yield Part(listing, place, whole, paged=False)


def _more_of(listing: Listing, noun: str, whole: str) -> bool:
    """Whether a list has fewer things than a number of such tells."""
    kinds = listing.kinds | listing.words | lexicon.THINGS
    return _number(whole) > len(listing.items) and stem(noun.lower()) in kinds


def _adds_up(listing: Listing, whole: int) -> bool:
    """Whether the things of a list have figures in one place that add up to a number: the quantities of a cart with 4 items."""
    columns: dict[tuple[tuple[str, int], ...], int] = {}
    for item in listing.items:
        for each in item.below():
            if found := _QUANTITY.fullmatch(each.holds):
                way = each.path(item.at)
                columns[way] = columns.get(way, 0) + int(found[1])
    return whole in columns.values()


def _number(text: str) -> int:
    return int(re.findall(r"\d+", re.sub(r"(?<=\d)[.,](?=\d{3})", "", text))[0])


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


def _nearest(place: Place, size: int = 0) -> Listing | None:
    """The list that stands nearest to an element which is not in a list itself; rather one of so many things, if given."""
    above = [*place.page.ancestors(place.at)]
    every = [each for each in lists(place.page).all if not each.lone_controls()]
    if any(item.at in (place.at, *above) for each in every for item in each.items):
        return None

    def distance(listing: Listing) -> tuple[bool, int, int]:
        own = {*place.page.ancestors(listing.at)}
        shared = next((nth for nth, at in enumerate(above) if at in own), len(above))
        return size not in (0, len(listing.items)), shared, abs(place.at - listing.items[-1].at)

    return min(every, key=distance, default=None)
