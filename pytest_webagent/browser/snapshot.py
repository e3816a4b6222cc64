"""What is on a page at one moment, taken without changing it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pytest_webagent.browser import aria_tree, elements, rendering
from pytest_webagent.browser.identity import Identities
from pytest_webagent.observation import Element, Size

if TYPE_CHECKING:
    from playwright.async_api import Page


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """The elements of a page and its text as a model reads it. Lengths are CSS pixels."""

    elements: tuple[Element, ...]
    text: str
    viewport: Size
    pixels_above: int = 0
    pixels_below: int = 0


class Snapshotter:
    """Takes snapshots of a session's pages; ids stay with their elements from one to the next."""

    def __init__(self) -> None:
        self._identities = Identities()

    async def take(self, page: Page, *, tokens: int) -> Snapshot:
        """Read the page; its text is at most about `tokens` tokens long.

        Must not be called while a JavaScript dialog is open: the page answers nothing then.
        """
        text = await page.aria_snapshot(mode="ai", boxes=True)
        size = page.viewport_size or {"width": 1280, "height": 720}
        viewport = Size(size["width"], size["height"])
        nodes, options, values = elements.fold(aria_tree.parse(text))
        identities = self._identities.assign(nodes, page.url)
        found = elements.build(nodes, identities, options, values, {}, viewport)
        return Snapshot(elements=found, text=rendering.render(found, tokens), viewport=viewport)
