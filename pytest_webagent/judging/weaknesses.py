"""Whether predicates say what a statement says: neither less than it, nor otherwise than the page reads it.

Each number, date, quotation, "not" and "below" of a statement has to be in a predicate. What else it says is decided by what the
page itself reads in it: the predicates have to come to the same. Where it reads nothing, what they cite has to explain each word.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Final

from pytest_webagent.aria_roles import BUTTONS, TOGGLES
from pytest_webagent.claims.derivation import TRUTHS
from pytest_webagent.judging.announced import unheard
from pytest_webagent.judging.coverage import own_texts, pieces, surroundings
from pytest_webagent.judging.in_part import of_a_part
from pytest_webagent.judging.mere_names import named_only
from pytest_webagent.judging.question import SPEAKS_OF_ALL
from pytest_webagent.judging.sights import (
    OFFERED,
    denied,
    family,
    other_row,
    sights,
    unexplained,
    unspoken,
)
from pytest_webagent.judging.trouble import is_refusal
from pytest_webagent.language.quotations import masked
from pytest_webagent.language.superlatives import superlatives
from pytest_webagent.language.terms import stem, term_set, tokens
from pytest_webagent.language.words import negated
from pytest_webagent.values.plain_text import plain, quoted
from pytest_webagent.values.relations import relation_before

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pytest_webagent.claims.derivation import Finding
    from pytest_webagent.judging.coverage import Piece
    from pytest_webagent.judging.sights import Sight
    from pytest_webagent.observation import Observation
    from pytest_webagent.page.places import Place
    from pytest_webagent.values.relations import Relation

_ENOUGH: Final[Mapping[Relation | None, str]] = {
    None: "=",
    "<": "<",
    "<=": "< <= =",
    ">": ">",
    ">=": "> >= =",
}
"""The relations that show another one, which a statement says in words."""
_ZERO: Final = frozenset(("0", "zero", "none", "no"))
_MOST: Final = 8
"""Most conditions told at once."""
_PROSE: Final = 30
"""Fewest words of a text that says many things."""
_OF_ALL: Final = (
    (rf"(?<!not )(?<!at ){SPEAKS_OF_ALL.pattern}", ""),
    (r"(?:only|nobody but|no one but|nur)(?! (?:\d|on\b|in\b|if\b|one\b))", ""),
    (r"sorted|ordered by|ascending|descending|sortiert|triés?", "order"),
    (superlatives("least"), "min order compare"),
    (superlatives("most"), "max order compare"),
)
"""How a statement speaks of all of a list, and the operations that show it; any where none is given."""
_ENDS: Final = re.compile(r"\bthe (first|last)\b(?! (?:name|login|month|week|year|update|time|step))")


def weaknesses(
    statement: str, findings: Sequence[Finding], page: Observation, reading: Sequence[Finding] = ()
) -> list[str]:
    """Why predicates do not say what a statement says, in sentences a language model can act on; empty if they do.

    Args:
        statement: what is checked.
        findings: what its predicates come to on the page.
        page: the page as it is now.
        reading: what the conditions come to that the page itself reads in the statement; empty where it reads none.
    """
    seen = sights(page, findings)
    found = [_says_nothing(each) for each in findings]
    found += [
        _unsaid(each, statement, seen, page) for each in pieces(statement, page.language) if each.readings
    ]
    found += [
        _adrift(findings),
        _not_denied(statement, findings),
        of_a_part(statement, page, findings, statement),
    ]
    if reading:
        found.append(contradiction(findings, reading))
    else:
        found += [rule(statement, page, seen) for rule in _UNREAD]
        # One of a list that is not so is enough against "all".
        found += [rule(statement, seen) for rule in _OF_LISTS if all(each.holds for each in findings)]
    return [each for each in dict.fromkeys(found) if each]


def contradiction(findings: Sequence[Finding], reading: Sequence[Finding]) -> str:
    """Why predicates are wrong that come to another verdict than what a page reads in a statement; empty if to the same."""
    refuted, otherwise = (
        next((each for each in every if each.refuted), None) for every in (findings, reading)
    )
    if refuted is not None and otherwise is None:
        so = f"the statement holds on this page, and {refuted.derivation.told} does not: {refuted.problem}"
    elif otherwise is not None and all(each.holds for each in findings):
        so = f"the statement does not hold on this page ({otherwise.problem}), and the predicates do"
    else:
        return ""
    conditions = json.dumps([each.derivation.as_json() for each in reading[:_MOST]], ensure_ascii=False)
    more = f", and {len(reading) - _MOST} more like these" if len(reading) > _MOST else ""
    return f"{so}. These say the statement: {conditions}{more}"


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
        if told.relation and piece.said_by(told.to, page.language):
            if denied(statement) or told.relation in _ENOUGH[wanted].split():
                return ""
            other = f'{told.told} says "{told.relation}" of it'
        elif any(
            piece.said_by(each, page.language) and wanted in (None, _bound(piece, each))
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


def _said(sight: Sight, statement: str) -> Iterator[str]:
    """What a predicate says itself and is about. What is compared with another value does not say its own."""
    told = sight.told
    yield from (each for each in sight.literals() if each != told.to)
    for place in sight.cited:
        yield from own_texts(place) if told.op in TRUTHS and not told.to else ()
        # What stands around a name, or a text wherever it is, is not said by it.
        yield from surroundings(place) if sight.tells(statement) and (told.elements or told.within) else ()


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


def _not_denied(statement: str, findings: Sequence[Finding]) -> str:
    """Catches a "not" of the statement that no predicate says, and one of the predicates that the statement does not say."""
    absent = any(each.derivation.op == "not_exists" and not each.derivation.elements for each in findings)
    if not denied(statement) and absent and OFFERED.search(plain(statement)):
        return "the statement says that something is there, and the predicates that it is not: look for it by exists"
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


# What is asked of the predicates of a statement in which the page reads nothing


def _strange(statement: str, page: Observation, seen: Sequence[Sight]) -> str:
    """Catches a name that no predicate is about, and a word for what is so where they only name what is spoken of."""
    nothing = unexplained(statement, page, seen)
    if name := " ".join(each.text for each in nothing if each.kind == "name"):
        return f'the statement speaks of "{name}", and no predicate is about it: cite what says so, or look for it by its `text`'
    if not nothing or any(each.tells(statement) for each in seen):
        return ""
    return (
        f'the statement says "{nothing[0].text}", and the predicates only name what it is said of: add one that shows that it is so, '
        "by its `state`, by a `relation` to a value, or by the `text` that says so in the words of the page"
    )


def _only_offered(statement: str, page: Observation, seen: Sequence[Sight]) -> str:
    """Catches "it was saved" shown by the button "Save", and "it is chosen" by a box that is there, ticked or not."""
    possible = OFFERED.search(plain(statement)) is not None
    done = {
        stem(each.word): each.text for each in tokens(statement) if each.word.endswith("ed") and not possible
    }
    for sight, element in [(each, place.element) for each in seen for place in each.places if each.bare]:
        word = next((done[each] for each in term_set(element.name) if each in done), "")
        if element.role in BUTTONS and word and word.lower() not in plain(element.name).split():
            return f'the statement says "{word}", and {sight.told.told} shows only what can be done: cite what is there because it was done'
        if (element.role in TOGGLES and not possible) or "disabled" in element.states:
            state = "enabled" if "disabled" in element.states else "checked"
            return f'{sight.told.told} says only that there is such a {element.role}: say by its `state` whether it is "{state}"'
    return ""


def _trouble(statement: str, page: Observation, seen: Sequence[Sight]) -> str:
    """Catches what the page denies or refuses as what shows that something is so."""
    shown = [place.said for sight in seen for place in sight.places if sight.bare and not place.repeated]
    trouble = [each for each in shown if len(each.split()) < _PROSE and (negated(each) or is_refusal(each))]
    if not shown or len(trouble) < len(shown) or denied(statement) or is_refusal(statement):
        return ""
    return (
        f"the statement speaks of no trouble, and the predicate cites {quoted(shown[0])}: cite what shows that it is so, "
        "or look for the words that would"
    )


def _part_of_list(statement: str, seen: Sequence[Sight]) -> str:
    """Catches "all are paid", "only Ann is", "the cheapest" and "sorted by price" shown for some of a list."""
    shown = [each for each in seen if not each.denies]
    known = term_set(" ".join(each for sight in shown for place in sight.cited for each in own_texts(place)))
    for pattern, operations in _OF_ALL:
        found = re.search(rf"\b(?:{pattern})\b", plain(masked(statement)))
        counted = not operations and any(each.told.op in ("count", "not_exists") for each in seen)
        if found is None or counted or term_set(found[0]) <= known:
            continue
        using = [each for each in shown if not operations or each.told.op in operations.split()]
        places = [place for sight in using for place in sight.places]
        have = {at for place in places for at in (place.at, *place.page.ancestors(place.at))}
        whole: dict[int, Place] = {}
        for place in places:
            if (place.item() or place).at not in whole:
                whole |= {each.at: each for each in family(place)}
        missing = [each for at, each in whole.items() if at not in have]
        if not using or missing:
            left = f"not about {quoted(missing[0].said)}" if missing else f"not by {operations.split()[0]}"
            return (
                f'the statement says "{found[0]}", and the predicates are about {len(whole) - len(missing)} of {len(whole)}, {left}: '
                "cite all of the list, or count those that are so"
            )
    return ""


def _not_at_the_end(statement: str, seen: Sequence[Sight]) -> str:
    """Catches a "first" that is not the first of its list."""
    found = _ENDS.search(plain(masked(statement)))
    items = [
        item for each in seen for place in each.places if each.told.op != "order" and (item := place.item())
    ]
    if found is None or not items:
        return ""
    end = min if found[1] == "first" else max
    if any(each.at == end(one.at for one in family(each)) for each in items):
        return ""
    return f"the statement says what is {found[1]}, and no predicate is about the {found[1]} of the list: cite that one"


def _unheard(statement: str, page: Observation, seen: Sequence[Sight]) -> str:
    """Catches "no error" beside an alert that no predicate is about."""
    return (
        unheard(statement, page, [each for one in seen for each in one.places]) if denied(statement) else ""
    )


_UNREAD: Final = (other_row, unspoken, _strange, _only_offered, named_only, _trouble, _unheard)
_OF_LISTS: Final = (_part_of_list, _not_at_the_end)
