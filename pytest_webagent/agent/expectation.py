"""How a check ends: its predicates are evaluated on the live page until all of them hold, or the time is up."""

from __future__ import annotations

import asyncio
import time
from itertools import chain, repeat
from typing import TYPE_CHECKING, Final

from pytest_webagent.agent import prompt
from pytest_webagent.agent.judgement import inconclusive, read, reason_of
from pytest_webagent.claims.derivation import Finding
from pytest_webagent.claims.evaluation import work_out
from pytest_webagent.claims.expression import worded
from pytest_webagent.errors import GoalNotMet
from pytest_webagent.judging.channels import unsaid_by_the_page
from pytest_webagent.judging.sights import sights
from pytest_webagent.judging.story import Story
from pytest_webagent.judging.unloaded import failed, loading
from pytest_webagent.judging.visitors import told_by_visitors
from pytest_webagent.judging.weaknesses import contradiction, weaknesses
from pytest_webagent.page.provenance import of_the_test
from pytest_webagent.tools.expect import EXPECT
from pytest_webagent.tools.finish import derivations

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from pytest_webagent.agent.turn import Turn
    from pytest_webagent.browser.session import BrowserSession
    from pytest_webagent.claims.derivation import Derivation
    from pytest_webagent.observation import Observation

HOLDS: Final = "holds"
"""The answer of a check that holds."""

_PAUSES: Final = (0.1, 0.25, 0.5)
"""Seconds between the first looks, as Playwright's own assertions have them."""
_PAUSE: Final = 1.0
"""Seconds between two later ones."""
_PAST = "a statement is about the page as it is now: leave `step` out, and cite what the page shows"


class Expectation:
    """Evaluates the predicates of one check. Some that say too little are sent back once, and once some that do not hold."""

    kind: Final = "check"
    tool: Final = EXPECT.name
    system: Final = prompt.CHECK_SYSTEM
    heading: Final = "Statement"

    def __init__(self, statement: str, session: BrowserSession, *, seconds: float) -> None:
        """Check what a statement says of the page; what does not hold at once is waited for, up to so many `seconds`."""
        self._statement = statement
        self._session = session
        self._seconds = seconds
        self._waited = False
        self._read = False
        self._weak: tuple[str, ...] = ()
        self._sent_back: set[str] = set()
        self._unseen: tuple[str, ...] = ()
        self._findings: tuple[Finding, ...] = ()

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What the newest predicates came to."""
        return self._findings

    @property
    def stands(self) -> bool:
        """Whether the newest predicates say what the statement says, and hold."""
        return bool(self._findings) and not self._weak and all(each.holds for each in self._findings)

    @property
    def untied(self) -> tuple[str, ...]:
        """The statement, where only the model has read it and not the page."""
        return () if self._read else (self._statement,)

    def take_unseen(self) -> tuple[str, ...]:
        """What happened until predicates were sent back, once."""
        unseen, self._unseen = self._unseen, ()
        return unseen

    def claim(self, arguments: Mapping[str, Any]) -> str:
        """What the check is about to pass on: its statement."""
        return self._statement

    async def objection(self, arguments: Mapping[str, Any], turns: Sequence[Turn], *, last: bool) -> str:
        """What to tell a model whose predicates say too little, or do not hold; empty if the check may end."""
        self._findings, self._weak = (), ()
        if arguments.get("status") == "not_understood":
            return ""
        predicates = derivations(arguments.get("predicates"))
        await self._evaluate(predicates)
        problems = self._weak or tuple(_broken(self._findings))
        told = prompt.UNSTATED if self._weak else prompt.UNMET
        if self.stands or told in self._sent_back or last:
            return ""
        self._sent_back.add(told)
        return told.format(problems=prompt.listed(problems), seconds=self._seconds)

    def told(self, arguments: Mapping[str, Any]) -> str:
        """The answer: that it holds, or nothing."""
        return HOLDS if self.stands else ""

    def typed(self, answer: object, language: str) -> Any:
        """It is a text."""
        return answer

    def conclude(self, arguments: Mapping[str, Any]) -> str:
        """The answer of a check that holds.

        Raises:
            GoalNotMet: the page shows that the statement is not true.
            Inconclusive: its predicates say too little or cannot be evaluated, or it was not understood.
        """
        if arguments.get("status") == "not_understood":
            raise inconclusive(reason_of(arguments), "not_understood")
        if self._weak:
            raise inconclusive(
                f"the predicates do not say the statement: {'; '.join(self._weak)}", "unverified"
            )
        broken = "; ".join(_broken(self._findings))
        if any(each.refuted for each in self._findings):
            # The predicates themselves are listed below it.
            shown = "; ".join(each.problem for each in self._findings if not each.holds)
            raise GoalNotMet(f"the statement does not hold: {shown}")
        if broken:
            raise inconclusive(f"the predicates cannot be evaluated: {broken}", "unverified")
        return HOLDS

    async def _evaluate(self, predicates: Sequence[Derivation]) -> None:
        """Look until the predicates hold. Those that say too little are not waited for: no page makes them say more."""
        until = time.monotonic() + (0.0 if self._waited else self._seconds)
        loaded = True
        for pause in chain(_PAUSES, repeat(_PAUSE)):
            seen = await self._session.observe()
            self._unseen += seen.notes
            now = of_the_test(seen, self._session.origins)
            self._findings = tuple(_worked_out(each, now) for each in predicates)
            reading = read(self._statement, now)
            self._read = bool(reading)
            self._weak = tuple(weaknesses(self._statement, self._findings, now, reading))
            self._weak += tuple(filter(None, self._by_others(now)))
            late = [
                why for each in self._findings if each.holds and (why := _not_yet(self._statement, each, now))
            ]
            left = until - time.monotonic()
            decided = bool(self._weak) or all(each.holds for each in self._findings)
            # What the page reads otherwise now may still come to be so. A page is not read all at one moment: when it has
            # just loaded, some of what was read may be older.
            if left <= 0 or (decided and loaded and not late and not contradiction(self._findings, reading)):
                self._weak += tuple(late)
                break
            loaded = not late
            await asyncio.sleep(min(pause, left))
        # What did not come in that time is not waited for again.
        self._waited = not self._weak or left <= 0

    def _by_others(self, now: Observation) -> Iterator[str]:
        """What is wrong with predicates about what the page does not say itself."""
        yield unsaid_by_the_page(self._statement, self._findings)
        yield told_by_visitors(self._statement, self._findings, Story(self._statement, (), now))


def _not_yet(statement: str, finding: Finding, now: Observation) -> str:
    """Why the page may still load what a predicate finds zero or missing, or could not."""
    places = sights(now, (finding,))[0].places
    return loading(finding, places, now) or failed(statement, finding, places, now, set())


def _worked_out(predicate: Derivation, now: Observation) -> Finding:
    past = predicate.step is not None
    return worded(Finding(predicate, problem=_PAST) if past else work_out(predicate, now), now)


def _broken(findings: Sequence[Finding]) -> list[str]:
    return [
        f"predicates[{number}], {each.wording}: {each.problem}"
        for number, each in enumerate(findings)
        if not each.holds
    ]
