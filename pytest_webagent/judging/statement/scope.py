"""Whether predicates are about all that a statement speaks of: every row, the cheapest, the first, a sorted list."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pytest_webagent.aria_roles import FIELDS
from pytest_webagent.judging.rows import is_total
from pytest_webagent.judging.statement.sight import denied, family, tokens
from pytest_webagent.language.quotations import masked
from pytest_webagent.language.superlatives import superlatives
from pytest_webagent.language.words import content, stem, words
from pytest_webagent.page.places import CHOICES, Place, seen
from pytest_webagent.values.plain_text import plain, quoted

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_webagent.judging.statement.sight import Sight, View

_ALL = re.compile(
    r"\b(?<!not )(?<!at )(?:all|every|each|both|alle|jede\w*|beide|tous|toutes|chaque|todos los|todas las|tutti|tutte)\b"
    r"(?! (?:in all|at all)\b)"
)
_ONLY = re.compile(
    r"\b(?:only|nobody but|no one but|nur) (?!\d|on\b|in\b|if\b|one\b|two\b|three\b|four\b|five\b)"
)
_NONE_BY_AMOUNT = re.compile(
    r"\b(?:no|none of the|kein\w*|aucun\w*) \w+.*\b(?:more|less|fewer|over|under|above|below|than)\b"
)
_SORTED = re.compile(
    r"\b(?:sorted|ordered by|in (?:ascending|descending|alphabetical|chronological) order|ascending|descending|alphabetical\w*|sortiert|triés?)\b"
)
_UP = re.compile(
    rf"\b(?:ascending|rising|alphabetical\w*|aufsteigend|(?:{superlatives('least')}|least) (?:\w+ )?first|low to high|a to z)\b"
)
_DOWN = re.compile(
    rf"\b(?:descending|falling|absteigend|(?:{superlatives('most')}|most \w+) (?:\w+ )?first|high to low|z to a)\b"
)
_BEST: Final[Mapping[str, re.Pattern[str]]] = {
    "min": re.compile(rf"\b({superlatives('least')})\b(?! \w*\s?first)"),
    "max": re.compile(rf"\b({superlatives('most')})\b(?! \w*\s?first)"),
}
_END: Final[Mapping[str, re.Pattern[str]]] = {
    "first": re.compile(r"\b(?:the|is|stands|comes) first\b(?! (?:name|step|time))"),
    "last": re.compile(
        r"\b(?:the|is|stands|comes) last\b(?! (?:name|login|month|week|year|update|time|step))"
    ),
}
_LESS = r"cheaper|lower|smaller|fewer|less|earlier|before|older|shorter"
_MORE = r"more|dearer|pricier|higher|larger|bigger|greater|later|after|newer|longer"
_COMPARED = re.compile(rf"\b(?:(?P<less>{_LESS})|(?P<more>{_MORE}))\b(?: \w+)? (?:than )?")
_LESS_OF_MUCH = re.compile(r"\bless (?:expensive|costly|than)\b")
_RANKING: Final = frozenset(("min", "max", "order"))


def too_few(statement: str, view: View) -> str:
    """Catches "all are paid" shown for one row of five."""
    bare = _without_names(statement, view)
    if not (
        _ALL.search(bare) or (_NONE_BY_AMOUNT.search(bare) and not any(each.denies for each in view.sights))
    ):
        return ""
    positive = [sight for sight in view.positive if sight.places]
    if any(each.denies for each in view.sights) and positive:
        return ""
    return _of_all(positive, "the statement speaks of all")


def not_only(statement: str, view: View) -> str:
    """Catches "only Ann is active" shown by Ann's being active."""
    found = _ONLY.search(_without_names(statement, view))
    counted = any(each.denies or each.told.op in {*_RANKING, "count"} for each in view.sights)
    if found is None or counted or denied(statement) or _said(["only"], view):
        return ""
    return _of_all([sight for sight in view.positive if sight.places], 'the statement says "only"')


def _without_names(statement: str, view: View) -> str:
    """The statement without quotations and without the headings of the page, such as "All mugs"."""
    bare = masked(statement)
    for place in seen(view.page):
        if place.element.role in ("heading", "tab", "link", "button") and len(words(place.said)) > 1:
            # At its beginning a statement has a capital anyway.
            bare = bare[:1] + bare[1:].replace(place.said, " ")
    return plain(bare)


def _of_all(sights: list[Sight], why: str) -> str:
    shown = [place for sight in sights for place in sight.places]
    if not shown:
        return ""
    whole: dict[int, Place] = {}
    for place in shown:
        whole |= {each.at: each for each in _alike(place)}
    have = {(_row(place) or place).at for place in shown}
    have |= {above for place in shown for above in place.page.ancestors(place.at)}
    missing = [place for at, place in whole.items() if at not in have and not is_total(place)]
    counted = {plain(sight.told.to) for sight in sights if sight.told.op == "count"}
    if not missing or len(whole) < 2 or str(len(whole)) in counted:
        return ""
    return (
        f"{why}, and the predicates are about {len(have & whole.keys())} of {len(whole)}: not about {quoted(missing[0].said)}. "
        "Cite all of them, or count those that are so and all there are"
    )


def _alike(place: Place) -> list[Place]:
    """The list something stands in; of a control, all of its kind on the page."""
    kinds = next((each for each in (FIELDS, CHOICES) if place.element.role in each), frozenset())
    if not kinds or _row(place) is not None:
        return family(place)
    return [each for each in seen(place.page) if each.element.role in kinds]


def _row(place: Place) -> Place | None:
    """The row, card or item something stands in; a field is no more than a part of the label around it."""
    item = place.item()
    return (
        None
        if item is None or (item.element.role == "generic" and place.element.role in FIELDS | CHOICES)
        else item
    )


def unsorted(statement: str, view: View) -> str:
    """Catches "sorted by price" shown for some rows, or the other way round."""
    bare = plain(statement)
    if not _SORTED.search(bare) or denied(statement) or _said(("sorted", "ascending", "descending"), view):
        return ""
    orders = [sight for sight in view.positive if sight.told.op == "order"]
    if not orders:
        return 'the statement says how something is sorted: show it by order, over all rows, with "relation": "<=" or ">="'
    up, down = _UP.search(bare), _DOWN.search(bare)
    for sight in orders:
        relation = sight.told.relation or ""
        wrong = up if relation.startswith(">") else down if relation.startswith("<") else None
        if wrong is not None:
            return f'the statement says "{wrong[0]}", and {sight.told.told} says the opposite: turn the relation round'
    return _of_all(orders, "the statement says how a list is sorted")


def not_the_best(statement: str, view: View) -> str:
    """Catches a "cheapest" that is not compared with all others."""
    bare = _without_names(statement, view)
    for op, pattern in _BEST.items():
        found = pattern.search(bare)
        if found is None or _said(words(found[1]), view):
            continue
        ranked = [sight for sight in view.positive if sight.told.op in _RANKING]
        compared = [sight for sight in view.positive if sight.told.op == "compare"]
        if not ranked and not compared:
            return (
                f'the statement says "{found[1]}": show it by {op} over all of the list, with `by` for names'
            )
        wrong = next((sight for sight in ranked if {sight.told.op, op} == {"min", "max"}), None)
        if wrong is not None:
            return f'the statement says "{found[1]}", and {wrong.told.told} is about the opposite: use {op}'
        problem = _of_all([*ranked, *compared], f'the statement says "{found[1]}"')
        if problem:
            return problem
    return ""


def not_at_the_end(statement: str, view: View) -> str:
    """Catches a "first" that is not the first of its list."""
    bare = _without_names(statement, view)
    for end, pattern in _END.items():
        if not pattern.search(bare) or _said((end,), view):
            continue
        orders = [sight for sight in view.positive if sight.told.op == "order"]
        if orders:
            problem = _of_all(orders, f"the statement says what is {end}")
            if problem:
                return problem
            continue
        items = [place.item() for sight in view.positive for place in sight.places]
        lists = [sorted(each.at for each in family(item)) for item in items if item is not None]
        at = [item.at for item in items if item is not None]
        if lists and not any(
            one == (every[0] if end == "first" else every[-1]) for one, every in zip(at, lists, strict=True)
        ):
            return (
                f"the statement says what is {end}, and no predicate is about the {end} of the list: cite the {end} one, and say in "
                "`text` or `to` what it has to be"
            )
    return ""


def turned_round(statement: str, view: View) -> str:
    """Catches "A is cheaper than B" shown by B < A."""
    bare = plain(statement)
    found = _COMPARED.search(bare)
    if found is None or denied(statement):
        return ""
    less = bool(found["less"]) and (found["less"] != "less" or bool(_LESS_OF_MUCH.search(bare)))
    for sight in view.positive:
        told = sight.told
        if told.op not in ("compare", "order") or len(sight.places) != 2:
            continue
        names = [_named_at(sight.places[at], sight.places[1 - at], bare) for at in (0, 1)]
        if None in names or names[0] == names[1]:
            continue
        in_turn = names[0] < names[1] if names[0] is not None and names[1] is not None else True
        # An order without a relation says which stands before the other.
        says_less = (told.relation or "<").startswith("<")
        if (told.relation or "<")[0] not in "<>" or (
            told.op == "order" and not told.relation and found[0].strip() not in ("before", "after")
        ):
            continue
        if says_less != (less == in_turn):
            return f'the statement says "{found[0].strip()}", and {told.told} says it the other way round: give the two as the statement has them'
    return ""


def _named_at(place: Place, other: Place, bare: str) -> int | None:
    """Where a statement names something, by a word that the other has not."""
    own, others = (" ".join((*(each.item() or each).phrases(), each.said)) for each in (place, other))
    telling = tokens(own) - tokens(others)
    found = [match.start() for match in re.finditer(r"[^\s,;:]+", bare) if tokens(match[0]) & telling]
    return min(found, default=None)


def _said(asked: tuple[str, ...] | list[str], view: View) -> bool:
    """Whether the elements that are cited say a word themselves, or what they are called does."""
    told = content(" ".join(text for sight in view.positive for text in (*sight.shows(), *sight.around())))
    return all(stem(word) in told for word in asked)
