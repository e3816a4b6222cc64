"""Questions that offer their answers: "in stock or sold out?" An answer takes one of them, and the page has to say which."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pytest_webagent.judging.offered import choice, stems_of
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
    """Catches an answer that takes one of several the goal offers where the page says another one, or none."""
    taken = choice(case.answer, case.goal.asking) if case.goal.asks == "truth" else None
    if taken is None or not case.held or taken.left <= _NOT:
        # "Checked or not" is a question for a yes or no.
        return ""
    page = case.asked_of(case.goal.questions[0]) if case.goal.questions else case.now
    holds = case.reads(taken.asked, page) if case.reads is not None and page is not None else None
    if holds or (holds is None and _is_borne_out(taken, case)):
        return ""
    return (
        f'the answer is "{case.answer}", but the evidence says "{case.shown}", and that is not it. Of what the goal offers '
        "answer with what the page says, and cite what says it"
    )


def _is_borne_out(taken: Choice, case: Case) -> bool:
    texts = stems_of(" ".join(text for finding in case.held for text in _texts(finding, case)))
    if texts & (taken.own | taken.left):
        return bool(texts & taken.own)
    wanted = next(iter(quantities(taken.asked)), None)
    relation = None if wanted is None else relation_before(taken.asked[: wanted.start])
    if wanted is None or relation is None:
        return False
    return any(_stands_so(finding, relation, case) for finding in case.held) or any(
        HOLDS[relation](each.value, wanted.value)
        for finding in case.held
        for each in quantities(finding.text, finding.language)
        if each.unit == wanted.unit
    )


def _stands_so(finding: Finding, relation: Relation, case: Case) -> bool:
    told = finding.derivation.relation
    return told in HOLDS and (told in _UP) is (relation in _UP) and len(case.cited(finding)) < 2


def _texts(finding: Finding, case: Case) -> list[str]:
    """What a finding says, and what it is said of."""
    derivation = finding.derivation
    texts = [finding.text, *finding.parts, derivation.state, derivation.role, derivation.text]
    for place in case.cited(finding):
        texts += [place.element.role, place.said, *place.element.states]
    return texts if derivation.op != "not_exists" else []
