"""Set-of-Mark: the numbers of the elements, drawn on a picture of the page.

After Yang et al., "Set-of-Mark Prompting Unleashes Extraordinary Visual Grounding in GPT-4V", arXiv:2310.11441.
"""

from __future__ import annotations

import io
from functools import lru_cache
from typing import TYPE_CHECKING, Final, TypeAlias

from pytest_webagent.grounding.mark_places import Mark, Rect, arrange
from pytest_webagent.messages import Image

if TYPE_CHECKING:
    from PIL import Image as pil
    from PIL.ImageDraw import ImageDraw

    from pytest_webagent.observation import Observation

_Colour: TypeAlias = tuple[int, int, int]

WHITE: Final = (255, 255, 255)
PLATES: Final[tuple[_Colour, ...]] = (
    (176, 0, 32),
    (0, 82, 180),
    (0, 105, 60),
    (125, 20, 160),
    (140, 70, 0),
    (0, 100, 115),
)
"""Colours of the labels, one after another. On each, and beside each, white is easy to tell from it."""
_TEXT_HEIGHT: Final = 13
"""Size of the font in CSS pixels; never smaller than `_LEAST` pixels of the picture, else nobody could read it."""
_LEAST: Final = 12
_BACKGROUND: Final = 0.8
"""The share of the picture from which on an element has no mark: a line around everything points at nothing."""


def draw(picture: Image, observation: Observation, *, scale: float = 1.0) -> Image:
    """The picture with the `element_id` of each control that nothing covers beside it, and a thin line around it.

    A label stands outside of what it names where there is room, covers no other label and, if it can, nothing that
    matters. One that finds no place is left out. The same picture and observation give the same result.

    Args:
        picture: The viewport, as JPEG, PNG or WebP.
        observation: The page; its `uncovered` are numbered.
        scale: Pixels of the picture for each CSS pixel.

    Returns:
        The picture in the same media type and size.

    Raises:
        OSError: it is no picture.
    """
    import PIL.Image

    with PIL.Image.open(io.BytesIO(picture.data)) as opened:
        canvas = opened.convert("RGB")
        kind = opened.format or "PNG"
    paint(canvas, observation, scale=scale)
    written = io.BytesIO()
    # Thin coloured lines do not survive the halved colour resolution that is usual in a JPEG.
    options = {"quality": 75, "subsampling": 0} if kind == "JPEG" else {}
    canvas.save(written, kind, **options)
    return Image(written.getvalue(), picture.media_type)


def paint(canvas: pil.Image, observation: Observation, *, scale: float = 1.0) -> frozenset[int]:
    """Draw the marks on a picture in mode RGB; see `draw`.

    Returns:
        The numbers that found a place.
    """
    from PIL import ImageDraw

    size = max(_LEAST, round(_TEXT_HEIGHT * scale))
    whole = Rect(0, 0, *canvas.size)
    marks = marks_of(observation, whole, scale, size)
    places = arrange(marks, canvas)
    shown = [mark for mark in marks if mark.number in places]
    pen, thick = ImageDraw.Draw(canvas), max(1, round(scale))
    # Coloured lines around the boxes, and white ones around those: one of the two shows on any background.
    for mark in shown:
        _outline(pen, mark.box.grown(2 * thick).cut(whole), WHITE, thick)
    for mark in shown:
        _outline(pen, mark.box.grown(thick).cut(whole), _plate(mark.number), thick)
    for mark in shown:
        _leader(pen, mark, places[mark.number], thick)
    for number, place in places.items():
        canvas.paste(_label(number, size), place[:2])
    return frozenset(places)


def marks_of(observation: Observation, whole: Rect, scale: float, size: int) -> list[Mark]:
    """What is to be numbered on a picture, in document order, as far as it shows.

    Args:
        observation: The page.
        whole: The extent of the picture.
        scale: Pixels of the picture for each CSS pixel.
        size: The size of the font in pixels.
    """
    outer: set[int] = set()
    found: list[tuple[int, int, Rect]] = []
    for index, element in enumerate(observation.elements):
        if element.id is None or element.id not in observation.uncovered or element.box is None:
            continue
        box = _scaled(element.box, scale)
        if not box.grown(1).overlaps(whole):
            continue
        box = box.cut(whole)
        if box.area >= _BACKGROUND * whole.area:
            continue
        for above in observation.ancestors(index):
            around = observation.elements[above]
            outer.add(above)
            if around.role == "iframe" and around.box is not None:
                box = box.cut(_scaled(around.box, scale))
        found.append((index, element.id, box))
    return [
        Mark(number, box, *_extent(number, size), leaf=index not in outer) for index, number, box in found
    ]


def _scaled(box: tuple[float, float, float, float], scale: float) -> Rect:
    x, y, width, height = box
    return Rect(round(x * scale), round(y * scale), round((x + width) * scale), round((y + height) * scale))


def _outline(pen: ImageDraw, box: Rect, colour: _Colour, thick: int) -> None:
    if box.area:
        pen.rectangle((box.left, box.top, box.right - 1, box.bottom - 1), outline=colour, width=thick)


def _leader(pen: ImageDraw, mark: Mark, place: Rect, thick: int) -> None:
    """A line from a box to a label that does not stand at its side."""
    if place.overlaps(mark.box.grown(2)):
        return
    x, y = (place.left + place.right) // 2, (place.top + place.bottom) // 2
    end = (
        min(max(x, mark.box.left), max(mark.box.left, mark.box.right - 1)),
        min(max(y, mark.box.top), max(mark.box.top, mark.box.bottom - 1)),
    )
    pen.line(((x, y), end), fill=WHITE, width=3 * thick)
    pen.line(((x, y), end), fill=_plate(mark.number), width=thick)


def _plate(number: int) -> _Colour:
    return PLATES[number % len(PLATES)]


def _extent(number: int, size: int) -> tuple[int, int]:
    """Width and height of a label."""
    digit, around = _digits(size, PLATES[0])[0], 2 * _margin(size)
    return len(str(number)) * digit.width + around, digit.height + around


def _margin(size: int) -> int:
    """The white edge and what of the plate shows around the digits."""
    return 1 + max(1, size // 10)


@lru_cache(maxsize=1024)
def _label(number: int, size: int) -> pil.Image:
    """A number in white on a plate of its colour, with a white edge."""
    import PIL.Image

    colour = _plate(number)
    width, height = _extent(number, size)
    label = PIL.Image.new("RGB", (width, height), WHITE)
    label.paste(colour, (1, 1, width - 1, height - 1))
    digits, margin = _digits(size, colour), _margin(size)
    for place, digit in enumerate(str(number)):
        label.paste(digits[int(digit)], (margin + place * digits[0].width, margin))
    return label


@lru_cache(maxsize=64)
def _digits(size: int, colour: _Colour) -> tuple[pil.Image, ...]:
    """The ten digits in white on a colour, all of the same width and height."""
    import PIL.Image
    from PIL import ImageDraw, ImageFont

    font = ImageFont.load_default(size)
    digits = "0123456789"
    _, top, _, bottom = font.getbbox(digits)
    width = round(max(font.getlength(digit) for digit in digits))
    drawn = []
    for digit in digits:
        mask = PIL.Image.new("L", (width, int(bottom - top)))
        indent = (width - font.getlength(digit)) / 2
        ImageDraw.Draw(mask).text((indent, -top), digit, fill=255, font=font)
        tile = PIL.Image.new("RGB", mask.size, colour)
        # Thin strokes are gray at this size; brighter they are read more easily.
        tile.paste(WHITE, mask=mask.point([min(255, 7 * value // 5) for value in range(256)]))
        drawn.append(tile)
    return tuple(drawn)
