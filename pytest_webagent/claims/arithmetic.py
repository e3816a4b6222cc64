"""What values of a page come to together: sums, differences, the highest of a column."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Final

from pytest_webagent.claims.measuring import Scale, by_verb, compared_by, measure, of_thing, scale_of
from pytest_webagent.claims.outcome import Absent, Outcome, Unclear, all_of, ambiguous
from pytest_webagent.claims.ranking import ranked
from pytest_webagent.language import lexicon
from pytest_webagent.language.terms import Token, joined, stem
from pytest_webagent.values.amounts import UnreadableError, written
from pytest_webagent.values.bounds import summands

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.claims.resolver import Resolver
    from pytest_webagent.language.phrases import Phrase
    from pytest_webagent.values.amounts import Amount

ADDING: Final = frozenset(("sum", "total", "grand", "combined", "summed"))
"""Words for a sum."""
_TOGETHER: Final[tuple[tuple[str, ...], ...]] = (
    ("in", "total"),
    ("in", "all"),
    ("add", "up", "to"),
    ("come", "to"),
    ("together",),
    ("altogether",),
    ("combined",),
)
"""Words of a question that ask for a sum."""
_THAN: Final[tuple[tuple[str, ...], ...]] = (
    ("instead", "of"),
    ("rather", "than"),
    ("compared", "with"),
    ("compared", "to"),
    ("than",),
)
"""Words between two things that are held against each other."""
_SAVING: Final = frozenset(("save", "saved"))


def reckoned(look: Resolver, said: Sequence[Token]) -> Outcome | None:
    """What "how much" and "how many" ask to be worked out of several values; None where one value or a list is asked for.

    `said` is what follows: "minutes in total are planned for Ann", "more is the suite than the twin".

    Raises:
        Absent: nothing on the page is one of them.
        Unclear: they cannot be added up or compared.
    """
    for words in _THAN:
        if (at := _place_of(said, words)) is not None:
            return _apart(look, said[:at], said[at + len(words) :])
    for words in _TOGETHER:
        if (at := _place_of(said, words)) is not None:
            unit, rest = _unit([*said[:at], *said[at + len(words) :]])
            return _together(look, rest, scale_of(look, unit))
    return None


def measured(look: Resolver, said: Sequence[Token]) -> Outcome | None:
    """What "how many minutes", "how much space", "how many open cards" ask of one thing; None where it is not said what.

    Raises:
        Absent: nothing on the page is in it.
        Unclear: several values are.
    """
    unit, rest = _unit(said)
    verb = [each for each in said[-1:] if each.word not in lexicon.AUXILIARIES]
    scale = scale_of(look, unit) or by_verb(look, verb)
    return measure(look, rest, scale) if scale is not None and rest else None


def _place_of(said: Sequence[Token], words: Sequence[str]) -> int | None:
    size = len(words)
    return next(
        (
            at
            for at in range(len(said) - size + 1)
            if [each.word for each in said[at : at + size]] == list(words)
        ),
        None,
    )


def _unit(said: Sequence[Token]) -> tuple[list[Token], list[Token]]:
    """The unit or label that a question begins or, behind a comma, ends with, and what it is asked of."""
    said = list(said)
    verb = next((at for at, each in enumerate(said) if each.word in lexicon.AUXILIARIES), 0)
    return [each for each in said[:verb] if each.word != "of"], _things(said[verb:])


def _things(said: Sequence[Token]) -> list[Token]:
    """What is asked of, without the verbs around it."""
    kept = [each for each in said if each.quoted or each.word not in lexicon.AUXILIARIES]
    while kept and not kept[-1].quoted and kept[-1].word in lexicon.TAKING:
        kept.pop()
    return kept


def _together(look: Resolver, said: Sequence[Token], scale: Scale | None) -> Outcome:
    """The sum of what several things come to: those that are named one by one, or those of a list."""
    pieces: list[list[Token]] = [[]]
    for each in said:
        if each.word in ("and", ","):
            pieces.append([])
        else:
            pieces[-1].append(each)
    scale = scale or Scale(kind="money")
    if len(pieces) > 1 and all(pieces):
        return added(look, [measure(look, each, scale) for each in pieces], joined(said))
    items = look.selection(look.phrase(said)).items
    return added(look, [of_thing(look, each, scale) for each in items], joined(said))


def _apart(look: Resolver, left: Sequence[Token], right: Sequence[Token]) -> Outcome | None:
    """How much more one thing is than another one, of what the words before the first say."""
    words = [each.word for each in left]
    if saving := [at for at, word in enumerate(words) if word in _SAVING]:
        first = left[saving[-1] + 1 :]
        while first and (first[0].word in ("by", "on", "with") or first[0].word.endswith("ing")):
            first = first[1:]
        former = any(each.word in lexicon.FORMER for each in right)
        one = measure(look, first, Scale(kind="money"))
        return difference(
            look,
            [measure(look, first if former else right, Scale(kind="money", former=former)), one],
            more=True,
        )
    verb = next((at for at, each in enumerate(left) if each.word in lexicon.AUXILIARIES), 0)
    if (found := compared_by(look, left)) is None:
        return None
    scale, end, at, _ = found
    # "How much cheaper is A", "by how many hours is A longer".
    asked, thing = (left[:verb], left[verb:at]) if verb < at else (left[:at], left[verb:])
    scale = scale_of(look, asked) or scale
    both = [measure(look, each, scale) for each in (_things(thing), right)]
    return difference(look, both if end == "most" else both[::-1], more=True)


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
            return added(look, found.parts, things.said)
    raise Absent(f"{' '.join(attribute) or 'total'} of {things.said}")


def added(look: Resolver, parts: Sequence[Outcome | None], said: str) -> Outcome:
    """The sum of several values.

    Raises:
        Absent: one of them is missing, or all.
        Unclear: they cannot be added up.
    """
    found = all_of(parts)
    if found is None:
        raise Absent(said)
    read = _summands(look, found.parts)
    value = sum((each.quantity.value for each in read), Decimal(0))
    return found._replace(text=written(value, read, look.language), way="sum")


def difference(look: Resolver, told: Sequence[Outcome], *, more: bool = False) -> Outcome:
    """How far two values are apart; with `more`, how much more the first is.

    Raises:
        Unclear: they cannot be compared, or the first is less.
    """
    read = _summands(look, told)
    less = read[0].quantity.value - read[1].quantity.value
    if (more and less < 0) or (told[0].place is not None and told[0].place == told[1].place and not less):
        raise Unclear(f"{told[0].text!r} is not more than {told[1].text!r}")
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
