"""In what order things stand, as predicates."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from pytest_webagent.claims.derivation import Derivation
from pytest_webagent.model.builtin.predicates.excerpt import whole
from pytest_webagent.model.builtin.predicates.texts import Texts
from pytest_webagent.model.builtin.predicates.values import things
from pytest_webagent.model.builtin.refusal import Refusal, ambiguous
from pytest_webagent.model.builtin.words import Fit, content
from pytest_webagent.values.plain_text import plain, says

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pytest_webagent.model.builtin.answers import Answers
    from pytest_webagent.model.builtin.instruction import Target
    from pytest_webagent.model.builtin.items import Item
    from pytest_webagent.model.builtin.statement import Before, Sorted
    from pytest_webagent.observation import Element
    from pytest_webagent.values.relations import Relation

_NAMES = frozenset(["name", "title"])


class Order:
    """Predicates on the order of what is on one page."""

    def __init__(self, answers: Answers) -> None:
        self.answers = answers
        self.view = answers.view
        self.citing = answers.citing
        self.texts = Texts(answers.citing)

    def sorted_(self, claim: Sorted) -> tuple[Derivation, ...]:
        """That the things of a list rise or fall by one of their values.

        Raises:
            Missing: there is no such list.
            Refusal: it is not said which comes first, or they cannot be compared.
        """
        if not claim.first:
            raise Refusal(
                f"sorted by {claim.by} can mean rising or falling; say which comes first, such as 'ascending'"
            )
        items = things(whole(self.answers), claim.target, claim.by)
        if len(items) < 2:
            raise Refusal(f"there is only one of {claim.target.said}, which says nothing of their order")
        if set(content(claim.by.text)) <= _NAMES:
            return (self._alphabetical(items, falling=claim.first == "most"),)
        return (self._ranked(items, claim),)

    def _ranked(self, items: Sequence[Item], claim: Sorted) -> Derivation:
        told = [self.answers.of_item(item, claim.by) for item in items]
        sources = [self.texts.source(each) for each in told]
        elements = tuple(element for source in sources for element in source.elements)
        relation: Relation = "<=" if claim.first == "least" else ">="
        problem = ""
        for pattern in dict.fromkeys(("", *(source.pattern for source in sources))):
            tried = Derivation(op="order", elements=elements, relation=relation, pattern=pattern)
            found = self.texts.finding(tried)
            if len(elements) == len(items) and (found.holds or found.refuted):
                return tried
            problem = found.problem
        raise Refusal(f"the {claim.by} of {claim.target.said} cannot be compared: {problem}")

    def _alphabetical(self, items: Sequence[Item], *, falling: bool) -> Derivation:
        """The elements with the names as they have to stand: there is no relation between texts, but an order of elements.

        Raises:
            Refusal: in one way to sort names they stand in order, in another one they do not.
        """
        ways: tuple[Callable[[Item], tuple[object, ...]], ...] = (
            lambda item: (plain(item.name),),
            lambda item: (_unaccented(plain(item.name)),),
            lambda item: tuple(
                (len(part), part) if part.isdigit() else (0, part)
                for part in re.split(r"(\d+)", plain(item.name))
            ),
        )
        orders = {tuple(item.place for item in sorted(items, key=key, reverse=falling)) for key in ways}
        shown = tuple(sorted(item.place for item in items))
        if shown in orders and len(orders) > 1:
            raise Refusal(
                "whether these names stand in alphabetical order depends on how accents and numbers in them are sorted"
            )
        wanted = next(iter(orders)) if len(orders) == 1 else min(orders)
        elements = self.citing.ids(wanted)
        if len(elements) != len(items):
            raise Refusal("the names do not stand in an element each, so their order cannot be checked")
        return Derivation(op="order", elements=elements)

    def before(self, claim: Before) -> tuple[Derivation, ...]:
        """That something stands before something else."""
        first, second = self._place(claim.first), self._place(claim.second)
        return (Derivation(op="order", elements=(first[0], second[0])), first[1], second[1])

    def _place(self, target: Target) -> tuple[int, Derivation]:
        """The one element that is meant, and that it says so.

        Raises:
            Missing: it is not there.
            Refusal: there are several.
        """
        at = self._of_list(target)
        if at is None:
            told = self.answers.presence.told(target)
            (at,) = (self.view.page.index_of(each) for each in self._cited(told.evidence))
            words = target.main.words.text
            alike = [
                each for each in self.view.shown if self.view[each].text and says(self.view[each].text, words)
            ]
            if len(alike) > 1:
                raise ambiguous(target.said, [self.view.describe(each) for each in alike])
        (element,) = self.citing.ids((at,))
        said = self.view.reading.label(at) or self.view.reading.text(at)
        words = next(
            (
                reading.words.text
                for reading in target.readings
                if reading.words and says(said, reading.words.text)
            ),
            said,
        )
        return element, Derivation(op="exists", elements=(element,), text=words)

    def _cited(self, evidence: Sequence[Derivation]) -> list[Element]:
        found = [self.view.page.find(element) for each in evidence for element in each.elements]
        return [each for each in found if each is not None][:1]

    def _of_list(self, target: Target) -> int | None:
        for reading in target.readings:
            if not reading.words or reading.hint not in ("", "row") or not reading.plainly_named:
                continue
            found, level = self.answers.finder.lists.items_fitting(reading.words)
            if level >= Fit.SET and len(found) == 1:
                return found[0][1].place
            if level >= Fit.SET:
                raise ambiguous(target.said, [f"'{item.name}'" for _, item in found])
        return None


def _unaccented(text: str) -> str:
    return "".join(sign for sign in unicodedata.normalize("NFD", text) if not unicodedata.combining(sign))
