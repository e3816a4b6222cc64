"""What is told beside what is to be done: reasons, purposes, hints on the way, and of what is spoken."""

from __future__ import annotations

import re

from pytest_webagent.language import deeds, lexicon
from pytest_webagent.model.builtin.words import VEILED
from pytest_webagent.values.number_words import NUMBERS

_ASIDE = re.compile(r"\s+\((?!(?:in|under)\b)(?P<told>[^()\d-][^()]*\s[^()]*)\)(?=[\s.,;!?]|$)")
"""What is only told beside: "(you may have to scroll)"; where something is tells which is meant."""
_GOES_ON = re.compile(r"(?:and|then|also|plus)\b", re.IGNORECASE)
_HINT = re.compile(r"(?:please\s+)?(?:use|using|via|leave|keep|you|it|they|this|that|there)\b", re.IGNORECASE)
_BOUND = re.compile(
    r"\b(?:if|unless|when|whenever|only|except|but|not|or|never|without|instead|else)\b|n't\b", re.IGNORECASE
)
"""Words that change what is to be done: with them it is not told beside."""
_PURPOSE = re.compile(
    r"\s*,?\s+(?:so that|such that|in order (?:to|that)|because)\s+(?P<told>[^,.;!?\n]+)", re.IGNORECASE
)
_SAYS_WHY = re.compile(
    r"\s*[,–—-]\s+(?:it|they|he|she)(?:\s+(?:is|are|was|were|has|have|had|does|did)|'s|’s|\s+no\s+longer)\b(?P<told>[^,.;!?\n]*)(?=[.;!]|\n|$)",
    re.IGNORECASE,
)
"""A reason behind what is to be done: "Delete it, it is no longer needed"."""
_COUNTED = re.compile(rf"{VEILED}|\d", re.IGNORECASE)
_ONCE = re.compile(r"\s+once(?=\s*(?:[.,;]|$)|\s+(?:and|then|for|in|on|at|with|by|to)\b)", re.IGNORECASE)
_TRYING = re.compile(r"\b(?:try|attempt) to (?=[a-z])")
_REMINDER = re.compile(
    r"\b(?:(?:do not|don['’]t|never) forget\s+(?:(?P<to>to)\s+(?=[a-z])|(?=the\b|your\b))|(?:remember|(?:be|make) sure)\s+(?P<sure>to)\s+(?=[a-z]))",
    re.IGNORECASE,
)
"""What reminds of a deed, or of what is left to accept."""
_SPOKEN_OF = re.compile(
    r"(?P<thing>(?:the|this|that|my|our|your)\s+[^,:;–—]+?|[A-Z][^,:;–—]*?)\s+"
    r"(?:was|were|has|have|had|gets?|got|(?:is|are)\s+(?:no\s+longer|not)|(?:isn|aren|doesn|don)['’]t|does\s+not)\b"
    r"(?P<told>[^,:;–—]*)",
    re.IGNORECASE,
)
_JOINT = re.compile(r"\s*(?:[,:;–—]|-(?=\s))\s*(?:so\s+|then\s+)?")
_PRONOUN = re.compile(
    r"(?<!\w)(?:(?P<owner>his|their|its|her(?=\s+[a-z]))|it|them|him|her)(?!\w)", re.IGNORECASE
)


def without_asides(text: str) -> str:
    """A (veiled) goal without what tells why, what for, or how one may go about it."""
    text = _REMINDER.sub(_reminded, _TRYING.sub("", _ASIDE.sub(_told_aside, text)))
    return _ONCE.sub("", _SAYS_WHY.sub(_told_beside, _PURPOSE.sub(_told_beside, text)))


def _told_aside(found: re.Match[str]) -> str:
    told = found["told"]
    if _GOES_ON.match(told):
        return f", {told}"
    return found[0] if _BOUND.search(told) and not _HINT.match(told) else ""


def _told_beside(found: re.Match[str]) -> str:
    """Nothing for a reason; what says how much, or may go on with a deed, stays, and is refused where nothing explains it."""
    told, joint, rest = re.split(r"(\s+(?:and\s+)?then\s+|$)", found["told"], maxsplit=1)
    before = found.string[: found.start()].rpartition("\n")[2].rstrip()
    counts = _COUNTED.search(told) or any(NUMBERS.get(word, 0) > 1 for word in told.lower().split())
    says_how_often = re.search(r"\bonce\b|\d", before, re.IGNORECASE)
    begins = not before or before.endswith((".", "!", "?", ":", ";"))
    goes_on = re.search(r"\band\b", told, re.IGNORECASE)
    return found[0] if begins or goes_on or (counts and not says_how_often) else joint + rest


def _reminded(found: re.Match[str]) -> str:
    return "" if found["to"] or found["sure"] else "accept "


def spoken_of(sentence: str) -> tuple[str, str] | None:
    """What a (veiled) sentence tells something of, and what it goes on with; None where it asks or tells to do something.

    "The invoice for Ann was a mistake, please void it" is of the invoice for Ann.
    """
    found = _SPOKEN_OF.match(sentence)
    if found is None or _COUNTED.search(found["told"]) or sentence.endswith("?"):
        return None
    words = found["thing"].lower().split()
    begins_otherwise = (
        lexicon.PREPOSITIONS | lexicon.QUESTION_WORDS | lexicon.RELATIVES | {"if", "once", "while", "there"}
    )
    verb = (words[0],) in deeds.VERBS or words[0] in lexicon.DEEDS | begins_otherwise | lexicon.PRONOUNS
    if verb or words[-1] in lexicon.RELATIVES:
        return None
    rest = sentence[found.end() :]
    joint = _JOINT.match(rest)
    return None if rest and joint is None else (found["thing"], rest[joint.end() :] if joint else "")


def naming(thing: str, sentence: str) -> str | None:
    """A (veiled) sentence with a thing instead of the first word that stands for it; None where none does."""
    if not _PRONOUN.search(sentence):
        return None
    return _PRONOUN.sub(lambda found: f"{thing}'s" if found["owner"] else thing, sentence, count=1)
