"""Things by their names; of lists, what is called so comes before what only says so somewhere, in whatever list it stands."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pytest_webagent.aria_roles import BUTTONS, TOGGLES
from pytest_webagent.claims.element_words import says
from pytest_webagent.claims.outcome import ambiguous
from pytest_webagent.language import lexicon
from pytest_webagent.language.terms import term_set
from pytest_webagent.model.builtin.words import bare, without_articles
from pytest_webagent.page.names import item_texts
from pytest_webagent.values.plain_text import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.claims.resolver import Resolver
    from pytest_webagent.language.phrases import Phrase
    from pytest_webagent.language.terms import Token
    from pytest_webagent.model.builtin.view import View
    from pytest_webagent.page.lists import Listing
    from pytest_webagent.page.places import Place

_TICKING: Final = frozenset(("select", "mark", "toggle", "tick"))
_ALL_THAT: Final = re.compile(r"\b(?:everything|all) (?:that|which) (?:is|are) ")
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


def exactly_named(view: View, words: str) -> tuple[int, ...]:
    """The buttons, links and tabs that have exactly these words as their name; links to one address are one."""
    if view.page.dialog is not None:
        return ()
    words = _ALL_THAT.sub("", without_articles(words)).replace("everything", "all")
    found = [
        at
        for at in view.shown
        if words in (without_articles(view.name(at)), bare(view.name(at)))
        and view[at].id is not None
        and (
            view[at].role in BUTTONS | {"link", "tab"}
            # A box is meant by its name only if that says what ticking it does; "Buy milk" may be a thing to buy.
            or (view[at].role in TOGGLES and plain(words).partition(" ")[0] in _TICKING)
        )
    ]
    addresses = {view[at].url for at in found}
    return tuple(found[:1] if len(addresses) == 1 and "" not in addresses else found)
