"""What a recording ends with, as assertions of Playwright: each is tried on the live page before it is written."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import expect as live_expect

from pytest_webagent.aria_roles import CELLS, CONTROLS, ROLES
from pytest_webagent.errors import ToolError
from pytest_webagent.page.locators import locators
from pytest_webagent.recording.playwright_code import Code, expect, holder_of, quoted
from pytest_webagent.recording.playwright_statements import NotEjectedError
from pytest_webagent.recording.step_effects import address_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping, Sequence

    from playwright.async_api import ElementHandle

    from pytest_webagent.browser.session import BrowserSession
    from pytest_webagent.claims.derivation import Derivation, Finding
    from pytest_webagent.observation import Observation
    from pytest_webagent.page.locator import Part
    from pytest_webagent.recording.playwright_locators import LivePages, Named

_STATES: Final[Mapping[str, tuple[tuple[Any, ...], ...]]] = {
    "checked": (("to_be_checked",), ("to_have_attribute", "aria-checked", "true")),
    "unchecked": (("not_to_be_checked",), ("to_have_attribute", "aria-checked", "false")),
    "enabled": (("to_be_enabled",),),
    "disabled": (("to_be_disabled",),),
    "visible": (("to_be_visible",),),
    "empty": (("to_have_value", ""), ("to_be_empty",)),
    "filled": (("not_to_have_value", ""), ("not_to_be_empty",)),
    "expanded": (("to_have_attribute", "aria-expanded", "true"),),
    "collapsed": (("to_have_attribute", "aria-expanded", "false"),),
    "selected": (("to_have_attribute", "aria-selected", "true"),),
    "pressed": (("to_have_attribute", "aria-pressed", "true"),),
    "required": (("to_have_attribute", "required", ""), ("to_have_attribute", "aria-required", "true")),
    "invalid": (("to_have_attribute", "aria-invalid", "true"),),
    "current": (("to_have_attribute", "aria-current", "page"), ("to_have_attribute", "aria-current", "true")),
    "not checked": (("not_to_be_checked",),),
    "not visible": (("to_be_hidden",),),
    "not disabled": (("to_be_enabled",),),
    "not enabled": (("to_be_disabled",),),
    "not empty": (("not_to_have_value", ""), ("not_to_be_empty",)),
}
"""States, and the assertions that may say them."""
_NAMED_BY_CONTENT: Final = CONTROLS | CELLS | {"heading", "row"}
"""Roles of what is called by all that is in it."""
_ITEMS_OF_ROWS: Final = "tbody tr"
_PATIENCE: Final = 1000
"""Milliseconds in which what is written has to hold on the page as it is."""
_INNERMOST: Final = """(element, text) => {
    const says = each => (each.textContent || '').replace(/\\s+/g, ' ').includes(text);
    let found = null;
    for (let each = element; each; each = Array.from(each.children).filter(says).length === 1
        ? Array.from(each.children).find(says) : null) if (each !== element) found = each;
    return found;
}"""
"""JavaScript of the smallest element within one that says a text."""
_LONGEST: Final = 300
_A_LABEL: Final = 60
_OUTER: Final = 3
"""How far around a value is looked for what is told from others."""


class Assertions:
    """Writes assertions on one page."""

    def __init__(
        self,
        session: BrowserSession,
        pages: LivePages,
        seen: Observation,
        sighted: Mapping[str, set[str]] | None = None,
    ) -> None:
        """Begin; `sighted` are the locators that led before to what must not be there, by the words of that."""
        self._sighted = sighted or {}
        self._session = session
        self._pages = pages
        self._seen = seen
        self._page = Code(pages.name_of(session.page))

    async def of(self, finding: Finding, part: Part | None) -> list[Code]:
        """What says that a finding is as it was; `part` is what the recording calls its one element.

        Raises:
            NotEjectedError: nothing says it.
        """
        told = finding.derivation
        # What is read of a statement has no words of its own.
        finding = finding._replace(wording=finding.wording or finding.where)
        match told.op:
            case "url":
                lines = [expect(self._page, "to_have_url", address_of(self._session.page.url))]
            case "title":
                lines = [expect(self._page, "to_have_title", self._seen.title)]
            case "tabs":
                lines = [Code(f"assert len({self._page}.context.pages) == {finding.text}")]
            case "exists" | "not_exists" if not told.elements:
                lines = await self._sought(told, finding.wording)
            case "exists":
                handles = [await self._handle(each) for each in told.elements]
                lines = [line for each in handles for line in await self._there(each, told, part)]
            case "count":
                lines = await self._counted(finding)
            case "text" | "value":
                handle = await self._handle(told.elements[0])
                lines = [await self.saying(handle, finding.text, part, value=told.op == "value")]
            case _:
                lines = await self._several(finding)
        return lines

    async def saying(
        self, handle: ElementHandle, text: str, part: Part | None, *, value: bool | None = None
    ) -> Code:
        """What says that an element says what it does, of which `text` is what is asked for.

        Raises:
            NotEjectedError: nothing says it.
        """
        element = await self._named(handle)
        if value if value is not None else element.facts["tag"] in ("input", "textarea", "select"):
            return await self._holding(element, text, part)
        if _squeezed(text) != _squeezed(element.whole) and (inner := await self._part(element, text)):
            return inner
        # A place that is only counted out is the last that a person would write.
        counted: Code | None = None
        async for code in self._pages.locators(element, part, says=text):
            for assertion in self._texts(code, element, text):
                if await self._holds(assertion):
                    if code.calls[-1].name not in ("nth", "first") or code.held:
                        return assertion
                    counted = counted or assertion
        outer = await self._around(element, text)
        found = outer or counted
        if found is None:
            raise NotEjectedError(f"no locator leads to what says {text!r} without saying it itself")
        return found

    def _texts(self, code: Code, element: Named, text: str) -> list[Code]:
        """What may say that an element says what it does."""
        if _squeezed(text) in _squeezed(element.whole):
            return [expect(code, "to_have_text", element.whole)]
        # A part of a long text is told by itself only where it is long, too: "$7.50" is also in "$17.50".
        long = [expect(code, "to_contain_text", text)] if len(text) > _A_LABEL else []
        return [*long, expect(code, "to_have_accessible_name", text)]

    async def _part(self, element: Named, text: str) -> Code | None:
        """What says it of the piece of an element that says it, told from others by what it stands in."""
        handle = (await element.handle.evaluate_handle(_INNERMOST, text)).as_element() or element.handle
        inner = await self._named(handle)
        if _squeezed(text) not in _squeezed(inner.whole):
            return None
        if _squeezed(inner.whole) == _squeezed(text):
            return await self.saying(handle, text, None, value=False)
        async for holder, _ in self._pages.holders(inner, text):
            code = holder.then("get_by_text", inner.whole, exact=True)
            if await self._pages.leads(code, handle):
                return expect(code, "to_be_visible")
        return None

    async def _around(self, element: Named, text: str) -> Code | None:
        """What says it of something small that it stands in."""
        parent = element.handle
        for _ in element.around[:_OUTER]:
            found = (await parent.evaluate_handle("each => each.parentElement")).as_element()
            if found is None:
                return None
            parent = found
            outer = await self._named(parent)
            label = outer.whole.partition(text)[0].strip()
            if not label or len(outer.whole) > _LONGEST // 2:
                continue
            if len(label) <= _A_LABEL and str(outer.facts["own"]).startswith(label):
                code = outer.frame.then("get_by_text", label)
                if await self._pages.leads(code, parent) and await self._holds(
                    assertion := expect(code, "to_have_text", outer.whole)
                ):
                    return assertion
            async for code in self._pages.locators(outer, None, says=text):
                if await self._holds(assertion := expect(code, "to_have_text", outer.whole)):
                    return assertion
        return None

    async def _holding(self, element: Named, text: str, part: Part | None) -> Code:
        """What says that a field holds what it does."""
        if element.facts["tag"] not in ("input", "textarea", "select"):
            radio = element.frame.then("get_by_role", "radio", name=text, exact=True)
            if await self._holds(assertion := expect(radio, "to_be_checked")):
                return assertion
        async for code in self._pages.locators(element, part, says=text):
            held = await element.handle.input_value()
            if element.facts["tag"] == "select":
                chosen = code.then("locator", "option:checked")
                if await self._holds(assertion := expect(chosen, "to_have_text", text)):
                    return assertion
            if await self._holds(assertion := expect(code, "to_have_value", held)):
                return assertion
        raise NotEjectedError(f"no locator leads to the field that holds {text!r}")

    async def _there(self, handle: ElementHandle, told: Derivation, part: Part | None) -> list[Code]:
        """What says that an element is there, says its text and is in its state."""
        element = await self._named(handle)
        states = _STATES.get(told.state or "visible", ())
        async for code in self._pages.locators(element, part, exact=True):
            said = (
                not told.text or f"={quoted(told.text)}" in str(code) or f"({quoted(told.text)}" in str(code)
            )
            lines: list[Code] = [] if said else self._texts(code, element, told.text)
            for name, *arguments in states:
                if await self._holds(assertion := expect(code, name, *arguments)):
                    state = [] if lines and name == "to_be_visible" else [assertion]
                    if all([await self._holds(each) for each in lines]):
                        return [*lines, *state]
                    break
        raise NotEjectedError(f"no assertion says that {element.whole[:_A_LABEL]!r} is there as it was")

    async def _sought(self, told: Derivation, wording: str) -> list[Code]:
        """What says that something is there, or is not, which is looked for by its role and text."""
        if told.state:
            raise NotEjectedError(f"nothing looks for what is {told.state}")
        sighted = self._sighted.get(wording)
        async for code in self._sought_by(told):
            if told.op == "not_exists":
                # What never led to it does not tell that it is gone.
                told_by = [code] if sighted is None or str(code) in sighted else []
                assertions = [expect(each, "to_have_count", 0) for each in told_by]
            else:
                assertions = [expect(each, "to_be_visible") for each in (code, code.attribute("first"))]
            for assertion in assertions:
                if await self._holds(assertion):
                    # In what is not there is nothing.
                    section = holder_of(assertion) if told.op == "not_exists" else None
                    there = () if section is None else (section.as_holder("section"),)
                    return [*(expect(each, "to_be_visible") for each in there), assertion]
        raise NotEjectedError(f"no assertion says whether there is {told.text or told.role!r}")

    async def sightings(self, told: Derivation) -> set[str]:
        """Which of the locators of what is looked for lead to something, at this moment."""
        found: set[str] = set()
        async for code in self._sought_by(told):
            with suppress(PlaywrightError):
                found |= {str(code)} if await code.on(self._pages.known).count() else set()
        return found

    async def _sought_by(self, told: Derivation) -> AsyncIterator[Code]:
        async for within in self._within(told):
            if told.role in _NAMED_BY_CONTENT and told.text:
                yield within.then("get_by_role", told.role, name=told.text)
            if told.role in ROLES:
                found = within.then("get_by_role", told.role)
                yield found.then("filter", has_text=told.text) if told.text else found
            elif told.text:
                yield within.then("get_by_text", told.text)
                yield within.then("get_by_label", told.text)

    async def _within(self, told: Derivation) -> AsyncIterator[Code]:
        if told.within is None:
            yield self._page
            return
        element = await self._named(await self._handle(told.within))
        async for code in self._pages.locators(element, says=element.whole):
            yield code.as_holder("section")
        yield self._page

    async def _counted(self, finding: Finding) -> list[Code]:
        """What says how many there are."""
        told, number = finding.derivation, int(finding.text)
        if told.state:
            raise NotEjectedError(f"nothing counts what is {told.state}")
        if not number:
            return await self._sought(replace(told, op="not_exists", relation=None, to=""), finding.wording)
        if told.elements:
            code = await self._all([await self._handle(each) for each in told.elements])
            if code is not None:
                return [expect(code, "to_have_count", number)]
        async for within in self._within(told) if told.role in ROLES else _nothing():
            found = within.then("get_by_role", told.role)
            found = found.then("filter", has_text=told.text) if told.text else found
            cells = found.then("filter", has=within.then("get_by_role", "cell"))
            rows = (cells, within.then("locator", _ITEMS_OF_ROWS)) if told.role == "row" else ()
            for code in (found, *rows):
                if await self._holds(assertion := expect(code, "to_have_count", number)):
                    return [assertion]
        raise NotEjectedError(f"no locator leads to all that is counted: {finding.wording}")

    async def _like(self, first: Named) -> AsyncIterator[Code]:
        """Locators of all elements of the kind of one, within what it stands in."""
        role, level = str(first.facts["role"]), int(first.facts["level"])
        for holder in (first.frame, *[code async for code, _ in self._pages.holders(first)]):
            if role in ROLES:
                yield holder.then("get_by_role", role, **({"level": level} if level else {}))
            for each in first.facts["classes"]:
                yield holder.then("locator", f".{each}")
            if role == "row":
                yield holder.then("locator", _ITEMS_OF_ROWS)

    async def _all(self, handles: Sequence[ElementHandle]) -> Code | None:
        """A locator of several elements, and of no other."""
        async for code in self._like(await self._named(handles[0])):
            places = [await self._pages.place(code, each) for each in handles]
            if places == [(len(handles), at) for at in range(len(handles))]:
                return code
        return None

    async def _one_after_another(
        self, handles: Sequence[ElementHandle], texts: tuple[str, ...]
    ) -> Code | None:
        """What says that some things of a list stand in this order, whatever stands between."""
        async for code in self._like(await self._named(handles[0])):
            places = [(await self._pages.place(code, each))[1] for each in handles]
            if -1 in places or places != sorted(places):
                continue
            # What another one says, too, may be found at that one.
            saying = [code.then("filter", has_text=each).on(self._pages.known) for each in texts]
            alone = all([await each.count() == 1 for each in saying])
            if alone and await self._holds(assertion := expect(code, "to_contain_text", texts)):
                return assertion
        return None

    async def _several(self, finding: Finding) -> list[Code]:
        """What says that all that something is worked out from says what it does."""
        told, lines = finding.derivation, list[Code]()
        if told.op == "not_exists":
            raise NotEjectedError(f"nothing says it as strictly: {finding.wording}")
        for ids in filter(None, (told.elements, told.by)):
            handles = [await self._handle(each) for each in ids]
            texts = tuple([(await self._named(each)).whole for each in handles])
            code = await self._all(handles) if len(handles) > 1 else None
            if code is not None and await self._holds(assertion := expect(code, "to_have_text", texts)):
                lines.append(assertion)
                continue
            if told.op == "order":
                # By number or date, all that is sorted counts.
                placed = None if told.relation else await self._one_after_another(handles, texts)
                if placed is None:
                    raise NotEjectedError(f"nothing says the order as strictly: {finding.wording}")
                lines.append(placed)
                continue
            for each, text in zip(handles, texts, strict=True):
                lines.append(await self.saying(each, text, None))
        if not lines:
            raise NotEjectedError(f"nothing says it as strictly: {finding.wording}")
        return lines

    async def _handle(self, number: int) -> ElementHandle:
        try:
            return await self._session.locate(number).element_handle(timeout=_PATIENCE)
        except (PlaywrightError, ToolError):
            raise NotEjectedError("what the answer rests on went away") from None

    async def _named(self, handle: ElementHandle) -> Named:
        return await self._pages.named(handle, self._session.page)

    async def _holds(self, assertion: Code) -> bool:
        return await holds(assertion, self._pages.known)


def _squeezed(text: str) -> str:
    return "".join(text.split()).casefold()


async def _nothing() -> AsyncIterator[Code]:
    return
    yield


async def holds(assertion: Code, known: Mapping[str, Any]) -> bool:
    """Whether an assertion holds on the live page."""
    last = assertion.calls[-1]
    patient = last._replace(named=(*last.named, ("timeout", _PATIENCE)))
    try:
        await assertion._replace(calls=(*assertion.calls[:-1], patient)).on({**known, "expect": live_expect})
    except (AssertionError, PlaywrightError):
        return False
    return True


def url_of(address: str) -> tuple[str, bool]:
    """An address of a recording as `to_have_url` takes it, and whether it is a regular expression."""
    if "*" not in address:
        return address, False
    pieces = [re.escape(each).replace(r"\-", "-") for each in address.split("*")]
    return rf"^https?://[^/]+{'[^/?#&=]+'.join(pieces)}$", True


def called_part(finding: Finding, page: Observation) -> Part | None:
    """What the one element that something was read from is called, without what it says itself where that was read."""
    told = finding.derivation
    found = page.find(told.elements[0]) if len(told.elements) == 1 else None
    if found is None:
        return None
    return locators(page).of(page.index_of(found), says=told.op not in ("text", "value")).called
