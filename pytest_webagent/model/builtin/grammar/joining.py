"""Several things for one verb: "archive Alpha and Beta" is one name or two, which only the page can tell."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from pytest_webagent.model.builtin.instruction import Both, Click, Command, Tick
from pytest_webagent.model.builtin.roles import VERBS
from pytest_webagent.model.builtin.words import VEILED, unveil, veil

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_webagent.model.builtin.instruction import Instruction

_POINTING = (
    "click_on|click|press_on|press|tap_on|tap|hit|push|open|visit|go_to|select|choose|tick|check|uncheck|untick|"
    "enable|disable|activate|deactivate|turn_on|turn_off|switch_on|switch_off"
)
_LEAD = re.compile(
    r"^(?P<lead>(?:please\s+)?(?:"
    + "|".join(sorted(f"{_POINTING}|{VERBS}".split("|"), key=len, reverse=True)).replace("_", r"\s+")
    + r"))\s+(?P<rest>.+)$",
    re.IGNORECASE,
)
_AND = re.compile(r"\s*,\s*and\s+|\s*,\s+|\s+and\s+", re.IGNORECASE)
_THINGS = (Click, Command, Tick)


def several(instruction: Instruction, meaning: Callable[[str], Instruction | None]) -> Instruction:
    """The instruction, or `Both` where its words may name several things."""
    found = _LEAD.match(veil(instruction.said))
    if found is None or not isinstance(instruction, _THINGS) or not _AND.search(found["rest"]):
        return instruction
    parts = [_said(f"{found['lead']} {part}", meaning) for part in _AND.split(found["rest"]) if part.strip()]
    kept = tuple(part for part in parts if isinstance(part, _THINGS))
    if len(kept) != len(parts) or len(parts) < 2:
        return instruction
    return Both(said=instruction.said, whole=instruction, parts=kept)


def running_on(
    sentence: str, instructions: list[Instruction], meaning: Callable[[str], Instruction | None]
) -> list[Instruction]:
    """The instructions, where "delete Lunch and Call Bob" keeps in mind that "Call Bob" may be a name too."""
    whole = unveil(sentence, "'")
    kept = list(instructions)
    for at, (first, following) in enumerate(pairwise(instructions)):
        lead = _LEAD.match(veil(first.said))
        if lead is None or not isinstance(first, _THINGS) or re.search(VEILED, veil(following.said)):
            continue
        if not re.search(
            rf"{re.escape(first.said)}(?:\s*,\s*and|\s*,|\s+and)\s+{re.escape(following.said)}",
            whole,
            re.IGNORECASE,
        ):
            continue
        also = [
            _said(f"{lead['lead']} {part}", meaning) for part in _AND.split(following.said) if part.strip()
        ]
        named = tuple(part for part in also if isinstance(part, _THINGS) and type(part) is type(first))
        if len(named) == len(also):
            kept[at] = replace(first, also=named)
    return kept


def _said(clause: str, meaning: Callable[[str], Instruction | None]) -> Instruction | None:
    found = meaning(clause)
    return None if found is None else replace(found, said=unveil(clause, "'"))
