"""Values that a statement compares: with a given one, with another one of the page, with what a field offers."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final, TypeAlias

from pytest_webagent.aria_roles import FIELDS
from pytest_webagent.claims.condition import Compared, Shown
from pytest_webagent.claims.counting import count
from pytest_webagent.claims.measuring import compared_by, measure
from pytest_webagent.claims.naming import ADDRESSES, fact, report, single
from pytest_webagent.claims.outcome import Absent, Outcome, Unclear
from pytest_webagent.language import lexicon
from pytest_webagent.language.terms import Token, joined, stem, term_set
from pytest_webagent.page.labelled import surely_called
from pytest_webagent.values.days import days
from pytest_webagent.values.plain_text import plain
from pytest_webagent.values.relations import relation_first

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.claims.clauses import Clause
    from pytest_webagent.claims.condition import Condition, Part
    from pytest_webagent.claims.resolver import Resolver
    from pytest_webagent.language.phrases import Phrase
    from pytest_webagent.page.places import Place
    from pytest_webagent.values.relations import Relation

    _Bound: TypeAlias = tuple[Relation, str]


_A_UNIT: Final = 3
"""Most letters of a word that may be a unit or a currency."""
TURNING: Final = frozenset(("before", "less", "more", "off", "each", "per", "left", "over"))
"""Words behind a figure that make another one of it."""


def value(look: Resolver, subject: Sequence[Token], asked: Phrase) -> Outcome:
    """The one value that a phrase means.

    Raises:
        Absent: there is none.
        Unclear: there are several.
    """
    if (found := fact(look, asked)) is not None:
        return found
    if asked.best is not None or asked.ordinal is not None or stem("number") in asked.head:
        return (
            count(look, subject[[each.word for each in subject].index("of") + 1 :])
            if stem("number") in asked.head and "of" in [each.word for each in subject]
            else report(look, subject)
        )
    found = single(look, asked)
    if found is None and asked.words and asked.words <= ADDRESSES:
        return Outcome(look.page.url, "url")
    if found is None:
        field = look.control(asked, FIELDS)
        if field is None:
            raise Absent(asked.said)
        return Outcome(field.element.value or "", "value", field)
    return found


def related(
    look: Resolver, value: Outcome, said: Sequence[Token], asked: Phrase, part: Part = ""
) -> tuple[Condition, ...]:
    """That a value is what is said, or stands in the relation that is said to a value or to another one of the page."""
    words = [each.word for each in said]
    if words[:1] == ["between"] and "and" in words:
        middle = words.index("and")
        return (
            Compared(value, ">=", joined(said[1:middle]), "", asked.words),
            Compared(value, "<=", joined(said[middle + 1 :]), "", asked.words),
        )
    told = relation_first(joined([each for each in said if each.word not in ("the", "a")]))
    _refuse_more_words(look, value, said if told is None else look.tokens(told[1]), asked)
    if told is None and _letters(text_of(said)) == _letters(value.text):
        return (Compared(value, "=", value.text, part, asked.words),)
    unsure = value.way == "text" and value.place is not None and not surely_called(value.place)
    of_figures = [any(map(str.isdigit, each)) for each in (value.text, joined(said))]
    if told is None and not part and len(set(of_figures)) > 1 and not any(each.quoted for each in said):
        raise Unclear(f"the page says {value.text!r}, and whether that is {joined(said)!r} cannot be told")
    bare = not any(of_figures) and not any(each.quoted for each in said)
    if (
        told is None
        and not part
        and unsure
        and bare
        and asked.best is None
        and asked.ordinal is None
        and plain(value.text) != plain(text_of(said))
        and not any({term_set(value.text), term_set(text_of(said))} <= group for group in lexicon.OPPOSED)
        and term_set(value.text).isdisjoint(term_set(text_of(said)))
    ):
        # What only stands beside a name may say something else of it than what is asked.
        raise Unclear(
            f"the page says {value.text!r} beside {asked.said!r}, and whether that tells it cannot be told"
        )
    if told is None:
        return (Compared(value, "=", text_of(said), part, asked.words),)
    relation, text = told
    wanted: str | Outcome = text.strip("'")
    if not any(map(str.isdigit, text)) and relation not in ("=", "!="):
        wanted = report(look, look.tokens(text))
    return (Compared(value, relation, wanted, "", asked.words),)


def _letters(text: str) -> str:
    """A text without the signs that a sentence leaves out: "English (UK)"."""
    return re.sub(r"[()\[\]\"“”,;:!?]|\s+", " ", plain(text)).replace("  ", " ").strip()


def is_turned(said: Sequence[Token]) -> bool:
    """Whether what stands behind a figure makes another one of it: "$38.00 before"."""
    figures = [at for at, each in enumerate(said) if any(map(str.isdigit, each.text)) and not each.quoted]
    return bool(figures) and any(each.word in TURNING for each in said[figures[-1] + 1 :])


def _refuse_more_words(look: Resolver, value: Outcome, said: Sequence[Token], asked: Phrase) -> None:
    """A figure with more words is said of something else: "$12.00 each", "$38.00 before".

    Raises:
        Unclear: neither the page nor the question has them.
    """
    text = joined(said)
    if not any(map(str.isdigit, text)) or any(each.quoted for each in said) or days(text, look.language):
        return
    words = {word for word in term_set(text) if word.isalpha() and len(word) > _A_UNIT}
    more = words - term_set(value.text) - asked.words - lexicon.ADD_NOTHING
    if more or is_turned(said):
        raise Unclear(f"the page says {value.text!r}, and whether that is {text!r} cannot be told")


def text_of(said: Sequence[Token]) -> str:
    """A value as it is said, without an article before it."""
    kept = list(said)
    while (
        kept
        and not kept[0].quoted
        and kept[0].word in lexicon.ARTICLES - {"of"} | {"text", "value", "word", "exactly"}
    ):
        kept = kept[1:]
    return " ".join(each.text for each in kept)


def names_thing(look: Resolver, found: Outcome, asked: Phrase, said: Sequence[Token]) -> bool:
    """Whether a phrase names a thing of a list rather than a value: by its name alone, of which no figure is said."""
    if asked.plural and asked.noun in term_set(found.text) and any(map(str.isdigit, found.text)):
        return True
    if asked.best is not None or asked.ordinal is not None or not asked.words:
        return False
    bounded = any(map(str.isdigit, joined(said))) or relation_first(joined(said)) is not None
    if bounded and any(map(str.isdigit, found.text)):
        return False
    told = not term_set(found.text) <= asked.words
    if found.place is not None and told and surely_called(found.place).intersection(asked.head):
        return False
    for each in look.selections(asked):
        name = look.lists.name(each.items[0])
        known = each.listing.kinds | look.title | lexicon.THINGS
        if (
            name is not None
            and len(each.items) == 1
            and ":" not in name.said
            and asked.words <= term_set(name.said) | known
        ):
            return True
    return False


def property_of(look: Resolver, asked: Phrase, said: Sequence[Token]) -> tuple[Condition, ...] | None:
    """That something has a value of its own: "a total below $20", "the status 'Open'"; None where no value is called so."""
    kept = [each for each in said if each.quoted or each.word not in lexicon.ARTICLES - {"of"}]
    for at in range(1, len(kept)):
        before, behind = kept[:at], kept[at:]
        if behind[0].word == "of":
            behind = behind[1:]
        bounded = behind and (
            relation_first(joined(behind)) or any(map(str.isdigit, behind[0].text)) or behind[0].quoted
        )
        if not bounded or any(each.quoted for each in before):
            continue
        named = look.phrase(before)
        own = replace(named, rest=(*named.rest, *asked.head, *asked.rest), quoted=asked.quoted)
        for each in (own, named) if asked.words <= look.title | lexicon.PAGES else (own,):
            try:
                found = single(look, each)
            except Unclear:
                continue
            if found is not None and found.text:
                return related(look, found, behind, own)
    return None


def more_than(
    look: Resolver, subject: Sequence[Token], said: Sequence[Token], verb: str = ""
) -> tuple[Condition, ...] | None:
    """That one thing is more of something than another one: "cheaper than the Red Mug", "arrives later than the bus"."""
    than = [each.word for each in said].index("than")
    found = compared_by(look, [Token(verb), *said[:than]])
    if found is None or (than == 1 and found.scale.kind == "money" and said[2:] and said[2].word.isdigit()):
        # "More than 3 rows" are counted.
        return None
    relation: Relation = "<" if found.end == "least" else ">"
    one, other, about = measure(look, subject, found.scale), said[than + 1 :], look.phrase(subject).words
    if any(map(str.isdigit, joined(other))) and not look.selections(look.phrase(other)):
        return (Compared(one, relation, joined(other), "", about),)
    if other and other[0].word in lexicon.PREPOSITIONS:
        # "Is higher than at the last visit".
        other = [*subject, *other]
    return (Compared(one, relation, measure(look, other, found.scale), "", about),)


def chosen(look: Resolver, subject: Sequence[Token], field: Phrase) -> tuple[Condition, ...]:
    """That an option is the one that is chosen in a field."""
    value = look.value(field)
    if value is None:
        raise Absent(field.said)
    return (Compared(value, "=", text_of(subject), "", field.words),)


def in_field(field: Place, clause: Clause) -> Condition:
    """That a field has a value, or offers an option."""
    wanted = text_of(
        [each for each in clause.said if each.quoted or each.word not in ("value", "option", "text")]
    )
    options = [
        *field.element.options,
        *(each.said for each in field.below() if each.element.role == "option"),
    ]
    if options and clause.word in ("offers", "offer", "lists", "has", "includes", "contains"):
        offered = next((each for each in options if plain(each) == plain(wanted)), "")
        return Shown(offered or wanted, field if offered else None, "option", field)
    return Compared(
        Outcome(field.element.value or "", "value", field),
        "=",
        wanted,
        "contains" if clause.verb == "contain" else "",
    )
