"""Slot filling: the words of a sentence are matched with the fields of a form as one assignment.

Each stretch of words may fill a slot that takes this kind of value, by its label, by its options or by its kind alone. Of all ways to
give every word of the sentence a meaning the cheapest one is meant, where there is only one.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_webagent.language import deeds, lexicon
from pytest_webagent.language.terms import stem, term_set
from pytest_webagent.model.builtin.slot_values import values
from pytest_webagent.model.builtin.step_clauses import words_of_step
from pytest_webagent.model.builtin.words import VEILED, Fit, Words, best_fitting, fit, unveil

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pytest_webagent.model.builtin.slot_values import Value
    from pytest_webagent.model.builtin.slots import Slot
    from pytest_webagent.model.builtin.step_clauses import Word

_JOINTS: Final = frozenset((",", ";", ":", "=", "and", "&", "und", "et", "y"))
_LISTING: Final = frozenset((",", "and", "&", "und", "et", "y"))
_GLUE: Final = lexicon.GLUE | deeds.WITH | deeds.INTO | _JOINTS | lexicon.PRONOUNS
_WITHOUT: Final = frozenset(("without", "no", "not"))
_KINDS: Final = frozenset(lexicon.ROLES) | lexicon.VALUES | lexicon.stemmed("option new")
_PERSONAL: Final = frozenset(("for", "to", "by", "with", "of", "from"))
_LONGEST: Final = 12
_PLAIN_TO_SEE: Final = frozenset(("quoted", "date", "dates", "time", "email", "colour"))
"""Kinds of values that are no part of a longer text."""
_OF_KINDS: Final = {
    "date": lexicon.stemmed("date day calendar"),
    "dates": lexicon.stemmed("date day period range calendar"),
    "time": lexicon.stemmed("time clock"),
    "colour": lexicon.COLOURS,
    "email": lexicon.stemmed("email address mail"),
}
"""What slots may be called by the kind of their values."""
_PARTLY, _BY_PLACE, _BY_KIND, _OTHER_TEXT, _EXPLAINED, _FREE = 1, 1, 3, 2, 1, 4
"""What it costs to take words for less than a label and its value."""


class Filling(NamedTuple):
    """What goes into a slot."""

    slot: Slot
    values: tuple[str, ...]
    on: bool = True


class Assignment(NamedTuple):
    """A way to take all words of a sentence."""

    cost: int
    fillings: tuple[Filling, ...]
    beside: frozenset[str] = frozenset()
    """The terms that only the form explains."""


class Unexplained(Exception):
    """Words are left that fill no slot, or fit two equally well."""


class SlotFilling:
    """Matches the words of one step with the slots of one form."""

    def __init__(
        self, text: str, verb: int, slots: Sequence[Slot], known: frozenset[str], language: str
    ) -> None:
        self.text = text
        self.words = words_of_step(text)
        self.verb = verb
        """How many words at the beginning say what is done."""
        self.slots = slots
        self.known = known
        """The terms of what else stands in the form: its heading, its buttons."""
        self.values: dict[tuple[int, int], list[Value]] = {}
        for each in values(text, self.words, language):
            self.values.setdefault((each.start, each.end), []).append(each)

    def best(self) -> Assignment:
        """The way that takes the words best.

        Raises:
            Unexplained: there is none, or there are two.
        """
        states: list[dict[frozenset[int], list[Assignment]]] = [{} for _ in range(len(self.words) + 1)]
        states[0][frozenset()] = [Assignment(0, ())]
        reached = 0
        for at in range(len(self.words)):
            for used, ways in states[at].items():
                reached = at
                for end, cost, filling in self._next(at):
                    if filling is not None and filling.slot.at in used:
                        continue
                    now = used if filling is None else used | {filling.slot.at}
                    more = () if filling is None else (filling,)
                    said = {stem(self.words[at].low)} if filling is None and cost else set()
                    new = [
                        Assignment(each.cost + cost, each.fillings + more, each.beside | said)
                        for each in ways
                    ]
                    states[end][now] = _cheapest((*states[end].get(now, ()), *new))
        found = _cheapest(each for ways in states[-1].values() for each in ways if each.fillings)
        if not found:
            raise Unexplained(unveil(self.text[self.words[reached].start :], "'"))
        if len(found) > 1:
            rivals = {filling for each in found for filling in each.fillings}
            rivals -= frozenset.intersection(*(frozenset(each.fillings) for each in found))
            said = " or ".join(sorted({f"'{each.slot.label}'" for each in rivals}))
            raise Unexplained(
                f"{', '.join(sorted({value for each in rivals for value in each.values}))} for {said}"
            )
        return found[0]

    def _next(self, at: int) -> Iterator[tuple[int, int, Filling | None]]:
        """The ways to take the words from a place on: as nothing new, or as what fills a slot."""
        word = self.words[at].low
        if word in _GLUE - _WITHOUT or at < self.verb:
            yield at + 1, 0, None
        elif stem(word) in self.known | _KINDS:
            yield at + 1, _EXPLAINED, None
        for end in range(at + 1, min(len(self.words), at + _LONGEST) + 1):
            for slot in self.slots:
                if (found := self._filling(slot, at, end)) is not None:
                    yield end, found[0], found[1]

    def _filling(self, slot: Slot, at: int, end: int) -> tuple[int, Filling] | None:
        if "box" in slot.takes:
            return self._ticked(slot, at, end)
        if self.words[at].low in _GLUE or at < self.verb:
            return None
        found: list[tuple[int, Filling]] = []
        for cut in range(at, end):
            # The label stands before its value, or behind it.
            for label, (start, stop) in (
                ((at, cut), (cut, end)),
                ((end - cut + at, end), (at, end - cut + at)),
            ):
                said = self._label_cost(slot, *label)
                if said is None:
                    continue
                inside = self._inside(
                    slot, start, stop, labelled=label[0] < label[1] or self._led(slot, at) is not None
                )
                if inside is not None:
                    cost, texts = inside
                    led = self._led(slot, at)
                    whole = cost + (said if label[0] < label[1] else _BY_KIND if led is None else led)
                    found.append((whole, Filling(slot, texts)))
        return min(found, key=lambda each: each[0], default=None)

    def _label_cost(self, slot: Slot, start: int, end: int) -> int | None:
        """What it costs to take words for the label of a slot; None where they name something else."""
        if start == end:
            return 0
        words = self.words[start:end]
        low = tuple(each.low for each in words)
        if low == slot.low:
            return 0
        said = {stem(each) for each in low if each not in _GLUE} - _KINDS
        said |= {stem(each) for each in low} & slot.terms
        akin = slot.terms | (lexicon.PEOPLE if lexicon.PEOPLE & slot.terms else frozenset())
        akin |= lexicon.RATINGS if lexicon.RATINGS & slot.terms else frozenset()
        akin = akin.union(*(_OF_KINDS.get(each, frozenset()) for each in slot.takes))
        if not said or not said <= akin:
            return None
        return 0 if term_set(slot.label) <= said else _PARTLY

    def _led(self, slot: Slot, at: int) -> int | None:
        """What it costs to tell a slot by the word before the value: "from 10:00", "for Ann", "called 'Tea'"."""
        lead = self.words[at - 1].low if at else ""
        if (lead,) == slot.low:
            return 0
        for here, there in ((lexicon.STARTS, lexicon.ENDS), (lexicon.ENDS, lexicon.STARTS)):
            if lead in here and set(slot.low) & here and not set(slot.low) & there:
                return _BY_PLACE
        if lead in lexicon.NAMING and slot.terms & lexicon.TITLES:
            return _BY_PLACE
        return None

    def _inside(
        self, slot: Slot, start: int, end: int, *, labelled: bool
    ) -> tuple[int, tuple[str, ...]] | None:
        """What words are for a slot, and what it costs to take them so; None where it does not take them."""
        if start == end:
            return None
        joints = [at for at in range(start, end) if self.words[at].low in _LISTING]
        if joints and labelled and slot.takes & {"choice", "options"}:
            edges = [start - 1, *joints, end]
            parts = [(one + 1, two) for one, two in pairwise(edges) if one + 1 < two]
            found = [self._inside(slot, *part, labelled=True) for part in parts]
            if None not in found:
                return len(found), tuple(value for each in found if each for value in each[1])
        text = unveil(self.text[self.words[start].start : self.words[end - 1].end]).rstrip(",;")
        quoted = re.fullmatch(VEILED, self.words[start].text) is not None and end == start + 1
        if slot.options:
            return self._option(slot, text, quoted=quoted, labelled=labelled)
        kinds = {each.kind: each.texts for each in self.values.get((start, end), ())}
        lead = self.words[start - 1].low if start else ""
        opposed = ((lexicon.STARTS, lexicon.ENDS), (lexicon.ENDS, lexicon.STARTS))
        low = set(slot.low)
        if any(lead in here and low & there and not low & here for here, there in opposed) and not labelled:
            return None
        for kind in ("dates", "date", "time", "colour", "email", "number"):
            if kind in slot.takes and kind in kinds and (labelled or kind != "number"):
                later = not labelled and set(slot.low) & lexicon.ENDS
                return (1 if later else 0), kinds[kind]
        if "number" in slot.takes and labelled and end == start + 2 and (start, start + 1) in self.values:
            # "20 px"
            inner = {each.kind: each.texts for each in self.values[(start, start + 1)]}
            return (1, inner["number"]) if "number" in inner else None
        if slot.takes & {"text", "choice"}:
            return self._text(slot, start, end, kinds, lead, labelled=labelled)
        return None

    def _option(
        self, slot: Slot, text: str, *, quoted: bool, labelled: bool
    ) -> tuple[int, tuple[str, ...]] | None:
        from pytest_webagent.values.number_words import NUMBERS

        said = str(NUMBERS.get(text.lower(), text))
        levels = [(fit(Words(said, exact=quoted), each), each) for each, _ in slot.options]
        best, level = best_fitting(levels, Fit.PART if labelled else Fit.SET)
        if len(set(best)) != 1 or not (labelled or re.search(r"[^\W\d_]", said)):
            return None
        return (0 if level >= Fit.SET else 1), (best[0],)

    def _text(
        self,
        slot: Slot,
        start: int,
        end: int,
        kinds: dict[str, tuple[str, ...]],
        lead: str,
        *,
        labelled: bool,
    ) -> tuple[int, tuple[str, ...]] | None:
        if not labelled:
            if "quoted" in kinds and "text" in slot.takes:
                return (0 if slot.terms & lexicon.TITLES else _OTHER_TEXT), kinds["quoted"]
            personal = slot.terms & lexicon.PERSONS and lead in _PERSONAL
            return (1, kinds["name"]) if personal and "name" in kinds else None
        if found := kinds.get("quoted") or kinds.get("name") or kinds.get("email") or kinds.get("number"):
            return 0, found
        words = self.words[start:end]
        low = [each.low for each in words]
        told = any(
            start <= at and to <= end and {one.kind for one in found} & _PLAIN_TO_SEE
            for (at, to), found in self.values.items()
        )
        if told or {low[0], low[-1]} & _GLUE:
            return None
        plain = unveil(self.text[words[0].start : words[-1].end])
        return (_FREE * (1 + sum(each in _GLUE for each in low)) if len(low) > 1 else 1), (plain,)

    def _ticked(self, slot: Slot, at: int, end: int) -> tuple[int, Filling] | None:
        """What it costs to take words for a box that is to be ticked, or not: "with coffee", "without breakfast"."""
        off = self.words[at].low in _WITHOUT
        words = self.words[at + off : end]
        if not words or words[0].low in _GLUE or words[-1].low in _GLUE:
            return None
        said = unveil(self.text[words[0].start : words[-1].end])
        level = fit(Words(said), slot.label)
        whole = term_set(said) == term_set(re.sub(r"\([^)]*\)", "", slot.label)) and bool(term_set(said))
        if level < Fit.SET and not whole:
            return None
        return 1, Filling(slot, (), not off)


def _cheapest(found: Iterator[Assignment] | Sequence[Assignment]) -> list[Assignment]:
    """The cheapest ones, each once."""
    kept = list(found)
    least = min((each.cost for each in kept), default=0)
    by_content = {frozenset(each.fillings): each for each in kept if each.cost == least}
    return list(by_content.values())[:2]
