"""Which of several is the cheapest, the newest, the one with the highest rating, the second."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from pytest_webagent.aria_roles import CONTROLS
from pytest_webagent.claims.counting import refuse_open_end
from pytest_webagent.claims.explanation import person_in
from pytest_webagent.claims.outcome import Absent, Outcome, Unclear, ambiguous
from pytest_webagent.claims.value_finder import as_written, kind_of
from pytest_webagent.language import lexicon
from pytest_webagent.language.terms import stem
from pytest_webagent.page.labelled import is_former, surely_called
from pytest_webagent.values.amounts import Amount, UnreadableError, amounts, keys, worth
from pytest_webagent.values.bounds import refuse_bounds, refuse_different_things
from pytest_webagent.values.days import days
from pytest_webagent.values.money import prices
from pytest_webagent.values.plain_text import plain, quoted
from pytest_webagent.values.ratings import ratings

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from pytest_webagent.claims.outcome import Way
    from pytest_webagent.claims.resolver import Resolver
    from pytest_webagent.language.phrases import Best, Phrase
    from pytest_webagent.page.places import Place
    from pytest_webagent.values.days import Day

_READERS: Final[Mapping[str, Callable[[str, str], list[Amount] | list[Day]]]] = {
    "money": prices,
    "date": days,
    "rating": ratings,
}
_IN_SIGHT: Final = lexicon.PAGES | {"row"}
_ANY: Final = frozenset(("",))
COLUMNS: Final[Mapping[str, str]] = {"money": stem("price"), "date": stem("date"), "rating": stem("rating")}
"""The term for the column that holds values of a kind."""


def the_best(look: Resolver, asked: Phrase, attribute: frozenset[str] = lexicon.NAMES) -> Outcome:
    """What the thing of a list that a superlative or an ordinal means is called, or another `attribute` of it.

    Raises:
        Absent: no list is of such things.
        Unclear: they cannot be compared, or several are as good.
    """
    if asked.best is not None and asked.best.kind == "length" and asked.best.column <= lexicon.NAMES:
        raise Unclear(f"{asked.said!r}: longest and shortest do not say what is compared")
    # "The plan that allows the most members": the members are what is compared.
    by = asked.best.column if asked.best is not None else frozenset[str]()
    head = tuple(each for each in asked.head if each not in by)
    things = replace(asked, best=None, ordinal=None, head=head)
    if not things.words:
        things = replace(things, head=("item",))
    found: list[Outcome] = []
    problem: Unclear | None = None
    if asked.noun not in look.kinds and lexicon.ROLES.get(asked.noun, _ANY) <= CONTROLS:
        # "The last tab" is none of the things of a list.
        alike = [each for each in look.shown if each.element.role in lexicon.ROLES[asked.noun]]
        if len(asked.words) > 1 or asked.best is not None:
            raise Absent(asked.said)
        return _picked(look, asked, alike, attribute)
    for selection in look.selections(things):
        try:
            found.append(_picked(look, asked, selection.items, attribute))
        except Unclear as unclear:
            problem = problem or unclear
    if len(found) > 1:
        raise ambiguous(asked.said, [each.text for each in found])
    if not found:
        raise problem or Absent(asked.said)
    return found[0]


def _picked(look: Resolver, asked: Phrase, items: Sequence[Place], attribute: frozenset[str]) -> Outcome:
    if asked.best is not None and len(items) == 1:
        raise Absent(asked.said)
    if asked.best is not None and (asked.ordinal or asked.number not in (None, len(items))):
        raise Unclear(f"{asked.said!r} asks for others than the best")
    if asked.best is None:
        number = asked.ordinal or 1
        place = number - 1 if number > 0 else number
        if not -len(items) <= place < len(items):
            raise Absent(f"number {number} of {asked.said}")
        if number < 0 and not asked.words & _IN_SIGHT:
            refuse_open_end(look)
        return _read(look, items[place], attribute, asked.noun)
    item, compared = ranked(look, items, asked.best)
    told = _read(look, item, attribute, asked.noun)
    way: Way = "min" if asked.best.end == "least" else "max"
    by = tuple(value for _, value in compared)
    names = tuple(look.name(each, asked.noun) for each, _ in compared)
    named = Outcome(look.name(item, asked.noun).text, way, parts=names, by=by, place=look.name(item).place)
    if attribute <= lexicon.NAMES:
        return named
    try:
        parts = tuple(_read(look, each, attribute, asked.noun) for each, _ in compared)
    except Unclear:
        # Not all of them show it.
        return told._replace(also=(named,))
    return Outcome(told.text, way, told.place, parts, by, (named,))


def _read(look: Resolver, item: Place, attribute: frozenset[str], noun: str) -> Outcome:
    if attribute <= lexicon.NAMES:
        return look.name(item, noun)
    if attribute <= lexicon.PEOPLE:
        return person_in(look, item)
    found = look.of_item(item, attribute)
    if found is None:
        raise Absent(f"{' '.join(sorted(attribute))} of {item.said[:40]!r}")
    return found


def ranked(look: Resolver, items: Sequence[Place], best: Best) -> tuple[Place, list[tuple[Place, Outcome]]]:
    """The best of several things, and what each was compared by.

    Raises:
        Unclear: one shows no value or several, they are of different kinds, or the best is shared.
    """
    compared = [(each, _measure(look, each, best)) for each in items]
    lacking = [
        f"'{look.name(item).text}' ({value.text!r})"
        for item, value in compared
        if best.kind not in ("alphabet", "date")
        and not any(map(str.isdigit, value.text))
        and not ratings(value.text, look.language)
    ]
    if lacking:
        raise Unclear(f"not all can be compared: nothing could be read off {', '.join(lacking)}")
    try:
        ranks = _ranks(look, [value.text for _, value in compared], best)
        compared = [(item, _figure(look, value, best)) for item, value in compared]
    except UnreadableError as error:
        raise Unclear(f"they cannot be compared: {error}") from error
    top = (min if best.end == "least" else max)(ranks)  # type: ignore[type-var]
    winners = [item for (item, _), rank in zip(compared, ranks, strict=True) if rank == top]
    if len(winners) > 1:
        raise ambiguous("the best", [look.name(each).text for each in winners])
    return winners[0], compared


def _figure(look: Resolver, value: Outcome, best: Best) -> Outcome:
    """The number alone that a thing is compared by."""
    if best.kind == "alphabet" or value.way != "text":
        return value
    found = ratings(value.text, look.language) or amounts(value.text, look.language)
    return (
        value._replace(text=found[0].quantity.text)
        if len(found) == 1 or ratings(value.text, look.language)
        else value
    )


def _measure(look: Resolver, item: Place, best: Best) -> Outcome:
    """What a thing is compared by.

    Raises:
        Unclear: it shows nothing of the kind, or several.
    """
    if best.kind == "alphabet":
        return look.name(item)
    column = best.column or frozenset((COLUMNS[best.kind],) if best.kind in COLUMNS else ())
    if column and (found := look.of_item(item, column)):
        return found
    kind = best.kind if not best.column else kind_of(best.column)
    if kind is not None and kind in _READERS:
        shown = [each for each in look.values_in(item) if not is_former(each)]
        # What is called something else is only taken where nothing is not.
        for places in ([each for each in shown if not surely_called(each)], shown):
            values = {
                as_written(read, kind): place
                for place in places
                for read in _READERS[kind](place.said, look.language)
            }
            if values:
                break
        if len(values) > 1:
            raise ambiguous(f"what to compare of {item.said[:40]!r}", list(values))
        for text, place in values.items():
            return Outcome(text, "text", place)
    raise Unclear(
        f"not all can be compared: {item.said[:40]!r} shows no {' '.join(sorted(column)) or best.kind}"
    )


def _ranks(look: Resolver, texts: Sequence[str], best: Best) -> list[object]:
    if best.kind == "alphabet":
        return [plain(each) for each in texts]
    rated = [ratings(each, look.language) for each in texts]
    if all(len(each) == 1 for each in rated):
        worths = [each[0] for each in rated]
        if len({each.measure for each in worths}) > 1:
            raise UnreadableError("the ratings are in different units")
        return [each.quantity.value for each in worths]
    read = [worth(each, look.language, quoted(each)) for each in texts]
    numbers = [each for each in read if isinstance(each, Amount)]
    found = keys(read)
    refuse_bounds(numbers)
    if best.kind in ("money", "number"):
        refuse_different_things(numbers)
    return list(found)
