"""Joins the facts of a frame with the nodes of the snapshot: the same box and a role that fits the tag."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING

from pytest_webagent.aria_roles import CONTROLS
from pytest_webagent.browser import fields
from pytest_webagent.browser.aria_tree import AriaNode
from pytest_webagent.observation import Box

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pytest_webagent.browser.page_facts import Break, ElementFacts, FrameFacts

_ROLES_OF_TAGS: Mapping[str, frozenset[str]] = {
    "input": fields.FIELD_ROLES | {"checkbox", "radio", "switch", "button"},
    "textarea": frozenset(("textbox",)),
    "select": frozenset(("combobox", "listbox")),
    "button": frozenset(("button",)),
    "a": frozenset(("link", "generic")),
    "summary": frozenset(("generic", "button")),
    "progress": frozenset(("progressbar",)),
    "meter": frozenset(("meter",)),
    "dialog": frozenset(("dialog",)),
    "li": frozenset(("listitem",)),
    "tr": frozenset(("row",)),
    "td": frozenset(("cell", "gridcell")),
    "th": frozenset(("columnheader", "rowheader", "cell")),
    "svg": frozenset(("img", "generic")),
    "i": frozenset(("generic", "img")),
    "span": frozenset(("generic", "img")),
    "canvas": frozenset(("generic", "img")),
    "div": frozenset(("generic", "textbox")),
}
_MOST_INSERTS = 300
_MOST_STRUCK = 1000
ROOT = "css=html"
"""Begins the references to elements of the page itself where nothing on it has one of Playwright's to start from."""


class Matching:
    """One snapshot's nodes, to be completed with the facts of its frames."""

    def __init__(self, nodes: list[AriaNode]) -> None:
        self._nodes = nodes
        self._by_box: dict[tuple[int | None, str], list[int]] = defaultdict(list)
        self._fields: dict[int | None, list[int]] = defaultdict(list)
        self._anchors: dict[int | None, str] = {}
        self._roots: list[int] = []
        self.inserts: dict[int, list[AriaNode]] = defaultdict(list)
        for position, node in enumerate(nodes):
            if node.parent is None:
                self._roots.append(position)
            if node.ref:
                self._anchors.setdefault(node.frame, node.ref)
            if node.key and not node.dropped:
                self._by_box[node.frame, node.key].append(position)
            if node.role in fields.FIELD_ROLES:
                self._fields[node.frame].append(position)
        self._ends = _ends(nodes)

    def apply(
        self, frame: int | None, facts: FrameFacts, closed: frozenset[ElementFacts] = frozenset()
    ) -> None:
        """Complete the nodes of one frame. `closed` are its elements known to hold a closed shadow root."""
        used: set[int] = set()
        strays: list[ElementFacts] = []
        struck: list[ElementFacts] = []
        inserted = 0
        for each in facts.breaks:
            self._part(frame, each)
        for element in facts.elements:
            position = self._find(frame, element, used)
            if position is not None:
                used.add(position)
                self._complete(position, element)
                if element.field and element.path and not self._nodes[position].ref:
                    self._nodes[position].ref = self._address(frame, None, element)
                if element.closed and element in closed:
                    self._nodes[position].states.append("closed shadow root")
            elif element.hidden:
                self._split_off(element, frame, AriaNode("text", text=element.text, hidden=True))
            elif (
                element.field
                and element.role not in ("progressbar", "meter", "scrollbar")
                and not element.editable
            ):
                strays.append(element)
            elif element.struck:
                struck.append(element)
            elif element.inside and inserted < _MOST_INSERTS and (not element.closed or element in closed):
                if element.text and self._split_off(element, frame, self._made(frame, element)):
                    continue
                self._insert(frame, element, is_closed=element in closed)
                inserted += 1
        for element in struck[:_MOST_STRUCK]:
            # What cannot be seen in it is split off by now.
            self._split_off(element, frame, self._made(frame, element))
        self._pair_strays(frame, strays, used)

    def _find(self, frame: int | None, element: ElementFacts, used: set[int]) -> int | None:
        for position in self._by_box.get((frame, element.box), ()):
            if position not in used and _fits(self._nodes[position], element):
                return position
        return None

    def _complete(self, position: int, element: ElementFacts) -> None:
        node = self._nodes[position]
        node.states.extend(state for state in element.states if state not in node.states)
        # What has no area is told from others by nothing, and what it holds is looked at by itself.
        boxless = element.box.endswith(",0,0") and any(
            self._nodes[child].role != "text" for child in node.children
        )
        node.hidden = node.hidden or bool(element.hidden and not boxless)
        node.clipped = node.clipped or bool(element.clipped)
        node.clickable = node.clickable or bool(element.click or element.editable)
        node.description = element.about
        node.shown = element.shown
        if element.opaque:
            node.role = element.tag
        if element.struck and node.role == "generic":
            node.role = "deletion"
        elif element.struck and node.role != "deletion":
            node.states.append("struck through")
        if element.editable:
            node.role, node.text = "textbox", ""
        if element.field:
            node.known = True
        if element.secret:
            fields.withhold(self._nodes, position, filled=element.secret == "filled")
        elif element.value is not None:
            node.value = element.value
        if element.long and not node.name and not node.text and not node.children:
            node.text = element.long

    def _pair_strays(self, frame: int | None, strays: list[ElementFacts], used: set[int]) -> None:
        """Fields that moved between the snapshot and the facts are told apart by their order."""
        left = [position for position in self._fields[frame] if position not in used]
        pairs = zip(left, strays, strict=False) if len(left) == len(strays) else ()
        for position, element in pairs:
            if _fits(self._nodes[position], element):
                self._complete(position, element)

    def _part(self, frame: int | None, broken: Break) -> None:
        """Put a space where a line break parts two texts of one element."""
        joined, parted = broken.before + broken.after, f"{broken.before} {broken.after}"
        for key in broken.inside.split(";"):
            for position in self._by_box.get((frame, key), ()):
                node = self._nodes[position]
                for part in (node, *(self._nodes[child] for child in node.children)):
                    if joined in part.text:
                        part.text = part.text.replace(joined, parted, 1)
                        return

    def _split_off(self, element: ElementFacts, frame: int | None, middle: AriaNode) -> bool:
        """Part the words of `middle` from the text of the ancestor the snapshot merged them into; whether that was found."""
        if not element.text:
            return False
        around = [at for key in element.inside.split(";") for at in self._by_box.get((frame, key), ())]
        # Of several texts that are alike, the one behind the right words is meant.
        return any(
            self._split(at, middle, element.before, begins=begins)
            for begins in (False, True)
            for at in around
        )

    def _split(self, position: int, middle: AriaNode, before: str, *, begins: bool) -> bool:
        node = self._nodes[position]
        middle.parent, middle.frame = position, node.frame
        if parts := _parts(node.text, middle, before, begins=begins):
            self.inserts[position] = parts + self.inserts[position]
            node.text = ""
            return True
        for child in node.children:
            inner = self._nodes[child]
            if (
                inner.role == "text"
                and not inner.dropped
                and (parts := _parts(inner.text, middle, before, begins=begins))
            ):
                self.inserts[child] = parts + self.inserts[child]
                inner.dropped = True
                return True
        for where in (position, *node.children):
            for at, added in enumerate(self.inserts.get(where, ())):
                fits = added.parent == position and added.role == "text" and not added.hidden
                if fits and (parts := _parts(added.text, middle, before, begins=begins)):
                    self.inserts[where][at : at + 1] = parts
                    return True
        return (middle.hidden or middle.role == "deletion") and self._split_name(position, middle, before)

    def _split_name(self, position: int, middle: AriaNode, before: str) -> bool:
        node = self._nodes[position]
        if node.children:
            return False
        if middle.hidden and node.name == middle.text:
            # A control whose only name is for screen readers is seen all the same, by its picture.
            node.hidden = node.hidden or not (node.pointer or node.clickable or node.role in CONTROLS)
            return True
        parts = [] if node.value is not None else _parts(node.name, middle, before)
        self.inserts[position] = parts + self.inserts[position]
        return bool(parts)

    def _insert(self, frame: int | None, element: ElementFacts, *, is_closed: bool) -> None:
        """Add an element the snapshot passes over; it is addressed from a neighbour that has a reference."""
        node = self._made(frame, element)
        if element.editable:
            node.role, node.value, node.known = "textbox", element.value or "", True
        elif element.opaque:
            node.role = element.tag
        elif is_closed:
            node.states.append("closed shadow root")
            node.description = node.description or element.tag
        assert node.box is not None
        self.inserts[self._before(node.parent, frame, node.box)].append(node)

    def _made(self, frame: int | None, element: ElementFacts) -> AriaNode:
        keys = element.inside.split(";")
        parent = next((at for key in keys for at in self._by_box.get((frame, key), ())), frame)
        box = Box(*(float(part) for part in element.box.split(",")))
        role = "deletion" if element.struck else "generic"
        node = AriaNode(role, text=element.text, box=box, key=element.box, parent=parent, frame=frame)
        node.states.extend(element.states)
        node.description = element.about
        node.clickable = bool(element.click or element.editable)
        node.ref = self._address(frame, parent, element)
        return node

    def _address(self, frame: int | None, near: int | None, element: ElementFacts) -> str:
        """A reference to an element the snapshot gives none: its path from one nearby that has one; or empty."""
        anchor = self._nodes[near].ref if near is not None and near != frame else ""
        anchor = anchor or self._anchors.get(frame, ROOT if frame is None else "")
        return f"{anchor} >> xpath={element.path}" if element.path and anchor else ""

    def _before(self, parent: int | None, frame: int | None, box: Box) -> int:
        """The position behind which an element with this box belongs."""
        siblings = self._roots if parent is None else self._nodes[parent].children
        for child in siblings:
            other = self._nodes[child].box
            if other is None or self._nodes[child].dropped:
                continue
            lower = other.y >= box.y + box.height - 1
            right = other.x >= box.x + box.width - 1 and other.y + other.height > box.y
            if lower or right:
                return child - 1
        return len(self._nodes) - 1 if parent is None else self._ends[parent]


def _fits(node: AriaNode, element: ElementFacts) -> bool:
    if element.role and element.role == node.role:
        return True
    if element.editable:
        return node.role in ("generic", "textbox", "paragraph", "heading")
    if element.opaque and node.children:
        # What fills its parent has the parent's box, but nothing of what stands in the parent is in it.
        return False
    roles = _ROLES_OF_TAGS.get(element.tag)
    if roles is None or element.role:
        return True
    return node.role in roles


def _parts(text: str, middle: AriaNode, before: str, *, begins: bool = True) -> list[AriaNode]:
    """The parts of a text that holds the words of `middle`, behind those of `before` if these are known; none if it does not.

    `begins`: it may also begin with them.
    """
    struck = middle.role == "deletion"
    words = rf"(?<!\w){re.escape(middle.text)}(?!\w)" if struck else re.escape(middle.text)
    starts = [found.start() for found in re.finditer(words, text)]
    fitting = [at for at in starts if middle.hidden or _follows(text[:at].strip(), before)]
    if not fitting and begins:
        # What stands in front may also be a node of its own.
        fitting = [at for at in starts if at == 0]
    if not fitting:
        return []
    front, rest = (
        AriaNode("text", text=part.strip(), parent=middle.parent, frame=middle.frame)
        for part in (text[: fitting[0]], text[fitting[0] + len(middle.text) :])
    )
    return [each for each in (front, middle, rest) if each.text]


def _follows(front: str, before: str) -> bool:
    # Signs may be drawn by CSS: a currency before each price.
    said, known = (re.sub(r"\W", "", each) for each in (front, before))
    return said.endswith(known) if said and known else said == known


def _ends(nodes: Sequence[AriaNode]) -> list[int]:
    """For every node the position of the last one below it."""
    ends = list(range(len(nodes)))
    for position in range(len(nodes) - 1, -1, -1):
        parent = nodes[position].parent
        if parent is not None and ends[position] > ends[parent]:
            ends[parent] = ends[position]
    return ends
