"""The picture of a page for ``web_screenshot``: what can be clicked is outlined, what is secret is painted over."""

from __future__ import annotations

import asyncio
import base64
import io
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from pytest_webagent.geometry import Box
from pytest_webagent.tools.web import scripts
from pytest_webagent.tools.web.web_answers import NotFound

if TYPE_CHECKING:
    from playwright.async_api import Frame, Page

_MOST: Final = 200
"""How many elements of each frame are told."""
_OUTLINE: Final = "#e6007e"
_COVER: Final = "#808080"
_TIMEOUT_MS: Final = 5_000
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
    secrets: list[Box]
    remark: str = ""


async def take(page: Page) -> Shot:
    """The visible part of the page, one pixel of the picture for each CSS pixel.

    Raises:
        NotFound: the page moved while it was taken, so that what is secret could show.
    """
    before = await _scene(page)
    data = await page.screenshot(type="png", scale="css", caret="initial", timeout=_TIMEOUT_MS)
    if (await _scene(page)).secrets != before.secrets:
        raise NotFound("no picture was taken: a field with a secret moves on the page")
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
    scene = _Scene([], [], read.remark)
    for frame, found in read.answers:
        x, y = await _corner(page, frame)
        scene.clickables.extend(
            (each["tag"], each["text"], _moved(each["box"], x, y)) for each in found["clickables"]
        )
        scene.secrets.extend(_moved(box, x, y) for box in found["secrets"])
    for frame in read.unread:
        # Nobody knows what is in it.
        box = await (await frame.frame_element()).bounding_box()
        if box is not None:
            scene.secrets.append(Box(box["x"], box["y"], box["width"], box["height"]))
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
    for box in scene.secrets:
        pen.rectangle(_corners(box), fill=_COVER)
    for _, _, box in scene.clickables:
        pen.rectangle(_corners(box), outline=_OUTLINE)
    out = io.BytesIO()
    drawn.save(out, "PNG")
    return out.getvalue(), drawn.width, drawn.height


def _corners(box: Box) -> tuple[float, float, float, float]:
    return box.x, box.y, box.x + max(box.width, 1), box.y + max(box.height, 1)
