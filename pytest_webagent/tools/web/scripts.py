"""The scripts that look at a page for the ``web_*`` tools, and running them in its frames."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from pytest_webagent.browser.page_facts import SECRET_FIELD
from pytest_webagent.browser.page_script import given, page_script, source
from pytest_webagent.tools.gui.scrollers import is_shown

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from playwright.async_api import Frame, JSHandle, Page


_HELPERS: Final = source(__package__, "dom.js").replace("SECRET_FIELD", SECRET_FIELD)


def _script(name: str) -> str:
    return page_script(__package__, name, HELPERS=_HELPERS)


FIND: Final = _script("find.js")
FORM: Final = _script("form.js")
EXTRACT: Final = _script("extract.js")
PICTURE: Final = _script("picture.js")
INSPECT: Final = _script("inspect.js")


async def frames(page: Page) -> list[Frame]:
    """The frames a person can see something of, the page itself first."""
    return [page.main_frame, *[frame for frame in page.frames[1:] if await is_shown(frame)]]


async def read(page: Page, script: str, argument: Any = None) -> list[tuple[Frame, Any]]:
    """What a script gives in each frame."""
    return [(frame, given(await frame.evaluate(script, argument))) for frame in await frames(page)]


async def handles(page: Page, script: str, argument: Any = None) -> AsyncIterator[tuple[Frame, JSHandle]]:
    """The same, where a script gives elements."""
    for frame in await frames(page):
        yield frame, await frame.evaluate_handle(script, argument)


def place(page: Page, frame: Frame) -> str:
    """Which frame something is in, for an answer; empty for the page itself."""
    return "" if frame is page.main_frame else frame.url.partition("?")[0][:200]
