"""The words that ask for an answer: report, tell me, how many, list."""

from __future__ import annotations

import re

from pytest_webagent.language import translation
from pytest_webagent.language.terms import joined, tokens
from pytest_webagent.model.builtin import instruction as say
from pytest_webagent.model.builtin.grammar import checking, noticing
from pytest_webagent.model.builtin.grammar.pointing import target
from pytest_webagent.model.builtin.words import VEILED, unveil

_LEAD = re.compile(
    r"^(?:(?:and\s+)?(?:report|tell\s+(?:me|us)|return|give\s+(?:me|us)|give|answer\s+with|answer|say|state|read\s+me|read\s+out|read\s+back|read\s+off|read|note\s+down|note|"
    r"find\s+out|determine|extract|write\s+down|let\s+me\s+know|output|get|show\s+me|name|list|count|stop\s+with|reply\s+with|respond\s+with|copy(?!.*\binto\b)|look\s+up|work\s+out|calculate|compute|add\s+up|check|see)"
    r"(?:\s+(?:back|to\s+me))?(?:\s*:)?\s+)",
    re.IGNORECASE,
)
KEPT = re.compile(
    r"^(?:(?P<silent>remember|memori[sz]e|keep\s+in\s+mind)|(?:take|write|jot|note)\s+down|(?:take|make\s+a)\s+note\s+of|note)\s+(?!(?:that|to)\b)",
    re.IGNORECASE,
)
"""How a clause begins that asks to remember what the page says."""
ASKING = re.compile(
    r"^(?:what|which|how|is|are|does|do|whether|if|who|when|where|was|were|can|has|have|did|what's|whats|how's|who's|it|there)\b",
    re.IGNORECASE,
)
_ASKS = re.compile(r"(?:whether|is|are|was|were|has|does|do|what|which|what's|whats)\b", re.IGNORECASE)
"""How a question begins that is told without the core."""
_YES_OR_NO = re.compile(
    r"(?:whether|if|is|are|was|were|does|did|has|have|(?:do|can)(?=\s+(?:the|all|any|i|we|you|they|these|those)\b))\b(?!\s+not\b)",
    re.IGNORECASE,
)
_FORM = re.compile(
    r"(?:(?:in|on|at|by|to|from|for|until|after|since|of|with)\s+)?(?:what|which|who|whom|whose|how|what's|who's)\b|"
    # "When the list is there, click it" asks nothing.
    r"(?:when|where|(?:by|since|until|from)\s+when)\s+(?:is|are|was|were|do|does|did|has|have|will|can|must|should)\b",
    re.IGNORECASE,
)
"""How a question begins that asks for more than a yes or no."""
_SAYING = (
    "answer with",
    "answer",
    "say",
    "state",
    "return",
    "output",
    "stop with",
    "reply with",
    "respond with",
)
"""What says a given text instead of asking for one: nothing can be read off the page for it."""


def in_question_form(clause: str) -> bool:
    """Whether a clause asks by its first word for more than a yes or no."""
    return _FORM.match(clause) is not None


def asked(clause: str) -> say.Question | None:
    """The question in a clause, which says so: by a word such as "report", or by its form."""
    lead = _LEAD.match(clause)
    if lead is None:
        found = _by_itself(clause) if _ASKS.match(clause) else None
        return found or (say.Open() if in_question_form(clause) else _in_another_language(clause))
    if ":" in lead[0] and re.match(r"(?:name|list|count|note|copy|title|get)\b", clause, re.IGNORECASE):
        return None
    if re.match(r"answer\s+(?:the\s+)?(?:prompt|dialog|question|alert|confirm|popup)", clause, re.IGNORECASE):
        return None
    verb, rest = lead[0].strip().lower(), clause[lead.end() :]
    if verb in ("check", "see") and not ASKING.match(rest):
        return None
    if verb in _SAYING and re.fullmatch(rf"{VEILED}|ok|okay|yes|no", rest, re.IGNORECASE):
        return None
    if verb == "count":
        return say.Open()
    if ASKING.match(rest) and not in_question_form(rest):
        return _by_itself(rest)
    return _by_itself(rest) or (None if not re.search(r"\w", target(rest).said) else say.Open())


def _in_another_language(clause: str) -> say.Question | None:
    language = "" if ASKING.match(clause) else translation.asks(clause)
    if not language:
        return None
    english = translation.in_english(tokens(unveil(clause, "'")), language)
    return noticing.question(joined(english)) or say.Open()


def _by_itself(words: str) -> say.Question | None:
    """A question for a yes or no, or for a message; None where words ask for anything else."""
    found = noticing.question(words)
    asks = _YES_OR_NO.match(words)
    if found is not None or asks is None:
        return found
    whether = asks[0].lower() in ("whether", "if")
    return say.YesNo() if not whether or checking.is_statement(words[asks.end() :]) else None
