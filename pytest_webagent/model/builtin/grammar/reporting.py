"""The words that ask for an answer: report, tell me, how many, list."""

from __future__ import annotations

import re

from pytest_webagent.model.builtin import instruction as say
from pytest_webagent.model.builtin.grammar.asking import ASKING, question
from pytest_webagent.model.builtin.phrase import target
from pytest_webagent.model.builtin.words import VEILED, Words, words_of

_LEAD = re.compile(
    r"^(?:(?:and\s+)?(?:report|tell\s+(?:me|us)|return|give\s+(?:me|us)|give|answer\s+with|answer|say|state|read\s+me|read\s+out|read\s+back|read\s+off|read|note\s+down|note|"
    r"find\s+out|determine|extract|write\s+down|let\s+me\s+know|output|get|show\s+me|name|list|count|stop\s+with|reply\s+with|respond\s+with|copy|look\s+up|work\s+out|calculate|compute|add\s+up|check|see)"
    r"(?:\s+(?:back|to\s+me))?(?:\s*:)?\s+)",
    re.IGNORECASE,
)

_OPEN = re.compile(
    r"^(?:(?:report|tell\s+(?:me|us)|give\s+(?:me|us)|find\s+out|note(?:\s+down)?|write\s+down|determine|look\s+up|state|read(?:\s+(?:off|out))?|"
    r"name|list|count|give)\s+(?=\w)|(?=(?:(?:in|on|at|by|to|from|for|until|after|since|of|with)\s+)?(?:what|which|who|whom|whose|how)\b|"
    # "When the list is there, click it" asks nothing.
    r"(?:when|where|(?:by|since|until|from)\s+when)\s+(?:is|are|was|were|do|does|did|has|have|will|can|must|should)\b))",
    re.IGNORECASE,
)
"""How a question begins that the page may explain, in whatever words it is asked."""
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


def open_question(clause: str) -> say.Question | None:
    """A question in words that nobody else reads; None where it is none."""
    return say.Open() if _OPEN.match(clause) and not re.match(VEILED, _OPEN.sub("", clause)) else None


def asked(clause: str) -> say.Question | None:
    """The question in a clause, which says so: by a word such as "report", or by its form."""
    if re.search(r"\bstars?$", clause, re.IGNORECASE) and re.match(r"give", clause, re.IGNORECASE):
        return None
    lead = _LEAD.match(clause)
    if lead is None:
        return (
            question(clause)
            if re.match(
                r"(?:what|which|how (?:many|much)|is|are|was|were|has|does|do|who|when|what's|who's)\b",
                clause,
                re.IGNORECASE,
            )
            else None
        )
    if ":" in lead[0] and re.match(r"(?:name|list|count|note|copy|title|get)\b", clause, re.IGNORECASE):
        return None
    if re.match(r"answer\s+(?:the\s+)?(?:prompt|dialog|question|alert|confirm|popup)", clause, re.IGNORECASE):
        return None
    verb, rest = lead[0].strip().lower(), clause[lead.end() :]
    if verb in ("check", "see") and not ASKING.match(rest):
        return None
    if verb in _SAYING and re.fullmatch(rf"{VEILED}|ok|okay|yes|no", rest, re.IGNORECASE):
        return None
    if verb in ("give", "name", "get", "copy", "list", "count") and not rest:
        return None
    if verb in ("name", "list"):
        return listing(rest)
    if verb == "count":
        return say.Count(target=target(_counted(rest)))
    if (
        verb in ("add up", "calculate", "compute", "work out")
        and (total := re.match(r"^(?:the\s+)?(?P<a>\w+)\s+(?:of|in)\s+(?P<x>.+)$", rest, re.IGNORECASE))
        and verb == "add up"
    ):
        return say.Total(attribute=words_of(total["a"]), target=target(total["x"]))
    return question(rest)


def _counted(words: str) -> str:
    """The words without a leading "the number of"."""
    return re.sub(r"^(?:the\s+)?(?:number\s+of\s+)?(?:all\s+)?", "", words, flags=re.IGNORECASE)


def listing(words: str) -> say.Question | None:
    """What "list ..." and "name ..." ask for."""
    found = question(words)
    if isinstance(found, say.Attribute) and found.of is None:
        return say.Names(target=target(words))
    if isinstance(found, say.Attribute) and found.of is not None and found.words.text.endswith("s"):
        return say.Names(
            target=found.of,
            attribute=Words("")
            if re.fullmatch("names?|titles?", found.words.text, re.IGNORECASE)
            else found.words,
        )
    return found
