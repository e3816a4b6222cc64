"""Statements that must hold, and conditions: "make sure that ...", "if there is ..., ..."."""

from __future__ import annotations

import re

from pytest_webagent.model.builtin.grammar.asking import question
from pytest_webagent.model.builtin.instruction import Attribute, Check, Exists, Instruction, State
from pytest_webagent.model.builtin.phrase import is_empty, target
from pytest_webagent.model.builtin.words import unveil, words_of

_LEAD = re.compile(
    r"^(?:(?:check|verify|confirm|assert|ensure|see|validate)\s+(?:that|if|whether)|make\s+sure(?:\s+that)?|(?:verify|assert|ensure)(?=\s+(?:the|there|it)\b))\s+",
    re.IGNORECASE,
)
_SHOWN = r"(?:shown|visible|displayed|present|listed|there|available|on the page|in the list|in the cart|in the table|found)"
_CONDITION = re.compile(
    r"^(?:if|when|in case)\s+(?P<condition>[^,]+?),\s*(?:then\s+)?(?P<then>.+)$", re.IGNORECASE
)
# Each line: the statement, whether it must hold, and what it says exists.
_STATEMENTS: tuple[tuple[str, bool], ...] = (
    (r"there (?:is|are) (?:no|not any) (?:longer (?:an? )?)?(?P<x>.+)", False),
    (r"there (?:is|are|exists?) (?:an? |any |the )?(?P<x>.+)", True),
    (rf"(?P<x>.+?) (?:is|are) (?:not|no longer) {_SHOWN}", False),
    (r"(?P<x>.+?) (?:does not|doesn't|do not) (?:appear|show up|show)", False),
    (rf"(?P<x>.+?) (?:is|are) (?:now |still )?{_SHOWN}", True),
    (r"(?P<x>.+?) (?:has |have )?(?:appears?|appeared|shows? up|comes? up|pops? up|exists?|opens?)", True),
    (
        r"(?:the|this) (?:page|screen|site|list|table|app|it) (?:does not|doesn't) (?:show|contain|list|mention|say|display|have) (?P<x>.+)",
        False,
    ),
    (
        r"(?:(?:the|this) (?:page|screen|site|list|table|app)|it) (?:shows?|contains?|lists?|mentions?|says?|displays?|has) (?P<x>.+)",
        True,
    ),
    (r"(?:you|we) (?:see|can see) (?P<x>.+)", True),
)
_EQUALS = re.compile(
    r"^(?P<x>.+?)\s+(?:is|are|equals?|says?|shows?|reads?|contains?|has the value|is equal to)\s+(?:now\s+)?(?P<v>.+)$",
    re.IGNORECASE,
)


def statement(words: str) -> Check | None:
    """The check in a statement, or None where it is not one this language knows."""
    words = words.strip(" ,.")
    for pattern, holds in _STATEMENTS:
        match = re.fullmatch(pattern, words, re.IGNORECASE)
        if match and not is_empty(target(match["x"])):
            return Check(question=Exists(target=target(match["x"])), expected="yes" if holds else "no")
    asked = question(f"whether {words}")
    if isinstance(asked, State):
        positive = State(target=asked.target, state=asked.state)
        return Check(question=positive, expected="no" if asked.negated else "yes")
    match = _EQUALS.match(words)
    if match is None or re.match(r"(?:not|at least|more|less|greater|about)\b", match["v"], re.IGNORECASE):
        return None
    about = question(match["x"])
    return (
        Check(question=about, expected=words_of(match["v"]).text)
        if isinstance(about, Attribute) or about
        else None
    )


def checked(clause: str) -> Instruction | None:
    """The check in a clause such as "make sure that the cart is empty", or None."""
    lead = _LEAD.match(clause)
    return None if lead is None else statement(clause[lead.end() :])


def condition(clause: str) -> tuple[Exists | State, str, str] | None:
    """The question, the answer it needs and the rest of a clause such as "if there is a banner, close it"."""
    match = _CONDITION.match(clause)
    found = statement(match["condition"]) if match else None
    if match is None or found is None or not isinstance(found.question, (Exists, State)):
        return None
    return found.question, found.expected, match["then"]


__all__ = ["checked", "condition", "statement", "unveil"]
