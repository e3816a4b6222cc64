"""Frames: which facts belong to which iframe of the snapshot, and where its content stands in the viewport."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pytest_webagent.observation import Box

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from playwright.async_api import Frame

    from pytest_webagent.browser.aria_tree import AriaNode
    from pytest_webagent.browser.page_facts import FrameFacts, IframeFacts


class _Place(NamedTuple):
    """Where a frame's own coordinates begin in the viewport, how they are scaled, and what of it can be seen."""

    x: float
    y: float
    scale_x: float
    scale_y: float
    window: Box | None

    def box(self, box: Box) -> Box:
        """A box of the frame in the viewport."""
        return Box(
            self.x + box.x * self.scale_x,
            self.y + box.y * self.scale_y,
            box.width * self.scale_x,
            box.height * self.scale_y,
        )


def facts_by_iframe(
    nodes: Sequence[AriaNode], main: Frame, facts: Mapping[Frame, FrameFacts]
) -> dict[int | None, FrameFacts]:
    """The facts of each frame, by the position of its iframe node; None stands for the main frame."""
    found: dict[int | None, FrameFacts] = {}
    if main in facts:
        found[None] = facts[main]
    frames: dict[int | None, Frame] = {None: main}
    children: dict[int | None, list[int]] = {}
    for position, node in enumerate(nodes):
        if node.role == "iframe":
            children.setdefault(node.frame, []).append(position)
    waiting: list[int | None] = [None]
    while waiting:
        outer = waiting.pop()
        if outer not in frames or outer not in found:
            continue
        pairs = _pair(nodes, children.get(outer, []), found[outer], frames[outer], facts)
        for position, frame in pairs.items():
            frames[position] = frame
            if frame in facts:
                found[position] = facts[frame]
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


def place(nodes: Sequence[AriaNode], facts: Mapping[int | None, FrameFacts]) -> None:
    """Move the boxes of everything inside iframes to where they are in the main frame's viewport."""
    places: dict[int, _Place] = {}
    for position, node in enumerate(nodes):
        outer = places.get(node.frame) if node.frame is not None else None
        local = node.box
        if local is not None and outer is not None:
            node.box = outer.box(local)
            if outer.window is not None and not _overlap(node.box, outer.window):
                node.clipped = True
        if node.role == "iframe" and local is not None:
            element = _iframe(node, facts[node.frame]) if node.frame in facts else None
            content = _Place(local.x, local.y, 1, 1, None)
            if element is not None:
                content = _Place(element.x, element.y, element.scale_x, element.scale_y, None)
                node.description = node.description or element.about
            if outer is not None:
                corner = outer.box(Box(content.x, content.y, 0, 0))
                content = _Place(
                    corner.x, corner.y, content.scale_x * outer.scale_x, content.scale_y * outer.scale_y, None
                )
            places[position] = content._replace(window=node.box)


def _overlap(first: Box, second: Box) -> bool:
    return (
        first.x < second.x + second.width
        and second.x < first.x + first.width
        and first.y < second.y + second.height
        and second.y < first.y + first.height
    )
