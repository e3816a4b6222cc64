"""Slot filling: the words of a sentence are matched with the fields of a form as one assignment.

Each stretch of words may fill a slot that takes this kind of value, by its label, by its options or by its kind alone. Of all ways to
give every word of the sentence a meaning the cheapest one is meant, where there is only one.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from pytest_webagent.language import deeds, lexicon
from pytest_webagent.language.terms import akin as _akin
from pytest_webagent.language.terms import stem, term_set, terms
from pytest_webagent.model.builtin.assignments import Assignment, Filling, Unexplained, cheapest
from pytest_webagent.model.builtin.slot_values import IN_NAMES, PARTICLES, values
from pytest_webagent.model.builtin.slots import option_said
from pytest_webagent.model.builtin.step_clauses import cuts, verb_at, words_of_step
from pytest_webagent.model.builtin.step_values import refers
from pytest_webagent.model.builtin.words import VEILED, Fit, Words, fit, plain, unveil
from pytest_webagent.values.number_words import NUMBERS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence, Set

    from pytest_webagent.model.builtin.slot_values import Value
    from pytest_webagent.model.builtin.slots import Slot

_LISTING: Final = frozenset((",", "and", "&", "und", "et", "y"))
_TO_VALUE: Final = deeds.WITH | lexicon.ARTICLES | lexicon.AUXILIARIES
_TO_SLOT: Final = deeds.INTO | lexicon.ARTICLES
_GLUE: Final = (
    _TO_VALUE | _TO_SLOT | _LISTING | lexicon.RELATIVES | {";", "it", "its", "but", "just", "please"}
)
GIVING: Final = frozenset(("type", "fill", "set", "choose", "state", "filter"))
"""Deeds that give something a value, and send nothing."""
OFF: Final = frozenset(("untick", "disable"))
TICKING: Final = OFF | {"tick", "enable"}
"""Deeds that are done to boxes and switches."""
_WITHOUT: Final = frozenset(("without", "no", "not"))
_LOOSE: Final = lexicon.stemmed("option new field box")
_NO_VALUES: Final = (
    lexicon.VALUES
    | frozenset(lexicon.KINDS_OF_VALUES)
    | lexicon.CODES
    | lexicon.QUANTITIES
    | lexicon.ADD_NOTHING
)
"""Words for values, which are none themselves."""
_AS: Final = frozenset(("as", "als", "comme", "como"))
"""What stands between a value and the name of its field."""
_KINDS: Final = frozenset(lexicon.ROLES) | lexicon.VALUES | _LOOSE
_PLACING: Final = frozenset(("in", "to", "at", "near", "around"))
_PERSONAL: Final = frozenset(("for", "to", "by", "with", "of", "from"))
_OF_KINDS: Final = {
    "date": lexicon.stemmed("date day calendar picker"),
    "dates": lexicon.stemmed("date day period range calendar picker"),
    "time": lexicon.stemmed("time clock picker"),
    "colour": lexicon.COLOURS | lexicon.stemmed("picker"),
    "email": lexicon.stemmed("email address mail"),
}
"""What slots may be called by the kind of their values."""
_WHOLE_VALUES: Final = frozenset(("quoted", "date", "dates", "time", "email", "colour"))
"""Kinds of values that are no part of a longer text."""
_VERBS: Final = frozenset(map(stem, (*lexicon.DEEDS, *lexicon.LASTING, *(each[0] for each in deeds.VERBS))))
_LONGEST: Final = 12
_PARTLY, _BY_PLACE, _BY_KIND, _OTHER_TEXT, _EXPLAINED, _BY_OTHERS, _FREE = 1, 1, 3, 2, 1, 3, 4
"""What it costs to take words for less than a label and its value."""


class SlotFilling:
    """Matches the words of one step with the slots of one form."""

    def __init__(self, text: str, slots: Sequence[Slot], known: frozenset[str], language: str) -> None:
        self.text = text
        self.words = words_of_step(text)
        # A place at the beginning would hide where the next clause begins.
        starts = {start - len("fill ") for _, start in cuts(f"fill {text}")}
        self.verbs = {
            at: found
            for at, word in enumerate(self.words)
            if word.start in starts - {0}
            and word.low not in lexicon.RELATIVES
            and (found := verb_at(self.words, at) or (0, ()))
        }
        """Where another clause begins: with how many words for which deeds."""
        self.slots = slots
        self.known = known
        """The terms of what else stands in the form: its heading, its buttons."""
        self.typed, self.verb, self.spoken = True, 0, 0
        self.numbers = sum("number" in each.takes for each in slots)
        self.labels = frozenset[str]().union(*(each.terms for each in slots))
        self.values: dict[tuple[int, int], list[Value]] = {}
        for each in values(text, self.words, language):
            self.values.setdefault((each.start, each.end), []).append(each)

    def best(self, *, verb: int, placed: int, typed: bool, spoken: int = 0) -> Assignment:
        """The way that takes the words best.

        Args:
            verb: How many words at the beginning say what is done.
            placed: How many words at the beginning only say where.
            spoken: How many words at the beginning only say what else is said: "pay" by card.
            typed: Whether a quotation may be a text to type, where no label says so.

        Raises:
            Unexplained: there is none, or there are two.
        """
        self.typed, self.verb, self.spoken = typed, verb, spoken
        states: list[dict[frozenset[int], list[Assignment]]] = [{} for _ in range(len(self.words) + 1)]
        states[0][frozenset()] = [Assignment(0, ())]
        reached = 0
        for at in range(len(self.words)):
            ahead = list(self._next(at, verb, placed)) if states[at] else []
            for used, ways in states[at].items():
                reached = at
                for end, cost, filling in ahead:
                    if filling is not None and filling.slot.at in used:
                        continue
                    now = used if filling is None else used | {filling.slot.at}
                    more = () if filling is None else (filling,)
                    said = {stem(self.words[at].low)} if filling is None and cost else set()
                    new = (
                        Assignment(way.cost + cost, way.fillings + more, way.beside | said) for way in ways
                    )
                    states[end][now] = cheapest((*states[end].get(now, ()), *new))
        found = cheapest(way for ways in states[-1].values() for way in ways if self._complete(way))
        if not found:
            raise Unexplained(unveil(self.text[self.words[reached].start :] if self.words else "", "'"))
        if len(found) > 1:
            first, second = (frozenset(way.fillings) for way in found)
            fields = " or ".join(sorted({f"'{each.slot.label}'" for each in first ^ second}))
            raise Unexplained(
                f"{', '.join(value for each in first - second for value in each.values)} for {fields}"
            )
        return found[0]

    def _complete(self, way: Assignment) -> bool:
        """Whether something is filled, and no field is spoken of that is not."""
        filled = frozenset[str]().union(*(each.slot.terms for each in way.fillings))
        return bool(way.fillings) and all(
            each in self.known | _KINDS or any(_akin(each, one) for one in filled) for each in way.beside
        )

    def _next(self, at: int, verb: int, placed: int) -> Iterator[tuple[int, int, Filling | None]]:
        """The ways to take the words from a place on: as nothing new, or as what fills a slot."""
        word = self.words[at].low
        length, said = self.verbs.get(at, (0, ()))
        ticks = length if TICKING.intersection(said) else 0
        if at in self.verbs:
            if GIVING.intersection(said):
                yield at + length, 0, None
        elif at < verb or word in _GLUE - _WITHOUT:
            yield at + 1, 0, None
        elif stem(word) in self.known | _KINDS and not word.isdigit():
            yield at + 1, _EXPLAINED, None
        elif any(_akin(stem(word), each) for each in self.labels):
            yield at + 1, _BY_OTHERS, None
        if at < self.spoken:
            return
        for end in range(max(at, verb) + 1, min(len(self.words), at + _LONGEST) + 1):
            for slot in self.slots:
                if "box" in slot.takes:
                    found = self._ticked(slot, at, end)
                    if found is None and at + ticks < end and ticks:
                        found = self._ticked(slot, at + ticks, end, off=bool(OFF.intersection(said)))
                else:
                    found = self._filled(slot, at, end) if at >= verb else None
                if found is not None and (end > placed or not placed) and not self._goes_on(slot, end):
                    yield end, *found

    def _goes_on(self, slot: Slot, end: int) -> bool:
        """Whether a text would be cut off before a word that the form has as well: "Red curtain", in the form of "Stage curtain"."""
        last, after = self.words[end - 1].text, self.words[end : end + 1]
        free = "text" in slot.takes and not re.fullmatch(VEILED, last)
        return free and any(
            stem(each.low) in self.known - _KINDS - self.labels - slot.terms for each in after
        )

    def _filled(self, slot: Slot, at: int, end: int) -> tuple[int, Filling] | None:
        """What it costs to take words for a value of a slot, perhaps with its label before or behind it."""
        if self.words[at].low in _GLUE and (self.words[at].low,) != slot.low:
            return None
        if others := {
            self.words[each].low
            for each in self.verbs.keys() & range(at + (stem(self.words[at].low) in slot.terms), end)
        }:
            # A value does not go on with another clause, but an option may: "Read and write".
            whole = plain(self.text[self.words[at].start : self.words[end - 1].end])
            if not any(plain(each) in whole and others <= {*plain(each).split()} for each, _ in slot.options):
                return None
        led = self._led(slot, at)
        found = [self._inside(slot, at, end, labelled=led is not None)]
        ways = [None if found[0] is None else (found[0][0] + (_BY_KIND if led is None else led), found[0][1])]
        for cut in range(at + 1, end):
            for label, (start, stop), joints in (
                ((at, cut), (cut, end), _TO_VALUE),
                ((cut, end), (at, cut), _TO_SLOT),
            ):
                said = self._label_cost(slot, *label, joints)
                told = (
                    joints is _TO_SLOT or self.words[cut - 1].low in deeds.WITH or (cut, end) in self.values
                )
                if "text" in slot.takes and not (self.typed or told):
                    # "Edit the title page" gives nothing.
                    continue
                inside = (
                    None
                    if said is None
                    else self._inside(slot, start, stop, labelled=True, exactly=said == 0)
                )
                ways.append(None if inside is None or said is None else (said + inside[0], inside[1]))
        least = min((each for each in ways if each is not None), default=None, key=lambda each: each[0])
        return None if least is None else (least[0], Filling(slot, least[1]))

    def _label_cost(self, slot: Slot, start: int, end: int, joints: frozenset[str]) -> int | None:
        """What it costs to take words for the label of a slot; None where they name something else."""
        words = self.words[start:end]
        if (
            len(words) > 1
            and joints is _TO_SLOT
            and words[0].low not in joints | slot.terms | {stem(words[0].low)}
        ):
            return None
        while len(words) > 1 and words[-1 if joints is _TO_VALUE else 0].low in joints:
            words = words[:-1] if joints is _TO_VALUE else words[1:]
        low = tuple(each.low for each in words)
        quoted = [unveil(each.text) for each in words if re.fullmatch(VEILED, each.text)]
        if quoted:
            others = {stem(each.low) for each in words if not re.fullmatch(VEILED, each.text)}
            named = any(fit(Words(quoted[0], exact=True), each) >= Fit.SET for each in slot.names)
            return 0 if named and len(quoted) == 1 and others <= _KINDS | lexicon.ARTICLES else None
        if re.sub(r"[\W_]", "", "".join(low)) == "".join(slot.low):
            return 0
        stems = {one for each in low if each not in lexicon.ARTICLES for one in terms(each) or (stem(each),)}
        roles = {each for each in stems if slot.role in lexicon.ROLES.get(each, ())}
        said = stems - (roles | lexicon.VALUES | _LOOSE - slot.terms)
        akin = slot.terms.union(*(_OF_KINDS.get(each, frozenset()) for each in slot.takes))
        akin = akin.union(*(each for each in (lexicon.HEADS, lexicon.RATINGS) if each & slot.terms))
        # "The date of the desk", in the form for desks.
        said -= self.known - akin if said & akin else frozenset()
        if slot.role == "stepper":
            said -= lexicon.QUANTITIES
            said = {each for each in said if not any(_akin(each, one) for one in slot.terms)}
            return None if said else 0
        if not said <= akin or not (said or roles) or set(low) <= _GLUE:
            return None
        if term_set(slot.label) <= said:
            return 0
        # A field to search with is not what its things are.
        return None if slot.searches else _PARTLY + (not said)

    def _led(self, slot: Slot, at: int) -> int | None:
        """What it costs to tell a slot by the word before the value: "from 10:00", "called 'Tea'"."""
        lead = self.words[at - 1].low if at else ""
        if lead and re.sub(r"[\W_]", "", lead) == "".join(slot.low):
            return 0
        ends = self._side(slot) * _side({lead}) > 0
        ends = ends and not (lexicon.PLACES.intersection(slot.low) and self.words[at].text[0].isdigit())
        titled = lead in lexicon.NAMING and slot.terms & lexicon.TITLES
        return _BY_PLACE if ends or titled else None

    def _side(self, slot: Slot) -> int:
        """Whether a slot is for the beginning (-1) or the end (1) of a time: by its label, and of two days the last is the end."""
        pair = [each for each in self.slots if "date" in each.takes]
        told = any(_side(each.marks) for each in pair)
        return (
            (1 if slot == pair[-1] else -1) if told and len(pair) == 2 and slot in pair else _side(slot.marks)
        )

    def _inside(
        self, slot: Slot, start: int, end: int, *, labelled: bool, exactly: bool = False
    ) -> tuple[int, tuple[str, ...]] | None:
        """What words are for a slot, and what it costs to take them so; None where it does not take them."""
        joints = [at for at in range(start, end) if self.words[at].low in _LISTING]
        if joints and labelled and slot.takes & {"choice", "options"}:
            parts = [(one + 1, two) for one, two in pairwise((start - 1, *joints, end)) if one + 1 < two]
            found = [each for part in parts if (each := self._inside(slot, *part, labelled=True)) is not None]
            return (len(found), tuple(each[1][0] for each in found)) if len(found) == len(parts) else None
        kinds = {each.kind: each.texts for each in self.values.get((start, end), ())}
        if set(map(plain, kinds.get("quoted", ()))) & set(map(plain, slot.names)):
            # Its own name.
            return None
        if slot.options:
            text = unveil(self.text[self.words[start].start : self.words[end - 1].end])
            return option_said(slot, text.rstrip(",;"), quoted="quoted" in kinds, labelled=labelled)
        if "counts" in slot.takes:
            return self._counted(slot, start, end, labelled=labelled)
        lead = self.words[start - 1].low if start else ""
        if self._side(slot) * _side({lead}) < 0 and not labelled:
            return None
        for kind in ("dates", "date", "time", "colour", "email", "number"):
            if kind in slot.takes and kind in kinds and (labelled or kind != "number"):
                return int(not labelled and self._side(slot) > 0), kinds[kind]
        if "number" in slot.takes and (labelled or (lead == "of" and end == start + 1 and self.numbers == 1)):
            # "20 px", "an expense of 12.50".
            inner = {each.kind: each.texts for each in self.values.get((start, start + 1), ())}
            if "number" in inner and end <= start + 2:
                return end - start, inner["number"]
        if not slot.takes & {"text", "choice"} or ("dates" in kinds and "date" in slot.takes):
            return (1, kinds["quoted"]) if labelled and "quoted" in kinds else None
        return (
            self._text(start, end, kinds, exactly=exactly)
            if labelled
            else self._bare(slot, start, end, kinds)
        )

    def _counted(
        self, slot: Slot, start: int, end: int, *, labelled: bool
    ) -> tuple[int, tuple[str, ...]] | None:
        """Numbers of things, for what is opened to count them: "2 adults and 1 child"."""
        words = [each.low for each in self.words[start:end]]
        parts = [words[at : at + 3] for at in range(0, len(words), 3)]
        counted = all(
            len(each) > 1
            and (each[0].isdigit() or each[0] in NUMBERS)
            and each[1].isalpha()
            and each[2:] != []
            for each in (*parts[:-1], [*parts[-1], ""])
        ) and all(each[2] in _LISTING for each in parts[:-1])
        known = counted and any(_akin(stem(each[1]), one) for each in parts for one in slot.terms)
        if not counted or not (labelled or known):
            return None
        return 0, tuple(f"{NUMBERS.get(each[0], each[0])} {each[1]}" for each in parts)

    def _bare(
        self, slot: Slot, start: int, end: int, kinds: dict[str, tuple[str, ...]]
    ) -> tuple[int, tuple[str, ...]] | None:
        """What words are as a text that no label is said with: quoted, or the name of somebody."""
        if start == self.verb and "name" in kinds and slot.low[-1:] == ("name",):
            # "Invite Sofia Castell".
            return 0, kinds["name"]
        follows = self.words[end].low if end < len(self.words) else ""
        if "quoted" in kinds and "text" in slot.takes and self.typed and follows not in _AS:
            return (0 if slot.terms & lexicon.TITLES else _OTHER_TEXT), kinds["quoted"]
        lead, words = self.words[start - 1].low if start else "", self.words[start:end]
        placed = lead in _PLACING and lexicon.PLACES.intersection((*slot.terms, *slot.low))
        if placed and all(each.text[0].isupper() or each.low in {",", *PARTICLES} for each in words):
            # "In Bergen, Norway".
            return 1, (unveil(self.text[words[0].start : words[-1].end]),)
        personal = slot.terms & lexicon.PERSONS and lead in _PERSONAL
        return (1, kinds["name"]) if personal and "name" in kinds else None

    def _text(
        self, start: int, end: int, kinds: dict[str, tuple[str, ...]], *, exactly: bool
    ) -> tuple[int, tuple[str, ...]] | None:
        """What words are as the text of a labelled field; None where they speak of something, or hold other values."""
        if found := kinds.get("quoted"):
            return 0, found
        words = self.words[start:end]
        low = [each.low for each in words]
        whole = self.text[words[0].start : words[-1].end]
        before = self.words[start - 1].low if start else ""
        if (
            before in lexicon.ARTICLES
            or set(map(stem, low)) <= _NO_VALUES
            or refers(whole)
            or {low[0], low[-1]} & (_GLUE | _WITHOUT)
            or refers(f"{before} {whole}")
        ):
            return None
        if any(kinds.get(each) for each in ("name", "email", "number", "date", "time", "dates")):
            return 0, (unveil(whole),)
        held = ((at, to, one.kind) for (at, to), found in self.values.items() for one in found)
        glue = sum(each in _GLUE for each in low)
        if words[0].text[0].isupper() and words[-1].text[0].isupper() and set(low) & _GLUE <= IN_NAMES:
            # "Night Trains of Europe".
            return 0, (unveil(whole),)
        if (
            (glue and not (exactly and before in deeds.WITH))
            or _LISTING.intersection(low)
            or any(start <= at and to <= end and kind in _WHOLE_VALUES for at, to, kind in held)
        ):
            return None
        return (_FREE * (1 + glue) if len(low) > 1 else 1), (unveil(whole),)

    def _ticked(self, slot: Slot, at: int, end: int, *, off: bool = False) -> tuple[int, Filling] | None:
        """What it costs to take words for a box that is to be ticked, or not: "with coffee", "without breakfast"."""
        without = self.words[at].low in _WITHOUT
        words = self.words[at + without : end]
        words = words[1:] if words and words[0].low in lexicon.ARTICLES else words
        if not words or ({words[0].low, words[-1].low} & _GLUE and len(words) < len(slot.low)):
            return None
        said = unveil(self.text[words[0].start : words[-1].end])
        quoted = re.search(VEILED, self.text[words[0].start : words[-1].end]) is not None
        noted = terms(re.sub(r"\([^)]*\)", "", slot.label))
        # "Add breakfast" is had with breakfast.
        verbless = noted[1:] if _VERBS.intersection(noted[:1]) else noted
        same = fit(Words(said, exact=quoted), slot.label) >= Fit.SET
        same = same or term_set(said) in (frozenset(noted), frozenset(verbless) or None)
        on = off is without
        return (1, Filling(slot, (), on)) if same and not (quoted and len(words) > 1) else None


def _side(words: Set[str]) -> int:
    """Whether words say the beginning of a time (-1), its end (1), or neither or both (0)."""
    return bool(words & lexicon.ENDS) - bool(words & lexicon.STARTS)
