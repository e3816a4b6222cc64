"""How a replay ends: the answer is worked out on the live page, and what was shown has to hold there."""

from __future__ import annotations

import asyncio
import time
from itertools import chain, repeat
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from pytest_webagent.agent.judgement import read
from pytest_webagent.claims.evaluation import work_out
from pytest_webagent.claims.expression import Expression
from pytest_webagent.claims.underivable import UnderivableError
from pytest_webagent.errors import Diverged, GoalNotMet
from pytest_webagent.judging.typed.shape import MisfitError
from pytest_webagent.judging.weaknesses import weaknesses
from pytest_webagent.recording.answer_text import filled_in
from pytest_webagent.recording.goal_question import GoalQuestion
from pytest_webagent.recording.recording import STATED

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pytest_webagent.agent.assignment import Assignment
    from pytest_webagent.claims.derivation import Finding
    from pytest_webagent.observation import Observation
    from pytest_webagent.recording.answer_text import Source
    from pytest_webagent.recording.recording import Recording
    from pytest_webagent.tools.core.base import ToolContext

_PAUSES: Final = (0.05, 0.1, 0.25)
_PAUSE: Final = 0.5
"""Seconds between looks at a page on which something is to hold."""


class Conclusion(NamedTuple):
    """What a replay comes to."""

    answer: Any
    findings: tuple[Finding, ...]
    page: Observation
    """That it was worked out on."""


async def see(
    shown: Sequence[str], context: ToolContext, seen: Observation | None, where: str
) -> Observation:
    """The page on which all of some expressions hold, once they do or the time for that is up; `seen` is the page, if it is at rest.

    Raises:
        Diverged: something cannot be worked out.
        GoalNotMet: something does not hold.
    """
    told, until = tuple(map(Expression.parse, shown)), time.monotonic() + context.settings.check_timeout
    for pause in chain(_PAUSES, repeat(_PAUSE)):
        page, seen = seen or await context.session.observe_at_rest(), None
        try:
            findings = [work_out(each.on(page), page)._replace(wording=str(each)) for each in told]
            problem, lost = _problem(findings)
        except UnderivableError as error:
            problem, lost = str(error), True
        if not problem:
            return page
        if time.monotonic() >= until:
            raise (Diverged if lost else GoalNotMet)(f"{where}: {problem}")
        await asyncio.sleep(pause)
    raise AssertionError


def _problem(findings: Iterable[Finding]) -> tuple[str, bool]:
    """What does not hold, in words, and whether it is only not to be found."""
    wrong = next((each for each in findings if each.problem), None)
    return ("", False) if wrong is None else (f"{wrong.wording}: {wrong.problem}", not wrong.refuted)


async def conclude(
    recording: Recording, assignment: Assignment, seen: Observation | None = None
) -> Conclusion:
    """Work out the answer and what has to hold, until it does or the time for that is up; `seen` is the page, if it is at rest.

    Raises:
        Diverged: something cannot be worked out.
        GoalNotMet: something does not hold.
    """
    context, asked = assignment.context, assignment.asked
    until = time.monotonic() + context.settings.check_timeout
    for pause in chain(_PAUSES, repeat(_PAUSE)):
        page, seen = seen or await context.session.observe_at_rest(), None
        found = Conclusion("", (), page)
        try:
            found = _worked_out(recording, assignment, page)
            problem, lost = _problem(found.findings)
        except (UnderivableError, MisfitError) as error:
            problem, lost = str(error), True
        if recording.kind == "check" and not problem:
            problem = "; ".join(weaknesses(asked, found.findings, page, read(asked, page)))
            lost = bool(problem)
        late = time.monotonic() >= until
        # What is still to come is not there: there is time for it, as there is for the answer there was.
        other = recording.made.answer not in ("", str(found.answer))
        if not problem and (late or not (other or any(map(_finds_none, found.findings)))):
            return found
        if late:
            raise (Diverged if lost else GoalNotMet)(problem)
        await asyncio.sleep(pause)
    raise AssertionError


def _worked_out(recording: Recording, assignment: Assignment, page: Observation) -> Conclusion:
    findings: list[Finding] = []

    def value(source: Source) -> str:
        if not isinstance(source, Expression):
            answered = source.on(page)
            findings.extend(answered.findings)
            return answered.text
        finding = work_out(source.on(page), page)._replace(wording=str(source))
        findings.append(finding)
        return finding.text

    def parts(question: GoalQuestion) -> tuple[str, ...]:
        answered = question.on(page)
        findings.extend(answered.findings)
        return answered.parts

    answer = filled_in(recording.answer, value, parts)
    for each in recording.shown:
        if each == STATED:
            stated = read(assignment.asked, page)
            findings += stated
            if not stated:
                raise UnderivableError(f"the page {page.title!r} does not tell whether {assignment.asked!r}")
        else:
            value(Expression.parse(each))
    if recording.kind == "check":
        answer = "holds"
    elif not any(each.problem for each in findings):
        answer = assignment.ending.typed(answer, page.language)
    return Conclusion(answer, tuple(findings), page)


def _finds_none(finding: Finding) -> bool:
    told = finding.derivation
    return (told.op == "count" and finding.text == "0") or (
        told.op == "not_exists" and GoalQuestion.parse(finding.wording) is not None
    )
