"""What kind of control an element is, and what it shows: looked up in the page without changing it."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from pytest_webagent.browser.field_memory import ask_about
from pytest_webagent.browser.page_facts import SECRET_FIELD
from pytest_webagent.errors import ToolError
from pytest_webagent.policy.redaction import shown_url
from pytest_webagent.tools.core.wording import shortened
from pytest_webagent.tools.gui.targets import Target, reading

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle, Page

    from pytest_webagent.tools.core.base import ToolContext

Kind: TypeAlias = Literal["text", "rich", "select", "check", "radio", "file", "button", "other"]

SUBMITS = files("pytest_webagent.tools.gui").joinpath("submits.js").read_text(encoding="utf-8").strip()
"""An expression of JavaScript: the function ``(element, how)`` that tells whether ``click``, ``press`` (a click anywhere in
it), ``Enter``, ``Space``, ``change`` or, of a form, ``submit`` sends a form: null, or where it goes as a remark: " (POST /orders)",
or "" where the page does not say."""

# The control that a person who points at the element means: the element itself, the control of its label, the one
# control inside of it, or the editable area around it. `wanted` is the selector of what the tool can work with.
_CONTROL = """(element, wanted) => {
    const own = element.closest ? element : element.parentElement;
    if (!own) return null;
    if (own.matches(wanted)) return own;
    if (own.isContentEditable && wanted.includes('contenteditable')) {
        let host = own;
        while (host.parentElement && host.parentElement.isContentEditable) host = host.parentElement;
        return host;
    }
    const label = own.closest('label');
    if (label && label.control && label.control.matches(wanted)) return label.control;
    const roots = own.shadowRoot ? [own, own.shadowRoot] : [own];
    const inside = roots.flatMap(root => Array.from(root.querySelectorAll(wanted)));
    if (inside.length === 1) return inside[0];
    return null;
}"""

TEXT_FIELDS = (
    "input:not([type=checkbox], [type=radio], [type=file], [type=button], [type=submit], [type=reset], [type=image],"
    " [type=hidden]), textarea, [contenteditable]:not([contenteditable=false])"
)
CHECKABLE = "input[type=checkbox], input[type=radio], [role=checkbox], [role=switch], [role=radio]," + (
    "[role=menuitemcheckbox], [role=menuitemradio], [aria-checked]"
)
FILES = "input[type=file]"

# What a person clicks: the box, or what stands for it where the box itself cannot be hit.
_VISIBLE = """box => {
    const shown = each => {
        const area = each.getBoundingClientRect();
        return area.width > 2 && area.height > 2
            && each.checkVisibility({opacityProperty: true, visibilityProperty: true});
    };
    if (shown(box)) return box;
    return Array.from(box.labels || []).find(shown) || null;
}"""

_FACTS = """element => {
    const tag = element.localName, type = tag === 'input' ? element.type : '';
    const rich = element.isContentEditable;
    const texty = tag === 'textarea' || (tag === 'input' && !['checkbox', 'radio', 'file', 'button', 'submit',
        'reset', 'image', 'hidden'].includes(type));
    const kind = rich ? 'rich' : texty ? 'text' : tag === 'select' ? 'select'
        : type === 'checkbox' ? 'check' : type === 'radio' ? 'radio' : type === 'file' ? 'file'
        : tag === 'button' || ['button', 'submit', 'reset', 'image'].includes(type) ? 'button' : 'other';
    const secret = SECRET_FIELD(element);
    const value = rich ? element.innerText : 'value' in element ? String(element.value) : '';
    const message = element.validity && !element.validity.valid && !element.validity.valueMissing
        ? element.validationMessage : '';
    return {
        connected: element.isConnected, kind, type, secret, value: value.replace(/\\u200b|\\ufeff/g, ''), message: secret ? '' : message,
        locked: element.matches(':disabled') || element.closest('[aria-disabled=true]') ? 'disabled'
            : element.readOnly || element.getAttribute('aria-readonly') === 'true' ? 'read-only' : '',
        multiline: tag === 'textarea' || rich,
        submits: SUBMITS(element, 'Enter'),
        longest: element.maxLength > 0 ? element.maxLength : null,
        focused: element.getRootNode().activeElement === element,
        shown: element.getClientRects().length > 0 && element.checkVisibility({visibilityProperty: true}),
    };
}""".replace("SECRET_FIELD", SECRET_FIELD).replace("SUBMITS", SUBMITS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What is known of a control. `value` never leaves the tools when the control is `secret`."""

    connected: bool
    kind: Kind
    type: str
    secret: bool
    value: str
    message: str
    locked: str
    multiline: bool
    submits: str | None
    """Where Enter in it sends a form, as a remark; None where it sends none."""
    longest: int | None
    focused: bool
    shown: bool
    """Whether it is not hidden, so that it can be given the focus."""

    @property
    def shows(self) -> str:
        """What the control shows now, for a message to the model."""
        if self.secret:
            return "Its value is kept secret."
        value = f"It shows {shortened(self.value, 200)!r} now." if self.value.strip() else "It is empty now."
        return f"{value} The browser says: {shortened(self.message, 200)}" if self.message else value


async def control(page: Page, target: Target, wanted: str) -> tuple[ElementHandle, Facts] | None:
    """The control meant by an element, and what is known of it; None if it is none that the selector `wanted` matches.

    Raises:
        ToolError: the element is no longer there.
    """
    handle = await target.handle(page)
    async with reading(target.label):
        found = await ask_about(
            handle, f"(element, wanted) => element.matches?.(wanted) ? ({_FACTS})(element) : null", wanted
        )
        if found is not None:
            return handle, Facts(**found)
        frame = await handle.content_frame()
        if frame is not None:
            # Some rich-text editors are a whole document in an iframe.
            body = await frame.query_selector("body")
            editable = body is not None and await body.evaluate("body => body.isContentEditable")
            inner = body if editable else None
        else:
            inner = (await handle.evaluate_handle(_CONTROL, wanted)).as_element()
    return None if inner is None else (inner, await facts(inner, target.label))


async def seen(box: ElementHandle) -> ElementHandle | None:
    """What a person clicks for a box: itself, or the label that stands for one that cannot be seen."""
    if await box.evaluate(f"box => ({_VISIBLE})(box) === box"):
        return box
    return (await box.evaluate_handle(_VISIBLE)).as_element()


def about_to_send(context: ToolContext, what: str, sends: str, how: str = "") -> None:
    """Say that a form is sent next, right before it is: where it goes is told without what is secret.

    Args:
        context: What the tool may use.
        what: What is done, up to the remark.
        sends: Where it goes, as the remark that `SUBMITS` gives.
        how: What is done, after the remark.

    Raises:
        ToolError: it is only to be said, or not allowed.
    """
    context.call.sends = sends
    shown = sends and f"{shown_url(sends[:-1])})"
    context.about_to("HIGH", f"{what}{shown}{how}", f"{what}{sends}{how}")


async def about_to_change(context: ToolContext, handle: ElementHandle, label: str, what: str) -> None:
    """Say that a control is changed next, right before it is.

    Raises:
        ToolError: it is no longer there, or the change is only to be said.
    """
    async with reading(label):
        sends = await handle.evaluate(f"element => ({SUBMITS})(element, 'change')")
    if sends is not None:
        about_to_send(context, f"{what} and submit a form", sends, " by that")
    else:
        context.about_to("MEDIUM", what)


async def facts(handle: ElementHandle, label: str) -> Facts:
    """What the control is and shows.

    Raises:
        ToolError: it is no longer there.
    """
    async with reading(label):
        found: dict[str, Any] = await ask_about(handle, _FACTS)
    return Facts(**found)


def refuse_locked(state: Facts, label: str) -> None:
    """Refuse a control nobody can change.

    Raises:
        ToolError: it is disabled or read-only.
    """
    if state.locked == "read-only":
        raise ToolError(
            f"{label} is read-only: nothing can be typed into it. Click it: it may have a picker, or take a text from then on"
        )
    if state.locked:
        raise ToolError(f"{label} is {state.locked}: it cannot be changed until something else allows it")
