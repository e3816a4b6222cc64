"""In what state things are, as predicates."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_webagent.claims.derivation import Derivation
from pytest_webagent.model.builtin import instruction as say
from pytest_webagent.model.builtin.asked import is_label
from pytest_webagent.model.builtin.predicates.excerpt import refuse_longer_name, whole
from pytest_webagent.model.builtin.predicates.texts import Texts
from pytest_webagent.model.builtin.predicates.values import called, things
from pytest_webagent.model.builtin.refusal import Missing, Refusal
from pytest_webagent.model.builtin.statement import InState
from pytest_webagent.model.builtin.states import CONTROL_STATES
from pytest_webagent.model.builtin.words import Fit, Words
from pytest_webagent.values.plain_text import says, word_set

if TYPE_CHECKING:
    from pytest_webagent.model.builtin.answers import Answers
    from pytest_webagent.model.builtin.instruction import State
    from pytest_webagent.model.builtin.statement import Is
    from pytest_webagent.model.builtin.told import Told

_MORE = word_set("required optional readonly read-only editable focused")
"""States that a control shows and no row says."""


class States:
    """Predicates on the states of what is on one page."""

    def __init__(self, answers: Answers) -> None:
        self.answers = answers
        self.view = answers.view
        self.texts = Texts(answers.citing)

    def predicates(self, claim: InState) -> tuple[Derivation, ...]:
        """That something, each of several or none of them, is in a state, or is not.

        Raises:
            Missing: it is not there.
            Refusal: the page does not tell.
        """
        question = claim.question
        if question.target.main.every or question.some:
            return self._of_many(claim)
        expected = "no" if claim.negated else "yes"
        if question.state in _MORE:
            at = self.answers.states.stateful(question.target)
            found = Derivation(op="exists", elements=self.answers.citing.ids((at,)), state=question.state)
            return (self._saying(found if expected == "yes" else replace(found, op="not_exists"), question),)
        try:
            told = self.answers.states.told(question)
        except Missing:
            if not claim.word or (named := self._of_a_row(question, claim.word)) is None:
                raise
            told, question = named, replace(question, state=claim.word)
        shown = tuple(self._saying(each, question) for each in self.texts.oriented(told, expected))
        return (*shown, *self._named(question), *self._around(shown, question))

    def _of_a_row(self, question: State, word: str) -> Told | None:
        """Whether a row says the word for a state, where there is no control that could be in it."""
        readings = tuple(reading for reading in question.target.readings if reading.words)
        return self.answers.states.claims.told(replace(question.target, readings=readings), Words(word))

    def of_a_thing(self, claim: Is) -> InState | None:
        """The claim that a thing of a list is something, where that is said like a value: "Bob is an editor"."""
        about = claim.question
        if (
            not isinstance(about, say.Attribute)
            or about.of is not None
            or claim.part
            or claim.relation not in ("=", "!=")
        ):
            return None
        try:
            found, level = self.answers.finder.lists.items_fitting(about.words)
        except Refusal:
            return None
        if (
            not found
            or (level < Fit.SAME and level != Fit.CONTEXT)
            or is_label(self.answers.citing, about.words.text)
        ):
            return None
        target = say.Target(str(about.words), (say.Reading(words=about.words),))
        return InState(question=say.State(target=target, state=claim.to), negated=claim.relation == "!=")

    def _saying(self, each: Derivation, question: State) -> Derivation:
        """A predicate on a control that is still called as the statement calls it."""
        if each.op not in ("exists", "not_exists") or len(each.elements) != 1 or each.text:
            return each
        element = self.view.page.find(each.elements[0])
        if element is not None:
            refuse_longer_name(self.view, question.target, self.view.page.index_of(element))
        label = "" if element is None else self.view.reading.label(self.view.page.index_of(element))
        words = (reading.words.text for reading in question.target.readings if reading.words)
        return replace(each, text=next((said for said in words if says(label, said)), label))

    def _around(self, found: tuple[Derivation, ...], question: State) -> tuple[Derivation, ...]:
        """That what a control stands in still says the words that the control itself does not: "the box of 'Buy milk'"."""
        page, reading = self.view.page, self.view.reading
        controls = [page.find(each.elements[0]) for each in found if len(each.elements) == 1]
        if question.state not in CONTROL_STATES or len(controls) != 1 or controls[0] is None:
            return ()
        at = page.index_of(controls[0])
        readings = [each for each in question.target.readings if each.words]
        words = [place.reading.words for each in readings for place in each.places] + [
            each.words for each in readings if not each.places
        ]
        for said in (each.text for each in words if each):
            if says(reading.label(at), said):
                return ()
            for above in page.ancestors(at):
                element = page.elements[above].id
                if element is not None and says(reading.text(above), said):
                    return (Derivation(op="exists", elements=(element,), text=said),)
        return ()

    def _named(self, question: State) -> tuple[Derivation, ...]:
        """That the row or card is still the one of that name, where its state is what it says."""
        if question.state in CONTROL_STATES:
            return ()
        for reading in question.target.readings:
            try:
                found, _ = self.answers.finder.lists.items_fitting(reading.words)
            except Refusal:
                continue
            if len(found) == 1:
                return called(whole(self.answers), found[0][1], question.target)
        return ()

    def _of_many(self, claim: InState) -> tuple[Derivation, ...]:
        """Each of them: those of a list by what each says, or controls of a kind.

        Raises:
            Refusal: for some of them the page does not tell.
        """
        question = claim.question
        if claim.negated and question.target.main.every:
            raise Refusal(
                f"{question.target.said!r} with 'not' can be read in two ways; say 'no ...' or 'not one of ...'"
            )
        expected = "no" if claim.negated else "yes"
        if question.some and expected == "yes":
            raise Refusal(f"which {question.target.said} is {question.state} is not said; name it")
        if question.state in CONTROL_STATES and (controls := self._controls(question)):
            told = [self.answers.states.in_state(question, at) for at in controls]
            return tuple(each for one in told for each in self.texts.oriented(one, expected))
        return self._of_items(question, expected, claim.word)

    def _controls(self, question: State) -> tuple[int, ...]:
        try:
            return self.answers.states.all_stateful(question)
        except Refusal:
            return ()

    def _of_items(self, question: State, expected: str, word: str) -> tuple[Derivation, ...]:
        words, claims = Words(word or question.state), self.answers.states.claims
        part = whole(self.answers)
        items = things(part, question.target, words)
        group = next(group for group in self.answers.finder.lists.groups if items[0] in group.items)
        told = [claims.of_item(item, group, words) for item in items]
        if any(one is None for one in told):
            raise Refusal(f"whether {question.target.said} are {words} cannot be told of each of them")
        return tuple(each for one in told if one is not None for each in self.texts.oriented(one, expected))
