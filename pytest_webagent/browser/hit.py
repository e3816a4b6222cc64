"""What stands at a point of the viewport: the element a person would hit there, and the one of the observation it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from playwright.async_api import Error
from playwright.async_api import TimeoutError as PlaywrightTimeout

from pytest_webagent.browser.element_line import CLOSED
from pytest_webagent.browser.locating import locate
from pytest_webagent.browser.page_script import source
from pytest_webagent.observation import Box, Point

if TYPE_CHECKING:
    from collections.abc import Iterable

    from playwright.async_api import ElementHandle, Frame, Page

    from pytest_webagent.observation import Element, Observation

_SLACK = 1.5
"""By how many CSS pixels two boxes of one element may differ: those of an observation are rounded."""

_AT_POINT = source("pytest_webagent.browser", "hit.js")

_HOLDS = """(element, hit) => {
    let e = hit;
    while (e && e !== element) e = e.assignedSlot || e.parentElement || e.getRootNode().host;
    return Boolean(e);
}"""
_GONE_MS = 1_000
"""How long an element that was there a moment ago is waited for."""


class Hit(NamedTuple):
    """What is at a point."""

    handle: ElementHandle
    boxes: tuple[tuple[Box, ElementHandle], ...]
    """The boxes of the element and of all it stands in, through every frame, in CSS pixels of the viewport, the nearest
    first; each with what is at the point in its frame."""

    async def element(self, page: Page, observation: Observation, point: Point) -> Element | None:
        """The element of an observation that it is, or else stands in; None if it knows none of them.

        Raises:
            Error: the page moved on meanwhile.
        """
        for box, inside in self.boxes:
            same = [
                (element.depth, index)
                for index, element in enumerate(observation.elements)
                if element.id is not None and element.box is not None and _same(element.box, box)
            ]
            for _, index in sorted(same, reverse=True):
                element = observation.elements[index]
                if not await _holds(page, observation, element, inside):
                    continue
                if CLOSED not in element.states:
                    return element
                # What is in a closed shadow root cannot be hit from outside, but it was seen.
                return (
                    _smallest((observation.elements[at] for at in observation.descendants(index)), point)
                    or element
                )
        return None


async def _holds(page: Page, observation: Observation, element: Element, inside: ElementHandle) -> bool:
    """Whether what is at a point is an element or stands in it: what lies over it may be just as large."""
    live = locate(page, observation, element.id or 0)
    try:
        # Without the question whether it is still there, what is gone would be waited for.
        return bool(await live.count() and await live.evaluate(_HOLDS, inside, timeout=_GONE_MS))
    except PlaywrightTimeout:
        return False
    except Error as error:
        if "context they were created" in error.message:
            # It is in another frame.
            return False
        raise


async def at(page: Page, point: Point) -> Hit | None:
    """What is at a point of the viewport, in whatever frame; None where there is nothing.

    Raises:
        Error: the page moved on meanwhile.
    """
    return await _at(page.main_frame, point, _Matrix(1, 0, 0, 1, 0, 0), _Place(0, 0, 1, 1))


class _Matrix(NamedTuple):
    """From a frame's own coordinates to those of the viewport, as CSS writes it: ``matrix(a, b, c, d, x, y)``."""

    a: float
    b: float
    c: float
    d: float
    x: float
    y: float

    @property
    def stretch(self) -> float:
        """How much larger an area gets; 0 for a frame that is seen from its edge."""
        return self.a * self.d - self.b * self.c

    def inside(self, point: Point) -> Point:
        """A point of the viewport, in the frame."""
        x, y = point.x - self.x, point.y - self.y
        return Point((self.d * x - self.c * y) / self.stretch, (self.a * y - self.b * x) / self.stretch)

    def within(self, inner: _Matrix) -> _Matrix:
        """The matrix of a frame in this frame, whose matrix to this one is given."""
        return _Matrix(
            self.a * inner.a + self.c * inner.b,
            self.b * inner.a + self.d * inner.b,
            self.a * inner.c + self.c * inner.d,
            self.b * inner.c + self.d * inner.d,
            self.a * inner.x + self.c * inner.y + self.x,
            self.b * inner.x + self.d * inner.y + self.y,
        )


class _Place(NamedTuple):
    """Where an observation takes a frame's own coordinates to begin in the viewport, and how to be scaled.

    That is where they are, unless the frame is rotated.
    """

    x: float
    y: float
    across: float
    down: float

    def box(self, x: float, y: float, width: float, height: float) -> Box:
        return Box(self.x + x * self.across, self.y + y * self.down, width * self.across, height * self.down)

    def inner(self, x: float, y: float, across: float, down: float) -> _Place:
        left, top, _, _ = self.box(x, y, 0, 0)
        return _Place(left, top, self.across * across, self.down * down)


async def _at(frame: Frame, point: Point, matrix: _Matrix, place: _Place) -> Hit | None:
    found = await frame.evaluate_handle(_AT_POINT, list(matrix.inside(point)))
    try:
        handle = (await found.get_property("hit")).as_element()
        told: dict[str, Any] = await found.evaluate("({boxes, content}) => ({boxes, content})")
    finally:
        await found.dispose()
    if handle is None:
        return None
    boxes = tuple((place.box(*box), handle) for box in told["boxes"])
    inner = await handle.content_frame()
    if inner is not None:
        content = told["content"]
        there = matrix.within(_Matrix(*content["matrix"]))
        deeper = await _at(inner, point, there, place.inner(*content["place"])) if there.stretch else None
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
