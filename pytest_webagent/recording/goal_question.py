"""Questions of a goal that the live page answers by itself: ``the answer to "What is the cart total?"``.

Who reads the page for the question finds the answer wherever it has come to stand; who reads the place where it stood does not.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_webagent.claims.citations import Citations
from pytest_webagent.claims.evaluation import work_out
from pytest_webagent.claims.outcome import Unclear
from pytest_webagent.claims.predicates import Predicates
from pytest_webagent.claims.questions import answer
from pytest_webagent.claims.statements import asked_for
from pytest_webagent.claims.underivable import UnderivableError
from pytest_webagent.judging import goals, page_answers
from pytest_webagent.language.lexicon import AUXILIARIES
from pytest_webagent.language.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Self

    from pytest_webagent.claims.derivation import Derivation, Finding
    from pytest_webagent.observation import Observation
    from pytest_webagent.trajectory import Kind

_QUOTED: Final = r'"(?:[^"\\]|\\.)*"'
_WRITTEN: Final = re.compile(
    rf"the (?P<many>answers?) to (?P<text>{_QUOTED})(?:, it being (?P<subject>{_QUOTED}))?"
)


class Answered(NamedTuple):
    """What a page answers to a question."""

    text: str
    findings: tuple[Finding, ...]
    """What it follows from."""
    parts: tuple[str, ...] = ()
    """The texts it is made of, where several things were asked for."""


class GoalQuestion(NamedTuple):
    """A question, in the words of a goal."""

    text: str
    subject: str = ""
    """What "it" stands for."""
    many: bool = False
    """Whether what it is answered with is meant as a list."""

    def __str__(self) -> str:
        """The question as `parse` reads it."""
        said = f"the answer{'s' if self.many else ''} to {json.dumps(self.text, ensure_ascii=False)}"
        return f"{said}, it being {json.dumps(self.subject, ensure_ascii=False)}" if self.subject else said

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """Read a question as it is written; None where the text is none."""
        found = _WRITTEN.fullmatch(text)
        return found and cls(
            json.loads(found["text"]), json.loads(found["subject"] or '""'), found["many"] == "answers"
        )

    def on(self, page: Observation) -> Answered:
        """What a page answers.

        Raises:
            UnderivableError: it does not tell, or not for sure.
        """
        try:
            text, cited, parts = self._truth(page) if self._of_truth else self._value(page)
        except Unclear as unclear:
            raise UnderivableError(
                f"{self.text!r} is not answered by the page {page.title!r}: {unclear}"
            ) from None
        findings = tuple(work_out(each, page)._replace(wording=str(self)) for each in cited)
        problem = next((each.problem for each in findings if each.problem), "")
        if problem or not findings:
            raise UnderivableError(
                f"{self.text!r} is not answered by the page {page.title!r}: {problem or text}"
            )
        if self.many and not parts:
            raise UnderivableError(
                f"{self.text!r} is answered with one text by the page {page.title!r}: {text}"
            )
        return Answered(text, findings, parts)

    @property
    def _of_truth(self) -> bool:
        return next(iter(words(self.text)), "") in AUXILIARIES

    def _value(self, page: Observation) -> tuple[str, Sequence[Derivation], tuple[str, ...]]:
        told = Citations(page).of(answer(self.text, page, self.subject))
        return told.text, told.evidence, tuple(each.text for each in told.parts)

    def _truth(self, page: Observation) -> tuple[str, Sequence[Derivation], tuple[str, ...]]:
        predicates, conditions = Predicates(page), asked_for(self.text, page, self.subject)
        came_to = [work_out(each, page) for one in conditions for each in predicates.of(one)]
        holds = not any(each.refuted for each in came_to)
        if holds and (unclear := next((each.problem for each in came_to if each.problem), "")):
            raise Unclear(unclear)
        return "yes" if holds else "no", predicates.telling(conditions, holds=holds), ()


def questions_in(
    asked: str, kind: Kind, page: Observation, findings: Sequence[Finding]
) -> Iterator[tuple[GoalQuestion, Answered]]:
    """The questions of a goal to which a page answers just what a run has read from it, and the answers."""
    for query in goals.read(goals.asked(asked) if kind == "get" else asked).questions:
        for question in (GoalQuestion(query.text), GoalQuestion(query.text, query.subject)):
            try:
                answered = question.on(page)
            except UnderivableError:
                continue
            read = all(covers(findings, each) for each in answered.findings)
            if read or page_answers.sure(query, page) is not None:
                yield question, answered
                break


def covers(findings: Sequence[Finding], finding: Finding) -> bool:
    """Whether all that a finding was read from is what others were read from."""
    own = _elements(finding.derivation)
    return any(own and own <= _elements(each.derivation) for each in findings) or any(
        finding.derivation == each.derivation for each in findings
    )


def _elements(derivation: Derivation) -> frozenset[int]:
    within = () if derivation.within is None else (derivation.within,)
    return frozenset((*derivation.elements, *derivation.by, *within))
