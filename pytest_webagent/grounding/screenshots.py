"""Pictures for grounding models: a part of the screenshot, in exactly the size that the model's preprocessing keeps."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Final

from pytest_webagent.errors import GroundingError
from pytest_webagent.geometry import Box, Size
from pytest_webagent.grounding.coordinates import View
from pytest_webagent.messages import Image
from pytest_webagent.picture_file import UnreadablePictureError, opened

if TYPE_CHECKING:
    from PIL.Image import Image as Pillow

_ROUNDING: Final = 2
"""Pixels a screenshot's side may differ from the viewport's times the scale: browsers round both."""


class Screenshot:
    """The screenshot of a viewport, decoded.

    Args:
        picture: JPEG, PNG or WebP; any whole number of pixels for each CSS pixel, the same in both directions.
        viewport: The size of the viewport it shows, in CSS pixels.

    Raises:
        GroundingError: it cannot be read, or does not show the viewport.
    """

    def __init__(self, picture: Image, viewport: Size) -> None:
        self.viewport = viewport
        self._pixels = _decoded(picture)
        width, height = self._pixels.size
        # Both sides must have one scale; compared crosswise, since one of them may be a pixel long.
        if min(viewport) < 1 or (
            abs(width - height / viewport.height * viewport.width) > _ROUNDING
            and abs(height - width / viewport.width * viewport.height) > _ROUNDING
        ):
            raise GroundingError(
                f"the screenshot has {width}x{height} pixels, which is no picture of a viewport of "
                f"{viewport.width}x{viewport.height}: look at the page again"
            )

    def cut(self, region: Box) -> Box:
        """The part of the viewport nearest to a region that is made of whole pixels of the screenshot."""
        across = self._pixels.width / self.viewport.width
        down = self._pixels.height / self.viewport.height
        left, top, right, bottom = self._edges(region)
        return Box(left / across, top / down, (right - left) / across, (bottom - top) / down)

    def size_of(self, region: Box) -> Size:
        """How many pixels of the screenshot show a region."""
        left, top, right, bottom = self._edges(region)
        return Size(right - left, bottom - top)

    def show(self, region: Box, sent: Size) -> tuple[Image, View]:
        """A region of the viewport as a PNG of exactly this size, and what its coordinates mean."""
        from PIL import Image as Library

        edges = self._edges(region)
        drawn = self._pixels.resize(sent, Library.Resampling.LANCZOS, box=edges)
        written = io.BytesIO()
        # A picture that goes to a server nearby: a third of the time for a tenth more bytes.
        drawn.save(written, "PNG", compress_level=1)
        view = View(self.cut(region), self.size_of(region), sent)
        return Image(written.getvalue(), "image/png"), view

    def _edges(self, region: Box) -> tuple[int, int, int, int]:
        """Left, top, right and bottom of a region in pixels of the screenshot, at least one pixel apart."""
        across = self._pixels.width / self.viewport.width
        down = self._pixels.height / self.viewport.height
        left, right = _whole(region.x * across, region.width * across, self._pixels.width)
        top, bottom = _whole(region.y * down, region.height * down, self._pixels.height)
        return left, top, right, bottom


def _whole(start: float, length: float, most: int) -> tuple[int, int]:
    pixels = min(max(1, round(length)), most)
    first = min(max(0, round(start)), most - pixels)
    return first, first + pixels


def _decoded(picture: Image) -> Pillow:
    try:
        with opened(picture.data) as pixels:
            return pixels.convert("RGB")
    except UnreadablePictureError as error:
        raise GroundingError(
            f"the screenshot cannot be read ({error}, {len(picture.data)} bytes of {picture.media_type}): "
            "look at the page again"
        ) from error
