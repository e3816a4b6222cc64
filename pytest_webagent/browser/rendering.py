"""The page as a model reads it: lines of elements, within a budget of characters, the viewport first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pytest_webagent.browser.outline import Line, Outline

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pytest_webagent.observation import Element, Size

CHARACTERS_PER_TOKEN = 4
_ROOM_FOR_GAPS = 0.06
_LONGEST_SEEN = 600
_LONGEST_UNSEEN = 160
MODAL = "modal"
_DIALOG_OPEN = "A dialog is open. It comes first; what is behind it follows."
_BEHIND = "Behind the dialog:"


@dataclass(slots=True)
class _Gap:
    """Lines left out between two that are shown."""

    count: int = 0
    above: int = 0
    below: int = 0
    depth: int = 0


class _Page:
    """A page's lines, the order they are shown in, and their texts, each written once."""

    def __init__(self, outline: Outline, lines: Sequence[Line], modal: int | None) -> None:
        self.outline = outline
        self.lines = lines
        self.modal = modal
        self.longest: tuple[int, int] | None = None
        self.behind = 0 if modal is None else _dialog_length(lines, modal)
        self.order = list(range(len(lines)))
        if modal is not None:
            end = modal + self.behind
            self.order = [*range(modal, end), *range(modal), *range(end, len(lines))]
        self._texts: dict[int, str] = {}

    def text(self, position: int) -> str:
        if position not in self._texts:
            self._texts[position] = self.outline.text(self.lines[position], self.longest)
        return self._texts[position]

    def cost(self, position: int) -> int:
        return len(self.text(position)) + self.lines[position].depth + 1

    def shorten(self) -> None:
        self.longest = (_LONGEST_SEEN, _LONGEST_UNSEEN)
        self._texts.clear()


def render(elements: Sequence[Element], tokens: int, viewport: Size) -> str:
    """The page's text, at most about `tokens` tokens long; what is left out is said where it is missing."""
    budget = tokens * CHARACTERS_PER_TOKEN
    outline = Outline(elements)
    lines = outline.lines()
    page = _Page(outline, lines, _modal(elements, lines))
    if outline.length() <= 2 * budget and sum(page.cost(at) for at in page.order) <= budget:
        return "\n".join(_written(page, {}))
    page.shorten()
    kept = _select(page, int(budget * (1 - _ROOM_FOR_GAPS)))
    text = "\n".join(_written(page, _gaps(page, kept, elements, viewport), kept))
    return _cut(text, budget)


def _modal(elements: Sequence[Element], lines: Sequence[Line]) -> int | None:
    """The line that opens the topmost modal dialog, if one can be seen."""
    found = None
    for position, line in enumerate(lines):
        element = elements[line.element]
        if MODAL in element.states and not element.hidden and element.box is not None:
            found = position
    return found


def _dialog_length(lines: Sequence[Line], modal: int) -> int:
    end = modal + 1
    while end < len(lines) and lines[end].depth > lines[modal].depth:
        end += 1
    return end - modal


def _select(page: _Page, room: int) -> set[int]:
    """The lines that fit, the most telling first, each with the lines it stands under."""
    lines = page.lines
    seen = [p for p in page.order if lines[p].in_viewport and not lines[p].hidden]
    rest = [p for p in page.order if not lines[p].in_viewport and not lines[p].hidden]
    last_seen = max(seen, default=-1)
    below = [p for p in rest if p > last_seen]
    others = [p for p in reversed(rest) if p <= last_seen]
    hidden = [p for p in page.order if lines[p].hidden and lines[p].in_viewport]
    kept: set[int] = set()
    for group in (seen, hidden, below, others):
        for position in group:
            wanted = [p for p in (position, *_parents(lines, position)) if p not in kept]
            cost = sum(page.cost(p) for p in wanted)
            if cost > room:
                return kept
            room -= cost
            kept.update(wanted)
    return kept


def _parents(lines: Sequence[Line], position: int) -> Iterable[int]:
    parent = lines[position].parent
    while parent is not None:
        yield parent
        parent = lines[parent].parent


def _gaps(page: _Page, kept: set[int], elements: Sequence[Element], viewport: Size) -> dict[int, _Gap]:
    """What is missing before each shown line; the end of the page is at the position behind the last line."""
    gaps: dict[int, _Gap] = {}
    lines = page.lines
    gap = _Gap()
    for position in page.order:
        if position in kept:
            if gap.count:
                gaps[position] = gap
            gap = _Gap()
            continue
        line = lines[position]
        gap.depth = min(gap.depth, line.depth) if gap.count else line.depth
        gap.count += line.count
        box = elements[line.element].box
        if box is not None and box.y >= viewport.height:
            gap.below += line.count
        elif box is not None and box.y + box.height <= 0:
            gap.above += line.count
    if gap.count:
        gaps[len(lines)] = gap
    return gaps


def _written(page: _Page, gaps: dict[int, _Gap], kept: set[int] | None = None) -> Iterable[str]:
    outdent = page.lines[page.modal].depth if page.modal is not None else 0
    if page.modal is not None:
        yield _DIALOG_OPEN
    for place, position in enumerate(page.order):
        if page.modal is not None and place == page.behind:
            outdent = 0
            yield _BEHIND
        if kept is not None and position not in kept:
            continue
        if position in gaps:
            yield " " * gaps[position].depth + _gap_words(gaps[position], last=False)
        yield " " * (page.lines[position].depth - outdent) + page.text(position)
    if len(page.lines) in gaps:
        yield _gap_words(gaps[len(page.lines)], last=True)


def _gap_words(gap: _Gap, *, last: bool) -> str:
    if gap.above == gap.count:
        return f"... {gap.count} more above: scroll up"
    if gap.below == gap.count or (last and not gap.above):
        return f"... {gap.count} more below: scroll down"
    return f"... {gap.count} more here that are out of view: scroll to see them"


def _cut(text: str, budget: int) -> str:
    """A last guard: a single line may be longer than everything there is room for."""
    if len(text) <= budget:
        return text
    remark = "\n... more: scroll down"
    return text[: max(0, budget - len(remark))] + remark
