"""The pictures a person can see on a page: images, drawings, canvases and backgrounds, in frames and shadow roots, too."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from playwright.async_api import Error

from pytest_webagent.browser.page_facts import SIGHT
from pytest_webagent.browser.page_script import given, page_script
from pytest_webagent.errors import ToolError
from pytest_webagent.tools.analysis.dom import UNREAD_FRAME, answering

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    from playwright.async_api import ElementHandle, Frame, JSHandle, Page

Kind: TypeAlias = Literal["img", "picture", "svg", "canvas", "background"]
State: TypeAlias = Literal["loaded", "loading", "broken"]

_SCRIPT: Final = page_script(__package__, "pictures.js", SIGHT=SIGHT)
_FRAME_PATIENCE: Final = 3.0
_DEEPEST: Final = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A picture of a page. Lengths are CSS pixels."""

    kind: Kind
    src: str
    """Its address; of a ``data:`` address only the beginning, empty for what is drawn by the page itself."""
    alt: str
    title: str
    caption: str
    """What its figure says about it, or the text next to it."""
    width: int
    height: int
    natural_width: int
    """Of the image file, in its own pixels; 0 where it is not known."""
    natural_height: int
    state: State
    frame: Frame = field(repr=False)
    _found: JSHandle = field(repr=False)
    _position: int = field(repr=False)

    async def element(self) -> ElementHandle | None:
        """The live element it is drawn by."""
        handle = await self._found.evaluate_handle("(found, at) => found.elements[at]", self._position)
        return handle.as_element()

    async def source(self) -> str:
        """Its address in full."""
        return str(await self._found.evaluate("(found, at) => found.sources[at]", self._position))


@dataclass(frozen=True, slots=True)
class Found:
    """The pictures of a page in reading order, those of frames last."""

    pictures: tuple[Picture, ...]
    """At most a thousand of a frame."""
    total: int
    """How many there are."""
    notes: tuple[str, ...]
    """What could not be searched."""


@asynccontextmanager
async def pictures_of(page: Page) -> AsyncIterator[Found]:
    """Find the pictures of the page as it is now; it is not scrolled, and nothing is loaded.

    Raises:
        ToolError: the page does not answer, or moved on.
    """
    handles: list[JSHandle] = []
    try:
        async with answering():
            found = await _read(page.main_frame, handles, 0)
        yield found
    finally:
        await asyncio.gather(*(_dispose(handle) for handle in handles))


async def _dispose(handle: JSHandle) -> None:
    try:
        await handle.dispose()
    except Error:
        # The document is gone, and what was held of it.
        return


async def _read(frame: Frame, handles: list[JSHandle], depth: int) -> Found:
    handle = await frame.evaluate_handle(_SCRIPT)
    handles.append(handle)
    facts: Sequence[dict[str, Any]]
    facts, total, count = given(
        await handle.evaluate("found => [found.pictures, found.total, found.frames.length]")
    )
    own = (
        Picture(**one, frame=frame, _found=handle, _position=position) for position, one in enumerate(facts)
    )
    inner = await asyncio.gather(*(_inner(handle, index, handles, depth) for index in range(count)))
    return Found(
        (*own, *(picture for one in inner for picture in one.pictures)),
        total + sum(one.total for one in inner),
        tuple(note for one in inner for note in one.notes),
    )


async def _inner(outer: JSHandle, index: int, handles: list[JSHandle], depth: int) -> Found:
    handle = await outer.evaluate_handle("(found, index) => found.frames[index]", index)
    element = handle.as_element()
    frame = await element.content_frame() if element is not None else None
    if frame is None or depth >= _DEEPEST:
        return Found((), 0, ())
    try:
        async with asyncio.timeout(_FRAME_PATIENCE):
            return await _read(frame, handles, depth + 1)
    except (TimeoutError, Error, ToolError):
        return Found((), 0, (UNREAD_FRAME,))
