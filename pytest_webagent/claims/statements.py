"""Statements: what has to hold on a page for one to be true, read by the things that the page names."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from pytest_webagent.claims import contents, explanation, figures, predication
from pytest_webagent.claims.clauses import Clause, clause_of, clauses
from pytest_webagent.claims.condition import OPPOSITE, AnyOf, Compared, InState, Shown
from pytest_webagent.claims.evaluation import dialog_text
from pytest_webagent.claims.outcome import Absent, Outcome, Unclear
from pytest_webagent.claims.resolver import Resolver
from pytest_webagent.language import lexicon
from pytest_webagent.language.phrases import phrase
from pytest_webagent.language.terms import Token, joined, tokens

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.claims.condition import Condition
    from pytest_webagent.observation import Observation

_SENTENCES: Final = re.compile(
    r"(?<=[.!?])(?<!\bDr\.)(?<!\bMr\.)(?<!\bMs\.)(?<!\bSt\.)(?<!\bNo\.)(?<!\bMrs\.)(?<!\bProf\.)\s+(?=[A-Z'\"])|\n+|\s*;\s*"
)
_LEADS: Final = frozenset(
    (
        "please",
        "check",
        "verify",
        "confirm",
        "assert",
        "ensure",
        "make",
        "sure",
        "see",
        "that",
        "whether",
        "then",
        "also",
        "now",
        ",",
    )
)
"""What comes before a statement and says nothing."""
_SHORT: Final = 4
_SPOKEN: Final = lexicon.MESSAGES | lexicon.DIALOGS


def conditions(statement: str, page: Observation, remembered: str = "") -> tuple[Condition, ...]:
    """What has to hold on a page for a statement to be true. `remembered` is what "it" stands for.

    Raises:
        Absent: nothing on the page is what the statement speaks of (yet).
        Unclear: it is not understood, leaves something open, or the page does not tell.
    """
    look = Resolver(page, remembered)
    found: dict[Condition, None] = {}
    for sentence in _SENTENCES.split(statement.strip()):
        said = look.tokens(sentence)
        while said and said[0].word in _LEADS:
            said = said[1:]
        if said:
            found |= dict.fromkeys(_sentence(look, said))
    if not found:
        raise Unclear("the statement says nothing")
    return tuple(found)


def _sentence(look: Resolver, said: Sequence[Token]) -> list[Condition]:
    try:
        return [one for clause in clauses(said) for one in _read(look, clause)]
    except Unclear:
        decided = explanation.stated(look, said)
        if decided is None:
            raise
        return [decided]


def asked_for(question: str, page: Observation, remembered: str = "") -> tuple[Condition, ...]:
    """What has to hold on a page for the answer to a question to be yes.

    Raises:
        Absent: nothing on the page is what it speaks of (yet).
        Unclear: it is not understood, or the page does not tell.
    """
    look = Resolver(page, remembered)
    said = look.tokens(question)
    while said and said[0].word in lexicon.ASKING | {"whether", "if"}:
        said = said[1:]
    if not said:
        raise Unclear(f"{question!r} is not understood")
    if said[0].word not in lexicon.AUXILIARIES:
        return conditions(joined(said), page, remembered)
    rest, clause = clause_of(said)
    return _read(look, clause) if clause is not None else _split(look, rest, said[0].word)


def _split(look: Resolver, said: Sequence[Token], verb: str) -> tuple[Condition, ...]:
    """What a question without a sign where its subject ends asks: the longest beginning that names something is the subject."""
    problem: Unclear | None = None
    for at in range(len(said) - 1, 0, -1):
        before, behind = said[at - 1], said[at]
        # No noun phrase ends with a participle: "the details changed | in March".
        participle = before.word.endswith("ed") and len(before.word) > _SHORT
        in_a_date = behind.word.isdigit() and before.text[:1].isupper()
        if (
            before.word in lexicon.ARTICLES | lexicon.PREPOSITIONS
            or in_a_date
            or participle
            or behind.word == "of"
        ):
            continue
        try:
            return _read(look, Clause(tuple(said[:at]), "be", verb, tuple(said[at:])))
        except Unclear as unclear:
            problem = unclear if problem is None or isinstance(problem, Absent) else problem
    raise problem or Absent(joined(said))


def spoken(statement: str) -> str | None:
    """What a message or a dialog is said to say, where a statement says nothing else."""
    said = tokens(statement)
    while said and said[0].word in _LEADS:
        said = said[1:]
    try:
        (clause,) = clauses(said)
    except ValueError:
        return None
    words = phrase(clause.subject).words
    return (
        figures.text_of(clause.said)
        if words and words <= _SPOKEN and clause.said and not clause.denied
        else None
    )


def _read(look: Resolver, clause: Clause) -> tuple[Condition, ...]:
    if look.page.dialog is not None:
        found = _of_dialog(look, clause)
    else:
        found = _quantified(look, clause) or predication.read(look, clause)
    return denied(found) if clause.denied else found


def _of_dialog(look: Resolver, clause: Clause) -> tuple[Condition, ...]:
    """What a dialog of the browser says, which covers the page."""
    words = phrase(clause.subject).words
    if not words or not words <= _SPOKEN or not clause.said:
        raise Unclear(
            f"a dialog of the browser is open ({look.page.dialog}), so {clause.text!r} cannot be seen"
        )
    told = Outcome(dialog_text(look.page), "dialog")
    return (Compared(told, "=", figures.text_of(clause.said), "contains"),)


def denied(found: Sequence[Condition]) -> tuple[Condition, ...]:
    """What has to hold where conditions do not all hold.

    Raises:
        Unclear: that cannot be told of one of them.
    """
    turned = tuple(each for one in found for each in _opposite(one))
    return turned if len(found) == 1 else (AnyOf(turned),)


def _opposite(each: Condition) -> tuple[Condition, ...]:
    match each:
        case Compared():
            return (replace(each, relation=OPPOSITE[each.relation]),)
        case Shown():
            return (replace(each, there=not each.there),)
        case InState():
            return (replace(each, true=not each.true),)
        case AnyOf():
            return tuple(other for one in each.conditions for other in _opposite(one))
    raise Unclear("in what other order they would stand is not said")


def _quantified(look: Resolver, clause: Clause) -> tuple[Condition, ...]:
    """The conditions on each, any or none of several things; nothing where one thing is spoken of."""
    subject = list(clause.subject)
    if subject and subject[0].word == "only" and contents.number_of(subject) is None:
        raise Unclear(f"{clause.text!r} says that no other is, which is not looked for")
    not_all = bool(subject) and subject[0].word == "not"
    subject = subject[1:] if not_all else subject
    first = subject[0].word if subject else ""
    if clause.verb == "exist" or first not in lexicon.ALL | lexicon.ANY | lexicon.NONE:
        return ()
    subject = [each for each in subject[1:] if each.word not in ("of", "the")] or subject
    opened = lexicon.DIALOGS & look.phrase(subject).words
    if (opened or contents.speaks_of_sight(clause.said)) and first not in lexicon.ALL:
        if first in lexicon.NONE and len(clause.said) == 1:
            return contents.there(look, [Token("no"), *subject])
        shown = predication.read(look, clause._replace(subject=tuple(subject)))
        return shown if first in lexicon.ANY else denied(shown)
    each = [predication.of_one(look, item, clause) for item in predication.things(look, subject, clause)]
    if first in lexicon.ALL:
        if clause.denied and not not_all:
            raise Unclear(f"{clause.text!r} can be read in two ways; say 'no ...' or 'not all ...'")
        every = tuple(one for conditions in each for one in conditions)
        return denied(every) if not_all else every
    if first in lexicon.NONE:
        return tuple(other for conditions in each for other in denied(conditions))
    return (AnyOf(tuple(one for conditions in each for one in conditions)),)
