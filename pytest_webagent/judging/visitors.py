"""What visitors write on a page, such as reviews and comments: it answers only what is asked about them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_webagent.judging.cited import cited
from pytest_webagent.language.terms import term_set
from pytest_webagent.page.hearsay import speaks_of_visitors, written_under
from pytest_webagent.values.plain_text import quoted

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pytest_webagent.claims.derivation import Finding
    from pytest_webagent.judging.case import Case
    from pytest_webagent.judging.story import Story


def told_by_visitors(text: str, findings: Iterable[Finding], story: Story) -> str:
    """Why what is cited does not answer a question or bear out a statement: visitors wrote it; empty where it may."""
    if speaks_of_visitors(text):
        return ""
    for finding in findings:
        places = cited(finding, story)
        heads = [head for head in map(written_under, places) if head and not term_set(head) & term_set(text)]
        # What is searched for may stand elsewhere as well.
        if heads and (finding.derivation.elements or len(heads) == len(places)):
            return (
                f"{finding.derivation.told} is about what stands under {quoted(heads[0])}: what visitors write is no evidence of "
                "anything else. Cite what the page itself says"
            )
    return ""


def by_visitors(case: Case) -> str:
    """Catches an answer that a visitor of the page wrote, to a question about something else."""
    return told_by_visitors(case.goal.text, case.held, case.story)
