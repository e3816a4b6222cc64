"""Things of lists by their names: what is called so comes before what only says so somewhere, in whatever list it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pytest_webagent.claims.element_words import says
from pytest_webagent.claims.outcome import ambiguous
from pytest_webagent.language import lexicon
from pytest_webagent.language.terms import term_set
from pytest_webagent.page.names import item_texts
from pytest_webagent.values.plain_text import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.claims.resolver import Resolver
    from pytest_webagent.language.phrases import Phrase
    from pytest_webagent.language.terms import Token
    from pytest_webagent.page.lists import Listing
    from pytest_webagent.page.places import Place

_KINDS: Final = lexicon.THINGS | lexicon.ADD_NOTHING
"""Nouns for a thing of a list, and for a name."""


def named(look: Resolver, said: Sequence[Token]) -> Place | None:
    """The one thing of a list whose name a phrase says, with each other word explained by its texts or its list.

    Raises:
        Unclear: several are called so equally well.
    """
    asked = look.phrase(said)
    if asked.ordinal or asked.best or asked.every or asked.number or asked.denied:
        return None
    found: dict[int, tuple[tuple[int, ...], Place]] = {}
    for listing in look.listings:
        for item in () if listing.lone_controls() else listing.items:
            rank = _rank(look, listing, item, asked)
            if rank is not None:
                found[item.at] = min((rank, item), found.get(item.at, (rank, item)), key=lambda each: each[0])
    least = min((rank for rank, _ in found.values()), default=())
    best = [item for rank, item in found.values() if rank == least]
    if len(best) > 1:
        raise ambiguous(asked.said, [look.name(each).text for each in best])
    return best[0] if best else None


def _rank(look: Resolver, listing: Listing, item: Place, asked: Phrase) -> tuple[int, ...] | None:
    """How well a phrase names a thing, the least is the best; None where it does not."""
    name = look.lists.name(item)
    if name is None:
        return None
    quoted = {plain(text) for text in asked.quoted}
    if quoted and plain(name.said) not in quoted:
        return None
    wanted, called = look.wanted(asked), term_set(name.said)
    hit = {word for word in wanted if says(called, word)}
    if not quoted and not hit - listing.kinds - _KINDS:
        return None
    texts = term_set(" ".join(item_texts(item)))
    left = wanted - hit - _KINDS - listing.kinds - listing.words - texts
    rest = look.explained(item, left, asked.soft)
    return None if rest is None else (-len(hit), len(called - hit), *rest)
