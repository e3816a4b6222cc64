"""What things are measured by, and what each comes to: a value under a label, of a kind such as money, or in a unit."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_webagent.claims.outcome import Absent, Outcome, Unclear, ambiguous
from pytest_webagent.language import lexicon
from pytest_webagent.language.superlatives import COMPARED_UNITS, comparative
from pytest_webagent.language.terms import akin, joined, stem, term_set
from pytest_webagent.page.labelled import is_former
from pytest_webagent.values.days import days
from pytest_webagent.values.money import prices
from pytest_webagent.values.quantities import quantities
from pytest_webagent.values.units import unit_after

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.claims.resolver import Resolver
    from pytest_webagent.language.phrases import Phrase
    from pytest_webagent.language.superlatives import End
    from pytest_webagent.language.terms import Token
    from pytest_webagent.page.places import Place

_DIMENSIONS: Final = {unit for units in lexicon.DIMENSIONS.values() for unit in units}
_LABELS: Final = {kind: frozenset((stem(word),)) for kind, word in (("money", "price"), ("date", "date"))}
"""What a value of a kind is called where nothing else is said."""
_A_NAME: Final = 5
_A_FIGURE: Final = 2


class Scale(NamedTuple):
    """What several things are measured by."""

    label: frozenset[str] = frozenset()
    """The terms of what such a value is called."""
    kind: str = ""
    """Money, a date, or any number."""
    units: tuple[str, ...] = ()
    """The units, or what they are units of, by their names in CLDR: "duration", "digital-gigabyte"."""
    former: bool = False
    """Whether what was before is meant: an old price."""


class Comparative(NamedTuple):
    """What a comparative compares, which end it means, and where it begins and ends."""

    scale: Scale
    end: End
    at: int
    behind: int


def scale_of(look: Resolver, unit: Sequence[Token]) -> Scale | None:
    """The scale that a unit, what it is a unit of, or the label of a value tells; None where nothing is said."""
    words = term_set(joined(unit)) - lexicon.LIGHT
    if not words:
        return None
    for each in unit:
        known = unit_after(each.text, look.language)
        if known.partition("-")[0] in _DIMENSIONS or each.word in lexicon.DIMENSIONS:
            return Scale(units=lexicon.DIMENSIONS.get(each.word) or (known,))
    kinds = {lexicon.KINDS_OF_VALUES.get(word, "") for word in words}
    return Scale(words, next(iter(kinds)) if len(kinds) == 1 else "")


def compared_by(look: Resolver, said: Sequence[Token]) -> Comparative | None:
    """The first comparative of a phrase, with the noun behind it: "more copies", "cheaper"; None where there is none."""
    found = comparative([each.word for each in said])
    if found is None:
        return None
    at, behind, kind, end = found
    noun = behind
    while kind == "number" and noun < len(said) and said[noun].word not in lexicon.GLUE:
        noun += 1
    scale = scale_of(look, said[behind:noun]) or (by_verb(look, said[:at]) if kind != "money" else None)
    if scale is not None:
        scale = scale._replace(kind=scale.kind or (kind if kind == "date" else ""))
        return Comparative(scale, end, at, noun)
    units = COMPARED_UNITS.get(said[at].word, ())
    kind = "money" if said[at].word in ("more", "less") else kind
    return Comparative(Scale(kind="" if units else kind, units=units), end, at, behind)


def by_verb(look: Resolver, said: Sequence[Token]) -> Scale | None:
    """The scale that a verb tells by a label of its root: "arrives later", "weighs more"; None where none does."""
    verbs = (
        term_set(joined([each for each in said if each.word not in lexicon.QUESTION_WORDS])) - lexicon.LIGHT
    )
    found = {
        each.label for each in look.labelled if any(akin(verb, word) for verb in verbs for word in each.label)
    }
    shortest = min(map(len, found), default=0)
    best = [each for each in found if len(each) == shortest]
    return Scale(best[0]) if len(best) == 1 else None


def measure(look: Resolver, said: Sequence[Token], scale: Scale) -> Outcome:
    """What one thing comes to on a scale.

    Raises:
        Absent: nothing on the page is called so, or it shows no such value.
        Unclear: it shows several.
    """
    asked = look.phrase(said)
    rates = asked.words & lexicon.RATES
    label = scale.label or _LABELS.get(scale.kind, frozenset())
    named = replace(asked, head=tuple(label), rest=(*asked.head, *asked.rest))
    for each in () if scale.former else (named, asked) if label else (asked,):
        if (value := _value(look, each)) is not None:
            if each is asked and scale.label - term_set(value.text) and not scale.kind:
                # A number beside its name counts what is not said.
                continue
            read = readings(look, value.text, scale, rates)
            if len(read) == 1:
                return value._replace(text=read[0])
    item = _one(look, asked.without(rates))
    found = of_thing(look, item, scale, rates) if item is not None else None
    if found is None:
        raise Absent(
            f"{' '.join(sorted(scale.label)) or scale.kind or ' '.join(scale.units)} of {asked.said}"
        )
    return found


def name_of(look: Resolver, said: Sequence[Token], value: Outcome) -> Outcome:
    """What the thing that words mean and a value is of is called on the page, or else the words."""
    item = value.place.item() if value.place is not None else None
    name = look.name(item) if item is not None and look.lists.name(item) is not None else None
    asked = look.phrase(said)
    short = name is not None and len(name.text.split()) <= _A_NAME and asked.words <= term_set(name.text)
    return name if short and name is not None else Outcome(asked.said, place=value.place)


def _value(look: Resolver, asked: Phrase) -> Outcome | None:
    try:
        return look.value(asked)
    except Unclear:
        return None


def _one(look: Resolver, asked: Phrase) -> Place | None:
    try:
        items = look.selection(asked).items
    except Absent:
        return look.passing(asked)
    except Unclear:
        return None
    return items[0] if len(items) == 1 else None


def of_thing(
    look: Resolver, item: Place, scale: Scale, rates: frozenset[str] = frozenset()
) -> Outcome | None:
    """What a thing of a list comes to on a scale; None where it shows no such value.

    Raises:
        Unclear: it shows several.
    """
    label = scale.label or _LABELS.get(scale.kind, frozenset())
    if label and not scale.former and not rates and (value := look.of_item(item, label)) is not None:
        read = readings(look, value.text, scale, rates)
        return value._replace(text=read[0]) if len(read) == 1 else None
    if scale.label and not scale.kind:
        return None
    found = {
        text: Outcome(text, "text", each)
        for each in look.values_in(item)
        if is_former(each) == scale.former
        for text in readings(look, each.said, scale, rates)
    }
    if len(found) > 1:
        raise ambiguous(f"what to compare of {item.said[:40]!r}", list(found))
    return next(iter(found.values()), None)


def readings(look: Resolver, text: str, scale: Scale, rates: frozenset[str]) -> list[str]:
    """The values on a scale that a text says; those for a month only, where one for a month is asked for."""
    if scale.kind == "money":
        costs = prices(text, look.language)
        return [each.quantity.text for each in costs if stem(each.per) in rates] or [
            each.quantity.text for each in costs if not (each.per and rates)
        ]
    if scale.kind == "date":
        return [each.text for each in days(text, look.language)]
    if not scale.units:
        read = quantities(text, look.language)
        # With its unit, where a text says nothing else.
        whole = len(read) == 1 and len(text.split()) <= _A_FIGURE
        return [text] if whole else [each.text for each in read]
    found = []
    for each in quantities(text, look.language):
        unit = unit_after(text[each.end :], look.language)
        if unit and any(unit == known or unit.startswith(f"{known}-") for known in scale.units):
            found.append(f"{each.text}{' ' * text[each.end :].startswith(' ')}{text[each.end :].split()[0]}")
    return found
