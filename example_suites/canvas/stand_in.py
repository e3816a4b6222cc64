"""Stands in for a grounding model, so that the suite runs without one: a server that finds the board's icons by their looks.

It speaks OpenAI's protocol as vLLM does, and answers as Qwen2.5-VL does: with the box of what it was asked for, in pixels of
the picture it was sent. It is told nothing of the page. All it knows are the pictures in `app/icons.json`, which it looks for
among the patches of one colour in the picture, whatever their size. It finds nothing else: it is no model.
"""

from __future__ import annotations

import base64
import io
import json
import re
from http.server import BaseHTTPRequestHandler
from typing import TYPE_CHECKING, Any, NamedTuple

from PIL import Image, ImageChops, ImageDraw, ImageStat

from pytest_webagent.grounding.profiles import PLACE, profile_of

from .board import APP

if TYPE_CHECKING:
    from collections.abc import Iterator

_GRID = 24
"""Icons are drawn on a grid of 24 by 24 units."""
_SIDE = 32
"""Patches are compared with icons at this width and height."""
_ALIKE = 0.55
"""How much of an icon and a patch has to be the same, from 0 to 1."""
_SAME_COLOUR = 48
"""How far each of red, green and blue may be off: pictures are sent as JPEG, and edges are smooth."""
_SMALLEST = 10
"""Pixels an icon has at least, across."""
_SAYS_NOTHING = frozenset(["the", "a", "an", "tool", "icon", "button", "pen", "of", "in", "toolbar"])
_BEFORE, _, _BEHIND = profile_of("qwen2.5-vl").prompt.partition(PLACE)
"""What stands around the description in the question."""


class Box(NamedTuple):
    left: int
    top: int
    right: int
    bottom: int


class Icon(NamedTuple):
    name: str
    colour: tuple[int, int, int]
    picture: Image.Image
    """White where it has its colour, without a margin."""


def _icon(name: str, drawn: dict[str, Any], scale: int = 8) -> Icon:
    canvas = Image.new("1", (_GRID * scale, _GRID * scale))
    for corners in drawn.get("polygons", ()):
        ImageDraw.Draw(canvas).polygon([(x * scale, y * scale) for x, y in corners], fill=1)
    for x, y, radius, width in drawn.get("rings", ()):
        ImageDraw.Draw(canvas).circle(
            (x * scale, y * scale), radius * scale, outline=1, width=round(width * scale)
        )
    red, green, blue = bytes.fromhex(drawn["colour"].removeprefix("#"))
    return Icon(name, (red, green, blue), canvas.convert("L").crop(canvas.getbbox()))


ICONS = [_icon(name, drawn) for name, drawn in json.loads((APP / "icons.json").read_text()).items()]


def find(description: str, screenshot: Image.Image) -> Box | None:
    """Where on a screenshot the icon is that a description names; None if it is not there, or it names none."""
    icon = _named(description)
    if icon is None:
        return None
    found = [(_likeness(icon, patch), box) for box, patch in _patches(_where(icon.colour, screenshot))]
    likeness, box = max(found, default=(0.0, None))
    return box if likeness >= _ALIKE else None


def _named(description: str) -> Icon | None:
    """The icon whose name the words are, and nothing else: "the red pen", "circle tool", but not "the red circle"."""
    said = set(re.findall(r"[a-z]+", description.lower())) - _SAYS_NOTHING
    return next((icon for icon in ICONS if said == set(icon.name.split()) - _SAYS_NOTHING), None)


def _where(colour: tuple[int, int, int], screenshot: Image.Image) -> Image.Image:
    """White where a picture has a colour."""
    off = ImageChops.difference(screenshot, Image.new("RGB", screenshot.size, colour))
    red, green, blue = (band.point(lambda value: 255 * (value <= _SAME_COLOUR)) for band in off.split())
    return ImageChops.darker(ImageChops.darker(red, green), blue)


def _patches(mask: Image.Image) -> Iterator[tuple[Box, Image.Image]]:
    """The white patches of a mask, each alone and without a margin."""
    while (left := mask.getbbox()) is not None:
        top = left[1]
        first = mask.crop((0, top, mask.width, top + 1)).getbbox()
        ImageDraw.floodfill(mask, (first[0], top), 128)
        patch = mask.point(lambda value: 255 * (value == 128))
        mask = mask.point(lambda value: 255 * (value == 255))
        box = Box(*patch.getbbox())
        if min(box.right - box.left, box.bottom - box.top) >= _SMALLEST:
            yield box, patch.crop(box)


def _likeness(icon: Icon, patch: Image.Image) -> float:
    """How much of both is the same when they are laid over each other, from 0 to 1; 0 for another shape of the box."""
    if not 0.8 < (patch.width * icon.picture.height) / (patch.height * icon.picture.width) < 1.25:
        return 0.0
    one, other = (picture.resize((_SIDE, _SIDE)) for picture in (icon.picture, patch))
    both, either = ImageChops.darker(one, other), ImageChops.lighter(one, other)
    return ImageStat.Stat(both).sum[0] / ImageStat.Stat(either).sum[0]


class StandIn(BaseHTTPRequestHandler):
    """`POST /v1/chat/completions`, for one picture and one question about it."""

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        parts = next(message["content"] for message in asked["messages"] if message["role"] == "user")
        words = "".join(part["text"] for part in parts if part["type"] == "text")
        url = next(part["image_url"]["url"] for part in parts if part["type"] == "image_url")
        screenshot = Image.open(io.BytesIO(base64.b64decode(url.partition(",")[2]))).convert("RGB")
        description = words.removeprefix(_BEFORE).removesuffix(_BEHIND)
        box = find(description, screenshot)
        answer = json.dumps([] if box is None else [{"bbox_2d": box, "label": description}])
        self._reply(asked["model"], f"```json\n{answer}\n```")

    def _reply(self, model: str, text: str) -> None:
        said = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}}
        head = {"id": "stand-in", "object": "chat.completion", "created": 0, "model": model}
        body = json.dumps({**head, "choices": [said]}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Nobody reads it."""
