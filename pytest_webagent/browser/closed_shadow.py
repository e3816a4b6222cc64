"""Closed shadow roots: which elements hold one. Only the browser's debugger can tell, and it is asked seldom."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from playwright.async_api import Error

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from playwright.async_api import CDPSession, Page

    from pytest_webagent.browser.page_facts import ElementFacts

_MOST_HOSTS = 50


class ClosedShadows:
    """Remembers the answer for a document, so that an unchanged page is asked about once."""

    def __init__(self) -> None:
        self._asked: tuple[str, frozenset[ElementFacts]] | None = None
        self._found: frozenset[ElementFacts] = frozenset()

    async def among(
        self, page: Page, document: str, suspects: Sequence[ElementFacts]
    ) -> frozenset[ElementFacts]:
        """Those of the main frame's `suspects` that hold a closed shadow root."""
        if not suspects:
            return frozenset()
        question = (document, frozenset(suspects))
        if question != self._asked:
            boxes = await _closed_boxes(page)
            self._found = frozenset(one for one in suspects if _near(one.box, boxes))
            self._asked = question
        return self._found


async def _closed_boxes(page: Page) -> list[tuple[float, ...]]:
    try:
        session = await page.context.new_cdp_session(page)
    except Error:
        # Only Chromium speaks this protocol.
        return []
    try:
        root = (await session.send("DOM.getDocument", {"depth": -1, "pierce": True}))["root"]
        hosts = [host for _, host in zip(range(_MOST_HOSTS), _hosts(root), strict=False)]
        return [box for host in hosts if (box := await _box(session, host)) is not None]
    except Error:
        return []
    finally:
        await _leave(session)


def _hosts(root: dict[str, Any]) -> Iterator[int]:
    waiting = [root]
    while waiting:
        node = waiting.pop()
        shadows = node.get("shadowRoots", [])
        if any(shadow.get("shadowRootType") == "closed" for shadow in shadows):
            yield node["backendNodeId"]
        waiting.extend(shadows)
        waiting.extend(node.get("children", []))


async def _box(session: CDPSession, host: int) -> tuple[float, ...] | None:
    try:
        model = (await session.send("DOM.getBoxModel", {"backendNodeId": host}))["model"]
    except Error:
        return None
    quad = model["border"]
    return min(quad[::2]), min(quad[1::2]), max(quad[::2]) - min(quad[::2]), max(quad[1::2]) - min(quad[1::2])


async def _leave(session: CDPSession) -> None:
    try:
        await session.detach()
    except Error:
        return


def _near(key: str, boxes: Sequence[tuple[float, ...]]) -> bool:
    wanted = [float(part) for part in key.split(",")]
    return any(all(abs(a - b) <= 1.5 for a, b in zip(wanted, box, strict=True)) for box in boxes)
