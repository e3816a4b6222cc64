"""Labelled values: "Total: $9.50", a term and its definition, a row with a label in its first cell."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from pytest_webagent.aria_roles import BUTTONS, CELLS, FIELDS, TOGGLES
from pytest_webagent.model.builtin.refusal import Missing, ambiguous
from pytest_webagent.model.builtin.tables import current_text
from pytest_webagent.model.builtin.told import Citing
from pytest_webagent.model.builtin.words import Fit, content, fit, likeness, plain
from pytest_webagent.values.plain_text import word_set

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pytest_webagent.model.builtin.told import Told
    from pytest_webagent.model.builtin.view import View
    from pytest_webagent.model.builtin.words import Words

_SENTENCES = re.compile(r"(?<=[.;])\s+(?=[A-Z][^.:]{0,40}:\s)")
_SPLIT = re.compile(r"^\s*(?P<label>[^:]{1,60}?)\s*:\s+(?P<value>.{1,160}?)\s*$")
_BEFORE_NUMBER = re.compile(
    r"^\s*(?P<label>[^\d$€£¥:#]{2,60}?)\s*[#:]?\s*(?P<value>(?:[-−]?\s?[$€£¥#]|US\$)?\d[\w.,:/%-]*(?:\s?(?:€|kr|EUR|USD|%))?)\s*$"
)
_SENTENCE = (
    r"(?:^|[.!?;:,(]\s*|\b(?:the|your|my|our|this|current|new)\s+)(?P<label>{label})"
    r"(?:\s+(?:is|are|was|were|no\.?|number)(?:\s+now)?\s+|\s*[=#]\s*|\s*:\s+)"
    r"(?P<value>(?=\S*[\d@])\S+?(?:\s+(?!(?:and|but|has|will|was|is|which|for|on)\b)[^\s.,;!?]+)*)(?=[.,;!?]*(?:\s|$))"
)
_IF = re.compile(r"\b(?:if|when|once|until|unless|over|above|below|under|least|most|than)\b", re.IGNORECASE)
_TILES = word_set("generic listitem group article figure region paragraph link")
_FIGURE = re.compile(r"[-−+]?\s?[^\w\s]?\s?\d.{0,20}$")
_ADDS_NOTHING = word_set("number no nr address current currently amount value full grand overall name")
"""Words that a label may have or lack without naming another thing: a price is no old price, a phone is a phone number."""
_LONGEST = 200
_PARTS = BUTTONS | FIELDS | TOGGLES | {"heading", "paragraph", "listitem", "article", "row"}
"""What holds its own text: texts of several of these are not one sentence with a label."""
_NO_LABEL = frozenset(["link", "button", "heading", "columnheader", "img"])


@dataclass(frozen=True, slots=True)
class Labelled:
    """A value, what it is labelled with, where both stand, and how it was read off (1 is the surest way)."""

    label: str
    value: str
    index: int
    doubt: int = 1
    at: int | None = None
    """Where the value stands, if not with its label."""


class Labels:
    """The labelled values of a page."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.citing = Citing(view)

    def value(self, words: Words, scope: Iterable[int] | None = None) -> Told:
        """The value labelled with these words.

        Raises:
            Missing: there is none.
            Refusal: several different values are labelled so.
        """
        inside = self.view.shown if scope is None else tuple(scope)
        best: tuple[Fit, int] = (Fit.NONE, 0)
        found: list[Labelled] = []
        for labelled in self._all(inside, words):
            level = (self._fit(words, labelled), -labelled.doubt)
            if level[0] == Fit.NONE or level < best:
                continue
            if level > best:
                best, found = level, []
            found.append(labelled)
        # One value read off twice, once with more around it, is one value.
        values = {
            one.value: one for one in reversed(found) if not any(self._inner(other, one) for other in found)
        }
        if scope is None:
            values = {said: one for said, one in values.items() if not self.view.apart(one.index)} or values
        if not values:
            raise Missing(str(words), "a value with this label", self._nearest(words, inside))
        if len(values) > 1:
            raise ambiguous(str(words), [f"{labelled.label!r}: {labelled.value!r}" for labelled in found])
        (one,) = values.values()
        place = one.index if one.at is None else one.at
        return self.citing.chosen(one.value, place)

    def _inner(self, inner: Labelled, outer: Labelled) -> bool:
        """Whether a value is a part of another one that was read off the same place."""
        return (
            inner.value != outer.value
            and inner.value in outer.value
            and (inner.index in self.view.within(outer.index) or outer.index in self.view.within(inner.index))
        )

    def _fit(self, words: Words, labelled: Labelled) -> Fit:
        level = fit(words, labelled.label)
        if level == Fit.NONE and len(content(words.text)) > 1:
            level = fit(words, labelled.label, self.view.context(labelled.index))
        if level in (Fit.PART, Fit.NONE) and not words.exact:
            return (
                Fit.PART
                if same_thing(words.text, labelled.label, self.view.context(labelled.index))
                else Fit.NONE
            )
        return level

    def _nearest(self, words: Words, inside: Sequence[int]) -> list[str]:
        labels = {labelled.label for labelled in self._all(inside, words)}
        return sorted((f"{label!r}" for label in labels if likeness(words, label) >= 60), key=len)[:3]

    def _all(self, inside: Sequence[int], words: Words) -> Iterator[Labelled]:
        roots = set(self.view.page.children(None))
        if roots & set(inside):
            yield from self._of_terms(
                [at for at in sorted(roots) if self.view.seen(at) and self.view.text(at)]
            )
        for at in inside:
            yield from self._of_element(at)
            yield from self._of_text(at, words)
            yield from self._of_children(at)

    def _of_element(self, at: int) -> Iterator[Labelled]:
        view, element = self.view, self.view[at]
        if element.role in FIELDS:
            if element.value:
                yield Labelled(view.name(at), element.value, at)
            return
        if element.role in _NO_LABEL | BUTTONS | TOGGLES | CELLS or not element.name:
            return
        inside = view.page.descendants(at)
        toggles = [below for below in inside if view[below].role in TOGGLES]
        if toggles:
            chosen = [below for below in toggles if "checked" in view[below].states]
            if len(chosen) == 1 and all(view[below].role == "radio" for below in toggles):
                yield Labelled(element.name, view.name(chosen[0]), at, at=chosen[0])
            return
        # A part of a page that shows several texts is no value of its name.
        if self._leaves(at) > 1 or any(view[below].role in FIELDS for below in inside):
            return
        text = current_text(view, at)
        if text and plain(text) != plain(element.name) and len(text) <= _LONGEST:
            yield Labelled(element.name, text, at)

    def _of_text(self, at: int, words: Words) -> Iterator[Labelled]:
        """A text that holds both label and value."""
        view, element = self.view, self.view[at]
        if element.role in FIELDS | {"button", "heading"} or (
            element.role == "link" and not view.page.children(at)
        ):
            return
        text = element.text if element.text else current_text(view, at)
        if not text or len(text) > _LONGEST or len(view.within(at)) > 8:
            return
        if not element.text and any(
            view[inner].role in _PARTS | CELLS for inner in view.page.descendants(at)
        ):
            return
        sentences = _SENTENCES.split(text)
        for said in sentences:
            split = _SPLIT.match(said) or _BEFORE_NUMBER.match(said)
            if split and not re.search(r"[.!?]\s", split["label"]):
                value = split["value"].rstrip(".;") if len(sentences) > 1 else split["value"]
                yield Labelled(split["label"], value, at)
        label = r"\s+".join(re.escape(word) for word in words.text.split())
        number = re.sub(r"(?:\\s\+)?(?:number|no|id|code)$", "", label, flags=re.IGNORECASE)
        for wording in dict.fromkeys((label, number)):
            sentence = re.search(_SENTENCE.format(label=wording), text, re.IGNORECASE) if wording else None
            if sentence and not _IF.search(text):
                yield Labelled(words.text, sentence["value"].rstrip(".,:").lstrip("#"), at, doubt=2)

    def _of_children(self, at: int) -> Iterator[Labelled]:
        """A label and a value that stand side by side."""
        view = self.view
        children = [child for child in view.page.children(at) if view.seen(child) and view.text(child)]
        yield from self._of_terms(children)
        if view[at].role == "row":
            cells = [child for child in children if view[child].role in CELLS]
            if len(cells) == 2 and view[cells[1]].role != "columnheader":
                yield Labelled(view.text(cells[0]).rstrip(":"), current_text(view, cells[1]), at, at=cells[1])
            return
        yield from self._of_tile(at, children)
        if (
            len(children) == 2
            and self._leaves(children[0]) == 1
            and not any(
                view[child].role in FIELDS | {"button", "rowgroup", "row", "table", "list"}
                for child in children
            )
        ):
            first, second = view.text(children[0]), current_text(view, children[1])
            if not re.search(r"[^\W\d_]", current_text(view, children[0])):
                return
            if len(first) <= 60 and len(second) <= _LONGEST:
                yield Labelled(
                    first.rstrip(":").strip(),
                    second,
                    at,
                    doubt=2 if view[children[0]].role == "heading" else 1,
                    at=children[1],
                )

    def _of_terms(self, children: Sequence[int]) -> Iterator[Labelled]:
        """The terms of a list of definitions, each with its definition."""
        view = self.view
        for child, following in pairwise(children):
            if view[child].role == "term" and view[following].role == "definition":
                yield Labelled(
                    view.text(child).rstrip(":"), current_text(view, following), child, at=following
                )

    def values(self, words: Words) -> frozenset[str]:
        """All values of the page that have a label of their own."""
        return frozenset(labelled.value for labelled in self._all(self.view.shown, words))

    def _of_tile(self, at: int, children: Sequence[int]) -> Iterator[Labelled]:
        """A figure and what it is called, one above the other, perhaps with a remark: "Revenue", "$5,000", "+4 %"."""
        view = self.view
        if (
            view[at].role not in _TILES
            or len(children) < 2
            or any(self._leaves(child) != 1 for child in children)
        ):
            return
        if any(view[child].role in _PARTS | {"link", "img"} for child in children[:2]):
            return
        first, second = view.text(children[0]), current_text(view, children[1])
        if _FIGURE.match(second) and len(children) > 2 and not re.search(r"\d", first):
            yield Labelled(first.rstrip(":"), second, at, at=children[1])
        elif _FIGURE.match(first) and not re.search(r"\d", second) and len(second) <= 60:
            yield Labelled(second, first, at, at=children[0])

    def _leaves(self, index: int) -> int:
        """How many separate texts an element holds."""
        return sum(
            1 for at in self.view.within(index) if self.view.text(at) and not self.view.page.children(at)
        )


def same_thing(said: str, label: str, context: frozenset[str] = frozenset()) -> bool:
    """Whether a label names what is said, although one of them has more words: only such that add nothing here."""
    wanted, have = set(content(said)), set(content(label))
    if not wanted & have:
        return False
    return have - wanted <= _ADDS_NOTHING | context and wanted - have <= _ADDS_NOTHING
