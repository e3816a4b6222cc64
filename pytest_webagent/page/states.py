"""In what state an element is, by the words people have for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_webagent.aria_roles import CELLS, FIELDS, TOGGLES
from pytest_webagent.values.amounts import UnreadableError
from pytest_webagent.values.plain_text import plain

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_webagent.page.reading import Reading

_TICKS = TOGGLES | {"option", "treeitem"}
_CHOICES = CELLS | {"option", "tab", "row", "treeitem", "radio", "listitem"}
_OPENED = frozenset(
    (
        "button",
        "combobox",
        "link",
        "menuitem",
        "tab",
        "row",
        "treeitem",
        "group",
        "listbox",
        "checkbox",
        "switch",
        "gridcell",
    )
)
_CONTROLS = (
    FIELDS
    | _TICKS
    | _OPENED - {"row", "gridcell"}
    | {"radiogroup", "tablist", "menu", "toolbar", "tree", "grid"}
)


class _State(NamedTuple):
    """One of the states an element can be in, and the roles whose elements can be in it (all, if none are given)."""

    key: str
    roles: frozenset[str] = frozenset()
    opposite: str = ""
    """The state that is shown in its place, if there is one: whoever is in it could be in this one."""


_CHECKED = _State("checked", _TICKS)
_SELECTED = _State("selected", _CHOICES)
_PRESSED = _State("pressed", frozenset(("button",)))
_DISABLED = _State("disabled", _CONTROLS)
_EXPANDED = _State("expanded", _OPENED, "collapsed")
_COLLAPSED = _State("collapsed", _OPENED, "expanded")
_REQUIRED = _State("required", FIELDS | _TICKS | {"radiogroup"})
_READONLY = _State("readonly", FIELDS | _TICKS | {"radiogroup", "grid", "gridcell"})
_INVALID = _State("invalid", FIELDS | _TICKS | {"radiogroup"})
_EMPTY = _State("empty", FIELDS)
_MIXED = _State("mixed", _TICKS | {"button"})
_FOCUSED = _State("active")
_CURRENT = _State("current")
_MODAL = _State("modal")
_VISIBLE = _State("visible")

STATES: Final[Mapping[str, tuple[_State, bool]]] = {
    "checked": (_CHECKED, True),
    "ticked": (_CHECKED, True),
    "on": (_CHECKED, True),
    "unchecked": (_CHECKED, False),
    "unticked": (_CHECKED, False),
    "off": (_CHECKED, False),
    "mixed": (_MIXED, True),
    "checked=mixed": (_MIXED, True),
    "pressed=mixed": (_MIXED, True),
    "disabled": (_DISABLED, True),
    "enabled": (_DISABLED, False),
    "expanded": (_EXPANDED, True),
    "open": (_EXPANDED, True),
    "collapsed": (_COLLAPSED, True),
    "closed": (_COLLAPSED, True),
    "selected": (_SELECTED, True),
    "unselected": (_SELECTED, False),
    "pressed": (_PRESSED, True),
    "unpressed": (_PRESSED, False),
    "required": (_REQUIRED, True),
    "optional": (_REQUIRED, False),
    "readonly": (_READONLY, True),
    "read-only": (_READONLY, True),
    "editable": (_READONLY, False),
    "invalid": (_INVALID, True),
    "valid": (_INVALID, False),
    "focused": (_FOCUSED, True),
    "active": (_FOCUSED, True),
    "unfocused": (_FOCUSED, False),
    "empty": (_EMPTY, True),
    "filled": (_EMPTY, False),
    "current": (_CURRENT, True),
    "modal": (_MODAL, True),
    "visible": (_VISIBLE, True),
}
"""Words for states, the state each is about, and whether it means to be in it."""
STATE_WORDS: Final[Mapping[str, str]] = {
    **{word: word for word in STATES},
    **dict.fromkeys(("turned on", "switched on"), "on"),
    **dict.fromkeys(("turned off", "switched off"), "off"),
    **dict.fromkeys(("greyed out", "grayed out", "inactive"), "disabled"),
    **dict.fromkeys(("clickable", "pressable"), "enabled"),
    "chosen": "selected",
    "ticked": "checked",
    "unticked": "unchecked",
}
"""The state of a control by the words for it."""


def in_state(reading: Reading, at: int, word: str) -> bool:
    """Whether an element is in a state.

    Raises:
        UnreadableError: there is no such state, or no element of this role has it.
    """
    word = plain(word)
    negated = word.startswith("not ")
    state, wanted = STATES.get(word.removeprefix("not "), (None, True))
    if state is None:
        raise UnreadableError(
            f"there is no state {word!r}; the states are {', '.join(STATES)}, each also with 'not '"
        )
    at = _holder(reading, at, state)
    element = reading[at]
    if (
        state.roles
        and element.role not in state.roles
        and not _keys(element.states) & {state.key, state.opposite}
    ):
        raise UnreadableError(f"{reading.words(at)} cannot be {word}: a {element.role} has no such state")
    return _is(reading, at, state.key) == (wanted != negated)


def _holder(reading: Reading, at: int, state: _State) -> int:
    """The one control inside an element that has such a state, where it has none itself: a label holds its switch."""
    if reading[at].role in state.roles or not state.roles:
        return at
    inside = [each for each in reading.page.descendants(at) if reading[each].role in state.roles]
    return inside[0] if len(inside) == 1 else at


def state_of(word: str) -> tuple[str, bool] | None:
    """The state that a word is about, and whether it means to be in it; None where it is none."""
    word = plain(word)
    state, wanted = STATES.get(word.removeprefix("not "), (None, True))
    return None if state is None else (state.key, wanted ^ word.startswith("not "))


def told_states(reading: Reading, at: int) -> str:
    """The states an element shows, for a message."""
    return ", ".join(reading[at].states) or "no state in particular"


def _keys(states: tuple[str, ...]) -> set[str]:
    """The names of states as a snapshot writes them: ``checked``, ``level=2``, ``invalid: why``."""
    return {each.partition("=")[0].partition(":")[0] for each in states}


def _is(reading: Reading, at: int, key: str) -> bool:
    states = reading[at].states
    if key == "visible":
        # Only what can be seen comes this far.
        return True
    if key == "mixed":
        return any(each.endswith("=mixed") for each in states)
    if key == "empty":
        return not reading.value(at).strip() and not reading.withheld(at)
    if key in ("checked", "pressed"):
        # What is partly checked is neither checked nor unchecked.
        if f"{key}=mixed" in states:
            raise UnreadableError(f'{reading.words(at)} is partly {key}; the state for that is "mixed"')
        return key in states or f"{key}=true" in states
    if key == "selected" and reading[at].role == "radio":
        return "checked" in states or "selected" in states
    return key in _keys(states)
