"""Patterns of the language, written as plain words.

In a pattern, ``a|b`` is one of several words (``_`` stands for a space inside one), ``[word]`` may be left
out, ``<name>`` is a slot that takes any words, as few as possible, and ``<name:a|b>`` one that takes only these.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_webagent.model.builtin.instruction import Message

_PART = re.compile(r"\[([^\]]+)\]|<(\w+)(?::([^>]+))?>|(\S+)")
_TRAILING = re.compile(
    r"\s+(?:is\s+)?(?:shown|displayed|listed|given|on\s+(?:the|this)\s+(?:page|screen)|(?:that|which)\s+(?:is|are)\s+(?:shown|displayed|listed)|(?:that|which)\s+appears?|you\s+(?:see|find|get)|as\s+(?:the|your)\s+answer|now|there|at\s+the\s+(?:end|top|bottom)|to\s+me)$",
    re.IGNORECASE,
)
"""What says where or when an answer is seen, and not what is asked for."""


@dataclass(frozen=True, slots=True)
class Slots:
    """What the slots of a pattern took."""

    values: dict[str, str]

    def __getitem__(self, name: str) -> str:
        """The veiled words in a slot; empty if the slot was left out."""
        return self.values.get(name) or ""


@dataclass(frozen=True, slots=True)
class MessageRule:
    """A pattern of a question for a message, and what it asks."""

    pattern: re.Pattern[str]
    build: Callable[[Slots], Message | None]

    def read(self, clause: str) -> Message | None:
        """The question in a clause, or None."""
        match = self.pattern.fullmatch(clause)
        return None if match is None else self.build(Slots(match.groupdict()))


def asks(pattern: str, build: Callable[[Slots], Message | None]) -> MessageRule:
    """A line of a table of questions."""
    return MessageRule(compiled(pattern), build)


def readings(words: str) -> tuple[str, ...]:
    """The words of a question, and they without what only says where or when the answer is seen."""
    words = words.strip(" ,.?!:")
    return tuple(dict.fromkeys((words, _TRAILING.sub("", words))))


def compiled(pattern: str) -> re.Pattern[str]:
    """The regular expression of a pattern."""
    expression = ""
    started = False
    for optional, slot, choices, word in _PART.findall(pattern):
        body = f"(?P<{slot}>{_taken(choices)})" if slot else _alternatives(optional or word)
        if optional:
            expression += rf"(?:\s+{body})?" if started else rf"(?:{body}\s+)?"
            continue
        expression += (r"\s+" if started else "") + body
        started = True
    return re.compile(expression, re.IGNORECASE)


def _taken(choices: str) -> str:
    return _alternatives(choices) if choices else ".+?"


def _alternatives(word: str) -> str:
    def one(alternative: str) -> str:
        return re.escape(alternative).replace("_", r"\s+")

    return "(?:" + "|".join(one(alternative) for alternative in word.split("|")) + ")"
