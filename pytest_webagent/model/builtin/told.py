"""What is told, and what it follows from: each answer cites the elements it was read from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from pytest_webagent.aria_roles import FIELDS
from pytest_webagent.claims.derivation import Derivation
from pytest_webagent.claims.evaluation import work_out
from pytest_webagent.claims.patterns import part
from pytest_webagent.claims.underivable import UnderivableError
from pytest_webagent.model.builtin.surroundings import patterns_for
from pytest_webagent.values.likeness import likeness
from pytest_webagent.values.plain_text import flat, says

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pytest_webagent.claims.derivation import Op
    from pytest_webagent.model.builtin.view import View


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
_CHOSEN: Final = ("checked", "selected", "pressed", "current")
"""The states of what is chosen among others."""


def joined(told: Iterable[Told], separator: str = ", ") -> Told:
    """Several answers as one, with all they follow from."""
    parts = tuple(told)
    evidence = dict.fromkeys(derivation for part in parts for derivation in part.evidence)
    return Told(separator.join(part.text for part in parts), tuple(evidence))


class Citing:
    """Makes derivations for what was read from one page. Places are given by the index of their element."""

    def __init__(self, view: View) -> None:
        self.view = view

    def says(self, text: str, at: int) -> Told:
        """What was read at an element or below it: by the smallest one there that says it, else by the nearest above."""
        found = self._reading(text, at)
        return Told(text, (found,) if found else self._pieces(text, at) or tuple(self._bare((at,))))

    def name(self, at: int) -> Told:
        """What an element is called, perhaps by the text right before it."""
        name = self.view.name(at)
        told = self.says(name, at)
        if told.evidence:
            return told
        label = next((each for each in reversed(range(at)) if self.view.text(each) == name), None)
        return self.there(at, said=name) if label is None else self.says(name, label)

    def _pieces(self, text: str, at: int) -> tuple[Derivation, ...]:
        """The derivations that come to the parts of a text which no element says as a whole: some between them is left out."""
        parts = _current_parts(self.view, at)
        if flat(" ".join(part for part, _ in parts)) != flat(text):
            return ()
        return tuple(dict.fromkeys(filter(None, (self._reading(*part) for part in parts))))

    def value(self, at: int) -> Told:
        """What a field holds, or which option of it is chosen; or that it is empty."""
        value, elements = self.view.reading.value(at), self.ids((at,))
        if not value.strip():
            return Told(value, (Derivation(op="exists", elements=elements, state="empty"),))
        return Told(value, (Derivation(op="value", elements=elements),))

    def chosen(self, text: str, at: int) -> Told:
        """What a thing says; if it is chosen among others, such as a radio button, a tab or an option, that it is."""
        state = next((each for each in _CHOSEN if each in self.view[at].states), "")
        return self.there(at, state=state, said=text) if state else self.says(text, at)

    def says_each(self, texts: Iterable[str], at: Iterable[int]) -> Told:
        """Texts that stand in an element each, as one text."""
        return joined(self.says(text, place) for text, place in zip(texts, at, strict=True))

    def counted(self, indexes: Sequence[int], within: int | None = None, words: str = "") -> Told:
        """How many elements these are.

        If they are all of their role `within` an element, or all that say one of the words, these are counted anew.
        """
        said = tuple(flat(self.view.reading.said(at)) for at in indexes)
        role, part = self.view[indexes[0]].role, None if within is None else self._holder(within)
        tried = [
            Derivation(op="count", role=role, text=text, within=part)
            for text in dict.fromkeys(("", words, *words.split()))
        ]
        anew = (each for each in tried if work_out(each, self.view.page).parts == said)
        cited = next(anew, Derivation(op="count", elements=self.ids(indexes)))
        return Told(str(len(indexes)), (cited,))

    def worked_out(self, op: Op, text: str, told: Sequence[Told]) -> Told:
        """What the values of several elements come to; where they are not in an element each, it follows from all of them."""
        elements = _an_element_each(told)
        found = elements and self._coming_to(text, _patterns(told), op=op, elements=elements)
        return Told(text, (found,) if found else joined(told).evidence)

    def picked(self, op: Op, text: str, told: Sequence[Told], by: Sequence[Told]) -> Told | None:
        """The text of the one among several with the least or greatest value; None where that does not come to it."""
        elements, values = _an_element_each(told), _an_element_each(by)
        if elements is None or values is None or len(elements) != len(values):
            return None
        beside = () if elements == values else values
        found = self._coming_to(text, _patterns(by), op=op, elements=elements, by=beside)
        return Told(text, (found,)) if found else None

    def _coming_to(self, text: str, patterns: Iterable[str], **derivation: Any) -> Derivation | None:
        """The derivation with the first pattern with which it comes to a text, a result perhaps with its unit; None if there is none."""
        page, unit = self.view.page, derivation["op"] in ("sum", "difference")
        for pattern in patterns:
            tried = Derivation(**derivation, pattern=pattern)
            found = work_out(tried, page)
            same = likeness(text, found.text, page.language).same or (unit and says(found.text, text))
            if found.holds and same:
                return tried
        return None

    def options(self, at: int) -> Told:
        """All that a dropdown offers."""
        around = self.view[at].parent
        inside = None if around is None else self._holder(around)
        parts = tuple(
            Told(option, (Derivation(op="exists", role="option", text=option, within=inside),))
            for option in self.view[at].options
        )
        return joined(parts)._replace(parts=parts)

    def none(self, at: int) -> Told:
        """A zero, which an element says in words: there is nothing of the kind that lists hold, in as wide a part as may be."""
        roles = ("row",) if self.view.ancestor(at, ("row",)) is not None else ("listitem", "row", "article")
        around = [*(each for each in self.view.page.ancestors(at) if self.view[each].id is not None)]
        parts = (None, *(self.view[each].id for each in reversed(around)))
        counted = (
            self._coming_to("0", ("",), op="count", role=role, within=part)
            for part in parts
            for role in roles
        )
        return Told("0", (*self.texts(at).evidence, *filter(None, [next(filter(None, counted), None)])))

    def there(self, *indexes: int, state: str = "", said: str = "yes") -> Told:
        """Something follows from elements that are there; with `state`, in this state."""
        found = (Derivation(op="exists", elements=(at,), state=state) for at in self.ids(indexes))
        return Told(said, (*found, *self._bare(indexes)))

    def texts(self, *indexes: int, said: str = "yes") -> Told:
        """Something follows from what elements say."""
        found = (
            self._reading(self.view.text(at), at) or Derivation(op="text", elements=self.ids((at,)))
            for at in indexes
            if self._holder(at) is not None
        )
        return Told(said, tuple(dict.fromkeys((*found, *self._bare(indexes)))))

    def _bare(self, indexes: Iterable[int]) -> Iterator[Derivation]:
        """Text that stands in no element, as it does right in the body of a page, is only cited by its words."""
        bare = (at for at in indexes if self._holder(at) is None)
        return (Derivation(op="exists", text=self.view.text(at)) for at in bare)

    def not_in_state(self, *indexes: int, state: str, said: str = "no") -> Told:
        """Something follows from elements that are there and not in a state."""
        found = (Derivation(op="not_exists", elements=(at,), state=state) for at in self.ids(indexes))
        return Told(said, tuple(found))

    def not_there(self, text: str, *, role: str = "", within: int | None = None, said: str = "no") -> Told:
        """Something follows from what is not there, in an element or anywhere."""
        inside = None if within is None else self.ids((within,))[0]
        return Told(said, (Derivation(op="not_exists", text=text, role=role, within=inside),))

    def ids(self, indexes: Iterable[int]) -> tuple[int, ...]:
        """The ids of elements; bare text has none and is cited by what it stands in."""
        found = (self._holder(at) for at in indexes)
        return tuple(dict.fromkeys(element_id for element_id in found if element_id is not None))

    def _holder(self, at: int) -> int | None:
        above = (self.view[each].id for each in (at, *self.view.page.ancestors(at)))
        return next((element_id for element_id in above if element_id is not None), None)

    def _reading(self, text: str, at: int) -> Derivation | None:
        """The derivation that comes to a text; None where nothing at this place says it."""
        said = flat(text)
        places = tuple(self._places(at)) if said else ()
        for place in places:
            if flat(self.view.reading.value(place)) == said:
                return Derivation(op="value", elements=self.ids((place,)))
            if flat(self.view.reading.text(place)) == said:
                return self._whole(place)
            if flat(self.view[place].name) == said:
                return self._called(place)
        for place in places:
            if self.view[place].role not in FIELDS and (pattern := self._pattern(said, place, at)):
                return Derivation(op="text", elements=self.ids((place,)), pattern=pattern)
        return None

    def _whole(self, at: int) -> Derivation:
        """What an element says, or a field is called."""
        if self.view[at].role in FIELDS:
            return self._called(at)
        return Derivation(op="text", elements=self.ids((at,)))

    def _called(self, at: int) -> Derivation:
        """That an element is there that has a name."""
        return Derivation(op="exists", elements=self.ids((at,)), text=self.view[at].name)

    def _pattern(self, said: str, place: int, at: int) -> str:
        """A pattern that reads a text, of what stands `at` an element in it, out of what an element says; empty where it does not say it."""
        whole = self.view.reading.text(place)
        for pattern in patterns_for(said, whole, self.view.reading.text(at)):
            try:
                if flat(part(whole, pattern, self.view.reading.language)) == said:
                    return pattern
            except UnderivableError:
                continue
        return ""

    def _places(self, at: int) -> Iterator[int]:
        """The elements to cite for what stands at one, the smallest first, then those around it."""
        inside = [
            each for each in self.view.within(at) if self.view[each].id is not None and self.view.seen(each)
        ]
        yield from sorted(inside, key=lambda each: (len(self.view.reading.text(each)), each))
        yield from (above for above in self.view.page.ancestors(at) if self.view[above].id is not None)


def _an_element_each(told: Iterable[Told]) -> tuple[int, ...] | None:
    """The elements that texts were read from, if it is one each."""
    found = [[at for derivation in each.evidence for at in derivation.elements] for each in told]
    return tuple(at for (at,) in found) if found and all(len(each) == 1 for each in found) else None


def _patterns(told: Iterable[Told]) -> tuple[str, ...]:
    """The patterns that texts were read with, none first."""
    found = (derivation.pattern for each in told for derivation in each.evidence)
    return tuple(dict.fromkeys(("", *found)))


def _current_parts(view: View, index: int) -> list[tuple[str, int]]:
    """The texts in an element, each with where it stands, without what is struck through, such as an old price."""
    element = view[index]
    if element.role == "deletion" or element.hidden or element.role in FIELDS:
        return []
    inner = [part for child in view.page.children(index) for part in _current_parts(view, child)]
    own = element.text or ("" if inner else element.name)
    return [(own, index), *inner] if own else inner
