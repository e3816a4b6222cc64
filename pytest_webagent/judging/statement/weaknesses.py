"""Whether predicates say what a statement says: neither less than it, nor of another page.

That they hold is worked out elsewhere. Here a check is kept from being weaker than its sentence: whatever is written in
it as a number, an amount, a date or in quotes has to be in a predicate, a "below" as a "<", and a "not" as something
that is not there. What is not there is also not on a wrong page, so a statement of absence needs something that is.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pytest_webagent.claims.derivation import TRUTHS
from pytest_webagent.judging.agreement import unproven
from pytest_webagent.judging.answer_values import Claim, Saying, claims, covers, strange_names
from pytest_webagent.judging.case import Case
from pytest_webagent.judging.statement import about, absent, scope, states
from pytest_webagent.judging.statement.sight import View, denied
from pytest_webagent.judging.trouble import is_refusal
from pytest_webagent.language.words import content, negated
from pytest_webagent.values.plain_text import plain
from pytest_webagent.values.relations import relation_before

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pytest_webagent.claims.derivation import Finding
    from pytest_webagent.judging.statement.sight import Sight
    from pytest_webagent.judging.story import Story
    from pytest_webagent.values.relations import Relation

_ENOUGH: Final[Mapping[Relation, frozenset[str]]] = {
    "<": frozenset("<"),
    "<=": frozenset(("<", "<=", "=")),
    ">": frozenset(">"),
    ">=": frozenset((">", ">=", "=")),
}
"""The relations that show another one, which a statement says in words."""
_ESCAPED = re.compile(r"\\([^\w\s])")
_LACKS = re.compile(r"\b(?:empty|leer|vide|vacío|vuoto|missing|gone)\b")
_NAME_FIRST = re.compile(r"[A-Z][\w'-]* [A-Z]")
_BOUND = re.compile(
    r"\b(?:at least|at most|more than|less than|below|above|under|over|up to|before|after|mindestens|höchstens)\b"
)
_ADDRESS = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_VERB = re.compile(
    r"\b(?:is|are|was|were|has|have|had|costs?|shows?|says?|reads?|contains?|needs?|ist|sind|hat|kostet|est|sont|a)\b"
)
_EMPTY: Final = frozenset(("0", "zero", "none", "no"))


def weaknesses(statement: str, findings: Sequence[Finding], story: Story) -> list[str]:
    """Why predicates do not say what a statement says, in sentences a language model can act on; empty if they do.

    Args:
        statement: what is checked.
        findings: what its predicates come to on the page.
        story: the pages that were seen; nothing is done in a check.
    """
    view = View(story.now, findings)
    asked = story._replace(goal=f"Check that {statement}")
    case = Case(statement, "done", tuple(findings), asked)
    problems = [problem for finding in findings if (problem := _says_nothing(finding))]
    problems += _uncovered(statement, view, story.now.language)
    problems += [problem for problem in (_not_denied(statement, findings), _adrift(findings)) if problem]
    rules = _RULES if any(not each.holds for each in findings) else (*_RULES, *_SCOPE)
    problems += [problem for rule in rules if (problem := rule(statement, view))]
    problems += [problem for problem in (absent.looked_past(case, view),) if problem]
    held = [finding for finding in findings if finding.holds]
    if problems or len(held) < len(findings):
        return problems
    problems += [problem for problem in (about.trouble(statement, case.goal, view),) if problem]
    known = [text for finding in held for text in _shown(finding)]
    known += [text for sight in view.sights for text in sight.around()]
    # A name that begins the statement is seen as one only within a sentence.
    inside = f"that {statement}" if _NAME_FIRST.match(statement) else statement
    strange = strange_names(inside, [*known, story.now.title, story.now.url])
    problems += [
        f'the statement speaks of "{claim.text}", and no predicate is about it: cite what says so, or '
        "look for it by its `text`"
        for claim in strange
    ]
    unsure = "" if _explained(statement, view) else unproven(case, "yes")
    unsure = unsure.replace("the answer is", "the statement is").replace("the goal", "the statement")
    return problems or ([unsure] if unsure else [])


def _explained(statement: str, view: View) -> bool:
    """Whether a predicate says more than a name: a value that is compared, or what the statement says of something."""
    named, told = content(statement), content(_VERB.split(plain(statement), maxsplit=1)[-1])
    return any(_tells(sight, named, told, denied(statement)) for sight in view.positive)


def _tells(sight: Sight, named: frozenset[str], told: frozenset[str], denies: bool) -> bool:
    """Whether a predicate tells something of what a statement is about: `named` are its words, `told` those behind its verb."""
    around = content(" ".join(sight.around()))
    if sight.told.relation and around & named - content(sight.finding.text):
        return True
    text = content(sight.told.text)
    if sight.told.op != "exists" or not text & named:
        return False
    if denies and negated(sight.told.text):
        return True
    if sight.within is not None:
        return bool((text | around) & told)
    controls = any(place.element.clickable or place.element.role == "heading" for place in sight.places)
    return (len(text & named) > 1 and bool(text & told)) or (text == told and not controls)


def _uncovered(statement: str, view: View, language: str) -> list[str]:
    """Why numbers, dates and quotations of the statement are in no predicate.

    A statement may be written in English or in the page's language.
    """
    found: list[str] = []
    for each in dict.fromkeys(("", language)):
        said = [
            *claims(statement, each),
            *(Claim(address, "quote") for address in _ADDRESS.findall(statement)),
        ]
        found = [problem for claim in said if (problem := _unsaid(claim, statement, view, each))]
        if not found:
            break
    return found


_RULES: Final = (
    about.other_row,
    about.unspoken,
    about.only_offered,
    about.other_number,
    about.other_way,
    states.stateless,
    states.unchosen,
    about.other_part,
    scope.turned_round,
)
"""What is asked of predicates besides saying each number and name of the statement."""
_SCOPE: Final = (scope.too_few, scope.not_only, scope.unsorted, scope.not_the_best, scope.not_at_the_end)
"""What is asked only of those that hold: one row that is not so is enough against "all"."""


def _says_nothing(finding: Finding) -> str:
    """Catches what holds whatever the page says."""
    told = finding.derivation
    if told.op in TRUTHS or told.relation or told.text or told.pattern:
        return ""
    return (
        f"{told.told} holds whatever it comes to, so nothing is checked by it: say by a `relation` and a value `to` what it "
        'has to be, such as "relation": "=", "to": "2"'
    )


def _unsaid(claim: Claim, statement: str, view: View, written_in: str) -> str:
    """Why a number, amount, date or quotation of the statement is in no predicate; empty if it is in one."""
    wanted = _relation(claim, statement)
    other = ""
    language = view.page.language
    for sight in view.sights:
        told = sight.told
        if told.relation and covers(claim, Saying(told.to, written_in))[0]:
            if denied(statement) or told.relation in (_ENOUGH[wanted] if wanted else "="):
                return ""
            other = other or f'{told.told} says "{told.relation}" of it'
        elif any(
            covers(claim, Saying(text, language))[0] for text in _said(sight, bounded=wanted is not None)
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


def _said(sight: Sight, *, bounded: bool) -> Iterator[str]:
    """What a predicate says itself, and what the elements say that it cites and what stands around them.

    What is compared with another value does not say its own, and a bound is only found whole in a name: "at least 8".
    """
    told = sight.told
    if bounded:
        yield from (told.text,) if relation_before(told.text) or _BOUND.search(plain(told.text)) else ()
        yield from sight.around() if told.op in ("compare", "order") else ()
        return
    yield from (told.text, told.state, _ESCAPED.sub(r"\1", told.pattern))
    if told.op in TRUTHS or told.relation or told.text or told.pattern:
        yield from sight.around()
    if told.op in TRUTHS:
        yield from sight.finding.parts
        yield from sight.shows()
    # How the state of a field is called may say what it is about.
    yield from (place.element.name for place in sight.places if place.element.value is not None)


def _shown(finding: Finding) -> Iterator[str]:
    told = finding.derivation
    yield from (told.text, told.to, told.pattern, finding.text, finding.where, *finding.parts)


def _denies(finding: Finding) -> bool:
    """Whether a predicate can be what a "not" of the statement says."""
    told = finding.derivation
    if told.op == "not_exists" or told.relation not in (None, "=") or told.state:
        return True
    if told.relation and plain(told.to) in _EMPTY:
        return True
    return any(
        negated(text) or is_refusal(text) or _LACKS.search(plain(text))
        for text in (told.text, told.to, told.pattern)
    )


def _not_denied(statement: str, findings: Sequence[Finding]) -> str:
    if not denied(statement) or any(map(_denies, findings)):
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
        if not (
            finding.derivation.op == "count"
            and plain(finding.derivation.to) in _EMPTY
            and finding.derivation.relation in ("=", "<=", ">=")
        )
    ]
    if anchored:
        return ""
    return (
        "all predicates say only what is not there, which also holds on a wrong or empty page: add one that shows that the "
        "page is the one the statement is about, such as exists of its heading"
    )
