"""Ways to take all words of a sentence: what goes into which slot of a form, and what that costs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from pytest_webagent.language import lexicon
from pytest_webagent.language.terms import stem
from pytest_webagent.model.builtin.step_clauses import words_of_step

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pytest_webagent.model.builtin.slots import Slot


class Filling(NamedTuple):
    """What goes into a slot."""

    slot: Slot
    values: tuple[str, ...]
    on: bool = True


class Assignment(NamedTuple):
    """A way to take all words of a sentence."""

    cost: int
    fillings: tuple[Filling, ...]
    beside: frozenset[str] = frozenset()
    """The terms that only the form explains."""

    def begins(self, text: str) -> bool:
        """Whether a text begins with the name of what is filled."""
        first = next((each.low for each in words_of_step(text) if each.low not in lexicon.ARTICLES), "")
        said = {first, stem(first), re.sub(r"[\W_]", "", first)}
        return any(said & (each.slot.marks | each.slot.terms) for each in self.fillings)


def cheapest(found: Iterable[Assignment]) -> list[Assignment]:
    """The cheapest ones, each once; two are enough."""
    kept = list(found)
    least = min((each.cost for each in kept), default=0)
    return list({frozenset(each.fillings): each for each in kept if each.cost == least}.values())[:2]


class Unexplained(Exception):
    """Words are left that fill no slot, or fit two equally well."""
