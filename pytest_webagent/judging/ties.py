"""What of a goal nothing explains: an answer may follow from its evidence and still be the answer to something else.

Each content word, number and quotation of a goal is explained by a name of what is cited, by what was done, or by a literal; a count,
a sum, a superlative and a yes by what comes to it over all that is meant. What is left is told: the answer is then derived, but not
tied to its goal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pytest_webagent.judging.acts import used
from pytest_webagent.judging.coverage import coverage
from pytest_webagent.judging.effects import news
from pytest_webagent.judging.meant import is_complete
from pytest_webagent.judging.question import question
from pytest_webagent.judging.rivals import answered_by
from pytest_webagent.language.deeds import VERBS
from pytest_webagent.language.words import words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pytest_webagent.judging.case import Case
    from pytest_webagent.page.places import Place

_OVER_ALL: Final = {"count": ("count",), "sum": ("sum",), "difference": ("difference",), "best": ("min", "max")}
"""The operations that come to what a question asks of several things."""
_SHOWING: Final = frozenset(("compare", "order", "not_exists"))
"""Operations that show a yes or a no."""


def untied(case: Case) -> tuple[str, ...]:
    """The words of a goal that nothing explains, each once; none where the answer is tied to all of it."""
    if case.status != "done":
        return ()
    return tuple(dict.fromkeys((*_of_questions(case), *_of_deeds(case))))


def _of_questions(case: Case) -> Iterator[str]:
    goal = case.goal
    if not goal.asks or case.tied:
        return
    if goal.asks == "truth":
        yield from _of_truth(case)
        return
    pieces = list(answered_by(case))
    places = [place for _, found in pieces for place in found]
    literals = [text for finding, _ in pieces for text in (finding.derivation.text, finding.derivation.to) if text]
    yield from _nothing(goal.asking, case, places, [*literals, *used(case.story), *_news(case)])
    wanted = question(goal.asking).wanted
    if wanted in _OVER_ALL:
        ops = {each.derivation.op for each in case.held}
        worked_out = ops & set(_OVER_ALL[wanted])
        printed = wanted in ("count", "sum") and len(pieces) == 1
        if not (printed or (worked_out and (wanted == "difference" or is_complete(case)))):
            yield {"count": "how many", "sum": "the sum", "difference": "the difference", "best": "which of all"}[wanted]


def _of_truth(case: Case) -> Iterator[str]:
    if case.truth is not None:
        return
    places = [place for each in case.held for place in case.cited(each)]
    literals = [text for each in case.held for text in (each.derivation.text, each.derivation.to, each.derivation.state) if text]
    left = list(_nothing(case.goal.asking, case, places, literals))
    yield from left
    shown = any(each.derivation.op in _SHOWING or each.derivation.state or each.derivation.relation for each in case.held)
    if not left and not shown:
        yield "yes or no"


def _of_deeds(case: Case) -> Iterator[str]:
    if not case.changing:
        return
    for clause in case.goal.clauses:
        places = [each.place for each in case.done]
        yield from _nothing(_object(clause), case, places, [*used(case.story), *_news(case)])


def _object(clause: str) -> str:
    """A clause without the verb that it begins with."""
    said = words(clause)
    first, _, rest = clause.strip().partition(" ")
    return rest if said and ((said[0],) in VERBS or rest) and first.lower().startswith(said[0]) else clause


def _nothing(text: str, case: Case, places: Iterable[Place], literals: Iterable[str]) -> Iterator[str]:
    yield from (each.text for each in coverage(text, case.now, places, literals).nothing)


def _news(case: Case) -> list[str]:
    """What the pages of a run said that the first one did not."""
    return [each.said for page in case.pages[1:] for each in news(page, case.pages[0])]
