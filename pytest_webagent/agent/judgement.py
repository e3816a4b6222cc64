"""How a goal ends: the judgement on the answer, and what becomes of one that does not stand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from pytest_webagent.agent import prompt
from pytest_webagent.claims.evaluation import work_out
from pytest_webagent.claims.outcome import Unclear
from pytest_webagent.claims.page_terms import PageTerms
from pytest_webagent.claims.predicates import predicates
from pytest_webagent.errors import GoalNotMet, Inconclusive
from pytest_webagent.judging.story import Act, Result, Story
from pytest_webagent.judging.ties import loose
from pytest_webagent.judging.verdict import judge
from pytest_webagent.language.lexicon import AUXILIARIES
from pytest_webagent.language.quotations import quotations
from pytest_webagent.language.terms import term_set
from pytest_webagent.page.provenance import of_the_test
from pytest_webagent.tools.core.equivalents import single, way_of
from pytest_webagent.tools.finish import derivations
from pytest_webagent.values.plain_text import quoted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from pytest_webagent.agent.turn import Turn
    from pytest_webagent.browser.session import BrowserSession
    from pytest_webagent.claims.derivation import Finding
    from pytest_webagent.judging.verdict import Verdict
    from pytest_webagent.observation import Box, Element, Observation
    from pytest_webagent.tools.core.registry import ToolRegistry
    from pytest_webagent.trajectory import Kind, Status

Counts: TypeAlias = Literal["derived", "tied", "any"]
"""Which answers count: those that follow from their evidence, those that are also tied to all words of the goal, or any."""
STOP: Final = "stop"
"""The tool that ends a run with a goal."""
_SAME: Final = 1.5
"""CSS pixels by which two boxes of one element differ at most: those of an observation are rounded."""


def reason_of(arguments: Mapping[str, Any]) -> str:
    """Why a run ended as it did, in the model's words."""
    return str(arguments.get("reasoning") or "").strip()


def inconclusive(reason: str, status: Status) -> Inconclusive:
    """The error of a run that gave no verdict on the site."""
    error = Inconclusive(reason)
    error.status = status
    return error


def read(statement: str, page: Observation, *, asked: bool = False) -> tuple[Finding, ...]:
    """What the conditions come to that a page itself reads in a statement, or a question; none where it does not tell what is meant."""
    try:
        found = tuple(work_out(each, page) for each in predicates(statement, page, asked=asked))
    except Unclear:
        return ()
    quoted = quotations(statement)
    for told in (each.derivation for each in found if each.refuted):
        sought = told.text if told.op == "exists" and not told.elements else ""
        value = told.to if told.relation == "=" and not any(map(str.isdigit, told.to)) else ""
        if (sought or not term_set(value) <= PageTerms(page).vocabulary) and (sought or value) not in quoted:
            # Words that nothing on the page says: it may call it otherwise.
            return ()
    return found


def reads(asking: str, page: Observation) -> bool | None:
    """Whether what a question for a yes or no says is so on a page, as the page itself reads it; None where it does not tell."""
    found = read(asking, page, asked=asking.lower().partition(" ")[0] in AUXILIARIES)
    told = bool(found) and not any(each.problem and not each.refuted for each in found)
    return all(each.holds for each in found) if told else None


class Judgement:
    """Judges the answers of one run. One that does not stand is sent back once."""

    tool: Final = STOP
    system: Final = prompt.SYSTEM
    heading: Final = "Goal"

    def __init__(
        self,
        goal: str,
        session: BrowserSession,
        tools: ToolRegistry,
        *,
        counts: Counts,
        kind: Kind = "run",
    ) -> None:
        """Judge what a run answers to a goal; `counts` says which answers count, as the setting ``answers`` does."""
        self.kind = kind
        self._goal = goal
        self._session = session
        self._tools = tools
        self._counts = counts
        self._verdict: Verdict | None = None
        self._sent_back = False
        self._unseen: tuple[str, ...] = ()

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What the evidence of the newest answer came to."""
        return self._verdict.findings if self._verdict is not None else ()

    @property
    def stands(self) -> bool:
        """Whether the newest answer follows from its evidence."""
        return self._verdict is not None and self._verdict.stands

    @property
    def untied(self) -> tuple[str, ...]:
        """The words of the goal that nothing explains which the newest answer rests on."""
        return self._verdict.untied if self._verdict is not None else ()

    def take_unseen(self) -> tuple[str, ...]:
        """What happened until an answer was sent back, once."""
        unseen, self._unseen = self._unseen, ()
        return unseen

    def claim(self, arguments: Mapping[str, Any]) -> str:
        """What the run is about to pass on: that its goal was reached, with this answer."""
        claim = f"The goal {self._goal!r} was reached, and the answer is {self.told(arguments)!r}."
        sources = (
            each.wording + (f", which says {quoted(each.text)}" if each.text else "")
            for each in self.findings
        )
        lines = (claim, "It rests on:", *(f"- {each}" for each in sources)) if self.findings else (claim,)
        return "\n".join(lines)

    async def objection(self, arguments: Mapping[str, Any], turns: Sequence[Turn], *, last: bool) -> str:
        """What to tell a model whose answer does not stand and may be mended; empty if the run may end."""
        self._verdict = None
        if arguments.get("status") == "not_understood":
            return ""
        now = await self._session.observe()
        self._verdict = verdict = self._judged(arguments, turns, now)
        if self._accepted(verdict) or self._sent_back or last:
            return ""
        self._sent_back, self._unseen = True, now.notes
        return prompt.UNPROVEN.format(problems=prompt.listed(self._objections(verdict)))

    def told(self, arguments: Mapping[str, Any]) -> str:
        """The answer, as the model wrote it."""
        return str(arguments.get("answer") or "").strip()

    def typed(self, answer: object, language: str) -> Any:
        """It is a text."""
        return answer

    def conclude(self, arguments: Mapping[str, Any]) -> str:
        """The answer of a goal that is reached.

        Raises:
            GoalNotMet: the site does not let it be reached.
            Inconclusive: the answer does not stand, there is none, or the goal was not understood.
        """
        answer, status = self.told(arguments), arguments.get("status") or "done"
        if self._verdict is not None and not self._accepted(self._verdict):
            raise inconclusive(
                f"the answer {answer!r} is not shown: {'; '.join(self._objections(self._verdict))}",
                "unverified",
            )
        if status == "done" and not answer:
            raise Inconclusive("the agent called stop without an answer")
        if status == "goal_not_met":
            raise GoalNotMet(answer or reason_of(arguments))
        if status == "not_understood":
            raise inconclusive(answer or reason_of(arguments), "not_understood")
        return answer

    def _accepted(self, verdict: Verdict) -> bool:
        return self._counts == "any" or not self._objections(verdict)

    def _objections(self, verdict: Verdict) -> tuple[str, ...]:
        tied = self._counts != "tied" or not verdict.untied
        return verdict.problems if tied else (*verdict.problems, loose(verdict.untied))

    def _judged(self, arguments: Mapping[str, Any], turns: Sequence[Turn], now: Observation) -> Verdict:
        return judge(
            self.told(arguments),
            "goal_not_met" if arguments.get("status") == "goal_not_met" else "done",
            derivations(arguments.get("evidence")),
            self._story(turns, now),
            reads,
        )

    def _story(self, turns: Sequence[Turn], now: Observation) -> Story:
        origins = self._session.origins
        pages = [of_the_test(turn.observation, origins) for turn in turns]
        acts, results = tuple(self._acts(turns, now)), tuple(self._results(turns))
        return Story(self._goal, pages, of_the_test(now, origins), acts, results)

    def _results(self, turns: Sequence[Turn]) -> Iterator[Result]:
        """What tools gave that look beyond the page. One that runs what the model writes shows nothing but that."""
        for turn in turns:
            for action in turn.actions:
                name = action.call.name
                traits = self._tools.get(name).traits if name in self._tools.names else None
                if (
                    traits
                    and traits.needs
                    and traits.quoting
                    and not traits.dangerous
                    and action.result.error is None
                ):
                    yield Result(turn.index, name, action.result.text)

    def _acts(self, turns: Sequence[Turn], now: Observation) -> Iterator[Act]:
        after = [*(turn.observation for turn in turns[1:]), now]
        for turn, page in zip(turns, after, strict=True):
            for action in turn.actions:
                name = action.call.name
                if action.result and name in self._tools.names:
                    call, way = single(action.call), way_of(action.call)
                    yield Act(
                        turn.index,
                        call.name,
                        "read" if way is not None and way.looks else self._tools.get(name).kind,
                        call.arguments,
                        _target(turn.observation, call.arguments)
                        or (_at(turn.observation, action.target) if way is not None else None),
                        page.ignored,
                    )


def _target(page: Observation, arguments: Mapping[str, Any]) -> Element | None:
    number = str(arguments.get("element_id") or "").strip().strip("[]")
    return page.find(int(number)) if number.isdecimal() else None


def _at(page: Observation, target: Box | None) -> Element | None:
    """What stands where a call acted, of a tool that finds elements by itself."""
    if target is None:
        return None
    fitting = [
        each
        for each in page.elements
        if each.id is not None
        and each.box is not None
        and all(abs(a - b) <= _SAME for a, b in zip(each.box, target, strict=True))
    ]
    return max(fitting, key=lambda each: (each.clickable, each.depth), default=None)
