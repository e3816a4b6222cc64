"""What visitors write on a page, such as reviews and comments: it answers only what is asked about them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_webagent.judging.cited import cited
from pytest_webagent.judging.own_texts import hearsay

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pytest_webagent.claims.derivation import Finding
    from pytest_webagent.judging.case import Case
    from pytest_webagent.judging.story import Story


def told_by_visitors(text: str, findings: Iterable[Finding], story: Story) -> str:
    """Why what is cited does not answer a question or bear out a statement: visitors wrote it; empty where it may."""
    for finding in findings:
        places = cited(finding, story)
        told = [why for each in places if (why := hearsay(each, text))]
        # What is searched for may stand elsewhere as well.
        if told and (finding.derivation.elements or len(told) == len(places)):
            return f"{finding.derivation.told} is about {told[0]}. Cite what the page itself says"
    return ""


def by_visitors(case: Case) -> str:
    """Catches an answer that a visitor of the page wrote, to a question about something else."""
    return told_by_visitors(case.goal.text, case.held, case.story)
