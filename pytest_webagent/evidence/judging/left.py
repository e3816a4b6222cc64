"""What evidence leaves out: rows of the same kind, which the goal asks about as well."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pytest_webagent.evidence.judging.rows import SPEAKS_OF_ALL, head, is_sum, is_total
from pytest_webagent.language.words import ASKING, content, says, stems
from pytest_webagent.page.places import Place, place_of, seen
from pytest_webagent.values.plain_text import plain, quoted, word_set

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.evidence.derivation import Finding
    from pytest_webagent.evidence.judging.case import Case
    from pytest_webagent.observation import Observation

_OVER_MANY: Final = frozenset(("count", "sum", "min", "max"))
_HEADS: Final = word_set("heading columnheader table list region caption grid")
_PICKS_NONE: Final = ASKING | stems(
    """number count total totals sum add altogether all every each entire whole overall lowest highest least most greatest
    smallest largest biggest cheapest expensive cost costs price oldest newest latest earliest longest shortest table
    current calculate find name value amount there check verify ensure assert confirm whether make sure"""
)
"""Words of a question that pick nothing out."""
_PICKS = re.compile(
    r"\d|\b(?:over|under|above|below|more|less|fewer|at least|at most|between|before|after|since|until|than|except|without|not|"
    r"first|last|top|next|other|another|today|tomorrow|this|these|selected|checked|both|its?|their)\b"
)


def rows_left_out(case: Case) -> str:
    """Catches a count, a sum or an extreme over some of the rows that the question is about."""
    found = (_left_out(finding, case) for finding in case.held if finding.derivation.op in _OVER_MANY)
    return next(filter(None, found), "")


def _left_out(finding: Finding, case: Case) -> str:
    derivation, asking = finding.derivation, case.goal.asking
    if derivation.op == "count" and not derivation.elements:
        sums = [part for part in finding.parts if is_sum(part)]
        return (
            f"the count has the row {quoted(sums[0])} in it, which sums up the others: give the `elements` that are meant"
            if sums and len(finding.parts) > 1
            else ""
        )
    page = case.page(finding)
    if page is None or not asking or picks(asking):
        return ""
    items = _items_of(derivation.elements, page)
    if not items or any(says(asking, head(each)) for each in items if head(each)):
        return ""
    asked = content(asking)
    shared = asked.intersection(*(content(" ".join(each.phrases())) for each in items))
    if asked - shared - explained(page) or (derivation.op == "count" and asked & _columns(items[0])):
        return ""
    meant = {phrase for item in items for phrase in item.phrases() if content(phrase) & shared}
    for sibling in left(items):
        if shared <= content(" ".join(meant.intersection(sibling.phrases()))):
            return (
                f"{derivation.told} leaves out the {sibling.element.role} {quoted(sibling.said)}, which is of the same kind. "
                "Cite all that the goal asks about"
            )
    return ""


def picks(question: str) -> bool:
    """Whether a question has words that pick some out by what cannot be told from the rows."""
    return _PICKS.search(plain(question)) is not None


def not_all(case: Case) -> str:
    """Catches one row as evidence of all."""
    goal, asking = case.goal, case.goal.asking
    # Where it is denied of all, one is enough.
    if (
        case.agreed == "no"
        or goal.asks != "truth"
        or not SPEAKS_OF_ALL.search(plain(asking))
        or picks(asking)
    ):
        return ""
    if any(finding.derivation.op not in ("text", "exists", "value") for finding in case.held):
        return ""
    items = [item for place in case.places if (item := place.item()) is not None]
    if not items or len(content(asking) - explained(items[0].page)) > 1:
        return ""
    rest = left(items)
    return (
        f"the goal asks about all, and the evidence leaves out the {rest[0].element.role} {quoted(rest[0].said)}. Cite every one, "
        "or not_exists or count for what all must be"
        if rest
        else ""
    )


def _items_of(ids: Sequence[int], page: Observation) -> list[Place]:
    """The rows or cards of elements, if each stands in its own."""
    found: dict[int, Place] = {}
    for number in ids:
        place = place_of(page, number)
        item = place.item() if place is not None else None
        if item is None:
            return []
        found[item.at] = item
    return list(found.values()) if len(found) == len(ids) else []


def left(items: Sequence[Place]) -> list[Place]:
    """The rows beside some rows that are built as they are, without those that sum up others."""
    have, page = {item.at for item in items}, items[0].page
    groups, wide = {item.element.parent for item in items}, len(page.children(items[0].at))
    return [
        each
        for each in items[0].siblings()
        if each.at not in have
        and each.element.parent in groups
        and len(page.children(each.at)) == wide
        and not is_total(each)
    ]


def _columns(item: Place) -> frozenset[str]:
    """The words above the columns of a row but the first: "how many are insured?" picks by one."""
    table = item.within(("table", "grid", "treegrid")) or item
    heads = [each.element for each in table.below() if each.element.role == "columnheader"]
    return content(" ".join(each.name or each.text for each in heads[1:]))


def explained(page: Observation) -> frozenset[str]:
    """The words of a question that say only which list is meant."""
    said = [place.said for place in seen(page) if place.element.role in ("heading", "columnheader")]
    names = [place.element.name for place in seen(page) if place.element.role in _HEADS]
    return content(" ".join([page.title, *said, *names])) | _PICKS_NONE
