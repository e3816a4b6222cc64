"""What a page says, with the derivations that it follows from: each cites the elements it was read from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from pytest_webagent.aria_roles import FIELDS
from pytest_webagent.claims.derivation import Derivation
from pytest_webagent.claims.evaluation import work_out
from pytest_webagent.claims.patterns import part
from pytest_webagent.claims.surroundings import patterns_for
from pytest_webagent.claims.underivable import UnderivableError
from pytest_webagent.page.reading import Reading
from pytest_webagent.values.likeness import likeness
from pytest_webagent.values.plain_text import flat, says

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pytest_webagent.claims.outcome import Outcome
    from pytest_webagent.observation import Observation

_OF_PARTS: Final = frozenset(("sum", "difference", "join", "several"))
_CHOSEN: Final = ("checked", "selected", "pressed", "current")
"""The states of what is chosen among others."""


class Told(NamedTuple):
    """A text that answers a question, and the derivations it follows from; without a text it is false."""

    text: str
    evidence: tuple[Derivation, ...] = ()
    parts: tuple[Told, ...] = ()
    """The texts it is made of, where several things were asked for: the names of a list."""

    def __bool__(self) -> bool:
        """Whether anything is told."""
        return bool(self.text)


NOTHING: Final = Told("")


def joined(told: Iterable[Told], separator: str = ", ") -> Told:
    """Several answers as one, with all they follow from."""
    parts = tuple(told)
    evidence = dict.fromkeys(derivation for each in parts for derivation in each.evidence)
    return Told(separator.join(each.text for each in parts), tuple(evidence))


class Citations:
    """Makes derivations for what was read from one page. Places are given by the index of their element."""

    def __init__(self, page: Observation) -> None:
        self.page = page
        self.reading = Reading(page)

    def of(self, outcome: Outcome) -> Told:
        """An outcome with the derivations that it follows from."""
        if outcome.way in ("min", "max"):
            # What is read of the best of all, in one derivation; else what it says, and by its name that it is the best.
            among = [self.of(each) for each in outcome.parts]
            by = [self.of(each) for each in outcome.by] or among
            elements, values = _an_element_each(among), _an_element_each(by)
            found = len(elements) == len(values) and self._computed(
                outcome, by, elements=elements, by=() if elements == values else values
            )
            if found:
                return Told(outcome.text, found)
        told = self._cited(outcome)
        also = (evidence for each in outcome.also for evidence in self.of(each).evidence)
        return told._replace(evidence=tuple(dict.fromkeys((*told.evidence, *also))))

    def _cited(self, outcome: Outcome) -> Told:
        text, place = outcome.text, outcome.place
        parts = tuple(map(self.of, outcome.parts)) if outcome.way in _OF_PARTS else ()
        match outcome.way:
            case "title" | "url" | "tabs" | "dialog":
                return Told(text, (Derivation(op=outcome.way),))
            case "count":
                return self._counted(outcome) if place is None else self._none(place.at)
            case "several":
                return joined(parts)
            case "sum" | "difference" | "join":
                found = self._computed(outcome, parts, elements=_an_element_each(parts))
                return Told(text, found or joined(parts).evidence, parts if outcome.way == "join" else ())
            case "options" if place is not None:
                return self.options(place.at)
            case "value" if place is not None:
                return self.value(place.at)
        if place is None:
            return Told(text)
        if outcome.state:
            states = place.element.states
            return self.there(
                place.at, state=next((each for each in _CHOSEN if each in states), outcome.state), said=text
            )
        return self.says(text, place.at)

    def _computed(self, outcome: Outcome, read: Iterable[Told], **cited: Any) -> tuple[Derivation, ...]:
        """The derivation that comes to an outcome, a result perhaps with its unit, with one of the patterns that its parts were read with."""
        patterns = dict.fromkeys(("", *(each.pattern for told in read for each in told.evidence)))
        for pattern in patterns if cited["elements"] else ():
            tried = Derivation(**{"op": outcome.way, "pattern": pattern, **cited})
            found = work_out(tried, self.page)
            unit = outcome.way in ("sum", "difference") and says(found.text, outcome.text)
            if found.holds and (unit or likeness(outcome.text, found.text, self.page.language).same):
                return (tried,)
        return ()

    def _counted(self, outcome: Outcome) -> Told:
        """How many there are: all of their role in their list, or all there that say one of the words, are counted anew."""
        items = [each.place for each in outcome.parts if each.place is not None]
        around = (
            each for each in items[0].around() if each.at != items[0].at and each.element.role != "rowgroup"
        )
        within = next(filter(None, (next(iter(self.ids((each.at,))), None) for each in around)), None)
        said = tuple(flat(self.reading.said(each.at)) for each in items)
        tried = (
            Derivation(op="count", role=items[0].element.role, text=text, within=within)
            for text in dict.fromkeys(("", outcome.words, *outcome.words.split()))
        )
        anew = (each for each in tried if work_out(each, self.page).parts == said)
        given = Derivation(op="count", elements=self.ids(each.at for each in items))
        return Told(str(len(items)), (next(anew, given),))

    def _none(self, at: int) -> Told:
        """A zero, which an element says in words: there is nothing of the kind that lists hold, in as wide a part as may be."""
        around = [self.page.elements[each] for each in self.page.ancestors(at)]
        row = any(each.role == "row" for each in around)
        counted = (
            Derivation(op="count", role=role, within=part)
            for part in (None, *(each.id for each in reversed(around) if each.id is not None))
            for role in (("row",) if row else ("listitem", "row", "article"))
        )
        none = (each for each in counted if work_out(each, self.page).text == "0")
        return Told("0", (*self.says(self.reading.text(at), at).evidence, *filter(None, [next(none, None)])))

    def says(self, text: str, at: int) -> Told:
        """What was read at an element or below it: by the smallest one there that says it, else by the nearest above.

        What stands in no element, as a text right in the body of a page does, is only cited by its words.
        """
        said = flat(text)
        places = tuple(self._places(at)) if said else ()
        found = next((each for place in places if (each := self._whole(said, place))), None) or next(
            (each for place in places if (each := self._in_part(said, place, at))), None
        )
        words = Derivation(op="exists", text=said if self.ids((at,)) else flat(self.reading.text(at)))
        return Told(
            text, (found,) if found else (words,) if said and work_out(words, self.page).holds else ()
        )

    def value(self, at: int) -> Told:
        """What a field holds, or which option of it is chosen; or that it is empty."""
        value = self.reading.value(at)
        return (
            Told(value, (Derivation(op="value", elements=self.ids((at,))),))
            if value.strip()
            else self.there(at, state="empty", said=value)
        )

    def options(self, at: int) -> Told:
        """All that a dropdown offers."""
        inside = next(iter(self.ids(self.page.ancestors(at))), None)
        return joined(
            parts := tuple(
                Told(option, (Derivation(op="exists", role="option", text=option, within=inside),))
                for option in self.page.elements[at].options
            )
        )._replace(parts=parts)

    def there(self, *indexes: int, state: str = "", said: str = "yes") -> Told:
        """Something follows from elements that are there; with `state`, in this state."""
        return Told(
            said, tuple(Derivation(op="exists", elements=(at,), state=state) for at in self.ids(indexes))
        )

    def not_there(self, text: str, *, role: str = "", within: int | None = None, said: str = "no") -> Told:
        """Something follows from what is not there, in an element or anywhere."""
        inside = None if within is None else self.ids((within,))[0]
        return Told(said, (Derivation(op="not_exists", text=text, role=role, within=inside),))

    def ids(self, indexes: Iterable[int]) -> tuple[int, ...]:
        """The ids of elements; bare text has none and is cited by what it stands in."""
        ways = ((self.page.elements[each].id for each in (at, *self.page.ancestors(at))) for at in indexes)
        found = (next((number for number in way if number is not None), None) for way in ways)
        return tuple(dict.fromkeys(number for number in found if number is not None))

    def _whole(self, said: str, place: int) -> Derivation | None:
        """The derivation of all that an element holds, says or is called; None where that is something else."""
        element, cited = self.page.elements[place], self.ids((place,))
        if flat(self.reading.value(place)) == said:
            return Derivation(op="value", elements=cited)
        text = flat(self.reading.text(place))
        if text == said and element.role not in FIELDS:
            return Derivation(op="text", elements=cited)
        return (
            Derivation(op="exists", elements=cited, text=element.name)
            if said in (text, flat(element.name))
            else None
        )

    def _in_part(self, said: str, place: int, at: int) -> Derivation | None:
        """The derivation of a text, of what stands `at` an element, by a pattern out of what one around it says."""
        whole = self.reading.text(place) if self.page.elements[place].role not in FIELDS else ""
        for pattern in patterns_for(said, whole, self.reading.text(at)):
            try:
                if flat(part(whole, pattern, self.page.language)) == said:
                    return Derivation(op="text", elements=self.ids((place,)), pattern=pattern)
            except UnderivableError:
                continue
        return None

    def _places(self, at: int) -> Iterator[int]:
        """The elements to cite for what stands at one, the smallest first, then those around it."""
        elements = self.page.elements
        inside = (each for each in (at, *self.page.descendants(at)) if not elements[each].hidden)
        ordered = (
            *sorted(inside, key=lambda each: (len(self.reading.text(each)), each)),
            *self.page.ancestors(at),
        )
        return (each for each in ordered if elements[each].id is not None)


def _an_element_each(told: Sequence[Told]) -> tuple[int, ...]:
    """The elements that texts were read from, if it is one each; else none."""
    found = [[at for derivation in each.evidence for at in derivation.elements] for each in told]
    return tuple(at for (at,) in found) if all(len(each) == 1 for each in found) else ()
