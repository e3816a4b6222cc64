"""Words to an element, without any model: by its role, its name and what surrounds it.

A description is taken only where every word of it is accounted for: by the name of an element, by what kind of thing it
is, by a state it is in, or by a place that the page has. Where words are left over, or fit two elements, there is no
answer: an element that is only likely would be clicked.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_webagent.aria_roles import TEXT_FIELDS, TOGGLES
from pytest_webagent.grounding.words.page import EQUAL, LITERAL, LOOSE, Page
from pytest_webagent.grounding.words.places import ALL, NOT, Places, sides_of, spoken
from pytest_webagent.grounding.words.reading import Reading, by_kind, by_name
from pytest_webagent.grounding.words.text import loose, name_of, normal, tokens_of, words_of
from pytest_webagent.grounding.words.vocabulary import (
    COUNTED_PLACES,
    ELSEWHERE,
    FILLERS,
    HANDLED,
    LOOKS,
    NEGATIONS,
    PARTLY_NAMED,
    SEARCH,
    STATES,
    UNSAID,
    Kind,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pytest_webagent.observation import Element, Observation, Point

_LABEL = re.compile(r"^\s*(?:\[\s*\d+\s*\]|\(\s*\d+\s*\)|#\d+|\d+)[.:)]?\s+(?=\S)")
_LONGEST = 1_000
"""Characters of a description; longer ones name nothing."""
_PICTURED = frozenset(("generic", "img", "image"))
"""Roles of what is a button or link only if it can be clicked."""
_MOST_WORDS = 16
"""Words of a description that quotes nothing; what is longer is prose."""
_MOST_TOKENS = 40
_PARTLY = 1
_BY_KIND = 0
_WEIGHT: Final = {LITERAL: 1.0, EQUAL: 0.97, LOOSE: 0.85, _PARTLY: 0.7, _BY_KIND: 0.6}


class _Rank(NamedTuple):
    """How well a reading fits an element; the greater, the better."""

    control: bool
    """It is something to act on, or it was said what kind of thing it is."""
    named: int
    kind: int
    name: int
    place: int

    @property
    def fit(self) -> float:
        """The same as one number, from 0 to 1."""
        place = 1.0 if self.place == ALL else 0.95
        kind = (0.3, 0.9, 1.0)[self.kind]
        return _WEIGHT[self.name] * kind * place * (1.0 if self.control else 0.95)


class _Group(NamedTuple):
    """The elements that one reading fits equally well."""

    rank: _Rank
    indexes: list[int]


class AriaGrounder:
    """Finds the one element a description names, from what the page says about its elements."""

    def __init__(self) -> None:
        self._last: tuple[Observation, _Matcher] | None = None

    async def locate(self, description: str, observation: Observation) -> Point | None:
        """The centre of the element's box in CSS pixels of the viewport, or None where no single element is named."""
        element = self.find(description, observation)
        return None if element is None or element.box is None else element.box.center

    def find(self, description: str, observation: Observation) -> Element | None:
        """The one element the description names; None where none, or more than one, can be meant.

        Hidden elements and those without an id are never found; disabled ones are.
        """
        text = description if len(description) <= _LONGEST else ""
        matcher = self._matcher(observation)
        bare = _LABEL.sub("", text)
        index = matcher.only(normal(bare))
        if bare != text and name_of(text) and words_of(name_of(text)) in matcher.page.named:
            # What looks like the number of an element belongs to a name, or both.
            whole = matcher.only(normal(text))
            index = whole if index in (None, whole) else None
        if index is None:
            return None
        element = observation.elements[index]
        number = text.strip("[]()# \t\n")
        if number.isascii() and number.isdigit() and observation.find(int(number)) not in (None, element):
            return None
        return element

    def fit(self, description: str, element: Element, observation: Observation) -> float:
        """How well a description fits an element, from 0 (not at all) to 1 (its name, its kind and where it stands).

        From 0.5 on all words fit; below, it is the share of words that do. Two elements of the same name have the same
        fit where nothing in the description tells them apart.
        """
        text = normal(_LABEL.sub("", description[:_LONGEST]))
        matcher = self._matcher(observation)
        index = observation.index_of(element)
        if not text:
            return 0.0
        ranks = [group.rank.fit for group in matcher.groups(text) if index in group.indexes]
        return max(ranks) if ranks else matcher.overlap(text, index)

    def _matcher(self, observation: Observation) -> _Matcher:
        if self._last is None or self._last[0] is not observation:
            self._last = observation, _Matcher(Page(observation))
        return self._last[1]


class _Matcher:
    """One page, for any number of descriptions."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.places = Places(page)

    def only(self, text: str) -> int | None:
        """The one element of the best reading; None where it fits several."""
        groups = self.groups(text)
        best = max((group.rank for group in groups), default=None)
        found = {index for group in groups if group.rank == best for index in group.indexes}
        if best is None or len(found) != 1:
            return None
        index = found.pop()
        element = self.page.elements[index]
        # A text or a region that is only called the same is not what is acted on.
        meant = best.control or element.role in HANDLED or "draggable" in element.states
        return index if meant else None

    def groups(self, text: str) -> list[_Group]:
        """What the readings of a description fit."""
        tokens = tokens_of(text)
        most = _MOST_TOKENS if any(token.quoted for token in tokens) else _MOST_WORDS
        if not tokens or len(tokens) > most:
            return []
        found: list[_Group] = []
        for nearly in (False, True):
            readings = by_name(text, tokens, self.page.is_nearly_name if nearly else self.page.is_name)
            found = [
                group
                for reading in readings
                if self._possible(reading) and self._accounted(reading)
                for group in self._grouped(reading, list(self._by_name(reading, nearly=nearly)))
            ]
            if any(group.rank.control and group.rank.named == EQUAL for group in found):
                return found
        for reading in dict.fromkeys(by_kind(tokens)):
            if self._possible(reading):
                found += self._grouped(reading, list(self._by_kind(reading)))
        return found

    def _possible(self, reading: Reading) -> bool:
        return all(self.places.possible(place) for place in reading.places)

    def _accounted(self, reading: Reading) -> bool:
        """Whether the words that are neither name nor noun tell nothing that the page could."""
        adjectives = reading.quoted and not reading.stray
        return all(
            word not in self.page.vocabulary
            and word not in NEGATIONS
            and ((adjectives and word not in ELSEWHERE) or (word in LOOKS and bool(reading.kinds)))
            for word in reading.unknown
        )

    def _by_name(self, reading: Reading, *, nearly: bool) -> Iterator[tuple[int, int]]:
        literal = name_of(reading.literal)
        found: dict[int, int] = {}
        for index, name in self.page.named.get(reading.words, ()):
            found[index] = max(found.get(index, 0), LITERAL if name == literal else EQUAL)
        if nearly and not (reading.quoted and found):
            for index in self.page.nearly_named.get(loose(reading.words), ()):
                found.setdefault(index, LOOSE)
        yield from found.items()
        roles = frozenset().union(*(kind.roles for kind in reading.kinds)) & COUNTED_PLACES
        if roles:
            yield from (
                (outer, level)
                for index, level in found.items()
                for outer in self._items(index, roles, literal)
            )

    def _items(self, index: int, roles: frozenset[str], name: str) -> Iterator[int]:
        """The row or card that is called by an element in it."""
        for outer in self.page.observation.ancestors(index):
            if self.page.elements[outer].role in roles and self.page.elements[outer].id is not None:
                if name in self.places.around.item_names(outer):
                    yield outer
                return

    def _by_kind(self, reading: Reading) -> Iterator[tuple[int, int]]:
        words = [
            word
            for word in reading.unknown
            if not (word in LOOKS and reading.kinds and word not in self.page.vocabulary)
        ]
        if not words:
            roles = [kind.roles for kind in reading.kinds if kind.roles]
            if roles:
                shared = frozenset.intersection(*roles) | (
                    TEXT_FIELDS if SEARCH in reading.kinds else frozenset()
                )
                yield from ((index, _BY_KIND) for role in shared for index in self.page.by_role.get(role, ()))
            return
        of_words = [set(self.page.partly_named.get(word, ())) for word in words]
        matched = sorted(set.intersection(*of_words))
        told = {
            word
            for place in reading.places
            for token in spoken(place.tokens)
            for word in words_of(token.text)
        }
        if not reading.kinds and any(self.page.elements[index].role not in PARTLY_NAMED for index in matched):
            matched = [index for index in matched if self.page.elements[index].role not in PARTLY_NAMED]
        for index in matched:
            level = self._part(index, words, told, said=bool(reading.kinds))
            if level:
                yield index, level

    def _part(self, index: int, words: Sequence[str], told: set[str], *, said: bool) -> int:
        """How far words that are some of an element's name may stand for it; 0 where they may not."""
        role = self.page.elements[index].role
        for name in self.page.names(index):
            have = words_of(name)
            rest = set(have) - set(words)
            if not set(words) <= set(have) or rest & NEGATIONS:
                continue
            if rest and rest - FILLERS - {"of", "for", "in", "from"} <= told:
                return LOOSE
            if (role in TOGGLES and said) or (role in PARTLY_NAMED - TOGGLES and rest <= UNSAID):
                return _PARTLY
        return 0

    def _grouped(self, reading: Reading, found: list[tuple[int, int]]) -> list[_Group]:
        """The elements that fit all of a reading, by how well they do."""
        ranks: dict[int, _Rank] = {}
        for index, level in found:
            rank = self._rank(reading, index, level)
            if rank is not None and (index not in ranks or ranks[index] < rank):
                ranks[index] = rank
        left = self._apart(list(ranks))
        for place in reading.places:
            if place.relation not in ("in", "holding"):
                left = self.places.beside(left, place)
        by_rank: dict[_Rank, list[int]] = {}
        for index in sorted(left):
            by_rank.setdefault(ranks[index], []).append(index)
        groups = [_Group(rank, by_rank[rank]) for rank in sorted(by_rank, reverse=True)]
        if reading.ordinal and all(self.page.elements[index].role in COUNTED_PLACES for index in left):
            chosen = [index for index in left if self.places.is_number(index, reading.ordinal)]
            return [_Group(ranks[chosen[0]], chosen)] if chosen else []
        if reading.ordinal:
            return [
                _Group(rank, chosen)
                for rank, indexes in groups[:1]
                if (chosen := _nth(indexes, reading.ordinal))
            ]
        sides = (*reading.sides, *(side for place in reading.places for side in sides_of(place)))
        return [_Group(rank, self._seen(self.places.at_sides(indexes, sides))) for rank, indexes in groups]

    def _rank(self, reading: Reading, index: int, level: int) -> _Rank | None:
        element = self.page.elements[index]
        kind = min((self._is_kind(index, kind) for kind in reading.kinds), default=2)
        if not kind or not all(_in_state(element, state) for state in reading.states):
            return None
        fits = [
            self.places.fits(index, place) for place in reading.places if place.relation in ("in", "holding")
        ]
        if NOT in fits:
            return None
        return _Rank(
            control=bool(reading.kinds) or self.page.is_control(index),
            named=min(level, EQUAL),
            kind=kind,
            name=level,
            place=min(fits, default=ALL),
        )

    def _is_kind(self, index: int, kind: Kind) -> int:
        element = self.page.elements[index]
        if kind is SEARCH and element.role in TEXT_FIELDS - {"searchbox"}:
            ancestors = self.page.observation.ancestors(index)
            named = any("search" in words_of(name) for name in self.page.names(index))
            return 2 if named or any(self.page.elements[at].role == "search" for at in ancestors) else 0
        if not kind.roles or element.role in kind.roles:
            return 2
        return int(element.role in kind.also and (element.clickable or element.role not in _PICTURED))

    def _apart(self, indexes: list[int]) -> list[int]:
        """The elements without those that are only the shell or the filling of another one of the same name."""
        chosen = set(indexes)
        for index in indexes:
            for outer in self.page.observation.ancestors(index):
                if (
                    outer in chosen
                    and index in chosen
                    and set(self.page.names(outer)) & set(self.page.names(index))
                ):
                    inner_acts = self.page.is_control(index) or not self.page.is_control(outer)
                    chosen.discard(outer if inner_acts else index)
        return [index for index in indexes if index in chosen]

    def _seen(self, indexes: list[int]) -> list[int]:
        """Of several elements the one that nothing covers, where that is known and the others are covered."""
        uncovered = self.page.observation.uncovered
        if len(indexes) < 2 or not uncovered:
            return indexes
        elements = self.page.elements
        left = [at for at in indexes if elements[at].id in uncovered or not elements[at].in_viewport]
        return left if len(left) == 1 else indexes

    def overlap(self, text: str, index: int) -> float:
        """How many of the words of a description and of an element's names are the same, from 0 to less than 0.5."""
        said = {word for token in tokens_of(text)[:_MOST_TOKENS] for word in words_of(token.text)} - FILLERS
        names = [set(words_of(name)) for name in self.page.names(index)]
        shares = [2 * len(said & have) / (len(said) + len(have)) for have in names if have and said]
        return 0.49 * max(shares, default=0.0)


def _in_state(element: Element, word: str) -> bool:
    wanted, states = STATES[word]
    have = {state for full in element.states for state in (full, full.partition("=")[0].partition(":")[0])}
    if word in ("unchecked", "unticked"):
        return element.role in TOGGLES and not have & states
    return bool(have & states) == wanted


def _nth(indexes: list[int], ordinal: int) -> list[int]:
    """The one that is counted to; none where there is nothing to count."""
    place = ordinal - 1 if ordinal > 0 else len(indexes) + ordinal
    return [indexes[place]] if len(indexes) > 1 and 0 <= place < len(indexes) else []
