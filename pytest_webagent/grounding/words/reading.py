"""What a description may mean: readings of it, each with a name and what is said about the thing of that name."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING, TypeVar

from pytest_webagent.aria_roles import TOGGLES
from pytest_webagent.grounding.words.text import Token, words_of
from pytest_webagent.grounding.words.vocabulary import (
    AFTER_DEEDS,
    CONNECTORS,
    CONTAINERS,
    COUNTED_PLACES,
    DEEDS,
    FILLERS,
    LONGEST_PHRASE,
    NO_ORDINAL_BEFORE,
    NOUNS,
    RELATIONS,
    SIDE_NOUNS,
    SIDES,
    STATES,
    Kind,
    Relation,
    Side,
    ordinal_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

T = TypeVar("T")
_MOST_RELATIONS = 4
_LONGEST_PLACE = 8


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands, in words."""

    relation: Relation
    tokens: tuple[Token, ...]
    whole: bool = False
    """Whether the words must be all of the place's name: where no preposition says that they are a place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """One way to understand a description."""

    words: tuple[str, ...] = ()
    """The words of the name; none where only a kind is said."""
    literal: str = ""
    """The name as it is written."""
    quoted: bool = False
    kinds: tuple[Kind, ...] = ()
    ordinal: int = 0
    """Which one of several, -1 is the last; 0 where it is not said."""
    states: tuple[str, ...] = ()
    sides: tuple[Side, ...] = ()
    unknown: tuple[str, ...] = ()
    """Words that are none of these."""
    stray: bool = False
    """Whether some of those stand where no adjective does: behind the noun, or behind the name."""
    places: tuple[Place, ...] = ()


def by_name(
    text: str, tokens: Sequence[Token], is_name: Callable[[tuple[str, ...]], bool]
) -> Iterator[Reading]:
    """The readings in which some of the words are a name that the page has."""
    for start, end in _spans(tokens):
        said = tokens[start:end]
        words = words_of(said[0].text) if said[0].quoted else tuple(token.text for token in said)
        if not is_name(words) or (start and _is_name_of_person(tokens[start - 1], said[0])):
            continue
        literal = said[0].text if said[0].quoted else text[said[0].start : said[-1].end]
        for rest in _around(tokens[:start], tokens[end:]):
            yield replace(rest, words=words, literal=literal, quoted=said[0].quoted)


def by_kind(tokens: Sequence[Token]) -> Iterator[Reading]:
    """The readings without a name of the page: a kind of element, and words that may be a part of its name."""
    if not tokens:
        return
    # The name, if there is one, may go on behind a word that could also say where it stands.
    ends = [*(at for at, _, _ in _relations(tokens)), len(tokens)][: _MOST_RELATIONS + 1]
    for end in ends:
        for place, head in _lefts(tokens[:end]):
            for rest in dict.fromkeys((_plain(head), _with_last_noun(head))):
                if rest is None or not (rest.unknown or _says_enough(rest, tokens, end == ends[0])):
                    continue
                if place is None or rest.unknown or not place.whole or _is_toggle(rest):
                    yield from _with_places(rest, place, tokens[end:])


def _says_enough(reading: Reading, tokens: Sequence[Token], whole: bool) -> bool:
    """Whether a kind alone can say what is meant.

    One word may be the name of something that is not there, and so may "enabled"; `whole` is false where a word for a
    place would be passed over.
    """
    return whole and len(tokens) > 1 and "enabled" not in reading.states


def _is_toggle(reading: Reading) -> bool:
    """Whether a thing without a name is meant by its row: "the Alice checkbox"."""
    return any(kind.roles and kind.roles <= TOGGLES for kind in reading.kinds)


def _spans(tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    for start, token in enumerate(tokens):
        yield start, start + 1
        if token.quoted:
            continue
        for end in range(start + 2, len(tokens) + 1):
            if tokens[end - 1].quoted:
                break
            yield start, end


def _around(left: Sequence[Token], right: Sequence[Token]) -> Iterator[Reading]:
    """The readings of what stands before and behind a name."""
    first = next((at for at, _, _ in _relations(right)), len(right))
    behind = _plain(right[:first])
    if behind is None:
        return
    if any(relation not in ("in", "holding") for _, _, relation in _relations(left)):
        # It is the neighbour of what is named.
        return
    for place, head in _lefts(left):
        before = _plain(head)
        if before is None or (before.ordinal and behind.ordinal):
            continue
        rest = Reading(
            kinds=before.kinds + behind.kinds,
            ordinal=before.ordinal or behind.ordinal,
            states=before.states + behind.states,
            sides=before.sides + behind.sides,
            unknown=before.unknown + behind.unknown,
            stray=before.stray or bool(behind.unknown),
        )
        yield from _with_places(rest, place, right[first:])


def _with_places(rest: Reading, place: Place | None, tail: Sequence[Token]) -> Iterator[Reading]:
    before = () if place is None else (place,)
    for places in _places(tail):
        yield replace(rest, places=before + places)


def _lefts(tokens: Sequence[Token]) -> Iterator[tuple[Place | None, Sequence[Token]]]:
    """The ways to part what stands before a name into a place and the rest: "row 3's", "in the form,", "footer"."""
    tokens = _without_deed(tokens)
    owned = [at for at, token in enumerate(tokens) if token.text.endswith("'s") and not token.quoted]
    if owned:
        at = owned[-1]
        owner = tokens[at]._replace(text=tokens[at].text.removesuffix("'s"))
        yield Place("in", (*tokens[:at], owner)), tokens[at + 1 :]
        return
    yield None, tokens
    opening = _phrase(RELATIONS, tokens, _skip(tokens))
    if opening is not None and opening[1] == "in":
        for at in range(opening[0] + 1, len(tokens) + 1):
            if at < len(tokens) and tokens[at].after_comma:
                yield Place("in", tuple(tokens[opening[0] : at])), tokens[at:]
        return
    start = _skip(tokens)
    for at in range(start + 1, min(len(tokens), start + _LONGEST_PLACE) + 1):
        yield Place("in", tuple(tokens[start:at]), whole=True), tokens[at:]


def _without_deed(tokens: Sequence[Token]) -> Sequence[Token]:
    start = 1 if tokens and tokens[0].text == "please" else 0
    if len(tokens) > start and tokens[start].text in DEEDS and not tokens[start].quoted:
        start += 1
        if len(tokens) > start and tokens[start].text in AFTER_DEEDS:
            start += 1
        return tokens[start:]
    return tokens


def _skip(tokens: Sequence[Token]) -> int:
    at = 0
    while at < len(tokens) and tokens[at].text in FILLERS and not tokens[at].quoted:
        at += 1
    return at


def _plain(tokens: Sequence[Token]) -> Reading | None:
    """What words that are no name and no place say; None where they cannot be about one thing."""
    kinds: list[Kind] = []
    states: list[str] = []
    sides: list[Side] = []
    unknown: list[str] = []
    ordinal = at = 0
    stray = False
    while at < len(tokens):
        token = tokens[at]
        if token.quoted:
            return None
        noun = _phrase(NOUNS, tokens, at)
        if token.text in FILLERS or (kinds and token.text in CONNECTORS):
            at += 1
        elif noun is not None:
            kinds.append(noun[1])
            at = noun[0]
            if not ordinal and noun[1].roles & COUNTED_PLACES and at < len(tokens) and _digits(tokens[at]):
                ordinal = int(tokens[at].text)
                at += 1
        else:
            if _is_ordinal(tokens, at):
                if ordinal:
                    return None
                ordinal = ordinal_of(token.text)
            elif token.text in STATES:
                states.append(token.text)
            elif token.text in SIDES:
                sides.append(SIDES[token.text])
            elif not (sides and token.text in SIDE_NOUNS):
                unknown.append(token.text)
                stray = stray or bool(kinds)
            at += 1
    return Reading(
        kinds=tuple(kinds),
        ordinal=ordinal,
        states=tuple(states),
        sides=tuple(sides),
        unknown=tuple(unknown),
        stray=stray,
    )


def _with_last_noun(tokens: Sequence[Token]) -> Reading | None:
    """The same, where only a noun at the end says what is meant: "select all" is the name of a checkbox."""
    for start in range(max(len(tokens) - LONGEST_PHRASE, 0), len(tokens)):
        noun = _phrase(NOUNS, tokens, start)
        if noun is not None and noun[0] == len(tokens):
            if any(token.quoted for token in tokens):
                return None
            words = tuple(token.text for token in tokens[_skip(tokens) : start])
            return Reading(kinds=(noun[1],), unknown=words) if words else None
    return None


def _digits(token: Token) -> bool:
    return (
        not token.quoted
        and token.text.isascii()
        and token.text.isdigit()
        and 0 < int(token.text[:5]) < 10_000
    )


def _is_ordinal(tokens: Sequence[Token], at: int) -> bool:
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    return ordinal_of(tokens[at].text) != 0 and not (following and _is_name_of_person(tokens[at], following))


def _is_name_of_person(before: Token, word: Token) -> bool:
    """Whether two words are "first name", which is no name that comes first."""
    return not word.quoted and word.text in NO_ORDINAL_BEFORE and before.text in ("first", "last")


def _places(tail: Sequence[Token]) -> Iterator[tuple[Place, ...]]:
    """The ways to part what stands behind a thing into places; a place's own name may hold a preposition."""
    if not tail:
        yield ()
        return
    found = _relations(tail)
    later = found[1 : _MOST_RELATIONS + 1]
    for count in range(len(later) + 1):
        for chosen in combinations(later, count):
            parts = [found[0], *chosen]
            ends = [start for start, _, _ in parts[1:]] + [len(tail)]
            places = tuple(
                Place(relation, tuple(tail[behind:end]))
                for (_, behind, relation), end in zip(parts, ends, strict=True)
            )
            if all(place.tokens for place in places):
                yield places


def _relations(tokens: Sequence[Token]) -> list[tuple[int, int, Relation]]:
    """Where words stand that say where something is: their first, what follows them, and what they say."""
    found: list[tuple[int, int, Relation]] = []
    at = 0
    while at < len(tokens):
        phrase = _phrase(RELATIONS, tokens, at)
        if phrase is not None:
            found.append((at, *phrase))
            at = phrase[0]
        else:
            at += 1
    return found


def _phrase(table: Mapping[tuple[str, ...], T], tokens: Sequence[Token], at: int) -> tuple[int, T] | None:
    """The longest phrase of a table that begins at a token: what follows it, and its entry."""
    for end in range(min(len(tokens), at + LONGEST_PHRASE), at, -1):
        if any(token.quoted for token in tokens[at:end]):
            continue
        entry = table.get(tuple(token.text for token in tokens[at:end]))
        if entry is not None:
            return end, entry
    return None


def without_relation(tokens: Sequence[Token]) -> Sequence[Token]:
    """The words behind a preposition they begin with, if they do: those of "row" in "row with Alice"."""
    opening = _phrase(RELATIONS, tokens, 0)
    return tokens[opening[0] :] if opening is not None and opening[1] in ("in", "holding") else tokens


def place_noun(tokens: Sequence[Token]) -> tuple[frozenset[str] | None, list[Token]]:
    """The roles of what a place is called at its end or beginning, and the other words; None where it is not said."""
    for end in range(min(len(tokens), LONGEST_PHRASE), 0, -1):
        for part, rest in ((tokens[-end:], tokens[:-end]), (tokens[:end], tokens[end:])):
            roles = CONTAINERS.get(tuple(token.text for token in part))
            if roles is not None and not any(token.quoted for token in part):
                return roles, list(rest)
    return None, list(tokens)
