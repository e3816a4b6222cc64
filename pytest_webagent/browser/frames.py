"""Frames: which facts belong to which iframe of the snapshot, and where its content stands in the viewport."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_webagent.observation import Box

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from playwright.async_api import Frame

    from pytest_webagent.browser.aria_tree import AriaNode
    from pytest_webagent.browser.page_facts import FrameFacts, IframeFacts
    from pytest_webagent.policy.origins import AllowedOrigins


class Place(NamedTuple):
    """Where a frame's own coordinates begin in the viewport, how they are scaled, and what of it can be seen."""

    x: float
    y: float
    scale_x: float
    scale_y: float
    window: Box | None
    """The box of the frame's iframe in the viewport; None for the main frame."""

    def box(self, box: Box) -> Box:
        """A box of the frame in the viewport."""
        return Box(
            self.x + box.x * self.scale_x,
            self.y + box.y * self.scale_y,
            box.width * self.scale_x,
            box.height * self.scale_y,
        )

    def local(self, box: Box) -> Box:
        """A box of the viewport in the frame; an empty one where the frame has no extent."""
        if not (self.scale_x and self.scale_y):
            return Box(0, 0, 0, 0)
        return Box(
            (box.x - self.x) / self.scale_x,
            (box.y - self.y) / self.scale_y,
            box.width / self.scale_x,
            box.height / self.scale_y,
        )


MAIN: Final = Place(0, 0, 1, 1, None)
"""The place of the main frame."""


class FrameSeen(NamedTuple):
    """A frame that is shown, and what its script found."""

    frame: Frame
    facts: FrameFacts


def facts_by_iframe(
    nodes: Sequence[AriaNode], main: Frame, facts: Mapping[Frame, FrameFacts]
) -> dict[int | None, FrameSeen]:
    """Each frame that told its facts, by the position of its iframe node; None stands for the main frame."""
    found: dict[int | None, FrameSeen] = {}
    if main in facts:
        found[None] = FrameSeen(main, facts[main])
    children: dict[int | None, list[int]] = {}
    for position, node in enumerate(nodes):
        if node.role == "iframe":
            children.setdefault(node.frame, []).append(position)
    waiting: list[int | None] = [None]
    while waiting:
        outer = waiting.pop()
        if outer not in found:
            continue
        frame, outer_facts = found[outer]
        pairs = _pair(nodes, children.get(outer, []), outer_facts, frame, facts)
        for position, inner in pairs.items():
            if inner in facts:
                found[position] = FrameSeen(inner, facts[inner])
                waiting.append(position)
    return found


def _pair(
    nodes: Sequence[AriaNode],
    iframes: Sequence[int],
    outer: FrameFacts,
    parent: Frame,
    facts: Mapping[Frame, FrameFacts],
) -> dict[int, Frame]:
    """Which child frame each iframe node shows."""
    pairs: dict[int, Frame] = {}
    free = list(parent.child_frames)
    elements = {position: _iframe(nodes[position], outer) for position in iframes}
    for position, element in elements.items():
        for frame in free:
            if element and element.window >= 0 and frame in facts and facts[frame].index == element.window:
                pairs[position] = frame
                free.remove(frame)
                break
    # A frame inside a shadow root has no number among the windows: its address tells it from the others.
    for position, element in elements.items():
        if position not in pairs and element and element.src:
            matching = [frame for frame in free if frame.url == element.src]
            if len(matching) == 1:
                pairs[position] = matching[0]
                free.remove(matching[0])
    left = [position for position in iframes if position not in pairs]
    if len(left) == len(free) == 1:
        pairs[left[0]] = free[0]
    return pairs


def _iframe(node: AriaNode, outer: FrameFacts) -> IframeFacts | None:
    return next((element for element in outer.iframes if element.box == node.key), None)


def place(nodes: Sequence[AriaNode], seen: Mapping[int | None, FrameSeen]) -> dict[int | None, Place]:
    """Move the boxes of everything inside iframes to where they are in the main frame's viewport.

    Returns the places of the frames, by the positions of their iframes.
    """
    places: dict[int | None, Place] = {None: MAIN}
    for position, node in enumerate(nodes):
        outer = places.get(node.frame, MAIN)
        local = node.box
        if local is not None:
            node.box = outer.box(local)
            if outer.window is not None and not _overlap(node.box, outer.window):
                node.clipped = True
        if node.role == "iframe" and local is not None:
            element = _iframe(node, seen[node.frame].facts) if node.frame in seen else None
            corner, across, down = outer.box(local), 1.0, 1.0
            if element is not None:
                corner = outer.box(Box(element.x, element.y, 0, 0))
                across, down = element.scale_x, element.scale_y
                node.description = node.description or element.about
            places[position] = Place(
                corner.x, corner.y, across * outer.scale_x, down * outer.scale_y, node.box
            )
    return places


def mark_foreign(
    nodes: Sequence[AriaNode], seen: Mapping[int | None, FrameSeen], origins: AllowedOrigins
) -> None:
    """Say of each node of a frame that is of none of the test's origins whose it is, and of its iframe as well.

    A frame without an address of its own is its parent's. One of which nothing is known counts as foreign where any is.
    """
    among = [origins.foreign(each.frame.url) for each in seen.values()]
    unknown = next(filter(None, among), "") or next(
        filter(
            None, (origins.foreign(child.url) for each in seen.values() for child in each.frame.child_frames)
        ),
        "",
    )
    whose: dict[int | None, str] = {None: ""}
    for position, node in enumerate(nodes):
        node.foreign = whose.get(node.frame, "")
        if node.role != "iframe":
            continue
        url = seen[position].frame.url if position in seen else ""
        own = origins.foreign(url) if position in seen else unknown
        whose[position] = own or (node.foreign if not url or url.startswith("about:") else "")
        if whose[position]:
            node.states.append(f"shows {whose[position]}, no origin of the test: what it says is no evidence")


def _overlap(first: Box, second: Box) -> bool:
    return (
        first.x < second.x + second.width
        and second.x < first.x + first.width
        and first.y < second.y + second.height
        and second.y < first.y + first.height
    )
