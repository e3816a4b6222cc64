"""Questions that offer their answers: "in stock or sold out?" An answer takes one of them, and the page has to say which."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pytest_webagent.judging.answers import says_yes_or_no
from pytest_webagent.judging.offered import choice, stems_of
from pytest_webagent.language.words import negated
from pytest_webagent.values.plain_text import word_set
from pytest_webagent.values.quantities import quantities
from pytest_webagent.values.relations import HOLDS, relation_before

if TYPE_CHECKING:
    from pytest_webagent.claims.derivation import Finding
    from pytest_webagent.judging.case import Case
    from pytest_webagent.judging.offered import Choice
    from pytest_webagent.values.relations import Relation

_NOT: Final = word_set("not no nicht nein non pas")
_UP: Final = (">", ">=")


def other_choice(case: Case) -> str:
    """Catches an answer that takes one of several the goal offers where the page says another one."""
    taken = choice(case.answer, case.goal.asking) if case.goal.asks == "truth" else None
    # "Checked or not" is a question for a yes or no, and so is what is answered with one.
    if taken is None or not case.held or taken.left <= _NOT or says_yes_or_no(case.answer):
        return ""
    if not (_is_affirmed(taken, case) if case.reads is not None else _is_said(taken, case)):
        return ""
    return (
        f'the answer is "{case.answer}", but the evidence says "{case.shown}", and that is not it. Of what the goal offers '
        "answer with what the page says, and cite what says it"
    )


def _is_affirmed(taken: Choice, case: Case) -> bool:
    """Whether the page says the other one, as it is read, or else as it is written."""
    page = case.asked_of(case.goal.questions[0]) if case.goal.questions else case.now
    if page is None or case.reads is None:
        return False
    mine, other = case.reads(taken.asked, page), case.reads(taken.instead, page)
    if mine is other:
        return _is_said(taken, case)
    return bool(other) if mine is None else not mine


def _is_said(taken: Choice, case: Case) -> bool:
    """Whether the evidence says what was not taken, and not what was; or an amount that is not so."""
    every = [text for finding in case.held for text in _texts(finding, case)]
    texts = stems_of(" ".join(every))
    if texts & (taken.own | taken.left):
        return not texts & taken.own and not any(map(negated, every))
    wanted = next(iter(quantities(taken.asked)), None)
    relation = None if wanted is None else relation_before(taken.asked[: wanted.start])
    if wanted is None or relation is None:
        return False
    amounts = [
        HOLDS[relation](each.value, wanted.value)
        for finding in case.held
        for each in quantities(finding.text, finding.language)
        if each.unit == wanted.unit
    ]
    told = [so for finding in case.held if (so := _stands_so(finding, relation, case)) is not None]
    return bool(told or amounts) and not any((*told, *amounts))


def _stands_so(finding: Finding, relation: Relation, case: Case) -> bool | None:
    """Whether the amount of a finding was shown to stand so to another; None where that is not told."""
    told = finding.derivation.relation
    if told not in HOLDS or len(case.cited(finding)) > 1:
        return None
    return (told in _UP) is (relation in _UP)


def _texts(finding: Finding, case: Case) -> list[str]:
    """What a finding says, and what it is said of."""
    derivation = finding.derivation
    texts = [finding.text, *finding.parts, derivation.state, derivation.role, derivation.text]
    for place in case.cited(finding):
        texts += [place.element.role, place.said, *place.element.states]
    return texts if derivation.op != "not_exists" else []
