"""Statements that must hold, and conditions: "make sure that ...", "if there is ..., ..."."""

from __future__ import annotations

import re

from pytest_webagent.claims.clauses import clauses
from pytest_webagent.claims.outcome import Unclear
from pytest_webagent.language.terms import tokens
from pytest_webagent.model.builtin.instruction import Check, Instruction
from pytest_webagent.model.builtin.words import unveil

LEAD = re.compile(
    r"^(?:(?:check|verify|confirm|assert|ensure|see|validate)\s+(?:that|if|whether)|make\s+sure(?:\s+that)?|(?:verify|assert|ensure)(?=\s+(?:the|there|it)\b))\s+",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    r"^(?:if|when|in case)\s+(?P<condition>[^,]+?),\s*(?:then\s+)?(?P<then>.+)$", re.IGNORECASE
)


def checked(clause: str) -> Instruction | None:
    """The check in a clause such as "make sure that the cart is empty", or None."""
    lead = LEAD.match(clause)
    return Check() if lead is not None and is_statement(clause[lead.end() :]) else None


def condition(clause: str) -> tuple[str, str] | None:
    """The condition and the rest of a clause such as "if there is a banner, close it"."""
    match = _CONDITION.match(clause)
    if match is None or not is_statement(match["condition"]):
        return None
    return unveil(match["condition"], "'"), match["then"]


def is_statement(words: str) -> bool:
    """Whether (veiled) words say something of something."""
    try:
        return bool(clauses(tokens(unveil(words, "'"))))
    except Unclear:
        return False
