"""What was seen of a page at one moment: elements with stable ids, and the text a model reads."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from pytest_webagent.geometry import Box, Point, Size

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_webagent.messages import Image

__all__ = ("Box", "Element", "Observation", "Point", "Size", "Tab")


@dataclass(frozen=True, slots=True, kw_only=True)
class Element:
    """One node of the page's accessibility tree.

    Elements stand in document order; `parent` is the index of the parent in `Observation.elements`.
    A bare piece of text has the role ``text`` and no `id`: it belongs to its parent.
    """

    id: int | None
    ref: str = ""
    """Playwright's reference, valid for the snapshot this element came from; empty for text."""
    role: str
    name: str = ""
    text: str = ""
    """Text directly in the element, as the snapshot prints it behind the colon."""
    value: str | None = None
    """The value of a field; None where there is none, and for fields whose values are secret."""
    states: tuple[str, ...] = ()
    """Such as ``checked``, ``disabled``, ``expanded``, ``selected``, ``active``, ``level=2``."""
    options: tuple[str, ...] = ()
    """The labels of a select's options, in order."""
    placeholder: str = ""
    description: str = ""
    """What is known of an element without a name: title, test id, class or icon name."""
    url: str = ""
    box: Box | None = None
    parent: int | None = None
    depth: int = 0
    clickable: bool = False
    """A control, or an element the page shows a pointer cursor on."""
    in_viewport: bool = True
    new: bool = False
    """It was not there at the previous observation of the same document."""
    changed: bool = False
    """It was there, but says something else now."""
    hidden: bool = False
    """A person cannot see it: 1 px, opacity 0, off screen or aria-hidden."""
    shown: str = ""
    """What a person reads there, where its name says something else; empty where the name says that, too."""
    foreign: str = ""
    """The origin of the frame it stands in, where that is none of the test's; empty where it is."""


@dataclass(frozen=True, slots=True)
class Tab:
    """An open tab; `current` marks the one the agent acts on. Numbers count from 1."""

    number: int
    title: str
    url: str
    current: bool


@dataclass(frozen=True, kw_only=True)
class Observation:
    """A page at one moment. Element ids are only valid for the newest observation of a session."""

    generation: int
    url: str
    title: str
    elements: tuple[Element, ...]
    text: str
    """The page as the model reads it, within the token budget, viewport first."""
    viewport: Size
    pixels_above: int = 0
    pixels_below: int = 0
    language: str = ""
    """The language the page says it is in (BCP 47, such as ``de-AT``), as its author wrote it."""
    status: int = 0
    """The HTTP status the server sent the page with, or 0 where that is not known."""
    tabs: tuple[Tab, ...] = ()
    notes: tuple[str, ...] = ()
    """What happened since the previous observation: console errors, failed requests, downloads, dialogs, tabs."""
    dialog: str | None = None
    """The sentence that describes a dialog waiting for an answer, if there is one."""
    screenshot: Image | None = field(default=None, repr=False)
    """The viewport, one pixel for each CSS pixel, without marks."""
    uncovered: frozenset[int] = frozenset()
    """Ids of the controls in the viewport that nothing covers; empty unless it was asked for them."""
    ignored: bool = False
    """The page ignored all that was done since the previous observation: what differs, it did by itself."""
    unreachable: str = ""
    """Why the browser shows an error page of its own instead of the page that was to be opened; else empty."""

    @cached_property
    def _by_id(self) -> dict[int, int]:
        return {element.id: index for index, element in enumerate(self.elements) if element.id is not None}

    @cached_property
    def _children(self) -> dict[int | None, tuple[int, ...]]:
        children: dict[int | None, list[int]] = {}
        for index, element in enumerate(self.elements):
            children.setdefault(element.parent, []).append(index)
        return {parent: tuple(indexes) for parent, indexes in children.items()}

    def find(self, element_id: int) -> Element | None:
        """The element with this id, or None."""
        index = self._by_id.get(element_id)
        return None if index is None else self.elements[index]

    def index_of(self, element: Element) -> int:
        """The position of an element (one with an id) in `elements`."""
        return self._by_id[element.id] if element.id is not None else self.elements.index(element)

    def children(self, index: int | None) -> tuple[int, ...]:
        """Indexes of the direct children of the element at `index` (None: of the page)."""
        return self._children.get(index, ())

    def ancestors(self, index: int) -> Iterator[int]:
        """Indexes of the ancestors of the element at `index`, the nearest first."""
        parent = self.elements[index].parent
        while parent is not None:
            yield parent
            parent = self.elements[parent].parent

    def descendants(self, index: int) -> Iterator[int]:
        """Indexes of everything below the element at `index`, in document order."""
        waiting = [*reversed(self.children(index))]
        while waiting:
            yield (child := waiting.pop())
            waiting += reversed(self.children(child))

    @cached_property
    def _full_texts(self) -> dict[int, str]:
        return {}

    def full_text(self, index: int) -> str:
        """The readable text of an element and everything below it, joined by spaces."""
        texts, wrappers = self._full_texts, []
        while index not in texts and not self.elements[index].text and len(self.children(index)) == 1:
            wrappers.append(index)
            (index,) = self.children(index)
        if index not in texts:
            parts: list[str] = []
            for position in (index, *self.descendants(index)):
                element = self.elements[position]
                name = element.shown or element.name
                shown = element.text or (name if not self.children(position) else "")
                if shown and not element.hidden and (not parts or parts[-1] != shown):
                    parts.append(shown)
            texts[index] = " ".join(parts)
        texts.update(dict.fromkeys(wrappers, texts[index]))
        return texts[index]


def unseen(url: str, viewport: Size) -> Observation:
    """A page as far as it is known without looking at it."""
    return Observation(generation=0, url=url, title="", elements=(), text="", viewport=viewport)
