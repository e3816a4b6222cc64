"""Points, boxes and sizes. All are CSS pixels, and places are in the viewport of the main frame."""

from typing import Final, Literal, NamedTuple, TypeAlias, get_args

Convention: TypeAlias = Literal["absolute_resized", "absolute_original", "relative_1", "relative_1000"]
"""What the coordinates of a model count.

Pixels of the picture as it was sent, pixels of the picture before it was resized (CSS pixels of the viewport), or parts of
width and height, from 0 to 1 or from 0 to 1000.
"""
CONVENTIONS: Final[tuple[Convention, ...]] = get_args(Convention)


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

    def holds(self, point: Point) -> bool:
        """Whether a point lies in the box; its right and lower edge do not belong to it."""
        return self.x <= point.x < self.x + self.width and self.y <= point.y < self.y + self.height


class Size(NamedTuple):
    """Width and height in CSS pixels."""

    width: int
    height: int
