"""Whether predicates say what a statement says: neither less than it, nor otherwise than the page reads it.

Each number, date, quotation, "not" and "below" of the statement has to be in a predicate. What else it says is decided by
what the page answers to it, where it does: the predicates have to come to the same. Where it does not, each of its words
has to be explained by what they cite.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Final

from pytest_webagent.aria_roles import BUTTONS, TOGGLES
from pytest_webagent.claims.derivation import TRUTHS
from pytest_webagent.judging.absence import proves_nothing
from pytest_webagent.judging.answer_values import Saying, covers
from pytest_webagent.judging.case import Case
from pytest_webagent.judging.coverage import names_of, own_texts, pieces
from pytest_webagent.judging.rows import SPEAKS_OF_ALL
from pytest_webagent.judging.sights import (
    covered,
    denied,
    family,
    left_out,
    other_row,
    sights,
    speaks_of_being_there,
    unspoken,
)
from pytest_webagent.judging.trouble import is_refusal
from pytest_webagent.language.quotations import masked
from pytest_webagent.language.superlatives import superlatives
from pytest_webagent.language.terms import stem, term_set, tokens
from pytest_webagent.language.words import negated, says
from pytest_webagent.values.plain_text import plain, quoted
from pytest_webagent.values.relations import relation_before

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pytest_webagent.claims.derivation import Finding
    from pytest_webagent.judging.coverage import Piece
    from pytest_webagent.judging.sights import Sight
    from pytest_webagent.judging.story import Story
    from pytest_webagent.observation import Observation
    from pytest_webagent.values.relations import Relation

_ENOUGH: Final[Mapping[Relation, frozenset[str]]] = {
    "<": frozenset("<"),
    "<=": frozenset(("<", "<=", "=")),
    ">": frozenset(">"),
    ">=": frozenset((">", ">=", "=")),
}
"""The relations that show another one, which a statement says in words."""
_ZERO: Final = frozenset(("0", "zero", "none", "no"))
_PROSE: Final = 30
"""Words of a text that says many things."""
_WHOLE: Final = (
    (rf"(?<!not )(?<!at ){SPEAKS_OF_ALL.pattern}", ""),
    (r"(?:only|nobody but|no one but|nur)(?! (?:\d|on\b|in\b|if\b|one\b))", ""),
    (r"sorted|ordered by|ascending|descending|sortiert|triés?", "order"),
    (superlatives("least"), "min order compare"),
    (superlatives("most"), "max order compare"),
)
"""How a statement speaks of all of a list, and the operations that show it; any where none is given."""
_ENDS: Final = re.compile(r"\bthe (first|last)\b(?! (?:name|login|month|week|year|update|time|step))")


def weaknesses(
    statement: str, findings: Sequence[Finding], story: Story, reading: Sequence[Finding] = ()
) -> list[str]:
    """Why predicates do not say what a statement says, in sentences a language model can act on; empty if they do.

    Args:
        statement: what is checked.
        findings: what its predicates come to on the page.
        story: the pages that were seen; nothing is done in a check.
        reading: what the conditions come to that the page itself reads in the statement; empty where it reads none.
    """
    page, seen = story.now, sights(story.now, findings)
    found = [_says_nothing(each) for each in findings]
    found += [
        _unsaid(each, statement, seen, page) for each in pieces(statement, page.language) if each.readings
    ]
    found += [_not_denied(statement, findings), _adrift(findings)]
    if reading:
        found.append(contradiction(findings, reading))
    else:
        case = Case(statement, "done", tuple(findings), story._replace(goal=f"Check that {statement}"))
        found += [proves_nothing(each.finding, case) for each in seen]
        found += [rule(statement, page, seen) for rule in _UNREAD]
        if all(each.holds for each in findings):
            found += [_part_of_list(statement, seen), _not_at_the_end(statement, seen)]
    return [each for each in dict.fromkeys(found) if each]


def contradiction(findings: Sequence[Finding], reading: Sequence[Finding]) -> str:
    """Why predicates are wrong where they come to another verdict than the conditions that the page reads in a statement."""
    refuted = next((each for each in findings if each.refuted), None)
    otherwise = next((each for each in reading if each.refuted), None)
    if (refuted is None) == (otherwise is None) or (
        refuted is None and any(not each.holds for each in findings)
    ):
        return ""
    so = (
        f"the statement holds on this page, and {refuted.derivation.told} does not: {refuted.problem}"
        if refuted is not None
        else f"the statement does not hold on this page ({otherwise.problem if otherwise else ''}), and the predicates do"
    )
    return f"{so}. These say the statement: {json.dumps([each.derivation.as_json() for each in reading], ensure_ascii=False)}"


# What is asked of all predicates


def _says_nothing(finding: Finding) -> str:
    """Catches what holds whatever the page says."""
    told = finding.derivation
    if told.op in TRUTHS or told.relation or told.text or told.pattern:
        return ""
    return (
        f"{told.told} holds whatever it comes to, so nothing is checked by it: say by a `relation` and a value `to` what it "
        'has to be, such as "relation": "=", "to": "2"'
    )


def _unsaid(piece: Piece, statement: str, seen: Sequence[Sight], page: Observation) -> str:
    """Why a number, amount, date or quotation of the statement is in no predicate; empty if it is in one."""
    wanted, other = _bound(piece, statement), ""
    for sight in seen:
        told = sight.told
        if told.relation and _says(piece, told.to, page):
            if denied(statement) or told.relation in (_ENOUGH[wanted] if wanted else "="):
                return ""
            other = other or f'{told.told} says "{told.relation}" of it'
        elif any(
            _says(piece, each, page) and wanted in (None, _bound(piece, each))
            for each in _said(sight, statement)
        ):
            return ""
    if other:
        return f'the statement says "{wanted or "="}" of "{piece.text}", and {other}: give the relation that the statement says'
    return (
        f'the statement says "{piece.text}", and no predicate does: a check must not be weaker than its sentence. Put it '
        "into the `to` of a comparison, or into the `text` of what has to be there"
    )


def _bound(piece: Piece, text: str) -> Relation | None:
    """How a text relates something to an amount or a date: None if it is to be just this."""
    at = text.casefold().find(piece.text.casefold())
    return relation_before(text[:at]) if piece.kind in ("number", "day") and at > 0 else None


def _says(piece: Piece, text: str, page: Observation) -> bool:
    """Whether a text says what a piece does: "+8%" is not what "fell by 8%" says."""
    found = (claim for claim in piece.readings if not (claim.falls and "+" in text))
    return any(covers(claim, Saying(text, page.language))[0] for claim in found)


def _said(sight: Sight, statement: str) -> Iterator[str]:
    """What a predicate says itself and is about. What is compared with another value does not say its own."""
    yield from (each for each in sight.literals() if each != sight.told.to)
    for place in sight.cited():
        yield from own_texts(place) if sight.told.op in TRUTHS and not sight.told.to else ()
        # What stands around a name is not said by it.
        yield from names_of(place, own=False) if sight.tells(statement) else ()


def _not_denied(statement: str, findings: Sequence[Finding]) -> str:
    if not denied(statement) or any(map(_denies, findings)):
        return ""
    return (
        "the statement says that something is not so, and all predicates say that something is there: show it by not_exists, "
        'by a `state`, by "relation": "!=", or by the text that says so'
    )


def _denies(finding: Finding) -> bool:
    """Whether a predicate can be what a "not" of the statement says."""
    told = finding.derivation
    if told.op == "not_exists" or told.relation not in (None, "=") or told.state or plain(told.to) in _ZERO:
        return True
    return any(negated(text) or is_refusal(text) for text in (told.text, told.to, told.pattern))


def _adrift(findings: Sequence[Finding]) -> str:
    """Catches what would hold on an empty page as well."""
    for told in (each.derivation for each in findings):
        zero = told.op == "count" and plain(told.to) in _ZERO and told.relation in ("=", "<=", ">=")
        if not zero and (told.op != "not_exists" or told.elements):
            return ""
    return (
        "all predicates say only what is not there, which also holds on a wrong or empty page: add one that shows that the "
        "page is the one the statement is about, such as exists of its heading"
    )


# What is asked of the predicates of a statement that the page does not read


def _strange(statement: str, page: Observation, seen: Sequence[Sight]) -> str:
    """Catches a name that no predicate is about, and a word that nothing on the page says, where they tell nothing beside names."""
    nothing = [each for each in covered(statement, page, seen).nothing if not each.readings]
    name = " ".join(each.text for each in nothing if each.kind == "name")
    if name:
        return f'the statement speaks of "{name}", and no predicate is about it: cite what says so, or look for it by its `text`'
    if not nothing or any(each.tells(statement) for each in seen):
        return ""
    return (
        f'the statement says "{nothing[0].text}", and the predicates say no more than what it is said of: add one that shows that it '
        "is so, by its `state`, by a `relation` to a value, or by the `text` that says so in the words of the page"
    )


def _only_offered(statement: str, page: Observation, seen: Sequence[Sight]) -> str:
    """Catches "it was saved" shown by the button "Save", and "it is chosen" by a box that is there, ticked or not."""
    there, possible = speaks_of_being_there(statement), speaks_of_being_there(statement, or_possible=True)
    done = {
        stem(each.word): each.text for each in tokens(statement) if each.word.endswith("ed") and not possible
    }
    for sight, place in [(each, place) for each in seen for place in each.places if each.bare]:
        element = place.element
        word = next((done[each] for each in term_set(element.name) if each in done), "")
        if element.role in BUTTONS and word and word.lower() not in plain(element.name).split():
            return f'the statement says "{word}", and {sight.told.told} shows only what can be done: cite what is there because it was done'
        if (element.role in TOGGLES and not possible) or ("disabled" in element.states and not there):
            state = '"checked"' if element.role in TOGGLES else '"enabled"'
            return f"{sight.told.told} says only that there is such a {element.role}: say by its `state` whether it is {state}"
    return ""


def _trouble(statement: str, page: Observation, seen: Sequence[Sight]) -> str:
    """Catches what the page denies or refuses as what shows that something is so."""
    shown = [each.said for sight in seen for each in sight.places if sight.bare]
    if not shown or denied(statement) or is_refusal(statement) or not all(map(_refuses, shown)):
        return ""
    return (
        f"the statement speaks of no trouble, and the predicate cites {quoted(shown[0])}: cite what shows that it is so, "
        "or look for the words that would"
    )


def _refuses(text: str) -> bool:
    return len(text.split()) < _PROSE and (negated(text) or is_refusal(text))


def _part_of_list(statement: str, seen: Sequence[Sight]) -> str:
    """Catches "all are paid", "only Ann is", "the cheapest" and "sorted by price" shown for some of a list."""
    bare, shown = plain(masked(statement)), [each for each in seen if not each.denies]
    known = term_set(" ".join(text for sight in shown for place in sight.cited() for text in names_of(place)))
    for pattern, operations in _WHOLE:
        found = re.search(rf"\b(?:{pattern})\b", bare)
        if found is None or term_set(found[0]) <= known:
            continue
        using = [each for each in shown if not operations or each.told.op in operations.split()]
        if not operations and any(each.told.op in ("count", "not_exists") for each in seen):
            continue
        if not using:
            return f'the statement says "{found[0]}": show it by {operations.split()[0]} over all of the list'
        if missing := left_out(using):
            return f'the statement says "{found[0]}", and {missing}. Cite all of them, or count those that are so'
    return ""


def _not_at_the_end(statement: str, seen: Sequence[Sight]) -> str:
    """Catches a "first" that is not the first of its list."""
    found = _ENDS.search(plain(masked(statement)))
    items = [
        item
        for sight in seen
        for place in sight.places
        if (item := place.item()) is not None and sight.told.op != "order"
    ]
    if found is None or not items or any(says(each.said, found[1]) for each in items):
        return ""
    end = min if found[1] == "first" else max
    if any(each.at == end(one.at for one in family(each)) for each in items):
        return ""
    return f"the statement says what is {found[1]}, and no predicate is about the {found[1]} of the list: cite that one"


_UNREAD: Final = (other_row, unspoken, _strange, _only_offered, _trouble)
"""What is asked of predicates of a statement that the page does not read."""
