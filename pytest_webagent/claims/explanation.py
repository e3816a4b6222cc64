"""Which value of a page words speak of: the one whose own names, thing and place explain each of them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_webagent.aria_roles import BUTTONS, FIELDS, TOGGLES
from pytest_webagent.claims.comparison import in_relation
from pytest_webagent.claims.condition import Compared
from pytest_webagent.claims.outcome import Absent, Outcome, ambiguous
from pytest_webagent.claims.told_figures import IF, kind_of_figure, literals, told_figures
from pytest_webagent.language import lexicon
from pytest_webagent.language.terms import akin, joined, stem, term_set
from pytest_webagent.page.labelled import is_former, is_structure, surely_called
from pytest_webagent.page.lists import PIECES
from pytest_webagent.page.names import item_texts
from pytest_webagent.page.places import Place
from pytest_webagent.values.amounts import UnreadableError
from pytest_webagent.values.days import days
from pytest_webagent.values.money import prices
from pytest_webagent.values.plain_text import plain, word_set
from pytest_webagent.values.relations import relation_before

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pytest_webagent.claims.resolver import Resolver
    from pytest_webagent.language.terms import Token
    from pytest_webagent.page.labelled import Labelled
    from pytest_webagent.page.lists import Listing

_PERSON: Final = re.compile(r"[A-Z][\w.'’-]+(?: (?:[a-z]{1,3} ){0,2}[A-Z][\w'’-]+){1,2}")
_NAMING: Final = BUTTONS | {"heading", "columnheader", "caption", "term", "tab"}
"""Roles of what names values, and is none."""
_LONGEST: Final = 16
"""Most words of a text that is a value as a whole."""
_SHORT: Final = 6
"""Most words of a text that says of a thing what it is."""
_FREE: Final = lexicon.LIGHT | lexicon.THINGS | lexicon.PAGES | frozenset(map(stem, lexicon.TAKING))
"""Words that nothing need explain."""
_PLACES: Final = lexicon.stemmed("location place room venue address site")
"""What "where" asks for."""
_CLOCK: Final = re.compile(r"\d{1,2}(?:[:.h]\d\d|(?:[:.]\d\d)?\s?[ap]\.?m\.?)", re.IGNORECASE)
_LENGTHS: Final = lexicon.stemmed("duration length age")
"""What "how long" asks for."""
_SMALL: Final = (
    lexicon.ARTICLES
    | lexicon.AUXILIARIES
    | lexicon.PREPOSITIONS
    | lexicon.QUESTION_WORDS
    | lexicon.PRONOUNS
    | lexicon.RELATIVES
    | word_set("and , i we you there")
)
_ADD_NOTHING: Final = lexicon.ADD_NOTHING | _SMALL | frozenset(lexicon.KINDS_OF_VALUES)
"""Words beside a value that do not make it another one."""
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
    """Its row or card, where that is one of several."""
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
    left: frozenset[str]
    """The words that nothing explains."""
    called: bool
    """Whether its own names say nothing else."""
    sure: bool
    """Whether, besides, its names say all words just so."""


def facts(look: Resolver) -> tuple[Fact, ...]:
    """The values of a page, kept with it: each as a whole, by its labels, and by its figures."""
    kept = look.page.__dict__.get("facts")
    if not isinstance(kept, tuple):
        kept = look.page.__dict__["facts"] = tuple(_facts(type(look)(look.page)))
    return tuple(
        each for each in kept if each.value.place is not None and each.value.place.at in look.visible
    )


def _facts(look: Resolver) -> Iterator[Fact]:
    listed = {item.at: each for each in look.listings for item in each.items}
    labelled: dict[int, list[Labelled]] = {}
    for each in look.labelled:
        labelled.setdefault(each.place.at, []).append(each)
    for place in look.values:
        role = place.element.role
        item = next(
            (Place(look.page, at) for at in (place.at, *look.page.ancestors(place.at)) if at in listed), None
        )
        name = look.lists.name(item) if item is not None else None
        if role in _NAMING and name != place and place.at not in labelled:
            continue
        # A sentence beside a value is no name of it.
        called = [each for each in look.names.labels(place) if not each.endswith((".", "!"))]
        labels = term_set(" ".join((*called, *(lexicon.FORMER if is_former(place) else ()))))
        texts = {(place.element.value or "" if role in FIELDS else place.said, labels)}
        texts |= {(each.text, each.label) for each in labelled.get(place.at, ())}
        if role not in FIELDS | TOGGLES:
            texts |= {(piece.strip(" ·•|"), labels) for piece in PIECES.split(place.said)}
            figures = list(told_figures(place.said, look.language))
            texts |= {pair for text, own in figures for pair in ((text, own), (text, own | labels))}
        known = _around(look, place, item, listed)
        for text, own in texts:
            if 0 < len(text.split()) <= _LONGEST and not IF.search(text):
                yield Fact(Outcome(text, "value" if role in FIELDS else "text", place), own, *known)


def _around(
    look: Resolver, place: Place, item: Place | None, listed: dict[int, Listing]
) -> tuple[frozenset[str], frozenset[str], frozenset[str], int | None, bool]:
    """The terms of what a value stands in: its thing, the name of that, the parts; with the thing, and whether it is aside."""
    parts = look.title.union(*(said for _, said in look.around(place)))
    item = item or place.item()
    if item is None:
        return frozenset(), frozenset(), parts, None, look.aside(place)
    name = look.lists.name(item)
    called = term_set(name.said) if name is not None else frozenset()
    thing = term_set(" ".join(item_texts(item, place)))
    thing |= called if name is None or name.at != place.at else frozenset()
    listing = listed.get(item.at)
    parts |= listing.words | listing.kinds if listing is not None else frozenset()
    return thing, called, parts, item.at, look.aside(place)


def content(look: Resolver, said: Sequence[Token]) -> tuple[frozenset[str], frozenset[str]]:
    """The words of a text that say something, and those of them that nothing need explain."""
    words = term_set(" ".join(each.text for each in said if each.word not in _SMALL))
    if any(each.word in lexicon.PRONOUNS for each in said):
        words |= term_set(look.remembered)
    return words, words & _FREE


def explained(
    found: Iterable[Fact], wanted: frozenset[str], free: frozenset[str], *, near: bool = True
) -> list[Explained]:
    """The values that explain all words but those that are free, the best first; `near`: also by other words for the same."""
    every = []
    for fact in found:
        costs = {word: fact.cost(word) for word in wanted}
        left = {word for word, cost in costs.items() if cost is None}
        if left - free or not (near or all(cost is None or cost < _INDIRECT for cost in costs.values())):
            continue
        known = [cost for cost in costs.values() if cost is not None]
        # What labels the name of a thing says of what kind it is.
        named = term_set(fact.value.text) == fact.name
        more = fact.own - wanted - fact.name - _ADD_NOTHING if not named else frozenset()
        surplus = {word for word in more if not any(akin(word, each) for each in wanted)}
        apart = fact.item is not None and not (fact.name | fact.thing) & wanted
        rank = (fact.aside, len(left), apart, -known.count(0), len(surplus), sum(known))
        sure = not surplus and not left and max(known, default=0) < _INDIRECT
        every.append(Explained(fact, rank, frozenset(left), not surplus, sure))
    return sorted(_but_hearsay(every, wanted), key=lambda each: each.rank)


def _but_hearsay(every: Sequence[Explained], wanted: frozenset[str]) -> list[Explained]:
    """Values without those of texts that say all by themselves, where what the page is made of says another."""
    told = [(each, _hearsay(each.fact, wanted)) for each in every]
    surer = [[each for each, level in told if each.called and level == less] for less in (0, 1)]
    return [
        one
        for one, level in told
        if not any(
            all(low <= high for low, high in zip(other.rank[:3], one.rank[:3], strict=True))
            and plain(other.fact.value.text) != plain(one.fact.value.text)
            for others in surer[:level]
            for other in others
        )
    ]


def _hearsay(fact: Fact, wanted: frozenset[str]) -> int:
    place = fact.value.place
    if place is None or fact.value.way == "value":
        return 1
    if is_structure(place) and plain(fact.value.text) == plain(place.said):
        return 0
    return 1 if wanted - fact.own - term_set(place.said) else 2


def best(found: Sequence[Explained]) -> Explained | None:
    """The best of several; None where there is none, or another value is as good."""
    best_ones = [each for each in found if each.rank == found[0].rank]
    values = {plain(each.fact.value.text) for each in best_ones}
    if len(values) > 1 and len({each.fact.value.place for each in best_ones}) > 1:
        return None
    # Of one text the whole comes before a piece.
    return max(best_ones, key=lambda each: len(each.fact.value.text), default=None)


def asked(look: Resolver, said: Sequence[Token]) -> Outcome:
    """The value that "who", "when" and "how long", "how old" and "how often" ask for.

    Raises:
        Absent: none explains the words.
        Unclear: several do as well, or not only one is asked for.
    """
    first, phrase = said[0].word, look.phrase(said[1:])
    words = [each.word for each in said]
    first = " ".join(words[:2]) if first == "how" else first
    if ("how" in first and first not in _FITTING) or phrase.best or phrase.ordinal or _OPEN & set(words):
        raise Absent(joined(said))
    wanted, free = content(look, said[len(first.split()) :] if first in _FITTING else said)
    free |= phrase.soft
    wanted |= term_set(look.remembered) if phrase.pronoun else frozenset()
    if wanted & (lexicon.MESSAGES | lexicon.BAD_NEWS):
        # What an error says is no value, whatever stands near it.
        raise Absent(joined(said))
    if kind := {"how long": _LENGTHS, "how old": _LENGTHS, "where": _PLACES}.get(first):
        wanted, free = wanted | kind, free | kind
    fits = _FITTING.get(first, _is_called)
    kept = [
        each
        for each in facts(look)
        if fits(each, wanted, look.language) and not term_set(each.value.text) <= wanted
    ]
    if first in ("who", "when", "time", "day"):
        # What somebody did, or when something was done, the page may say in other words, or not at all.
        unknown = {word for word in wanted - look.vocabulary if word.isalpha()}
        free |= unknown if wanted - unknown - free else frozenset()
    found = explained(kept, wanted, free) if wanted - free else []
    told = best(found)
    if found and told is None:
        raise ambiguous(joined(said), [each.fact.value.text for each in found if each.rank == found[0].rank])
    if told is None or not (told.called or _alone(found, told, fits)):
        raise Absent(joined(said))
    return _narrowed(told.fact.value, fits)


def _narrowed(found: Outcome, fits: object) -> Outcome:
    """The time alone of a day with a time, and the day alone."""
    clock = _CLOCK.search(found.text)
    if clock is None or fits not in (_is_clock, _is_day):
        return found
    return found._replace(text=clock[0] if fits is _is_clock else found.text[: clock.start()].rstrip(" ,·"))


def _alone(found: Sequence[Explained], told: Explained, fits: object) -> bool:
    """Whether one moment or person explains every word, and no other does, so that what else stands beside it may go unasked."""
    place = told.fact.value.place
    if fits not in _MOMENTS and not (fits is _is_person and place is not None and not surely_called(place)):
        return False
    every = {plain(each.fact.value.text) for each in found if not each.left}
    return not told.left and len(every) == 1 and not told.fact.own & (lexicon.FORMER | lexicon.GONE)


def _is_called(fact: Fact, wanted: frozenset[str], _: str = "") -> bool:
    return bool(fact.own & wanted) or any(akin(word, each) for word in wanted for each in fact.own)


def person_in(look: Resolver, item: Place) -> Outcome:
    """The person that a row or card is called by, or else the only one in it.

    Raises:
        Absent: there is none, or several.
    """
    name = look.name(item)
    every = [name, *(Outcome(each.said, "text", each) for each in look.values_in(item))]
    # The labels of several boxes are no name.
    persons = [
        each
        for each in every
        if _PERSON.fullmatch(each.text)
        and each.place is not None
        and not any(below.element.role in FIELDS | TOGGLES for below in each.place.below())
    ]
    found = persons[:1] if name in persons else persons
    if len(found) != 1:
        raise Absent(f"the person of {item.said[:40]!r}")
    return found[0]


def _is_person(fact: Fact, wanted: frozenset[str], language: str) -> bool:
    text = fact.value.text
    return bool(_PERSON.fullmatch(text)) or (
        (_is_called(fact._replace(own=fact.own - fact.name), wanted) or term_set(text) == fact.name)
        and text[:1].isupper()
        and not any(map(str.isdigit, text))
    )


def _is_place(fact: Fact, _: frozenset[str], language: str) -> bool:
    return bool(fact.own & _PLACES) and not days(fact.value.text, language)


def _is_moment(fact: Fact, _: frozenset[str], language: str) -> bool:
    return kind_of_figure(fact.value.text, language) == "day"


def _is_clock(fact: Fact, _: frozenset[str], language: str) -> bool:
    return _is_moment(fact, _, language) and bool(_CLOCK.search(fact.value.text))


def _is_day(fact: Fact, _: frozenset[str], language: str) -> bool:
    return _is_moment(fact, _, language) and not _CLOCK.fullmatch(fact.value.text)


def _is_price(fact: Fact, _: frozenset[str], language: str) -> bool:
    return len(read := prices(fact.value.text, language)) == 1 and read[0].quantity.text == fact.value.text


def _is_time(fact: Fact, _: frozenset[str], language: str) -> bool:
    return kind_of_figure(fact.value.text, language).startswith("duration")


def _is_age(fact: Fact, wanted: frozenset[str], language: str) -> bool:
    return fact.value.text.isdigit() or _is_time(fact, wanted, language)


def _is_rate(fact: Fact, wanted: frozenset[str], _: str) -> bool:
    return _is_called(fact, wanted) and not any(map(str.isdigit, fact.value.text))


_MOMENTS: Final = (_is_moment, _is_clock, _is_day)
_FITTING: Final = {
    "who": _is_person,
    "where": _is_place,
    "when": _is_moment,
    "time": _is_clock,
    "day": _is_day,
    "how much": _is_price,
    "how long": _is_time,
    "how old": _is_age,
    "how often": _is_rate,
}
"""What answers a question, by the word that it begins with."""


def stated(look: Resolver, said: Sequence[Token]) -> Compared | None:
    """What a statement says of a value: a figure, a text that it says, or one that others of its kind say; None where nothing decides."""
    if _OPEN & {each.word for each in said}:
        return None
    every = facts(look)
    text = joined(said)
    for literal, kind in literals(text, look.language):
        at = text.index(literal)
        wanted, free = content(look, look.tokens(f"{text[:at]} {text[at + len(literal) :]}"))
        alike = [
            each
            for each in every
            if each.own & wanted and kind_of_figure(each.value.text, look.language) == kind
        ]
        found = best(explained(alike, wanted, free)) if wanted - free else None
        relation = relation_before(text[:at]) or "="
        if found is not None and (found.sure or _holds(found.fact.value.text, relation, literal, look)):
            return Compared(found.fact.value, relation, literal, "", wanted)
    return None


def _holds(text: str, relation: str, literal: str, look: Resolver) -> bool:
    try:
        in_relation(relation, (text, literal), (text, literal), look.language)
    except UnreadableError:
        return False
    return True
