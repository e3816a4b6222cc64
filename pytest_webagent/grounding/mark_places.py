"""Places for the labels of marks: each beside what it names, none on another one, none on what matters."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from PIL import Image as pil

_CELL: Final = 4
"""Pixels of the picture, to each side, that are one cell of the maps of what a label would cover."""
_BUCKET: Final = 64
_MARKED: Final = 160
"""How bad it is to cover what another number stands for; a busy part of the picture is up to 255, an empty one 0."""
_GOOD: Final = 24
"""How bad a place at the side of an element may be to be taken without a look further off."""
_LARGE: Final = 70
"""How many labels would have to cover something until it is large."""
_ROOMY: Final = 2
"""How many labels would have to cover something until one in a corner is no loss."""
_MOST_COVERED: Final = 0.4
"""The share of a picture that labels may cover: of a page below more of them nobody sees anything."""
_RINGS: Final = 6
"""How many times its height a label goes away from its element at most."""


class Rect(NamedTuple):
    """A rectangle of whole pixels of a picture; `right` and `bottom` are behind the last ones."""

    left: int
    top: int
    right: int
    bottom: int

    def overlaps(self, other: Rect) -> bool:
        """Whether they have a pixel in common."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )

    def within(self, other: Rect) -> bool:
        """Whether it lies in another one as a whole."""
        return (
            self.left >= other.left
            and self.top >= other.top
            and self.right <= other.right
            and self.bottom <= other.bottom
        )

    def grown(self, by: int) -> Rect:
        """It with so many pixels more on each side."""
        return Rect(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def cut(self, other: Rect) -> Rect:
        """What it has in common with another one; never turned inside out."""
        left, top = max(self.left, other.left), max(self.top, other.top)
        return Rect(
            left, top, max(left, min(self.right, other.right)), max(top, min(self.bottom, other.bottom))
        )

    @property
    def area(self) -> int:
        """Its pixels."""
        return (self.right - self.left) * (self.bottom - self.top)


class Mark(NamedTuple):
    """What is to be numbered."""

    number: int
    box: Rect
    """Where it is in the picture."""
    width: int
    """Of its label."""
    height: int
    """Of its label."""
    leaf: bool = True
    """Whether nothing in it is numbered, too."""


def arrange(marks: Sequence[Mark], canvas: pil.Image) -> Mapping[int, Rect]:
    """A place for each label: none overlaps another, all are in the picture. What finds none is missing.

    Of a page that would disappear below them only the smallest things are named, the first ones first.

    Args:
        marks: What is to be numbered.
        canvas: The picture, as yet without labels.
    """
    room = _Room(marks, canvas)
    places: dict[int, Rect] = {}
    left = _MOST_COVERED * canvas.width * canvas.height
    # The smaller something is, the fewer places name it clearly.
    for mark in sorted(marks, key=lambda mark: (mark.box.area, mark.number)):
        if left < mark.width * mark.height:
            break
        place = room.best(mark.box, mark.width, mark.height)
        if place is not None:
            left -= place.area
            room.take(place)
            places[mark.number] = place
    return places


class _Room:
    """What of a picture is still free for labels, and how bad it is to cover a part of it."""

    def __init__(self, marks: Sequence[Mark], canvas: pil.Image) -> None:
        self._whole = Rect(0, 0, *canvas.size)
        ink = _ink(canvas)
        self._across = ink.width
        self._ink = ink.tobytes()
        self._marked = _marked(marks, ink.size).tobytes()
        self._taken: dict[tuple[int, int], list[Rect]] = {}

    def take(self, place: Rect) -> None:
        """Give a place to a label."""
        for bucket in _buckets(place):
            self._taken.setdefault(bucket, []).append(place)

    def best(self, box: Rect, width: int, height: int) -> Rect | None:
        """The place where a label names a box best; None if there is none."""
        around = box.grown(1)
        best = self._better(None, _sides(around, width, height))
        if best is not None and best[0] <= _GOOD:
            return best[1]
        if box.area >= _ROOMY * width * height:
            best = self._better(best, _corners(box, width, height), 2 * _GOOD, own=True)
        best = self._better(best, _rings(around, width, height), 3 * _GOOD)
        return None if best is None else best[1]

    def _better(
        self,
        best: tuple[float, Rect] | None,
        places: Iterable[tuple[int, Rect]],
        base: int = 0,
        *,
        own: bool = False,
    ) -> tuple[float, Rect] | None:
        """The least bad place of `best` and some more, and how bad it is.

        Args:
            best: The least bad so far.
            places: Each with how bad it is in itself, the least bad first.
            base: How bad all of them are in themselves.
            own: Whether they lie in what the label names.
        """
        for penalty, place in places:
            if best is not None and base + penalty >= best[0]:
                break
            if self._is_free(place):
                cost = base + penalty + self._covered(place, own=own)
                if best is None or cost < best[0]:
                    best = (cost, place)
        return best

    def _is_free(self, place: Rect) -> bool:
        if not place.within(self._whole):
            return False
        for bucket in _buckets(place):
            for other in self._taken.get(bucket, ()):
                if place.overlaps(other):
                    return False
        return True

    def _covered(self, place: Rect, *, own: bool) -> float:
        """How bad it is to cover a place, by what is drawn there and by what other numbers stand for."""
        # What is touched by a pixel is not covered.
        left, across = (place.left + 1) // _CELL, (place.right - 2) // _CELL - (place.left + 1) // _CELL + 1
        top, bottom = (place.top + 1) // _CELL, (place.bottom - 2) // _CELL
        rows = range(top * self._across + left, bottom * self._across + left + 1, self._across)
        drawn = b"".join([self._ink[row : row + across] for row in rows])
        ink = sum(drawn) / len(drawn)
        return ink if own else ink + max(b"".join([self._marked[row : row + across] for row in rows]))


def _buckets(place: Rect) -> Iterable[tuple[int, int]]:
    return product(
        range(place.left // _BUCKET, (place.right - 1) // _BUCKET + 1),
        range(place.top // _BUCKET, (place.bottom - 1) // _BUCKET + 1),
    )


def _ink(canvas: pil.Image) -> pil.Image:
    """How busy each cell of a picture is, from 0 to 255: the differences between neighbouring pixels."""
    from PIL import ImageChops

    gray = canvas.convert("L")
    across = ImageChops.difference(gray, ImageChops.offset(gray, 1, 0))
    down = ImageChops.difference(gray, ImageChops.offset(gray, 0, 1))
    # An offset brings in the opposite edge.
    across.paste(0, (0, 0, 1, canvas.height))
    down.paste(0, (0, 0, canvas.width, 1))
    # Stretched, because even dense text differs in a small part of its pixels only.
    return ImageChops.lighter(across, down).reduce(_CELL).point([min(255, 4 * value) for value in range(256)])


def _marked(marks: Sequence[Mark], cells: tuple[int, int]) -> pil.Image:
    """How bad it is for each cell of a picture to cover what other numbers stand for.

    Of what is large any part is the less missed the larger it is.
    """
    import PIL.Image
    from PIL import ImageDraw

    layer = PIL.Image.new("L", cells)
    pen = ImageDraw.Draw(layer)
    for mark in sorted(marks, key=lambda mark: -mark.box.area):
        # Only cells that are in it as a whole: a label at its side covers none of them.
        left, top = -(-mark.box.left // _CELL), -(-mark.box.top // _CELL)
        right, bottom = mark.box.right // _CELL - 1, mark.box.bottom // _CELL - 1
        if mark.leaf and left <= right and top <= bottom:
            pen.rectangle(
                (left, top, right, bottom),
                fill=round(_MARKED * min(1, _LARGE * mark.width * mark.height / mark.box.area)),
            )
    return layer


def _at(left: int, top: int, width: int, height: int) -> Rect:
    return Rect(left, top, left + width, top + height)


def _sides(box: Rect, width: int, height: int) -> Iterator[tuple[int, Rect]]:
    """The places at the sides of a box, the usual ones first."""
    left, top, right, bottom = box
    middle, centre = (top + bottom - height) // 2, (left + right - width) // 2
    spots = (
        (left, top - height),
        (left - width, top),
        (left - width, middle),
        (right - width, top - height),
        (right, top),
        (right, middle),
        (left, bottom),
        (right - width, bottom),
        (centre, top - height),
        (centre, bottom),
        (left - width, bottom - height),
        (right, bottom - height),
    )
    return ((rank, _at(x, y, width, height)) for rank, (x, y) in enumerate(spots))


def _corners(box: Rect, width: int, height: int) -> Iterator[tuple[int, Rect]]:
    """The corners within a box."""
    left, top, right, bottom = box
    spots = ((left, top), (right - width, top), (left, bottom - height), (right - width, bottom - height))
    return ((rank, _at(x, y, width, height)) for rank, (x, y) in enumerate(spots))


def _rings(box: Rect, width: int, height: int) -> Iterator[tuple[int, Rect]]:
    """Places around a box, further and further off."""
    for ring in range(1, _RINGS + 1):
        around = box.grown(ring * height // 2)
        for _, place in _sides(around, width, height):
            yield ring * _GOOD // 2, place
