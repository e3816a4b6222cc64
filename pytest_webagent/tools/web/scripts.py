"""The scripts that look at a page for the ``web_*`` tools, and running them in its frames."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from playwright.async_api import Error

from pytest_webagent.browser import field_memory
from pytest_webagent.browser.page_facts import SECRET_FIELD
from pytest_webagent.browser.page_script import given, page_script, source
from pytest_webagent.errors import ToolError
from pytest_webagent.tools.gui.scrollers import is_shown

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from playwright.async_api import Frame, Page


_SILENT: Final = object()
_HELPERS: Final = source(__package__, "dom.js").replace("SECRET_FIELD", SECRET_FIELD)


def _script(name: str) -> str:
    return page_script(__package__, name, HELPERS=_HELPERS)


FIND: Final = _script("find.js")
FORM: Final = _script("form.js")
EXTRACT: Final = _script("extract.js")
PICTURE: Final = _script("picture.js")
INSPECT: Final = _script("inspect.js")
HEAL: Final = _script("heal.js")
COUNT: Final = _script("count.js")


_FRAME_PATIENCE: Final = 2.0
"""Seconds a frame within the page may take to answer before it is left out."""


class Read(NamedTuple):
    """What a script gave, frame by frame, the page itself first; and the frames that did not answer, or could not be read."""

    answers: list[tuple[Frame, Any]]
    unread: list[Frame]

    @property
    def remark(self) -> str:
        """What is missing, as a sentence after others; empty if nothing is."""
        return " A frame of the page did not answer: what is in it is not told." if self.unread else ""


async def read(page: Page, script: str, argument: Any = None) -> Read:
    """What a script gives in each frame that a person can see something of."""
    return await _each(page, lambda frame: field_memory.ask(frame, script, argument))


async def handles(page: Page, script: str, argument: Any = None) -> Read:
    """The same, where a script gives elements."""
    return await _each(page, lambda frame: field_memory.ask_for_handle(frame, script, argument))


async def _each(page: Page, ask: Callable[[Frame], Awaitable[Any]]) -> Read:
    inner = page.frames[1:]
    own, *others = await asyncio.gather(ask(page.main_frame), *(_within(frame, ask) for frame in inner))
    # A frame nobody sees gave nothing, and neither did it need to.
    found = [(frame, answer) for frame, answer in zip(inner, others, strict=True) if answer is not None]
    return Read(
        [(page.main_frame, given(own)), *(each for each in found if each[1] is not _SILENT)],
        [frame for frame, answer in found if answer is _SILENT],
    )


async def _within(frame: Frame, ask: Callable[[Frame], Awaitable[Any]]) -> Any:
    try:
        async with asyncio.timeout(_FRAME_PATIENCE):
            return given(await ask(frame)) if await is_shown(frame) else None
    except (TimeoutError, Error, ToolError):
        return None if frame.is_detached() else _SILENT


def place(page: Page, frame: Frame) -> str:
    """Which frame something is in, for an answer; empty for the page itself."""
    return "" if frame is page.main_frame else frame.url.partition("?")[0][:200]
