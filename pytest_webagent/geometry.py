"""Points, boxes and sizes. All are CSS pixels, and places are in the viewport of the main frame."""

from typing import NamedTuple


class Point(NamedTuple):
    """A place in the viewport of the main frame, in CSS pixels."""

    x: float
    y: float


class Box(NamedTuple):
    """A rectangle in the viewport of the main frame, in CSS pixels."""

    x: float
    y: float
    width: float
    height: float

    @property
    def center(self) -> Point:
        """The middle of the box."""
        return Point(self.x + self.width / 2, self.y + self.height / 2)


class Size(NamedTuple):
    """Width and height in CSS pixels."""

    width: int
    height: int
