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


def render(elements: Sequence[Element], tokens: int, viewport: Size) -> str:
    """The page's text, at most about `tokens` tokens long; what is left out is said where it is missing."""
    budget = tokens * CHARACTERS_PER_TOKEN
    outline = Outline(elements)
    lines = outline.lines()
    modal = _modal(elements, lines)
    order = _modal_first(elements, lines, modal)
    if sum(len(line.text) + line.depth + 1 for line in lines) <= budget:
        return "\n".join(_written(order, lines, modal, {}))
    shortened = Outline(elements, longest=(_LONGEST_SEEN, _LONGEST_UNSEEN)).lines()
    kept = _select(order, shortened, int(budget * (1 - _ROOM_FOR_GAPS)))
    text = "\n".join(
        _written(order, shortened, modal, _gaps(order, shortened, kept, elements, viewport), kept)
    )
    return _cut(text, budget)


def _modal(elements: Sequence[Element], lines: Sequence[Line]) -> int | None:
    """The line that opens the topmost modal dialog, if one can be seen."""
    found = None
    for position, line in enumerate(lines):
        element = elements[line.element]
        if MODAL in element.states and not element.hidden and element.box is not None:
            found = position
    return found


def _modal_first(elements: Sequence[Element], lines: list[Line], modal: int | None) -> list[int]:
    """The order in which lines are shown."""
    if modal is None:
        return list(range(len(lines)))
    end = modal + _dialog_length(lines, modal)
    return [*range(modal, end), *range(modal), *range(end, len(lines))]


def _dialog_length(lines: Sequence[Line], modal: int) -> int:
    end = modal + 1
    while end < len(lines) and lines[end].depth > lines[modal].depth:
        end += 1
    return end - modal


def _select(order: Sequence[int], lines: Sequence[Line], room: int) -> set[int]:
    """The lines that fit, the most telling first, each with the lines it stands under."""
    seen = [p for p in order if lines[p].in_viewport and not lines[p].hidden]
    rest = [p for p in order if not lines[p].in_viewport and not lines[p].hidden]
    last_seen = max(seen, default=-1)
    below = [p for p in rest if p > last_seen]
    others = [p for p in reversed(rest) if p <= last_seen]
    hidden = [p for p in order if lines[p].hidden]
    kept: set[int] = set()
    for group in (seen, [p for p in hidden if lines[p].in_viewport], below, others):
        for position in group:
            wanted = [p for p in (position, *_parents(lines, position)) if p not in kept]
            cost = sum(len(lines[p].text) + lines[p].depth + 1 for p in wanted)
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


def _gaps(
    order: Sequence[int], lines: Sequence[Line], kept: set[int], elements: Sequence[Element], viewport: Size
) -> dict[int, _Gap]:
    """What is missing before each shown line; the end of the page is at the position behind the last line."""
    gaps: dict[int, _Gap] = {}
    gap = _Gap()
    for position in order:
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


def _written(
    order: Sequence[int],
    lines: Sequence[Line],
    modal: int | None,
    gaps: dict[int, _Gap],
    kept: set[int] | None = None,
) -> Iterable[str]:
    outdent = lines[modal].depth if modal is not None else 0
    behind = _dialog_length(lines, modal) if modal is not None else 0
    inside = modal is not None
    if inside:
        yield _DIALOG_OPEN
    for place, position in enumerate(order):
        if inside and place == behind:
            inside = False
            yield _BEHIND
        if kept is not None and position not in kept:
            continue
        line = lines[position]
        indent = line.depth - outdent if inside else line.depth
        if position in gaps:
            yield " " * gaps[position].depth + _gap_words(gaps[position], last=False)
        yield " " * indent + line.text
    if len(lines) in gaps:
        yield _gap_words(gaps[len(lines)], last=True)


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
