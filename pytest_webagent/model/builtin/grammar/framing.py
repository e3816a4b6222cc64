"""What people put around an instruction: "In the new tab, ...", "When you are asked to confirm, ..."."""

from __future__ import annotations

import re

from pytest_webagent.language.deeds import VERBS
from pytest_webagent.model.builtin.instruction import Be, Instruction
from pytest_webagent.model.builtin.phrase import is_empty, target
from pytest_webagent.model.builtin.words import VEILED

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
    r"^(?:in|on)\s+(?:(?:the|that|this)\s+)?(?:[\w' -]*\b(?:page|screen)|(?:new|other|opened|second|newly\s+opened)\s+(?:tab|window)|(?:tab|window)\s+(?:that|which)\s+(?:opens|opened|has\s+opened))(?:\s+that\s+(?:opens|appears|follows))?\s*,\s*(?P<rest>.+)$",
    re.IGNORECASE,
)
_SUBJECT = re.compile(
    r"^for\s+(?:the\s+)?\w+(?:\s+\w+)?\s*,\s*(?P<rest>(?:enter|type|fill|use|put|write|set)\b.+)$",
    re.IGNORECASE,
)
_PLACE = re.compile(
    r"^(?P<place>(?:in|under|below|within|inside|next\s+to|beside|above|on|for)\s+(?P<where>[^,]+?))\s*,\s*(?P<rest>(?!(?:what|which|how|is|are|does|who|where|when)\b).+)$",
    re.IGNORECASE,
)
_ASKED_PLACE = re.compile(
    r"^(?P<place>(?:in|under|within|on)\s+(?P<where>[^,]+?))\s*,\s*(?P<rest>(?:what|which|how|is|are|does|who|where|when)\b.+)$",
    re.IGNORECASE,
)
_PART = re.compile(
    rf"\b(?:section|form|dialog|panel|table|list|menu|row|card|field|dropdown|heading|header|footer|sidebar|navigation|toolbar|filter|tab|area|group|box|results?|suggestions?)\b|^{VEILED}$",
    re.IGNORECASE,
)
_CLAUSE_END = re.compile(r"\s*,\s*(?:and\s+)?then\b|\s*,|\s+and\s+|$")


def unframed(text: str) -> str:
    """The goal without assurances, and with answers to dialogs said plainly."""

    def plainly(found: re.Match[str]) -> str:
        if _YES.fullmatch(found["answer"].strip()):
            return "accept the dialog"
        if _NO.fullmatch(found["answer"].strip()):
            return "dismiss the dialog"
        return found[0]

    return _ASKED.sub(plainly, _SURE.sub("", text))


def placed(sentence: str) -> tuple[Instruction | None, str]:
    """A sentence without the place it begins with, and what has to be done to be there.

    "On the next page" goes without saying; "Under the heading 'Filter', choose 'Paid'" is "choose 'Paid' under the
    heading 'Filter'"; "In Settings, click Save" means to be in the settings first.
    """
    for frame in (_OPENED, _SUBJECT):
        found = frame.match(sentence)
        if found:
            return None, found["rest"]
    found = _PLACE.match(sentence) or _ASKED_PLACE.match(sentence)
    if found is None:
        return None, sentence
    place, rest = found["place"], found["rest"]
    if any((word,) in VERBS for word in found["where"].lower().split()[1:]):
        # "Under Appearance set the size to 20, ...": the comma does not end the place.
        return None, sentence
    if _PART.search(found["where"]) or not re.match(r"(?:in|on)\s", place, re.IGNORECASE):
        end = _CLAUSE_END.search(rest)
        cut = end.start() if end else len(rest)
        mark = "?" if rest[:cut].endswith("?") else ""
        return None, f"{rest[:cut].removesuffix('?')} {place}{mark}{rest[cut:]}"
    where = target(found["where"])
    return (None, sentence) if is_empty(where) else (Be(said=place, target=where), rest)
