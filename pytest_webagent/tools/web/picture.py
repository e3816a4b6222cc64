"""The picture of a page for ``web_screenshot``: what can be clicked is outlined."""

from __future__ import annotations

import asyncio
import base64
import io
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from pytest_webagent.browser import camera
from pytest_webagent.geometry import Box
from pytest_webagent.tools.web import scripts
from pytest_webagent.tools.web.web_answers import NotFound

if TYPE_CHECKING:
    from playwright.async_api import Frame, Page

_MOST: Final = 200
"""How many elements of each frame are told."""
_OUTLINE: Final = "#e6007e"
_INNER: Final = """frame => {
    const style = getComputedStyle(frame);
    return [frame.clientLeft + parseFloat(style.paddingLeft), frame.clientTop + parseFloat(style.paddingTop)];
}"""


class Shot(NamedTuple):
    """A PNG as base64, its size in pixels, and the boxes of what can be clicked."""

    base64: str
    width: int
    height: int
    clickables: list[dict[str, Any]]
    remark: str


class _Scene(NamedTuple):
    """What is where in the viewport, in CSS pixels."""

    clickables: list[tuple[str, str, Box]]
    remark: str = ""


async def take(page: Page) -> Shot:
    """The visible part of the page, one pixel of the picture for each CSS pixel.

    Raises:
        NotFound: what is secret on the page could show in it.
    """
    before = await _scene(page)
    try:
        data = await camera.take(page)
    except camera.UnmaskedPictureError as error:
        raise NotFound(f"no picture was taken: {error.message}") from None
    marked, width, height = await asyncio.to_thread(_marked, data, before)
    clickables = [
        {
            "tag": tag,
            "text": text,
            "x": round(box.x),
            "y": round(box.y),
            "width": round(box.width),
            "height": round(box.height),
        }
        for tag, text, box in before.clickables
    ]
    return Shot(base64.b64encode(marked).decode("ascii"), width, height, clickables, before.remark)


async def _scene(page: Page) -> _Scene:
    read = await scripts.read(page, scripts.PICTURE, _MOST)
    scene = _Scene([], read.remark)
    for frame, found in read.answers:
        x, y = await _corner(page, frame)
        scene.clickables.extend(
            (each["tag"], each["text"], _moved(each["box"], x, y)) for each in found["clickables"]
        )
    return scene


async def _corner(page: Page, frame: Frame) -> tuple[float, float]:
    """Where the content of a frame begins in the viewport."""
    if frame is page.main_frame:
        return 0.0, 0.0
    element = await frame.frame_element()
    box = await element.bounding_box()
    left, top = await element.evaluate(_INNER)
    return (box["x"] + left, box["y"] + top) if box else (0.0, 0.0)


def _moved(box: list[float], x: float, y: float) -> Box:
    return Box(box[0] + x, box[1] + y, box[2], box[3])


def _marked(data: bytes, scene: _Scene) -> tuple[bytes, int, int]:
    from PIL import Image, ImageDraw

    with Image.open(io.BytesIO(data)) as opened:
        drawn = opened.convert("RGB")
    pen = ImageDraw.Draw(drawn)
    for _, _, box in scene.clickables:
        pen.rectangle(_corners(box), outline=_OUTLINE)
    out = io.BytesIO()
    drawn.save(out, "PNG")
    return out.getvalue(), drawn.width, drawn.height


def _corners(box: Box) -> tuple[float, float, float, float]:
    return box.x, box.y, box.x + max(box.width, 1), box.y + max(box.height, 1)
