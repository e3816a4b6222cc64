"""Reading pictures, as far as it takes to see whether a known text in a known font is in them."""

from __future__ import annotations

import html
import itertools
from typing import TYPE_CHECKING, Any

import pytest
from left_behind import parts, picture

# A test of pytester's forgets what it imports, and this cannot be imported twice.
numpy = pytest.importorskip("numpy")

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from PIL import Image as Pillow
    from playwright.async_api import Page


class Lettering:
    """Texts as a browser draws them in one font: where a picture has that, a person can read them in it."""

    FONT = "font: 20px/30px monospace; letter-spacing: 0; color: black; background: white"
    _LIKE = 0.91
    """How alike a place of a picture has to be; what JPEG makes of a text is above 0.94, a similar text below 0.87."""

    def __init__(self, drawn: Mapping[str, Sequence[Pillow.Image]]) -> None:
        """`drawn` are pictures of texts, cut to their ink, each text in several ways."""
        self._drawn = [(text, _ink(each)) for text, ways in drawn.items() for each in ways]
        self._read: dict[bytes, set[str]] = {}

    @classmethod
    async def of(cls, page: Page, *texts: str) -> Lettering:
        """Have a browser draw texts, where they begin on a pixel and between two."""
        drawn: dict[str, list[Pillow.Image]] = {}
        for text, begin in itertools.product(texts, (10, 10.25, 10.5, 10.75)):
            style = f"position: absolute; left: {begin}px; {cls.FONT}"
            await page.set_content(f"<p style='{style}'>{html.escape(text)}</p>")
            image = picture(await page.screenshot(clip={"x": 0, "y": 0, "width": 400, "height": 100}))
            assert image is not None
            drawn.setdefault(text, []).append(
                image.crop(image.point(lambda grey: 255 * (grey < 128)).getbbox())
            )
        return cls(drawn)

    def in_files(self, left: Mapping[str, bytes]) -> dict[str, set[str]]:
        """What the pictures in files show, by names."""
        found = (part for file in left.items() for part in parts(*file))
        return {name: self.read(image) for name, data in found if (image := picture(data)) is not None}

    def read(self, image: Pillow.Image) -> set[str]:
        """Those of the texts that a picture shows, at whatever place."""
        pixels = image.tobytes()
        if pixels not in self._read:
            wide, high = image.size
            fit = [each for each in self._drawn if each[1].shape[0] <= high and each[1].shape[1] <= wide]
            likeness = _likeness(_ink(image), (drawn for _, drawn in fit))
            alike = zip(fit, likeness, strict=True)
            self._read[pixels] = {text for (text, _), like in alike if like > self._LIKE}
        return self._read[pixels]


def _ink(image: Pillow.Image) -> Any:
    """How dark each pixel is, 0 to 1."""
    return 1 - numpy.asarray(image, dtype=float) / 255


def _likeness(where: Any, whats: Iterable[Any]) -> Iterator[float]:
    """How like small pictures the most similar places of a large one are: their correlation, 1 where they are the same."""
    # Sizes of many small factors are transformed much faster.
    shape = [-(-side // 64) * 64 for side in where.shape]
    transformed = numpy.fft.rfft2(where, shape)
    sums, squares = (numpy.pad(each, ((1, 0), (1, 0))).cumsum(0).cumsum(1) for each in (where, where**2))

    def within(total: Any, high: int, wide: int) -> Any:
        """The sum over each place of that size."""
        return total[high:, wide:] - total[:-high, wide:] - total[high:, :-wide] + total[:-high, :-wide]

    for what in whats:
        high, wide = what.shape
        centred = what - what.mean()
        slid = numpy.fft.irfft2(transformed * numpy.conj(numpy.fft.rfft2(centred, shape)), shape)
        products = slid[: where.shape[0] - high + 1, : where.shape[1] - wide + 1]
        spread = within(squares, high, wide) - within(sums, high, wide) ** 2 / what.size
        # A plain area is like nothing.
        scale = numpy.sqrt(numpy.maximum(spread, 1.0) * (centred**2).sum())
        yield float((products / scale).max())
