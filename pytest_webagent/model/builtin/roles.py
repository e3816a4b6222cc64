"""Roles: what can be meant by a noun such as "button", and what an instruction can be about."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, TypeAlias

from pytest_webagent.model.builtin.view import TEXT_FIELDS, TOGGLES
from pytest_webagent.model.builtin.words import content, word_set

if TYPE_CHECKING:
    from collections.abc import Mapping

Purpose: TypeAlias = Literal["press", "field", "choice", "toggle", "any"]

PRESSED = word_set(
    "button link menuitem menuitemcheckbox menuitemradio tab option radio checkbox switch treeitem "
    "combobox listbox gridcell disclosuretriangle"
)
HINT_ROLES: Mapping[str, tuple[frozenset[str], ...]] = {
    # Roles of the first set are what the noun means; those of the next one are what people call so too.
    "button": (
        frozenset(("button", "switch")),
        word_set("link menuitem tab radio generic img"),
    ),
    "link": (frozenset(("link",)), frozenset(("button", "menuitem"))),
    "field": (TEXT_FIELDS, frozenset(("slider", "listbox", "checkbox"))),
    "search field": (TEXT_FIELDS,),
    "checkbox": (TOGGLES - {"radio"}, frozenset(("radio",))),
    "radio": (frozenset(("radio", "menuitemradio")),),
    "dropdown": (frozenset(("combobox", "listbox")), frozenset(("button", "group"))),
    "list": (frozenset(("listbox", "combobox", "list")), frozenset(("button",))),
    "slider": (frozenset(("slider", "spinbutton")),),
    "tab": (frozenset(("tab",)), frozenset(("link", "button"))),
    "option": (
        frozenset(("option", "radio", "menuitemradio", "menuitem")),
        frozenset(("listitem", "link", "button", "checkbox")),
    ),
    "menu item": (
        frozenset(("menuitem", "menuitemcheckbox", "menuitemradio")),
        frozenset(("link", "option", "button")),
    ),
    "heading": (frozenset(("heading",)),),
    "image": (frozenset(("img", "image")), frozenset(("link", "button"))),
    "icon": (frozenset(("button", "link", "img", "image")), frozenset(("generic",))),
}
PURPOSE_ROLES: Mapping[Purpose, frozenset[str]] = {
    "press": PRESSED,
    "field": TEXT_FIELDS | {"slider"},
    "choice": word_set("combobox listbox radiogroup group spinbutton textbox searchbox"),
    "toggle": TOGGLES,
}
WANTED: Mapping[Purpose, str] = {
    "press": "something to press",
    "field": "a field",
    "choice": "a list to choose from",
    "toggle": "a checkbox",
    "any": "an element",
}

_DEEDS = re.compile(
    r"accept|add|allow|apply|approve|archive|assign|block|book|bookmark|buy|cancel|checkout|clear|"
    r"close|complete|confirm|copy|create|decline|delete|deny|disable|dismiss|download|duplicate|edit|"
    r"empty|enable|export|finish|flag|follow|hide|import|invite|leave|like|lock|logout|mark|move|"
    r"order|pause|pay|pin|place|play|print|publish|purchase|refund|reject|rename|reply|reserve|reset|"
    r"restore|resume|retry|return|save|send|share|star|start|stop|submit|subscribe|suspend|unblock|"
    r"undo|unfollow|unlock|unpublish|unsubscribe|update|upgrade|wipe"
)


def tells_a_deed(name: str) -> bool:
    """Whether a control's name starts with something it does to a thing, other than opening it."""
    words = content(name)
    return bool(words) and _DEEDS.fullmatch(words[0]) is not None
