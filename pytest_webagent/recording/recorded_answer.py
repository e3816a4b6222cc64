"""What is written down of an answer: by which words the live page is to be asked for it, and what else has to hold."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from pydantic_core import to_jsonable_python

from pytest_webagent.agent.judgement import read
from pytest_webagent.aria_roles import CONTROLS, ITEMS, MESSAGES
from pytest_webagent.claims.derivation import TRUTHS, Derivation
from pytest_webagent.claims.expression import Expression, expression
from pytest_webagent.claims.underivable import UnderivableError
from pytest_webagent.judging import goals
from pytest_webagent.judging.typed.leaves import leaves, path_of, replaced
from pytest_webagent.language import lexicon
from pytest_webagent.language.terms import term_set
from pytest_webagent.page.locator import ITEM
from pytest_webagent.page.locators import locators
from pytest_webagent.page.places import Place
from pytest_webagent.recording.answer_text import AnswerText
from pytest_webagent.recording.chosen_item import is_told_in
from pytest_webagent.recording.goal_question import covers, questions_in
from pytest_webagent.recording.page_text import PageText
from pytest_webagent.recording.recording import STATED
from pytest_webagent.values.plain_text import flat, plain, says

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.claims.derivation import Finding
    from pytest_webagent.observation import Observation
    from pytest_webagent.page.locator import Locator
    from pytest_webagent.recording.answer_text import Source
    from pytest_webagent.recording.goal_question import Answered, GoalQuestion
    from pytest_webagent.trajectory import RunResult

READ: Final = frozenset(("text", "value"))
"""Operations that come to what one element says."""
_PASSING: Final = frozenset(("note", "result", "dialog", "tabs"))
"""Operations over what is no part of a page."""
_OF_ALL: Final = frozenset(("sum", "min", "max", "count", "order", "join"))
"""Operations over all things of a kind: those there are when it is replayed, and not those there were."""
_FIGURE: Final = re.compile(r"\d+")
_PATH: Final = r"\w(/.*)"
"""Of an address: the host of a test server is another one each time."""
_MOST: Final = 120
"""Characters of a text by which something is found again."""


class NotRecordedError(Exception):
    """A run cannot be recorded; the message says why."""


def recorded_answer(result: RunResult[Any], asked: str, page: Observation) -> tuple[Any, list[str]]:
    """The answer of a run as a recording holds it, and what has to hold besides.

    A question of the goal that the page answers as the run did says what is meant. An expression only says where that was
    read.

    Raises:
        NotRecordedError: something that it rests on has no words that find it again.
    """
    if result.kind == "check":
        stated = read(asked, page)
        if stated and all(each.holds for each in stated):
            return "", [STATED]
        return "", [str(_again(each, page, asked)) for each in result.evidence]
    found = list(questions_in(asked, result.kind, page, result.evidence))
    if isinstance(result.answer, str):
        told, shown = _text(result.answer, found, result.evidence, page, asked)
        return str(told), list(map(str, shown))
    typed = to_jsonable_python(result.answer)
    if isinstance(typed, list):
        for question, answered in found:
            listed = [each.text for each in result.evidence if path_of(each.derivation.field)]
            if answered.parts and [*answered.parts] == listed:
                return [str(AnswerText((question._replace(many=True),)))], []
    others: list[Expression] = []
    used: list[Finding] = []
    for leaf in leaves(typed):
        own = [each for each in result.evidence if path_of(each.derivation.field) == leaf.path]
        own = own or [each for each in result.evidence if _is_all_of(each, str(leaf.value))]
        used += own
        said = next((each.text for each in own if each.text), "")
        told, shown = _text(said, found, own, page, asked)
        others += shown
        if told.sources:
            typed = replaced(typed, leaf.path, str(told))
        elif isinstance(leaf.value, str):
            typed = replaced(typed, leaf.path, str(AnswerText((leaf.value,))))
    rest = [each for each in result.evidence if each not in used]
    return typed, list(map(str, (*others, *_text("", (), rest, page, asked)[1])))


def _text(
    answer: str,
    questions: Sequence[tuple[GoalQuestion, Answered]],
    findings: Sequence[Finding],
    page: Observation,
    asked: str,
) -> tuple[AnswerText, list[Expression]]:
    """A text as one that is worked out on the live page, and what else has to hold."""
    used = [
        (answered, question)
        for question, answered in questions
        if AnswerText.of(answer, [(answered.text, question)]).sources
    ]
    told_of = [each for answered, _ in used for each in answered.findings]
    others = [
        (each.text, _again(each, page, asked) if says(answer, each.text) else condition(each, page, asked))
        for each in findings
        if each.derivation.step is None and not covers(told_of, each)
    ]
    told = AnswerText.of(
        answer,
        [
            *((answered.text, question) for answered, question in used),
            *((text, again) for text, again in others if not _is_truth(again) and not _is_of_some(again)),
        ],
    )
    for text, again in others:
        if _is_of_some(again) and says(answer, text) and not told.sources:
            raise NotRecordedError(f"it rests on elements that have no name in common: {again}")
    # What is read and not told has to be what it was: else anything would do.
    return told, [_equal(again, text) for text, again in others if again not in told.sources]


def on_last_page(result: RunResult[Any]) -> RunResult[Any]:
    """A run that says of nothing that it was seen in its last step: nothing was done on that page any more."""
    last = len(result.steps)
    evidence = [
        each._replace(derivation=replace(each.derivation, step=None))
        if each.derivation.step == last
        else each
        for each in result.evidence
    ]
    return replace(result, evidence=tuple(evidence))


def of_earlier_pages(result: RunResult[Any], asked: str, page: Observation) -> list[Finding]:
    """What a run rested on of pages before its last one, and no question of its goal tells now."""
    told_of = [
        each
        for _, answered in questions_in(asked, result.kind, page, result.evidence)
        for each in answered.findings
    ]
    return [
        each for each in result.evidence if each.derivation.step is not None and not covers(told_of, each)
    ]


def condition(finding: Finding, page: Observation, asked: str) -> Expression:
    """What has to hold again of what a run has seen on a page, beside what it answered.

    Raises:
        NotRecordedError: it has no words that find it again.
    """
    told = replace(finding.derivation, field="", step=None)
    places = [page.index_of(each) for number in told.elements if (each := page.find(number)) is not None]
    if told.op in _PASSING or len(places) != len(told.elements):
        raise NotRecordedError(f"it rests on what is no longer on the page: {finding.wording}")
    named = expression(told, page)
    if (
        told.op == "exists"
        and told.text
        and told.state in ("", "visible")
        and any(says(each.called.name, told.text) for each in named.elements)
    ):
        # What else it says may be of that day. That it is a button counts where the goal says so.
        kinds = (each.called.kind for each in named.elements if each.called.kind in CONTROLS)
        return Expression(
            Derivation(
                op="exists", text=told.text, role=next((each for each in kinds if says(asked, each)), "")
            )
        )
    if told.op in (*READ, "compare") and len(named.elements) == len(places):
        named = named._replace(elements=tuple(locators(page).of(at, says=False) for at in places))
    return _equal(named, finding.text)


def _again(finding: Finding, page: Observation, asked: str) -> Source:
    """What a finding rests on, by what finds it again where the page says something else."""
    told = replace(finding.derivation, field="")
    if told.op in _PASSING or told.step is not None:
        raise NotRecordedError(f"it rests on what is no longer on the page: {finding.wording}")
    named = expression(told, page)
    places = [page.index_of(each) for number in told.elements if (each := page.find(number)) is not None]
    if len(places) != len(told.elements):
        raise NotRecordedError(f"it rests on what is no longer on the page: {finding.wording}")
    if told.op not in (*READ, "compare") or len(named.elements) != len(places):
        return named
    # By nothing that it says itself: that is what may be another text.
    elements = tuple(locators(page).of(at, says=False) for at in places)
    if told.op in READ and not told.relation and len(places) == 1 and not _tells(elements[0]):
        # Where it stands says nothing of what is meant, so that it is told by its words.
        by_words = _by_words(finding, flat(page.full_text(places[0])), page, asked)
        if by_words is None:
            raise NotRecordedError(
                f"only a place tells it, {elements[0]}, and no question of the goal that code reads does"
            )
        return by_words
    for at, part in ((at, part) for at, each in zip(places, elements, strict=True) for part in each.within):
        is_named = says(asked, part.name) or is_told_in(asked, Place(page, at).item())
        if part.kind in (*ITEMS, ITEM) and not is_named:
            raise NotRecordedError(
                f"it is read of {part}, which the goal does not name: another thing may be meant tomorrow, and no question of the "
                "goal that code reads tells which"
            )
    return named._replace(elements=elements)


def _by_words(finding: Finding, whole: str, page: Observation, asked: str) -> Source | None:
    """What finds a text by what it says itself, with figures that the goal does not say left open; None where that is not it alone."""
    pattern = finding.derivation.pattern
    if len(whole) > _MOST:
        return None
    if not pattern and not _asks_for_a_message(asked) and not says(asked, whole):
        # What was the answer that day is none of tomorrow.
        return None
    if not pattern and {*_FIGURE.findall(whole)} <= {*_FIGURE.findall(asked)}:
        return Expression(Derivation(op="exists", text=whole))
    text = PageText(pattern) if pattern else PageText.like(whole)
    try:
        return text if text.tells and text.on(page).text == finding.text else None
    except UnderivableError:
        return None


def _is_all_of(finding: Finding, value: str) -> bool:
    """Whether a finding that was given for no part of an answer comes to just this one."""
    return not finding.derivation.field and bool(value) and plain(finding.text) == plain(value)


def _asks_for_a_message(asked: str) -> bool:
    """Whether a goal asks for nothing but what the page says to whoever uses it, or for nothing at all."""
    return all(
        term_set(each.text) & (lexicon.MESSAGES | lexicon.BAD_NEWS) for each in goals.read(asked).questions
    )


def _tells(locator: Locator) -> bool:
    """Whether a locator says more than where something stands."""
    called = locator.called
    labels = called.name and called.name not in (part.name for part in locator.within)
    of_a_thing = any(part.kind in (*ITEMS, ITEM) and part.name for part in locator.within)
    return bool(labels or called.kind in MESSAGES or of_a_thing) and not locator.nth


def _is_of_some(source: Source) -> bool:
    """Whether it is worked out of some things of a kind, each by its name: those there were when it was recorded."""
    if not isinstance(source, Expression) or source.operation.op not in _OF_ALL:
        return False
    return len(source.elements) > 1 and any(map(_is_of_several, source.elements))


def _is_of_several(locator: Locator) -> bool:
    """Whether it is one of things of a kind: others are there tomorrow. A form or a list of terms has a label for each."""
    parts = (locator.called, *locator.within)
    return bool(locator.nth) or any(part.kind in (*ITEMS, ITEM) for part in parts)


def _is_truth(source: Source) -> bool:
    return isinstance(source, Expression) and source.operation.op in TRUTHS


def _equal(named: Source, text: str) -> Expression:
    if not isinstance(named, Expression):
        return Expression(Derivation(op="exists", text=text))
    told = named.operation
    if not text or told.relation is not None or told.op in TRUTHS:
        return named
    if told.op == "url" and not told.pattern and (path := re.search(_PATH, text)) is not None:
        told, text = replace(told, pattern=_PATH), path[1]
    if told.op == "text" and not told.pattern and not all(map(_tells, named.elements)):
        return Expression(Derivation(op="exists", text=text))
    return named._replace(operation=replace(told, relation="=", to=text))
