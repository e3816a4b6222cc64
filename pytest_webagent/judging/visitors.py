"""What others than the page write on it, such as comments and the names of files: it answers only what is asked about them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pytest_webagent.judging.cited import cited
from pytest_webagent.judging.own_texts import hearsay

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pytest_webagent.claims.derivation import Finding
    from pytest_webagent.judging.case import Case
    from pytest_webagent.judging.story import Story

_SAYING: Final = frozenset(("text", "value", "exists"))
"""What cites the words of an element, and does not count or compare it."""


def told_by_visitors(text: str, findings: Iterable[Finding], story: Story, *, asks: bool = True) -> str:
    """Why what is cited does not answer a question or bear out a statement: others than the page wrote it; empty where it may."""
    for finding in findings:
        places = cited(finding, story)
        figures = asks and finding.derivation.op in _SAYING
        told = [why for each in places if (why := hearsay(each, text, figures=figures))]
        # What is searched for may stand elsewhere as well.
        if told and (finding.derivation.elements or len(told) == len(places)):
            return f"{finding.derivation.told} is about {told[0]}. Cite what the page itself says"
    return ""


def by_visitors(case: Case) -> str:
    """Catches an answer that a visitor of the page wrote, or that one row is called, to a question about something else."""
    return told_by_visitors(case.goal.text, case.held, case.story, asks=bool(case.goal.asks))
