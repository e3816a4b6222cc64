"""A page as descriptions see it: its elements by what they are called."""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property
from typing import TYPE_CHECKING, Final

from pytest_webagent.aria_roles import CONTROLS
from pytest_webagent.grounding.words.text import loose, name_of, uncounted, unnoted, words_of
from pytest_webagent.grounding.words.vocabulary import LEADS, PARTLY_NAMED, PICTURE_PREFIXES
from pytest_webagent.language.lexicon import PICTURES, SIGNS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_webagent.observation import Element, Observation

LITERAL: Final = 4
EQUAL: Final = 3
LOOSE: Final = 2
_QUOTE = '"'


class Page:
    """The elements of an observation, by their names."""

    def __init__(self, observation: Observation) -> None:
        self.observation = observation
        self.elements = observation.elements
        self.ends = _ends(self.elements)
        inside = self._modal()
        self.open = [
            index
            for index, element in enumerate(self.elements)
            if element.id is not None
            and not element.hidden
            and (inside is None or inside <= index <= self.ends[inside])
        ]
        """Indexes of the elements that can be meant."""
        self._names: list[tuple[str, ...] | None] = [None] * len(self.elements)

    def _modal(self) -> int | None:
        """The topmost dialog that lets nobody act on what is behind it."""
        found = [
            index
            for index, element in enumerate(self.elements)
            if "modal" in element.states and not element.hidden
        ]
        return found[-1] if found else None

    def is_control(self, index: int) -> bool:
        """Whether an element is there to be acted on."""
        element = self.elements[index]
        return element.clickable or element.role in CONTROLS

    def inside(self, index: int, outer: int) -> bool:
        """Whether an element is another one, or within it."""
        return outer <= index <= self.ends[outer]

    @cached_property
    def named(self) -> dict[tuple[str, ...], list[tuple[int, str]]]:
        """The elements by the words of their names, with the names."""
        found: dict[tuple[str, ...], list[tuple[int, str]]] = defaultdict(list)
        for index in self.open:
            for name in self.names(index):
                found[words_of(name)].append((index, name))
        return dict(found)

    @cached_property
    def nearly_named(self) -> dict[str, list[int]]:
        """The elements by other forms of their names, as `loose` gives them."""
        found: dict[str, list[int]] = defaultdict(list)
        for index in self.open:
            for words in _other_names(self.elements[index], self.names(index)):
                found[loose(words)].append(index)
        return dict(found)

    def is_name(self, words: tuple[str, ...]) -> bool:
        """Whether an element is called so."""
        return words in self.named

    def is_nearly_name(self, words: tuple[str, ...]) -> bool:
        """Whether an element is called so, or nearly so."""
        return words in self.named or loose(words) in self.nearly_named

    @cached_property
    def partly_named(self) -> dict[str, list[int]]:
        """The controls by each word of their names."""
        found: dict[str, list[int]] = defaultdict(list)
        for index in self.open:
            if self.is_control(index):
                for word in {word for name in self.names(index) for word in words_of(name)}:
                    found[word].append(index)
        return dict(found)

    @cached_property
    def by_role(self) -> dict[str, list[int]]:
        """The elements by their roles."""
        found: dict[str, list[int]] = defaultdict(list)
        for index in self.open:
            found[self.elements[index].role].append(index)
        return dict(found)

    @cached_property
    def said(self) -> dict[tuple[str, ...], list[int]]:
        """Everything that can be seen, also bare text, by its words."""
        found: dict[tuple[str, ...], list[int]] = defaultdict(list)
        for index, element in enumerate(self.elements):
            if not element.hidden:
                for name in self.names(index):
                    found[words_of(name)].append(index)
        return dict(found)

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """Every word the page shows."""
        words: set[str] = set()
        for element in self.elements:
            for text in (
                element.name,
                element.text,
                element.placeholder,
                element.description,
                *element.options,
            ):
                if text:
                    words.update(words_of(name_of(text)))
        return frozenset(words)

    def names(self, index: int) -> tuple[str, ...]:
        """What an element is called, each as `name_of` gives it."""
        found = self._names[index]
        if found is None:
            element = self.elements[index]
            texts = {
                name_of(text): None for text in (element.name, element.text, element.placeholder) if text
            }
            found = self._names[index] = tuple(name for name in texts if name)
        return found


def _ends(elements: tuple[Element, ...]) -> list[int]:
    """For every element the index of the last one below it."""
    ends = list(range(len(elements)))
    for index in range(len(elements) - 1, -1, -1):
        parent = elements[index].parent
        if parent is not None and ends[index] > ends[parent]:
            ends[parent] = ends[index]
    return ends


def _other_names(element: Element, names: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    for name in names:
        words = words_of(name)
        yield words
        if bare := uncounted(name) or (unnoted(name) if element.role in PARTLY_NAMED else ""):
            yield words_of(bare)
        yield from (
            words[len(lead) :] for lead in LEADS if words[: len(lead)] == lead and len(words) > len(lead)
        )
        # A link called X leads to a site of this name.
        if name in SIGNS and (name != "x" or element.role == "button"):
            yield (SIGNS[name],)
    if names:
        return
    for at, said in enumerate(element.description.split(_QUOTE)):
        if at % 2:
            words = tuple(
                word for word in words_of(name_of(said.replace("_", " "))) if word not in PICTURE_PREFIXES
            )
            yield words
            yield tuple(dict.fromkeys(PICTURES.get(word, word) for word in words))
    if element.role == "link" and element.url:
        path = element.url.partition("?")[0].partition("#")[0].rstrip("/")
        yield words_of(name_of(path.rpartition("/")[2].partition(".")[0]))
