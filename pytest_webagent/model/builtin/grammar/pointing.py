"""What the words of a goal name: the target of something that is done."""

from __future__ import annotations

import re

from pytest_webagent.model.builtin import instruction as say
from pytest_webagent.model.builtin.words import VEILED, unveil

_UNSAID = re.compile(
    r"^(?:up|out|off|on|something|anything|everything|somewhere|everywhere|nothing|stuff|things?)(?:\s|$)",
    re.IGNORECASE,
)


def thing(words: str) -> say.Target | None:
    """The target a slot names, or None where it names nothing in particular."""
    found = target(words)
    if re.search(rf"{VEILED}\s*,\s*\S", words):
        return None
    return None if not re.search(r"\w", found.said) or _UNSAID.match(found.said) else found


def target(words: str, verb: str = "") -> say.Target:
    """The target of a (veiled) piece of a goal."""
    return say.Target(unveil(words.strip(" ,.:"), "'"), verb)


def named(text: str) -> say.Target:
    """The target that is exactly the thing with this name."""
    return say.Target(f"'{text}'")
