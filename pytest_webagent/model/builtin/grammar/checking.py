"""Statements that must hold, and conditions: "make sure that ...", "if there is ..., ..."."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_webagent.model.builtin.grammar.asking import question
from pytest_webagent.model.builtin.instruction import Attribute, Check, Exists, Instruction, State
from pytest_webagent.model.builtin.phrase import HINTS, is_empty, target
from pytest_webagent.model.builtin.words import words_of
from pytest_webagent.values.number_words import ANY_NUMBER, NUMBERS
from pytest_webagent.values.plain_text import word_set

if TYPE_CHECKING:
    from pytest_webagent.model.builtin.instruction import Question

_LEAD = re.compile(
    r"^(?:(?:check|verify|confirm|assert|ensure|see|validate)\s+(?:that|if|whether)|make\s+sure(?:\s+that)?|(?:verify|assert|ensure)(?=\s+(?:the|there|it)\b))\s+",
    re.IGNORECASE,
)
_SHOWN = r"(?:shown|visible|displayed|present|listed|there|available|on the page|in the list|in the cart|in the table|found)"
_CONDITION = re.compile(
    r"^(?:if|when|in case)\s+(?P<condition>[^,]+?),\s*(?:then\s+)?(?P<then>.+)$", re.IGNORECASE
)
_COUNT = re.compile(
    rf"^there (?:is|are) (?:now |still |only |exactly )*(?P<n>\d+|{ANY_NUMBER}) (?P<x>\D.*)$",
    re.IGNORECASE,
)
_COMPARING = re.compile(
    r"^(?:more|less|fewer|at least|at most|about|over|under|between|up to|not)\b", re.IGNORECASE
)
_SOME = re.compile(
    r"^(?P<which>no|none of the|any|all|all the|all of the|every|each|each of the) (?P<x>.+?) (?:is|are) (?:now |still )?(?:an? )?(?P<v>\S+(?: \S+)?)$",
    re.IGNORECASE,
)
_PLACED = re.compile(
    r"^(?P<x>.+?) (?:is|are) (?P<not>not |no longer )?(?:now |still )?(?P<place>(?:in|inside|within|under) (?:the |my |your )?.+)$",
    re.IGNORECASE,
)
_DOUBLE = word_set("active open closed on off selected required empty")
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
    if re.match(r"^there (?:is|are) ", words, re.IGNORECASE) and _COMPARING.match(words.split(" ", 2)[2]):
        return None
    counted = _COUNT.match(words)
    if counted:
        number = counted["n"].lower()
        how_many = question(f"how many {counted['x']} are there")
        expected = str(NUMBERS.get(number, number))
        return Check(question=how_many, expected=expected) if how_many is not None else None
    placed = _PLACED.match(words)
    if placed and not re.match(r"(?:there|it)$", placed["x"], re.IGNORECASE) and _is_place(placed["place"]):
        what = target(f"{placed['x']} {placed['place']}")
        return Check(question=Exists(target=what), expected="no" if placed["not"] else "yes")
    for pattern, holds in _STATEMENTS:
        match = re.fullmatch(pattern, words, re.IGNORECASE)
        if match and not is_empty(target(match["x"])):
            return Check(question=Exists(target=target(match["x"])), expected="yes" if holds else "no")
    valued = of_property(words)
    if valued is not None:
        return valued
    asked = of_many(words) or question(f"whether {words}")
    if isinstance(asked, State):
        positive = State(target=asked.target, state=asked.state, some=asked.some)
        return Check(question=positive, expected="no" if asked.negated else "yes")
    match = _EQUALS.match(words)
    if match is None or re.match(r"(?:not|at least|more|less|greater|about)\b", match["v"], re.IGNORECASE):
        return None
    about = question(match["x"])
    value = re.sub(r"^an?\s+", "", match["v"], flags=re.IGNORECASE)
    return (
        Check(question=about, expected=words_of(value).text)
        if isinstance(about, Attribute) or about
        else None
    )


def _is_place(words: str) -> bool:
    """Whether "in the ..." names a part of the page and not a state such as "in stock"."""
    return (
        re.match(r"(?:in|inside|within|under) (?:the|my|your)\b", words, re.IGNORECASE) is not None
        and re.match(r"in the (?:list|cart|table)$", words, re.IGNORECASE) is None
    )


def of_many(words: str) -> Question | None:
    """The question in "all users are active" or "no user is suspended"."""
    match = _SOME.match(words)
    if match is None or re.match(r"not\b", match["v"], re.IGNORECASE):
        return None
    which = "all" if match["which"].lower().startswith(("all", "every", "each")) else match["which"]
    found = question(f"are {which} {match['x']} {match['v']}")
    return found if isinstance(found, State) else None


def of_property(words: str) -> Check | None:
    """The check in "the status of Bo is active": a value of something, whatever else the last word could mean."""
    match = re.match(
        r"^(?P<x>(?:the\s+)?(?P<a>[\w-]+)\s+of\s+.+?|.+?'s\s+(?P<b>[\w-]+))\s+(?:is|are)\s+(?P<v>\S+)$",
        words,
        re.IGNORECASE,
    )
    if match is None or match["v"].lower() not in _DOUBLE or (match["a"] or match["b"]).lower() in HINTS:
        return None
    about = question(match["x"])
    if not isinstance(about, Attribute) or about.of is None:
        return None
    return Check(question=about, expected=match["v"])


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
