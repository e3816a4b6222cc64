"""What stands at a point of the viewport: the element a person would hit there, and the one of the observation it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from pytest_webagent.browser.wording import CLOSED
from pytest_webagent.observation import Box, Point

if TYPE_CHECKING:
    from collections.abc import Iterable

    from playwright.async_api import ElementHandle, Frame, Page

    from pytest_webagent.observation import Element, Observation

_SLACK = 1.5
"""By how many CSS pixels two boxes of one element may differ: those of an observation are rounded."""

# The element a person would hit, through open shadow roots; the boxes of it and of what it stands in, the nearest
# first; and, for an iframe, where its content begins and how it is scaled.
# Chromium rounds here, and finds nothing in the last half pixel of the window, where a click hits all the same.
_AT_POINT = """([x, y]) => {
    const within = (at, end) => at < end ? Math.min(at, end - 0.51) : at;
    const place = [within(x, innerWidth), within(y, innerHeight)];
    let hit = document.elementFromPoint(...place);
    while (hit && hit.shadowRoot) {
        const inner = hit.shadowRoot.elementFromPoint(...place);
        if (!inner || inner === hit) break;
        hit = inner;
    }
    if (!hit) return {hit: null, boxes: [], content: null};
    const boxes = [];
    for (let e = hit; e && boxes.length < 100; e = e.assignedSlot || e.parentElement || e.getRootNode().host) {
        const box = e.getBoundingClientRect();
        boxes.push([box.x, box.y, box.width, box.height]);
    }
    const [left, top, width, height] = boxes[0];
    const across = hit.offsetWidth ? width / hit.offsetWidth : 1;
    const down = hit.offsetHeight ? height / hit.offsetHeight : 1;
    const style = getComputedStyle(hit);
    const content = [
        left + (hit.clientLeft + parseFloat(style.paddingLeft)) * across,
        top + (hit.clientTop + parseFloat(style.paddingTop)) * down,
        across,
        down,
    ];
    return {hit, boxes, content};
}"""


class Hit(NamedTuple):
    """What is at a point."""

    handle: ElementHandle
    boxes: tuple[Box, ...]
    """The boxes of the element and of all it stands in, through every frame, in CSS pixels of the viewport; the nearest
    first."""

    def element(self, observation: Observation, point: Point) -> Element | None:
        """The element of an observation that it is, or else stands in; None if it knows none of them."""
        for box in self.boxes:
            same = [
                (element.depth, index, element)
                for index, element in enumerate(observation.elements)
                if element.id is not None and element.box is not None and _same(element.box, box)
            ]
            if same:
                _, index, element = max(same)
                if CLOSED not in element.states:
                    return element
                # What is in a closed shadow root cannot be hit from outside, but it was seen.
                return (
                    _smallest((observation.elements[at] for at in observation.descendants(index)), point)
                    or element
                )
        return None


async def at(page: Page, point: Point) -> Hit | None:
    """What is at a point of the viewport, in whatever frame; None where there is nothing.

    Raises:
        Error: the page moved on meanwhile.
    """
    return await _at(page.main_frame, point, _Place(0, 0, 1, 1))


class _Place(NamedTuple):
    """Where a frame's own coordinates begin in the viewport, and how they are scaled."""

    x: float
    y: float
    across: float
    down: float

    def box(self, x: float, y: float, width: float, height: float) -> Box:
        return Box(self.x + x * self.across, self.y + y * self.down, width * self.across, height * self.down)

    def inner(self, x: float, y: float, across: float, down: float) -> _Place:
        left, top, _, _ = self.box(x, y, 0, 0)
        return _Place(left, top, self.across * across, self.down * down)


async def _at(frame: Frame, point: Point, place: _Place) -> Hit | None:
    local = ((point.x - place.x) / place.across, (point.y - place.y) / place.down)
    found = await frame.evaluate_handle(_AT_POINT, list(local))
    try:
        handle = (await found.get_property("hit")).as_element()
        told: dict[str, Any] = await found.evaluate("({boxes, content}) => ({boxes, content})")
    finally:
        await found.dispose()
    if handle is None:
        return None
    boxes = tuple(place.box(*box) for box in told["boxes"])
    inner = await handle.content_frame()
    if inner is not None and all(told["content"][2:]):
        deeper = await _at(inner, point, place.inner(*told["content"]))
        if deeper is not None:
            return deeper._replace(boxes=(*deeper.boxes, *boxes))
    return Hit(handle, boxes)


def _same(first: Box, second: Box) -> bool:
    return all(abs(one - other) <= _SLACK for one, other in zip(first, second, strict=True))


def _smallest(elements: Iterable[Element], point: Point) -> Element | None:
    around = [
        each for each in elements if each.id is not None and each.box is not None and each.box.holds(point)
    ]
    return min(around, key=lambda each: each.box.width * each.box.height if each.box else 0, default=None)
