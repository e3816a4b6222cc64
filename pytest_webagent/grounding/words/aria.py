"""Words to an element, without any model: by the finder that reads what a step, a question or a citation names, too.

A description is taken only where every word of it is accounted for: by the name of an element, by what kind of thing it
is, by a state it is in, or by a place that the page has. Where words are left over, or fit two elements, there is no
answer: an element that is only likely would be clicked.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pytest_webagent.claims.resolver import Resolver
from pytest_webagent.grounding.words.description import Description
from pytest_webagent.language.terms import term_set
from pytest_webagent.values.plain_text import plain

if TYPE_CHECKING:
    from pytest_webagent.claims.element_finder import Match
    from pytest_webagent.observation import Element, Observation, Point

_LETTERS: Final = re.compile(r"[^\W_]+")
_LONGEST: Final = 1_000
"""Characters of a description; longer ones name nothing."""


class AriaGrounder:
    """Finds the one element a description names, from what the page says about its elements."""

    def __init__(self) -> None:
        self._last: Resolver | None = None

    async def locate(self, description: str, observation: Observation) -> Point | None:
        """The centre of the element's box in CSS pixels of the viewport, or None where no single element is named."""
        element = self.find(description, observation)
        return None if element is None or element.box is None else element.box.center

    def find(self, description: str, observation: Observation) -> Element | None:
        """The one element the description names; None where none, or more than one, can be meant.

        Hidden elements and those without an id are never found; disabled ones are.
        """
        found = [each.place.element for each in self._found(description, observation)]
        if len(found) > 1 and observation.uncovered:
            # Where it is known what is covered, the one that is not is meant.
            found = [
                each for each in found if each.id in observation.uncovered or not each.in_viewport
            ] or found
        if len(found) != 1:
            return None
        (element,) = found
        whole, number = plain(description), description.strip("[]()# \t\n")
        if number.isascii() and number.isdigit() and observation.find(int(number)) not in (None, element):
            return None
        # What looks like a description may be the name of something else.
        named = [each for each in observation.elements if each.id is not None and plain(each.name) == whole]
        # "C++" has the words of "C", and more signs.
        signs = [
            each
            for each in observation.elements
            if plain(each.name) in whole
            and len(plain(each.name)) > len(plain(element.name))
            and _LETTERS.findall(plain(each.name)) == _LETTERS.findall(plain(element.name))
        ]
        return element if not signs and (not named or element in named) else None

    def fit(self, description: str, element: Element, observation: Observation) -> float:
        """How well a description fits an element, from 0 (not at all) to 1 (all its words, and its whole name).

        From 0.5 on all words fit; below, it is the share of words that do. Two elements of the same name have the same
        fit where nothing in the description tells them apart.
        """
        at = observation.index_of(element)
        for match in self._found(description, observation):
            if match.place.at == at:
                return 0.9 if match.surplus else 1.0
        said = term_set(description[:_LONGEST])
        names = [term_set(text) for text in (element.name, element.text, element.placeholder)]
        shares = [2 * len(said & have) / (len(said) + len(have)) for have in names if have and said]
        return 0.49 * max(shares, default=0.0)

    def alike(self, description: str, observation: Observation) -> tuple[list[Element], bool]:
        """The elements a description may mean, those that fit best first; whether all its words fit each of them.

        Where they do not, these are the ones that share words with it.
        """
        fits = [each.place.element for each in self._found(description, observation)]
        if fits:
            return fits, True
        there = (each for each in observation.elements if each.id is not None and not each.hidden)
        shares = [(self.fit(description, each, observation), each) for each in there]
        shares.sort(key=lambda pair: -pair[0])
        return [each for share, each in shares if share], False

    def _found(self, description: str, observation: Observation) -> list[Match]:
        if len(description) > _LONGEST:
            return []
        if self._last is None or self._last.page is not observation:
            self._last = Resolver(observation)
        return Description(self._last, description).found()
