"""What a model is shown of a page: its screenshot, small enough and with the numbers of the elements on it."""

from __future__ import annotations

import asyncio
import io
import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from pytest_webagent.agent import prompt
from pytest_webagent.errors import ModelError
from pytest_webagent.geometry import Box, Size
from pytest_webagent.grounding.coordinates import View
from pytest_webagent.grounding.marks import paint
from pytest_webagent.picture_file import UnreadablePictureError, opened

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PIL.Image import Image as Pillow

    from pytest_webagent.browser.records import SessionLog
    from pytest_webagent.config import Settings
    from pytest_webagent.geometry import Convention
    from pytest_webagent.messages import Image
    from pytest_webagent.observation import Observation
    from pytest_webagent.ports import ModelClient

PIXELS_PER_TOKEN: Final = 750
"""What a picture costs by the rule of thumb ``tokens = width * height / 750`` of Anthropic's documentation. Models with
patches of 28 x 28 pixels take 784 for a token."""
_QUALITY: Final = 80
_UNDRAWABLE: Final = (OSError, ValueError, ImportError)
"""What Pillow raises where it has no font, or was built without what draws text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A picture of the viewport as a model is shown it."""

    image: Image
    size: Size
    """Its width and height in its own pixels."""
    note: str = ""
    """What to tell with it: what coordinates count."""


def fitting(size: Size, tokens: int) -> Size:
    """The largest size of the same shape, in whole pixels, that costs at most so many tokens; never a larger one."""
    pixels = tokens * PIXELS_PER_TOKEN
    if size.width * size.height <= pixels:
        return size
    # Of a strip that is as thin as a pixel the length alone can be shortened.
    width = min(max(1, math.isqrt(pixels * size.width // size.height)), pixels)
    return Size(width, min(max(1, math.isqrt(pixels * size.height // size.width)), pixels // width))


class Sight:
    """What one model is shown of how pages look."""

    def __init__(self, model: ModelClient, settings: Settings, log: SessionLog) -> None:
        """Ask `model` each time anew whether it sees: that it takes no images, it may find out on the way.

        `log` is told what goes wrong with a picture: no run ends for want of one.
        """
        self._model = model
        self._settings = settings
        self._log = log

    @property
    def on(self) -> bool:
        """Whether pictures are shown."""
        return self._settings.vision != "off" and self._model.sees_images

    @property
    def marks(self) -> bool:
        """Whether the numbers of the elements are drawn on them."""
        return self.on and self._settings.marks == "on"

    async def picture(self, page: Observation) -> Picture | None:
        """How a page looks; None if that is not shown, or if its screenshot cannot be read."""
        if not self.on or page.screenshot is None:
            return None
        marks = page if self.marks and page.uncovered else None
        try:
            picture, problem = await asyncio.to_thread(
                _prepared, page.screenshot, self._settings.vision_tokens, marks
            )
        except UnreadablePictureError as error:
            what = f"{error}, {len(page.screenshot.data)} bytes"
            self._log.add("browser", f"the model is shown no picture: the screenshot cannot be read ({what})")
            return None
        if problem:
            self._log.add("browser", f"the model is shown a picture without numbers: {problem}")
        return replace(picture, note=_note(page.viewport, picture.size, self._settings.coordinates))

    async def fitted(self, images: Sequence[Image]) -> list[Image]:
        """Pictures of anything else, small enough; none if none are shown."""
        return [await sized(image, self._settings.vision_tokens) for image in images] if self.on else []

    def insist(self) -> None:
        """Hold to it that pictures are shown, where the test does.

        Raises:
            ModelError: the model turned out to take none.
        """
        if self._settings.vision == "on" and not self._model.sees_images:
            raise ModelError(
                f"the model {self._model.name!r} takes no images, and this test insists on them (vision is on): set vision to "
                "auto, or choose a model that sees"
            )


async def sized(image: Image, tokens: int) -> Image:
    """A picture of anything, small enough to cost at most so many tokens; as it is if it cannot be read."""
    try:
        picture, _ = await asyncio.to_thread(_prepared, image, tokens)
    except UnreadablePictureError:
        return image
    return picture.image


def _prepared(image: Image, tokens: int, page: Observation | None = None) -> tuple[Picture, str]:
    """A picture small enough, with the numbers of the elements of a page, and why these could not be drawn.

    Raises:
        UnreadablePictureError: it cannot be read.
    """
    from PIL import Image as Library

    with opened(image.data) as whole:
        size, form = fitting(Size(*whole.size), tokens), whole.format
        if size == whole.size and page is None:
            return Picture(image=image, size=size), ""
        # Lets JPEG leave out what would be thrown away.
        whole.draft(None, size)
        simple = whole.mode in ("RGB", "RGBA", "L")
        canvas = whole.copy() if simple else whole.convert("RGB" if form == "JPEG" else "RGBA")
        if canvas.size != size:
            # As sharp as the bicubic filter on small text, in half the time of Lanczos'.
            canvas = canvas.resize(size, Library.Resampling.HAMMING, reducing_gap=3.0)
        canvas, problem = _marked(canvas, page) if page is not None else (canvas, "")
        out = io.BytesIO()
        # The lines and digits of marks are coloured and thin: they need the whole resolution of the colours.
        options = {"quality": _QUALITY, "subsampling": 0 if page else 2} if form == "JPEG" else {}
        canvas.save(out, form, **options)
    return Picture(image=replace(image, data=out.getvalue()), size=size), problem


def _marked(canvas: Pillow, page: Observation) -> tuple[Pillow, str]:
    marked = canvas.convert("RGB")
    try:
        paint(marked, page, scale=canvas.width / page.viewport.width)
    except _UNDRAWABLE as error:
        return canvas, f"{type(error).__name__}: {error}"
    return marked, ""


def _note(viewport: Size, size: Size, convention: Convention) -> str:
    view = View(Box(0, 0, *viewport), original=viewport, sent=size)
    width, height = view.units(convention)
    same = (width, height) == tuple(viewport)
    return prompt.COORDS_COUNT.format(width=width, height=height) + ("" if same else prompt.OTHER_PIXELS)
