"""Points: what is done at a place of the page that is given in numbers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_webagent.model.builtin.grammar.pattern import Slots, rule
from pytest_webagent.model.builtin.grammar.pointing import thing
from pytest_webagent.model.builtin.instruction import Drag, Tool
from pytest_webagent.model.builtin.refusal import Refusal
from pytest_webagent.model.builtin.words import unveil

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_webagent.model.builtin.instruction import Instruction

_NUMBER = r"-?\d+(?:\.\d+)?"
_POINT = re.compile(
    rf"(?P<open>\()?\s*(?:x\s*=?\s*)?(?P<x>{_NUMBER})\s*(?:,|\s)\s*(?:y\s*=?\s*)?(?P<y>{_NUMBER})\s*(?(open)\))"
    r"(?:\s+(?P<where>(?:in|on|of|within)\s+(?:the\s+)?(?P<what>.+)))?",
    re.IGNORECASE,
)
_SEEN = re.compile(r"page|screen|viewport|window|screenshot", re.IGNORECASE)


def _place(words: str) -> str | None:
    """The point some words give, as the tools take it, or None where they give none.

    Raises:
        Refusal: it is counted from something else than the corner of what is seen of the page.
    """
    # What is quoted is a name, and veiled.
    found = _POINT.fullmatch(words.strip())
    if found is None:
        return None
    if found["where"] and not _SEEN.fullmatch(found["what"].strip()):
        raise Refusal(
            f"a point is counted in CSS pixels from the upper left corner of what is seen of the page, "
            f"and {unveil(found['where'], chr(34))!r} names something else; say 'in the page', or leave it out"
        )
    return f"<point>{found['x']} {found['y']}</point>"


# A point has no description: nobody is to look for "the point (120, 80)".
def _at(tool: str) -> Callable[[Slots], Instruction | None]:
    def build(slots: Slots) -> Instruction | None:
        place = _place(slots["p"])
        return None if place is None else Tool(name=tool, arguments=(("description", ""), ("coords", place)))

    return build


def _drag(slots: Slots) -> Instruction | None:
    start, end = _place(slots["p"]), _place(slots["q"])
    if start is None or end is None:
        return None
    unsaid = (("description", ""), ("to_description", ""))
    return Tool(name="drag", arguments=(*unsaid, ("coords", start), ("to_coords", end)))


def _drag_to(slots: Slots) -> Instruction | None:
    what, place = thing(slots["x"]), _place(slots["q"])
    return None if what is None or place is None else Drag(target=what, place=place)


RULES = (
    rule("click|press|tap|hit [on] at [the] [point|position|coordinates|spot] <p>", _at("click")),
    rule("click|press|tap|hit [on] [the] point|position|coordinates|spot <p>", _at("click")),
    rule("hover [over] [at] [the] point|position|coordinates|spot <p>", _at("hover")),
    rule("move [the] mouse|pointer|cursor to [the] [point|position|coordinates|spot] <p>", _at("hover")),
    rule(
        "drag [the] [mouse|pointer] from [the] [point|position|coordinates|spot] <p> to [the] "
        "[point|position|coordinates|spot] <q>",
        _drag,
    ),
    rule("drag [from] <x> to [the] [point|position|coordinates|spot] <q>", _drag_to),
)
