"""Why the planner stops short of the goal: in words a tester can act on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from pytest_webagent.claims.outcome import ambiguity, first_few, hint

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pytest_webagent.claims.derivation import Derivation

Verdict: TypeAlias = Literal["not_understood", "goal_not_met"]


class Refusal(Exception):
    """The planner goes no further.

    `verdict` is ``goal_not_met`` only when the thing meant was found and the page refuses; everything
    that is doubtful, ambiguous or absent is ``not_understood``. `evidence` shows the first, or that something
    is absent.
    """

    def __init__(
        self, problem: str, verdict: Verdict = "not_understood", evidence: tuple[Derivation, ...] = ()
    ) -> None:
        super().__init__(problem)
        self.problem = problem
        self.verdict = verdict
        self.evidence = evidence


class Missing(Refusal):
    """Nothing on the page fits the words; it may still appear by scrolling or waiting."""

    def __init__(
        self,
        said: str,
        wanted: str,
        nearest: Iterable[str] = (),
        evidence: tuple[Derivation, ...] = (),
        answer: str = "",
        names: Iterable[str] = (),
    ) -> None:
        self.names = tuple(names)
        """What to say instead, if the nearest is meant: to be tried before it is told."""
        self.answer = answer
        """The yes or no that is told by its not being there, once that is sure."""
        self.plainly = f"nothing on the page fits {said!r} ({wanted})"
        super().__init__(f"{self.plainly}.{hint(listed(nearest))}", evidence=evidence)
        self.said = said


class Beyond(Refusal):
    """The words ask for more than is ever done."""


class Inert(Refusal):
    """What the words name is on the page and cannot be pressed; other words for the same may do."""


def unmet(problem: str, evidence: tuple[Derivation, ...]) -> Refusal:
    """The refusal for what the page does not do, as it shows; without evidence it says nothing about the page."""
    return Refusal(problem, "goal_not_met" if evidence else "not_understood", evidence)


def ambiguous(said: str, candidates: Iterable[str]) -> Refusal:
    """The refusal for words that fit several things equally well."""
    found = list(candidates)
    return Refusal(ambiguity(said, len(found), listed(found)))


def listed(things: Iterable[str]) -> str:
    """Names for a sentence, the first few only."""
    return first_few(list(dict.fromkeys(things)))


def advice(verdict: Verdict) -> str:
    """What to do about a refusal."""
    if verdict == "goal_not_met":
        return ""
    return (
        " (The builtin model reads plain step-by-step English and never guesses: "
        "say it more exactly, or set a language model with --webagent-model.)"
    )
