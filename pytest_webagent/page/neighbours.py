"""What stands next to something on a page: in the same small part of it, or nearest on the side that is said."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pytest_webagent.page.layout import layout

if TYPE_CHECKING:
    from collections.abc import Collection

    from pytest_webagent.geometry import Box
    from pytest_webagent.language.lexicon import Relation
    from pytest_webagent.page.places import Place

_FARTHEST: Final = 200.0
"""CSS pixels between things that are beside each other."""
_CLEARLY: Final = 8.0
"""CSS pixels by which one is nearer than another."""
_SLACK: Final = 4.0
"""CSS pixels that things which stand side by side may overlap by."""
_SMALL: Final = 12
"""Most texts of something so small that all in it stands together."""


def neighbour(anchor: Place, among: Collection[Place], relation: Relation) -> Place | None:
    """The one of some elements that stands on this side of another; None where that is not clear."""
    page = anchor.page
    apart = [
        each
        for each in among
        if each.at != anchor.at
        and each.at not in page.ancestors(anchor.at)
        and anchor.at not in page.ancestors(each.at)
    ]
    if relation == "beside":
        for outer in page.ancestors(anchor.at):
            together = [each for each in apart if outer in page.ancestors(each.at)]
            if together:
                small = layout(page).texts[outer] <= _SMALL
                if small and len(together) == 1:
                    return together[0]
                break
    box = anchor.element.box
    if box is None or anchor.element.id is None:
        # A bare text has the box of what it stands in.
        return None
    gaps = sorted(
        (found, each.at, each)
        for each in apart
        if each.element.box is not None and (found := _gap(box, each.element.box, relation)) is not None
    )
    if not gaps or gaps[0][0] > _FARTHEST or (len(gaps) > 1 and gaps[1][0] < gaps[0][0] * 1.5 + _CLEARLY):
        return None
    return gaps[0][2]


def on_side(anchor: Place, other: Place, relation: Relation) -> bool:
    """Whether something stands on a side of something else, and neither in the other."""
    one, two = anchor.element.box, other.element.box
    nested = anchor in other.around() or other in anchor.around()
    if nested or one is None or two is None:
        return False
    found = _gap(one, two, relation)
    return found is not None and (relation != "beside" or found <= _FARTHEST)


def _gap(anchor: Box, other: Box, relation: Relation) -> float | None:
    """CSS pixels between two boxes in a direction; None where the other one does not stand there."""
    across = max(other.x - anchor.x - anchor.width, anchor.x - other.x - other.width)
    down = max(other.y - anchor.y - anchor.height, anchor.y - other.y - other.height)
    if relation == "beside":
        return max(across, 0.0) + max(down, 0.0)
    sideways = relation in ("left", "right")
    ahead = {
        "right": other.x - anchor.x - anchor.width,
        "left": anchor.x - other.x - other.width,
        "below": other.y - anchor.y - anchor.height,
        "above": anchor.y - other.y - other.height,
    }[relation]
    level, far = (down, across) if sideways else (across, down)
    return max(far, 0.0) if ahead >= -_SLACK and level < 0 else None
