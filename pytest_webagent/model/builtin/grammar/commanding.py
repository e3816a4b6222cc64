"""Verbs that pages put on their own buttons: add, remove, save, delete, ..."""

from __future__ import annotations

import re

from pytest_webagent.model.builtin.grammar.pattern import Slots, rule
from pytest_webagent.model.builtin.grammar.pointing import thing
from pytest_webagent.model.builtin.instruction import Click, Command, Instruction
from pytest_webagent.model.builtin.phrase import target
from pytest_webagent.model.builtin.roles import VERBS
from pytest_webagent.model.builtin.words import VEILED, unveil

_EVERYTHING = re.compile(
    r"^(?:everything|anything|something|it all|all of it|stuff|things|me\b.*|us\b.*|(?:an?|some)\s+(?:nice|good|random|great|cool)\b.*)$",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"^(?P<object>.+?)\s+(?P<tail>(?:to|from|into|in|on|off|as|for)\s+(?:the\s+|my\s+|your\s+)?[\w -]+)$",
    re.IGNORECASE,
)
_SAYING = frozenset(["reply", "confirm", "finish"])
"""Verbs that "with" gives a text to: where it is to be put, nobody says."""


_NOUNS = frozenset(["book", "schedule", "transfer", "track", "quote"])
"""Verbs that are rather the beginning of a name where no article follows: "Book club"."""


def _command(slots: Slots) -> Instruction | None:
    verb = " ".join(slots["verb"].lower().split())
    words = slots["x"].strip()
    if not words:
        return Click(target=target(verb))
    if verb in _NOUNS and not re.match(r"(?:the|an?|my|this|it)\b", words, re.IGNORECASE):
        return None
    if _EVERYTHING.match(unveil(words)) or (verb in _SAYING and re.fullmatch(rf"with\s+{VEILED}", words)):
        return None
    tail = _TAIL.match(words)
    what = thing(tail["object"] if tail else words)
    if what is None:
        return None
    return Command(
        verb=verb, object=what, tail=unveil(tail["tail"]) if tail else "", whole=unveil(f"{verb} {words}")
    )


def _put(slots: Slots) -> Instruction | None:
    what = thing(slots["x"])
    tail = f"to the {unveil(slots['where'])}"
    return (
        None
        if what is None
        else Command(verb="add", object=what, tail=tail, whole=unveil(f"add {slots['x']} {tail}"))
    )


PLACING = (
    rule(
        "put|place|drop <x> in|into|inside [the|my|your] <where:cart|basket|bag|shopping_cart|shopping_basket|shopping_bag>",
        _put,
    ),
)
RULES = (
    rule(f"<verb:{VERBS}> [out] <x>", _command),
    rule(f"<verb:{VERBS}>", _command),
)
