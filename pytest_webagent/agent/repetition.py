"""Notices an agent that goes in circles: the same call on the same page again and again.

A clock, a counter or a rotating ad makes every look at a page another one. So a page is the same where it looks the
same, and also where it was seen to ignore what was done to it: what differs then, it did by itself.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING

from pytest_webagent.tools.core.equivalents import single

if TYPE_CHECKING:
    from pytest_webagent.messages import ToolCall
    from pytest_webagent.observation import Observation

NUDGE_AT = 2
"""The how-manieth time the model is told."""
STOP_AT = 4
"""The how-manieth time ends the run."""

_PATIENT = frozenset({"wait"})
"""Tools that are right to be called again while a slow page stays the same; they get twice as many times.

What a page does by itself is what they wait for, so to them it is progress.
"""
_FOCUSED = frozenset({"press_key"})
"""Tools whose effect depends on what has the focus. For others, focus that moved is no progress: a click moves it."""
_WORDS = frozenset({"description", "field_description", "to_description"})


class Repetition:
    """Counts in how many steps a call met the same page."""

    def __init__(self) -> None:
        """Begin a run."""
        self._counts: Counter[tuple[str, str, int]] = Counter()
        self._step = 0
        self._page: Observation | None = None
        self._entered: object = None
        self._counted: set[tuple[str, str, int]] = set()

    def count(self, step: int, call: ToolCall, observation: Observation) -> int:
        """Count a call of a step; within one step the same call counts once.

        Returns:
            How often it has met this page, this time included, in the units of `NUDGE_AT` and `STOP_AT`.
        """
        call = single(call)
        if step != self._step or self._page is None:
            self._step = step
            self._counted.clear()
            self._page = self._same(observation)
        page = observation if call.name in _PATIENT else self._page
        key = (call.name, canonical(call), fingerprint(page, focus=call.name in _FOCUSED))
        if key not in self._counted:
            self._counted.add(key)
            self._counts[key] += 1
        return self._counts[key] // 2 if call.name in _PATIENT else self._counts[key]

    def _same(self, observation: Observation) -> Observation:
        """The page as it was when it began to ignore what is done to it; else as it is now."""
        before, self._entered = self._entered, entered(observation)
        if self._page is None or not observation.ignored or before != self._entered:
            return observation
        return self._page


def canonical(call: ToolCall) -> str:
    """The arguments that decide what a call does, in one form; of words about a given target, only that there are some."""
    arguments = {name: value for name, value in call.arguments.items() if value is not None}
    arguments.pop("reasoning", None)
    if arguments.keys() & {"element_id", "coords"}:
        # A call that lacks them is not run, so the one that mends it is another call.
        arguments = {name: value if name not in _WORDS else "..." for name, value in arguments.items()}
    for name in arguments.keys() & {"element_id", "to_element_id"}:
        arguments[name] = str(arguments[name]).strip()
    return json.dumps(arguments, sort_keys=True, default=str) + (call.malformed or "")


def entered(observation: Observation) -> object:
    """Where the page is and what its fields hold: a browser changes these without the document changing."""
    fields = [
        (item.id, item.value, *(state for state in item.states if state.startswith(("active", "checked"))))
        for item in observation.elements
    ]
    held = [field for field in fields if len(field) > 2 or field[1] is not None]
    return observation.url, observation.dialog, observation.pixels_above, held


def fingerprint(observation: Observation, *, focus: bool = True) -> int:
    """A number for what the page shows and what of it is in view; the same page gives the same number."""
    elements = tuple(
        (
            item.role,
            item.name,
            item.text,
            item.value,
            item.states if focus else tuple(state for state in item.states if state != "active"),
            item.hidden,
            item.in_viewport,
            item.depth,
        )
        for item in observation.elements
    )
    return hash((observation.url, observation.title, observation.dialog, observation.pixels_above, elements))
