"""Closed shadow roots: which elements hold one. Only the browser's debugger can tell, and it is asked seldom."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from playwright.async_api import Error

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from playwright.async_api import CDPSession, Page

    from pytest_webagent.browser.page_facts import ElementFacts

_MOST_HOSTS = 50
_Box: TypeAlias = tuple[float, float, float, float]
Suspects: TypeAlias = "Mapping[int | None, tuple[str, frozenset[ElementFacts]]]"
"""By frame (the position of its iframe; None is the page itself): its document, and elements that may be hosts."""


class _Host(NamedTuple):
    """An element with a closed shadow root, that root, and the iframe it is in, if it is in one."""

    node: int
    root: int
    iframe: int | None


class ClosedShadows:
    """Remembers the answer for the documents of a page, so that an unchanged page is asked about once."""

    def __init__(self) -> None:
        self._asked: Suspects = {}
        self._found: dict[int | None, frozenset[ElementFacts]] = {}

    async def among(self, page: Page, suspects: Suspects) -> Mapping[int | None, frozenset[ElementFacts]]:
        """Those of the `suspects` that hold a closed shadow root, by the same frames."""
        if not any(elements for _, elements in suspects.values()):
            return {}
        if suspects != self._asked:
            boxes = await _closed_boxes(page)
            self._found = {
                frame: frozenset(one for one in elements if _near(one.box, boxes[frame is not None]))
                for frame, (_, elements) in suspects.items()
            }
            self._asked = dict(suspects)
        return self._found


async def closed_roots(session: CDPSession) -> list[int]:
    """The closed shadow roots of a page, those of its frames left out."""
    return [host.root for host in _hosts(await _document(session)) if host.iframe is None]


async def _document(session: CDPSession) -> dict[str, Any]:
    root: dict[str, Any] = (await session.send("DOM.getDocument", {"depth": -1, "pierce": True}))["root"]
    return root


async def _closed_boxes(page: Page) -> tuple[list[_Box], list[_Box]]:
    """The boxes of the hosts in the page itself, and those of the hosts in frames, each within its own frame."""
    try:
        session = await page.context.new_cdp_session(page)
    except Error:
        # Only Chromium speaks this protocol.
        return [], []
    boxes: tuple[list[_Box], list[_Box]] = [], []
    try:
        for host in islice(_hosts(await _document(session)), _MOST_HOSTS):
            box = await _box(session, host.node, "border")
            outer = None if host.iframe is None else await _box(session, host.iframe, "content")
            if box is not None and outer is not None:
                boxes[1].append((box[0] - outer[0], box[1] - outer[1], box[2], box[3]))
            elif box is not None and host.iframe is None:
                boxes[0].append(box)
    except Error:
        # The page moved on meanwhile: what was found so far is what can be said.
        return boxes
    finally:
        await _leave(session)
    return boxes


def _hosts(root: dict[str, Any]) -> Iterator[_Host]:
    waiting: list[tuple[dict[str, Any], int | None]] = [(root, None)]
    while waiting:
        node, iframe = waiting.pop()
        shadows = node.get("shadowRoots", [])
        for shadow in shadows:
            if shadow.get("shadowRootType") == "closed":
                yield _Host(node["backendNodeId"], shadow["backendNodeId"], iframe)
        waiting.extend((inner, iframe) for inner in (*shadows, *node.get("children", [])))
        if "contentDocument" in node:
            waiting.append((node["contentDocument"], node["backendNodeId"]))


async def _box(session: CDPSession, node: int, kind: Literal["border", "content"]) -> _Box | None:
    try:
        model = (await session.send("DOM.getBoxModel", {"backendNodeId": node}))["model"]
    except Error:
        return None
    quad = model[kind]
    return min(quad[::2]), min(quad[1::2]), max(quad[::2]) - min(quad[::2]), max(quad[1::2]) - min(quad[1::2])


async def _leave(session: CDPSession) -> None:
    try:
        await session.detach()
    except Error:
        return


def _near(key: str, boxes: Sequence[_Box]) -> bool:
    wanted = [float(part) for part in key.split(",")]
    return any(all(abs(a - b) <= 1.5 for a, b in zip(wanted, box, strict=True)) for box in boxes)
