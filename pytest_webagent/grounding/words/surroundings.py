"""What the elements of a page stand in: sections, rows and cards, headings, columns, labels."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from pytest_webagent.aria_roles import CONTROLS, DATA_CELLS
from pytest_webagent.grounding.words.text import name_of, words_of
from pytest_webagent.grounding.words.vocabulary import COUNTED_PLACES, PARTLY_NAMED
from pytest_webagent.values.plain_text import word_set

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_webagent.grounding.words.page import Page
    from pytest_webagent.observation import Element

_LANDMARKS = word_set(
    "main banner contentinfo region form navigation dialog alertdialog article complementary search listitem row cell "
    "gridcell tabpanel group iframe"
)
_MOST_LIFTS = 2
_MOST_LABELS = 12
_MOST_CONTEXTS = 60
_MOST_LABELLED = 20
_NAMED_BY_INNER = COUNTED_PLACES | {"option", "treeitem"}
_TABLES = word_set("table grid treegrid")


class Context(NamedTuple):
    """Words that an element stands under."""

    name: str
    """As `name_of` gives it."""
    role: str
    """Of what is called so; ``column`` for the header of its column, empty for the rest of its own name."""


class Surroundings:
    """The surroundings of a page's elements, each looked for when it is asked for."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.elements = page.elements
        self.ends = page.ends
        self.observation = page.observation
        self._items: dict[int, tuple[str, ...]] = {}
        self._contexts: dict[int, tuple[Context, ...]] = {}
        self._tables: dict[int | None, tuple[int | None, list[int]]] = {}
        self._counted: dict[tuple[int | None, str], list[int]] = {}

    def contexts(self, index: int) -> Iterator[Context]:
        """The names of what an element stands in, under and beside in its row."""
        if len(self.page.names(index)) > 1:
            yield from self._rest_of_name(index)
        if column := self._column(index):
            yield column
        parent = self.elements[index].parent
        if parent is not None:
            yield from self._around(parent)
        for heading in self._headings[index]:
            yield Context(name_of(self.text(heading)), "heading")

    def _around(self, index: int) -> tuple[Context, ...]:
        """What the elements in this one stand in, the nearest first."""
        chain = [index, *self.observation.ancestors(index)]
        known = next((at for at, outer in enumerate(chain) if outer in self._contexts), len(chain))
        around = self._contexts[chain[known]] if known < len(chain) else ()
        for outer in reversed(chain[:known]):
            own = dict.fromkeys(each for each in self._says_of_inner(outer) if each.name)
            around = self._contexts[outer] = (*own, *around)[:_MOST_CONTEXTS] if own else around
        return around

    def _says_of_inner(self, outer: int) -> Iterator[Context]:
        element = self.elements[outer]
        if column := self._column(outer):
            yield column
        if element.name and element.role not in DATA_CELLS:
            yield Context(name_of(element.name), element.role)
        if element.role == "iframe" and element.description:
            yield Context(name_of(element.description), "iframe")
        if element.role in _NAMED_BY_INNER:
            yield from (Context(name, element.role) for name in self.item_names(outer))
        if label := self._label(outer):
            yield Context(name_of(label), "label")
        for child in self.observation.children(outer)[:1]:
            # The caption of a table, or what a group is opened and closed with.
            if self.elements[child].role == "caption" or "expanded" in self.elements[child].states:
                yield Context(name_of(self.text(child)), element.role)

    def _label(self, outer: int) -> str:
        """The text that something small begins with, if it is the only one directly in it: a label of all that follows."""
        inner = self.observation.children(outer)
        all_inner = range(outer + 1, self.ends[outer] + 1)
        if not 1 < len(inner) <= len(all_inner) <= _MOST_LABELLED or self.page.is_control(outer):
            return ""
        if sum(self.elements[at].role in PARTLY_NAMED for at in all_inner) > 1:
            return ""
        texts = [
            at
            for at in inner
            if self.ends[at] == at
            and self.elements[at].text
            and not self.page.is_control(at)
            and self._has_words(at)
        ]
        return self.elements[texts[0]].text if texts == [inner[0]] else ""

    def _has_words(self, index: int) -> bool:
        return any(sign.isalnum() for sign in self.elements[index].text)

    def _rest_of_name(self, index: int) -> Iterator[Context]:
        """What the name says beyond the text that is seen: the thing that "Add to cart: Blue Mug" adds."""
        names = self.page.names(index)
        for longer in names:
            for shorter in names:
                words, said = words_of(longer), words_of(shorter)
                if len(said) < len(words) and words[: len(said)] == said:
                    yield Context(longer[longer.find(words[len(said)], len(shorter)) :], "")

    def text(self, index: int) -> str:
        """What an element says: its name, or all the text in it."""
        return self.elements[index].name or self.observation.full_text(index)

    def item_names(self, index: int) -> tuple[str, ...]:
        """What a row, card or list item can be called by: its heading, its cells, the texts in it."""
        if index not in self._items:
            found = self._cells(index) if self.elements[index].role == "row" else self._item_texts(index)
            names = dict.fromkeys(name for text in found if (name := name_of(text)))
            self._items[index] = tuple(names)[:_MOST_LABELS]
        return self._items[index]

    def _cells(self, row: int) -> Iterator[str]:
        for cell in self.observation.children(row):
            inner = range(cell + 1, self.ends[cell] + 1)
            controls = [at for at in inner if self.elements[at].role in CONTROLS]
            if all(self.elements[at].role == "link" for at in controls):
                yield self.text(cell)

    def _item_texts(self, item: int) -> Iterator[str]:
        inner = range(item, min(self.ends[item], item + 60) + 1)
        headings = [at for at in inner if self.elements[at].role == "heading"]
        if headings:
            yield self.text(headings[0])
        pieces = 0
        acted = -1
        for at in inner:
            element = self.elements[at]
            if at <= acted or element.hidden:
                continue
            if element.role in CONTROLS - {"link"}:
                acted = self.ends[at]
            elif element.role == "link":
                acted = self.ends[at]
                if not headings and not pieces:
                    yield self.text(at)
                pieces += 1
            elif element.text or (element.name and at == self.ends[at]):
                yield element.text or element.name
                pieces += 1

    def _column(self, cell: int) -> Context | None:
        """The header above a cell; None where the table's columns cannot be told."""
        row = self.elements[cell].parent
        if row is None or self.elements[cell].role not in DATA_CELLS or self.elements[row].role != "row":
            return None
        header = self._rows(row)[0]
        above = () if header is None else self.observation.children(header)
        cells = self.observation.children(row)
        if len(above) != len(cells):
            return None
        return Context(name_of(self.text(above[cells.index(cell)])), "column")

    def _is_header(self, row: int) -> bool:
        cells = [self.elements[at].role for at in self.observation.children(row)]
        return "columnheader" in cells and not DATA_CELLS & set(cells)

    def _rows(self, row: int) -> tuple[int | None, list[int]]:
        """The header of the table a row is in, if it has one, and all its other rows that can be seen."""
        table = next(
            (at for at in self.observation.ancestors(row) if self.elements[at].role in _TABLES), None
        )
        if table not in self._tables:
            inner = range(len(self.elements)) if table is None else range(table, self.ends[table] + 1)
            rows = [at for at in inner if self.elements[at].role == "row"]
            headers = [at for at in rows if self._is_header(at)]
            left = set(headers)
            shown = [at for at in rows if at not in left and not self.elements[at].hidden]
            self._tables[table] = (headers[0] if headers else None), shown
        return self._tables[table]

    def counted(self, index: int) -> list[int]:
        """The row, card or list item at `index` among those it is counted with, without header rows."""
        role, parent = self.elements[index].role, self.elements[index].parent
        if role == "row":
            return self._rows(index)[1]
        if (parent, role) not in self._counted:
            self._counted[parent, role] = [
                at
                for at in self.observation.children(parent)
                if self.elements[at].role == role and not self.elements[at].hidden
            ]
        return self._counted[parent, role]

    @cached_property
    def _headings(self) -> list[tuple[int, ...]]:
        """For each element the headings it stands under, the highest first."""
        controls = [0]
        for index in range(len(self.elements)):
            controls.append(controls[-1] + self.page.is_control(index))
        found: list[tuple[int, ...]] = []
        above: tuple[tuple[int, int, int], ...] = ()
        shown: tuple[int, ...] = ()
        for index, element in enumerate(self.elements):
            level = _level(element) if element.role == "heading" else 9
            if any(end < index or (element.role == "heading" and high >= level) for high, _, end in above):
                above = tuple(
                    each
                    for each in above
                    if each[2] >= index and not (element.role == "heading" and each[0] >= level)
                )
                shown = tuple(at for _, at, _ in above)
            found.append(shown)
            if element.role == "heading":
                above = (*above, (level, index, self._reach(index, controls)))
                shown = (*shown, index)
        return found

    def _reach(self, heading: int, controls: list[int]) -> int:
        """The last element a heading stands above: all in its parent, or around that where it only wraps the heading."""
        outer = self.elements[heading].parent
        for _ in range(_MOST_LIFTS):
            if outer is None or self.elements[outer].role in _LANDMARKS:
                break
            around = controls[self.ends[outer] + 1] - controls[outer]
            if around > controls[self.ends[heading] + 1] - controls[heading]:
                break
            outer = self.elements[outer].parent
        return len(self.elements) - 1 if outer is None else self.ends[outer]


def _level(element: Element) -> int:
    said = next((state for state in element.states if state.startswith("level=")), "level=2")
    return int(said[6:]) if said[6:].isdigit() else 2
