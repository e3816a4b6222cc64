"""Finds the elements of a recording on the live page: the one that was recorded, or none.

What Playwright can look up by role and name costs a few messages to the browser. What it cannot, or what it does not find
alone, is looked for on an observation, by the same words.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from playwright.async_api import Error as PlaywrightError

from pytest_webagent.aria_roles import CONTROLS, ITEMS, ROLES
from pytest_webagent.errors import Diverged, ToolError
from pytest_webagent.page.locator import Part
from pytest_webagent.page.locators import HOLDERS, locators
from pytest_webagent.recording.element_ways import Item, looked_at
from pytest_webagent.recording.live_element import LoadingError, live_element
from pytest_webagent.tools.gui.targets import Target, bring_frame_into_view, of_element
from pytest_webagent.values.plain_text import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from playwright.async_api import ElementHandle, Frame, Page
    from playwright.async_api import Locator as LiveLocator

    from pytest_webagent.browser.session import BrowserSession
    from pytest_webagent.page.locator import Locator
    from pytest_webagent.recording.element_ways import LookedAt, Way
    from pytest_webagent.tools.core.base import ToolContext

PATIENCE: Final = 10.0
"""Seconds in which an element, or the effect of a step, has to come."""
_PAUSES: Final = (0.01, 0.02, 0.05, 0.1)
"""Seconds between the first looks."""
_PAUSE: Final = 0.25
"""Seconds between later ones."""
_GONE_MS: Final = 1_000
"""How long an element that was there a moment ago is waited for."""
_TAGS: Final = {
    "row": "tr, [role=row]",
    "listitem": "li, [role=listitem]",
    "article": "article, [role=article]",
    "option": "option, [role=option]",
    "treeitem": "[role=treeitem]",
}
"""CSS for the things of lists."""


class Live(NamedTuple):
    """A locator as Playwright has it."""

    locator: LiveLocator
    items: tuple[Item, ...] = ()
    """What still is to be seen to: how the things of lists are called that the element stands in."""


def live(page: Page | Frame, locator: Locator) -> Live | None:
    """What Playwright finds by role and name in a page or frame; None where a page has to be read for it."""
    called, items, before = locator.called, list[Item](), Part("")
    found: Page | Frame | LiveLocator = page
    if called.kind not in ROLES or locator.every or (called.kind in CONTROLS and not called.name):
        return None
    for part in reversed(locator.within):
        if plain(part.name) and plain(part.name) in plain(called.name):
            # It is called by what it is in, or the other way round: that tells no more.
            continue
        if part.kind in ITEMS and part.name:
            items.append(Item(_TAGS[part.kind], part.name, part.head))
            rows = found if part.is_also(before) else _by_role(found, Part(part.kind))
            found = rows.filter(has=page.get_by_text(part.name, exact=True))  # type: ignore[union-attr]  # rows are no page
        elif part.kind in HOLDERS and part.kind in ROLES and part.name:
            found = _by_role(found, part)
        else:
            return None
        before = part
    there = _by_role(found, called)
    return Live(there.nth(locator.nth - 1) if locator.nth else there, tuple(items))


def _by_role(within: Page | Frame | LiveLocator, part: Part) -> LiveLocator:
    return (
        within.get_by_role(part.kind, name=part.name, exact=True)  # type: ignore[arg-type]
        if part.name
        else within.get_by_role(part.kind)  # type: ignore[arg-type]
    )


async def find(
    context: ToolContext, locator: Locator, ways: Sequence[Way], *, patience: float = PATIENCE
) -> Target:
    """The element of a recording, once it is there and can be used; `patience` are the seconds it gets.

    Raises:
        Diverged: it is not there, not alone, or not the one that the other ways lead to.
    """
    until, pauses = time.monotonic() + patience, iter(_PAUSES)
    while True:
        last = time.monotonic() >= until
        found, problem = await _looked_for(context, locator, ways, last=last)
        if found is not None:
            return found
        if last:
            raise Diverged(problem)
        await asyncio.sleep(next(pauses, _PAUSE))


async def _looked_for(
    context: ToolContext, locator: Locator, ways: Sequence[Way], *, last: bool
) -> tuple[Target | None, str]:
    session = context.session
    fast = live(session.page, locator)
    if fast is not None and session.dialog is None:
        target = Target(label=str(locator), role=locator.called.kind, locator=fast.locator)
        try:
            element, look = await live_element(session, fast.locator, locator, ways, fast.items)
        except LoadingError:
            if not last:
                return None, ""
            element, look = None, None
        if look is None:
            found, element, look = await _handled(session.page, locator, ways)
            target = replace(target, locator=found)
        if look is not None and look.inside:
            return _judged(replace(target, element=element), look, ways, last=last)
    page = await session.observe()
    places = locators(page).find(locator)
    if len(places) != 1:
        there = f"there are {len(places)} of them" if places else "it is not there"
        return None, f"{locator} is to be on the page {page.title!r}, and {there}"
    try:
        target = of_element(context, page.elements[places[0]])
        element = await target.handle(session.page)
        seen = await _looks(element, ways)
    except ToolError as error:
        return None, str(error)
    if not seen:
        return None, f"{locator} is to be on the page {page.title!r}, and it went away"
    return _judged(replace(target, element=element), seen[0], ways, last=last)


def _judged(target: Target, seen: LookedAt, ways: Sequence[Way], *, last: bool) -> tuple[Target | None, str]:
    if seen.elsewhere:
        others = ", ".join(str(ways[at]) for at in seen.elsewhere)
        return None, f"{target.label} is there, but {others} leads to another element, and it led to this one"
    # What stays disabled is tried all the same: the tool says what is in the way.
    return (target, "") if seen.usable or last else (None, "")


async def _handled(
    page: Page, locator: Locator, ways: Sequence[Way]
) -> tuple[LiveLocator, ElementHandle, LookedAt] | tuple[None, None, None]:
    """The one element that Playwright finds, in whatever frame, and what looking at it gives."""
    places = [found for frame in page.frames if (found := live(frame, locator)) is not None]
    seen = await asyncio.gather(*(_looks(each.locator, ways, each.items) for each in places))
    at = [place for place, looks in zip(places, seen, strict=True) for _ in looks]
    try:
        if len(at) == 1:
            handle = await at[0].locator.element_handle(timeout=_GONE_MS)
            await bring_frame_into_view(handle, str(locator))
            return at[0].locator, handle, next(look for looks in seen for look in looks)
    except (PlaywrightError, ToolError):
        # It went away: it is looked for again.
        pass
    return None, None, None


async def _looks(
    found: LiveLocator | ElementHandle, ways: Sequence[Way], items: Sequence[Item] = ()
) -> list[LookedAt]:
    try:
        return await looked_at(found, ways, items)
    except PlaywrightError:
        # The page moves on: it is looked at again.
        return []


async def is_there(session: BrowserSession, locator: Locator, *, in_words: bool = False) -> bool:
    """Whether the page has an element that is called so, at this moment, and shows it.

    With `in_words` any element that says just that will do, if it is none to act on: a heading may be made a plain text.
    """
    if session.dialog is not None:
        # A page answers nothing while one is open.
        return False
    fast, name = live(session.page, locator), locator.called.name
    if fast is not None:
        try:
            # Which column a row is told by, Playwright does not see.
            if await fast.locator.count() and not any(item.head for item in fast.items):
                return True
            # Where nothing has these words in it, no more has to be read.
            said = (each.get_by_text(name).count() for each in session.page.frames)
            if name and not any(await asyncio.gather(*said)):
                return False
        except PlaywrightError:
            return False
    page = await session.observe()
    look = locators(page)
    by_words = in_words and locator.called.kind not in CONTROLS and not look.has_column(locator.called.head)
    words = plain(name) if by_words else ""
    return bool(look.find(locator)) or any(
        words and words == plain(each.name or each.text) for each in page.elements if not each.hidden
    )
