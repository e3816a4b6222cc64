"""Superlatives: which of a list is the cheapest, the newest, the best rated."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_webagent.claims.outcome import Unclear
from pytest_webagent.claims.ranking import ranked
from pytest_webagent.claims.resolver import Resolver
from pytest_webagent.language.phrases import Best
from pytest_webagent.language.terms import term_set
from pytest_webagent.model.builtin.refusal import Refusal, ambiguous
from pytest_webagent.page.places import Place

if TYPE_CHECKING:
    from pytest_webagent.model.builtin.instruction import Superlative
    from pytest_webagent.model.builtin.items import Item
    from pytest_webagent.model.builtin.lists import Lists
    from pytest_webagent.model.builtin.words import Words


def best_of(lists: Lists, words: Words, wanted: Superlative, inside: frozenset[int] | None) -> Item:
    """The item that a superlative means; `inside` are the elements of the place it must stand in.

    Raises:
        Refusal: nothing can be compared, several lists could be meant, or the best is shared.
    """
    page = lists.view.page
    said, look = str(words) or "one", Resolver(page)
    best = Best(wanted.kind, wanted.pick, term_set(wanted.column))
    groups = lists.selected(words, inside)
    if not groups:
        raise Refusal(f"{said!r}: no list on the page holds anything called {words}")
    found: list[Item] = []
    problem: Unclear | None = None
    for _, items in groups:
        try:
            place, _ = ranked(look, [Place(page, each.index) for each in items], best)
        except Unclear as unclear:
            problem = problem or unclear
            continue
        found.append(next(each for each in items if each.index == place.at))
    if len(found) > 1:
        raise ambiguous(said, [f"a list with {each.name!r}" for each in found])
    if not found:
        raise Refusal(f"{said!r}: {problem}")
    return found[0]
