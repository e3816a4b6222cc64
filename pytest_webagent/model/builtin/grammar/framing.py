"""What people put around an instruction: "In the new tab, ...", "When you are asked to confirm, ..."."""

from __future__ import annotations

import re

_SURE = re.compile(r"\byes,?\s+(?:you\s+are|you're|i\s+am|i'm|we\s+are)\s+sure\s*[:,.;]?\s*", re.IGNORECASE)
_ASKED = re.compile(
    r"\b(?:when|once|if)\s+(?:you\s+are|you're|the\s+(?:browser|page|site|shop|app|dialog)|a\s+(?:dialog|popup|confirmation)|it|being)\s+(?:then\s+)?(?:asks?|asked|appears|pops?\s+up|opens|shows\s+up)\b[^,.;]*,\s*"
    r"(?P<answer>[^.,;]+?)(?=\s*(?:[.;,]|$|\band\b|\bthen\b))",
    re.IGNORECASE,
)
_YES = re.compile(
    r"(?:please\s+)?(?:(?:click|press|choose|say|answer|select|hit)\s+(?:on\s+)?(?:the\s+)?(?:ok|okay|yes)(?:\s+button)?|(?:accept|confirm|agree|ok|approve)(?:\s+(?:it|this|that|the\s+\w+))?|say\s+yes)",
    re.IGNORECASE,
)
_NO = re.compile(
    r"(?:please\s+)?(?:(?:click|press|choose|say|answer|select|hit)\s+(?:on\s+)?(?:the\s+)?(?:cancel|no)(?:\s+button)?|(?:cancel|dismiss|decline|reject|refuse)(?:\s+(?:it|this|that|the\s+\w+))?|say\s+no)",
    re.IGNORECASE,
)
_OPENED = re.compile(
    r"^(?:in|on)\s+(?:(?:the|that|this)\s+)?(?:(?:(?:next|new|other|following|same|current)\s+)?(?:page|screen)|(?:new|other|opened|second|newly\s+opened)\s+(?:tab|window)|(?:tab|window)\s+(?:that|which)\s+(?:opens|opened|has\s+opened))(?:\s+that\s+(?:opens|appears|follows))?\s*,\s*(?P<rest>.+)$",
    re.IGNORECASE,
)
_SUBJECT = re.compile(
    r"^for\s+(?:the\s+)?\w+(?:\s+\w+)?\s*,\s*(?P<rest>(?:enter|type|fill|use|put|write|set)\b.+)$",
    re.IGNORECASE,
)
_PLACE = re.compile(
    r"^(?P<place>(?:in|under|below|within|inside|next\s+to|beside|above|on|for)\s+(?P<where>[^,]+?))\s*,\s*(?P<rest>.+)$",
    re.IGNORECASE,
)
_GIVEN = re.compile(
    r"^\s*given\b[^\n]*\n?(?:\s*and\s+[^\n]*\b(?:is|are|am|have|has)\b[^\n]*\n)*", re.IGNORECASE
)
"""How a scenario says from where it starts: nothing is done for that."""
_ACTOR = r"(?:i|we|you|he|she|they|the\s+(?:user|tester|customer|visitor|admin)|a\s+user)"
_SEEN = re.compile(
    rf"^\s*(?:(?:then|and|but)\s+)?{_ACTOR}\s+(?:should\s+|can\s+|will\s+|must\s+)?(?:sees?|gets?)\s+(?!if\b|whether\b|that\b)",
    re.IGNORECASE | re.MULTILINE,
)
_HOLDS = re.compile(
    r"^\s*then\s+(?=(?:the|all|no|there)\b[^,]*\b(?:is|are|has|have|shows?)\b)", re.IGNORECASE | re.MULTILINE
)
_TOLD = re.compile(
    rf"^\s*(?:(?:when|and|then|but)\s+)?{_ACTOR}\s+(?!(?:am|is|are|was|were|have|has|can|could|want|need|would|should|must)\b)(?=[a-z])",
    re.IGNORECASE | re.MULTILINE,
)
"""How a line of a scenario tells what is done: "When I open the cart"."""
_CLAUSE_END = re.compile(r"\s*,\s*(?:and\s+)?then\b|\s*,|\s+and\s+|$")


def unframed(text: str) -> str:
    """The goal without assurances, and with answers to dialogs said plainly."""

    def plainly(found: re.Match[str]) -> str:
        if _YES.fullmatch(found["answer"].strip()):
            return "accept the dialog"
        if _NO.fullmatch(found["answer"].strip()):
            return "dismiss the dialog"
        return found[0]

    return _ASKED.sub(plainly, _SURE.sub("", _as_steps(text)))


def _as_steps(text: str) -> str:
    """A scenario ("Given ..., when I ..., then I see ...") in steps."""
    text = _SEEN.sub("make sure that the page shows ", _GIVEN.sub("", text))
    return _TOLD.sub("", _HOLDS.sub("make sure that ", text))


def unplaced(sentence: str) -> str:
    """A sentence without a beginning that goes without saying: "On the next page, ...", "For the payment, enter ..."."""
    found = _OPENED.match(sentence) or _SUBJECT.match(sentence)
    return found["rest"] if found else sentence


def place_last(sentence: str) -> str:
    """A sentence with the place it begins with behind its first clause: "In the cart, what is the total?"."""
    found = _PLACE.match(sentence)
    if found is None:
        return sentence
    rest = found["rest"]
    end = _CLAUSE_END.search(rest)
    cut = end.start() if end else len(rest)
    mark = "?" if rest[:cut].endswith("?") else ""
    return f"{rest[:cut].removesuffix('?')} {found['place']}{mark}{rest[cut:]}"
