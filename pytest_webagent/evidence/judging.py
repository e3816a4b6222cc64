"""The judgement on an answer: whether it follows from its evidence, and whether the run bears it out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from pytest_webagent.evidence.derivation import Finding

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.evidence.derivation import Derivation
    from pytest_webagent.evidence.story import Story


class Verdict(NamedTuple):
    """What came of judging an answer."""

    problems: tuple[str, ...]
    """Why it does not stand, the most telling first: sentences a language model can act on."""
    findings: tuple[Finding, ...]
    """What each derivation came to, in the order they were given."""

    @property
    def stands(self) -> bool:
        """Whether nothing speaks against the answer."""
        return not self.problems


def judge(
    answer: str, status: Literal["done", "goal_not_met"], derivations: Sequence[Derivation], story: Story
) -> Verdict:
    """Work every derivation out on the page it is about, and judge the answer by what they come to."""
    findings = tuple(_found(derivation, story) for derivation in derivations)
    problems = [f"{each.derivation.told}: {each.problem}" for each in findings if not each.holds]
    if not findings:
        problems = [
            "the answer has no evidence: cite what on the page it comes from, by element ids of the page as it is now"
        ]
    return Verdict(tuple(problems), findings)


def _found(derivation: Derivation, story: Story) -> Finding:
    page = story.page(derivation.step)
    if page is None:
        return Finding(
            derivation,
            problem=f"there is no step {derivation.step} to look back at; the run has steps 1 to {len(story.pages)}, "
            "and without a step it is about the page as it is now",
        )
    from pytest_webagent.evidence.working_out import work_out

    return work_out(derivation, page)
