"""What is told, and what it follows from: each answer cites the elements it was read from."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from pytest_webagent.evidence.derivation import Derivation
from pytest_webagent.model.builtin.view import FIELDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pytest_webagent.model.builtin.view import View

_SENTENCE_START = re.compile(r"^.*(?:[.!?;:]\s+|\s[·•|]\s+)(?=\S)", re.DOTALL)
_DIGITS = re.compile(r"\d(?:[\d.,]*\d)?")
_NUMBER = r"\d[\d.,]*"


class Told(NamedTuple):
    """A text that answers a question, and the derivations it follows from; without a text it is false."""

    text: str
    evidence: tuple[Derivation, ...] = ()

    def __bool__(self) -> bool:
        """Whether anything is told."""
        return bool(self.text)


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
        return Told(text, tuple(filter(None, (self._reading(text, at),))))

    def value(self, at: int) -> Told:
        """What a field holds, or which option of it is chosen."""
        return Told(self.view[at].value or "", (Derivation(op="value", elements=self.ids((at,))),))

    def says_each(self, texts: Iterable[str], at: Iterable[int]) -> Told:
        """Texts that stand in an element each, as one text."""
        return joined(self.says(text, place) for text, place in zip(texts, at, strict=True))

    def counted(self, indexes: Sequence[int]) -> Told:
        """How many elements these are."""
        return Told(str(len(indexes)), (Derivation(op="count", elements=self.ids(indexes)),))

    def there(self, *indexes: int, state: str = "", said: str = "yes") -> Told:
        """Something follows from elements that are there; with `state`, in this state."""
        found = (Derivation(op="exists", elements=(at,), state=state) for at in self.ids(indexes))
        return Told(said, tuple(found))

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
        places = tuple(self._places(at))
        for place in places:
            if _plain(self.view[place].value or "") == _plain(text):
                return Derivation(op="value", elements=self.ids((place,)))
            if self.view[place].role not in FIELDS and _plain(self._said(place)) == _plain(text):
                return Derivation(op="text", elements=self.ids((place,)))
        for place in places:
            if pattern := pattern_for(text, self._said(place)):
                return Derivation(op="text", elements=self.ids((place,)), pattern=pattern)
        return None

    def _places(self, at: int) -> Iterator[int]:
        """The elements to cite for what stands at one, the smallest first, then those around it."""
        inside = [each for each in self.view.within(at) if self.view[each].id is not None]
        yield from sorted(inside, key=lambda each: (len(self._said(each)), each))
        yield from (above for above in self.view.page.ancestors(at) if self.view[above].id is not None)

    def _said(self, at: int) -> str:
        return self.view.page.full_text(at)


def pattern_for(text: str, whole: str) -> str:
    """A pattern that reads a text out of a longer one by what stands around it; empty where it is not in it.

    It still reads what stands there when that changes: only where the surroundings say too little it names the text.
    """
    found = re.search(rf"(?<!\w){re.escape(text)}(?!\w)", whole) or re.search(re.escape(text), whole)
    if found is None or not text:
        return ""
    before, after = whole[: found.start()], whole[found.end() :]
    near = _SENTENCE_START.sub("", before)
    beside = re.match(r"\s*\S*", after)
    close = beside[0] if beside else ""
    for lead, rest in ((near, close), (near, after), (before, close), (before, after)):
        pattern = _around(lead, rest, anchored=lead == before, ends=rest == after)
        if _reads(pattern, whole) == text:
            return pattern
    return re.escape(text)


def _around(before: str, after: str, *, anchored: bool, ends: bool) -> str:
    start = "^" if anchored and not before.strip() else ""
    group = "(.+)" if ends and not after.strip() else "(.+?)"
    return f"{start}{_loosely(before)}{group}{_loosely(after)}"


def _loosely(text: str) -> str:
    """A pattern for surroundings: their numbers may change, too."""
    return _NUMBER.join(re.escape(part).replace("\\ ", " ") for part in _DIGITS.split(text))


def _reads(pattern: str, whole: str) -> str:
    found = re.search(pattern, whole)
    return found[1] if found else ""


def _plain(text: str) -> str:
    return " ".join(text.split())
