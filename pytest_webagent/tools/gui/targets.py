"""What a call means by ``element_id``, ``coords`` or a description: one element or point of the page."""

from __future__ import annotations

import asyncio
import re
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

from playwright.async_api import Error
from pydantic import BeforeValidator

from pytest_webagent.browser.session import Acted
from pytest_webagent.errors import ToolError
from pytest_webagent.observation import Box, Point
from pytest_webagent.tools.wording import shortened

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from playwright.async_api import ElementHandle, Frame, Locator, Page

    from pytest_webagent.observation import Element, Observation
    from pytest_webagent.tools.base import ToolContext

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

# The element a person would hit at a point: through open shadow roots, and into iframes frame by frame.
_AT_POINT = """([x, y]) => {
    let hit = document.elementFromPoint(x, y);
    while (hit && hit.shadowRoot) {
        const inner = hit.shadowRoot.elementFromPoint(x, y);
        if (!inner || inner === hit) break;
        hit = inner;
    }
    return hit;
}"""
_FRAME_ORIGIN = """frame => {
    const box = frame.getBoundingClientRect();
    return [box.left + frame.clientLeft, box.top + frame.clientTop];
}"""


_FRAME_REF = "f"
"""Begins Playwright's references to elements in iframes: ``f1e5``, where those of the page itself are ``e5``."""
_INTO_VIEW = "frame => frame.scrollIntoView({block: 'nearest', inline: 'nearest', behavior: 'instant'})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """What a tool acts on: an element, or a point where nothing better is known."""

    label: str
    """How it is called in messages to the model."""
    role: str = ""
    locator: Locator | None = None
    element: ElementHandle | None = None
    """The element itself, where it was found by something else than its number."""
    point: Point | None = None

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
            found = await _handle_at(page.main_frame, self.point) if self.point is not None else None
        if found is None:
            raise ToolError(f"there is no element at {self.label}")
        return found


async def find(
    context: ToolContext,
    element_id: str | None,
    coords: str | None,
    description: str,
    *,
    names: tuple[str, str] = ("element_id", "coords"),
) -> Target:
    """What is meant: the element with the id, else the point, else what the grounder makes of the description.

    `names` are the names of the two arguments, for messages. Also records where it is, for the report.

    Raises:
        ToolError: the id is not of the newest observation, the point lies outside of the viewport, or neither is
            given and there is no grounder, or it finds nothing.
    """
    element_id, coords = (element_id or "").strip(), (coords or "").strip()
    element = _element(context, element_id)
    if element_id and (not coords or element is not None):
        target = _by_id(context, element_id, names[0])
        if element is not None and element.ref.startswith(_FRAME_REF):
            await bring_frame_into_view(await target.handle(context.session.page), target.label)
        return target
    if coords:
        return _at(context, _point(coords, names[1]), await _viewport(context))
    observation = context.session.observation
    if context.grounder is None or observation is None:
        raise ToolError(
            f"it is not clear which element is meant: give {names[0]} (the number in front of the element) "
            f'or {names[1]} ("<point>x y</point>" in CSS pixels)'
        )
    found = await context.grounder.locate(description, observation)
    if found is None:
        raise ToolError(
            f"{description!r} was not found on the screenshot: give {names[0]} or describe it differently"
        )
    return _at(context, found, await _viewport(context))


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
        raise ToolError(
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


def _element(context: ToolContext, text: str) -> Element | None:
    observation, number = context.session.observation, _NUMBER.fullmatch(text)
    return observation.find(int(number[1])) if observation is not None and number is not None else None


def _by_id(context: ToolContext, text: str, argument: str) -> Target:
    number, element = _NUMBER.fullmatch(text), _element(context, text)
    if number is None:
        raise ToolError(f"{argument} must be the number in front of an element, such as 12, not {text!r}")
    if element is None:
        raise ToolError(
            f"there is no element [{number[1]}] in the newest observation; "
            "use the number of an element listed there, or scroll to find it"
        )
    locator = context.session.locate(int(number[1]))
    context.target = element.box
    return Target(label=labelled(element), role=element.role, locator=locator)


def _point(coords: str, argument: str) -> Point:
    number = r"(-?\d+(?:\.\d+)?)"
    found = re.fullmatch(rf"(?:<point>)?[\[(\s]*{number}(?:\s*,\s*|\s+){number}[\])\s]*(?:</point>)?", coords)
    if found is None:
        raise ToolError(f'{argument} must be "<point>x y</point>" in CSS pixels, not {coords!r}')
    return Point(float(found[1]), float(found[2]))


async def _viewport(context: ToolContext) -> tuple[int, int]:
    observation = context.session.observation
    if observation is not None:
        return observation.viewport
    async with reading("the page"):
        width, height = await context.session.page.evaluate("[innerWidth, innerHeight]")
    return int(width), int(height)


def _at(context: ToolContext, point: Point, viewport: tuple[int, int]) -> Target:
    where = f"point ({point.x:g}, {point.y:g})"
    if not (0 <= point.x < viewport[0] and 0 <= point.y < viewport[1]):
        raise ToolError(
            f"{where} is outside of the viewport, which is {viewport[0]} wide and {viewport[1]} high; "
            "scroll first if it is further down"
        )
    context.target = Box(point.x - _SPOT / 2, point.y - _SPOT / 2, _SPOT, _SPOT)
    element = _under(context.session.observation, point)
    if element is None:
        return Target(label=where, point=point)
    return Target(label=f"{where} on {labelled(element)}", role=element.role, point=point)


def _under(observation: Observation | None, point: Point) -> Element | None:
    boxed = [
        (element.box.width * element.box.height, -element.depth, index, element)
        for index, element in enumerate(observation.elements if observation else ())
        if element.box is not None
        and element.id is not None
        and not element.hidden
        and element.box.x <= point.x < element.box.x + element.box.width
        and element.box.y <= point.y < element.box.y + element.box.height
    ]
    return min(boxed)[3] if boxed else None


async def _handle_at(frame: Frame, point: Point) -> ElementHandle | None:
    hit = (await frame.evaluate_handle(_AT_POINT, [point.x, point.y])).as_element()
    inner = await hit.content_frame() if hit is not None else None
    if hit is None or inner is None:
        return hit
    left, top = await hit.evaluate(_FRAME_ORIGIN)
    return await _handle_at(inner, Point(point.x - left, point.y - top)) or hit
