"""What of a goal nothing explains: an answer may follow from its evidence and still be the answer to something else.

Each content word, number and quotation of a goal is explained by a name of what is cited, by what was done, or by a literal; a count,
a sum, a superlative and a yes by what comes to it over all that is meant. What is left is told: the answer is then derived, but not
tied to its goal.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pytest_webagent.judging.coverage import coverage
from pytest_webagent.judging.meant import is_complete, is_of_one_list
from pytest_webagent.judging.question import ASKS, ends, wanted
from pytest_webagent.judging.rivals import answered_by
from pytest_webagent.judging.undone import done_or_said, unexplained
from pytest_webagent.language.superlatives import COMPARATIVES, OF_A_COLUMN, SUPERLATIVES
from pytest_webagent.values.plain_text import plain, word_set
from pytest_webagent.values.text_figures import kinds_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pytest_webagent.judging.case import Case
    from pytest_webagent.page.places import Place

_ENDS: Final = (
    rf"\b(?:{'|'.join([*(pattern for pattern, _, _ in (*SUPERLATIVES, *COMPARATIVES)), *OF_A_COLUMN])})\b"
)
"""Words for the ends of an order, which an operation shows as well."""
_OVER_ALL: Final = {
    "count": ("count", "sum", "difference"),
    "sum": ("sum",),
    "difference": ("difference",),
    "best": ("min", "max"),
}
"""The operations that come to what a question asks of several things."""
_BY_OPERATION: Final = ASKS | word_set(
    "much many how than more less fewer combien cuánto cuánta cuántos cuántas quanto quanta quanti quante viele viel dis dime dimmi"
)
"""Words that say what is worked out, which the operation shows."""
_TIME: Final = word_set("time uhrzeit heure hora ora")
"""Words for what the form of an answer shows: "16:30"."""
_MOST: Final = 3
"""Most words that are told at once."""
_WORKED: Final = frozenset(("count", "sum", "difference", "min", "max", "join"))
_SHOWING: Final = frozenset(("compare", "order", "not_exists"))
"""Operations that show a yes or a no."""
_WORKED_BY: Final = {"most": "max", "least": "min"}


def untied(case: Case) -> tuple[str, ...]:
    """The words of a goal that nothing explains, each once; none where the answer is tied to all of it."""
    if case.status != "done":
        return ()
    return tuple(dict.fromkeys((*_of_questions(case), *_of_deeds(case))))


def loose(words: tuple[str, ...]) -> str:
    """What to tell a model of words that nothing explains."""
    said = " and ".join(f'"{each}"' for each in words[:_MOST])
    return (
        f"nothing that is cited, done or said explains {said} of the goal, so the answer may be one to something else: cite what does, such "
        "as the row, the label or the heading it is under"
    )


def _of_questions(case: Case) -> Iterator[str]:
    goal = case.goal
    if not goal.asks or case.tied:
        return
    if goal.asks == "truth":
        yield from _of_truth(case)
        return
    pieces = list(answered_by(case))
    worked = [each for each in case.held if each.derivation.op in _WORKED]
    places = [place for _, found in pieces for place in found]
    places += [place for each in worked for place in case.cited(each)]
    literals = [
        text for finding, _ in pieces for text in (finding.derivation.text, finding.derivation.to) if text
    ]
    yield from _nothing(goal.asking, case, places, [*literals, *done_or_said(case)])
    yield from _own_names(case, places, literals)
    asked = wanted(goal.asking)
    if (
        asked == "value"
        and any(each.derivation.op == "join" for each in case.held)
        and not is_of_one_list(case)
    ):
        yield "which of all"
    if asked in _OVER_ALL:
        ops = {each.derivation.op for each in case.held}
        end = _WORKED_BY.get(ends(goal.asking)[0] or "")
        worked_out = ops & set(_OVER_ALL[asked]) - ({"min", "max"} - {end} if end else set())
        printed = asked in ("count", "sum") and len(pieces) == 1
        if not (printed or (worked_out and (asked == "difference" or is_complete(case)))):
            yield {
                "count": "how many",
                "sum": "the sum",
                "difference": "the difference",
                "best": "which of all",
            }[asked]


def _own_names(case: Case, places: Iterable[Place], literals: Iterable[str]) -> Iterator[str]:
    """The names and figures of an answer that neither the goal has nor what is cited says."""
    texts = [case.goal.text, *literals, *(text for each in case.held for text in (each.text, *each.parts))]
    yield from (
        each.text for each in coverage(case.answer, case.now, places, texts).nothing if each.kind == "name"
    )


def _of_truth(case: Case) -> Iterator[str]:
    if case.truth is not None:
        return
    places = [place for each in case.held for place in case.cited(each)]
    literals = [
        text
        for each in case.held
        for text in (each.derivation.text, each.derivation.to, each.derivation.state)
        if text
    ]
    left = list(_nothing(case.goal.asking, case, places, literals))
    yield from left
    shown = any(
        each.derivation.op in _SHOWING or each.derivation.state or each.derivation.relation
        for each in case.held
    )
    if not left and not shown:
        yield "yes or no"


def _of_deeds(case: Case) -> Iterator[str]:
    if not case.changing:
        return
    for clause in case.goal.clauses:
        yield from (each.text for each in unexplained(clause, case) if plain(each.text) not in _BY_OPERATION)


def _nothing(text: str, case: Case, places: Iterable[Place], literals: Iterable[str]) -> Iterator[str]:
    ends = re.compile(_ENDS, re.IGNORECASE)
    kinds = kinds_of(case.answer, case.now.language)
    shown = _BY_OPERATION | (_TIME if kinds & {"time", "datetime"} else frozenset())
    for each in coverage(ends.sub(" ", text), case.now, places, literals).nothing:
        if plain(each.text) not in shown:
            yield each.text
