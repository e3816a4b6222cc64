"""How a goal or a question ends whose answer is of another type than text."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from pytest_webagent.agent.judgement import Judgement, inconclusive
from pytest_webagent.judging.typed.shape import MisfitError
from pytest_webagent.judging.typed.typed_verdict import typed_verdict
from pytest_webagent.judging.verdict import Verdict
from pytest_webagent.tools.finish import derivations

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pytest_webagent.agent.judgement import Counts
    from pytest_webagent.agent.turn import Turn
    from pytest_webagent.browser.session import BrowserSession
    from pytest_webagent.judging.typed.shape import Shape
    from pytest_webagent.observation import Observation
    from pytest_webagent.tools.core.registry import ToolRegistry
    from pytest_webagent.trajectory import Kind


class TypedJudgement(Judgement):
    """Judges answers of a type: each value has to be what the evidence for it says."""

    def __init__(
        self,
        goal: str,
        session: BrowserSession,
        tools: ToolRegistry,
        *,
        shape: Shape,
        counts: Counts,
        kind: Kind = "run",
    ) -> None:
        """Judge the answers to a goal that are to be of a type, which `shape` reads."""
        super().__init__(goal, session, tools, counts=counts, kind=kind)
        self._shape = shape
        self._value: Any = None
        self._misfit: tuple[str, ...] = ()

    def told(self, arguments: Mapping[str, Any]) -> str:
        """The answer, as the model wrote it: its text, or JSON."""
        answer = arguments.get("answer")
        if answer is None or isinstance(answer, str):
            return (answer or "").strip()
        return json.dumps(answer, ensure_ascii=False)

    def typed(self, answer: object, language: str) -> Any:
        """What was worked out, read as the type."""
        return self._shape.read(answer, language)[0]

    def conclude(self, arguments: Mapping[str, Any]) -> Any:
        """The answer of a goal that is reached, as the type.

        Raises:
            GoalNotMet: the site does not let it be reached.
            Inconclusive: the answer does not stand or is not of the type, or the goal was not understood.
        """
        if self._misfit:
            raise inconclusive(
                f"the answer is no {self._shape.name}: {'; '.join(self._misfit)}", "unverified"
            )
        super().conclude(arguments)
        return self._value

    def _accepted(self, verdict: Verdict) -> bool:
        return not self._misfit and super()._accepted(verdict)

    def _judged(self, arguments: Mapping[str, Any], turns: Sequence[Turn], now: Observation) -> Verdict:
        self._value, self._misfit = None, ()
        if (arguments.get("status") or "done") != "done":
            return super()._judged(arguments, turns, now)
        try:
            self._value, plain = self._shape.read(arguments.get("answer"), now.language)
        except MisfitError as misfit:
            self._misfit = misfit.problems
            return Verdict(misfit.problems, ())
        return typed_verdict(plain, derivations(arguments.get("evidence")), self._story(turns, now))
