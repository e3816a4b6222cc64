"""The live page as plain HTML: what a person can see of it, with its frames and open shadow roots, as it is now."""

from __future__ import annotations

import asyncio
import hashlib
import re
from contextlib import asynccontextmanager
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Final

from playwright.async_api import Error

from pytest_webagent.browser.field_memory import ask_for_handle
from pytest_webagent.browser.page_facts import SECRET_FIELD, SIGHT
from pytest_webagent.browser.page_script import given, page_script, replaced_by_page
from pytest_webagent.errors import ToolError
from pytest_webagent.tools.gui.targets import patiently

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from playwright.async_api import Frame, JSHandle, Page

_SCRIPT: Final = page_script(__package__, "dom.js", SECRET_FIELD=SECRET_FIELD, SIGHT=SIGHT)
_ANSWER: Final = """found => [
    found.html, found.frames.map(frame => frame.title || frame.getAttribute('aria-label') || ''), found.cut]"""
MOST: Final = 1_000_000
"""Characters of HTML that are read of one frame; a page of more is cut."""
_FRAME_PATIENCE: Final = 3.0
"""Seconds a frame may take to be read, with the frames in it, before the page is read without it."""
_DEEPEST: Final = 8
"""How deep frames may stand in frames."""
UNREAD_FRAME: Final = "a frame of the page did not answer"
"""The remark on it. It does not name the frame: an address is the page's own words, and remarks are not marked as such."""
_MARK: Final = re.compile("<p>\ue002(\\d+)\ue003</p>")


@dataclass(frozen=True, slots=True, kw_only=True)
class PageSource:
    """A page as it was at one moment."""

    url: str
    title: str
    html: str
    """What can be seen, as HTML; frames and the parts around the content are marked (see `markdown`)."""
    language: str = ""
    """What the document says its language is, as a BCP 47 tag."""
    notes: tuple[str, ...] = ()
    """What is missing in it."""

    @property
    def digest(self) -> str:
        """Tells one state of a page from another."""
        parts = "\0".join((self.url, self.title, self.language, self.html, *self.notes))
        return hashlib.sha256(parts.encode("utf-8", "replace")).hexdigest()


async def read_page(page: Page) -> PageSource:
    """Read what a person could see by scrolling; the page is not changed, scrolled or loaded anew.

    Raises:
        ToolError: the page does not answer, or moved on.
    """
    async with answering():
        html, notes = await _read(page.main_frame, 0)
        title, language = given(
            await page.evaluate("[document.title, document.documentElement.lang.slice(0, 35)]")
        )
        return PageSource(
            url=page.url,
            title=str(title),
            html=html,
            language=str(language),
            notes=tuple(dict.fromkeys(notes)),
        )


@asynccontextmanager
async def answering() -> AsyncIterator[None]:
    """Read the page; one that does not answer, or cannot be read, is a `ToolError`."""
    try:
        async with patiently():
            yield
    except Error as error:
        # Playwright's own text is left out: it quotes the page. A browser that died is noticed by the session.
        raise ToolError(
            replaced_by_page(error)
            or "the page could not be read: it moved on meanwhile, or its script is in the way; look at it, and call this again"
        ) from None


async def _read(frame: Frame, depth: int) -> tuple[str, list[str]]:
    found = await ask_for_handle(frame, _SCRIPT, MOST)
    try:
        html, names, cut = given(await found.evaluate(_ANSWER))
        inner = await asyncio.gather(
            *(_inner(found, index, str(name), depth) for index, name in enumerate(names))
        )
    finally:
        await found.dispose()
    notes = [f"only the first {MOST:,} characters of its HTML were read"] if cut else []
    for _, missing in inner:
        notes += missing
    return _MARK.sub(lambda mark: _placed(inner, int(mark[1])), html), notes


def _placed(inner: list[tuple[str, list[str]]], index: int) -> str:
    return inner[index][0] if index < len(inner) else ""


async def _inner(found: JSHandle, index: int, name: str, depth: int) -> tuple[str, list[str]]:
    """A frame within a frame, between two lines that say where it begins and ends; and what is missing of it."""
    handle = await found.evaluate_handle("(found, index) => found.frames[index]", index)
    element = handle.as_element()
    frame = await element.content_frame() if element is not None else None
    if frame is None or depth >= _DEEPEST:
        return "", []
    label = escape(f'frame "{name[:80]}" {frame.url[:200]}' if name else f"frame {frame.url[:200]}")
    try:
        async with asyncio.timeout(_FRAME_PATIENCE):
            html, notes = await _read(frame, depth + 1)
    except (TimeoutError, Error, ToolError):
        return f"<p>[{label}: not read]</p>", [UNREAD_FRAME]
    return f"<p>[{label}]</p><div>{html}</div><p>[end of frame]</p>", notes
