"""What the page itself answers to the questions of a goal, against what a run answers.

The page is asked by `claims.questions`. What it answers is held against a run only where it is sure: where each word of
the question is said by what the answer was read from, or by its names, and it is a value of the kind that is asked for.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pytest_webagent.aria_roles import FIELDS
from pytest_webagent.claims.derivation import Derivation
from pytest_webagent.claims.evaluation import work_out
from pytest_webagent.claims.outcome import Outcome, Unclear
from pytest_webagent.claims.questions import answer
from pytest_webagent.claims.resolver import Resolver
from pytest_webagent.judging.answer_values import Saying, claims, covers
from pytest_webagent.judging.own_texts import hearsay
from pytest_webagent.judging.question import of_old
from pytest_webagent.language import lexicon
from pytest_webagent.language.superlatives import OF_A_COLUMN, superlatives
from pytest_webagent.language.terms import is_plural, stem, term_set
from pytest_webagent.language.words import content, says, words
from pytest_webagent.page.labelled import is_former, is_picture, labelled
from pytest_webagent.page.lists import PIECES
from pytest_webagent.page.names import item_texts, names
from pytest_webagent.page.paging import partial
from pytest_webagent.page.tables import column
from pytest_webagent.values.days import days
from pytest_webagent.values.plain_text import plain, word_set
from pytest_webagent.values.text_figures import kinds_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pytest_webagent.judging.goals import Query
    from pytest_webagent.observation import Observation
    from pytest_webagent.page.places import Place

_BEYOND: Final = word_set(
    "he she there those these such same other others another everything than more less fewer up down except without"
)
"""Words for what only the sentences before tell, and for what has to be worked out."""
_SUPERLATIVE: Final = re.compile(
    rf"\b(?:most|least|{superlatives('most')}|{superlatives('least')}|{'|'.join(OF_A_COLUMN)})\b",
    re.IGNORECASE,
)
_SEEN: Final = re.compile(rf"\b(?:{'|'.join(lexicon.SEEN - {'there'})})\b", re.IGNORECASE)
_PICKS: Final = re.compile(r"\b(?:which|who|whom|whose|names?)\b")
"""Words that ask for one of a list by its name, which labels all that is said of it."""
_OF_FIGURES: Final = re.compile(r"\bhow (?:much|many)\b")
_PAIRED: Final = re.compile(r": .*\d")
_OFFERS: Final = " or "
_WAYS: Final = frozenset(("count", "sum", "difference", "join", "min", "max", "value", "exists"))
_OVER: Final = frozenset(("count", "sum", "min", "max"))
_NAMING: Final = word_set("heading columnheader term caption tab")
"""Roles of what names others, which is no value of its own."""
_WHICH: Final = frozenset(map(stem, lexicon.ORDINALS))
_UNSAID: Final = frozenset().union(
    _WHICH,
    lexicon.LIGHT,
    lexicon.THINGS,
    lexicon.ROLES,
    lexicon.KINDS_OF_VALUES,
    lexicon.stemmed("many much number together"),
    *(
        map(stem, table)
        for table in (
            lexicon.ASKING,
            lexicon.SEEN,
            lexicon.CHOSEN,
            lexicon.PASSING,
            lexicon.DONE,
        )
    ),
)
"""Words of a question that nothing on the page need say."""


def offers(query: Query) -> bool:
    """Whether a question offers two things: "is it open or paid"."""
    return _OFFERS in query.text


def sure(query: Query, page: Observation) -> Outcome | None:
    """What a page answers to a question for sure: something on it explains each word; None where it does not."""
    if page.dialog is not None or (set(words(query.text)) & _BEYOND and not offers(query)):
        return None
    try:
        outcome = answer(query.text, page, query.subject)
        # "Listed" and "shown" may say that only those in sight are meant, or nothing.
        unseen = _SEEN.sub("", query.text)
        if unseen != query.text and answer(unseen, page, query.subject).text != outcome.text:
            return None
    except Unclear:
        return None
    look = Resolver(page, query.subject)
    places = list(_places(outcome))
    known = look.title.union(*(_explained(look, each) for each in places))
    asked = _SUPERLATIVE.sub("", query.text) if outcome.way in ("min", "max") else query.text
    # "Last" says which one of several, but where the page calls something so: "Last week", "Last name".
    called = frozenset().union(*(each.label for each in labelled(page))) & _WHICH
    explained = offers(query) or not term_set(asked) - known - (_UNSAID - called)
    if not places or not explained or any(map(look.aside, places)):
        return None
    if any(is_picture(each) or hearsay(each, query.text) for each in places) or (
        outcome.way in _OVER and _is_of_part(places)
    ):
        return None
    if of_old(query.text) and "before" in words(query.text) and not all(map(is_former, places)):
        return None
    return outcome if _is_value(query, outcome, look) else None


def _places(outcome: Outcome) -> Iterator[Place]:
    """What a question was answered from."""
    if outcome.place is not None:
        yield outcome.place
    for each in (*outcome.parts, *outcome.by, *outcome.also):
        yield from _places(each)


def _explained(look: Resolver, place: Place) -> frozenset[str]:
    """The terms of all that an element says and is called, and of its row or card and their list."""
    texts = [text for _, text in look.names.around(place)]
    around = {place.at, *look.page.ancestors(place.at)}
    lists = [each for each in look.listings if any(item.at in around for item in each.items)]
    for item in (item for each in lists for item in each.items if item.at in around):
        texts += [*item_texts(item), *(column(each) for each in item.below())]
    if any(map(str.isdigit, place.said)):
        # What has a value of its own tells nothing of another: "Last week: 9" of the number above it.
        texts = [each for each in texts if not _PAIRED.search(each)]
    texts += [place.said, place.element.name, *look.names.labels(place)]
    return term_set(" ".join(texts)).union(*(each.words | each.kinds for each in lists))


def _is_of_part(places: Iterable[Place]) -> bool:
    """Whether some are of a list of which the page shows only a part: what is so of that is not so of all."""
    shown = {item.at for place in places for part in partial(place.page) for item in part.listing.items}
    return any(not shown.isdisjoint(one.at for one in each.around()) for each in places)


def _is_value(query: Query, outcome: Outcome, look: Resolver) -> bool:
    """Whether what a question comes to is a value at all, and one of the kind it asks for."""
    if outcome.way == "several":
        return all(_is_value(query, each, look) for each in outcome.parts)
    said, text = plain(query.text), outcome.text
    figures = any(map(str.isdigit, text))
    if outcome.way in ("text", "value") and outcome.place is not None:
        named = outcome.state or _OFFERS in said or _PICKS.search(said)
        naming = outcome.place.element.role in _NAMING and not look.listed(outcome.place)
        naming = naming or any(
            each.element.role in FIELDS and each.element.name == text for each in look.shown
        )
        label = naming or (content(text) in look.names.used and not named)
        repeats = term_set(text) <= term_set(said) and _OFFERS not in said
        if (label and not figures) or repeats or _SUPERLATIVE.search(said):
            return False
    if outcome.way in ("count", "join") and (_uneven(outcome) or (len(outcome.parts) < 2 and not figures)):
        return False
    if outcome.way == "count" and (text == "0" or not any(map(is_plural, words(said)))):
        return False
    if said.startswith("when") and not days(text, look.language):
        return False
    if said.startswith("who") and not any(map(str.isalpha, text)):
        return False
    return outcome.way != "options" and (figures or not _OF_FIGURES.search(said))


def _uneven(outcome: Outcome) -> bool:
    """Whether some of the things of a list say far less than others: such rows head or add up the others."""
    items = [
        item for each in outcome.parts if each.place is not None and (item := each.place.item()) is not None
    ]
    sizes = [len(list(item_texts(each))) for each in items]
    return bool(sizes) and 2 * min(sizes) < max(sizes)


def untold(said: str, outcome: Outcome, page: Observation) -> Outcome | None:
    """The part of what a page says that an answer does not; None where it says all of it."""
    if outcome.way == "several":
        return next((each for each in outcome.parts if untold(said, each, page) is not None), None)
    if outcome.way == "join":
        return outcome if _other_list(said, outcome) else None
    return None if _tells(said, outcome, page) else outcome


def surely_told(said: str, outcome: Outcome) -> bool:
    """Whether an answer that leaves nothing untold has figures or all words of what a page says, and not only some."""
    if outcome.way == "several":
        return all(surely_told(said, each) for each in outcome.parts)
    return outcome.way != "text" or any(map(str.isdigit, outcome.text)) or says(said, outcome.text)


def _tells(said: str, outcome: Outcome, page: Observation) -> bool:
    """Whether an answer says what the page says, in whatever form."""
    if says(said, outcome.text) or says(outcome.text, said):
        return True
    best = outcome.place if outcome.way in ("min", "max") else None
    item = best.item() if best is not None else None
    if item is not None and any(says(said, text) for text in _own_texts(item)):
        return True
    saying = Saying(outcome.text, page.language)
    if any(map(str.isdigit, outcome.text)):
        found = [covers(each, saying)[0] for each in claims(said, page.language) if each.kind != "quote"]
        if kinds_of(outcome.text, page.language):
            return any(found)
        # Two numbers of telephones may begin alike.
        own = [covers(each, Saying(said, page.language))[0] for each in claims(outcome.text, page.language)]
        return any(found) and (all(found) or all(own))
    if outcome.place is not None and any(says(said, each) for each in _others(outcome.place)):
        return False
    # What the page has no word of is told in words of another language.
    known = (word for each in names(page).values for word in words(f"{each.element.name} {each.holds}"))
    strange = set(words(said)).isdisjoint(known)
    return strange or bool(term_set(outcome.text) & term_set(said))


def _other_list(said: str, outcome: Outcome) -> bool:
    """Whether an answer leaves out one of a list, or has one too many."""
    places = [each.place for each in outcome.parts if each.place is not None]
    if len(places) < len(outcome.parts):
        return False
    for each, place in zip(outcome.parts, places, strict=True):
        item = place.item()
        own = [each.text, PIECES.split(each.text)[0], *(_own_texts(item) if item is not None else ())]
        if not any(says(said, text) for text in own):
            return True
    return any(
        says(said, other) and not any(says(each.text, other) for each in outcome.parts)
        for place in places[:1]
        for other in _others(place)
    )


def _others(place: Place) -> Iterator[str]:
    """What stands in the same place of the other rows or cards."""
    item = place.item()
    for sibling in item.siblings() if item is not None else ():
        for other in sibling.below():
            if other.said and other.path(sibling.at) == place.path(item.at if item is not None else None):
                yield other.said


def _own_texts(item: Place) -> list[str]:
    """What a row or card says that no other one says."""
    others = {text for each in item.siblings() for text in item_texts(each)}
    return [text for text in item_texts(item) if text not in others and any(map(str.isalpha, text))]


def citation(outcome: Outcome, page: Observation) -> str:
    """Evidence for what a question comes to, as a model would give it."""
    if outcome.way == "several":
        return " and ".join(citation(each, page) for each in outcome.parts)
    ids, by = _ids(outcome.parts or (outcome,)), _ids(outcome.by)
    way = "exists" if outcome.state else outcome.way
    found = Derivation(
        op=way if way in _WAYS else "text",  # type: ignore[arg-type]
        elements=ids,
        by=by if by != ids else (),
        state=outcome.state,
    )
    return found.told if work_out(found, page).holds else f"element {', '.join(map(str, ids))}"


def _ids(outcomes: Iterable[Outcome]) -> tuple[int, ...]:
    """The ids of elements, or of the nearest around each that has one."""
    around = (
        [number for place in each.place.around() if (number := place.element.id) is not None]
        for each in outcomes
        if each.place is not None
    )
    return tuple(ids[0] for ids in around if ids)
