"""Locators as people write them for Playwright: candidates from what an element is called, each tried on the live page."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

from playwright.async_api import Error as PlaywrightError

from pytest_webagent.aria_roles import ITEMS, ROLES
from pytest_webagent.recording.playwright_code import Code
from pytest_webagent.recording.step_effects import address_of
from pytest_webagent.values.plain_text import plain, word_set

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable, Iterator, Mapping

    from playwright.async_api import ElementHandle, Page

    from pytest_webagent.page.locator import Part

_WHERE: Final = """(found, wanted) => [found.length, found.indexOf(wanted)]"""
_LANDMARKS: Final = word_set(
    "main navigation banner contentinfo complementary dialog alertdialog table form region group search list tabpanel"
)
"""Roles of parts of a page that something is looked for in."""
_SAYS: Final = word_set("alert status log timer heading searchbox combobox table dialog progressbar")
"""Roles that tell enough by themselves, where there is one of them."""
_CELLS: Final = frozenset(("cell", "gridcell", "rowheader", "columnheader"))
_LABELS: Final = frozenset(("dt", "label", "th"))
"""Tags of what labels the element after it."""
_NO_LABELS: Final = frozenset(("td", "a", "h1", "h2", "h3", "h4", "h5", "h6"))
"""Tags of what is something of its own."""
_LONGEST: Final = 60
_MOST: Final = 30


@cache
def _facts_script() -> str:
    text = files("pytest_webagent.recording").joinpath("element_facts.js").read_text(encoding="utf-8")
    # A comment before a function is no expression to Playwright.
    return text[text.index("element =>") :]


@dataclass(frozen=True)
class Named:
    """A live element with what is known of it."""

    handle: ElementHandle
    facts: Mapping[str, Any]
    frame: Code
    """The page, or the frame of it that it is in."""

    @property
    def whole(self) -> str:
        """All that it says."""
        return str(self.facts["whole"])

    @property
    def around(self) -> list[dict[str, Any]]:
        """What it stands in, from the inside out."""
        return list(self.facts["around"])


class LivePages:
    """The open pages of a test, by the names of their variables."""

    def __init__(self) -> None:
        self.known: dict[str, Any] = {}
        """Those pages, and what else code may name."""
        self.origin = ""
        """Where addresses begin that are written as paths."""

    def address(self, url: str) -> str:
        """An address, as a path where it is of the application that the test began with."""
        return address_of(url) if self.origin and url.startswith(f"{self.origin}/") else url

    def name_of(self, page: Page) -> str:
        """The variable of a page; empty where it has none yet."""
        return next((name for name, each in self.known.items() if each is page), "")

    def add(self, page: Page, name: str) -> str:
        """Give a page a variable, of this name or one like it."""
        number, free = 2, name
        while free in self.known:
            free, number = f"{name}_{number}", number + 1
        self.known[free] = page
        return free

    async def named(self, handle: ElementHandle, page: Page) -> Named:
        """An element with all that is known of it."""
        frame, inside = await handle.owner_frame(), list[str]()
        while frame is not None and frame.parent_frame is not None:
            element = await frame.frame_element()
            inside.append(await element.evaluate(_FRAME))
            frame = frame.parent_frame
        code = Code(self.name_of(page))
        for selector in reversed(inside):
            code = code.then("frame_locator", selector).as_holder("frame")
        return Named(handle, await handle.evaluate(_facts_script()), code)

    async def place(self, code: Code, handle: ElementHandle) -> tuple[int, int]:
        """How many elements a locator leads to, and at which position one of them is; -1 if it is not there."""
        try:
            count, at = await code.on(self.known).evaluate_all(_WHERE, handle)
        except PlaywrightError:
            return 0, -1
        return int(count), int(at)

    async def leads(self, code: Code, handle: ElementHandle) -> bool:
        """Whether a locator leads to an element, and to no other."""
        return await self.place(code, handle) == (1, 0)

    async def locators(
        self, element: Named, part: Part | None = None, *, says: str = "", exact: bool = False
    ) -> AsyncIterator[Code]:
        """Locators that lead to an element and to no other, those first that people prefer.

        `part` is what a recording calls it; `says` is what it is asked for, so that no locator may rest on that; with
        `exact`, names have to be the same as a whole.
        """
        direct = list(_direct(element.frame, element.facts, part, says, exact=exact))
        for code in direct:
            if await self.leads(code, element.handle):
                yield code
        for code in _beside(element, part, says):
            if await self.leads(code, element.handle):
                yield code
        async for code in self._inside(element, part, says, exact=exact):
            yield code
        for code in _by_css(element):
            if await self.leads(code, element.handle):
                yield code
        async for code in self._numbered(element, part, says, exact=exact):
            yield code

    async def _inside(
        self, element: Named, part: Part | None, says: str, *, exact: bool
    ) -> AsyncIterator[Code]:
        """Locators within a part of the page that is told from others."""
        async for holder, facts in self.holders(element, says):
            inner = list(_direct(holder, element.facts, part, says, exact=exact))
            if role := str(element.facts["role"]):
                inner.append(holder.then("get_by_role", role))
            inner += [holder.then("locator", f".{each}") for each in element.facts["classes"]]
            for code in inner:
                if await self.leads(code, element.handle):
                    yield code
            if role in _CELLS and facts["role"] == "row":
                for cells in (holder.then("get_by_role", role), holder.then("locator", "td")):
                    _, at = await self.place(cells, element.handle)
                    if at >= 0:
                        yield cells.then("nth", at)

    async def holders(self, element: Named, says: str = "") -> AsyncIterator[tuple[Code, dict[str, Any]]]:
        """Locators of what an element stands in, from the inside out, and what that is."""
        parent = element.handle
        for facts in element.around:
            found = (await parent.evaluate_handle("each => each.parentElement")).as_element()
            if found is None:
                return
            parent = found
            for code in _holding(element.frame, facts, says):
                if await self.leads(code, parent):
                    yield code, facts
                    break

    async def _numbered(
        self, element: Named, part: Part | None, says: str, *, exact: bool
    ) -> AsyncIterator[Code]:
        """Locators of several, and which of them it is."""
        outer = [code async for code, _ in self.holders(element, says)]
        role, level = str(element.facts["role"]), int(element.facts["level"])
        for holder in (*outer, element.frame):
            found = list(_direct(holder, element.facts, part, says, exact=exact))
            if role in ROLES:
                named = {"level": level} if level else {}
                found.append(holder.then("get_by_role", role, **named))
            found += [holder.then("locator", f".{each}") for each in element.facts["classes"]]
            for code in found:
                count, at = await self.place(code, element.handle)
                if count > 1 and 0 <= at < _MOST:
                    yield code.then("nth", at) if at else code.attribute("first")


_FRAME: Final = """frame => {
    for (const name of ['title', 'name', 'id', 'src']) {
        const value = frame.getAttribute(name);
        if (!value) continue;
        const selector = `iframe[${name}=${JSON.stringify(value)}]`;
        if (frame.getRootNode().querySelectorAll(selector).length === 1)
            return name === 'id' && /^[a-z][\\w-]*$/i.test(value) ? `#${value}` : selector.replaceAll('"', "'");
    }
    return 'iframe';
}"""


def _free(texts: Iterable[str], says: str) -> Iterator[str]:
    """Those of some texts that do not say what is asked for."""
    for text in dict.fromkeys(texts):
        if text and len(text) <= _LONGEST and not (says and says.casefold() in text.casefold()):
            yield text


def _direct(
    within: Code, facts: Mapping[str, Any], part: Part | None, says: str, *, exact: bool
) -> Iterator[Code]:
    """Locators by what an element itself is called, in the order in which Playwright recommends them."""
    kind, name, _ = part or ("", "", "")
    names = [name, *facts["names"], *([] if says else [facts["text"]])]
    roles = [each for each in dict.fromkeys((kind, facts["role"])) if each in ROLES and each not in _CELLS]
    if facts["type"] == "file":
        # Browsers call it a button, and people a field.
        roles = []
    # "Cart" alone would be a part of "View cart", too, once a message has that. A name may have an amount behind it.
    strictness: tuple[dict[str, Any], ...] = ({"exact": True},) if exact else ({"exact": True}, {})
    for role in roles:
        for each in _free(names, says):
            yield from (within.then("get_by_role", role, name=each, **strict) for strict in strictness)
    for each in _free((*facts["labels"], facts["ariaLabel"]), says):
        yield from (within.then("get_by_label", each, **strict) for strict in strictness)
    for each in _free((facts["placeholder"],), says):
        yield within.then("get_by_placeholder", each)
    if facts["testId"]:
        yield within.then("get_by_test_id", facts["testId"])
    for each in () if says else _free((facts["text"],), says):
        yield from (within.then("get_by_text", each, **strict) for strict in strictness)
    for method, text in (("get_by_alt_text", facts["alt"]), ("get_by_title", facts["title"])):
        yield from (within.then(method, each) for each in _free((text,), says))
    for role in roles:
        if role in _SAYS:
            level = {"level": 1} if facts["level"] == 1 else {}
            yield from (within.then("get_by_role", role, **told) for told in ({}, level))


def _beside(element: Named, part: Part | None, says: str) -> Iterator[Code]:
    """Locators by the text that stands before an element and labels it."""
    label, tag = str(element.facts["before"]), element.facts["beforeTag"]
    called = part is not None and not part.kind and plain(part.name) == plain(label.rstrip(" :="))
    if tag not in _LABELS and (tag in _NO_LABELS or not called):
        return
    for each in _free((label,), says):
        following = f"+ {element.facts['tag']}"
        yield element.frame.then("get_by_text", each, exact=True).then("locator", following)


def _holding(frame: Code, facts: Mapping[str, Any], says: str) -> Iterator[Code]:
    """Locators of a part of the page, or of a thing of a list."""
    role = str(facts["role"])
    if role in ROLES and (role in ITEMS or role in _LANDMARKS):
        found = frame.then("get_by_role", role)
        holder = {"listitem": "item", "list": "items", "navigation": "menu", "region": "section"}.get(
            role, role
        )
        for name in _free(facts["names"], says):
            yield frame.then("get_by_role", role, name=name).as_holder(holder)
        if role in ITEMS:
            for head in _free(facts["heads"], says):
                yield found.then("filter", has_text=head).as_holder(holder)
        if role in _LANDMARKS:
            yield found.as_holder(holder)
    if facts["testId"]:
        yield frame.then("get_by_test_id", facts["testId"]).as_holder("section")
    if facts["id"]:
        yield frame.then("locator", f"#{facts['id']}").as_holder("section")
    for each in facts["classes"]:
        yield frame.then("locator", f".{each}").as_holder("section")


def _by_css(element: Named) -> Iterator[Code]:
    """Locators by attributes that no reader sees."""
    facts, frame = element.facts, element.frame
    if facts["id"] and not any(map(str.isdigit, facts["id"])):
        yield frame.then("locator", f"#{facts['id']}")
    for name in ("name", "href"):
        if facts[name]:
            yield frame.then("locator", f"{facts['tag']}[{name}={_css(facts[name])}]")
    for each in facts["classes"]:
        yield frame.then("locator", f".{each}")


def _css(value: str) -> str:
    return f"'{value}'" if "'" not in value else json.dumps(value)
