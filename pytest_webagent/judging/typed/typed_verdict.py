"""What is judged of a typed answer: each value by the evidence for it and by what it is called, the whole as any answer is."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pytest_webagent.claims.evaluation import work_out
from pytest_webagent.judging import goals
from pytest_webagent.judging.case import Case
from pytest_webagent.judging.cited import cited
from pytest_webagent.judging.evidence import found
from pytest_webagent.judging.rivals import other_label
from pytest_webagent.judging.typed.covering import Reason, canonical, problems, reasons, same
from pytest_webagent.judging.typed.fitting import unfitting
from pytest_webagent.judging.typed.leaves import leaves
from pytest_webagent.judging.verdict import Verdict, judge

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pytest_webagent.claims.derivation import Derivation, Finding
    from pytest_webagent.judging.story import Story
    from pytest_webagent.judging.typed.leaves import Leaf

_IN_A_NAME = re.compile(r"(?<=[a-z])(?=[A-Z])|_")
"""Where words of a name in code begin."""


def typed_verdict(raw: Any, evidence: Sequence[Derivation], story: Story) -> Verdict:
    """Judge an answer that is to be of a type.

    Args:
        raw: the answer as JSON.
        evidence: what it follows from; each piece may be for one of its fields.
        story: what was asked, and the run before the answer.
    """
    findings = tuple(found(each, story) for each in evidence)
    unshown = problems(raw, findings, story) or unfitting(raw, story.goal, findings, story.now)
    unshown = unshown or [wrong for leaf in leaves(raw) if (wrong := _mislabelled(leaf, findings, story))]
    if unshown:
        return Verdict(tuple(unshown), findings)
    text = canonical(raw, findings)
    return judge(text, "done", evidence, story) if text else Verdict((), findings)


def _mislabelled(leaf: Leaf, findings: Sequence[Finding], story: Story) -> str:
    """Catches a value under another label than that of its field, where the page has one of that name."""
    names = [part for part in leaf.path if isinstance(part, str)]
    if not names or isinstance(leaf.value, bool) or leaf.value in (None, [], {}):
        return ""
    field = _IN_A_NAME.sub(" ", names[-1]).casefold()
    asked = story._replace(goal=f"What is the {field} of {goals.read(story.goal).asking}?")
    wrong = [
        other_label(Case(finding.text, "done", (finding,), asked))
        for reason in reasons(leaf, findings)
        for finding in _pieces(leaf, reason, story)
    ]
    return f"{leaf.name}: {wrong[0]}" if wrong and all(wrong) else ""


def _pieces(leaf: Leaf, reason: Reason, story: Story) -> Iterator[Finding]:
    """What says a value: its evidence, or what in the row that is cited for a larger part says it."""
    told, page = reason.finding.derivation, story.page(reason.finding.derivation.step)
    if not reason.near or page is None:
        yield reason.finding
        return
    for row in cited(reason.finding, story):
        for place in row.below():
            own = place.element.id
            if (
                own is not None
                and not page.children(place.at)
                and same(leaf.value, Reason(place.holds, reason.finding))
            ):
                yield work_out(replace(told, op="text", elements=(own,), pattern=""), page)
