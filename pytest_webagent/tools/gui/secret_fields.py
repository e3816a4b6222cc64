"""Secrets that are about to be typed: put in the place of their names where the field is theirs, and a person could see it."""

from __future__ import annotations

from functools import partial
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

from playwright.async_api import Error

from pytest_webagent.browser import hit
from pytest_webagent.browser.page_facts import SECRET_FIELD
from pytest_webagent.errors import ToolError
from pytest_webagent.geometry import Point
from pytest_webagent.policy.secrets import Spot
from pytest_webagent.tools.gui.targets import ACTION_MS, reading

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator, Mapping

    from playwright.async_api import ElementHandle, FloatRect

    from pytest_webagent.tools.core.base import ToolContext
    from pytest_webagent.tools.gui.controls import Facts

_FIELD: Final = """field => {
    const at = id => field.getRootNode().getElementById?.(id)?.textContent;
    const by = (field.getAttribute('aria-labelledby') || '').split(/\\s+/).filter(Boolean).map(at);
    const labels = Array.from(field.labels || [], label => label.textContent);
    const own = ['name', 'id', 'aria-label', 'placeholder'].map(name => field.getAttribute(name));
    return {
        names: [...own, ...labels, ...by].filter(Boolean).map(name => name.slice(0, 200)),
        hides: field.type === 'password' || getComputedStyle(field).webkitTextSecurity !== 'none',
        seen: field.checkVisibility({opacityProperty: true, visibilityProperty: true}),
    };
}"""
# Its label may lie over it, and what is in a closed shadow root is hit at its host.
_IS_HIT: Final = """(field, hit) => {
    const labels = Array.from(field.labels || []);
    if (field.contains(hit) || labels.some(label => label.contains(hit))) return true;
    for (let host = field.getRootNode().host; host; host = host.getRootNode().host) if (host === hit) return true;
    return false;
}"""
_PUT_IN: Final = (
    files("pytest_webagent.tools.gui")
    .joinpath("secret_input.js")
    .read_text(encoding="utf-8")
    .strip()
    .replace("SECRET_FIELD", SECRET_FIELD)
)
_PLACES: Final = ((0.5, 0.5), (0.15, 0.5), (0.85, 0.5))
"""Where a field is looked at, in parts of its width and height: a button may stand in it."""
_LEAST: Final = 4
"""A field that is smaller than this, in CSS pixels, is not to be seen."""


async def filled_in(
    context: ToolContext, field: ElementHandle, state: Facts, label: str, text: str
) -> tuple[ElementHandle, str]:
    """A field, and the text for it with secrets in the place of their names.

    Raises:
        ToolError: the field is on another origin, is not theirs, or cannot be seen; the message says what is right.
    """
    if not context.vault.names_in(text):
        return field, text
    async with reading(label):
        # The very element that is looked at here is then typed into, and none that a locator finds anew.
        field = (await field.evaluate_handle("field => field")).as_element() or field
        facts: Mapping[str, Any] = await field.evaluate(_FIELD)
        frame = await field.owner_frame()
    url = "" if frame is None else frame.url
    spot = Spot(label, url, facts["hides"], state.secret, tuple(facts["names"]))
    told = context.filled_in(text, spot)
    if not await _can_be_seen(context, field, facts):
        raise ToolError(
            f"nothing was typed into {label}: a secret goes only into a field that can be seen, and this one is hidden or "
            "covered by something. Close what lies over it, or choose the field that a person sees"
        )
    return field, told


def goes_at_once(context: ToolContext, text: str) -> bool:
    """Whether a text is not to be typed key by key, since it names a secret. Codes are: there may be a field for each digit."""
    secrets = [context.vault.secret(name) for name in context.vault.names_in(text)]
    return bool(secrets) and not any(each.totp for each in secrets)


def way_in(
    context: ToolContext, field: ElementHandle, label: str, named: str, text: str
) -> Callable[[], Awaitable[None]] | None:
    """What puts in a text that names secrets; None for one that names none."""
    each = not goes_at_once(context, named)
    return partial(_put_in, field, label, text, each=each) if context.vault.names_in(named) else None


async def _put_in(field: ElementHandle, label: str, text: str, *, each: bool) -> None:
    # Pages may do something when a field gets the focus, such as to draw it anew. Whether it keeps it makes no difference.
    await field.focus()
    if not await field.evaluate(_PUT_IN, [text, each]):
        raise ToolError(
            f"nothing was typed into {label}: the page took it away, or locked it, when it got the focus. "
            "Look at the page, and choose the field that is there now"
        )


async def _can_be_seen(context: ToolContext, field: ElementHandle, facts: Mapping[str, Any]) -> bool:
    """Whether a person sees the field, and who points at it hits it or its label."""
    if not facts["seen"]:
        return False
    try:
        await field.scroll_into_view_if_needed(timeout=ACTION_MS)
        box = await field.bounding_box()
        if box is None or box["width"] < _LEAST or box["height"] < _LEAST:
            return False
        for point in _points(box):
            there = await hit.at(context.session.page, point)
            if there is not None and await field.evaluate(_IS_HIT, there.handle):
                return True
    except Error:
        # What is hit is in another frame, or the page moved on.
        return False
    return False


def _points(box: FloatRect) -> Iterator[Point]:
    for across, down in _PLACES:
        yield Point(box["x"] + box["width"] * across, box["y"] + box["height"] * down)
