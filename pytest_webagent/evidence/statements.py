"""Whether predicates say what a statement says: neither less than it, nor of another page.

That they hold is worked out elsewhere. Here a check is kept from being weaker than its sentence: whatever is written in
it as a number, an amount, a date or in quotes has to be in a predicate, a "below" as a "<", and a "not" as something
that is not there. What is not there is also not on a wrong page, so a statement of absence needs something that is.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pytest_webagent.evidence.derivation import TRUTHS
from pytest_webagent.evidence.judging.agreement import unproven
from pytest_webagent.evidence.judging.case import Case
from pytest_webagent.evidence.judging.claims import Saying, claims, covers, strange_names
from pytest_webagent.evidence.judging.words import negated
from pytest_webagent.evidence.values.relations import relation_before
from pytest_webagent.evidence.working.wording import plain

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pytest_webagent.evidence.derivation import Finding, Relation
    from pytest_webagent.evidence.judging.claims import Claim
    from pytest_webagent.evidence.judging.story import Story

_ENOUGH: Final[Mapping[Relation, frozenset[str]]] = {
    "<": frozenset("<"),
    "<=": frozenset(("<", "<=", "=")),
    ">": frozenset(">"),
    ">=": frozenset((">", ">=", "=")),
}
"""The relations that show another one, which a statement says in words."""
_ESCAPED = re.compile(r"\\([^\w\s])")
_NAME_FIRST = re.compile(r"[A-Z][\w'-]* [A-Z]")
_EMPTY: Final = frozenset(("0", "zero", "none", "no"))


def weaknesses(statement: str, findings: Sequence[Finding], story: Story) -> list[str]:
    """Why predicates do not say what a statement says, in sentences a language model can act on; empty if they do.

    Args:
        statement: what is checked.
        findings: what its predicates come to on the page.
        story: the pages that were seen; nothing is done in a check.
    """
    problems = [problem for finding in findings if (problem := _says_nothing(finding))]
    problems += [problem for claim in claims(statement) if (problem := _unsaid(claim, statement, findings))]
    problems += [problem for problem in (_not_denied(statement, findings), _adrift(findings)) if problem]
    held = [finding for finding in findings if finding.holds]
    if problems or len(held) < len(findings):
        return problems
    known = [text for finding in held for text in _shown(finding)]
    # A name that begins the statement is seen as one only within a sentence.
    inside = f"that {statement}" if _NAME_FIRST.match(statement) else statement
    strange = strange_names(inside, [*known, story.now.title, story.now.url])
    problems += [
        f'the statement speaks of "{claim.text}", and no predicate is about it: cite what says so, or '
        "look for it by its `text`"
        for claim in strange
    ]
    asked = story._replace(goal=f"Check that {statement}")
    unsure = unproven(Case(statement, "done", tuple(findings), asked), "yes")
    return problems or ([unsure] if unsure else [])


def _says_nothing(finding: Finding) -> str:
    """Catches what holds whatever the page says."""
    told = finding.derivation
    if told.op in TRUTHS or told.relation or told.text or told.pattern:
        return ""
    return (
        f"{told.told} holds whatever it comes to, so nothing is checked by it: say by a `relation` and a value `to` what it "
        'has to be, such as "relation": "=", "to": "2"'
    )


def _unsaid(claim: Claim, statement: str, findings: Sequence[Finding]) -> str:
    """Why a number, amount, date or quotation of the statement is in no predicate; empty if it is in one."""
    wanted = _relation(claim, statement)
    other = ""
    for finding in findings:
        told = finding.derivation
        if told.relation and covers(claim, Saying(told.to))[0]:
            if negated(statement) or told.relation in (_ENOUGH[wanted] if wanted else "="):
                return ""
            other = other or f'{told.told} says "{told.relation}" of it'
        elif wanted is None and any(
            covers(claim, Saying(text, finding.language))[0] for text in _said(finding)
        ):
            return ""
    if other:
        meant = f'"{wanted}"' if wanted else '"="'
        return f'the statement says {meant} of "{claim.text}", and {other}: give the relation that the statement says'
    return (
        f'the statement says "{claim.text}", and no predicate does: a check must not be weaker than its sentence. Put it '
        "into the `to` of a comparison, or into the `text` of what has to be there"
    )


def _relation(claim: Claim, statement: str) -> Relation | None:
    """How the statement relates something to an amount or a date: None if it is to be just this."""
    if claim.kind not in ("number", "day"):
        return None
    at = statement.casefold().find(claim.text.casefold())
    return relation_before(statement[:at]) if at > 0 else None


def _said(finding: Finding) -> Iterator[str]:
    """What a predicate says itself, and what the elements say that it cites and what stands around them."""
    told = finding.derivation
    yield from (told.text, told.state, _ESCAPED.sub(r"\1", told.pattern))
    if told.op in TRUTHS or told.relation or told.text or told.pattern:
        yield finding.where
    if told.op in TRUTHS:
        yield from finding.parts


def _shown(finding: Finding) -> Iterator[str]:
    told = finding.derivation
    yield from (told.text, told.to, told.pattern, finding.text, finding.where, *finding.parts)


def _denies(finding: Finding) -> bool:
    """Whether a predicate can be what a "not" of the statement says."""
    told = finding.derivation
    if told.op == "not_exists" or told.relation in ("!=", "<", ">") or told.state:
        return True
    if told.relation and plain(told.to) in _EMPTY:
        return True
    return any(negated(text) for text in (told.text, told.to, told.pattern))


def _not_denied(statement: str, findings: Sequence[Finding]) -> str:
    if not negated(statement) or any(map(_denies, findings)):
        return ""
    return (
        "the statement says that something is not so, and all predicates say that something is there: show it by not_exists, "
        'by a `state`, by "relation": "!=", or by the text that says so'
    )


def _adrift(findings: Sequence[Finding]) -> str:
    """Catches what would hold on an empty page as well."""
    anchored = [
        finding
        for finding in findings
        if finding.derivation.op != "not_exists" or finding.derivation.elements
        if not (finding.derivation.op == "count" and plain(finding.derivation.to) in _EMPTY)
    ]
    if anchored:
        return ""
    return (
        "all predicates say only what is not there, which also holds on a wrong or empty page: add one that shows that the "
        "page is the one the statement is about, such as exists of its heading"
    )
