"""Where something is, from nothing but a picture: each target has a colour of its own."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from PIL.Image import Image

INKS: Final[Mapping[str, tuple[int, int, int]]] = {
    "red": (230, 0, 0),
    "green": (0, 200, 0),
    "blue": (20, 20, 235),
    "magenta": (235, 0, 235),
}
"""The colours of targets: far from each other, and from all greys, also after a camera for pictures of faces (JPEG)."""

_HUE_OFF = 14
"""How far from its ink a pixel's hue may be, of 256."""
_LEAST_SATURATION = 150
_LEAST_VALUE = 90


class Spot(NamedTuple):
    """What is painted in an ink, in pixels of the picture from its upper left corner."""

    x: float
    y: float
    """The middle: its centre of mass."""
    box: tuple[int, int, int, int]
    """Left, top, right and bottom."""


class Unclear(Exception):
    """The words do not name one ink, or the picture shows it in several places."""


def ink_named(words: str) -> str:
    """The one ink that a text speaks of.

    Raises:
        Unclear: it speaks of none, or of several.
    """
    named = {name for name in INKS if re.search(rf"\b{name}\b", words, re.IGNORECASE)}
    if len(named) != 1:
        raise Unclear(f"the words name {sorted(named) or 'no colour'}: {words!r}")
    return named.pop()


def opened(data: bytes) -> Image:
    """A picture, decoded."""
    from PIL import Image

    with Image.open(io.BytesIO(data)) as picture:
        return picture.convert("RGB")


def spot(picture: Image, ink: str) -> Spot | None:
    """Where the picture shows an ink; None if it does not.

    Raises:
        Unclear: in several places.
    """
    from PIL import Image

    mask = _mask(picture, ink)
    box = mask.getbbox()
    if box is None:
        return None
    weights = mask.crop(box).convert("F")
    width, height = weights.size
    columns = list(_values(weights.resize((width, 1), Image.Resampling.BOX)))
    rows = list(_values(weights.resize((1, height), Image.Resampling.BOX)))
    x, y = box[0] + _middle(columns), box[1] + _middle(rows)
    if not mask.getpixel((int(x), int(y))):
        raise Unclear(f"{ink} is in several places of a picture of {picture.size}, within {box}")
    return Spot(x, y, box)


def _mask(picture: Image, ink: str) -> Image:
    """255 where the picture shows the ink, else 0; single pixels, as JPEG leaves them beside edges, are left out."""
    from PIL import Image, ImageChops, ImageFilter

    hue, saturation, value = picture.convert("HSV").split()
    wanted = Image.new("RGB", (1, 1), INKS[ink]).convert("HSV").getpixel((0, 0))
    assert isinstance(wanted, tuple)
    around = int(wanted[0])
    near = hue.point(
        [255 if min((h - around) % 256, (around - h) % 256) <= _HUE_OFF else 0 for h in range(256)]
    )
    strong = saturation.point([255 if s >= _LEAST_SATURATION else 0 for s in range(256)])
    bright = value.point([255 if v >= _LEAST_VALUE else 0 for v in range(256)])
    mask = ImageChops.darker(ImageChops.darker(near, strong), bright)
    if (box := mask.getbbox()) is not None:
        # To filter the whole of a picture takes longer than everything else; around the box there is nothing.
        near_by = (
            max(box[0] - 1, 0),
            max(box[1] - 1, 0),
            min(box[2] + 1, mask.width),
            min(box[3] + 1, mask.height),
        )
        mask.paste(mask.crop(near_by).filter(ImageFilter.MedianFilter(3)), near_by)
    return mask


def _values(line: Image) -> Iterator[float]:
    for x in range(line.width):
        for y in range(line.height):
            value = line.getpixel((x, y))
            assert isinstance(value, float)
            yield value


def _middle(weights: list[float]) -> float:
    """The centre of mass of pixels in a row: that of a single one is at a half."""
    return sum(weight * (at + 0.5) for at, weight in enumerate(weights)) / sum(weights)
