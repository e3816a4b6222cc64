"""Notices an agent that goes in circles: the same call on the same page again and again."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pytest_webagent.messages import ToolCall
    from pytest_webagent.observation import Observation

NUDGE_AT = 2
"""The how-manieth time the model is told."""
STOP_AT = 4
"""The how-manieth time ends the run."""

_PATIENT = frozenset({"wait"})
"""Tools that are right to be called again while a slow page stays the same; they get twice as many times."""
_FOCUSED = frozenset({"press_key"})
"""Tools whose effect depends on what has the focus. For others, focus that moved is no progress: a click moves it."""
_WORDS = frozenset({"reasoning", "description", "field_description", "to_description"})


class Repetition:
    """Counts in how many steps a call met the same page."""

    def __init__(self) -> None:
        """Begin a run."""
        self._counts: Counter[tuple[str, str, int]] = Counter()
        self._step = 0
        self._counted: set[tuple[str, str, int]] = set()

    def count(self, step: int, call: ToolCall, observation: Observation) -> int:
        """Count a call of a step; within one step the same call counts once.

        Returns:
            How often it has met this page, this time included, in the units of `NUDGE_AT` and `STOP_AT`.
        """
        key = (call.name, canonical(call), fingerprint(observation, focus=call.name in _FOCUSED))
        if step != self._step:
            self._step = step
            self._counted.clear()
        if key not in self._counted:
            self._counted.add(key)
            self._counts[key] += 1
        return self._counts[key] // 2 if call.name in _PATIENT else self._counts[key]


def canonical(call: ToolCall) -> str:
    """The arguments that decide what a call does, in one form; words about a given target do not."""
    arguments = {name: value for name, value in call.arguments.items() if value is not None}
    if arguments.keys() & {"element_id", "coords"}:
        arguments = {name: value for name, value in arguments.items() if name not in _WORDS}
    arguments.pop("reasoning", None)
    for name in arguments.keys() & {"element_id", "to_element_id"}:
        arguments[name] = str(arguments[name]).strip()
    return json.dumps(arguments, sort_keys=True, default=str) + (call.malformed or "")


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
