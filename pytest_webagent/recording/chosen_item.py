"""Things of a list that a goal chooses by their place or by what they are compared by: "the cheapest one", "the second row".

A recording that held the name of what was the cheapest that day would choose it when it no longer is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_webagent.aria_roles import ITEMS
from pytest_webagent.claims.outcome import Unclear
from pytest_webagent.claims.ranking import the_best
from pytest_webagent.claims.resolver import Resolver
from pytest_webagent.claims.underivable import UnderivableError
from pytest_webagent.judging import goals
from pytest_webagent.language import lexicon
from pytest_webagent.language.terms import joined
from pytest_webagent.page.lists import lists
from pytest_webagent.page.locator import ITEM, Locator
from pytest_webagent.page.locators import locators
from pytest_webagent.page.places import Place
from pytest_webagent.values.plain_text import plain, says

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_webagent.observation import Observation
    from pytest_webagent.page.locator import Part


def choice_in(goal: str, page: Observation, at: int, locator: Locator) -> str:
    """The words of a goal that choose, on a page, just the thing of a list that an element is told by; empty if there are none."""
    item = Place(page, at).item()
    if item is None or plain(name_of(item)) != plain(item_name(locator)):
        return ""
    for words in _choosing(goal, page):
        try:
            if chosen(words, page) == item:
                return words
        except UnderivableError:
            continue
    return ""


def chosen(words: str, page: Observation) -> Place:
    """The thing of a list that words choose.

    Raises:
        UnderivableError: the page does not tell which.
    """
    look = Resolver(page)
    try:
        best = the_best(look, look.phrase(look.tokens(words)))
    except Unclear as unclear:
        raise UnderivableError(str(unclear)) from None
    item = None if best.place is None else best.place.item()
    if item is None:
        raise UnderivableError(f"{words!r} is no thing of a list on the page {page.title!r}")
    return item


def is_told_in(goal: str, item: Place | None) -> bool:
    """Whether the words of a goal tell a thing of a list from all others, whatever it is called by: the row of a person has a number."""
    if item is None:
        return False
    told = {each.said for each in item.below() if any(map(str.isalpha, each.said)) and says(goal, each.said)}
    beside = next((each.items for each in lists(item.page).around(item)), (item,))
    others = (each for each in beside if each != item)
    return bool(told) and not any(told <= {one.said for one in each.below()} for each in others)


def name_of(item: Place, like: Part | None = None) -> str:
    """What a thing of a list is called; in the column that tells another one, if there is that."""
    return locators(item.page).name_in(item, like.head if like is not None else "")


def item_part(locator: Locator) -> Part:
    """What tells the thing of a list that an element is told by: what it stands in, else the element itself."""
    around = (part for part in locator.within if part.kind in ITEMS or part.kind == ITEM)
    return next(around, locator.called)


def item_name(locator: Locator) -> str:
    """What that thing is called."""
    return item_part(locator).name


def things_around(locator: Locator) -> list[Locator]:
    """The things of lists that an element is told by, other than itself."""
    around = (part for part in locator.within if part.kind in ITEMS or part.kind == ITEM)
    return [Locator(part) for part in around if part.name]


def called_anew(locator: Locator, new: str) -> Locator:
    """A locator of something in one thing of a list as that of the same in another."""
    item = item_part(locator)
    old = item.name

    def renamed(part: Part) -> Part:
        return part._replace(name=new) if plain(part.name) == plain(old) else part

    # What another column said of the old one, it does not say of the new one.
    within = (renamed(part) for part in locator.within if part == item or not part.is_also(item))
    return locator._replace(called=renamed(locator.called), within=tuple(within))


def _choosing(goal: str, page: Observation) -> Iterator[str]:
    """The parts of the clauses of a goal that say a place or compare, the longest of each clause first."""
    look = Resolver(page)
    for clause in goals.read(goal).doing.split(". "):
        said = look.tokens(clause)
        joints = [at for at, each in enumerate(said) if each.word in lexicon.PREPOSITIONS | {"that"}]
        # The first word is what is done.
        begins, ends = [1, *(at + 1 for at in joints)], [*joints, len(said)]
        spans = sorted((start - end, start, end) for start in begins for end in ends if start < end)
        for _, start, end in spans:
            asked = look.phrase(said[start:end])
            if asked.ordinal or asked.best:
                yield joined(said[start:end])
