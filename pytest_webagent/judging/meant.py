"""The things of a list that a question means: all, those that say its words, those that its figures bound, the best of them."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from pytest_webagent.claims.resolver import Resolver
from pytest_webagent.judging.coverage import SILENT
from pytest_webagent.judging.question import (
    BESIDE,
    SPEAKS_OF_ALL,
    ends,
    is_of_two,
    number_wanted,
    parts,
    wanted,
)
from pytest_webagent.judging.rivals import answered_by
from pytest_webagent.language.lexicon import stemmed
from pytest_webagent.language.quotations import masked
from pytest_webagent.language.terms import stem, term_set
from pytest_webagent.language.words import negated, says, words
from pytest_webagent.language.words import stem as crude_stem
from pytest_webagent.page.lists import ADDS_UP, is_total, lists
from pytest_webagent.page.names import item_texts, names
from pytest_webagent.page.places import Place, is_head, place_of, seen
from pytest_webagent.page.tables import column
from pytest_webagent.values.amounts import UnreadableError, keys, worth
from pytest_webagent.values.days import days
from pytest_webagent.values.plain_text import plain, quoted, word_set
from pytest_webagent.values.quantities import is_money, quantities
from pytest_webagent.values.relations import HOLDS, relation_before
from pytest_webagent.values.text_figures import kinds_of
from pytest_webagent.values.units import unit_after

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pytest_webagent.claims.derivation import Finding
    from pytest_webagent.judging.case import Case
    from pytest_webagent.language.superlatives import Kind
    from pytest_webagent.page.lists import Listing
    from pytest_webagent.values.relations import Relation

_LISTING: Final = frozenset(("join", "text", "value", "exists"))
_OVER_MANY: Final = frozenset(("count", "sum", "difference", "min", "max"))
_WORKED_OUT: Final = stemmed(
    "many much sum together combined difference between than above below over under exceed least most same higher lower more less two three"
)
"""Words of a question for what is worked out over a list."""
_SEVERAL = re.compile(r"\b(?:and|or|than|und|oder|als|et|ou|que|y|o|e|rispetto)\b")
"""Words between several things that are named."""
_PICKS = re.compile(
    r"\b(?:first|last|top|bottom|next|other|another|today|tomorrow|yesterday|selected|checked|its?|their|except|besides|rest|remaining)\b"
)
"""Words that pick some out by what cannot be told from what the things of a list say."""
_LETTER = re.compile(r"(?<=\w )[A-HJ-Z]\b(?!['’.&-])")
"""A letter that tells one thing from others of its kind."""
_NAMING: Final = word_set("heading columnheader term caption")
_PARTS: Final = word_set("table list region grid tab")
_MANY: Final = word_set("many viele number cuántos cuántas quanti quante")
_A_SIGN: Final = 3
"""Most letters of the sign of a unit, which a word of a question may be as well."""


class Meant(NamedTuple):
    """Things of a list of a page that a question means."""

    items: tuple[Place, ...]
    """All that the list has."""
    must: tuple[Place, ...]
    """Those that are meant for sure."""
    may: tuple[Place, ...]
    """Those that may be meant."""
    by: frozenset[str]
    """The terms by which they are told from the others; empty where all are meant."""
    sure: bool
    """Whether all words of the question are explained; else it may mean fewer of them."""


def left_out(case: Case) -> str:
    """Catches a count, a sum or a list with a thing too few, one too many, or one exchanged."""
    asking = case.goal.asking
    if case.goal.asks != "value" or BESIDE.search(plain(asking)):
        return ""
    for finding in case.held:
        sums = [part for part in finding.parts if ADDS_UP.match(part.partition(" ")[0])]
        if (
            finding.derivation.op == "count"
            and not finding.derivation.elements
            and 0 < len(sums) < len(finding.parts)
        ):
            return f"the count has the row {quoted(sums[0])} in it, which sums up the others: give the `elements` that are meant"
    cited = _cited_items(case)
    several = len(cited) > 1 or any(
        each.derivation.op in ("count", "sum", "join") and each.derivation.elements for each in case.held
    )
    if not cited or not several or any(map(is_head, cited)) or ends(asking)[0] or is_of_two(asking):
        return ""
    found = meant(cited, asking)
    # "Both editions of Night Ferry" are named, and no others are meant.
    if found is None or (not found.by and all(_named(each, asking) for each in cited)):
        return ""
    have, may = {each.at for each in cited}, {each.at for each in found.may}
    by = " ".join(each for each in words(asking) if stem(each) in found.by)
    count = (
        f"{len(found.must)} of {len(found.items)} are meant. Cite all that the goal asks about, and no others"
    )
    missing = next((each for each in found.must if each.at not in have), None)
    strange = next((each for each in cited if each.at not in may and not _named(each, case.goal.text)), None)
    if missing is not None and (found.sure or _named(missing, asking)):
        why = f'says "{by}"' if by else "is of the same list"
        return (
            f"the evidence leaves out the {missing.element.role} {quoted(missing.said)}, which {why}: {count}"
        )
    if strange is not None:
        return f'the evidence has the {strange.element.role} {quoted(strange.said)} in it, which does not say "{by}": {count}'
    return ""


def is_of_one_list(case: Case) -> bool:
    """Whether all things that evidence is about are of one list."""
    return bool(_cited_items(case))


def is_complete(case: Case) -> bool:
    """Whether evidence over several things of a list is about all that the question means, and no others."""
    cited = _cited_items(case)
    found = meant(cited, case.goal.asking) if cited else None
    return (
        found is not None and found.sure and {each.at for each in cited} == {each.at for each in found.must}
    )


def _named(item: Place, text: str) -> bool:
    name = lists(item.page).name(item)
    return name is not None and says(text, name.said)


def _cited_items(case: Case) -> list[Place]:
    """The things of one list that the evidence is about; none where it is about anything else."""
    over = [each for each in case.held if each.derivation.op in _OVER_MANY and each.derivation.elements]
    listed = [each for each in case.held if each.derivation.op in _LISTING and not each.derivation.state]
    # What the answer does not tell is cited for another part of the goal.
    told = [each for each in listed if each.text and says(case.answer, each.text)]
    held = over or told or listed
    places = [place for finding in held for place in _places(finding, case)]
    if not places or any(each.page is not places[0].page for each in places):
        return []
    for listing in lists(places[0].page).around(places[0]):
        items = {item.at: item for item in listing.items}
        own = [
            next((items[each.at] for each in place.around() if each.at in items), None) for place in places
        ]
        if None not in own and not any(each is not None and is_total(each) for each in own):
            return list({each.at: each for each in own if each is not None}.values())
        if not listing.lone_controls():
            # The things are of different lists.
            return []
    return []


def _places(finding: Finding, case: Case) -> list[Place]:
    told, page = finding.derivation, case.page(finding)
    if told.op not in _OVER_MANY or page is None:
        return case.cited(finding)
    return [place for each in told.elements if (place := place_of(page, each)) is not None]


def meant(cited: Sequence[Place], asking: str) -> Meant | None:
    """What is meant of the list that cited things are of; None where that cannot be told."""
    around = lists(cited[0].page).around(cited[0])
    if not around or negated(asking) or _PICKS.search(plain(asking)):
        return None
    # Rows with fewer texts only head or part the others.
    full = len(list(item_texts(cited[0]))) / 2
    items = tuple(
        each for each in around[0].items if not is_total(each) and len(list(item_texts(each))) > full
    )
    look, bounds, kind = Resolver(cited[0].page), _bounds(asking), wanted(asking)
    bounded = _bounded(items, asking, bounds, look)
    if len(items) < 2 or bounded is None:
        return None
    words_asked = _telling_words(asking, bounds)
    said = [_said(look, each, words_asked, around[0]) for each in items]
    common = frozenset.intersection(*(each for _, each in said))
    said = [(alone - common, passing - common) for alone, passing in said]
    own = [alone for alone, _ in said] if any(alone for alone, _ in said) else [every for _, every in said]
    most = [each for each in dict.fromkeys(own) if each and not any(each < other for other in own)]
    if len(most) > 1 and any(len(each) > 1 for each in most) and not _SEVERAL.search(plain(asking)):
        return None
    nouns, narrowing = _nouns(asking)
    strange = words_asked - frozenset().union(*(every for _, every in said)) - _known_on_page(cited[0], look)
    # "Pontoon B" is one of several, though no berth may say of which it is. In lower case "A" is an article.
    letters = (each for each in _LETTER.findall(asking) if each == "A" or each.lower() in strange)
    rest = strange & narrowing | {*letters}
    # What all say in some way, and what a column tells in words of its own ("how many are insured?"), may be meant otherwise.
    unclear = frozenset() if kind == "best" or SPEAKS_OF_ALL.search(plain(asking)) else common
    if kind == "count" and len(bounded) == len(items):
        heads = dict.fromkeys(head for each in cited[0].below() if (head := column(each)))
        unclear |= words_asked & term_set(" ".join([*heads][1:]))
    if kind != "best":
        unclear |= strange - nouns - around[0].kinds
    if not most and (rest or unclear or kind == "difference"):
        return None
    known = {each.at for each in bounded}
    must = [
        each for each, mine in zip(items, own, strict=True) if each.at in known and (not most or mine in most)
    ]
    may = [
        each
        for each, (_, every) in zip(items, said, strict=True)
        if each.at in known and (not most or any(every >= one for one in most))
    ]
    return Meant(items, tuple(must), tuple(may), frozenset().union(*most), not rest) if must else None


def _telling_words(asking: str, bounds: Sequence[tuple[Relation, str]]) -> frozenset[str]:
    """The terms of a question that may pick something out of a list."""
    text = ends(asking)[2]
    for _, figure in bounds:
        text = text.replace(figure, " ")
    return term_set(text) - SILENT - _WORKED_OUT


def _nouns(asking: str) -> tuple[frozenset[str], frozenset[str]]:
    """The terms for what is listed, and those that narrow it down: "overdue" of "the overdue tasks"."""
    said = words(asking)
    run = next((said[at + 1 : at + 4] for at, word in enumerate(said) if word in _MANY), [])
    plural = max((at for at, word in enumerate(run) if word.endswith("s")), default=0)
    heads = [each for part in parts(asking) for each in part.head - {part.noun}]
    # What is asked of each stands before "of": "the departure and arrival times of all flights".
    behind = said[said.index("of") :] if "of" in said else said
    narrowing = [*run[:plural], *(each for each in behind if crude_stem(each) in heads)]
    nouns = [
        *run[:1],
        *(each for each in said if any(crude_stem(each) == part.noun for part in parts(asking))),
    ]
    return term_set(" ".join(nouns)), term_set(" ".join(narrowing))


def _said(
    look: Resolver, item: Place, asked: frozenset[str], listing: Listing
) -> tuple[frozenset[str], frozenset[str]]:
    """The terms that a thing says of itself, and those with what it says in passing. A bare "2" is of anything."""
    alone, texts = look.says(item, asked, listing).words, [term_set(each) for each in item_texts(item)]
    every = alone | (asked & frozenset().union(*texts))
    counted = frozenset().union(
        *(each for each in texts if each <= asked and not all(map(str.isdigit, each)))
    )
    small = frozenset(each for each in every - counted if each.isdigit() and len(each) < 3)
    return alone - small, every - small


def _known_on_page(item: Place, look: Resolver) -> frozenset[str]:
    """The terms that say only which list is meant, and which column."""
    texts = [text for _, text in look.names.around(item)]
    texts += [each.said for each in seen(item.page) if each.element.role in _NAMING]
    texts += [each.element.name for each in seen(item.page) if each.element.role in _PARTS]
    return look.title | term_set(" ".join(texts))


def _bounds(text: str) -> list[tuple[Relation, str]]:
    """The figures of a question that bound others, each with its relation: "above $200"."""
    figures = [(each.start, each.text) for each in quantities(text)]
    figures += [(each.start, each.text) for each in days(text)]
    related = [(relation_before(text[:start]), figure) for start, figure in figures]
    return [(relation, figure) for relation, figure in related if relation is not None and relation in HOLDS]


def _bounded(
    items: Sequence[Place], asking: str, bounds: Sequence[tuple[Relation, str]], look: Resolver
) -> list[Place] | None:
    """Those whose figure stands in the relations to others that a question says; None where that cannot be told."""
    found = list(items)
    for relation, bound in bounds:
        pairs = [(item, _figure(item, bound, asking, look)) for item in found]
        if any(pair is None for _, pair in pairs):
            return None
        found = [item for item, pair in pairs if pair is not None and HOLDS[relation](*pair)]
    return found


def _figure(item: Place, bound: str, asking: str, look: Resolver) -> tuple[Any, Any] | None:
    """The figure of a thing that can be compared with a bound, and the bound: the one the question names, or the only one."""
    read: list[tuple[Place, Any, Any]] = []
    for place in look.values_in(item):
        with suppress(UnreadableError):
            own, other = keys([worth(place.holds, look.language, ""), worth(bound, "", "")], bare=False)
            read += [] if isinstance(own, str) else [(place, own, other)]
    named = [each for each in read if term_set(" ".join(look.names.labels(each[0]))) & term_set(asking)]
    pairs = {place.holds: (own, other) for place, own, other in named or read}
    return next(iter(pairs.values())) if len(pairs) == 1 else None


def not_the_best(case: Case) -> str:
    """Catches a "cheapest" or "oldest" that another of the same list is more, and the lesser of two that are compared."""
    asking = case.goal.asking
    end, kind, _ = ends(asking)
    if not end or BESIDE.search(plain(asking)):
        return ""
    answered = list(_answered_items(case))
    for item, way in answered:
        found = meant([item], asking)
        if found is None or item.at not in {each.at for each in found.must} or len(found.must) < 2:
            continue
        values = _measures(found.must, way, kind, asking)
        if item.at not in values:
            continue
        try:
            texts = [worth(text, item.page.language, quoted(text)) for text in values.values()]
            ranks = dict(zip(values, keys(texts), strict=True))
        except UnreadableError:
            continue
        ordered = sorted(ranks, key=lambda at: ranks[at], reverse=end == "most")  # type: ignore[return-value,arg-type]
        number = number_wanted(asking)
        best = {ranks[at] for at in ordered[:number]}
        # Who tells both figures names the best as well.
        named = [item] if number > 1 else [each for each, _ in answered]
        if not any(ranks.get(each.at) in best for each in named):
            other = next(each for each in found.must if ranks.get(each.at) in best)
            return (
                f"{quoted(item.said)} is not what the goal asks for: it has {quoted(values[item.at])}, and the {other.element.role} "
                f"{quoted(other.said)} has {quoted(values[other.at])}. Cite it with {'min' if end == 'least' else 'max'} over all of them"
            )
    return ""


def _answered_items(case: Case) -> Iterator[tuple[Place, tuple[tuple[str, int], ...] | None]]:
    """The things of lists that the answer names, with the way in them to the figure that is cited, if one is."""
    places = [place for _, places in answered_by(case) for place in places]
    places += [place for each in case.held if each.derivation.op == "join" for place in case.cited(each)]
    answered = [item for place in places if (item := place.item()) is not None]
    if not answered:
        # "ND 412" is the name of the card in which its price is cited.
        items = [item for place in case.places if (item := place.item()) is not None]
        answered = [item for item in items if any(says(text, case.answer) for text in item_texts(item))]
    ranked = [
        place
        for finding in case.held
        if (page := case.page(finding)) is not None
        for each in (finding.derivation.by or finding.derivation.elements)
        if (place := place_of(page, each)) is not None and kinds_of(place.said, page.language)
    ]
    for item in answered:
        own = {item.at, *(each.at for each in item.siblings())}
        ways = [each.path(at) for each in ranked for at in each.page.ancestors(each.at) if at in own]
        if not item.lone_control():
            yield item, ways[0] if ways else None


def _measures(
    items: Sequence[Place], way: tuple[tuple[str, int], ...] | None, kind: Kind | None, asking: str
) -> dict[int, str]:
    """What things are compared by, each in the unit that a question says; none where some have no such value."""
    look = Resolver(items[0].page)
    values = {each.at: value for each in items if (value := _measure(each, way, kind, asking, look))}
    tails = {
        at: {unit_after(text[end:]) for end in [at for at, sign in enumerate(text, 1) if sign.isdigit()]}
        - {""}
        for at, text in values.items()
    }
    shown = frozenset[str]().union(*tails.values())
    units = {unit for word in words(asking) if len(word) > _A_SIGN and (unit := unit_after(word)) in shown}
    if units:
        return {at: text for at, text in values.items() if tails[at] & units}
    # What says nothing where others have what they are compared by is not compared.
    there = [each for item in items for each in item.below() if way is not None and each.path(item.at) == way]
    empty = [each for each in there if not any(map(str.isalnum, each.said))]
    return values if len(values) >= len(items) - len(empty) else {}


def _measure(
    item: Place, way: tuple[tuple[str, int], ...] | None, kind: Kind | None, asking: str, look: Resolver
) -> str:
    """What a thing is compared by: what is called what the goal says, what is cited of another, or the only value of the kind."""
    inside = [each for each in look.values_in(item) if kinds_of(each.holds, look.language)]
    compared = term_set(masked(asking)) - _WORKED_OUT
    name = lists(item.page).name(item)
    own = {item.element.name, name.said if name is not None else ""}
    called = [
        each
        for each in inside
        if term_set(" ".join(text for text in names(item.page).labels(each) if text not in own)) & compared
    ]
    if len(called) == 1:
        return called[0].holds
    there = [each.holds for each in item.below() if each.path(item.at) == way] if way is not None else []
    if there and (kind != "money" or _is_of(kind, there[0], look.language)):
        return there[0]
    of_kind = [each.holds for each in inside if _is_of(kind, each.holds, look.language)]
    return of_kind[0] if len(of_kind) == 1 else ""


def _is_of(kind: Kind | None, text: str, language: str) -> bool:
    if kind == "date":
        return bool(days(text, language))
    return kind == "money" and any(is_money(each) for each in quantities(text, language))
