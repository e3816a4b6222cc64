"""One element in words, as a model reads it: ``[12] button "Add to cart" (disabled)``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_webagent.aria_roles import TOGGLES
from pytest_webagent.browser.fields import FIELD_ROLES, WITHHELD

if TYPE_CHECKING:
    from pytest_webagent.observation import Element

UNSPOKEN_ROLES = frozenset(("generic", "text", "paragraph", "strong", "emphasis", "cell", "gridcell", "code"))
"""Roles that say no more than that there is text."""
UNREADABLE_ROLES = frozenset(("canvas", "video", "embed", "object"))
_MOST_OPTIONS = 12
_STATE_WORDS = {"active": "focused", "type=file": "file input", WITHHELD: f"filled, {WITHHELD}"}
CLOSED = "closed shadow root"


def words(element: Element, *, name: bool = True, hidden: bool = True, longest: int | None = None) -> str:
    """The element's id, role, name, text, value and states.

    Args:
        element: what to describe.
        name: whether to say its name; not where its parts follow and say the same.
        hidden: whether to mark it when it is hidden; not below something already marked.
        longest: most characters of its text and value.
    """
    parts = [head(element)]
    if name and element.name:
        parts.append(quoted(element.name, longest))
    if element.text and not element.shown and not (name and element.text in element.name):
        parts.append(quoted(element.text, longest))
    if element.value is not None and not (element.value == "" and element.role not in FIELD_ROLES):
        parts.append("= " + quoted(element.value, longest))
    remarks = _remarks(element, hidden=hidden)
    if remarks:
        parts.append(f"({', '.join(remarks)})")
    if element.options:
        parts.append(_options(element.options))
    return " ".join(part for part in parts if part)


def head(element: Element) -> str:
    """The element's id and role."""
    number = "" if element.id is None else f"{'*' if element.new or element.changed else ''}[{element.id}]"
    if element.role in UNSPOKEN_ROLES:
        role = "clickable" if element.clickable and element.role != "text" else ""
        if CLOSED in element.states:
            role = "element"
    else:
        role = element.role
    return f"{number} {role}".strip()


def quoted(text: str, longest: int | None = None) -> str:
    """Text of the page between quotes, on one line, so that none of it can pass for another element."""
    plain = " ".join(text.split())
    left_out = ""
    if longest is not None and len(plain) > longest:
        left_out = f" ... {len(plain) - longest} more characters"
        plain = plain[:longest]
    escaped = plain.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"{left_out}'


def _options(options: tuple[str, ...]) -> str:
    shown = ", ".join(quoted(option, 60) for option in options[:_MOST_OPTIONS])
    more = len(options) - _MOST_OPTIONS
    return f"(options: {shown}" + (f" and {more} more)" if more > 0 else ")")


def _remarks(element: Element, *, hidden: bool) -> list[str]:
    remarks: list[str] = []
    if element.hidden and hidden:
        remarks.append("hidden")
    if element.shown:
        remarks.append("a name that is not seen: it shows " + quoted(element.shown, 80))
    if element.placeholder and element.placeholder != element.name:
        remarks.append("placeholder " + quoted(element.placeholder, 80))
    if element.description:
        remarks.append(element.description)
    elif not element.name and element.role == "link" and element.url:
        remarks.append("to " + quoted(element.url, 80))
    remarks.extend(_state(state) for state in element.states)
    if element.role in TOGGLES and not any(state.startswith("checked") for state in element.states):
        remarks.append("not checked")
    if element.role in FIELD_ROLES and element.value is None and WITHHELD not in element.states:
        remarks.append("empty")
    if "type=file" in element.states and not element.value:
        remarks.append("no file chosen")
    if element.clickable and not (
        element.name or element.text or remarks or element.options or element.value
    ):
        remarks.append("no name" + _whereabouts(element))
    if element.role in UNREADABLE_ROLES or CLOSED in element.states:
        remarks.append("cannot be read as text" + _whereabouts(element))
    return remarks


def _state(state: str) -> str:
    if state in _STATE_WORDS:
        return _STATE_WORDS[state]
    key, equals, value = state.partition("=")
    return (value if key == "type" else f"{key} {value}") if equals else state


def _whereabouts(element: Element) -> str:
    if element.box is None:
        return ""
    x, y, width, height = (round(part) for part in element.box)
    return f": {width}x{height} pixels at {x},{y}"
