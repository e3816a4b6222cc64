"""Why the planner stops short of the goal: in words a tester can act on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pytest_webagent.claims.derivation import Derivation

Verdict: TypeAlias = Literal["not_understood", "goal_not_met"]
SHOWN_CANDIDATES = 6


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
    ) -> None:
        near = listed(nearest)
        hint = f" Nearest on the page: {near}; if that is meant, say its whole name." if near else ""
        self.plainly = f"nothing on the page fits {said!r} ({wanted})"
        super().__init__(f"{self.plainly}.{hint}", evidence=evidence)
        self.said = said


def unmet(problem: str, evidence: tuple[Derivation, ...]) -> Refusal:
    """The refusal for what the page does not do, as it shows; without evidence it says nothing about the page."""
    return Refusal(problem, "goal_not_met" if evidence else "not_understood", evidence)


def ambiguous(said: str, candidates: Iterable[str]) -> Refusal:
    """The refusal for words that fit several things equally well."""
    found = list(candidates)
    return Refusal(
        f"{said!r} is ambiguous, it fits {len(found)} things: {listed(found)}. "
        "Say which one, for example with its exact name in quotes, 'in the row of ...' or 'the second ...'."
    )


def listed(things: Iterable[str]) -> str:
    """Names for a sentence, the first few only."""
    names = list(dict.fromkeys(things))
    more = f" and {len(names) - SHOWN_CANDIDATES} more" if len(names) > SHOWN_CANDIDATES else ""
    return ", ".join(names[:SHOWN_CANDIDATES]) + more


def advice(verdict: Verdict) -> str:
    """What to do about a refusal."""
    if verdict == "goal_not_met":
        return ""
    return (
        " (The builtin model reads plain step-by-step English and never guesses: "
        "say it more exactly, or set a language model with --webagent-model.)"
    )
