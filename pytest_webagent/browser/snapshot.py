"""What is on a page at one moment, taken without changing it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_webagent.browser import aria_tree, element_records, fields, frames, rendering
from pytest_webagent.browser.closed_shadow import ClosedShadows
from pytest_webagent.browser.concealment import conceal
from pytest_webagent.browser.identity import Identities
from pytest_webagent.browser.matching import Matching
from pytest_webagent.browser.page_facts import PageFacts
from pytest_webagent.observation import Element, Size

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from playwright.async_api import Frame, Page

    from pytest_webagent.browser.aria_tree import AriaNode
    from pytest_webagent.browser.frames import FrameSeen, Place
    from pytest_webagent.browser.page_facts import FrameFacts
    from pytest_webagent.policy.origins import AllowedOrigins
    from pytest_webagent.policy.secrets import Vault

_CONTENT: Final = ":root > body, :root > frameset, :root:not(html)"
"""What a document shows: its body, which that of a picture (SVG) or of data (XML) has not."""


class Layout(NamedTuple):
    """Where everything is. Nodes stand as the elements do; frames go by the position of their iframe."""

    nodes: Sequence[AriaNode]
    frames: Mapping[int | None, FrameSeen]
    """Those that could be read; None stands for the main frame."""
    places: Mapping[int | None, Place]


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """The elements of a page and its text as a model reads it. Lengths are CSS pixels."""

    elements: tuple[Element, ...]
    text: str
    viewport: Size
    pixels_above: int = 0
    pixels_below: int = 0
    language: str = ""
    status: int = 0
    again: bool = False
    """It is the page of the snapshot before, loaded again."""
    layout: Layout


class Snapshotter:
    """Takes snapshots of a session's pages; ids stay with their elements from one to the next."""

    def __init__(self, vault: Vault, origins: AllowedOrigins | None = None) -> None:
        """`origins` are the test's: what frames of others show is told apart."""
        self._vault = vault
        self._origins = origins
        self._identities = Identities()
        self._closed_shadows = ClosedShadows()

    async def take(self, page: Page, *, tokens: int) -> Snapshot:
        """Read the page; its text is at most about `tokens` tokens long.

        Must not be called while a JavaScript dialog is open: the page answers nothing then.
        """
        text, facts = await _read(page)
        main = facts.get(page.main_frame)
        layout = await self._complete(page, aria_tree.parse(text), facts)
        size = page.viewport_size or {"width": 1280, "height": 720}
        viewport = Size(main.width, main.height) if main else Size(size["width"], size["height"])
        documents = {position: seen.facts.born for position, seen in layout.frames.items()}
        document = main.born if main else page.url
        again = self._identities.before(document) == page.url
        identities = self._identities.assign(layout.nodes, document, page.url, documents)
        found = element_records.build(layout.nodes, identities, viewport)
        return Snapshot(
            elements=found,
            text=rendering.render(found, tokens, viewport),
            viewport=viewport,
            pixels_above=main.above if main else 0,
            pixels_below=main.below if main else 0,
            language=main.language if main else "",
            status=main.status if main else 0,
            again=again,
            layout=layout,
        )

    async def _complete(self, page: Page, nodes: list[AriaNode], facts: Mapping[Frame, FrameFacts]) -> Layout:
        """The nodes with everything the frames' facts add to them, each in its place."""
        fields.fold(nodes)
        matching = Matching(nodes)
        seen = frames.facts_by_iframe(nodes, page.main_frame, facts)
        suspects = {
            position: (each.facts.born, frozenset(one for one in each.facts.elements if one.closed))
            for position, each in seen.items()
        }
        closed = await self._closed_shadows.among(page, suspects)
        for position, each in seen.items():
            matching.apply(position, each.facts, closed.get(position, frozenset()))
        fields.withhold_unknown(nodes)
        complete, moved = aria_tree.compact(nodes, matching.inserts)
        conceal(complete, self._vault)
        seen = {
            None if at is None else moved[at]: each for at, each in seen.items() if at is None or at in moved
        }
        if self._origins is not None:
            frames.mark_foreign(complete, seen, self._origins.including(page.url))
        return Layout(complete, seen, frames.place(complete, seen))


async def _read(page: Page) -> tuple[str, dict[Frame, FrameFacts]]:
    """The snapshot and the facts, once more when the page went on to another document between the two."""
    text, facts = await _read_once(page)
    return (text, facts) if page.main_frame in facts else await _read_once(page)


async def _read_once(page: Page) -> tuple[str, dict[Frame, FrameFacts]]:
    facts = PageFacts(page)
    try:
        # No limit of its own: whoever looks has one, and says what it means.
        content = page.locator(_CONTENT).first
        return await content.aria_snapshot(mode="ai", boxes=True, timeout=0), await facts.collect()
    finally:
        await facts.cancel()
