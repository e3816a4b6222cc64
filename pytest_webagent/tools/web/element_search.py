"""Which element a text, a hint or a selector means: one, or none that could be guessed."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from pytest_webagent.browser.page_script import given
from pytest_webagent.errors import ToolError
from pytest_webagent.geometry import Box
from pytest_webagent.tools.core.wording import shortened
from pytest_webagent.tools.gui.targets import Target, bring_frame_into_view, reading
from pytest_webagent.tools.web import scripts
from pytest_webagent.tools.web.site_hints import selector_for
from pytest_webagent.tools.web.state import Known, state_of
from pytest_webagent.tools.web.web_answers import NotFound, awaited

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from playwright.async_api import Frame, JSHandle

    from pytest_webagent.tools.core.base import ToolContext

_MOST_LISTED = 10
_BY_SELECTOR = 2
"""The tier of what a selector finds, as find.js has it."""
How: TypeAlias = Literal["click", "field"]


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
    locked: bool
    """Whether it cannot be acted on as it is: it is disabled, or a field that is read-only."""
    id: str
    key: str
    kind: str
    ways: tuple[tuple[str, str], ...] = ()
    """By what else it is known, where that leads to no other."""
    around: tuple[str, ...] = ()
    """The names of what it stands in."""
    kin: tuple[str, ...] = ()
    """The ids of others of its kind."""
    healed: Mapping[str, str] | None = None
    """What was to be found, what was taken, and why, where that is not the same."""

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

    def told(self, message: str) -> dict[str, Any]:
        """The fields of an answer that say what was done, and openly where it was done to what a selector became."""
        if self.healed is None:
            return {"message": message}
        healed = self.healed
        words = f"Healed: {healed['was']!r} finds nothing any more; {healed['now']!r} was taken, which is {healed['because']}"
        return {"message": f"{message} {words}.", "healed": dict(healed)}

    async def target(self, context: ToolContext) -> Target:
        """The element itself, to act on; also records where it is."""
        async with reading(self.label):
            element = (
                await self.handles.evaluate_handle("(found, index) => found.elements[index]", self.index)
            ).as_element()
        if element is None:
            raise ToolError(f"{self.label} is no longer on the page")
        role = self.type if self.type in ("checkbox", "radio") else self.role
        return await aimed(context, Target(label=self.label, role=role, name=self.name, element=element))


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
    selector = selector_for(context, wanted)
    what = f"{tag} {said(wanted, selector)}"
    return await awaited(context, lambda last: _one(context, "click", selector, tag, what, last))


async def field(context: ToolContext, hint: str) -> Found:
    """The field whose label, placeholder, name, id or aria-label is `hint`, or holds it; or that a selector means.

    Raises:
        ToolError: nothing fits, or several do, until the time is over; the message lists them.
    """
    selector = selector_for(context, hint)
    what = f"field {said(hint, selector)}"
    return await awaited(context, lambda last: _one(context, "field", selector, "field", what, last))


def said(wanted: str, selector: str) -> str:
    """What was asked for, and the selector where that is another text: a hint is mended in its file, by its name."""
    meant = "" if wanted == selector else f" (selector {shortened(selector, 100)!r})"
    return f"{shortened(wanted, 100)!r}{meant}"


async def _one(context: ToolContext, how: How, wanted: str, tag: str, what: str, last: bool) -> Found:
    found, notes, remark = await _all(context, how, wanted, tag)
    seen = [each for each in found if each.visible]
    fitting = [each for each in seen if each.tier == min(other.tier for other in seen)]
    if len(fitting) > 1:
        listed = "; ".join(each.told_apart for each in fitting[:_MOST_LISTED])
        raise ToolError(
            f"{len(fitting)} elements fit {what}: {listed}. Give what only one of them has, such as its selector"
        )
    if fitting and fitting[0].locked and not last:
        raise NotFound(f"{fitting[0].label} is disabled or read-only")
    if fitting:
        if fitting[0].tier == _BY_SELECTOR:
            _remember(context, wanted, fitting[0])
        return fitting[0]
    if last and not found and (healed := await _healed(context, how, wanted)) is not None:
        return healed
    if found:
        raise NotFound(
            f"{found[0].told_apart} fits {what}, but is not visible: do first what makes it appear"
        )
    raise NotFound(f"there is no {what}{_advice(how, notes)}{remark and '.' + remark}")


async def _all(
    context: ToolContext, how: How, wanted: str, tag: str
) -> tuple[list[Found], list[dict[str, Any]], str]:
    read = await scripts.handles(context.session.page, scripts.FIND, [how, wanted, tag])
    frames = [await _described(context, *each) for each in read.answers]
    return [each for found, _ in frames for each in found], [facts for _, facts in frames], read.remark


async def _described(
    context: ToolContext, frame: Frame, handles: JSHandle
) -> tuple[list[Found], dict[str, Any]]:
    """The elements a script found in a frame, and what else it told."""
    facts = given(await handles.evaluate("({elements, ...facts}) => facts"))
    place = scripts.place(context.session.page, frame)
    found = [Found(frame, handles, index, place, **each) for index, each in enumerate(facts["described"])]
    return found, facts


def _page(context: ToolContext) -> str:
    return re.split(r"[?#]", context.session.page.url)[0]


def _remember(context: ToolContext, selector: str, found: Found) -> None:
    known = state_of(context.session).known
    ways = tuple((way, value) for way, value in found.ways)
    known[_page(context), selector] = Known(found.kind, ways, tuple(found.around), frozenset(found.kin))


async def _healed(context: ToolContext, how: How, selector: str) -> Found | None:
    """What a selector found before on this page, by the other ways it was known by; None where none of them leads anywhere.

    Raises:
        ToolError: they lead to several elements, or too little speaks for the one; the message lists them.
    """
    known = state_of(context.session).known.get((_page(context), selector))
    if known is None or context.settings.heal == "off":
        return None
    read = await scripts.handles(
        context.session.page, scripts.HEAL, [how, known.kind, [list(way) for way in known.ways]]
    )
    led: list[list[Found]] = [[] for _ in known.ways]
    for answer in read.answers:
        found, facts = await _described(context, *answer)
        for places, positions in zip(led, facts["led"], strict=True):
            places += [found[at] for at in positions]
    alone = {way: places[0] for (way, _), places in zip(known.ways, led, strict=True) if len(places) == 1}
    candidates = {(each.place, each.index): each for places in led for each in places}
    if not candidates:
        return None
    was, now = dict(known.ways), next(iter(candidates.values()))
    another = "test id" in was and "test id" not in alone and "test id" in dict(now.ways)
    # One thing alone is said of a neighbour as well, such as what the same button of another row says.
    enough = len(alone) > 1 or ("test id" in alone and "words" not in was)
    neighbour = tuple(now.around) != known.around or now.id in known.kin
    if len(candidates) > 1 or another or neighbour or not enough:
        listed = "; ".join(each.told_apart for each in [*candidates.values()][:_MOST_LISTED])
        raise ToolError(
            f"{shortened(selector, 100)!r} finds nothing any more, and what it found before is not sure: {listed}. "
            "Give the selector of the one that is meant"
        )
    because = ", ".join(f"{way} {value!r}" for way, value in known.ways if way in alone)
    taken = now.selector or now.label
    return replace(
        now, healed={"was": selector, "now": taken, "because": f"the only {known.kind} with {because}"}
    )


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
