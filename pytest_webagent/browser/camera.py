"""The only place that takes pictures of pages: what is nobody's business is painted over before anybody has them.

Where it stands is read before and after a picture is taken: only if nothing moved, it is known where it stands in the
picture. What cannot be read, or does not hold still, is in no picture. The page is not changed.
"""

from __future__ import annotations

import asyncio
import base64
import io
import math
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias
from weakref import WeakKeyDictionary

from playwright.async_api import Error

from pytest_webagent.browser.closed_shadow import closed_roots
from pytest_webagent.browser.field_memory import ask
from pytest_webagent.browser.page_facts import SECRET_FIELD
from pytest_webagent.browser.page_script import source
from pytest_webagent.geometry import Box
from pytest_webagent.policy.spellings import is_repeated, is_strong

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from playwright.async_api import BrowserContext, CDPSession, ElementHandle, Frame, Page

    from pytest_webagent.policy.secrets import Vault

Kind: TypeAlias = Literal["jpeg", "png"]

_SCRIPT: Final = (
    source(__package__, "camera.js")
    .replace("SECRET_FIELD", SECRET_FIELD)
    .replace("STYLE_WRITES", source(__package__, "style_writes.js"))
)
_WATCH: Final = f"given => ({source(__package__, 'camera_watch.js')})({_SCRIPT}, given)"
_IN_ROOT: Final = f"function(values) {{ const {{ watched, ...found }} = ({_SCRIPT})({{ values, root: this }}); return found; }}"
_PLACE: Final = """frame => {
    const style = getComputedStyle(frame);
    return [frame.clientLeft + parseFloat(style.paddingLeft), frame.clientTop + parseFloat(style.paddingTop),
        frame.offsetWidth, frame.offsetHeight];
}"""
_DRAWN: Final = """frame => {
    let turned = false;
    for (let el = frame; el; el = el.assignedSlot || el.parentElement || el.getRootNode().host) {
        const { transform, rotate, offsetPath, filter, webkitBoxReflect } = getComputedStyle(el);
        if (webkitBoxReflect !== 'none' || /drop-shadow|url/.test(filter)) return 'twice';
        turned ||= !/^none$|^matrix\\([^,]+, 0, 0, /.test(transform) || rotate !== 'none' || offsetPath !== 'none';
    }
    return turned ? 'turned' : 'straight';
}"""
"""Whether a point of a frame stands where its place and size say, and nowhere else."""
_FRAME_PATIENCE: Final = 2.0
"""Seconds a frame may take to tell where its secrets are, before all of it is painted over."""
_TRIES: Final = 3
_LEFT: Final = "context was destroyed"
"""In what Playwright says of a page that moves on."""
_UNDRAWN: Final = "Unable to capture screenshot"
"""In what Chromium says of a page that it has not drawn yet, as on a busy machine."""
_REDRAWING: Final = 1.0
"""Seconds Chromium may then take to draw it."""
_LARGEST: Final = 16_384
"""Pixels of a side that Chromium draws. Asked for more, its graphics process crashes; after some such crashes it exits."""
_TWO_FRAMES: Final = """largest => Math.max(innerWidth, innerHeight) <= largest
    && new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(() => drawn(true))))"""
_SECONDS: Final = 5.0
"""How long Playwright may take to draw a page."""
_COVER: Final = "#808080"
_QUALITY: Final = 70
_vaults: WeakKeyDictionary[BrowserContext, Vault] = WeakKeyDictionary()


class UnmaskedPictureError(Error):
    """No picture is kept: what is secret on the page could show in it."""


class _RestlessError(UnmaskedPictureError):
    """A secret stood elsewhere while the picture was taken."""


def keep_out(context: BrowserContext, vault: Vault) -> None:
    """From now on paint over what says a secret of a test, in whatever letters, on all pages of a context."""
    _vaults[context] = vault


async def take(page: Page, kind: Kind = "png", *, session: CDPSession | None = None) -> bytes:
    """The viewport as a person sees it, one pixel for each CSS pixel, without what is secret.

    Args:
        page: The page.
        kind: What the picture is written as.
        session: One of the page that takes it faster than Playwright does, where a CSS pixel is one of the screen.

    Raises:
        Error: there is no picture; an `UnmaskedPictureError` if it would show what is secret.
    """
    for tried in range(_TRIES):
        try:
            before = await _secrets(page)
            # What JPEG makes of a secret reaches beyond its box.
            data = await _shot(page, "png" if before else kind, session)
            after = await _secrets(page, again=True)
        except _RestlessError:
            continue
        except Error as error:
            if _LEFT not in error.message and (
                tried or _UNDRAWN not in error.message or not await _redrawn(page)
            ):
                raise
            continue
        if after == before:
            return await asyncio.to_thread(_painted, data, before, kind) if before else data
    raise UnmaskedPictureError("what is secret on the page does not hold still")


async def _redrawn(page: Page) -> bool:
    """Wait until Chromium has drawn the page anew, for a while. Not if its window is larger than it can draw."""
    with suppress(Error, TimeoutError):
        async with asyncio.timeout(_REDRAWING):
            return bool(await page.evaluate(_TWO_FRAMES, _LARGEST))
    return True


async def _shot(page: Page, kind: Kind, session: CDPSession | None) -> bytes:
    quality: dict[str, Any] = {"quality": _QUALITY} if kind == "jpeg" else {}
    if session is not None:
        answer = await session.send("Page.captureScreenshot", {"format": kind, **quality})
        return base64.b64decode(answer["data"])
    # With the caret as it is, nothing is changed on the page.
    return await page.screenshot(type=kind, scale="css", caret="initial", timeout=_SECONDS * 1000, **quality)


async def take_whole(page: Page, *, height: int, seconds: float) -> bytes:
    """A PNG of a page from its top to `height`. A page with a secret gives none: it is laid out anew for the picture.

    Raises:
        Error: there is no picture; an `UnmaskedPictureError` if it would show what is secret.
    """
    width = page.viewport_size["width"] if page.viewport_size else 1280
    if not await _secrets(page):
        data = await page.screenshot(
            full_page=True,
            type="png",
            scale="css",
            clip={"x": 0, "y": 0, "width": width, "height": height},
            timeout=seconds * 1000,
        )
        if not await _secrets(page, again=True):
            return data
    raise UnmaskedPictureError("it holds a secret")


async def _secrets(page: Page, *, again: bool = False) -> list[Box]:
    """Where something stands in the viewport that no picture may show; `again`, whether it has been there since."""
    vault = _vaults.get(page.context)
    values = [] if vault is None else vault.values
    try:
        main, *inner = await asyncio.gather(
            _boxes(page, page.main_frame, values, again=again),
            *(_inside(page, frame, values, again=again) for frame in page.frames[1:]),
        )
    except (TypeError, KeyError) as error:
        # What the page put in the place of what Playwright or the script needs gave something else.
        raise UnmaskedPictureError(
            "the page's script replaced parts of the browser: nobody can tell where its secrets are"
        ) from error
    return [box for boxes in (main, *inner) for box in boxes]


async def _inside(page: Page, frame: Frame, values: list[str], *, again: bool) -> list[Box]:
    """Where in the viewport the secrets of a frame are; all of the frame if it does not tell."""
    found = None
    with suppress(Error, TimeoutError, TypeError, KeyError):
        async with asyncio.timeout(_FRAME_PATIENCE):
            found = await _boxes(page, frame, values, again=again)
    if found == []:
        return []
    try:
        element = await frame.frame_element()
        window = await _box_of(element)
        if window is None or found is None:
            return [] if window is None else [window]
        left, top, across, down = await element.evaluate(_PLACE)
        drawn = [await (await each.frame_element()).evaluate(_DRAWN) for each in _outward(frame)]
    except Error:
        if frame.is_detached():
            return []
        raise
    if "twice" in drawn:
        raise UnmaskedPictureError("a frame that holds a secret is drawn in more than one place")
    if "turned" in drawn:
        return [window]
    scale_x = window.width / across if across else 1.0
    scale_y = window.height / down if down else 1.0
    return [
        Box(
            window.x + (left + box.x) * scale_x,
            window.y + (top + box.y) * scale_y,
            box.width * scale_x,
            box.height * scale_y,
        )
        for box in found
    ]


def _outward(frame: Frame) -> Iterator[Frame]:
    """A frame, and those that it stands in."""
    while frame.parent_frame is not None:
        yield frame
        frame = frame.parent_frame


async def _box_of(element: ElementHandle) -> Box | None:
    box = await element.bounding_box()
    return None if box is None else Box(box["x"], box["y"], box["width"], box["height"])


async def _boxes(page: Page, frame: Frame, values: list[str], *, again: bool) -> list[Box]:
    """Where in a frame the secrets are, by its own coordinates, and what its secret fields hold, wherever it says it."""
    found = await _looked(page, frame, values, again=again)
    stirred = _stirred(found)
    held = {value for value in found["held"] if is_repeated(value)}.difference(values)
    if held:
        found = await _looked(page, frame, [*values, *held], again=again)
    if stirred:
        raise _RestlessError("what is secret on the page does not hold still")
    if barred := _barred(found):
        raise UnmaskedPictureError(barred)
    return [Box(*box) for box in found["boxes"]]


def _stirred(found: dict[str, Any]) -> bool:
    """Whether a secret stood elsewhere for a while since it was looked for first."""
    return bool(found.get("stirred"))


def _barred(found: dict[str, Any]) -> str:
    """Why nobody can tell where in a picture the secrets are, if so."""
    return str(found["barred"])


async def _looked(page: Page, frame: Frame, values: list[str], *, again: bool) -> dict[str, Any]:
    found: dict[str, Any] = await ask(
        frame, _WATCH, {"values": _looked_for(values), "root": None, "again": again}
    )
    if found["suspected"] and frame is page.main_frame:
        for inner in await _in_closed_roots(page, values):
            found["boxes"] += inner["boxes"]
            found["held"] += inner["held"]
            found["barred"] = found["barred"] or inner["barred"]
    return found


def _looked_for(values: Iterable[str]) -> list[tuple[str, bool]]:
    return [(value, is_strong(value)) for value in values]


async def _in_closed_roots(page: Page, values: list[str]) -> list[dict[str, Any]]:
    """The same of closed shadow roots. Only the browser's debugger sees into them."""
    session = await page.context.new_cdp_session(page)
    try:
        roots = await closed_roots(session)
        return await asyncio.gather(*(_in_closed_root(session, each, values) for each in roots))
    finally:
        with suppress(Error):
            await session.detach()


async def _in_closed_root(session: CDPSession, node: int, values: list[str]) -> dict[str, Any]:
    root = await session.send("DOM.resolveNode", {"backendNodeId": node})
    told = await session.send(
        "Runtime.callFunctionOn",
        {
            "functionDeclaration": _IN_ROOT,
            "objectId": root["object"]["objectId"],
            "arguments": [{"value": _looked_for(values)}],
            "returnByValue": True,
        },
    )
    if "exceptionDetails" in told:
        raise UnmaskedPictureError("what is in a closed shadow root cannot be read")
    found: dict[str, Any] = told["result"]["value"]
    return found


def _painted(data: bytes, boxes: Iterable[Box], kind: Kind) -> bytes:
    from PIL import Image, ImageDraw

    with Image.open(io.BytesIO(data)) as opened:
        drawn = opened.convert("RGB")
    pen = ImageDraw.Draw(drawn)
    for box in boxes:
        left, top = math.floor(box.x) - 1, math.floor(box.y) - 1
        pen.rectangle(
            (left, top, math.ceil(box.x + box.width) + 1, math.ceil(box.y + box.height) + 1), fill=_COVER
        )
    written = io.BytesIO()
    drawn.save(written, kind.upper(), **({"quality": _QUALITY} if kind == "jpeg" else {}))
    return written.getvalue()
