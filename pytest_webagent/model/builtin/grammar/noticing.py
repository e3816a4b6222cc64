"""Messages of a page: 'the error message of the Name field'."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_webagent.model.builtin.instruction import (
    PageFact,
)
from pytest_webagent.model.builtin.phrase import target

if TYPE_CHECKING:
    from pytest_webagent.model.builtin.instruction import Question

_NOTICE = re.compile(
    r"(?:(?:the|any|an?|that|this)\s+)?(?:(?P<y>[^\s,]+(?:\s+field)?)\s+(?=(?:field\s+)?error\b))?(?:(?:validation|error|success|status|confirmation|warning|failure|alert|info|flash|field)\s+)*"
    r"(?:errors?|messages?|alert|notification|notice|confirmation|toast|feedback|warning|problem|complaint|failure)(?:\s+(?:message|text))?"
    r"(?:\s+(?:of|for|under|below|at|next\s+to|beside|about|on|in|from)\s+(?:the\s+)?(?:field\s+)?(?P<x>.+?)(?:\s+(?:field|input|box))?)?",
    re.IGNORECASE,
)


def notice(words: str) -> Question | None:
    """The question for a message of the page, if that is what the words name."""
    match = _NOTICE.fullmatch(
        re.sub(r"\s+(?:that|which)\s+(?:is\s+)?(?:appears?|shown|displayed)$", "", words, flags=re.IGNORECASE)
    )
    if match is None:
        return None
    about = re.sub(
        r"^the\s+(?:page|screen|form|site)$", "", match["x"] or match["y"] or "", flags=re.IGNORECASE
    )
    tone = "error" if re.search(r"error|validation|problem|complaint|failure", words, re.IGNORECASE) else ""
    return PageFact(fact="message", tone=tone, about=target(about) if about else None)
