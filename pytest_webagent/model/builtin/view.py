"""A page as the planner reads it: names, surroundings and what a person would take for a label."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from pytest_webagent.aria_roles import BUTTONS, DIALOGS, FIELDS, ITEMS, TOGGLES
from pytest_webagent.claims.page_terms import covers
from pytest_webagent.model.builtin.words import content
from pytest_webagent.page.names import level
from pytest_webagent.page.places import Place, seen

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pytest_webagent.observation import Element, Observation

LANDMARKS_ASIDE = frozenset(["navigation", "banner", "contentinfo"])
_LONGEST_NAME = 160


class View:
    """Questions to one observation that every part of the planner asks. Elements are given by their index."""

    def __init__(self, observation: Observation, *, opened: bool = False) -> None:
        self.page = observation
        self.opened = opened
        """Whether only what is new is looked at: what was opened right before."""
        self.elements = observation.elements
        self._texts: dict[int, str] = {}

    def __getitem__(self, index: int) -> Element:
        """The element at an index."""
        return self.elements[index]

    def text(self, index: int) -> str:
        """The readable text of an element and all below it."""
        if index not in self._texts:
            self._texts[index] = self._read(index)
        return self._texts[index]

    def _read(self, index: int) -> str:
        element = self[index]
        if element.hidden or element.role in FIELDS:
            return ""
        inner = [self.text(child) for child in self.page.children(index)]
        own = element.text or ("" if any(inner) else element.name)
        return " ".join(part for part in (own, *inner) if part)

    def name(self, index: int) -> str:
        """What a person would call an element: its name, else its short text, else what it is described by."""
        element = self[index]
        if element.name:
            return element.name
        if element.role in FIELDS:
            return element.placeholder or self.label_before(index) or element.description
        text = self.text(index)
        return text if text and len(text) <= _LONGEST_NAME else element.description

    def names(self, index: int) -> tuple[str, ...]:
        """Everything an element may be called by."""
        element = self[index]
        found = [self.name(index), element.placeholder, element.description]
        if element.role in FIELDS and not element.name:
            found.append(self.label_before(index))
        elif element.role not in FIELDS and element.name:
            found.append(self.text(index))
        return tuple(dict.fromkeys(name for name in found if name and len(name) <= _LONGEST_NAME))

    def label_before(self, index: int) -> str:
        """The text that stands right before an unlabelled field."""
        return next(self.texts_before(index), "")

    def texts_before(self, index: int, levels: int = 5) -> Iterator[str]:
        """The short texts before a field that may label it, with nothing but its tools between; the nearest first."""
        for above in [index, *self.page.ancestors(index)][:levels]:
            if (
                sum(self[each].role in FIELDS | TOGGLES and self.seen(each) for each in self.within(above))
                > 1
            ):
                return
            earlier = [child for child in self.page.children(self[above].parent) if child < above]
            for sibling in reversed(earlier):
                roles = {self[each].role for each in self.within(sibling)}
                if roles & (FIELDS | TOGGLES | ITEMS) or self[sibling].role in BUTTONS:
                    return
                if not roles & BUTTONS and 0 < len(text := self.text(sibling)) <= 80:
                    yield text

    def seen(self, index: int) -> bool:
        """Whether a person can see the element."""
        return not self[index].hidden

    @cached_property
    def shown(self) -> tuple[int, ...]:
        """The visible elements; while a dialog of the page is open, only what is in it."""
        everything = tuple(
            index
            for index, element in enumerate(self.elements)
            if not element.hidden and (element.new or not self.opened)
        )
        if self.modal is None:
            return everything
        inside = {self.modal, *self.page.descendants(self.modal)}
        return tuple(index for index in everything if index in inside)

    @cached_property
    def modal(self) -> int | None:
        """The dialog of the page that lies over everything else, if there is one."""
        dialogs = (each for each in seen(self.page) if each.element.role in DIALOGS and self.text(each.at))
        return max((each.at for each in dialogs if covers(each)), default=None)

    def within(self, index: int) -> tuple[int, ...]:
        """The element and all below it."""
        return (index, *self.page.descendants(index))

    def ancestor(self, index: int, roles: Iterable[str]) -> int | None:
        """The nearest ancestor of one of these roles."""
        wanted = frozenset(roles)
        return next((above for above in self.page.ancestors(index) if self[above].role in wanted), None)

    def aside(self, index: int) -> bool:
        """Whether the element stands in the page's header, footer or navigation."""
        return self.ancestor(index, LANDMARKS_ASIDE) is not None

    @cached_property
    def headings(self) -> tuple[int, ...]:
        """The visible headings, in order."""
        return tuple(
            index
            for index in range(len(self.elements))
            if self[index].role == "heading" and self.seen(index) and self.name(index)
        )

    @cached_property
    def main_heading(self) -> int | None:
        """The heading of the page as a whole."""
        return min(
            self.headings,
            key=lambda index: (level(Place(self.page, index)), self.aside(index), index),
            default=None,
        )

    @cached_property
    def title(self) -> str:
        """The main heading's text; empty if there is none."""
        return "" if self.main_heading is None else self.name(self.main_heading)

    def heading_before(self, index: int) -> int | None:
        """The heading an element stands under."""
        return next((heading for heading in reversed(self.headings) if heading < index), None)

    def context(self, index: int) -> frozenset[str]:
        """The words around an element: names of what it stands in, its heading, the page's title and address."""
        said = [self.title, self.page.title, self[index].url, self[index].description]
        for above in self.page.ancestors(index):
            if self[above].name and self[above].role not in ("cell", "row"):
                said.append(self[above].name)
        heading = self.heading_before(index)
        if heading is not None:
            said.append(self.name(heading))
        return frozenset(content(" ".join(said).replace("/", " ").replace("-", " ").replace("_", " ")))

    def disabled(self, index: int) -> bool:
        """Whether the element refuses to be used."""
        return "disabled" in self[index].states

    def describe(self, index: int) -> str:
        """The element for a sentence: role, name and, where that helps, the row it stands in."""
        element = self[index]
        role = {
            "generic": "element",
            "textbox": "field",
            "combobox": "dropdown" if element.options else "field",
        }.get(element.role, element.role)
        name = self.name(index)
        return f"{role} '{name[:60]}'" if name else role
