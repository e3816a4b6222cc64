"""Which elements share a line, and which lines stand under which."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pytest_webagent.aria_roles import CONTROLS
from pytest_webagent.browser.element_line import CLOSED, UNREADABLE_ROLES, UNSPOKEN_ROLES, head, words
from pytest_webagent.browser.fields import FIELD_ROLES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.observation import Element

_WRAPPERS = frozenset(
    ("generic", "rowgroup", "listitem", "paragraph", "cell", "gridcell", "list", "strong", "emphasis")
)
"""Roles that need no line of their own when they hold nothing but other elements."""
_BLOCKS = frozenset(
    (
        "alertdialog", "article", "banner", "complementary", "contentinfo", "dialog", "feed", "figure", "form",
        "grid", "group", "iframe", "list", "listbox", "listitem", "main", "menu", "menubar", "navigation",
        "radiogroup", "region", "row", "rowgroup", "search", "table", "tablist", "tabpanel", "toolbar", "tree",
        "treegrid", "treeitem",
    )
)  # fmt: skip
"""Roles that begin a line; everything else may stand within one."""
_NAMELESS = frozenset(("generic", "list", "rowgroup"))
"""Wrappers whose id is of no use to anybody."""
_FLOWING = frozenset(("paragraph", "heading", "generic", "strong", "emphasis"))
"""Roles whose parts read as one sentence."""
_SENTENCE = UNSPOKEN_ROLES | {"link"}
_MOST_PIECES = 12
_LONGEST_LINE = 320
_MOST_SIBLINGS = 20
_LABELLED = FIELD_ROLES | {"checkbox", "radio", "switch"}
_IGNORED_STATES = frozenset(("active",))


@dataclass(frozen=True, slots=True)
class Line:
    """One line: the element it is about, and those that stand in it."""

    element: int
    spoken: tuple[int, ...]
    """The elements within it that the line tells of."""
    whole: bool
    """Whether the line tells everything there is in the element."""
    depth: int
    parent: int | None
    """The line this one stands under."""
    count: int
    """How many elements it tells of."""
    in_viewport: bool
    hidden: bool


class Outline:
    """Puts elements into lines."""

    def __init__(self, elements: Sequence[Element]) -> None:
        self._elements = elements
        self._children: list[list[int]] = [[] for _ in elements]
        self._roots: list[int] = []
        for index, element in enumerate(elements):
            (self._roots if element.parent is None else self._children[element.parent]).append(index)
        self._silent = [self._says_nothing(index) for index in range(len(elements))]
        self._pieces = [0] * len(elements)
        self._length = [0] * len(elements)
        self._flat = [True] * len(elements)
        self._measure()

    def lines(self) -> list[Line]:
        """The page's lines in document order."""
        lines: list[Line] = []
        waiting: list[tuple[int, int, int | None]] = [(root, 0, None) for root in reversed(self._roots)]
        while waiting:
            index, depth, parent = waiting.pop()
            if self._silent[index] and not self._pieces[index]:
                continue
            whole = self._fits_one_line(index)
            if whole or not self._is_wrapper(index):
                lines.append(self._line(index, depth, parent, whole=whole))
                if whole:
                    continue
                depth, parent = depth + 1, len(lines) - 1
            waiting.extend((child, depth, parent) for child in reversed(self._children[index]))
        return lines

    def length(self) -> int:
        """About how many characters all lines have together, which is cheaper to know than the lines."""
        return sum(self._length[root] for root in self._roots)

    def text(self, line: Line, longest: tuple[int, int] | None = None) -> str:
        """A line's text, without its indent. `longest`: most characters of one text in and out of the viewport."""
        element = self._elements[line.element]
        parts = [
            words(self._elements[at], hidden=not element.hidden, longest=self._most(at, longest))
            for at in line.spoken
        ]
        if self._silent[line.element]:
            bare = any(self._elements[at].role == "text" for at in line.spoken)
            own = head(element)
            if parts and (not own or (not bare and (element.role in _NAMELESS or len(parts) == 1))):
                return "- " + " | ".join(parts)
        else:
            named = not (line.spoken and self._says_the_same(element, line.spoken))
            marked = self._marks(line.element)
            own = words(element, name=named, hidden=marked, longest=self._most(line.element, longest))
        if not parts:
            return own if line.whole else own + ":"
        flows = element.role in _FLOWING and all(self._elements[at].role in _SENTENCE for at in line.spoken)
        # An id alone reads as the id of the text behind it, so there must be one.
        alone = own.endswith("]") and self._elements[line.spoken[0]].role == "text"
        return f"{own}{'' if alone else ':'} {(' ' if flows else ' | ').join(parts)}"

    def _measure(self) -> None:
        for index in range(len(self._elements) - 1, -1, -1):
            element = self._elements[index]
            if not self._silent[index]:
                self._pieces[index] += 1
                self._length[index] += 16 + len(element.name) + len(element.text) + len(element.value or "")
            parent = element.parent
            if parent is not None:
                self._pieces[parent] += self._pieces[index]
                self._length[parent] += self._length[index]
                several = element.role == "deletion" and bool(self._children[index])
                self._flat[parent] &= self._flat[index] and element.role not in _BLOCKS and not several

    def _says_nothing(self, index: int) -> bool:
        """Whether an element only repeats what its surroundings say, or is mere structure."""
        element = self._elements[index]
        parent = element.parent
        if element.role == "text":
            return not element.text.strip() or (parent is not None and self._repeats(element, parent))
        if element.clickable or element.role in UNREADABLE_ROLES or CLOSED in element.states:
            return False
        if element.role == "deletion":
            # What is said around it does not say that it is struck through.
            return not element.text and not self._children[index]
        if parent is not None and not self._children[index] and self._is_said_around(element, parent):
            return True
        if element.role == "img":
            return not element.name and not element.description
        meaningful = [state for state in element.states if state not in _IGNORED_STATES]
        return (
            element.role in _WRAPPERS
            and not element.text
            and (not element.name or bool(self._children[index]))
            and not meaningful
        )

    def _is_said_around(self, leaf: Element, parent: int) -> bool:
        """Whether the name of an element around or beside a leaf says what the leaf says."""
        if leaf.role == "generic" and self._labels_a_field(leaf, parent):
            return True
        if leaf.hidden:
            return False
        said = leaf.name or leaf.text
        above = self._elements[parent]
        if said and said == above.name and above.role not in _WRAPPERS:
            return True
        control = self._control_above(leaf)
        return control is not None and said in self._elements[control].name

    def _control_above(self, element: Element) -> int | None:
        """The nearest named control among the closest ancestors."""
        parent = element.parent
        for _ in range(4):
            if parent is None:
                return None
            above = self._elements[parent]
            if above.name and (above.role in CONTROLS or above.clickable):
                return parent
            parent = above.parent
        return None

    def _repeats(self, text: Element, parent: int) -> bool:
        """Whether bare text only says what the name of its control, element or neighbouring field says."""
        if text.hidden and not self._elements[parent].hidden:
            return False
        control = self._control_above(text)
        if control is not None and text.text in self._elements[control].name:
            return True
        owner = self._elements[parent]
        if owner.role not in UNSPOKEN_ROLES and text.text in owner.name:
            siblings = self._children[parent]
            return len(siblings) <= _MOST_SIBLINGS and all(
                self._elements[at].role == "text" for at in siblings
            )
        return self._labels_a_field(text, parent)

    def _labels_a_field(self, text: Element, parent: int) -> bool:
        """Whether a text is the label of a field beside it, which bears it as its name."""
        label = text.text.strip(" :*").casefold()
        return bool(label) and any(
            self._elements[at].role in _LABELLED and self._elements[at].name.strip(" :*").casefold() == label
            for at in self._children[parent][:_MOST_SIBLINGS]
        )

    def _is_wrapper(self, index: int) -> bool:
        """Whether what an element holds can stand without a line for the element itself."""
        if not self._silent[index]:
            return False
        return self._elements[index].role == "generic" or not any(
            self._elements[child].role == "text" and not self._silent[child]
            for child in self._children[index]
        )

    def _fits_one_line(self, index: int) -> bool:
        if not self._children[index]:
            return True
        return (
            self._flat[index] and self._pieces[index] <= _MOST_PIECES and self._length[index] <= _LONGEST_LINE
        )

    def _line(self, index: int, depth: int, parent: int | None, *, whole: bool) -> Line:
        element = self._elements[index]
        inner = self._inner(index) if whole else []
        spoken = self._without_echoes([at for at in inner if not self._silent[at]])
        members = [element, *(self._elements[at] for at in spoken)]
        return Line(
            element=index,
            spoken=tuple(spoken),
            whole=whole,
            depth=depth,
            parent=parent,
            count=max(1, len(spoken)),
            in_viewport=any(member.in_viewport for member in (members[1:] or members)),
            hidden=all(member.hidden for member in (members[1:] or members)),
        )

    def _without_echoes(self, spoken: list[int]) -> list[int]:
        """Leave out what the next element, standing within it, says again: a heading around a link."""
        return [at for place, at in enumerate(spoken) if not self._is_echo(at, spoken[place + 1 : place + 2])]

    def _is_echo(self, at: int, following: list[int]) -> bool:
        element = self._elements[at]
        return (
            bool(following)
            and not element.clickable
            and bool(element.name)
            and self._elements[following[0]].parent == at
            and self._elements[following[0]].name == element.name
        )

    def _inner(self, index: int) -> list[int]:
        found: list[int] = []
        waiting = list(reversed(self._children[index]))
        while waiting:
            at = waiting.pop()
            found.append(at)
            waiting.extend(reversed(self._children[at]))
        return found

    def _says_the_same(self, element: Element, spoken: Sequence[int]) -> bool:
        if element.role in CONTROLS or element.clickable or not element.name:
            return False
        parts = [self._elements[at].name or self._elements[at].text for at in spoken]
        said = " ".join(parts)
        # A name that merely occurs in what is said, such as "Delivery" before "Delivery date", is not said by it.
        return element.name in parts or (element.name in said and 2 * len(element.name) >= len(said))

    def _marks(self, index: int) -> bool:
        parent = self._elements[index].parent
        return parent is None or not self._elements[parent].hidden or self._silent[parent]

    def _most(self, index: int, longest: tuple[int, int] | None) -> int | None:
        return None if longest is None else longest[not self._elements[index].in_viewport]
