"""Which element a text, a hint or a selector means: one, or none that could be guessed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from pytest_webagent.browser.page_script import given
from pytest_webagent.errors import ToolError
from pytest_webagent.geometry import Box
from pytest_webagent.tools.core.wording import shortened
from pytest_webagent.tools.gui.targets import Target, bring_frame_into_view, reading
from pytest_webagent.tools.web import scripts
from pytest_webagent.tools.web.web_answers import NotFound, awaited

if TYPE_CHECKING:
    from collections.abc import Sequence

    from playwright.async_api import Frame, JSHandle

    from pytest_webagent.tools.core.base import ToolContext

_MOST_LISTED = 10


@dataclass(frozen=True, slots=True)
class Found:
    """An element that fits what was asked for. The less its `tier`, the better it fits."""

    frame: Frame
    handles: JSHandle
    index: int
    place: str
    tier: int
    tag: str
    type: str
    role: str
    name: str
    selector: str
    host: str
    visible: bool
    secret: bool
    id: str
    key: str

    @property
    def label(self) -> str:
        """How it is called in messages."""
        kind = self.role or f"<{self.tag}>"
        return f"{kind} {self.name!r}" if self.name else f"{kind} {self.selector}"

    @property
    def told_apart(self) -> str:
        """What tells it from others that fit as well."""
        inside = [
            f"in <{self.host}>" if self.host else "",
            f"in the frame {self.place}" if self.place else "",
        ]
        marks = [f"name {self.key!r}" if self.key else "", f"id {self.id!r}" if self.id else ""]
        selector = f"selector {self.selector}" if self.selector else ""
        told = ", ".join(part for part in (*marks, selector, *inside) if part)
        return f"{self.label} ({told})"

    async def target(self, context: ToolContext) -> Target:
        """The element itself, to act on; also records where it is."""
        async with reading(self.label):
            element = (
                await self.handles.evaluate_handle("(found, index) => found.elements[index]", self.index)
            ).as_element()
        if element is None:
            raise ToolError(f"{self.label} is no longer on the page")
        role = self.type if self.type in ("checkbox", "radio") else self.role
        return await aimed(context, Target(label=self.label, role=role, element=element))


async def aimed(context: ToolContext, target: Target) -> Target:
    """The target, once it is written down where it is, and brought into view if it is in a frame."""
    element = await target.handle(context.session.page)
    await bring_frame_into_view(element, target.label)
    async with reading(target.label):
        box = await element.bounding_box()
    context.target = Box(box["x"], box["y"], box["width"], box["height"]) if box else None
    return target


async def clickable(context: ToolContext, wanted: str, tag: str) -> Found:
    """What a text of an element `tag`, a CSS selector or an XPath means.

    Raises:
        ToolError: nothing fits, or several do, until the time is over; the message lists them.
    """
    return await awaited(context, lambda last: _one(context, "click", wanted, tag))


async def field(context: ToolContext, hint: str) -> Found:
    """The field whose label, placeholder, name, id or aria-label is `hint`, or holds it; or that a selector means.

    Raises:
        ToolError: nothing fits, or several do, until the time is over; the message lists them.
    """
    return await awaited(context, lambda last: _one(context, "field", hint, "field"))


async def _one(context: ToolContext, how: Literal["click", "field"], wanted: str, tag: str) -> Found:
    found, notes, remark = await _all(context, how, wanted, tag)
    seen = [each for each in found if each.visible]
    fitting = [each for each in seen if each.tier == min(other.tier for other in seen)]
    what = f"{tag} {shortened(wanted, 100)!r}"
    if len(fitting) > 1:
        listed = "; ".join(each.told_apart for each in fitting[:_MOST_LISTED])
        raise ToolError(
            f"{len(fitting)} elements fit {what}: {listed}. Give what only one of them has, such as its selector"
        )
    if fitting:
        return fitting[0]
    if found:
        raise NotFound(
            f"{found[0].told_apart} fits {what}, but is not visible: do first what makes it appear"
        )
    raise NotFound(f"there is no {what}{_advice(how, notes)}{remark and '.' + remark}")


async def _all(
    context: ToolContext, how: str, wanted: str, tag: str
) -> tuple[list[Found], list[dict[str, Any]], str]:
    page = context.session.page
    found: list[Found] = []
    notes: list[dict[str, Any]] = []
    read = await scripts.handles(page, scripts.FIND, [how, wanted, tag])
    for frame, handles in read.answers:
        facts = given(await handles.evaluate("({elements, ...facts}) => facts"))
        place = scripts.place(page, frame)
        found += [
            Found(frame, handles, index, place, **each) for index, each in enumerate(facts["described"])
        ]
        notes.append(facts)
    return found, notes, read.remark


def _advice(how: str, notes: Sequence[dict[str, Any]]) -> str:
    problem = next((note["problem"] for note in notes if note["problem"]), "")
    as_selector = f"as a selector it {problem}" if problem else "nothing that it selects"
    others = sorted({tag for note in notes for tag in note["others"]})
    offered = list(dict.fromkeys(name for note in notes for name in note["offered"]))[:20]
    parts = [f" by text, and {as_selector}"] if any(note["tried"] for note in notes) else []
    if others:
        parts.append(f"; a <{'>, <'.join(others)}> says so: give that as tag")
    elif offered:
        kind = "fields" if how == "field" else "elements of that tag"
        parts.append(f". The {kind} to be seen are: {', '.join(map(repr, offered))}")
    return "".join(parts)
