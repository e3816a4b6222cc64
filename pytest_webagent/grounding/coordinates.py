"""What coordinates of a model mean: their forms, the size its picture has, and the way between picture and viewport."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_webagent.errors import GroundingError, ToolError
from pytest_webagent.geometry import Box, Point, Size

if TYPE_CHECKING:
    from pytest_webagent.geometry import Convention

FORMS: Final = '"<point>x y</point>", [x, y], (x, y), {"x": x, "y": y} or a box [left, top, right, bottom]'
"""How a place can be written, in words for messages."""

_LONGEST = 200
"""Characters of a place written as text; the longest honest one has less than a hundred."""

_TAGGED = re.compile(r"<(point|box)>(.*)</\1>", re.DOTALL)
_BRACKETED = re.compile(r"\[(.*)\]|\((.*)\)", re.DOTALL)
_BETWEEN = re.compile(r"\s*,\s*|\s+")
_NUMBER = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)", re.ASCII)

_STEEPEST = 200
"""The highest aspect ratio the preprocessing of the Qwen-VL models takes."""

_EDGE = 0.5
"""How far inside of the viewport a point on its edge is, in CSS pixels: the middle of the last pixel."""


def parse(value: object) -> tuple[float, float]:
    """The two numbers of a place, in whatever convention it was written; of a box its centre.

    Args:
        value: One of `FORMS`, as a value or as text. A box may also be ``{"x1", "y1", "x2", "y2"}`` or
            ``{"x", "y", "width", "height"}``.

    Raises:
        ToolError: it is none of them, or a number is not finite.
    """
    numbers = _numbers(_read(value) if isinstance(value, str) else value)
    if numbers is None:
        raise ToolError(f"a place is written as {FORMS}, not as {_shown(value)}")
    if len(numbers) == 2:
        return numbers[0], numbers[1]
    left, top, right, bottom = numbers
    # Halves first: the sum of two large numbers may be infinite.
    return left / 2 + right / 2, top / 2 + bottom / 2


def _read(text: str) -> object:
    """What a text says: a list of numbers or an object; None if neither."""
    text = text.strip()
    if len(text) > _LONGEST:
        return None
    if text.startswith("{"):
        try:
            return json.loads(text)
        except ValueError:
            return None
    if tagged := _TAGGED.fullmatch(text):
        text = tagged[2].strip()
    if bracketed := _BRACKETED.fullmatch(text):
        text = (bracketed[1] or bracketed[2] or "").strip()
    parts = _BETWEEN.split(text)
    return [float(part) for part in parts] if all(map(_NUMBER.fullmatch, parts)) else None


def _numbers(value: object) -> list[float] | None:
    """Two or four finite numbers, the four as left, top, right and bottom; None if it is nothing of that kind."""
    if isinstance(value, Mapping):
        keys = frozenset(value)
        if keys == {"x", "y"}:
            value = [value["x"], value["y"]]
        elif keys == {"x1", "y1", "x2", "y2"}:
            value = [value["x1"], value["y1"], value["x2"], value["y2"]]
        elif keys == {"x", "y", "width", "height"}:
            numbers = _numbers([value["x"], value["y"], value["width"], value["height"]])
            value = numbers and [numbers[0], numbers[1], numbers[0] + numbers[2], numbers[1] + numbers[3]]
    if isinstance(value, (str, bytes)) or not isinstance(value, Sequence) or len(value) not in (2, 4):
        return None
    finite = [number for number in map(_finite, value) if number is not None]
    return finite if len(finite) == len(value) else None


def _finite(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None


def _shown(value: object) -> str:
    # A cut before a value is written out: it may be a megabyte long, or an integer too long to be written.
    if isinstance(value, str):
        text = repr(value[:80])
        return f"{text[:-1]}...{text[-1]}" if len(value) > 80 else text
    if isinstance(value, (Sequence, Mapping)) and len(value) > 8:
        return f"{type(value).__name__} of {len(value)} values"
    try:
        text = repr(value)
    except (ValueError, RecursionError):
        return type(value).__name__
    return text if len(text) <= 80 else text[:77] + "..."


class Limits(NamedTuple):
    """What sizes of pictures a model's own preprocessing gives; pixels are those of the picture."""

    factor: int
    """Both sides are multiples of it: the side of a patch times the patches that become one token."""
    min_pixels: int
    max_pixels: int
    longest: int | None = None
    """The most pixels of a side, if that is limited by itself."""

    def fit(self, size: Size) -> Size:
        """The size the model's own preprocessing makes of a picture. It leaves a picture of that size as it is.

        `smart_resize` of transformers' ``models/qwen2_vl/image_processing_qwen2_vl.py``, which Qwen2-VL, Qwen2.5-VL,
        Qwen3-VL and the models made of them share; `longest` is an addition.

        Args:
            size: The picture's width and height in pixels.

        Raises:
            GroundingError: there is no such size: one side is more than 200 times the other, or the picture is empty.
        """
        fitted, again = size, self._once(size)
        for _ in range(3):
            if again == fitted:
                return fitted
            fitted, again = again, self._once(again)
        raise GroundingError(
            f"a picture of {size.width}x{size.height} pixels has no size that the limits of the model leave as it is "
            f"({self}): set max_pixels to at least twice min_pixels"
        )

    def _once(self, size: Size) -> Size:
        if min(size) < 1 or max(size) > _STEEPEST * min(size):
            raise GroundingError(
                f"a picture of {size.width}x{size.height} pixels cannot be shown to the model: its sides must be at "
                f"least 1 pixel, and neither more than {_STEEPEST} times the other"
            )
        factor, pixels = self.factor, size.width * size.height
        rounded = Size(*(round(side / factor) * factor for side in size))
        too_long = self.longest is not None and max(rounded) > self.longest
        if rounded.width * rounded.height > self.max_pixels or too_long:
            shrink = math.sqrt(pixels / self.max_pixels)
            if self.longest is not None:
                shrink = max(shrink, max(size) / self.longest)
            return Size(*(max(factor, math.floor(side / shrink / factor) * factor) for side in size))
        if rounded.width * rounded.height < self.min_pixels:
            grow = math.sqrt(self.min_pixels / pixels)
            return Size(*(math.ceil(side * grow / factor) * factor for side in size))
        return rounded


@dataclass(frozen=True, slots=True)
class View:
    """A part of the viewport as a picture that a model is shown."""

    region: Box
    """The part of the viewport, in CSS pixels."""
    original: Size
    """Width and height of the picture before it was resized, in its pixels."""
    sent: Size
    """Width and height of the picture as it is sent."""

    def units(self, convention: Convention) -> tuple[float, float]:
        """The coordinates of the picture's right and lower edge: what its width and height count in a convention."""
        sizes: dict[Convention, tuple[float, float]] = {
            "absolute_resized": self.sent,
            "absolute_original": self.original,
            "relative_1": (1, 1),
            "relative_1000": (1000, 1000),
        }
        return sizes[convention]

    def to_viewport(self, x: float, y: float, convention: Convention) -> Point:
        """The place in the viewport that a model means.

        The right and the lower edge belong to the picture: models answer in whole numbers, so they say the edge of
        what lies in the last pixel, and the last of 1000 parts is 1000. As nothing can be clicked on the edge of the
        viewport, they stand for the middle of its last pixel.

        Raises:
            ToolError: it is outside of the picture. It is never moved inside.
        """
        width, height = self.units(convention)
        if not (0 <= x <= width and 0 <= y <= height):
            raise ToolError(
                f"the point ({x:g}, {y:g}) is outside of the picture, where x is from 0 to {width:g} and y from 0 to "
                f"{height:g} ({convention})"
            )
        region = self.region
        return Point(
            region.x + min(x * (region.width / width), max(region.width - _EDGE, region.width / 2)),
            region.y + min(y * (region.height / height), max(region.height - _EDGE, region.height / 2)),
        )

    def from_viewport(self, point: Point, convention: Convention) -> tuple[float, float]:
        """What a model has to answer for a place in the viewport; outside of the region also outside of the picture."""
        width, height = self.units(convention)
        region = self.region
        return (point.x - region.x) / region.width * width, (point.y - region.y) / region.height * height
