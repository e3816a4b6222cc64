"""What the calls of one reply take for granted: that the page is still the one the model saw.

Between two calls of a reply this is checked against the live page, without changing it. A field filled in leaves
the premise of the next field whole; a click that leads to another page, or renders a list anew, breaks it.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from pytest_webagent.agent import prompt
from pytest_webagent.errors import ToolError
from pytest_webagent.tools.core.equivalents import single
from pytest_webagent.tools.gui.targets import point_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from playwright.async_api import Page

    from pytest_webagent.geometry import Point
    from pytest_webagent.messages import ToolCall
    from pytest_webagent.tools.core.base import ToolContext

_KEYS = "press_key"
_TARGETS = ("element_id", "to_element_id")
_POINTS = ("coords", "to_coords")
# What an element says, and what the row or card it stands in says: a list that is sorted anew may put another
# row's words around the same button.
_SIGNATURE = """element => {
    const words = node => (node.innerText ?? node.textContent ?? '').trim().slice(0, 300);
    const named = ['aria-label', 'placeholder', 'name', 'href', 'title', 'type'];
    const row = element.closest('tr, li, article, option, [role=row], [role=listitem], [role=article]');
    const own = element.isContentEditable ? '' : words(element);
    return JSON.stringify([
        element.tagName, own, named.map(name => element.getAttribute(name)), row ? words(row) : '',
    ]);
}"""
# Keys go where the focus is: a part of the page that opened and took it would get keys meant for something else.
_HOLDER = """() => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    for (; element; element = element.getRootNode().host) {
        const found = element.closest('dialog, [role=dialog], [role=alertdialog], [aria-modal=true]');
        if (found) return JSON.stringify([found.tagName, found.id, found.className, found.getAttribute('aria-label')]);
    }
    return null;
}"""
_DOCUMENT = """({points, text}) => {
    const signature = SIGNATURE;
    let hash = 0;
    if (text) {
        const shown = document.body?.innerText ?? '';
        for (let i = 0; i < shown.length; i++) hash = (hash * 31 + shown.charCodeAt(i)) | 0;
    }
    const at = ([x, y]) => document.elementFromPoint(x, y);
    return {
        document: performance.timeOrigin,
        text: hash,
        holder: (HOLDER)(),
        points: points.map(point => at(point) ? signature(at(point)) : null),
    };
}""".replace("SIGNATURE", _SIGNATURE).replace("HOLDER", _HOLDER)
_SECONDS = 2.0
"""How long the page may take to answer; one that does not has changed."""


class Premise:
    """The page as the calls of one reply expect it."""

    def __init__(self, context: ToolContext, calls: Iterable[ToolCall], stop: str) -> None:
        """Prepare for `calls`; `stop` is the tool that ends the run, and needs the page's text unchanged."""
        self._context = context
        self._session = session = context.session
        self._stop = stop
        self._calls = tuple(map(single, calls))
        self._page = session.page
        self._url = session.page.url
        self._elements: dict[str, str | None] = {}
        self._document: dict[str, Any] | None = None

    async def take(self) -> None:
        """Look at the page before the first call."""
        if self._session.dialog is not None:
            return
        for element_id in {name for call in self._calls for name in _named(call)}:
            self._elements[element_id] = await self._element(element_id)
        self._document = await self._look(self._calls)

    async def broken(self, call: ToolCall) -> str | None:
        """Why the page is no longer the one `call` was meant for, or None."""
        elsewhere = self._elsewhere()
        if elsewhere is not None or self._document is None:
            return elsewhere or prompt.DIALOG_WAS_OPEN
        return await self._changed(single(call), self._document)

    def _elsewhere(self) -> str | None:
        if self._session.dialog is not None:
            return prompt.DIALOG_OPENED
        if self._session.page is not self._page:
            return prompt.OTHER_TAB
        return prompt.OTHER_PAGE if self._page.url != self._url else None

    async def _changed(self, call: ToolCall, seen: dict[str, Any]) -> str | None:
        now = await self._look([call])
        if now is None or seen["document"] != now["document"]:
            return prompt.OTHER_PAGE
        if call.name == self._stop and seen["text"] != now["text"]:
            return prompt.STOP_TOO_EARLY
        if call.name == _KEYS and not _named(call) and seen["holder"] != now["holder"]:
            return prompt.FOCUS_TAKEN
        for element_id in _named(call):
            if await self._element(element_id) != self._elements.get(element_id):
                return prompt.ELEMENT_CHANGED.format(element_id=element_id)
        if any(seen["points"].get(point) != signature for point, signature in now["points"].items()):
            return prompt.POINT_CHANGED
        return None

    async def _points(self, calls: Iterable[ToolCall]) -> list[Point]:
        given = [call.arguments.get(name) for call in calls for name in _POINTS]
        points = [await self._point(str(coords)) for coords in given if coords]
        return list(dict.fromkeys(point for point in points if point is not None))

    async def _point(self, coords: str) -> Point | None:
        try:
            return await point_of(self._context, coords)
        except ToolError:
            # The call itself will say what is wrong with them.
            return None

    async def _look(self, calls: Iterable[ToolCall]) -> dict[str, Any] | None:
        calls = list(calls)
        points = await self._points(calls)
        wanted = {"points": points, "text": any(call.name == self._stop for call in calls)}
        looked = await _evaluated(self._session.page, wanted)
        return looked and {**looked, "points": dict(zip(points, looked["points"], strict=True))}

    async def _element(self, element_id: str) -> str | None:
        from playwright.async_api import Error

        try:
            async with asyncio.timeout(_SECONDS):
                locator = self._session.locate(element_id)
                if await locator.count() != 1:
                    return None
                return str(await locator.evaluate(_SIGNATURE))
        except (Error, ToolError, TimeoutError):
            return None


async def _evaluated(page: Page, wanted: dict[str, Any]) -> dict[str, Any] | None:
    from playwright.async_api import Error

    try:
        async with asyncio.timeout(_SECONDS):
            return dict(await page.evaluate(_DOCUMENT, wanted))
    except (Error, TimeoutError):
        # The document went away under the question, or a dialog keeps it from answering: a changed page.
        return None


def _named(call: ToolCall) -> tuple[str, ...]:
    given = (call.arguments.get(name) for name in _TARGETS)
    return tuple(str(value).strip() for value in given if value not in (None, ""))
