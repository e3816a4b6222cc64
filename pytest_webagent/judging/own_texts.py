"""Texts of a page that others than the page may have written: what visitors write, and what one thing of a list is called.

A mail may have the subject "You have 12 unread mails", and a file any name. What a row says of itself is of that row: to a question
that names neither the row nor the column, it answers only where the page says nothing else.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pytest_webagent.claims.told_figures import literals
from pytest_webagent.judging.question import ends, telling, wanted
from pytest_webagent.language.quotations import masked
from pytest_webagent.language.terms import is_plural, term_set
from pytest_webagent.language.words import content, says, words
from pytest_webagent.page.hearsay import speaks_of_visitors, written_under
from pytest_webagent.page.lists import lists
from pytest_webagent.page.names import item_texts, names
from pytest_webagent.page.tables import is_row
from pytest_webagent.values.plain_text import quoted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pytest_webagent.page.places import Place

_CAPITALS: Final = re.compile(r"(?<=\s)[A-Z]\w*")


def hearsay(place: Place, asking: str, *, figures: bool = True) -> str:
    """What it is that does not answer a question or bear out a statement, as others than the page wrote it; empty where it may.

    Without `figures`, only what visitors write is.
    """
    asked = telling(masked(asking))
    values = {each.at for each in names(place.page).values}
    inside = [each for each in (place, *place.below()) if each.at in values]
    speaking = [each for each in inside if asked & content(each.holds)]
    heads = [] if speaks_of_visitors(asking) else [written_under(each, asked) for each in speaking or [place]]
    if heads and all(heads) and not content(heads[0]) & asked:
        return f"what stands under {quoted(heads[0])}: what visitors write is no evidence of anything else"
    told = [each for each in speaking if _kinds(each)] if figures and not ends(asking)[0] else []
    if told and all(_is_of_one(each, asking, asked) for each in told):
        return f"{quoted(told[0].said)}: what one thing of a list is called is no evidence of anything else"
    return ""


def _above(place: Place) -> tuple[int, ...]:
    return (place.at, *place.page.ancestors(place.at))


def _kinds(place: Place) -> frozenset[str]:
    return frozenset(kind for _, kind in literals(place.holds, place.page.language))


def _is_of_one(place: Place, asking: str, asked: frozenset[str]) -> bool:
    """Whether a sentence with a figure is what one thing of a list is called, alone among them, and the page tells otherwise."""
    item = place.item()
    listing = next((each for each in lists(place.page).all if item in each.items), None)
    if item is None or listing is None:
        return False
    others = [(each, list(_same(each, place, item))) for each in listing.items if each != item]
    # What most of them say names none of them.
    beside = [_words(item_texts(each, same[0] if same else None)) for each, same in others]
    named = (word for word in _words(item_texts(item, place)) & asked)
    labelled = _words(names(place.page).labels(place)) & asked
    if labelled or any(2 * sum(word in each for each in beside) <= len(others) for word in named):
        return False
    if 2 * sum(any(_kinds(one) & _kinds(place) for one in same) for _, same in others) > len(others):
        return False
    inside = {each.at for each in listing.items}
    outside = [each for each in names(place.page).values if inside.isdisjoint(_above(each))]
    # "Dr. Roe" names the one thing that says so.
    if _words(_CAPITALS.findall(asking)) & content(place.holds) - _words(each.holds for each in outside):
        return False
    told = [each for each in outside if _tells(each, place, item, asked)]
    figures = [figure for figure, _ in literals(place.holds, place.page.language)]
    if any(says(each.holds, figure) for each in told for figure in figures):
        return False
    things = next((word for word in words(asking) if is_plural(word)), "")
    return bool(told) or (wanted(asking) == "count" and bool(term_set(things) & listing.kinds))


def _same(other: Place, place: Place, item: Place) -> Iterator[Place]:
    """What stands in another thing of a list where an element stands in its own: in a row, the cell."""
    way = place.path(item.at)[-1:] if is_row(item.page, item.at) else place.path(item.at)
    yield from (each for each in (other, *other.below()) if each.path(other.at) == way)


def _words(texts: Iterable[str]) -> frozenset[str]:
    return content(" ".join(texts))


def _tells(other: Place, place: Place, item: Place, asked: frozenset[str]) -> bool:
    """Whether the page tells a figure of the same kind beside a list: of all asked words that a text in it says, or of another one.

    Of what only names its row, which may be called anything, one of the words is enough.
    """
    page, look = place.page, names(place.page)
    name = lists(page).name(item)
    naming = name is not None and name.at in (*_above(place), *page.descendants(place.at))
    shared = {at for at, _ in look.around(place)}
    around = (text for at, text in look.around(other) if at not in shared)
    own, theirs = content(place.holds) & asked, _words((other.holds, *look.labels(other), *around)) & asked
    told = bool(theirs) and (naming or own <= theirs | content(page.title) or bool(theirs - own))
    return told and bool(_kinds(other) & _kinds(place))
