"""The things of a list that a question means: all, those that say its words, or those that its figures bound."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from pytest_webagent.aria_roles import DATA_CELLS
from pytest_webagent.judging.question import question
from pytest_webagent.judging.rivals import BESIDE
from pytest_webagent.judging.rows import SPEAKS_OF_ALL, head, is_sum, is_total
from pytest_webagent.language.quotations import masked
from pytest_webagent.language.superlatives import COMPARATIVES, OF_A_COLUMN, SUPERLATIVES
from pytest_webagent.language.words import ASKING, content, negated, says, stem, stems, words
from pytest_webagent.page.names import column, item_texts, names
from pytest_webagent.page.places import Place, is_head, seen
from pytest_webagent.values.amounts import UnreadableError, keys, worth
from pytest_webagent.values.days import days
from pytest_webagent.values.plain_text import plain, quoted, word_set
from pytest_webagent.values.quantities import quantities
from pytest_webagent.values.relations import HOLDS, relation_before

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.claims.derivation import Finding
    from pytest_webagent.judging.case import Case
    from pytest_webagent.judging.question import Question
    from pytest_webagent.language.superlatives import End, Kind
    from pytest_webagent.values.amounts import Worth
    from pytest_webagent.values.relations import Relation

_LISTING: Final = frozenset(("join", "text", "value", "exists"))
_OVER_MANY: Final = frozenset(("count", "sum", "difference", "min", "max"))
_OF_LISTS: Final = stems(
    """row item entry entrie record result list listed table page card name all every each which many much number count total sum
    together altogether combined overall amount above below over under exceed least between currently there these those both two three four five same highest lowest most least
    cheaper dearer expensive more less fewer higher lower older newer larger smaller longer shorter than between"""
)
"""Words of a question that pick nothing out of a list."""


_SEVERAL = re.compile(r"\b(?:and|or|than|und|oder|als|et|ou|que|y|o|e|rispetto)\b")
"""Words between several things that are named."""
_OR = re.compile(r"\b(?:or|oder|ou|o)\b")
_PICKS = re.compile(
    r"\b(?:first|last|top|bottom|next|other|another|today|tomorrow|yesterday|selected|checked|its?|their|except|besides|rest|remaining)\b"
)
"""Words that pick some out by what cannot be told from what the things of a list say."""
_AT_LEAST = re.compile(r"\bat (?:least|most)\b")
_MANY: Final = word_set("many viele number cuántos cuántas quanti quante")


class Listed(NamedTuple):
    """A list of a page, and the things of it that a question means."""

    items: tuple[Place, ...]
    meant: tuple[Place, ...]
    """Those that are meant for sure."""
    may: tuple[Place, ...]
    """Those that may be meant."""
    by: frozenset[str]
    """The words by which they are told from the others; empty where all are meant."""
    sure: bool
    """Whether all words of the question are explained; else it may mean fewer of them."""


def left_out(case: Case) -> str:
    """Catches a count, a sum or a list with a thing too few, one too many, or one exchanged."""
    asking = case.goal.asking
    if not asking or case.goal.asks != "value" or BESIDE.search(plain(asking)):
        return ""
    for finding in case.held:
        sums = [part for part in finding.parts if is_sum(part)]
        if (
            finding.derivation.op == "count"
            and not finding.derivation.elements
            and 0 < len(sums) < len(finding.parts)
        ):
            return f"the count has the row {quoted(sums[0])} in it, which sums up the others: give the `elements` that are meant"
    cited = _cited_items(case)
    if any(is_head(each) for each in cited):
        return ""
    if not cited or not _of_several(case, cited) or end_asked(asking)[0] or _OR.search(plain(masked(asking))):
        return ""
    found = listed(cited, question(asking))
    if found is None:
        return ""
    if not found.by and all(_named(each, asking) for each in cited):
        # "Both editions of Night Ferry" are named, and no others are meant.
        return ""
    have, meant, may = ({each.at for each in group} for group in (cited, found.meant, found.may))
    why = f' says "{_spoken(found.by, asking)}"' if found.by else " is of the same list"
    missing = [each for each in found.meant if each.at not in have]
    strange = [each for each in cited if each.at not in may and not _named(each, case.goal.text)]
    if missing and (found.sure or _named(missing[0], asking)):
        return (
            f"the evidence leaves out the {missing[0].element.role} {quoted(missing[0].said)}, which{why}: "
            f"{len(meant)} of {len(found.items)} are meant. Cite all that the goal asks about, and no others"
        )
    if strange:
        return (
            f"the evidence has the {strange[0].element.role} {quoted(strange[0].said)} in it, which does not say "
            f'"{_spoken(found.by, asking)}": {len(meant)} of {len(found.items)} are meant. Cite all that the goal asks about, and no others'
        )
    return ""


def is_of_one_list(case: Case) -> bool:
    """Whether all things that evidence is about are of one list."""
    return bool(_cited_items(case))


def is_complete(case: Case) -> bool:
    """Whether evidence over several things of a list is about all that the question means, and no others."""
    cited = _cited_items(case)
    found = listed(cited, question(case.goal.asking)) if cited else None
    return (
        found is not None and found.sure and {each.at for each in cited} == {each.at for each in found.meant}
    )


def _named(item: Place, asking: str) -> bool:
    return bool(head(item)) and says(asking, head(item))


def _spoken(by: frozenset[str], asking: str) -> str:
    return " ".join(each for each in words(asking) if stem(each) in by)


def _of_several(case: Case, cited: Sequence[Place]) -> bool:
    """Whether the answer is worked out over several things: more than one is cited, or the operation is one over many."""
    return len(cited) > 1 or any(
        each.derivation.op in ("count", "sum", "join") and each.derivation.elements for each in case.held
    )


def _cited_items(case: Case) -> list[Place]:
    """The rows, cards or list items of one list that the evidence is about; none where it is about anything else."""
    over = [each for each in case.held if each.derivation.op in _OVER_MANY and each.derivation.elements]
    held = over or [each for each in case.held if each.derivation.op in _LISTING]
    places = [place for finding in held for place in _places(finding, case)]
    return _of_one_list(places)


def _of_one_list(places: Sequence[Place]) -> list[Place]:
    """The things of the innermost list that each of the places stands in one of."""
    rich = False
    for first in places[0].around() if places else ():
        beside = {first.at, *(each.at for each in first.siblings())}
        if len(beside) < 2 or first.lone_control():
            continue
        if rich and len(list(item_texts(first))) > 1:
            # The things are of different lists.
            return []
        items = {
            own.at: own
            for place in places
            if (own := next((each for each in place.around() if each.at in beside), None))
        }
        within = all(any(each.at in items for each in place.around()) for place in places)
        if (
            within
            and all(place.page is first.page for place in places)
            and not any(map(is_total, items.values()))
        ):
            return list(items.values())
        rich = rich or len(list(item_texts(first))) > 1
    return []


def _places(finding: Finding, case: Case) -> list[Place]:
    told = finding.derivation
    page = case.page(finding)
    if told.op not in _OVER_MANY or page is None:
        return case.cited(finding)
    return [
        Place(page, page.index_of(element))
        for each in told.elements
        if (element := page.find(each)) is not None
    ]


def listed(cited: Sequence[Place], asked: Question) -> Listed | None:
    """The list that cited things are of, and those of it that are meant; None where that cannot be told."""
    items = things(cited[0])
    if len(items) < 2 or negated(asked.text) or _PICKS.search(plain(asked.text)):
        return None
    bounded = _bounded(items, asked)
    bounds = content(" ".join(figure for _, figure in _bounds(asked.text)))
    wanted = asked.words - _OF_LISTS - _superlative_words(asked.text) - bounds
    told = _told(items, wanted)
    common = frozenset.intersection(*(each.any for each in told))
    told = [_Told(each.alone - common, each.any - common) for each in told]
    most = _most(told)
    if bounded is None or (len(most) > 1 and not _may_be_several(most, asked)):
        return None
    picked = frozenset().union(*(each.any for each in told))
    # What all say in some way, and "how many are insured?", which a column tells in words of its own, may be meant otherwise.
    unclear = frozenset() if asked.wanted == "best" or SPEAKS_OF_ALL.search(plain(asked.text)) else common
    if asked.wanted == "count" and len(bounded) == len(items):
        unclear |= wanted & _columns(cited[0])
    rest = (wanted & _qualifying(asked)) - picked - explained_by_page(cited[0])
    if asked.wanted != "best":
        # What no text of the page explains may pick out some of them.
        unclear |= wanted - picked - explained_by_page(cited[0]) - _kinds(asked)
    if not most and (rest or unclear or asked.wanted == "difference"):
        return None
    # Where one says "Returned" and another "Partly returned", only the first surely is.
    alone = any(each.alone for each in told)
    own = [each.alone if alone else each.any for each in told]
    must = tuple(
        each for each, mine in zip(items, own, strict=True) if (not most or mine in most) and each in bounded
    )
    may = tuple(
        each
        for each, mine in zip(items, told, strict=True)
        if each in bounded and (not most or any(mine.any >= meant for meant in most))
    )
    return Listed(items, must, may, frozenset().union(*most), not rest) if must else None


def things(first: Place) -> tuple[Place, ...]:
    """The rows, cards or items of a list, without those that sum up others or only head them, with fewer texts than they have."""
    full = len(list(item_texts(first))) / 2
    beside = (each for each in first.siblings() if not is_total(each) and len(list(item_texts(each))) > full)
    return tuple(sorted((first, *beside), key=lambda each: each.at))


def _most(told: Sequence[_Told]) -> list[frozenset[str]]:
    """The most that things say of a question: in texts of their own, or else in passing."""
    said = [each.alone for each in told] if any(each.alone for each in told) else [each.any for each in told]
    return [each for each in dict.fromkeys(said) if each and not any(each < other for other in said)]


def _may_be_several(most: Sequence[frozenset[str]], asked: Question) -> bool:
    """Whether a question may speak of several things by different words."""
    return all(len(each) == 1 for each in most) or _SEVERAL.search(plain(asked.text)) is not None


class _Told(NamedTuple):
    """The words of a question that a thing says."""

    alone: frozenset[str]
    """In texts that say nothing else."""
    any: frozenset[str]


def _columns(item: Place) -> frozenset[str]:
    """The words above the columns of a row but the first."""
    cells = [each for each in item.below() if each.element.role in DATA_CELLS]
    return content(" ".join(column(each) for each in cells[1:]))


def _told(items: Sequence[Place], wanted: frozenset[str]) -> list[_Told]:
    """The wanted words that each thing says."""
    # A bare "2" is of anything.
    texts = [
        [said for text in item_texts(each) if not _is_small_number(said := content(text))] for each in items
    ]
    whole = [frozenset().union(*(each for each in own if each <= wanted)) for own in texts]
    return [
        _Told(
            mine,
            mine
            | frozenset(
                each for each in wanted & frozenset().union(*own) if not _is_small_number(frozenset((each,)))
            ),
        )
        for own, mine in zip(texts, whole, strict=True)
    ]


def _is_small_number(said: frozenset[str]) -> bool:
    return all(each.isdigit() and len(each) < 3 for each in said)


def _kinds(asked: Question) -> frozenset[str]:
    """The words for what is listed, which no thing of a list need say: "orders"."""
    said = words(asked.text)
    at = next((at for at, word in enumerate(said) if word in _MANY), len(said))
    return frozenset((*map(stem, said[at + 1 : at + 2]), *(part.noun for part in asked.parts)))


def _qualifying(asked: Question) -> frozenset[str]:
    """The words that narrow down what is listed: "overdue" of "the overdue tasks", and the figures of a question."""
    said = words(asked.text)
    found = frozenset().union(*(part.head - {part.noun} for part in asked.parts))
    if "of" in said:
        # What is asked of each stands before it, and qualifies nothing: "the departure and arrival times of all flights".
        found &= frozenset(map(stem, said[said.index("of") :]))
    at = next((at for at, word in enumerate(said) if word in _MANY), None)
    if at is not None:
        run = said[at + 1 : at + 4]
        plural = max((place for place, word in enumerate(run) if word.endswith("s")), default=0)
        found |= frozenset(map(stem, run[:plural]))
    return found


def _bounded(items: Sequence[Place], asked: Question) -> list[Place] | None:
    """Those whose figure stands in the relations to others that a question says; None where that cannot be told."""
    found = list(items)
    for relation, bound in _bounds(asked.text):
        kept = []
        for item in found:
            own = _figure(item, bound, asked)
            if own is None:
                return None
            if HOLDS[relation](*own):
                kept.append(item)
        found = kept
    return found


def _bounds(text: str) -> list[tuple[Relation, str]]:
    """The figures of a question that bound others, each with its relation: "above $200"."""
    figures = [
        *((each.start, each.text) for each in quantities(text)),
        *((each.start, each.text) for each in days(text)),
    ]
    related = [(relation_before(text[:start]), figure) for start, figure in figures]
    return [(relation, figure) for relation, figure in related if relation is not None and relation in HOLDS]


def _figure(item: Place, bound: str, asked: Question) -> tuple[Any, Any] | None:
    """The figure of a thing that can be compared with a bound, and the bound: the one the question names, or the only one."""
    page = item.page
    found: dict[str, tuple[Any, Any]] = {}
    named: dict[str, tuple[Any, Any]] = {}
    for place in names(page).values:
        if item.at not in page.ancestors(place.at):
            continue
        try:
            own, other = keys([read_as(place.holds, page.language), read_as(bound, "")], bare=False)
        except UnreadableError:
            continue
        if not isinstance(own, str):
            found[place.holds] = own, other
            if content(" ".join(names(page).labels(place))) & asked.words:
                named[place.holds] = own, other
    meant = named or found
    return next(iter(meant.values())) if len(meant) == 1 else None


def read_as(text: str, language: str) -> Worth:
    """What a text is compared by.

    Raises:
        UnreadableError: it holds several figures, or one that can be read in two ways.
    """
    return worth(text, language, quoted(text))


def _superlative_words(text: str) -> frozenset[str]:
    said = plain(text)
    found = [
        match[0]
        for pattern, _, _ in SUPERLATIVES
        for match in re.finditer(rf"\b(?:{pattern})\b(?: single)?", said)
    ]
    return content(" ".join([*found, *(each for each in words(said) if each in OF_A_COLUMN)]))


def explained_by_page(item: Place) -> frozenset[str]:
    """The words that say only which list is meant, and which column."""
    page = item.page
    known = [text for _, text in names(page).around(item)]
    known += [
        place.said
        for place in seen(page)
        if place.element.role in ("heading", "columnheader", "term", "caption")
    ]
    known += [
        place.element.name
        for place in seen(page)
        if place.element.role in ("table", "list", "region", "grid", "tab")
    ]
    return content(" ".join([page.title, *known])) | _OF_LISTS | ASKING


def end_asked(asking: str) -> tuple[End | None, Kind | None]:
    """Which end of an order a question asks for, and of what kind of value."""
    said = _AT_LEAST.sub(" ", plain(masked(asking)))
    known = [*SUPERLATIVES, *(COMPARATIVES if re.search(r"\b(?:or|oder|ou|o)\b", said) else ())]
    for pattern, kind, end in known:
        if re.search(rf"\b(?:{pattern})\b", said):
            return end, kind
    word = next((each for each in words(said) if each in OF_A_COLUMN), None)
    return (OF_A_COLUMN[word], None) if word else (None, None)
