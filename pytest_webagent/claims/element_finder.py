"""The elements that a phrase names: each of its words has to be explained by the name, the kind or the place of what is meant."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_webagent.aria_roles import BUTTONS, FIELDS, MESSAGES, TABLES, TOGGLES
from pytest_webagent.claims.element_words import (
    PARTS_OF_VIEW,
    PICTURES,
    held,
    kinds_said,
    names_of,
    says,
    states_said,
    where_seen,
)
from pytest_webagent.claims.list_things import named_thing, parted, things
from pytest_webagent.claims.outcome import Unclear
from pytest_webagent.claims.page_terms import Name
from pytest_webagent.language import lexicon
from pytest_webagent.language.terms import Token, stem, term_set
from pytest_webagent.page.neighbours import neighbour
from pytest_webagent.values.plain_text import plain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from pytest_webagent.claims.resolver import Resolver
    from pytest_webagent.language.lexicon import Relation
    from pytest_webagent.language.phrases import Phrase
    from pytest_webagent.page.places import Place

ALSO_CALLED: Final = lexicon.stemmed(
    "button link icon symbol sign tab menu option item entry view filter mode one"
)
"""What people call whatever can be clicked."""
_NAMELESS: Final = Name("", "", frozenset())
_CREATING: Final = frozenset((stem("create"),))
_WITH_KINDS: Final = ALSO_CALLED | lexicon.stemmed("list field input box")
"""What people say beside the kind of a control."""
_COLUMN_HEADS: Final = frozenset(("columnheader",))
_NARROWING: Final = lexicon.stemmed("filter")
_HEADS: Final = lexicon.HEADINGS | lexicon.stemmed("column")
LEADING: Final = lexicon.stemmed("go proceed open view show see read learn more about here click")
"""Words of a name that only say that it leads to what else it says."""
_BARE: Final = lexicon.stemmed("new own corresponding main context")
_SOFT: Final = lexicon.ADD_NOTHING | _BARE
"""Words of a phrase that need not be explained."""


class Rank(NamedTuple):
    """How well a phrase explains an element; the least is the best."""

    unnamed: bool
    """Whether it is only of a kind that anything may be of, such as a card, or that belongs to a column."""
    unexplained: int
    """The words of the phrase that nothing explains, and that need not be explained."""
    aside: bool
    more: int
    """The terms of its name that the phrase does not say; of what is no field only whether there are any."""
    kinds: int
    beyond: int
    by_title: int


class Match(NamedTuple):
    """An element that a phrase may mean."""

    place: Place
    name: str
    """What it is called, in the words that the phrase explains best."""
    surplus: frozenset[str]
    """The terms of its name that the phrase does not say."""
    exact: bool
    """Whether the phrase is its name, or quotes that."""
    rank: Rank


def matches(
    look: Resolver,
    said: Sequence[Token],
    places: Iterable[Place],
    verb: frozenset[str] = frozenset(),
    *,
    better: Callable[[Match], tuple[int, ...]] | None = None,
) -> list[Match]:
    """Those of some elements that a phrase explains best, in the order of the page; several where they are as good.

    Args:
        look: The page.
        said: The phrase.
        places: The elements to choose from.
        verb: What their names say beside what the phrase names: "remove" of "Remove Blue Mug".
        better: What makes a match better than others, the least the best; empty for what is none. Else its rank, exact ones first.

    Raises:
        Unclear: the row or card that it names is one of several.
    """
    said = _unlabelled(said)
    thing, relation, anchor = related(said)
    if relation is not None:
        return _neighbours(look, (thing, relation, anchor), list(places), verb, better)
    head, pieces = parted(said)
    asked = look.phrase(said)
    own = look.phrase(head)
    if asked.number is not None or asked.denied or own.best is not None:
        # Several, others, or one of a list.
        return []
    among = list(places)
    found: list[tuple[tuple[int, ...], Match]] = []
    for inside, explained in _holders(look, said, pieces):
        # "The box for 'Tea'" names a box; of "the second box" all are looked at first.
        wanted = look.wanted(asked) - explained
        held = [
            each for each in among if inside is None or inside in (each.at, *look.page.ancestors(each.at))
        ]
        matched = [_match(look, each, asked, own, wanted, verb) for each in held]
        ranked = [
            ((not each.exact, *each.rank) if better is None else better(each), each)
            for each in matched
            if each is not None
        ]
        found = [each for each in ranked if each[0]]
        if found:
            break
    least = min((rank for rank, _ in found), default=())
    best = [each for rank, each in found if rank == least]
    if own.ordinal is None:
        return best
    nth = own.ordinal - 1 if own.ordinal > 0 else own.ordinal
    # "The first name" is no way to speak of the only field "Name".
    return [best[nth]] if len(best) > 1 and -len(best) <= nth < len(best) else []


def _unlabelled(said: Sequence[Token]) -> list[Token]:
    """The tokens without what joins a thing and its name: "the button that says 'Save'", "the field called Email"."""
    found: list[Token] = []
    for token in said:
        kept = found[:-1] if found and found[-1].word in lexicon.RELATIVES else found
        if token.word in lexicon.NAMING and kept and stem(kept[-1].word) in lexicon.ROLES:
            found = list(kept)
        else:
            found.append(token)
    return found


def related(said: Sequence[Token]) -> tuple[Sequence[Token], Relation | None, Sequence[Token]]:
    """What a phrase names, on which side of something else that is, and what that is: "the icon to the right of 'Search'"."""
    words = [each.word for each in said]
    for at in range(len(words)):
        for wording, relation in lexicon.NEIGHBOURS.items():
            if tuple(words[at : at + len(wording)]) == wording and at + len(wording) < len(words):
                if at and words[at - 1] in PARTS_OF_VIEW:
                    # "At the bottom right of the form".
                    break
                return said[:at], relation, said[at + len(wording) :]
    return said, None, ()


def _neighbours(
    look: Resolver,
    related: tuple[Sequence[Token], Relation, Sequence[Token]],
    places: Sequence[Place],
    verb: frozenset[str],
    better: Callable[[Match], tuple[int, ...]] | None,
) -> list[Match]:
    """What stands in the row or under the heading that is named, or else on that side of what is."""
    thing, relation, anchor = related
    found = matches(look, thing, places, verb, better=better) if thing else []
    asked = look.phrase(anchor)
    if asked.denied:
        return []
    anchors = [each.place for each in matches(look, anchor, look.shown) if not each.surplus]
    named = {each.at for each in anchors}
    if named & {each.place.at for each in found if each.place.element.role in FIELDS | TOGGLES}:
        # "The field next to Email" may be the one that its label stands next to.
        return []
    others = [each for each in found if each.place.at not in named]
    if relation in ("beside", "below"):
        under = [(rest, each) for each in others if (rest := _stands_by(look, each.place, asked)) is not None]
        if under:
            least = min(rest for rest, _ in under)
            return [each for rest, each in under if rest == least]
    picked = {neighbour(each, [one.place for one in others], relation) for each in anchors}
    return [each for each in others if picked == {each.place}]


def _stands_by(look: Resolver, place: Place, asked: Phrase) -> int | None:
    """How many words more the names have that explain a phrase, of the row, card or heading that something stands in or under."""
    wanted = look.wanted(asked) - frozenset(lexicon.ROLES) - _SOFT
    # "Under the review 'Too loud'": what is quoted is one name, and others say the rest.
    named = term_set(" ".join(asked.quoted)) or wanted
    names = [each for _, each in look.around(place)]
    found = [len(each - wanted) for each in names if named and named <= each]
    return min(found) if found and wanted <= frozenset().union(*names) else None


def _holders(
    look: Resolver, said: Sequence[Token], places: Sequence[Sequence[Token]]
) -> Iterator[tuple[int | None, frozenset[str]]]:
    """The row or card that the words may mean which an element stands in, and the words that this explains; first none, if none is picked."""
    for each in places:
        asked = look.phrase(each)
        if asked.ordinal is not None or asked.best is not None:
            # "The second item in the sidebar" is none of all items, if what follows tells a list.
            start = next((at for at, token in enumerate(said) if token is each[0]), len(said))
            with suppress(Unclear):
                (item,) = things(look, said[start:])
                yield item.at, look.phrase(said[start:]).words
                return
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
            (item,) = named_thing(look, asked)
        except Unclear:
            continue
        yield item.at, asked.words


def _said_beside(place: Place, head: frozenset[str], kinds: frozenset[str]) -> frozenset[str]:
    """The nouns that people say beside what something is called, without telling it from others."""
    element = place.element
    if element.role in FIELDS | TOGGLES:
        # "The radio button", "the dropdown list", "the status filter", "the name column".
        found = _WITH_KINDS if kinds & head else _NARROWING
        return head & (
            found | _HEADS if place.within(_COLUMN_HEADS) is not None or _for_column(place) else found
        )
    pressed = element.clickable or element.role in BUTTONS | {"link", "tab"}
    return ALSO_CALLED & head if pressed else frozenset()


def _for_column(place: Place) -> bool:
    """Whether a control has the name of a column, which it may show or hide."""
    heads = (each for each in place.page.elements if each.role in _COLUMN_HEADS)
    return any(plain(each.name) == plain(place.element.name) for each in heads)


def _beside_table(look: Resolver, place: Place, words: frozenset[str]) -> frozenset[str]:
    """The words for the one table or calendar that has the controls beside it: "the Day button of the calendar"."""
    meant = frozenset(word for word in words if lexicon.ROLES.get(word, frozenset()) & TABLES)
    if not meant:
        return meant
    tables = [each for each in look.shown if each.element.role in TABLES]
    outer = [each for each in tables if not any(one.at in look.page.ancestors(each.at) for one in tables)]
    if len(outer) != 1:
        return frozenset()
    around = set(look.page.ancestors(outer[0].at))
    shared = next((at for at in look.page.ancestors(place.at) if at in around), None)
    apart = shared is not None and look.page.elements[shared].parent is not None
    return meant if apart and look.page.elements[shared or 0].role != "main" else frozenset()


def _to_explain(look: Resolver, place: Place, wanted: frozenset[str], verb: frozenset[str]) -> frozenset[str]:
    """The words of a phrase without those for what is created, or for the message that something stands in."""
    if verb & _CREATING and place.item() is None:
        # "Compose a message" above the messages.
        wanted -= look.kinds | frozenset(
            word for word in wanted if lexicon.SYNONYMS.get(word, frozenset()) & look.kinds
        )
    if wanted & lexicon.MESSAGES and place.within(MESSAGES):
        wanted -= lexicon.MESSAGES
    return wanted


def _match(
    look: Resolver, place: Place, asked: Phrase, own: Phrase, wanted: frozenset[str], verb: frozenset[str]
) -> Match | None:
    element, head, kinds = place.element, frozenset(own.head), kinds_said(look, place, wanted)
    loosely = _said_beside(place, head, kinds)
    wanted = _to_explain(look, place, wanted, verb)
    called = names_of(look, place)
    names = {asked.compared, *map(plain, own.quoted)}
    exact = [each for each in called if each.compared in names]
    free = (
        lexicon.ANYTHING
        | _HEADS & frozenset(asked.rest)
        | (look.unmarked - (lexicon.LOOKS - head | lexicon.WHOLES & head))
    )
    free |= states_said(look, place, asked) | _beside_table(look, place, frozenset(asked.rest))
    # "The new todo field" of a page of todos names no more than the kind, either.
    only_kind = bool(kinds) and not own.quoted and not own.words - kinds - loosely - _BARE - free - look.title
    best: Match | None = None
    for text, _, terms in exact or [each for each in called if each.short] or [_NAMELESS]:
        hit = frozenset(word for word in wanted if says(terms, word))
        if element.role not in BUTTONS | {"link", "img"}:
            # A tab that says "Notifications" is no bell.
            hit -= PICTURES.keys() - terms
        if not (verb or hit & own.words or exact or only_kind):
            continue
        left = wanted - hit - kinds - loosely - free
        if head & left & frozenset(lexicon.ROLES) - lexicon.THINGS:
            # It is something else of this name.
            continue
        left -= where_seen(place, left) | held(place) - head
        rest = look.explained(place, left, asked.soft & lexicon.LIGHT | _SOFT)
        if rest is None:
            continue
        unexplained, beyond, by_title = rest
        surplus = term_set(text) - wanted - verb - LEADING
        pictured = {*PICTURES, "arrow"} & hit - term_set(text)
        told = wanted and not wanted - kinds - loosely - pictured - PARTS_OF_VIEW
        if told or (only_kind and not hit & own.words):
            # Nothing but its kind, its picture or where it is seen.
            surplus = frozenset()
        more = len(surplus) if element.role in FIELDS else bool(surplus)
        match = Match(
            place,
            text if exact or hit else "",
            surplus,
            bool(exact),
            Rank(
                not hit - kinds and (element.role == "generic" or place.within(_COLUMN_HEADS) is not None),
                unexplained,
                look.aside(place),
                more,
                -len(kinds) - (stem(element.role) in head),
                beyond,
                by_title,
            ),
        )
        if best is None or match.rank < best.rank:
            best = match
    return best
