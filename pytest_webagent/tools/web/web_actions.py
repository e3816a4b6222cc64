"""The ``web_*`` tools that act: opening, clicking, filling in, sending a form."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from pytest_webagent.browser.page_script import given
from pytest_webagent.errors import ToolError
from pytest_webagent.tools.core.base import ToolContext, tool
from pytest_webagent.tools.core.wording import shortened
from pytest_webagent.tools.gui import controls, list_selection, pointer
from pytest_webagent.tools.gui import text_fields as text_fields
from pytest_webagent.tools.gui.targets import Target, told
from pytest_webagent.tools.web import element_search, opening, scripts
from pytest_webagent.tools.web.web_answers import (
    ACT_SECONDS,
    GRACE,
    LONGEST_ECHO,
    NotFound,
    answered,
    awaited,
)

if TYPE_CHECKING:
    from playwright.async_api import JSHandle

    from pytest_webagent.messages import ToolResult
    from pytest_webagent.tools.web.element_search import Found

MASK: Final = "***"
"""Stands for what is nobody's business."""
_WARNING: Final = "HIGH RISK: what a form sends is permanent; nobody can take it back from here"
_TAG: Final = re.compile(r"\*|[a-zA-Z][\w-]*")
_GOES: Final = f"({{form}}) => ({controls.SUBMITS})(form, 'submit')"
_REQUEST: Final = "({form, sender}) => HTMLFormElement.prototype.requestSubmit.call(form, sender)"


@tool(risk="LOW", up_to="MEDIUM", quotes=True, seconds=ACT_SECONDS + GRACE)
async def web_navigate(context: ToolContext, url: str) -> ToolResult:
    """Open a URL in the current tab.

    Args:
        url: The whole URL, with http:// or https://.
    """

    async def navigate() -> dict[str, Any]:
        acted = await opening.arrive(context, await opening.destination(context, url))
        final = opening.place(context)
        return {
            "final_url": final,
            "title": await opening.title(context),
            "message": told(f"Opened {shortened(final, 200)}.", acted),
        }

    return await answered(
        context, ACT_SECONDS, {"url": url[:LONGEST_ECHO], "final_url": "", "title": ""}, navigate
    )


@tool(up_to="HIGH", gated=True, seconds=ACT_SECONDS + GRACE)
async def web_click(context: ToolContext, selector_or_text: str, tag: str = "button") -> ToolResult:
    """Click the element with a text or name, or the one a selector finds. Where several fit, none is clicked and they are listed.

    Args:
        selector_or_text: What the element says, or its name as the page is shown to you; or a CSS selector, or an XPath.
        tag: The tag of the element, where its text is given: "a" for links.
    """

    async def click() -> dict[str, Any]:
        if not selector_or_text.strip() or not _TAG.fullmatch(tag):
            raise ToolError(
                f"selector_or_text must say what to click, and tag be a tag such as 'a', not {shortened(tag, 60)!r}"
            )
        found = await element_search.clickable(context, selector_or_text, tag)
        return found.told(await pointer.press(context, await found.target(context)))

    return await answered(context, ACT_SECONDS, {"target": selector_or_text[:LONGEST_ECHO]}, click)


@tool(up_to="HIGH", gated=True, seconds=ACT_SECONDS + GRACE, takes_secrets=("value",))
async def web_fill(context: ToolContext, field_hint: str, value: str) -> ToolResult:
    """Fill in the field that has a label, placeholder, name or id; choose an option if it is a dropdown.

    Args:
        field_hint: Its label, placeholder, name, id or aria-label, or a part of it; or a CSS selector.
        value: The whole new content of the field, or the option.
    """
    # Until the field is known, what is meant for it may be a password.
    fields = {"field_hint": field_hint[:LONGEST_ECHO], "value": MASK}
    context.call.secret = ("value",)

    async def fill() -> dict[str, Any]:
        if not field_hint.strip():
            raise ToolError("field_hint is empty: give the label, placeholder, name or id of the field")
        found = await element_search.field(context, field_hint)
        if not found.secret:
            context.call.secret = ()
            fields["value"] = value[:LONGEST_ECHO]
        try:
            filled = await _fill(context, found, value)
        except ToolError as error:
            if found.secret and value:
                raise type(error)(str(error).replace(value, MASK)) from None
            raise
        if found.secret or filled.secret:
            context.call.secret, fields["value"] = ("value",), MASK
        if not filled.kept:
            raise ToolError(filled.sentence)
        return found.told(filled.sentence)

    return await answered(context, ACT_SECONDS, fields, fill)


@tool(risk="HIGH", up_to="HIGH", gated=True, seconds=ACT_SECONDS + GRACE)
async def web_submit_form(context: ToolContext) -> ToolResult:
    """Send the first form of the page, which may be its search: by its button. Another form is sent by web_click on its button."""

    async def submit() -> dict[str, Any]:
        form = await awaited(context, lambda last: _first_form(context, last))
        facts = given(
            await form.evaluate("({name, pressed, wrong, blocked}) => ({name, pressed, wrong, blocked})")
        )
        label = f"form {facts['name']!r}" if facts["name"] else "the form"
        if facts["wrong"]:
            raise ToolError(f"{label} was not sent: fill in first {'; '.join(facts['wrong'])}")
        if facts["blocked"]:
            raise ToolError(f"{label} was not sent: its button is disabled until something else enables it")
        button = (await form.evaluate_handle("({button}) => button")).as_element()
        if button is not None:
            pressed = facts["pressed"]
            target = Target(
                label=f"button {pressed!r} of {label}", role="button", name=pressed, element=button
            )
            return {
                "message": await pointer.press(context, await element_search.aimed(context, target), "HIGH")
            }
        controls.about_to_send(context, f"submit {label}", await form.evaluate(_GOES) or "")
        acted = await context.session.act(lambda: form.evaluate(_REQUEST))
        return {"message": told(f"Sent {label}.", acted, effect=True)}

    return await answered(context, ACT_SECONDS, {"warning": _WARNING}, submit)


async def _fill(context: ToolContext, found: Found, value: str) -> text_fields.Filled:
    target = await found.target(context)
    if found.tag == "select":
        context.about_to("MEDIUM", f"choose an option in {found.label}")
        return text_fields.Filled(
            await list_selection.choose(context, target, value), kept=True, secret=False
        )
    if found.type in ("checkbox", "radio", "file"):
        raise ToolError(f"{found.label} takes no text: it is a {found.type} field; click it with web_click")
    return await text_fields.fill(context, target, value)


async def _first_form(context: ToolContext, last: bool) -> JSHandle:
    read = await scripts.handles(context.session.page, scripts.FORM)
    for _, handle in read.answers:
        form: JSHandle = handle
        if await form.evaluate("found => Boolean(found.form)"):
            if not last and await form.evaluate("found => found.blocked"):
                raise NotFound("the button of the form is disabled")
            return form
    raise NotFound(f"there is no form to be seen on the page.{read.remark}".removesuffix("."))


TOOLS = (web_navigate, web_click, web_fill, web_submit_form)
