"""Values of a page that a phrase means: by their labels, by their kind, by a label of one root with its verb."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_webagent.aria_roles import BUTTONS, FIELDS
from pytest_webagent.claims.outcome import Outcome, ambiguous
from pytest_webagent.language import lexicon
from pytest_webagent.language.terms import akin, term_set
from pytest_webagent.page.labelled import Labelled, is_former, is_structure, surely_called
from pytest_webagent.page.places import Place
from pytest_webagent.page.tables import column, is_row
from pytest_webagent.values.ages import ages
from pytest_webagent.values.amounts import Amount
from pytest_webagent.values.bounds import is_bound
from pytest_webagent.values.days import days
from pytest_webagent.values.money import prices
from pytest_webagent.values.plain_text import plain
from pytest_webagent.values.ratings import ratings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from pytest_webagent.language.phrases import Phrase
    from pytest_webagent.page.lists import Listing
    from pytest_webagent.values.days import Day

from pytest_webagent.claims.page_terms import PageTerms

_READERS: Final[Mapping[str, Callable[[str, str], list[Amount] | list[Day]]]] = {
    "money": prices,
    "date": days,
    "rating": ratings,
}
_LONGEST_PRICE: Final = 60
_A_FEW: Final = 4
"""Most words of a text that is nothing but values: "$15.00 $12.00"."""


class Candidate(NamedTuple):
    """A value that a phrase may mean."""

    outcome: Outcome
    rank: tuple[int, ...]
    """The least is the best."""
    hearsay: int = 0
    """How far only its own text says what it is: 0 in a cell or definition, 1 where what it stands in tells of whom, else 2; one more in a sentence."""
    lacks: tuple[int, ...] = ()
    """What speaks against it apart from that: it stands aside, in a row of something else, with words that nothing explains."""


class ValueFinder(PageTerms):
    """Finds values. Each word of a phrase has to be explained by a name of what it is taken to mean."""

    def value(self, asked: Phrase, *, dated: bool = False) -> Outcome | None:
        """The value that a phrase means; None where there is none. `dated`: only a day or a time will do.

        Raises:
            Unclear: several, as well explained, are not the same.
        """
        if asked.former:
            return best_candidate(self._of_kind(asked), asked.said)
        found = self._labelled(asked, dated=dated)
        if not dated and all(each.hearsay > 1 for each in found):
            # A card that shows its one price needs no word for it.
            shown = self._of_kind(asked)
            kept = _but_hearsay([*found, *shown]) if found else shown
            found = [each for each in kept if each in found] or kept
        return best_candidate(found, asked.said)

    def _is_kind(self, text: str, dated: bool) -> bool:
        return not dated or bool(days(text, self.language) or ages(text))

    def _labelled(self, asked: Phrase, *, dated: bool = False) -> list[Candidate]:
        wanted = self.wanted(asked)
        own = frozenset(asked.head)
        own = wanted if own <= frozenset(lexicon.ROLES) and asked.quoted else own or wanted
        found: list[Candidate] = []
        others: list[tuple[Labelled, tuple[int, ...], bool]] = []
        for each in self.labelled:
            hit = each.label & wanted
            if not hit & own:
                continue
            # Another word of its label makes it another thing: an old price is no price.
            if each.label - wanted - lexicon.ADD_NOTHING - self.title - self._beyond(each.place):
                continue
            rest = self.explained(each.place, wanted - each.label, asked.soft)
            if not self._is_kind(each.text, dated):
                continue
            # Where no row is named, what a cell says is not what is meant.
            apart = self.in_row(each.place) and not self.names_owner(each.place, wanted - each.label)
            rank = (
                self.aside(each.place),
                apart,
                -len(hit),
                len(each.label - wanted),
                *(rest or ()),
                each.doubt,
            )
            if rest is None:
                others.append((each, rank, apart))
            else:
                found.append(self._candidate(each, rank, asked, apart=apart))
        if not any(each.hearsay for each in found):
            return found
        # What only its list explains speaks against a text that says it all.
        shown = [self._candidate(each, rank, asked, apart=apart) for each, rank, apart in others]
        told = _but_hearsay([*found, *(each for each in shown if each.hearsay == 0 and each.lacks)])
        return [each for each in told if each in found] or told

    def _candidate(self, each: Labelled, rank: tuple[int, ...], asked: Phrase, *, apart: bool) -> Candidate:
        hearsay = self._hearsay(each, self.wanted(asked) - asked.soft)
        return Candidate(read_off(each), rank, hearsay, self._lacks(each, asked, apart))

    def _hearsay(self, each: Labelled, wanted: frozenset[str]) -> int:
        """See `Candidate.hearsay`."""
        place = each.place
        if place.element.role not in FIELDS and not each.doubt and is_structure(place):
            return 0
        # A sentence says less than a label that stands by its value.
        return (1 if wanted - each.label - term_set(place.said) else 2) + bool(each.doubt)

    def _lacks(self, each: Labelled, asked: Phrase, apart: bool = False) -> tuple[int, ...]:
        """What speaks against a value apart from its text; nothing where even the list it stands in leaves words unexplained."""
        row = next((at for at in each.place.around() if is_row(self.page, at.at)), None)
        cells = [at for at in row.below() if at.said] if row is not None else []
        # A row that begins with the label is named by it: "Total | $5"; the only row of a table, by its cells.
        rest, own = self.wanted(asked) - each.label, {each.place.at, *self.page.ancestors(each.place.at)}
        named = any(term_set(cell.said) & rest for cell in cells if cell.at not in own)
        apart = apart and not named and not (cells and term_set(cells[0].said) == each.label)
        lists = [of for at in own for of in self._listings_of.get(at, ())]
        # "Order" over a row of 1042 says what 1042 is.
        known = each.label.union(
            term_set(" ".join(map(column, cells))), *(of.words | of.kinds for of in lists)
        )
        left = self.explained(each.place, self.wanted(asked) - known, asked.soft)
        return (self.aside(each.place), apart, left[0]) if left is not None else ()

    @cached_property
    def _listings_of(self) -> dict[int, list[Listing]]:
        """The lists of which something is one."""
        found: dict[int, list[Listing]] = {}
        for each in self.listings:
            for item in each.items:
                found.setdefault(item.at, []).append(each)
        return found

    def in_row(self, place: Place) -> bool:
        """Whether something stands in a row of a table."""
        return any(is_row(self.page, at) for at in self.page.ancestors(place.at))

    def names_owner(self, place: Place, rest: frozenset[str]) -> bool:
        """Whether the rest of a phrase names the row or card that a value stands in."""
        by_cell = any(term_set(text) & rest for text in self.names.labels(place))
        return by_cell or any(
            said & rest and Place(self.page, at).repeated for at, said in self.around(place)
        )

    def _is_thing(self, at: int) -> bool:
        return Place(self.page, at).repeated or is_row(self.page, at)

    def _beyond(self, place: Place) -> frozenset[str]:
        """The terms of the names of what a value stands in, beside those of its own row or card."""
        return frozenset().union(*(said for at, said in self.around(place) if not self._is_thing(at)))

    def explained(
        self, place: Place, rest: frozenset[str], soft: frozenset[str] = frozenset()
    ) -> tuple[int, int, int] | None:
        """How far the names around a value explain the rest of a phrase; None where they do not.

        How many words nothing explains and need not be, how many words beside it the explaining names have, and how many
        words only the title of the page explains.
        """
        roles = {each.element.role for each in place.around()}
        rest = frozenset(
            word for word in rest if word in self.parts or not roles & lexicon.ROLES.get(word, frozenset())
        )
        owned: frozenset[str] = frozenset()
        surplus = 0
        known = [said for _, said in self.around(place)]
        # Of a cell under a column, the head of its row may name it, and the other way round.
        known += [term_set(text) for text in self.names.labels(place)]
        for said in sorted(known, key=lambda each: (len(each - rest - self.title), -len(each & rest))):
            if new := (said & rest) - owned:
                owned |= new
                surplus += len(said - rest - self.title)
        own = term_set(place.said)
        left = frozenset(word for word in rest - owned if not any(akin(word, said) for said in own))
        by_title = left & self.title
        open_ = left - by_title - lexicon.ADD_NOTHING
        return None if open_ - soft else (len(open_), surplus, len(by_title))

    def _of_kind(self, asked: Phrase) -> list[Candidate]:
        """The values that their form alone tells: the one price of a thing."""
        kind = kind_of(frozenset(asked.head))
        if kind is None:
            return []
        rest = self.wanted(asked) - frozenset(lexicon.KINDS_OF_VALUES)
        found = []
        for place in self.values:
            text = self.said_of_kind(place, kind, self.wanted(asked), former=asked.former)
            explained = self.explained(place, rest, asked.soft) if text else None
            if not text or explained is None or (not rest and self.listed(place)):
                continue
            if not term_set(place.said.replace(text, " ", 1)) & rest:
                self._refuse_other_values(place, kind, asked)
            called = Labelled(place, text, self.wanted(asked) - rest)
            hearsay = max(1, self._hearsay(called, rest - asked.soft))
            rank = (self.aside(place), *explained)
            found.append(Candidate(Outcome(text, "text", place), rank, hearsay, self._lacks(called, asked)))
        return found

    def _refuse_other_values(self, place: Place, kind: str, asked: Phrase) -> None:
        """A thing that says two prices in one text has no one price, whatever else it says: "$15.00 $12.00".

        Raises:
            Unclear: it does.
        """
        item = place.item()
        if item is not None and item.at in self._things:
            self.refuse_several([each for each in self.values_in(item) if each != place], kind, asked.said)

    def refuse_several(self, values: Iterable[Place], kind: str, said: str) -> None:
        """Make sure that no text is nothing but several values of a kind.

        Raises:
            Unclear: one is.
        """
        for each in values:
            several = said_of(each.said, kind, self.language) if len(each.said.split()) <= _A_FEW else []
            if len(several) > 1:
                raise ambiguous(said, several)

    @cached_property
    def _things(self) -> frozenset[int]:
        return frozenset(item.at for each in self.listings if len(each.items) > 1 for item in each.items)

    def listed(self, place: Place) -> bool:
        """Whether something stands in one of several things of a list."""
        return not self._things.isdisjoint((place.at, *self.page.ancestors(place.at)))

    def said_of_kind(self, place: Place, kind: str, wanted: frozenset[str], *, former: bool = False) -> str:
        """The one value of a kind that an element says, with what limits it; empty where it is called something else."""
        if (
            is_former(place) != former
            or place.element.role in BUTTONS | FIELDS | {"heading"}
            or len(place.said) > _LONGEST_PRICE
        ):
            return ""
        read: list[Amount] | list[Day] = _READERS[kind](place.said, self.language)
        labels = surely_called(place)
        if len(read) != 1 or (labels and not labels & (wanted | lexicon.ADD_NOTHING)):
            return ""
        text = as_written(read[0], kind)
        beside = (
            term_set(place.said.replace(text, " ", 1)) - wanted - lexicon.BESIDE_VALUES - lexicon.ADD_NOTHING
        )
        if is_bound(place.said, self.language):
            # "From $5", "$5 a month" is another price than "$5".
            return "" if beside - lexicon.RATES else place.said
        return "" if beside else text


def _but_hearsay(found: Sequence[Candidate]) -> list[Candidate]:
    """Candidates without the texts that say all by themselves, where what the page is made of holds something else.

    Whoever may write a sentence can put all words of a question in it; rows, terms and headings are the page's own.
    """
    return [each for each in found if each.outcome.way == "value" or not _is_hearsay(each, found)]


def _is_hearsay(each: Candidate, found: Sequence[Candidate]) -> bool:
    others = [
        other
        for other in found
        if other.hearsay < each.hearsay
        and other.outcome.text
        and other.outcome.place != each.outcome.place
        and all(less <= more for less, more in zip(other.lacks, each.lacks, strict=True))
    ]
    best = min((other.rank for other in others), default=())
    # Of several things that are as well called so, a text tells which is meant.
    said = {plain(other.outcome.text) for other in others if other.rank == best}
    return bool(others) and plain(each.outcome.text) not in said


def read_off(each: Labelled) -> Outcome:
    """A labelled value as an outcome."""
    role = each.place.element.role
    return Outcome(
        each.text,
        "value" if role in FIELDS else "text",
        each.place,
        state="checked" if role == "radio" else "",
    )


def kind_of(words: Iterable[str]) -> str | None:
    """The kind of value that words name by themselves: a price, a date, a rating."""
    found = {lexicon.KINDS_OF_VALUES.get(word) for word in words}
    return found.pop() if len(found) == 1 else None


def said_of(text: str, kind: str, language: str) -> list[str]:
    """All values of a kind that a text says."""
    return [as_written(each, kind) for each in _READERS[kind](text, language)]


def as_written(found: Amount | Day, kind: str) -> str:
    """A value as the page writes it; a rating with its scale."""
    if not isinstance(found, Amount):
        return found.text
    return found.said if kind == "rating" else found.quantity.text


def best_candidate(found: Sequence[Candidate], said: str) -> Outcome | None:
    """The best of several candidates; None where there are none.

    Raises:
        Unclear: the best are not the same.
    """
    least = min((each.rank for each in found), default=())
    best = {plain(each.outcome.text): each.outcome for each in reversed(found) if each.rank == least}
    fields = [each for each in best.values() if each.way == "value" and each.text]
    if len(fields) == 1 and all(re.match(rf"{re.escape(fields[0].text)}(?!\d)", text) for text in best):
        # "18" of a slider, over "18 px".
        return fields[0]
    if len(best) > 1:
        raise ambiguous(said, [each.text for each in reversed(best.values())])
    return next(iter(best.values()), None)
