"""What a tool acts on: one element or one point of the page, and how it is called."""

from __future__ import annotations

import asyncio
import re
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

from playwright.async_api import Error
from pydantic import BeforeValidator

from pytest_webagent.browser import hit
from pytest_webagent.browser.session import Acted
from pytest_webagent.errors import ToolError
from pytest_webagent.geometry import Box, Size
from pytest_webagent.grounding import coordinates
from pytest_webagent.observation import Element
from pytest_webagent.tools.core.wording import shortened

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from playwright.async_api import ElementHandle, Locator, Page

    from pytest_webagent.geometry import Point
    from pytest_webagent.tools.core.base import ToolContext

ACTION_MS = 5_000
"""How long an element may take to become visible, enabled and still before an action on it is given up."""

_NUMBER = re.compile(r"[\[(#\s]*(\d{1,9})[\])\s]*")

_PATIENCE = 10.0
"""Seconds a page may take to tell about one of its elements."""

_GONE_MS = 1_000
"""How long an element that is not on the page is looked for: it may be about to be drawn anew."""

_SPOT = 24
"""Side of the square that stands for a point in the report, in CSS pixels."""


def _as_text(value: Any) -> Any:
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


ElementId: TypeAlias = Annotated[str, BeforeValidator(_as_text)]
"""The number of an element in the newest observation, as text; a bare number is taken, too."""

_FRAME_REF = "f"
"""Begins Playwright's references to elements in iframes: ``f1e5``, where those of the page itself are ``e5``."""
_INTO_VIEW = "frame => frame.scrollIntoView({block: 'nearest', inline: 'nearest', behavior: 'instant'})"


class GoneError(ToolError):
    """What a tool was to act on is no longer on the page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """What a tool acts on: an element, or a point where nothing better is known."""

    label: str
    """How it is called in messages to the model."""
    role: str = ""
    name: str = ""
    """What the element is called on the page, where it is none of the newest observation."""
    found: Element | None = None
    """The element of the newest observation that it is, or that stands at the point."""
    locator: Locator | None = None
    element: ElementHandle | None = None
    """The element itself, where it was found by something else than its number."""
    point: Point | None = None

    @property
    def known(self) -> Element:
        """The element, as far as it is known."""
        return self.found or Element(id=None, role=self.role, name=self.name)

    @property
    def on(self) -> Locator | ElementHandle | None:
        """What an action is done on; None for a point."""
        return self.locator or self.element

    async def handle(self, page: Page) -> ElementHandle:
        """The live element: the one meant, or the one a person would hit at the point.

        Raises:
            ToolError: it is no longer there.
        """
        if self.element is not None:
            return self.element
        async with reading(self.label):
            if self.locator is not None:
                return await self.locator.element_handle(timeout=_GONE_MS)
            there = await hit.at(page, self.point) if self.point is not None else None
        if there is None:
            raise ToolError(f"there is no element at {self.label}")
        return there.handle


def is_number(text: str) -> bool:
    """Whether a text is the number of an element, however it is written."""
    return _NUMBER.fullmatch(text.strip()) is not None


def by_id(context: ToolContext, text: str, argument: str = "element_id") -> Target:
    """The element with a number of the newest observation; `argument` is what the call names it by.

    Raises:
        ToolError: it is no number, or no element has it.
    """
    number = _NUMBER.fullmatch(text.strip())
    if number is None:
        raise ToolError(
            f"{argument} must be the number in front of an element, such as 12, not {shortened(text, 60)!r}"
        )
    observation = context.session.observation
    element = observation.find(int(number[1])) if observation is not None else None
    if element is None:
        raise ToolError(
            f"there is no element [{number[1]}] in the newest observation; "
            "use the number of an element listed there, or scroll to find it"
        )
    return of_element(context, element)


def of_element(context: ToolContext, element: Element) -> Target:
    """An element of the newest observation."""
    locator = context.session.locate(element.id or 0)
    return Target(label=labelled(element), role=element.role, found=element, locator=locator)


async def at(context: ToolContext, point: Point, said: tuple[float, float] | None = None) -> Target:
    """A point of the viewport, and what is there.

    Args:
        context: What the tool may use.
        point: The point, in CSS pixels.
        said: The numbers it was given by, where they count something else: messages name those.

    Raises:
        ToolError: it is outside of the viewport, another tab has become the current one, or the page is stuck.
    """
    context.session.check_seen()
    viewport = await _viewport(context)
    x, y = said or (round(point.x, 1), round(point.y, 1))
    where = f"point ({x:g}, {y:g})"
    if not Box(0, 0, *viewport).holds(point):
        raise ToolError(
            f"{where} is outside of the viewport, which is {viewport.width} wide and {viewport.height} high; "
            "scroll first if it is further down"
        )
    page, observation = context.session.page, context.session.observation
    async with reading(where):
        there = await hit.at(page, point)
        element = None
        if there is not None and observation is not None:
            element = await there.element(page, observation, point)
    if element is None:
        return Target(label=where, point=point)
    return Target(label=f"{where} on {labelled(element)}", role=element.role, found=element, point=point)


async def point_of(context: ToolContext, coords: str) -> Point:
    """The place in the viewport that the coordinates of a call mean.

    Those of a model count what the setting `coordinates` says, on the picture it was shown. Where there was none, as in
    calls of a test's own, they are CSS pixels.

    Raises:
        ToolError: they are no coordinates, or outside of what the model was shown.
    """
    viewport, shown = await _viewport(context), context.picture
    view = coordinates.View(region=Box(0, 0, *viewport), original=viewport, sent=shown or viewport)
    convention = "absolute_original" if shown is None else context.settings.coordinates
    return view.to_viewport(*coordinates.parse(coords), convention)


async def reveal(context: ToolContext, target: Target) -> None:
    """Note where a target is, for the report, and scroll the iframes that its element is in to where it can be seen."""
    context.call.on, element = target.known, target.found
    if target.point is not None:
        point = target.point
        context.target = Box(point.x - _SPOT / 2, point.y - _SPOT / 2, _SPOT, _SPOT)
    elif element is not None:
        context.target = element.box
        if element.ref.startswith(_FRAME_REF):
            await bring_frame_into_view(await target.handle(context.session.page), target.label)


@asynccontextmanager
async def patiently() -> AsyncIterator[None]:
    """Look at the page; one that does not answer is a `ToolError`."""
    try:
        async with asyncio.timeout(_PATIENCE):
            yield
    except TimeoutError:
        raise ToolError(
            f"the page has not answered for {_PATIENCE:g} s: its script may be stuck; try again, or load it again"
        ) from None


@asynccontextmanager
async def reading(label: str) -> AsyncIterator[None]:
    """Look at the page; what is no longer there, or does not answer, is a `ToolError`."""
    try:
        async with patiently():
            yield
    except Error:
        # Playwright's own text is left out: it quotes the page. A browser that died is noticed by the session.
        raise GoneError(
            f"{label} is no longer on the page; choose from the elements of the newest observation"
        ) from None


async def bring_frame_into_view(element: ElementHandle, label: str) -> None:
    """Scroll the iframes an element is in, if it is in any, to where something of them can be seen.

    A browser draws nothing in a frame of another origin that is out of sight, and actions wait for it in vain.

    Raises:
        ToolError: the element is no longer there.
    """
    async with reading(label):
        outside: list[ElementHandle] = []
        frame = await element.owner_frame()
        while frame is not None and frame.parent_frame is not None:
            outside.append(await frame.frame_element())
            frame = frame.parent_frame
        for each in reversed(outside):
            await each.evaluate(_INTO_VIEW)


def joined(*parts: Acted) -> Acted:
    """Several operations of one call as one."""
    return Acted(
        notes=tuple(dict.fromkeys(note for part in parts for note in part.notes)),
        changed=any(part.changed for part in parts),
    )


def told(sentence: str, acted: Acted, *, effect: bool = False) -> str:
    """A sentence for the model with what else happened; with `effect`, also that nothing was seen to."""
    notes = acted.notes
    if effect and acted.ignored:
        notes = ("Nothing on the page was seen to change.",)
    return "\n".join((sentence, *notes))


def labelled(element: Element) -> str:
    """How an element is called in a message, such as ``button "Save" [3]``."""
    role = "element" if element.role in ("generic", "none", "") else element.role
    name = element.name or element.text or element.placeholder or element.description
    number = "" if element.id is None else f" [{element.id}]"
    return f"{role} {shortened(name, 60)!r}{number}" if name else f"{role}{number}"


async def _viewport(context: ToolContext) -> Size:
    observation = context.session.observation
    if observation is not None:
        return observation.viewport
    async with reading("the page"):
        width, height = await context.session.page.evaluate("[innerWidth, innerHeight]")
    return Size(int(width), int(height))
