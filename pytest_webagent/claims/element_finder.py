"""The elements that a phrase names: each of its words has to be explained by the name, the kind or the place of what is meant."""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_webagent.aria_roles import BUTTONS, FIELDS, MESSAGES, TOGGLES
from pytest_webagent.claims.outcome import Absent, Unclear, ambiguous
from pytest_webagent.claims.ranking import ranked
from pytest_webagent.language import lexicon
from pytest_webagent.language.terms import akin, stem, term_set
from pytest_webagent.values.plain_text import plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pytest_webagent.claims.resolver import Resolver
    from pytest_webagent.language.phrases import Phrase
    from pytest_webagent.language.terms import Token
    from pytest_webagent.page.places import Place

_LONGEST_NAME: Final = 12
"""Most words of a text that is what an element is called."""
_NO_THINGS: Final = (lexicon.PAGES | frozenset(lexicon.ROLES)) - lexicon.THINGS
"""Nouns that never mean the things of a list that nothing is called so: "the last page"."""
_PAIR: Final = 2
_ALSO_CALLED: Final = lexicon.stemmed("button link icon symbol sign tab menu option item entry")
"""What people call whatever can be clicked."""
_PICTURES: Final = {stem(word): stem(name) for word, name in lexicon.PICTURES.items()}
_PARTS_OF_VIEW: Final = frozenset(("top", "upper", "bottom", "lower", "left", "right", "corner"))
_CREATING: Final = frozenset((stem("create"),))
_THIRD: Final = 0.34
_LEADING: Final = lexicon.stemmed("go proceed open view show see read learn more about here click")
"""Words of a name that only say that it leads to what else it says."""
_BARE: Final = lexicon.stemmed("new named called labelled own corresponding main")
_SOFT: Final = lexicon.ADD_NOTHING | _BARE
"""Words of a phrase that need not be explained."""


class Match(NamedTuple):
    """An element that a phrase may mean."""

    place: Place
    name: str
    """What it is called, in the words that the phrase explains best."""
    surplus: frozenset[str]
    """The terms of its name that the phrase does not say."""
    rank: tuple[int, ...]
    """The least is the best."""


def matches(
    look: Resolver, said: Sequence[Token], places: Iterable[Place], verb: frozenset[str] = frozenset()
) -> list[Match]:
    """Those of some elements that a phrase explains best, in the order of the page; several where they are as good.

    Args:
        look: The page.
        said: The phrase.
        places: The elements to choose from.
        verb: What their names say beside what the phrase names: "remove" of "Remove Blue Mug".

    Raises:
        Unclear: the row or card that it names is one of several.
    """
    head, pieces = _parted(said)
    asked = look.phrase(said)
    own = look.phrase(head)
    if asked.number is not None or asked.denied or own.best is not None:
        # Several, others, or one of a list.
        return []
    among = list(places)
    found: list[Match] = []
    for inside, explained in _holders(look, said, pieces):
        # "The box for 'Tea'" names a box; of "the second box" all are looked at first.
        wanted = look.wanted(asked) - explained
        held = [
            each for each in among if inside is None or inside in (each.at, *look.page.ancestors(each.at))
        ]
        found = [
            match for each in held if (match := _match(look, each, asked, own, wanted, verb)) is not None
        ]
        if found:
            break
    least = min((each.rank for each in found), default=())
    best = [each for each in found if each.rank == least]
    if own.ordinal is None:
        return best
    nth = own.ordinal - 1 if own.ordinal > 0 else own.ordinal
    # "The first name" is no way to speak of the only field "Name".
    return [best[nth]] if len(best) > 1 and -len(best) <= nth < len(best) else []


def things(look: Resolver, said: Sequence[Token]) -> tuple[Place, ...]:
    """The things of a list that a phrase means: "the second mail", "the cheapest mug", "Blue Mug", "all open orders".

    Raises:
        Absent: no list has such things.
        Unclear: several lists have, or one is meant and several fit.
    """
    head, pieces = _parted(said)
    asked, own = look.phrase(said), look.phrase(head)
    if asked.denied:
        raise Absent(asked.said)
    picks = own.ordinal is not None or asked.best is not None
    if not picks:
        for piece in pieces:
            if look.phrase(piece).ordinal is not None:
                raise Absent(asked.said)
        if not (asked.every or asked.number):
            return _named(look, asked)
        items = _listed(look, asked)
        if any(each.word == "both" for each in said) and len(items) != _PAIR:
            raise Absent(asked.said)
        return items
    bare = replace(asked, ordinal=None, best=None)
    if asked.best is not None and asked.best.column:
        bare = replace(bare, head=tuple(each for each in bare.head if each not in asked.best.column))
    if not bare.words:
        bare = replace(bare, head=("item",))
    items = _listed(look, bare)
    if asked.best is not None:
        return (ranked(look, items, asked.best)[0],)
    number = own.ordinal or asked.ordinal or 1
    nth = number - 1 if number > 0 else number
    if not -len(items) <= nth < len(items):
        raise Absent(asked.said)
    return (items[nth],)


def _named(look: Resolver, asked: Phrase) -> tuple[Place, ...]:
    """The one thing that is called so, or whose texts say so.

    Raises:
        Absent: there is none.
        Unclear: there are several.
    """
    if not look.wanted(asked) - lexicon.THINGS:
        raise Absent(asked.said)
    found = {each.at: each for selection in look.selections(asked) for each in selection.items}
    if not found and (passing := look.passing(asked)) is not None:
        return (passing,)
    if not found:
        raise Absent(asked.said)
    if len(found) > 1:
        raise ambiguous(asked.said, [look.name(each).text for each in found.values()])
    return tuple(found.values())


def _parted(said: Sequence[Token]) -> tuple[list[Token], list[list[Token]]]:
    """A phrase without what stands behind its prepositions, and each piece of that."""
    pieces: list[list[Token]] = [[]]
    for token in said:
        if token.word in lexicon.PREPOSITIONS | lexicon.RELATIVES:
            pieces.append([])
        else:
            pieces[-1].append(token)
    return pieces[0], [each for each in pieces[1:] if each]


def _holders(
    look: Resolver, said: Sequence[Token], places: Sequence[Sequence[Token]]
) -> Iterator[tuple[int | None, frozenset[str]]]:
    """The row or card that the words may mean which an element stands in, and the words that this explains; first none, if none is picked."""
    for each in places:
        asked = look.phrase(each)
        if asked.ordinal is not None or asked.best is not None:
            (item,) = things(look, each)
            yield item.at, asked.words
            return
    yield None, frozenset()
    for at in range(1, len(said)):
        # "The star of the mail from Sam": only a long text may say which is meant.
        if said[at - 1].word not in lexicon.PREPOSITIONS | lexicon.RELATIVES:
            continue
        asked = look.phrase(said[at:])
        try:
            (item,) = _named(look, asked)
        except Unclear:
            continue
        yield item.at, asked.words


def _listed(look: Resolver, asked: Phrase) -> tuple[Place, ...]:
    """The things that a noun means; those of the only list of the page, where nothing on it is called so."""
    try:
        return look.selection(asked).items
    except Absent:
        main = [each for each in look.listings if not each.lone_controls() and not look.aside(each.items[0])]
        main = [each for each in main if len(each.items) > 1]
        if len(main) != 1 or asked.rest or asked.quoted or asked.noun in _NO_THINGS:
            raise
        return main[0].items


def _match(
    look: Resolver, place: Place, asked: Phrase, own: Phrase, wanted: frozenset[str], verb: frozenset[str]
) -> Match | None:
    element = place.element
    kinds = frozenset(word for word in wanted if element.role in lexicon.ROLES.get(word, frozenset()))
    loosely = (
        _ALSO_CALLED & wanted & own.words
        if element.clickable or element.role in BUTTONS | {"link", "tab"}
        else frozenset[str]()
    )
    if kinds:
        # "The radio button".
        loosely |= own.words & wanted & frozenset(lexicon.ROLES)
    if verb & _CREATING and place.item() is None:
        # "Compose a message" above the messages.
        wanted -= look.kinds | frozenset(
            word for word in wanted if lexicon.SYNONYMS.get(word, frozenset()) & look.kinds
        )
    if place.within(MESSAGES):
        wanted -= lexicon.MESSAGES
    called = _called(look, place)
    names = {plain(each) for each in (asked.said, *asked.quoted)}
    exact = [text for text in called if plain(text) in names]
    # Of "under the heading 'Orders'" only the name stands there.
    soft = asked.soft & lexicon.LIGHT | _SOFT | lexicon.HEADINGS & frozenset(asked.rest)
    best: Match | None = None
    for text in exact or called or [""]:
        name = term_set(text) | _symbols(text)
        hit = frozenset(word for word in wanted if _says(name, word))
        rest = look.explained(place, wanted - hit - kinds - loosely - _where(place, wanted), soft)
        only_kind = bool(kinds) and not own.words - kinds - loosely - _BARE
        if rest is None or not (verb or hit & own.words or exact or only_kind):
            continue
        surplus = term_set(text) - wanted - verb - _LEADING
        pictured = frozenset(_PICTURES) & hit - name
        if wanted and not wanted - kinds - loosely - pictured - _PARTS_OF_VIEW:
            # Nothing but its kind, its picture or where it is seen.
            surplus = frozenset()
        more = len(surplus) if element.role in FIELDS else bool(surplus)
        match = Match(place, text, surplus, (not exact, look.aside(place), more, -len(kinds), *rest))
        if best is None or match.rank < best.rank:
            best = match
    return best


def _says(name: frozenset[str], word: str) -> bool:
    """Whether a name has a word, one of its root, or what the picture that it names stands for."""
    if word in name or any(akin(word, each) for each in name):
        return True
    picture = _PICTURES.get(word, "")
    return bool(picture) and bool(name & ({picture} | lexicon.SYNONYMS.get(picture, frozenset())))


def _where(place: Place, wanted: frozenset[str]) -> frozenset[str]:
    """The words that say rightly in which part of what is seen an element is: "at the top right"."""
    box, size = place.element.box, place.page.viewport
    if box is None or not wanted & _PARTS_OF_VIEW:
        return frozenset()
    across, down = (box.x + box.width / 2) / size.width, (box.y + box.height / 2) / size.height
    found = {word for word, part in (("left", across), ("top", down), ("upper", down)) if part < _THIRD}
    found |= {
        word for word, part in (("right", across), ("bottom", down), ("lower", down)) if part > 1 - _THIRD
    }
    return frozenset({*found, "corner"} if found else found) & wanted


def _called(look: Resolver, place: Place) -> list[str]:
    """The short texts that an element is called by."""
    element = place.element
    labels: list[str] = []
    if element.role in FIELDS:
        labels += look.names.labels(place)
    elif element.role in TOGGLES and not element.name:
        beside = look.page.children(element.parent)
        after = beside[beside.index(place.at) + 1 :][:1]
        labels += [look.page.elements[at].text for at in after]
    texts = (element.name, element.placeholder, *labels, place.said, element.description)
    return [text for text in dict.fromkeys(texts) if text and len(text.split()) <= _LONGEST_NAME]


def _symbols(text: str) -> frozenset[str]:
    """The terms of what symbols are called: a star, a heart, a gear (the names of Unicode's characters)."""
    signs = [each for each in text if unicodedata.category(each) in ("So", "Sm") or each in lexicon.SIGNS]
    said = (
        f"{unicodedata.name(each, '').lower()} {lexicon.SIGNS.get(each, '')}" for each in signs if each != "x"
    )
    return term_set(" ".join(said))
