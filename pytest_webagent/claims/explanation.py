"""Which value of a page words speak of: the one whose own names, thing and place explain each of them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_webagent.aria_roles import BUTTONS, FIELDS, TOGGLES
from pytest_webagent.claims.comparison import in_relation
from pytest_webagent.claims.condition import Compared
from pytest_webagent.claims.outcome import Outcome
from pytest_webagent.language import lexicon
from pytest_webagent.language.terms import akin, joined, stem, term_set
from pytest_webagent.language.words import negated
from pytest_webagent.page.lists import PIECES
from pytest_webagent.page.names import item_texts
from pytest_webagent.values.amounts import UnreadableError, amounts
from pytest_webagent.values.days import days
from pytest_webagent.values.plain_text import plain, word_set
from pytest_webagent.values.relations import relation_before
from pytest_webagent.values.units import unit_after

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pytest_webagent.claims.resolver import Resolver
    from pytest_webagent.language.terms import Token
    from pytest_webagent.page.labelled import Labelled
    from pytest_webagent.page.lists import Listing
    from pytest_webagent.page.places import Place

_SENTENCES: Final = re.compile(r"(?<=[.;!?])\s+|\n")
_IF: Final = re.compile(r"\b(?:if|unless|when|or (?:more|less))\b", re.IGNORECASE)
"""What a text says that holds only at times."""
_PERSON: Final = re.compile(r"[A-Z][\w.'’-]+(?: [A-Z][\w'’-]+){1,2}")
_NAMING: Final = BUTTONS | {"heading", "columnheader", "caption", "term", "tab"}
"""Roles of what names values, and is none."""
_LONGEST: Final = 16
"""Most words of a text that is a value as a whole."""
_SHORT: Final = 6
"""Most words of a text that says of a thing what it is."""
_BESIDE: Final = 12
"""Most characters beside a figure in a text that is nothing else: a weekday, a unit."""
_FREE: Final = lexicon.LIGHT | lexicon.THINGS | lexicon.PAGES | frozenset(map(stem, lexicon.TAKING))
"""Words that nothing need explain."""
_SMALL: Final = (
    lexicon.ARTICLES
    | lexicon.AUXILIARIES
    | lexicon.PREPOSITIONS
    | lexicon.QUESTION_WORDS
    | lexicon.PRONOUNS
    | lexicon.RELATIVES
    | word_set("and , i we you there")
)
_OPEN: Final = (
    lexicon.ALL
    | lexicon.ANY
    | lexicon.NONE
    | lexicon.NOT
    | lexicon.UNREAD
    | word_set("only without except besides about nearly almost together difference sum average ;")
)
"""Words that make another thing of what is said of one value."""


class Fact(NamedTuple):
    """A value of a page, with the terms of all that it is called."""

    value: Outcome
    own: frozenset[str]
    """Of its labels, and of the words beside a figure."""
    thing: frozenset[str]
    """Of what its row or card says beside."""
    name: frozenset[str]
    """Of what its row or card is called."""
    parts: frozenset[str]
    """Of the parts of the page that it stands in."""
    item: int | None
    aside: bool

    def cost(self, word: str) -> int | None:
        """How directly one of its names explains a word, the least is the most; None where none does."""
        for cost, said in enumerate((self.own, self.thing, self.parts)):
            if word in said:
                return cost
        near = [self.own | self.thing, self.parts] if word.isalpha() else []
        for cost, said in enumerate(near, _INDIRECT):
            if lexicon.SYNONYMS.get(word, frozenset()) & said or any(akin(word, each) for each in said):
                return cost
        return None


_INDIRECT: Final = 3
"""What a word costs that only a synonym or a word of the same root explains."""


class Explained(NamedTuple):
    """A value that words may mean, and how well it explains them."""

    fact: Fact
    rank: tuple[int, ...]
    sure: bool
    """Whether its names say all words just so, and its own names nothing else."""


def facts(look: Resolver) -> Iterator[Fact]:
    """The values of a page, each as a whole, by its labels, and by its figures."""
    listed = {item.at: each for each in look.listings for item in each.items}
    labelled: dict[int, list[Labelled]] = {}
    for each in look.labelled:
        labelled.setdefault(each.place.at, []).append(each)
    for place in look.values:
        role = place.element.role
        if role in _NAMING:
            continue
        labels = term_set(" ".join(look.names.labels(place)))
        texts = {(place.element.value or "" if role in FIELDS else place.said, labels)}
        texts |= {(each.text, each.label) for each in labelled.get(place.at, ())}
        if role not in FIELDS | TOGGLES:
            texts |= {(piece.strip(" ·•|"), labels) for piece in PIECES.split(place.said)}
            texts |= {(text, own | labels) for text, own in _figures(place.said, look.language)}
        known = _around(look, place, listed)
        for text, own in texts:
            if 0 < len(text.split()) <= _LONGEST:
                yield Fact(Outcome(text, "value" if role in FIELDS else "text", place), own, *known)


def _around(
    look: Resolver, place: Place, listed: dict[int, Listing]
) -> tuple[frozenset[str], frozenset[str], frozenset[str], int | None, bool]:
    """The terms of what a value stands in: its thing, the name of that, the parts; with the thing, and whether it is aside."""
    parts = look.title.union(*(said for _, said in look.around(place)))
    item = place.item()
    if item is None:
        return frozenset(), frozenset(), parts, None, look.aside(place)
    name = look.lists.name(item)
    called = term_set(name.said) if name is not None else frozenset()
    thing = term_set(" ".join(item_texts(item, place)))
    thing |= called if name is None or name.at != place.at else frozenset()
    listing = listed.get(item.at)
    parts |= listing.words | listing.kinds if listing is not None else frozenset()
    return thing, called, parts, item.at, look.aside(place)


def _figures(text: str, language: str) -> Iterator[tuple[str, frozenset[str]]]:
    """The figures of a text that stand alone in a piece of it, each with the words beside it."""
    told = (each for each in _SENTENCES.split(text) if not _IF.search(each))
    for piece in (piece for sentence in told for piece in PIECES.split(sentence)):
        read = [figure for figure, _ in _literals(piece, language)]
        if len(read) == 1 and read[0] != piece.strip():
            yield read[0], term_set(piece.replace(read[0], " ", 1))


def _literals(text: str, language: str) -> Iterator[tuple[str, str]]:
    """The days and amounts that a text says, each with its kind."""
    dated = days(text, language)
    yield from ((each.text, "day") for each in dated)
    for each in amounts(text, language):
        if not any(one.start <= each.quantity.start < one.end for one in dated):
            said = f"{each.quantity.text} {each.measure}".strip()
            said = said if said in text else each.quantity.text
            yield said, each.quantity.unit or unit_after(each.measure) or "number"


def _kind(text: str, language: str) -> str:
    """What kind of figure a text is as a whole; empty where it is none."""
    read = list(_literals(text, language))
    return read[0][1] if len(read) == 1 and len(text) - len(read[0][0]) < _BESIDE else ""


def content(look: Resolver, said: Sequence[Token]) -> tuple[frozenset[str], frozenset[str]]:
    """The words of a text that say something, and those of them that nothing need explain."""
    words = term_set(" ".join(each.text for each in said if each.word not in _SMALL))
    if any(each.word in lexicon.PRONOUNS for each in said):
        words |= term_set(look.remembered)
    return words, words & _FREE


def explained(found: Iterable[Fact], wanted: frozenset[str], free: frozenset[str]) -> list[Explained]:
    """The values that explain all words but those that are free, the best first."""
    every = []
    for fact in found:
        costs = {word: fact.cost(word) for word in wanted}
        left = {word for word, cost in costs.items() if cost is None}
        if left - free:
            continue
        known = [cost for cost in costs.values() if cost is not None]
        surplus = fact.own - wanted - fact.name - lexicon.ADD_NOTHING
        sure = not surplus and not left and max(known, default=0) < _INDIRECT
        every.append(
            Explained(fact, (fact.aside, len(left), -known.count(0), len(surplus), sum(known)), sure)
        )
    return sorted(every, key=lambda each: each.rank)


def best(found: Sequence[Explained]) -> Explained | None:
    """The best of several; None where there is none, or another value is as good."""
    values = {plain(each.fact.value.text) for each in found if each.rank == found[0].rank}
    return found[0] if len(values) == 1 else None


def asked(look: Resolver, said: Sequence[Token]) -> Outcome | None:
    """The value that "who", "when", "which" and "what" ask for; None where none is clearly meant."""
    first, phrase = said[0].word, look.phrase(said)
    if "how" in (first, *(each.word for each in said[1:2])) or phrase.best is not None or phrase.ordinal is not None or _OPEN & {each.word for each in said}:
        return None
    wanted, free = content(look, said)
    if first in ("who", "whom"):
        kept = [each for each in facts(look) if _PERSON.fullmatch(each.value.text)]
    elif first == "when":
        kept = [each for each in facts(look) if _kind(each.value.text, look.language) == "day"]
    else:
        kept = [each for each in facts(look) if each.own & wanted]
    kept = [each for each in kept if not term_set(each.value.text) <= wanted]
    found = best(explained(kept, wanted, free)) if wanted - free else None
    return found.fact.value if found is not None and found.sure else None


def stated(look: Resolver, said: Sequence[Token]) -> Compared | None:
    """What a statement says of a value: a figure, a text that it says, or one that others of its kind say; None where nothing decides."""
    if _OPEN & {each.word for each in said}:
        return None
    every = tuple(facts(look))
    text = joined(said)
    for literal, kind in _literals(text, look.language):
        at = text.index(literal)
        wanted, free = content(look, look.tokens(f"{text[:at]} {text[at + len(literal) :]}"))
        alike = [each for each in every if each.own & wanted and _kind(each.value.text, look.language) == kind]
        found = best(explained(alike, wanted, free)) if wanted - free else None
        relation = relation_before(text[:at]) or "="
        if found is not None and (found.sure or _holds(found.fact.value.text, relation, literal, look)):
            return Compared(found.fact.value, relation, literal, "", wanted)
    return _worded(look, said, every)


def _holds(text: str, relation: str, literal: str, look: Resolver) -> bool:
    try:
        in_relation(relation, (text, literal), (text, literal), look.language)
    except UnreadableError:
        return False
    return True


def _worded(look: Resolver, said: Sequence[Token], every: Sequence[Fact]) -> Compared | None:
    """That a value says what is said of it, or what others of its kind say and it does not."""
    wanted, free = content(look, said)
    short = [
        (each, term_set(each.value.text))
        for each in every
        if len(each.value.text.split()) <= _SHORT and not negated(each.value.text)
    ]
    kinds: dict[tuple[frozenset[str], ...], set[frozenset[str]]] = {}
    for each, own in short:
        kinds.setdefault((each.own, each.parts), set()).add(own)
    found: dict[tuple[str, int | None, bool], tuple[Fact, frozenset[str]]] = {}
    for each, own in short:
        opposed = {other for group in lexicon.OPPOSED if own in group for other in group}
        for meant in (kinds[each.own, each.parts] | opposed) if own != each.name else ():
            rest = wanted - meant
            if meant and meant <= wanted and rest - free and (each.name | each.own) & rest:
                if any(one.sure for one in explained([each], rest, free)):
                    found[plain(each.value.text), each.item, meant == own] = each, meant
    if len(found) != 1:
        return None
    (((_, _, true), (fact, meant)),) = found.items()
    to = fact.value.text if true else " ".join(each.text for each in said if term_set(each.text) & meant)
    return Compared(fact.value, "=", to, "", wanted, exact=not true)
