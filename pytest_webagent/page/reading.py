"""What the elements of one page say, as a person reads them there."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from pytest_webagent.aria_roles import FIELDS, TOGGLES
from pytest_webagent.values.plain_text import flat, quoted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_webagent.observation import Element, Observation

_GAUGES = frozenset(("progressbar", "meter", "scrollbar"))
_BESIDE_ITS_LABEL = FIELDS | TOGGLES | {"img"}
"""Elements whose name often stands beside them as text as well: it is read once."""
_IN_LINE = frozenset(
    (
        "text",
        "strong",
        "emphasis",
        "superscript",
        "subscript",
        "code",
        "insertion",
        "deletion",
        "mark",
        "time",
        "link",
    )
)
"""Roles of what stands in a line of text, rather than on lines of its own."""
_UNSPOKEN = _IN_LINE - {"link", "code", "deletion"} | {"generic", "paragraph"}
_HOLDERS = frozenset(
    (
        "row",
        "listitem",
        "article",
        "group",
        "radiogroup",
        "figure",
        "dialog",
        "alertdialog",
        "treeitem",
        "menu",
    )
)
_NAMED_HOLDERS = frozenset(("table", "grid", "list", "region", "form", "navigation", "tabpanel", "iframe"))
_DECIMAL_PART = re.compile(r"[.,](?:\d|$)")


class Reading:
    """The texts of one page's elements. Elements are given by their position in `Observation.elements`."""

    def __init__(self, page: Observation) -> None:
        self.page = page
        self.language = page.language

    def __getitem__(self, at: int) -> Element:
        """The element at a position."""
        return self.page.elements[at]

    @cached_property
    def _labels(self) -> list[str]:
        """What the elements are called where it can be seen, without what fields inside or beside them hold: that may never have been saved."""
        labels = [element.shown or element.name for element in self.page.elements]
        for at, element in enumerate(self.page.elements):
            if element.role not in FIELDS or not (held := flat(element.value or "")):
                continue
            whole = re.compile(rf"(?<!\w){re.escape(held)}(?!\w)")
            beside = () if element.parent is None else self.page.children(element.parent)
            for near in {at, *beside, *self.page.ancestors(at)}:
                if held not in self[near].text:
                    labels[near] = (
                        flat(whole.sub(" ", labels[near])) if held in labels[near] else labels[near]
                    )
        return labels

    @cached_property
    def _texts(self) -> list[str]:
        texts = [""] * len(self.page.elements)
        # What is below an element stands behind it: the last ones are read first.
        for at in reversed(range(len(texts))):
            texts[at] = self._joined(at, texts)
        return texts

    def _joined(self, at: int, texts: list[str]) -> str:
        """The text of an element from its own and those of its children, each of a block on lines of its own."""
        element = self[at]
        if element.hidden:
            return ""
        children = [child for child in self.page.children(at) if texts[child]]
        beside_text = bool(element.text) or any(self[child].role == "text" for child in children)
        whole, before = _with_line_ends(element.text, self.label(at)), None
        for child in children:
            text = texts[child]
            if not whole:
                whole, before = text, child
                continue
            if self._repeats(before, child, whole, text):
                continue
            in_line = self._in_line(child, beside_text) and (
                before is None or self._in_line(before, beside_text)
            )
            whole += (_gap(whole, text) if in_line else "\n") + text
            before = child
        return whole or self.label(at)

    def _in_line(self, at: int, beside_text: bool) -> bool:
        role = self[at].role
        return role in _IN_LINE or (role == "generic" and beside_text)

    def _repeats(self, before: int | None, at: int, whole: str, text: str) -> bool:
        """Whether a label and what it labels say the same: that is one text."""
        label = self[at].role in _BESIDE_ITS_LABEL or (
            before is not None and self[before].role in _BESIDE_ITS_LABEL
        )
        return label and flat(whole).endswith(flat(text)) and flat(whole.rpartition("\n")[2]) == flat(text)

    @property
    def blank(self) -> bool:
        """Whether a person sees nothing on the page: no text, no field, nothing to click."""
        return not any(
            each.name or each.text or each.clickable or each.value is not None
            for each in self.page.elements
            if not each.hidden
        )

    def text(self, at: int) -> str:
        """What a person reads at an element, or else its name; what stands in different blocks is parted by line ends."""
        return self._texts[at]

    def lines(self, at: int) -> list[str]:
        """What a person reads at an element, by lines: no number or name goes across two of them."""
        return self._texts[at].split("\n")

    def is_field(self, at: int) -> bool:
        """Whether an element holds a value: a field, a gauge, a button that takes files."""
        element = self[at]
        return element.role in FIELDS | _GAUGES or element.value is not None

    def withheld(self, at: int) -> bool:
        """Whether a field holds something that is a secret."""
        return "value withheld" in self[at].states

    def value(self, at: int) -> str:
        """What a field holds or which of its options is chosen; empty where it is empty or a secret."""
        element = self[at]
        if element.role != "listbox" or element.value:
            return element.value or ""
        return ", ".join(
            self.name(option) for option in self.options(at) if "selected" in self[option].states
        )

    def options(self, at: int) -> Iterator[int]:
        """The visible options below an element."""
        below = self.page.descendants(at)
        return (each for each in below if self[each].role == "option" and not self[each].hidden)

    def said(self, at: int) -> str:
        """What a field holds, or else what an element says."""
        return self.value(at) if self.is_field(at) else self.text(at)

    def label(self, at: int) -> str:
        """The name of an element, without what fields inside or beside it hold."""
        return self._labels[at]

    def name(self, at: int) -> str:
        """What an element is called, or else what it says."""
        return self.label(at) or flat(self.text(at))

    def words(self, at: int, longest: int = 40) -> str:
        """An element in words: ``cell "$9.00"``."""
        element = self[at]
        role = "text" if element.role in _UNSPOKEN else element.role
        name = self.label(at) if self.is_field(at) else self.name(at)
        name = name or (element.placeholder if self.is_field(at) else "")
        if name:
            return f"{role} {quoted(name, longest)}"
        return f"{role} {element.id}" if element.id is not None else role

    def where(self, at: int) -> str:
        """An element in words, and what it stands in: ``cell "$9.00" in row "Blue mug $9.00"``."""
        own = flat(self.text(at))
        for above in self.page.ancestors(at):
            role, name = self[above].role, self.name(above)
            if (role in _HOLDERS and name and flat(self.text(above)) != own) or (
                role in _NAMED_HOLDERS and self.label(above)
            ):
                return f"{self.words(at)} in {self.words(above)}"
        return self.words(at, 80)


def _with_line_ends(text: str, name: str) -> str:
    """A text with the line ends a snapshot leaves out of it, where the name that is made from it still has them as spaces."""
    if "".join(text.split()) != "".join(name.split()):
        return text
    lines = text
    place = 0
    for word in name.split():
        place = lines.find(word, place)
        if place < 0:
            # A space of the text is none of the name: the two do not tell where lines end.
            return text
        if place and not lines[place - 1].isspace():
            lines = f"{lines[:place]}\n{lines[place:]}"
            place += 1
        place += len(word)
    return lines


def _gap(before: str, after: str) -> str:
    """What stands between two pieces of a line: nothing inside a number such as <b>9</b>.<sup>00</sup>."""
    point_ahead = before[-1].isdigit() and _DECIMAL_PART.match(after)
    point_behind = before[-1] in ".," and before[-2:-1].isdigit() and after[0].isdigit()
    return "" if point_ahead or point_behind else " "
