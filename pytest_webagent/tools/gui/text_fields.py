"""Tools that fill in and empty text fields."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from pytest_webagent.errors import ToolError
from pytest_webagent.tools.core.base import ToolContext, tool
from pytest_webagent.tools.gui import controls
from pytest_webagent.tools.gui.aiming import find
from pytest_webagent.tools.gui.secret_fields import filled_in, goes_at_once, way_in
from pytest_webagent.tools.gui.targets import ACTION_MS, ElementId, Target, joined, reading, told

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from playwright.async_api import ElementHandle, Page

    from pytest_webagent.browser.session import Acted
    from pytest_webagent.tools.gui.controls import Facts

_FORMATS = {
    "date": "YYYY-MM-DD, such as 2026-05-03",
    "time": "HH:MM in 24 hours, such as 14:30",
    "datetime-local": "YYYY-MM-DDTHH:MM, such as 2026-05-03T14:30",
    "month": "YYYY-MM, such as 2026-05",
    "week": "YYYY-Www, such as 2026-W18",
    "number": "a number with a point for decimals, such as 12.5",
    "range": "a number within its limits, such as 5",
    "color": "#rrggbb, such as #ff8800",
}
_LONGEST_TYPED = 200
"""Texts up to this length are typed key by key, as a person does; longer ones are put in at once."""

# A field of the same type that is in no page says whether the browser takes the value.
_TAKES = """(element, text) => {
    const probe = document.createElement('input');
    for (const name of ['type', 'min', 'max', 'step'])
        if (element.hasAttribute(name)) probe.setAttribute(name, element.getAttribute(name));
    probe.value = text;
    return probe.value.toLowerCase() === text.toLowerCase() || (probe.value !== '' && Number(probe.value) === Number(text));
}"""
_LIMITS = "range => ` (from ${range.min || 0} to ${range.max || 100} in steps of ${range.step || 1})`"
_FOCUSED = """(gone, wanted) => {
    let found = gone.ownerDocument.activeElement;
    while (found && found.shadowRoot && found.shadowRoot.activeElement) found = found.shadowRoot.activeElement;
    return found && found.matches(wanted) ? found : null;
}"""
_SIGNS = str.maketrans(dict.fromkeys("$€£¥₹%", " ") | {"\u00a0": " ", "\u202f": " ", "−": "-"})
_AMOUNT = re.compile(r"[-+]?(?:\d{1,3}(?:[ ,.']\d{3})+|\d+)?(?:[.,]\d{1,2})?")


class Filled(NamedTuple):
    """What came of filling in a field."""

    sentence: str
    kept: bool
    """Whether the field was seen to hold what was typed, or went away as the page moved on."""
    secret: bool
    """Whether what it holds is nobody's business."""


_HOLD_THE_TEXT = ("text", "value")
"""The arguments that hold the text, in the tools that fill fields."""


@tool(name="type", up_to="HIGH", takes_secrets=("text",))
async def type_text(
    context: ToolContext,
    text: str,
    field_description: str,
    element_id: ElementId | None = None,
    coords: str | None = None,
    submit: bool = False,
) -> str:
    """Replace the content of a text field with a text. No key is pressed afterwards, unless `submit` is true.

    Args:
        text: The whole new content of the field.
        field_description: The field in words, such as "the search box in the header".
        element_id: Number of the field in the newest observation.
        coords: Where the field is instead, as "<point>x y</point>" on the picture.
        submit: Whether to press Enter in the field afterwards.
    """
    # Until the field is known, what is meant for it may be a password.
    context.call.secret = _HOLD_THE_TEXT
    target = await find(context, element_id, coords, field_description)
    return (await fill(context, target, text, submit=submit)).sentence


async def fill(context: ToolContext, target: Target, text: str, *, submit: bool = False) -> Filled:
    """Replace the content of the field meant; what came of it.

    Raises:
        ToolError: it takes no text, or not this one, or it is only said.
    """
    field, state = await _field(context, target)
    if state.secret:
        context.call.secret = _HOLD_THE_TEXT
    elif context.call.secret == _HOLD_THE_TEXT:
        context.call.secret = ()
    text = text if state.multiline else " ".join(text.splitlines())
    named = text
    field, text = await filled_in(context, field, state, target.label, named)
    await _check_format(field, state, target.label, text)
    if submit and state.submits is not None:
        controls.about_to_send(
            context, f"type into {target.label} and submit its form", state.submits, " by Enter"
        )
    else:
        context.about_to("MEDIUM", f"type into {target.label}")
    way = way_in(context, field, target.label, named, text)
    acted, field, after = await _enter(context, target, field, state, text, way)
    verb = "Emptied" if not text else "Typed into"
    if after is None:
        gone = "" if context.session.dialog else ", which is no longer on the page"
        unsent = " Enter was not pressed." if submit else ""
        return Filled(told(f"{verb} {target.label}{gone}.{unsent}", acted), True, state.secret)
    secret = state.secret or after.secret
    if secret:
        context.call.secret = _HOLD_THE_TEXT
    kept = _kept(text, after)
    sentence = f"{verb} {target.label}. {after.shows}"
    if not kept:
        limit = f" (it takes {after.longest} characters)" if after.longest else ""
        sentence = f"{verb} {target.label}, but it did not keep the text as given{limit}. {after.shows}"
        if goes_at_once(context, named):
            sentence += " No other field got any of it."
        elif not after.focused:
            sentence += (
                " The page moved on to another field while it was typed: see whether the rest is there."
            )
    if not submit:
        return Filled(told(sentence, acted), kept, secret)
    if not kept:
        return Filled(told(f"{sentence} Enter was not pressed.", acted), kept, secret)
    sent = await context.session.act(lambda: field.press("Enter", timeout=ACTION_MS))
    return Filled(told(f"{sentence} Pressed Enter in it.", joined(acted, sent)), kept, secret)


@tool
async def clear(
    context: ToolContext, description: str, element_id: ElementId | None = None, coords: str | None = None
) -> str:
    """Empty a text field.

    Args:
        description: The field in words.
        element_id: Number of the field in the newest observation.
        coords: Where the field is instead, as "<point>x y</point>" on the picture.
    """
    target = await find(context, element_id, coords, description)
    field, state = await _field(context, target)
    acted, _, after = await _enter(context, target, field, state, "")
    if after is not None and after.value.strip():
        raise ToolError(f"{target.label} did not stay empty. {after.shows}")
    return told(f"Emptied {target.label}.", acted)


async def _field(context: ToolContext, target: Target) -> tuple[ElementHandle, Facts]:
    page = context.session.page
    found = await controls.control(page, target, controls.TEXT_FIELDS)
    if found is None:
        raise ToolError(f"{target.label} takes no text. {await _advice(page, target)}")
    controls.refuse_locked(found[1], target.label)
    return found


async def _advice(page: Page, target: Target) -> str:
    state = await controls.facts(await target.handle(page), target.label)
    tools = {"select": "selection", "check": "check or uncheck", "radio": "check", "file": "upload_file"}
    if state.kind in tools:
        return f"For it, call {tools[state.kind]}"
    return "Give a text field: a textbox, searchbox, spinbutton or combobox of the newest observation"


async def _check_format(field: ElementHandle, state: Facts, label: str, text: str) -> None:
    wanted = _FORMATS.get(state.type)
    if wanted and text and not await field.evaluate(_TAKES, text):
        limits = await field.evaluate(_LIMITS) if state.type == "range" else ""
        raise ToolError(f"{label} is a {state.type} field: it takes {wanted}{limits}, not {text!r}")


async def _enter(
    context: ToolContext,
    target: Target,
    field: ElementHandle,
    state: Facts,
    text: str,
    way: Callable[[], Awaitable[None]] | None = None,
) -> tuple[Acted, ElementHandle, Facts | None]:
    """Put the text in, another way too if the first one loses some of it; the field then, and what it shows."""
    if way is not None:
        # The browser's own input goes wherever the focus is by then: a secret has one way in only.
        return await context.session.act(way), *await _now(context, field, target, text)
    page = context.session.page
    by_keys = (
        state.kind == "text"
        and state.type not in _FORMATS
        and 0 < len(text) <= _LONGEST_TYPED
        and text.isprintable()
    )
    # A replay is no slower than code that fills fields.
    key_by_key = not context.targets
    acted = await context.session.act(
        lambda: _type_keys(page, field, state, text, each=key_by_key) if by_keys else _fill(field, text)
    )
    field, after = await _now(context, field, target, text)
    done = state.type in _FORMATS or (by_keys and not after.focused) if after else True
    if after is None or done or _kept(text, after):
        return acted, field, after
    again = await context.session.act(
        lambda: _fill(field, text) if by_keys and key_by_key else _type_keys(page, field, after, text)
    )
    field, second = await _now(context, field, target, text)
    return joined(acted, again), field, second


async def _now(
    context: ToolContext, field: ElementHandle, target: Target, text: str
) -> tuple[ElementHandle, Facts | None]:
    """The field and what it shows. Where it was drawn anew, that is the one that has the focus and holds the text."""
    if context.session.dialog is not None:
        return field, None
    try:
        state = await controls.facts(field, target.label)
        if state.connected:
            return field, state
        async with reading(target.label):
            successor = (await field.evaluate_handle(_FOCUSED, controls.TEXT_FIELDS)).as_element()
        if (
            text
            and successor is not None
            and _kept(text, found := await controls.facts(successor, target.label))
        ):
            return successor, found
    except ToolError:
        # The page moved on, and the field with it.
        return field, None
    return field, None


async def _fill(field: ElementHandle, text: str) -> None:
    await field.fill(text, timeout=ACTION_MS)


async def _type_keys(page: Page, field: ElementHandle, state: Facts, text: str, *, each: bool = True) -> None:
    """Type a text, with `each` of its characters pressed as a key, else the last one only."""
    if not state.shown:
        await field.scroll_into_view_if_needed(timeout=ACTION_MS)
    await field.focus()
    if state.value:
        # Where the field is empty, a list that takes several would give up what was chosen before.
        await page.keyboard.press("ControlOrMeta+a")
        await page.keyboard.press("Delete")
    if not each and text[:-1]:
        await page.keyboard.insert_text(text[:-1])
    await page.keyboard.type(text if each else text[-1])


def _kept(text: str, after: Facts) -> bool:
    """Whether all that was typed is in the field, whatever the field put between; a number is the same number."""
    value = after.value
    wanted, found = number(text), number(value)
    if wanted is not None and found is not None and wanted != found:
        return False
    if "".join(value.split()) == "".join(text.split()) or (not text and not value.strip()):
        return True
    typed = [character for character in text.casefold() if character.isalnum()]
    shown = iter(character for character in value.casefold() if character.isalnum())
    return bool(typed) and all(character in shown for character in typed)


def number(text: str) -> float | None:
    """The number a text is written to be, whatever its currency sign and separators; None if it is none."""
    plain = text.translate(_SIGNS).strip()
    if not _AMOUNT.fullmatch(plain) or not any(character.isdigit() for character in plain):
        return None
    whole, mark, cents = re.fullmatch(r"(.*?)(?:([.,])(\d{1,2}))?", plain).groups()  # type: ignore[union-attr]
    digits = "".join(character for character in whole if character.isdigit())
    return float(f"{'-' if plain.startswith('-') else ''}{digits or 0}.{cents if mark else 0}")


TOOLS = (type_text, clear)
