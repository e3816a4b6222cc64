"""Addresses, scrolling, dragging: what a pointer does in a way of its own."""

from __future__ import annotations

import re

from pytest_webagent.model.builtin import instruction as say
from pytest_webagent.model.builtin.grammar.pattern import Slots, rule
from pytest_webagent.model.builtin.words import VEILED, unveil

_ADDRESS = re.compile(
    r"(?:https?://\S+|/[\w./?=&%#+-]*|(?:localhost|\d+\.\d+\.\d+\.\d+):\d+\S*|about:blank)", re.IGNORECASE
)
# A name does not go on with another request; a clause that does was not cut where it should have been.
_MORE = re.compile(
    r"(?:\band\b|\bthen\b|,)\s+(?:then\s+)?(?:tell|report|click|press|open|type|enter|read|return|answer|what|which|how|search|choose|select|tick|check|fill|submit|give me)\b",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"(?:that|whether|if|what|how|why|who|which)\s", re.IGNORECASE)
_UNSAID = re.compile(
    r"^(?:up|out|off|on|something|anything|everything|somewhere|everywhere|nothing|stuff|things?)(?:\s|$)",
    re.IGNORECASE,
)


def thing(words: str) -> say.Target | None:
    """The target a slot names, or None where it names nothing in particular."""
    found = target(words)
    if _MORE.search(words) or re.search(rf"{VEILED}\s*,\s*\S", words):
        return None
    return None if not re.search(r"\w", found.said) or _UNSAID.match(found.said) else found


def target(words: str, verb: str = "") -> say.Target:
    """The target of a (veiled) piece of a goal."""
    return say.Target(unveil(words.strip(" ,.:"), "'"), verb)


def named(text: str) -> say.Target:
    """The target that is exactly the thing with this name."""
    return say.Target(f"'{text}'")


def _open(slots: Slots, *, new_tab: bool = False) -> say.Instruction | None:
    address = unveil(slots["x"]).strip()
    if _ADDRESS.fullmatch(address):
        return say.GoTo(url=address, new_tab=new_tab)
    what = thing(slots["x"]) if new_tab else None
    return None if what is None else say.Click(target=what, opens=True, new_tab=True)


def _drag(slots: Slots) -> say.Instruction | None:
    what, onto = thing(slots["x"]), thing(slots["y"])
    return None if what is None or onto is None else say.Drag(target=what, onto=onto)


def _scroll_to(slots: Slots) -> say.Instruction | None:
    what = thing(slots["x"])
    return None if what is None else say.ScrollTo(target=what)


def _scroll_end(slots: Slots) -> say.Instruction | None:
    key = "End" if slots["end"].lower() in ("bottom", "end") else "Home"
    return say.Tool(name="press_key", arguments=(("key", key),))


def _scroll(slots: Slots) -> say.Instruction | None:
    return say.Tool(name="scroll", arguments=(("direction", slots["direction"].lower()),))


RULES = (
    rule(
        "open|visit|load|show <x> in|into a|the new|another|separate tab|window",
        lambda s: _open(s, new_tab=True),
    ),
    rule(
        "scroll [the] [page] <direction>",
        lambda s: _scroll(s) if s["direction"].lower() in ("up", "down", "left", "right") else None,
    ),
    rule(
        "scroll [the] [page] [all_the_way] [down|up] to the <end:bottom|end|top|beginning> [of] [the] [page|list]",
        _scroll_end,
    ),
    rule("scroll [the] [page] [down|up] to <x>", _scroll_to),
    rule(
        "scroll [the] [page] [down|up] until [you] [see|can_see] <x> [is|appears|shows_up|comes_into_view] [visible|shown|there]",
        _scroll_to,
    ),
    rule(
        "open|visit|load|view [up] <x>",
        lambda s: _open(s) if not s["x"].lower().startswith(("in ", "into ")) else None,
    ),
    rule("go|navigate|head|browse|jump|move|switch|proceed to|into|over_to <x>", _open),
    rule("drag|drag_and_drop|move [from] <x> to|onto|into|on|over [to] <y>", _drag),
    rule("drop <x> on|onto|into <y>", _drag),
)
