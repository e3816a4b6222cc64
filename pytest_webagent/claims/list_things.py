"""The things of a list that a phrase means: by name, by what they say, by their place in it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from pytest_webagent.claims.outcome import Absent, ambiguous
from pytest_webagent.claims.ranking import ranked
from pytest_webagent.language import lexicon
from pytest_webagent.language.terms import Token

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.claims.resolver import Resolver
    from pytest_webagent.language.phrases import Phrase
    from pytest_webagent.page.places import Place

_NO_THINGS: Final = (lexicon.PAGES | frozenset(lexicon.ROLES)) - lexicon.THINGS
"""Nouns that never mean the things of a list that nothing is called so: "the last page"."""
_ALONE: Final = lexicon.stemmed("only found shown displayed listed visible left remaining")
"""Words for the one thing of a list that is in sight."""
_PAIR: Final = 2


def things(look: Resolver, said: Sequence[Token]) -> tuple[Place, ...]:
    """The things of a list that a phrase means: "the second mail", "the cheapest mug", "Blue Mug", "all open orders".

    Raises:
        Absent: no list has such things.
        Unclear: several lists have, or one is meant and several fit.
    """
    head, pieces = parted(said)
    asked, own = look.phrase(said), look.phrase(head)
    if asked.denied:
        raise Absent(asked.said)
    picks = own.ordinal is not None or asked.best is not None
    if own.ordinal is None and own.best is None and any(map(_picks_another, map(look.phrase, pieces))):
        # "The photo of the cheapest mug" is no mug.
        raise Absent(asked.said)
    if not picks:
        alone = asked.words & (_ALONE | (lexicon.LIGHT & frozenset(asked.rest)))
        if alone & _ALONE and not alone & look.said_by_some:
            return _only_one(look, asked.without(alone))
        if not (asked.every or asked.number):
            return named_thing(look, asked)
        items = _listed(look, asked)
        if any(each.word == "both" for each in said) and len(items) != _PAIR:
            raise Absent(asked.said)
        return items
    bare = replace(asked, ordinal=None, best=None)
    if asked.best is not None and asked.best.column:
        bare = replace(bare, head=tuple(each for each in bare.head if each not in asked.best.column))
    if not bare.words:
        bare = replace(bare, head=("item",))
    items = _listed(look, bare)
    if asked.best is not None:
        return (ranked(look, items, asked.best)[0],)
    number = own.ordinal or asked.ordinal or 1
    nth = number - 1 if number > 0 else number
    if not -len(items) <= nth < len(items):
        raise Absent(asked.said)
    return (items[nth],)


def _picks_another(asked: Phrase) -> bool:
    """Whether a place or a superlative tells one thing by itself: "the second mug", "the cheapest mug", not "the highest price"."""
    best = asked.best is not None and bool(asked.head) and not asked.best.column
    return best or asked.ordinal is not None


def named_thing(look: Resolver, asked: Phrase) -> tuple[Place, ...]:
    """The one thing that is called so, or whose texts say so.

    Raises:
        Absent: there is none.
        Unclear: there are several.
    """
    if not look.wanted(asked) - lexicon.THINGS:
        raise Absent(asked.said)
    wanted = look.wanted(asked)
    # What only the list is called by names none of its things.
    found = {
        each.at: each
        for selection in look.selections(asked)
        for each in selection.items
        if look.says(each, wanted, selection.listing).words - selection.listing.words
    }
    if not found and (passing := look.passing(asked)) is not None:
        return (passing,)
    if not found:
        raise Absent(asked.said)
    if len(found) > 1:
        raise ambiguous(asked.said, [look.name(each).text for each in found.values()])
    return tuple(found.values())


def _only_one(look: Resolver, asked: Phrase) -> tuple[Place, ...]:
    """The one thing that a list has: "the card that is found".

    Raises:
        Absent: it has several.
    """
    items = _listed(look, asked if asked.words else replace(asked, head=("item",)))
    if len(items) > 1:
        raise Absent(asked.said)
    return items


def parted(said: Sequence[Token]) -> tuple[list[Token], list[list[Token]]]:
    """A phrase without what stands behind its prepositions, and each piece of that; what owns it is one as well."""
    owner: list[Token] = []
    pieces: list[list[Token]] = [[]]
    for token in said:
        if token.word in lexicon.PREPOSITIONS | lexicon.RELATIVES:
            pieces.append([])
            continue
        pieces[-1].append(token)
        if token.word.endswith(("'s", "s'")) and len(pieces) == 1 and token != said[-1]:
            owner, pieces = [*pieces[0][:-1], Token(token.text.removesuffix("'s").removesuffix("'"))], [[]]
    return pieces[0], [each for each in (owner, *pieces[1:]) if each]


def _listed(look: Resolver, asked: Phrase) -> tuple[Place, ...]:
    """The things that a noun means; those of the only list of the page, where nothing on it is called so."""
    try:
        return look.selection(asked).items
    except Absent:
        main = look.main_listings
        if len(main) != 1 or asked.rest or asked.quoted or asked.noun in _NO_THINGS:
            raise
        return main[0].items
