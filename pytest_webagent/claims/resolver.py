"""What a phrase means on a page: a value, the things of a list, what one of them is called or says."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_webagent.aria_roles import BUTTONS, CONTROLS, FIELDS
from pytest_webagent.claims.outcome import Absent, Outcome, ambiguous
from pytest_webagent.claims.thing_terms import ThingTerms, thing_terms
from pytest_webagent.language import lexicon
from pytest_webagent.language.terms import is_plural, stem, term_set
from pytest_webagent.language.words import STOP, negated
from pytest_webagent.language.words import words as words_of
from pytest_webagent.page.lists import PIECES, kinds, outermost
from pytest_webagent.page.names import item_texts
from pytest_webagent.values.money import prices
from pytest_webagent.values.plain_text import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.language.phrases import Phrase
    from pytest_webagent.observation import Observation
    from pytest_webagent.page.labelled import Labelled
    from pytest_webagent.page.lists import Listing
    from pytest_webagent.page.places import Place

from pytest_webagent.claims.value_finder import (
    Candidate,
    ValueFinder,
    best_candidate,
    kind_of,
    read_off,
)

_DASH: Final = re.compile(r"\s[–—·•|]\s")
_SINCE: Final = lexicon.PREPOSITIONS | {"since"}
_ENOUGH: Final = 2
"""Fewest words by which a thing is known from its long texts."""
_WHERE: Final = lexicon.stemmed("sidebar table list dialog popup window modal form menu navigation")
"""Words for parts of a page that hold what is meant."""


_CALLED: Final = 1
_NAMES: Final = frozenset(("heading", "link", "cell", "rowheader", "term"))
"""Roles of what says a name and nothing else."""


class Selection(NamedTuple):
    """A list that a phrase may speak of, and those of its things that are meant."""

    listing: Listing
    items: tuple[Place, ...]
    rank: tuple[int, ...]
    """How surely the list is called what the phrase says, and that nothing else is; the least is the surest."""

    @property
    def surely_called(self) -> bool:
        """Whether something says that its things are what the noun of the phrase says."""
        return self.rank[0] <= _CALLED


class Said(NamedTuple):
    """Which of the words of a phrase a thing says, and how many more its name has."""

    words: frozenset[str]
    surplus: int
    named: frozenset[str]
    """The terms of its name."""


class Resolver(ValueFinder):
    """Looks phrases up on one page."""

    def __init__(self, page: Observation, remembered: str = "") -> None:
        super().__init__(page, remembered)
        self._terms: dict[int, ThingTerms] = {}

    def selections(self, asked: Phrase) -> list[Selection]:
        """The lists that a phrase may speak of, with those of their things that are meant; the best explained only."""
        found = [found for each in self.listings if (found := self._selected(each, asked)) is not None]
        least = min((each.rank for each in found), default=())
        best = [each for each in found if each.rank == least]
        outer = {each.at for each in outermost(each.listing for each in best)}
        return [each for each in best if each.listing.at in outer]

    def selection(self, asked: Phrase) -> Selection:
        """The one list that a phrase speaks of.

        Raises:
            Absent: there is none.
            Unclear: there are several.
        """
        found = self.selections(asked)
        tables = [each for each in found if each.listing.table]
        if len(found) > 1 and len(tables) == 1:
            found = tables
        found = [each for each in found if asked.number in (None, len(each.items))]
        if not found:
            raise Absent(asked.said)
        if len(found) > 1:
            raise ambiguous(asked.said, [f"{len(each.items)} from {each.items[0].said}" for each in found])
        return found[0]

    def _selected(self, listing: Listing, asked: Phrase) -> Selection | None:
        wanted, denied = self.wanted(asked), frozenset(asked.denied)
        if not self._inside(listing.items[0], asked):
            return None
        if asked.noun == "row" and not listing.table and any(each.table for each in self.listings):
            return None
        anywhere = lexicon.THINGS | lexicon.PAGES | frozenset(lexicon.ROLES) | self.title
        anywhere |= self.chosen_kinds if self.main_listings == (listing,) else frozenset()
        free = wanted & (listing.words | anywhere)
        free |= _kinds_in(wanted, listing)
        said = [self.says(each, wanted, listing) for each in listing.items]
        anything = frozenset().union(*(each.words for each in said))
        # Nothing of it may be on the page, though nothing need be.
        nothing = bool(wanted) and not wanted & (free | anything)
        if nothing or wanted - free - anything - asked.soft:
            return None
        left_out = (
            [denied <= self.says(each, denied, listing).words for each in listing.items] if denied else []
        )
        if denied and not any(left_out):
            return None
        need = self._telling(listing, said, (wanted - free) & anything)
        kept = [
            (item, each)
            for at, (item, each) in enumerate(zip(listing.items, said, strict=True))
            if need <= each.words and not (left_out and left_out[at])
        ]
        items = self._most_exact(kept, need, asked.noun)
        rank = self._rank(listing, items, need, asked.noun) if items else None
        if rank is None:
            return None
        placed = bool(need - frozenset(asked.head))
        # What is called so comes before what only says so somewhere: a book before the shelf it stands on.
        named = all(each.named >= need for item, each in kept if item in items)
        ranks = (rank, self.aside(items[0]), not named, placed, listing.lone_controls())
        return Selection(listing, items, ranks)

    def _telling(self, listing: Listing, said: Sequence[Said], need: frozenset[str]) -> frozenset[str]:
        """The words that tell the things that are meant from the others, also those of them that the list is called by."""
        anything = frozenset().union(*(each.words for each in said))
        some = {word for word in anything if not all(word in each.words for each in said)}
        # Of "Flats and rooms" each says which it is.
        own = {word for word in some if any(self._says_alone(each, word) for each in listing.items)}
        return need | frozenset(some - (listing.kinds - own) - lexicon.THINGS)

    def _most_exact(
        self, kept: Sequence[tuple[Place, Said]], need: frozenset[str], noun: str
    ) -> tuple[Place, ...]:
        """Those whose names say nothing else, or that say the words in their names, where some do."""
        exact = [(item, each) for item, each in kept if not (need and each.surplus)] or kept
        named = [(item, each) for item, each in exact if need and each.named >= need]
        return tuple(item for item, _ in named or exact if not self._speaks_of_several(item, noun))

    def _rank(self, listing: Listing, items: Sequence[Place], need: frozenset[str], noun: str) -> int | None:
        """How surely the things are what a noun says; None where they only lead to such things."""
        named_so = all(self._is_one(each, noun) for each in items)
        if need and listing.lone_controls() and (not named_so or len(items) == 1):
            # "On loan" of a filter and "Saved jobs" of a menu are no things of a list.
            return None
        return self._called(listing, noun, named_so)

    def _inside(self, item: Place, asked: Phrase) -> bool:
        """Whether a thing stands in the kind of part that a phrase names: "in the sidebar"."""
        roles = {each.element.role for each in item.around()}
        parts = [lexicon.ROLES[word] for word in asked.rest if word in _WHERE]
        return all(
            roles & part or not any(each.element.role in part for each in self.shown) for part in parts
        )

    def _is_one(self, item: Place, noun: str) -> bool:
        """Whether a thing says that it is what a noun says: in its name, or in a text that says nothing else."""
        name = self.lists.name(item)
        return (name is not None and noun in term_set(name.said)) or self._says_alone(item, noun)

    def _says_alone(self, item: Place, noun: str, beside: Place | None = None) -> bool:
        """Whether a text of a thing, or a piece of one, says a noun and nothing else; perhaps one `beside` its name."""
        return any(
            term_set(piece) == {noun}
            for text in item_texts(item)
            if beside is None or text != beside.said
            for piece in (text, *PIECES.split(text))
        )

    def _speaks_of_several(self, item: Place, noun: str) -> bool:
        """Whether a name has a noun in the plural, so that it speaks of several and is none of them: "Books" of a menu."""
        name = self.lists.name(item)
        words = words_of(name.said) if name is not None else []
        several = any(is_plural(word) and stem(word) == noun for word in words)
        return several and not self._says_alone(item, noun, beside=name)

    def _offers_deeds(self, listing: Listing, noun: str) -> bool:
        """Whether a list holds no things but what can be done to them: "Add book", "Import books"."""
        names = (self.lists.name(each) for each in listing.items)
        first = {plain(name.said).split()[0] for name in names if name is not None and name.said.strip()}
        return any(word in lexicon.DEEDS and stem(word) != noun for word in first)

    def _called(self, listing: Listing, noun: str, by_all: bool) -> int | None:
        """How surely a list is one of what a noun says; None where nothing says so."""
        if not noun or noun in listing.kinds or (listing.table and noun == "row"):
            return 0
        if listing.lone_controls() and (not by_all or self._offers_deeds(listing, noun)):
            return None
        if noun in lexicon.THINGS - self.kinds or noun in lexicon.ROLES:
            return 1
        if by_all or (not listing.kinds and any(noun in kinds(title) for title in self.titles)):
            return 1
        if noun in self.chosen_kinds and self.main_listings == (listing,):
            return 1
        return None if noun in listing.words | self.title | lexicon.PAGES else 2

    def says(self, item: Place, wanted: frozenset[str], listing: Listing) -> Said:
        """Which of the wanted words a thing says of itself: in a text that says nothing else, in its name, under a header."""
        told = self._terms_of(item)
        context = wanted | self.title | listing.words
        texts = sorted(told.pieces, key=lambda each: (len(each - context), -len(each & wanted)))
        words: frozenset[str] = frozenset()
        surplus = 0
        for text in (*texts, *told.spent):
            new = (text & wanted) - words
            if new and (text <= context or text <= told.called):
                words |= new
                surplus += len(text - context)
        said = wanted - listing.kinds
        words |= frozenset().union(*(_run(text, said) for text, terms in told.texts if terms & said))
        for head, value, mark in told.columns:
            if head & wanted and ((mark and head <= wanted) or (value and value <= wanted)):
                words |= head & wanted
        if told.ticked is not None:
            words |= {word for word in wanted if lexicon.DONE.get(word) is told.ticked}
        return Said(words, surplus, told.called)

    def _terms_of(self, item: Place) -> ThingTerms:
        if item.at not in self._terms:
            self._terms[item.at] = thing_terms(item, self.lists.name(item))
        return self._terms[item.at]

    def passing(self, asked: Phrase) -> Place | None:
        """The one thing of a list whose texts, also long ones, say all the words of a phrase; None where there is none, or several."""
        wanted = self.wanted(asked) - asked.soft
        if len(wanted) < _ENOUGH:
            return None
        # Long texts are told by their other words.
        wanted -= {"on", "off"}
        found = [
            item
            for listing in self.listings
            if not listing.lone_controls()
            for item in listing.items
            if wanted
            <= term_set(f"{item.element.name} {item.said}") | listing.words | _kinds_in(wanted, listing)
        ]
        inner = [
            each for each in found if not any(each.at in other.page.ancestors(other.at) for other in found)
        ]
        return inner[0] if len(inner) == 1 else None

    def of_item(self, item: Place, attribute: frozenset[str]) -> Outcome | None:
        """A value of a thing of a list: its name, a cell, a labelled text, the one price; None where it has none.

        Raises:
            Unclear: it has several.
        """
        if attribute <= lexicon.NAMES:
            return self.name(item)
        found = [
            Candidate(read_off(each), (len(each.label - attribute), each.doubt))
            for each in self.labelled_in(item)
            if self._is_called(each, attribute)
        ]
        values = self.values_in(item)
        kind = kind_of(attribute)
        if not found and kind is not None:
            self.refuse_several(values, kind, " ".join(sorted(attribute)))
            found = [
                Candidate(Outcome(text, "text", each), ())
                for each in values
                if (text := self.said_of_kind(each, kind, attribute))
            ]
        found = found or [
            # "12 reviews", "Price on request", a field "Quantity of Blue Mug".
            Candidate(_held(each), ())
            for each in values
            if each.element.role not in BUTTONS and self._tells(each.said, attribute)
        ]
        found = found or [
            # A link that a screen reader calls "17 comments" and that shows the number alone.
            Candidate(Outcome(each.said, "text", each), ())
            for each in item.below()
            if each.element.clickable
            and each.said
            and self._tells(each.element.name, attribute)
            and each.said in each.element.name
        ]
        return best_candidate(found, " ".join(sorted(attribute)))

    def _tells(self, text: str, attribute: frozenset[str]) -> bool:
        said = term_set(text)
        return attribute < said and len(said) < 5

    def _is_called(self, each: Labelled, attribute: frozenset[str]) -> bool:
        return (
            bool(each.label & attribute)
            and not attribute - each.label - lexicon.ADD_NOTHING
            and not each.label - attribute - lexicon.ADD_NOTHING - self.title
        )

    def name(self, item: Place, noun: str = "") -> Outcome:
        """What a thing of a list is called, perhaps in a column that is called by the `noun`.

        Raises:
            Absent: it says nothing.
        """
        found = self.lists.name(item, noun)
        if found is None:
            raise Absent("the name of one of them")
        text = found.said
        if found.element.role not in _NAMES:
            beside = [each for each in item.below() if each.said and each.at != found.at]
            if found.at == item.at or all(each.element.role in BUTTONS for each in beside):
                text = PIECES.split(text)[0] if _DASH.search(text) else text
            read = prices(text, self.language)
            text = text[: text.index(read[0].quantity.text)].rstrip(" ,:·–-") if read else text
        return Outcome(text or found.said, "text", found)

    def control(self, asked: Phrase, roles: frozenset[str] = CONTROLS) -> Place | None:
        """The control that a phrase names; None where there is none.

        Raises:
            Unclear: there are several.
        """
        wanted = self.wanted(asked)
        spoken = [lexicon.ROLES[word] for word in asked.head if word in lexicon.ROLES]
        found: list[tuple[tuple[int, ...], Place]] = []
        for place in self.shown:
            role = place.element.role
            if role not in roles or not all(role in each for each in spoken):
                continue
            name = term_set(place.element.name or place.element.placeholder or place.said)
            kinds = frozenset(word for word in wanted if role in lexicon.ROLES.get(word, frozenset()))
            explained = self.explained(place, wanted - name - kinds, asked.soft)
            if explained is None or not (name & wanted or (spoken and not wanted - frozenset(lexicon.ROLES))):
                continue
            found.append(((self.aside(place), len(name - wanted), *explained), place))
        least = min((rank for rank, _ in found), default=())
        best = [place for rank, place in found if rank == least]
        if len(best) > 1:
            raise ambiguous(asked.said, [each.element.name for each in best])
        return best[0] if best else None


def _run(text: str, wanted: frozenset[str]) -> frozenset[str]:
    """The wanted words that a text says one after the other, or with one of which a piece of it begins that says when or how many.

    >>> sorted(_run("Rated by 77 · Sold out until May · Free cancellation", frozenset(("sold", "free"))))
    ['sold']
    """
    found: set[str] = set()
    for piece in _DASH.split(text):
        said = words_of(piece)
        at = 0
        while at < len(said):
            end = at
            while end < len(said) and (stem(said[end]) in wanted or (end > at and said[end] in STOP)):
                end += 1
            run = {stem(word) for word in said[at:end]} & wanted
            begins = STOP.issuperset(said[:at]) and (
                end == len(said) or said[end - 1] in STOP or said[end] in _SINCE or said[end].isdigit()
            )
            if begins or (len(run) > 1 and not negated(" ".join(said[max(at - 1, 0) : at]))):
                found |= run
            at = max(end, at + 1)
    return frozenset(found)


def _kinds_in(words: frozenset[str], listing: Listing) -> frozenset[str]:
    """The words that mean the things of a list in other words: mails where there are messages."""
    return frozenset(word for word in words if lexicon.SYNONYMS.get(word, frozenset()) & listing.kinds)


def _held(place: Place) -> Outcome:
    """What a field holds, and what anything else says."""
    if place.element.role in FIELDS:
        return Outcome(place.element.value or "", "value", place)
    return Outcome(place.said, "text", place)
