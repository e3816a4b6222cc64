"""The elements that a phrase names: each of its words has to be explained by the name, the kind or the place of what is meant."""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_webagent.aria_roles import FIELDS, TOGGLES
from pytest_webagent.claims.outcome import Absent
from pytest_webagent.claims.ranking import ranked
from pytest_webagent.language import lexicon
from pytest_webagent.language.phrases import phrase
from pytest_webagent.language.terms import akin, term_set
from pytest_webagent.values.plain_text import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.claims.resolver import Resolver
    from pytest_webagent.language.phrases import Phrase
    from pytest_webagent.language.terms import Token
    from pytest_webagent.page.places import Place

_LONGEST_NAME: Final = 12
"""Most words of a text that is what an element is called."""
_SOFT: Final = lexicon.ADD_NOTHING | lexicon.stemmed("new named called labelled own corresponding main")
"""Words of a phrase that need not be explained."""


class Match(NamedTuple):
    """An element that a phrase may mean."""

    place: Place
    name: str
    """What it is called, in the words that the phrase explains best."""
    surplus: frozenset[str]
    """The terms of its name that the phrase does not say."""
    rank: tuple[int, ...]
    """The least is the best."""


def matches(look: Resolver, said: Sequence[Token], roles: frozenset[str]) -> list[Match]:
    """The elements of some roles that a phrase explains best, in the order of the page; several where they are as good.

    Raises:
        Unclear: the row or card that it names is one of several.
    """
    head, places = _parted(said)
    asked = look.phrase(said)
    if asked.number is not None or asked.every or asked.denied:
        # Several, or others.
        return []
    inside, explained = _holders(look, places)
    wanted = asked.words - explained
    # "The box for 'Tea'" names a box; of "the second box" all are looked at first.
    own = look.phrase(head)
    found = []
    for place in look.shown:
        element = place.element
        if element.role not in roles and not ("clickable" in roles and element.clickable):
            continue
        if inside is not None and not inside & {place.at, *look.page.ancestors(place.at)}:
            continue
        match = _match(look, place, asked, own, wanted)
        if match is not None:
            found.append(match)
    least = min((each.rank for each in found), default=())
    best = [each for each in found if each.rank == least]
    if own.ordinal is None:
        return best
    nth = own.ordinal - 1 if own.ordinal > 0 else own.ordinal
    # "The first name" is no way to speak of the only field "Name".
    return [best[nth]] if len(best) > 1 and -len(best) <= nth < len(best) else []


def _parted(said: Sequence[Token]) -> tuple[list[Token], list[list[Token]]]:
    """A phrase without what stands behind its prepositions, and each piece of that."""
    pieces: list[list[Token]] = [[]]
    for token in said:
        if token.word in lexicon.PREPOSITIONS | lexicon.RELATIVES:
            pieces.append([])
        else:
            pieces[-1].append(token)
    return pieces[0], [each for each in pieces[1:] if each]


def _holders(look: Resolver, places: Sequence[Sequence[Token]]) -> tuple[set[int] | None, frozenset[str]]:
    """The row or card that "of the second mail" and "of the cheapest" mean, and the words that this explains."""
    for each in places:
        asked = phrase(each)
        if asked.ordinal is None and asked.best is None:
            continue
        things = replace(asked, ordinal=None, best=None)
        if not things.words:
            things = replace(things, head=("item",))
        items = _listed(look, things)
        if asked.best is not None:
            return {ranked(look, items, asked.best)[0].at}, asked.words
        number = asked.ordinal or 1
        nth = number - 1 if number > 0 else number
        if not -len(items) <= nth < len(items):
            raise Absent(asked.said)
        return {items[nth].at}, asked.words
    return None, frozenset()


def _listed(look: Resolver, things: Phrase) -> tuple[Place, ...]:
    """The things that a noun means; those of the only list of the page, where nothing on it is called so."""
    try:
        return look.selection(things).items
    except Absent:
        main = [each for each in look.listings if not each.lone_controls() and not look.aside(each.items[0])]
        main = [each for each in main if len(each.items) > 1]
        if len(main) != 1 or things.rest or things.quoted:
            raise
        return main[0].items


def _match(look: Resolver, place: Place, asked: Phrase, own: Phrase, wanted: frozenset[str]) -> Match | None:
    element = place.element
    kinds = frozenset(word for word in wanted if element.role in lexicon.ROLES.get(word, frozenset()))
    called = _called(look, place)
    exact = [text for text in called if plain(text) in {plain(each) for each in asked.quoted}]
    best: Match | None = None
    for text in exact or called or [""]:
        name = term_set(text) | _symbols(text)
        hit = frozenset(word for word in wanted if word in name or any(akin(word, each) for each in name))
        rest = look.explained(place, wanted - hit - kinds, asked.soft & lexicon.LIGHT | _SOFT)
        if rest is None or not (hit & own.words or exact or (kinds and not own.words - kinds - _SOFT)):
            continue
        surplus = term_set(text) - wanted
        match = Match(place, text, surplus, (look.aside(place), not exact, len(surplus), -len(kinds), *rest))
        if best is None or match.rank < best.rank:
            best = match
    return best


def _called(look: Resolver, place: Place) -> list[str]:
    """The short texts that an element is called by."""
    element = place.element
    labels: list[str] = []
    if element.role in FIELDS:
        labels += look.names.labels(place)
    elif element.role in TOGGLES and not element.name:
        beside = look.page.children(element.parent)
        after = beside[beside.index(place.at) + 1 :][:1]
        labels += [look.page.elements[at].text for at in after]
    texts = (element.name, element.placeholder, *labels, place.said, element.description)
    return [text for text in dict.fromkeys(texts) if text and len(text.split()) <= _LONGEST_NAME]


def _symbols(text: str) -> frozenset[str]:
    """The terms of what symbols are called: a star, a heart, a gear (the names of Unicode's characters)."""
    signs = (each for each in text if unicodedata.category(each) in ("So", "Sm"))
    return term_set(" ".join(unicodedata.name(each, "").lower() for each in signs))
