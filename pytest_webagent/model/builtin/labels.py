"""Labelled values: "Total: $9.50", a term and its definition, a row with a label in its first cell."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from pytest_webagent.model.builtin.refusal import Missing, ambiguous
from pytest_webagent.model.builtin.view import BUTTONS, CELLS, FIELDS, TOGGLES
from pytest_webagent.model.builtin.words import Fit, content, fit, likeness, plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pytest_webagent.model.builtin.view import View
    from pytest_webagent.model.builtin.words import Words

_SENTENCES = re.compile(r"(?<=[.;])\s+(?=[A-Z][^.:]{0,40}:\s)")
_SPLIT = re.compile(r"^\s*(?P<label>[^:]{1,60}?)\s*:\s+(?P<value>.{1,160}?)\s*$")
_BEFORE_NUMBER = re.compile(
    r"^\s*(?P<label>[^\d$€£¥:#]{2,60}?)\s*[#:]?\s*(?P<value>(?:[-−]?\s?[$€£¥#]|US\$)?\d[\w.,:/%-]*(?:\s?(?:€|kr|EUR|USD|%))?)\s*$"
)
_SENTENCE = r"\b(?P<label>{label})(?:\s+(?:is|are|was|no\.?|number)\s+|\s*[:=#]\s*|\s+)(?P<value>[$€£#]?[\w$€£#@./:+-]*[\d@][\w.,@/:+-]*)"
_LONGEST = 200
_PARTS = BUTTONS | FIELDS | TOGGLES | {"heading", "paragraph", "listitem", "article", "row"}
"""What holds its own text: texts of several of these are not one sentence with a label."""
_NO_LABEL = frozenset(["link", "button", "heading", "columnheader", "img"])


@dataclass(frozen=True, slots=True)
class Labelled:
    """A value, what it is labelled with, where it stands, and how it was read off (1 is the surest way)."""

    label: str
    value: str
    index: int
    doubt: int = 1


class Labels:
    """The labelled values of a page."""

    def __init__(self, view: View) -> None:
        self.view = view

    def value(self, words: Words, scope: Iterable[int] | None = None) -> str:
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
        values = list(dict.fromkeys(labelled.value for labelled in found))
        # One value read off twice, once with more around it, is one value.
        values = [value for value in values if not any(other != value and other in value for other in values)]
        if not values:
            raise Missing(str(words), "a value with this label", self._nearest(words, inside))
        if len(values) > 1:
            raise ambiguous(str(words), [f"{labelled.label!r}: {labelled.value!r}" for labelled in found])
        return values[0]

    def _fit(self, words: Words, labelled: Labelled) -> Fit:
        level = fit(words, labelled.label)
        if level == Fit.NONE and len(content(words.text)) > 1:
            level = fit(words, labelled.label, self.view.context(labelled.index))
        return level

    def _nearest(self, words: Words, inside: Sequence[int]) -> list[str]:
        labels = {labelled.label for labelled in self._all(inside, words)}
        return sorted((f"{label!r}" for label in labels if likeness(words, label) >= 60), key=len)[:3]

    def _all(self, inside: Sequence[int], words: Words) -> Iterator[Labelled]:
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
        text = view.text(at)
        if text and plain(text) != plain(element.name) and len(text) <= _LONGEST:
            yield Labelled(element.name, text, at)

    def _of_text(self, at: int, words: Words) -> Iterator[Labelled]:
        """A text that holds both label and value."""
        view, element = self.view, self.view[at]
        if element.role in FIELDS | {"button", "heading"} or (
            element.role == "link" and not view.page.children(at)
        ):
            return
        text = element.text if element.text else view.text(at)
        if not text or len(text) > _LONGEST or len(view.within(at)) > 8:
            return
        if not element.text and any(view[inner].role in _PARTS for inner in view.page.descendants(at)):
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
            if sentence:
                yield Labelled(words.text, sentence["value"].rstrip(".,:").lstrip("#"), at, doubt=2)

    def _of_children(self, at: int) -> Iterator[Labelled]:
        """A label and a value that stand side by side."""
        view = self.view
        children = [child for child in view.page.children(at) if view.seen(child) and view.text(child)]
        for child, following in pairwise(children):
            if view[child].role == "term" and view[following].role == "definition":
                yield Labelled(view.text(child).rstrip(":"), view.text(following), child)
        if view[at].role == "row":
            cells = [child for child in children if view[child].role in CELLS]
            if len(cells) == 2 and view[cells[1]].role != "columnheader":
                yield Labelled(view.text(cells[0]).rstrip(":"), view.text(cells[1]), at)
            return
        if (
            len(children) == 2
            and self._leaves(children[0]) == 1
            and not any(
                view[child].role in FIELDS | {"button", "rowgroup", "row", "table", "list"}
                for child in children
            )
        ):
            first, second = view.text(children[0]), view.text(children[1])
            if len(first) <= 60 and len(second) <= _LONGEST:
                yield Labelled(
                    first.rstrip(":").strip(),
                    second,
                    at,
                    doubt=2 if view[children[0]].role == "heading" else 1,
                )

    def _leaves(self, index: int) -> int:
        """How many separate texts an element holds."""
        return sum(
            1 for at in self.view.within(index) if self.view.text(at) and not self.view.page.children(at)
        )
