"""Finds an element on the live page without a handle of Playwright.

For a handle, Playwright loads all of its scripts into the world of the page, beside those that it acts with: once for each
document, which takes longer than most actions. So an element is looked for by what its markup says, in a world of our own,
and Playwright only confirms that it is the one that has the role and the name. What is not found like this takes a handle.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final, cast

from playwright.async_api import Error as PlaywrightError

from pytest_webagent.recording.element_ways import LOOK, LookedAt, wanted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from playwright.async_api import ElementHandle, JSHandle, Page
    from playwright.async_api import Locator as LiveLocator

    from pytest_webagent.browser.page_watch import PageWatch
    from pytest_webagent.browser.session import BrowserSession
    from pytest_webagent.page.locator import Locator
    from pytest_webagent.recording.element_ways import Item, Way

# The one that a way leads to, or that says its name itself. It is kept for the reads to come.
_FIND: Final = """async ({kind, name, nth, asked}) => {
    const flat = text => (text || '').replace(/\\s+/g, ' ').trim();
    const read = each => Array.from(each.childNodes, part => part.nodeType === 3 ? part.data
        : part.nodeType !== 1 || part.ariaHidden === 'true' ? ''
        : part.ariaLabel || part.alt || read(part)).join('');
    const named = ids => (ids || '').split(' ').map(id => document.getElementById(id)).filter(each => each);
    const said = each => flat(named(each.getAttribute('aria-labelledby')).map(each => each.ariaLabel || read(each)).join(' '))
        || flat(each.ariaLabel) || flat(Array.from(each.labels || [], read).join(' '))
        || flat(each.localName === 'input' ? each.value : read(each)) || flat(each.placeholder) || flat(each.title);
    let alone = false;
    const find = () => {
        const led = asked.ways.map(way => document.querySelectorAll(way)).find(found => found.length === 1);
        const called = Array.from(document.querySelectorAll(
            'a, area, button, summary, input, select, textarea, option, [role], [contenteditable]'
        )).filter(each => (each.getAttribute('role') || kind) === kind && said(each) === name && each.checkVisibility());
        alone = called.length === 1 && (!led || led[0] === called[0]);
        return led ? led[0] : nth ? called[nth - 1] : alone ? called[0] : null;
    };
    const until = performance.now() + 500;
    let element = find();
    while (!element && document.readyState === 'loading' && performance.now() < until) {
        await new Promise(later => setTimeout(later, 10));
        element = find();
    }
    if (!element) return {path: '', loading: document.readyState === 'loading'};
    const steps = [];
    for (let each = element; each.parentElement; each = each.parentElement)
        steps.unshift(`*[${1 + Array.from(each.parentElement.children).indexOf(each)}]`);
    const kept = globalThis.webagentFound ??= [];
    return {alone, key: kept.push(element) - 1, path: steps.join('/'), loading: false, look: (LOOK)(element, asked)};
}""".replace("LOOK", LOOK)


_GONE_MS: Final = 1_000
"""How long an element that was there a moment ago is waited for."""


class LoadingError(Exception):
    """The document is not there as a whole yet, and the element neither."""


class LiveElement:
    """An element that was found, used as an `ElementHandle` is: read in our world, and acted on by its locator."""

    def __init__(self, watch: PageWatch, key: int, locator: LiveLocator) -> None:
        self._watch = watch
        self._key = key
        self._locator = locator

    def __getattr__(self, name: str) -> Any:
        return getattr(self._locator, name)

    async def evaluate(self, function: str, argument: object = None) -> Any:
        """What a function of JavaScript, which only reads, gives for the element and an argument.

        Raises:
            Error: its document is gone.
        """
        read = f"([key, argument]) => ({function})(webagentFound[key], argument)"
        return await self._watch.call(read, [self._key, argument], anew=False)

    async def evaluate_handle(self, function: str, argument: object = None) -> JSHandle:
        """What a function gives that Playwright calls. Raises like `evaluate`."""
        return await self._locator.evaluate_handle(function, argument, timeout=_GONE_MS)

    async def focus(self) -> None:
        """Give it the focus."""
        await self.evaluate("element => element.focus()")

    async def content_frame(self) -> None:
        """It is none."""


async def _is_at(found: LiveLocator, path: str, page: Page) -> bool:
    return bool(await page.locator(":root").locator(f"xpath=./{path}").and_(found).count())


async def live_element(
    session: BrowserSession, found: LiveLocator, locator: Locator, ways: Sequence[Way], items: Sequence[Item]
) -> tuple[ElementHandle, LookedAt] | tuple[None, None]:
    """The element that Playwright finds, and no other, looked at; nothing where another way has to be taken to it.

    Raises:
        LoadingError: it is not there, and may still come.
    """
    (kind, name, _), page = locator.called, session.page
    asked = {"kind": kind, "name": name, "nth": locator.nth, "asked": wanted(ways, items)}
    try:
        watch = await session.settler.watch(page)
        told, count = await asyncio.gather(watch.call(_FIND, asked), found.count())
        if told["loading"]:
            raise LoadingError
        if not told["path"]:
            return None, None
        # Each of them found one thing that is called so. Where only one of them knows that it is alone, it may be two.
        alone = told["alone"] and count == 1
        if not alone and (count != 1 or not await _is_at(found, told["path"], page)):
            return None, None
    except PlaywrightError:
        raise LoadingError from None
    element = LiveElement(watch, told["key"], found)
    return cast("ElementHandle", element), LookedAt.of(told["look"])
