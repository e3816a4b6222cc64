"""The one of a list that a question asks for: the cheapest, the newest, the first."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pytest_webagent.judging.meant import end_asked, listed, read_as
from pytest_webagent.judging.question import question
from pytest_webagent.judging.rivals import BESIDE, answered_by
from pytest_webagent.judging.rows import head
from pytest_webagent.language.superlatives import superlatives
from pytest_webagent.language.words import content, says, words
from pytest_webagent.page.names import item_texts, names
from pytest_webagent.page.places import Place, place_of
from pytest_webagent.values.amounts import UnreadableError, keys
from pytest_webagent.values.days import days
from pytest_webagent.values.number_words import ANY_NUMBER, NUMBERS
from pytest_webagent.values.plain_text import plain, quoted
from pytest_webagent.values.quantities import is_money, quantities
from pytest_webagent.values.text_figures import kinds_of
from pytest_webagent.values.units import unit_after

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_webagent.judging.case import Case
    from pytest_webagent.judging.question import Question
    from pytest_webagent.language.superlatives import Kind

_ENDS: Final = rf"{superlatives('least')}|{superlatives('most')}|most \w+|least \w+|first|last|top"
_SO_MANY = re.compile(
    rf"\b(?:(?:{_ENDS}) (?P<after>\d+|{{0}})|(?P<before>\d+|{{0}}) (?:{_ENDS}))\b".format(ANY_NUMBER)
)
_A_SIGN: Final = 3
"""Most letters of the sign of a unit, which a word of a question may be as well."""


def so_many(asking: str) -> int:
    """How many from one end of an order are asked for: 3 of "the three cheapest"."""
    found = _SO_MANY.search(plain(asking))
    said = found["after"] or found["before"] if found else "1"
    return int(said) if said.isdigit() else int(NUMBERS[said])


def not_the_best(case: Case) -> str:
    """Catches a "cheapest" or "oldest" that another of the same list is more, and the lesser of two that are compared."""
    asking = case.goal.asking
    asked = question(asking) if asking else None
    end, kind = end_asked(asking)
    if asked is None or not end or BESIDE.search(plain(asking)):
        return ""
    answered = list(_answered_items(case))
    for item, way in answered:
        found = listed([item], asked)
        if found is None or item.at not in {each.at for each in found.meant} or len(found.meant) < 2:
            continue
        values = {each.at: value for each in found.meant if (value := _measure(each, way, kind, asked))}
        empty = [each for each in found.meant if way is not None and _is_empty(each, way)]
        shown = {unit_after(value[end:]) for value in values.values() for end in _ends(value)} - {""}
        units = {
            unit for word in words(asked.text) if len(word) > _A_SIGN and (unit := unit_after(word)) in shown
        }
        if units:
            values = {
                at: value
                for at, value in values.items()
                if any(unit_after(value[end:]) in units for end in _ends(value))
            }
        elif len(values) < len(found.meant) - len(empty):
            continue
        if item.at not in values:
            continue
        try:
            ranks = dict(
                zip(
                    values, keys([read_as(text, item.page.language) for text in values.values()]), strict=True
                )
            )
        except UnreadableError:
            continue
        ordered = sorted(ranks, key=lambda at: ranks[at], reverse=end == "most")  # type: ignore[return-value,arg-type]
        best = {ranks[at] for at in ordered[: so_many(asking)]}
        # Who tells both figures names the best as well.
        named = [item] if so_many(asking) > 1 else [each for each, _ in answered]
        if not any(ranks.get(each.at) in best for each in named):
            other = next(each for each in found.meant if ranks.get(each.at) in best)
            return (
                f"{quoted(item.said)} is not what the goal asks for: it has {quoted(values[item.at])}, and the {other.element.role} "
                f"{quoted(other.said)} has {quoted(values[other.at])}. Cite it with {'min' if end == 'least' else 'max'} over all of them"
            )
    return ""


def _answered_items(case: Case) -> Iterator[tuple[Place, tuple[tuple[str, int], ...] | None]]:
    """The things of lists that the answer names, with the way in them to the figure that is cited, if one is."""
    listed_ones = [place for each in case.held if each.derivation.op == "join" for place in case.cited(each)]
    told = [place for _, places in answered_by(case) for place in places]
    answered = [item for place in (*told, *listed_ones) if (item := place.item()) is not None]
    if not answered:
        # "ND 412" is the name of the card in which its price is cited.
        items = [item for place in case.places if (item := place.item()) is not None]
        answered = [item for item in items if any(says(text, case.answer) for text in item_texts(item))]
    ranked = [
        place
        for finding in case.held
        if (page := case.page(finding)) is not None
        for each in (finding.derivation.by or finding.derivation.elements)
        if (place := place_of(page, each)) is not None
    ]
    for item in answered:
        if not item.lone_control():
            ways = [
                each.path(own.at)
                for each in ranked
                for own in (item, *item.siblings())
                if own.at in each.page.ancestors(each.at) and kinds_of(each.said, each.page.language)
            ]
            yield item, ways[0] if ways else None


def _measure(item: Place, way: tuple[tuple[str, int], ...] | None, kind: Kind | None, asked: Question) -> str:
    """What a thing is compared by: what is called what the goal says, what is cited of another, or the only value of the kind."""
    page, language = item.page, item.page.language
    inside = [
        each
        for each in names(page).values
        if item.at in page.ancestors(each.at) and kinds_of(each.holds, language)
    ]
    wanted = asked.words.difference(*(part.head for part in asked.parts))
    own = {item.element.name, head(item)}
    called = [
        each
        for each in inside
        if content(" ".join(text for text in names(page).labels(each) if text not in own)) & wanted
    ]
    if len(called) == 1:
        return called[0].holds
    cited = (
        next((each.holds for each in item.below() if each.path(item.at) == way), "")
        if way is not None
        else ""
    )
    if cited and (kind != "money" or _of(kind, cited, language)):
        return cited
    of_kind = [each for each in inside if _of(kind, each.holds, language)]
    return of_kind[0].holds if len(of_kind) == 1 else ""


def _is_empty(item: Place, way: tuple[tuple[str, int], ...]) -> bool:
    """Whether a thing says nothing where others have what they are compared by."""
    there = [each for each in item.below() if each.path(item.at) == way]
    return bool(there) and not any(map(str.isalnum, there[0].said))


def _ends(value: str) -> list[int]:
    return [at + 1 for at, sign in enumerate(value) if sign.isdigit()]


def _of(kind: Kind | None, text: str, language: str) -> bool:
    if kind == "date":
        return bool(days(text, language))
    return kind == "money" and any(is_money(each) for each in quantities(text, language))
