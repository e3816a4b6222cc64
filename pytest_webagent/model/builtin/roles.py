"""Roles: what can be meant by a noun such as "button", and what an instruction can be about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from pytest_webagent.aria_roles import TEXT_FIELDS, TOGGLES
from pytest_webagent.model.builtin.words import content
from pytest_webagent.values.plain_text import word_set

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

ELEMENTS = word_set("button link field checkbox radio tab option heading image menu item")
"""Nouns for elements of a page, which are counted and listed as such."""
VERBS = (
    "add|remove|delete|edit|save|cancel|buy|purchase|place|approve|reject|decline|archive|restore|publish|unpublish|"
    "send|post|share|like|reply_to|reply|follow|unfollow|subscribe_to|subscribe|unsubscribe|apply|create|register|start|stop|"
    "pause|play|resume|expand|collapse|show|hide|close|download|print|export|import|duplicate|copy|rename|mark|flag|star|pin|"
    "assign|invite|block|unblock|lock|unlock|complete|finish|confirm|continue|proceed|check_out|checkout|order|reserve|"
    "return|refund|pay|pay_for|redeem|reset|retry|refresh|update|upgrade|view|preview|increase|decrease|increment|decrement|"
    "accept|allow|agree_to|log_in|sign_in|login|log_out|log_off|sign_out|logout|sign_up|join|leave|undo|redo|next|favorite|"
    "bookmark|submit|load|book|schedule|reschedule|revoke|renew|extend|mute|unmute|merge|reopen|rerun|withdraw|transfer|track|"
    "connect|disconnect|install|uninstall|skip|quote|generate"
)
"""The verbs that pages put on their own buttons; ``_`` stands for a space."""
_NO_DEEDS = word_set(
    "expand collapse show continue proceed view preview login register join next load refresh post track increase "
    "decrease increment decrement skip quote book extend"
)
_DEEDS = (
    {content(verb.replace("_", " "))[0] for verb in VERBS.split("|")}
    | word_set("clear deny disable dismiss enable empty move suspend wipe")
) - _NO_DEEDS


def tells_a_deed(name: str) -> bool:
    """Whether a control's name starts with something it does to a thing, other than opening it."""
    words = content(name)
    return bool(words) and words[0] in _DEEDS
