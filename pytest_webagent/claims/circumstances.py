"""Who, when, where and how long: what is asked by its kind rather than by its name."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from pytest_webagent.claims.outcome import Absent, Outcome, Unclear, all_of, ambiguous
from pytest_webagent.claims.ranking import the_best
from pytest_webagent.language import lexicon
from pytest_webagent.language.terms import Token, akin, joined, stem, term_set
from pytest_webagent.page.lists import PIECES
from pytest_webagent.page.names import item_texts
from pytest_webagent.values.amounts import amounts
from pytest_webagent.values.days import days
from pytest_webagent.values.units import unit_after

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from pytest_webagent.claims.resolver import Resolver
    from pytest_webagent.language.phrases import Phrase
    from pytest_webagent.page.places import Place

_PERSON: Final = re.compile(r"[A-Z]\w+(?: [A-Z]\w+){1,2}")
_FIGURES: Final = re.compile(r"\s*\(?\b\d[\d:.]*.*$")
_SENTENCES: Final = re.compile(r"(?<=[.;!?])\s+")
_WEEKDAY: Final = re.compile(r"(?:[^\W\d]+, ?)?")
"""What may stand before a day in an answer."""


def _lasts(text: str, language: str) -> bool:
    return any(unit_after(each.measure).startswith("duration") for each in amounts(text, language))


HOW: Final[Mapping[str, Callable[[str, str], bool]]] = {
    "long": _lasts,
    "old": lambda text, language: text.isdigit() or _lasts(text, language),
    "often": lambda text, _: not any(map(str.isdigit, text)),
}
"""What is an answer to "how long" and "how often"."""
_MEASURES: Final[Mapping[str, tuple[str, ...]]] = {"long": ("duration", "length"), "old": ("age",)}
_BEGINS: Final = lexicon.stemmed("start begin from")
_ENDS: Final = lexicon.stemmed("end finish over until")


def when(look: Resolver, said: Sequence[Token]) -> Outcome:
    """The day or time of what is named: by its label, by a label of one root with the verb, or in the thing that says it.

    Raises:
        Absent: nothing on the page is what is asked for.
        Unclear: several days or times are, or what is called so is none.
    """
    asked = _with_verb(look, said)
    found = look.value(asked, dated=True) or look.by_verb(asked, dated=True)
    if found is not None:
        return _only_day(look, found, asked)
    if (told := _in_a_sentence(look, said)) is not None:
        return told
    other = look.value(asked) or look.by_verb(asked)
    if other is not None:
        raise Unclear(f"the page says {other.text!r} for {asked.said!r}, which is no date")
    if (item := look.passing(_with_verb(look, said, all_named=True))) is not None and (
        moment := _moment(look, item, asked)
    ):
        return moment
    raise Absent(asked.said)


def _only_day(look: Resolver, found: Outcome, asked: Phrase) -> Outcome:
    """A day or time out of a text that has more words: the one of the sentence that speaks of what is asked.

    Raises:
        Unclear: it names several.
    """
    read = days(found.text, look.language)
    if len(read) == 1 and _WEEKDAY.fullmatch(found.text.replace(read[0].text, "")):
        return found
    sentences = [each for each in _SENTENCES.split(found.text) if days(each, look.language)]
    told = [
        each for each in sentences if any(akin(word, said) for word in asked.words for said in term_set(each))
    ]
    read = days((told or sentences or [found.text])[0], look.language)
    if len(told or sentences) != 1 or len(read) != 1:
        raise Unclear(f"the page says {found.text!r} for {asked.said!r}, which is no one date")
    return found._replace(text=read[0].text)


def _in_a_sentence(look: Resolver, said: Sequence[Token]) -> Outcome | None:
    """The one day in the one sentence of the page that says all the words, with the verb or several others."""
    asked = _with_verb(look, said, all_named=True)
    wanted, verb = look.wanted(asked) - asked.soft, term_set(said[-1].text) if said else frozenset[str]()
    found = {
        read[0].text: place
        for place in look.values
        for sentence in _SENTENCES.split(place.said)
        if wanted <= (told := term_set(sentence))
        and (len(wanted) > 1 or (wanted and verb <= told))
        and len(read := days(sentence, look.language)) == 1
    }
    return Outcome(*next((text, "text", place) for text, place in found.items())) if len(found) == 1 else None


def _moment(look: Resolver, item: Place, asked: Phrase) -> Outcome | None:
    """The one day, time or span of time that a thing of a list says; of a span where it begins or ends, if that is asked."""
    found = {
        each.said: (each, read)
        for each in look.values_in(item)
        if (read := days(each.said, look.language)) and len(read) < 3
    }
    if len(found) != 1:
        return None
    ((text, (place, read)),) = found.items()
    if len(read) == 1:
        return Outcome(read[0].text, "text", place)
    end = bool(asked.words & _ENDS)
    begin = bool(asked.words & _BEGINS)
    return Outcome(read[-1].text if end else read[0].text if begin else text, "text", place)


def who(look: Resolver, said: Sequence[Token]) -> Outcome:
    """The person who is or did what is named.

    Raises:
        Absent: nobody on the page is said to.
        Unclear: several are.
    """
    asked = _with_verb(look, said, first=True)
    if asked.ordinal is not None or asked.best is not None:
        return the_best(look, asked)
    for find in (look.value, look.by_verb):
        if (found := find(asked)) is not None and (person := _person(found, asked, look.language)):
            return person
    items = [
        item
        for each in look.selections(asked)
        for item in each.items
        if _says_alone(look, item, asked) and not term_set(look.name(item).text) <= asked.words
    ]
    if len(items) > 1 and not asked.plural:
        raise ambiguous(asked.said, [each.said for each in items])
    people = [_person(look.name(each, asked.noun), asked, look.language) for each in items]
    if names := all_of(people):
        return names if len(items) > 1 else names.parts[0]
    item = look.passing(_with_verb(look, said, first=True, all_named=True))
    if item is not None:
        name = look.name(item)
        alike = [each for each in look.shown if each.said == name.text and not look.page.children(each.at)]
        if len(alike) == 1 and (person := _person(name, asked, look.language)):
            return person
    raise Absent(asked.said)


def _says_alone(look: Resolver, item: Place, asked: Phrase) -> bool:
    """Whether a thing says what is asked in a text of its own, rather than in its name."""
    pieces = (term_set(piece) for text in item_texts(item) for piece in PIECES.split(text))
    return any(each and each <= asked.words for each in pieces)


def where(look: Resolver, said: Sequence[Token]) -> Outcome:
    """The place of what is named.

    Raises:
        Absent: the page names none.
        Unclear: it names several.
    """
    asked = _with_verb(look, said)
    if found := look.value(asked):
        return found
    raise Absent(asked.said)


def how(look: Resolver, word: str, said: Sequence[Token]) -> Outcome:
    """What "how often" and "how long" ask for: a value that is called by what follows, and is a time or no figure at all.

    Raises:
        Absent: nothing on the page is called so.
        Unclear: several values are.
    """
    asked = _with_verb(look, [each for each in said if each.quoted or each.word not in lexicon.AUXILIARIES])
    named = (look.phrase([Token(noun), Token("of"), *said]) for noun in _MEASURES.get(word, ()))
    tries = (
        find()
        for find in (
            *(partial(look.value, each) for each in named),
            partial(look.value, asked),
            partial(look.by_verb, asked),
        )
    )
    for found in tries:
        if found is not None and HOW[word](found.text, look.language):
            return found
    raise Absent(asked.said)


def _with_verb(
    look: Resolver, said: Sequence[Token], *, first: bool = False, all_named: bool = False
) -> Phrase:
    """What is asked of, with its verb, which nothing on the page need say: "when is the next payment taken".

    Nor need it say a noun that stands alone and may be what the page is about, but where `all_named`.
    """
    asked = look.phrase(said)
    verb = term_set(joined(said[:1] if first else said[-1:]))
    if len(asked.words) <= len(verb):
        return asked
    alone = [
        stem(each.word)
        for at, each in enumerate(said[1:], 1)
        if not all_named and said[at - 1].word in ("the", "this") and _bare(said, at)
    ]
    return replace(asked, soft=asked.soft | verb | set(alone))


def _bare(said: Sequence[Token], at: int) -> bool:
    """Whether a noun stands alone, so that it may be what the whole page is about: "who reported the ticket"."""
    after = said[at + 1] if at + 1 < len(said) else None
    plain = after is None or after.word in lexicon.AUXILIARIES | lexicon.PREPOSITIONS or at == len(said) - 2
    return plain and not said[at].quoted and said[at].text.islower()


def _person(found: Outcome, asked: Phrase, language: str) -> Outcome | None:
    """What may be somebody's name, or a piece of it that is; None where there is none, or the question has it itself."""
    text = found.text
    for each in days(text, language):
        text = text.replace(each.text, " ").strip(" ,·–")
    if any(map(str.isdigit, text)):
        pieces = [_FIGURES.sub("", each).strip() for each in PIECES.split(text)]
        people = [each for each in dict.fromkeys(pieces) if _PERSON.fullmatch(each)]
        text = people[0] if len(people) == 1 else ""
    return found._replace(text=text) if text and not term_set(text) <= asked.words else None
