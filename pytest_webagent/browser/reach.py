"""Which controls nothing covers: found by hit tests, one script for each frame that changes nothing."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Final, TypeAlias

from playwright.async_api import Error

from pytest_webagent.browser.element_line import CLOSED, UNREADABLE_ROLES
from pytest_webagent.browser.page_script import page_script
from pytest_webagent.geometry import Box, Point

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pytest_webagent.browser.aria_tree import AriaNode
    from pytest_webagent.browser.frames import Place
    from pytest_webagent.browser.snapshot import Snapshot
    from pytest_webagent.observation import Element

_PATIENCE = 2.0
"""Seconds a frame may take."""
_SCRIPT: Final = page_script("pytest_webagent.browser", "reach.js")
_Points: TypeAlias = "dict[int, list[Point]]"
"""Points of a frame at which elements are reached, by the positions of the elements."""


async def uncovered(snapshot: Snapshot) -> frozenset[int]:
    """The ids of the controls in the viewport that nothing covers: a click somewhere on them would reach them.

    A label reaches its control, and what lets clicks pass covers nothing. Of an element in an iframe the same point
    is tested in each document around it, too. What a frame does not answer in time, or in a page that replaced what
    the test needs, counts as covered.
    """
    reached = await _Search(snapshot).within(None)
    return frozenset(number for at in reached if (number := snapshot.elements[at].id) is not None)


class _Search:
    """One look for what is reached on a page."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._layout = snapshot.layout
        self._wanted: dict[int | None, list[int]] = {}
        self._inside: dict[int | None, list[int]] = {}
        for at, element in enumerate(snapshot.elements):
            node = self._layout.nodes[at]
            if _is_wanted(element, node):
                self._wanted.setdefault(node.frame, []).append(at)
            if at in self._layout.frames and element.in_viewport:
                self._inside.setdefault(node.frame, []).append(at)
        self._view: dict[int | None, Box] = {
            None: Box(0, 0, snapshot.viewport.width, snapshot.viewport.height)
        }

    async def within(self, frame: int | None) -> _Points:
        """Where the elements in a frame and in the frames within it are reached, in the coordinates of the frame."""
        if frame not in self._layout.frames:
            return {}
        places = self._layout.places
        view = self._view[frame]
        inner = [at for at in self._inside.get(frame, ()) if at in places]
        for at in inner:
            self._view[at] = _common(view, places[at].window or view)
        found = await asyncio.gather(*(self.within(at) for at in inner))
        through = [
            row for at, points in zip(inner, found, strict=True) for row in self._through(frame, at, points)
        ]
        nodes = self._layout.nodes
        wanted = [[at, nodes[at].key, nodes[at].role] for at in self._wanted.get(frame, ())]
        if not wanted and not through:
            return {}
        left, top, width, height = places[frame].local(view)
        argument = {
            "view": [left, top, left + width, top + height],
            "wanted": wanted,
            "inner": through,
            "first": frame is None,
        }
        asked = {row[0] for row in (*wanted, *through)}
        # A frame may be stuck or left meanwhile, and its page may have replaced what the script needs.
        with suppress(Error, TimeoutError, ValueError):
            async with asyncio.timeout(_PATIENCE):
                told = await self._layout.frames[frame].frame.evaluate(_SCRIPT, argument)
            return {at: points for at, points in _parsed(told) if at in asked}
        return {}

    def _through(
        self, frame: int | None, iframe: int, points: Mapping[int, Sequence[Point]]
    ) -> Iterator[list[object]]:
        """The points of a frame within, in the coordinates of the frame around it."""
        inner, outer = self._layout.places[iframe], self._layout.places[frame]
        window, key = self._layout.frames[iframe].facts.index, self._layout.nodes[iframe].key
        for at, reached in points.items():
            yield [at, window, key, [_moved(point, inner, outer) for point in reached]]


def _is_wanted(element: Element, node: AriaNode) -> bool:
    """Whether an element in sight is one that actions are about."""
    if element.id is None or element.hidden or not element.in_viewport or element.box is None:
        return False
    unread = element.role in UNREADABLE_ROLES or (element.role == "iframe" and not node.children)
    return element.clickable or unread or CLOSED in element.states


def _moved(point: Point, inner: Place, outer: Place) -> list[float]:
    spot = outer.local(inner.box(Box(point.x, point.y, 0, 0)))
    return [spot.x, spot.y]


def _common(first: Box, second: Box) -> Box:
    left, top = max(first.x, second.x), max(first.y, second.y)
    right = min(first.x + first.width, second.x + second.width)
    bottom = min(first.y + first.height, second.y + second.height)
    return Box(left, top, max(0.0, right - left), max(0.0, bottom - top))


def _parsed(told: object) -> Iterator[tuple[int, list[Point]]]:
    """What the script told.

    Raises:
        ValueError: it is nothing that the script tells.
    """
    for line in str(told).split("\n") if told else ():
        number, _, points = line.partition(" ")
        pairs = [each.split(",") for each in points.split(";")]
        yield int(number), [Point(float(x), float(y)) for x, y in pairs]
