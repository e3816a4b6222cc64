"""The pixels of pictures, as the page has them: from the browser's memory or its screen, never from another download."""

from __future__ import annotations

import asyncio
import base64
import binascii
import hashlib
import io
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import unquote_to_bytes

from PIL import Image as Pillow
from PIL import ImageOps
from playwright.async_api import Error

from pytest_webagent.browser import camera
from pytest_webagent.messages import Image
from pytest_webagent.picture_file import UnreadablePictureError, opened

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from playwright.async_api import CDPSession, ElementHandle, Frame, Page

    from pytest_webagent.tools.analysis.pictures import Picture

_PATIENCE: Final = 10.0
"""Seconds that all pictures of a page may take to be read."""
_MOST_PIXELS: Final = 50_000_000
"""A file of more pixels is not opened: the page's own drawing of it is taken."""
_MOST_BYTES: Final = 30_000_000
SMALL: Final = 256
"""Pixels of the longer side that CLIP needs."""
LARGE: Final = 768
"""Pixels of the longer side that a model that sees makes use of."""
_LEAST_SEEN: Final = 0.5
"""The share of a picture that has to be in view for a screenshot to stand for it."""
_CANVAS: Final = """canvas => {
    try { return canvas.toDataURL('image/png'); } catch { return ''; }
}"""
GONE: Final = "it is no longer on the page"
OUT_OF_VIEW: Final = "it is out of view: scroll to it"
NOT_LOADED: Final = "the page has not loaded it yet: scroll to it"
BROKEN: Final = "its file is no picture, or did not arrive"


@dataclass(frozen=True, slots=True)
class Pixels:
    """A picture that was read."""

    image: Pillow.Image = field(repr=False)
    """RGB, made smaller if it was large; what is transparent is white."""
    digest: str
    """Tells one picture from another."""

    def jpeg(self) -> Image:
        """The picture for a model."""
        written = io.BytesIO()
        self.image.save(written, "JPEG", quality=85)
        return Image(written.getvalue())


async def read_pixels(page: Page, pictures: Sequence[Picture], *, side: int = SMALL) -> list[Pixels | str]:
    """The pixels of each picture, or why there are none.

    The page is not scrolled and nothing is loaded: what it has not loaded, or drawn where it is out of view, has none.

    Args:
        page: The page they were found on.
        pictures: Which ones.
        side: The most pixels their longer side is to have.
    """
    reader = _Reader(page, side)
    tasks = [asyncio.ensure_future(reader.read(picture)) for picture in pictures]
    try:
        if tasks:
            await asyncio.wait(tasks, timeout=_PATIENCE)
        late = f"the page did not give it within {_PATIENCE:g} s"
        return [task.result() if task.done() else late for task in tasks]
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await reader.close()


class _Reader:
    """Reads pictures of one page; a file or screenshot that several need is taken once."""

    def __init__(self, page: Page, side: int) -> None:
        self._page = page
        self._side = side
        self._memory = _Memory(page)
        self._opened: asyncio.Task[None] | None = None
        self._screen: asyncio.Task[Pillow.Image | None] | None = None
        # Not more at a time than is decoded at once: a page may have hundreds of large ones.
        self._turns = asyncio.Semaphore(8)

    async def close(self) -> None:
        started: list[asyncio.Task[Any]] = [task for task in (self._opened, self._screen) if task is not None]
        for task in started:
            task.cancel()
        await asyncio.gather(*started, return_exceptions=True)
        await self._memory.close()

    async def read(self, picture: Picture) -> Pixels | str:
        """The picture's pixels, or why there are none."""
        if picture.state == "loading":
            return NOT_LOADED
        if picture.state == "broken":
            return BROKEN
        async with self._turns:
            try:
                return await self._read(picture)
            except Error:
                return GONE

    async def _read(self, picture: Picture) -> Pixels | str:
        is_file = picture.kind not in ("svg", "canvas")
        too_large = picture.natural_width * picture.natural_height > _MOST_PIXELS
        if is_file and not too_large:
            data = await self._file(picture)
            pixels = await asyncio.to_thread(decoded, data, self._side) if data else None
            if pixels is not None:
                return pixels
        element = await picture.element()
        if element is None:
            return GONE
        seen = await self._seen(element)
        if isinstance(seen, Pillow.Image):
            return await asyncio.to_thread(_kept, seen, self._side)
        if picture.kind == "canvas":
            data = data_of(await element.evaluate(_CANVAS))
            drawn = await asyncio.to_thread(decoded, data, self._side)
            if drawn is not None:
                return drawn
        return seen

    async def _file(self, picture: Picture) -> bytes:
        source = await picture.source()
        if source.startswith("data:"):
            return data_of(source)
        if self._opened is None:
            self._opened = asyncio.ensure_future(self._memory.open())
        await asyncio.shield(self._opened)
        return await self._memory.content(source.partition("#")[0])

    async def _seen(self, element: ElementHandle) -> Pillow.Image | str:
        """What the screen shows of an element, or why not enough of it."""
        box = await element.bounding_box()
        if box is None:
            return GONE
        if self._screen is None:
            self._screen = asyncio.ensure_future(self._screenshot())
        screen = await asyncio.shield(self._screen)
        if screen is None:
            return "no screenshot of it could be taken"
        left, top = max(0.0, box["x"]), max(0.0, box["y"])
        width = min(float(screen.width), box["x"] + box["width"]) - left
        height = min(float(screen.height), box["y"] + box["height"]) - top
        if min(width, height) < 1 or width * height < _LEAST_SEEN * box["width"] * box["height"]:
            return OUT_OF_VIEW
        return screen.crop((int(left), int(top), int(left + width), int(top + height)))

    async def _screenshot(self) -> Pillow.Image | None:
        try:
            data = await camera.take(self._page)
        except Error:
            return None
        return await asyncio.to_thread(Pillow.open, io.BytesIO(data))


class _Memory:
    """The files of a page, and of its frames, in the browser's memory. Only Chromium tells of them."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._sessions: list[CDPSession] = []
        self._places: dict[str, tuple[CDPSession, str]] = {}

    async def open(self) -> None:
        """Learn which files there are."""
        # A frame of another site may have a process, and so a memory, of its own; the others are part of the page.
        targets: list[Page | Frame] = [self._page, *self._page.frames[1:]]
        for target in targets:
            try:
                session = await self._page.context.new_cdp_session(target)
            except Error:
                continue
            self._sessions.append(session)
            with suppress(Error):
                await session.send("Page.enable")
                tree = await session.send("Page.getResourceTree")
                for url, frame in _resources(tree["frameTree"]):
                    self._places.setdefault(url, (session, frame))

    async def content(self, url: str) -> bytes:
        """The bytes of a file, or none if the browser does not have them any more."""
        if url not in self._places:
            return b""
        session, frame = self._places[url]
        try:
            answer = await session.send("Page.getResourceContent", {"frameId": frame, "url": url})
        except Error:
            return b""
        text = str(answer["content"])
        return base64.b64decode(text) if answer["base64Encoded"] else text.encode()

    async def close(self) -> None:
        for session in self._sessions:
            with suppress(Error):
                await session.detach()


def _resources(tree: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    frame = tree["frame"]["id"]
    yield tree["frame"]["url"], frame
    yield from ((resource["url"], frame) for resource in tree["resources"])
    for inner in tree.get("childFrames", ()):
        yield from _resources(inner)


def data_of(url: str) -> bytes:
    """The bytes of a ``data:`` URL; none if it is not one, or is broken."""
    head, comma, body = url.partition(",")
    if not comma or not head.startswith("data:"):
        return b""
    try:
        raw = unquote_to_bytes(body)
        return base64.b64decode(raw + b"=" * (-len(raw) % 4)) if head.endswith(";base64") else raw
    except (binascii.Error, ValueError):
        return b""


def decoded(data: bytes, side: int) -> Pixels | None:
    """The pixels in the bytes of a picture file, or None if they are none that can be read."""
    if not data or len(data) > _MOST_BYTES:
        return None
    try:
        with opened(data) as image:
            if image.width * image.height > _MOST_PIXELS:
                return None
            # JPEG files can be opened at a fraction of their size, many times faster.
            image.draft("RGB", (side, side))
            return _kept(ImageOps.exif_transpose(image), side)
    except UnreadablePictureError:
        return None


def _kept(image: Pillow.Image, side: int) -> Pixels:
    image.thumbnail((side, side))
    if image.mode != "RGB":
        ground = Pillow.new("RGBA", image.size, "white")
        image = Pillow.alpha_composite(ground, image.convert("RGBA")).convert("RGB")
    digest = hashlib.sha256(repr(image.size).encode() + image.tobytes()).hexdigest()
    return Pixels(image, digest)
