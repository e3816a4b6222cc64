"""What values of a page come to together: sums, differences, the highest of a column."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Final

from pytest_webagent.claims.outcome import Absent, Outcome, Unclear, all_of, ambiguous
from pytest_webagent.claims.ranking import ranked
from pytest_webagent.language import lexicon
from pytest_webagent.language.terms import stem
from pytest_webagent.values.amounts import UnreadableError, written
from pytest_webagent.values.bounds import summands

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.claims.resolver import Resolver
    from pytest_webagent.language.phrases import Phrase
    from pytest_webagent.language.terms import Token
    from pytest_webagent.values.amounts import Amount

ADDING: Final = frozenset(("sum", "total", "grand", "combined", "summed"))
"""Words for a sum."""


def total(look: Resolver, said: Sequence[Token]) -> Outcome:
    """The sum of a value of all things of a list.

    Raises:
        Absent: there is no such list, or not all of it have the value.
        Unclear: they cannot be added up.
    """
    rest = [each for each in said if each.quoted or each.word not in ADDING]
    while rest and rest[0].word in lexicon.ARTICLES | lexicon.ALL:
        rest = rest[1:]
    of = next((at for at, each in enumerate(rest) if each.word in ("of", "in", "for")), None)
    things = look.phrase(rest if of is None else rest[of + 1 :])
    attribute = frozenset(look.phrase(rest[:of]).head) if of is not None else frozenset[str]()
    items = look.selection(things).items
    for each in (attribute,) if attribute else (frozenset((stem("total"),)), frozenset((stem("price"),))):
        found = all_of(look.of_item(item, each) for item in items)
        if found is not None:
            read = _summands(look, found.parts)
            value = sum((each.quantity.value for each in read), Decimal(0))
            return found._replace(text=written(value, read, look.language), way="sum")
    raise Absent(f"{' '.join(attribute) or 'total'} of {things.said}")


def difference(look: Resolver, told: Sequence[Outcome]) -> Outcome:
    """How far two values are apart.

    Raises:
        Unclear: they cannot be compared.
    """
    read = _summands(look, told)
    less = read[0].quantity.value - read[1].quantity.value
    parts = tuple(told if less >= 0 else told[::-1])
    return Outcome(written(abs(less), read, look.language), "difference", parts=parts)


def _summands(look: Resolver, parts: Sequence[Outcome]) -> list[Amount]:
    try:
        return summands((each.text for each in parts), look.language)
    except UnreadableError as error:
        raise Unclear(f"they cannot be added up or compared: {error}") from error


def extreme(look: Resolver, asked: Phrase) -> Outcome:
    """The highest or lowest of a column itself: "the highest price".

    Raises:
        Absent: no list has such a column, or what is asked for is no best of one.
        Unclear: several have, or its values cannot be compared.
    """
    best = asked.best
    if best is None:
        raise Absent(asked.said)
    found = []
    for listing in look.listings:
        if len(listing.items) < 2 or look.aside(listing.items[0]) or listing.lone_controls():
            continue
        if all(look.of_item(each, best.column) for each in listing.items):
            found.append(ranked(look, listing.items, best))
    if len(found) != 1:
        raise Absent(asked.said) if not found else ambiguous(asked.said, ["several lists"])
    winner, compared = found[0]
    value = next(value for item, value in compared if item == winner)
    return Outcome(
        value.text, "min" if best.end == "least" else "max", parts=tuple(value for _, value in compared)
    )
