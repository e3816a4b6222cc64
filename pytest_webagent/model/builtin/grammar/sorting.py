"""Statements on order: "the orders are sorted by date, newest first"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_webagent.language.superlatives import superlatives
from pytest_webagent.model.builtin.phrase import is_empty, target
from pytest_webagent.model.builtin.refusal import Refusal
from pytest_webagent.model.builtin.statement import Sorted
from pytest_webagent.model.builtin.words import Words, tokens, unveil, words_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Literal

    from pytest_webagent.language.superlatives import End, Kind
    from pytest_webagent.model.builtin.statement import Claim

    _First = Literal["", "least", "most"]

_SORTED = re.compile(
    r"^(?P<x>.+?)\s+(?:is|are)\s+(?:now\s+|still\s+)?(?:sorted|ordered|arranged|(?:listed|shown|displayed|sorted)\s+(?=in\b|by\b|from\b|alphabetically))\s*(?P<how>.*)$"
    r"|^(?P<y>.+?)\s+(?:is|are)\s+in\s+(?P<way>(?:reverse\s+|reversed\s+)?(?:ascending|descending|rising|falling|increasing|decreasing|alphabetical|chronological)\s+order.*)$",
    re.IGNORECASE,
)
_BY = re.compile(
    r"\bby\s+(?:the\s+|their\s+)?(?P<by>[^,]+?)(?=\s*(?:,|\(|$|\s(?:in|from)\s|\s(?:ascending|descending|alphabetically)\b|\s[az]\s*(?:to|-|–)\s*[az]\b|\s(?:most\s+|least\s+)?\w+\s+first\b|\s(?:least|most)\s))",
    re.IGNORECASE,
)


def _first(end: End, kind: Kind) -> str:
    words = superlatives(end, kind)
    return rf"(?:{words}) first|from (?:the )?(?:{words})\b.*"


# Each line: the words, what comes first, and what it then is sorted by if that is not said.
_WAYS: tuple[tuple[str, _First, str], ...] = (
    (rf"{_first('least', 'money')}|lowest price first", "least", "price"),
    (rf"{_first('most', 'money')}|highest price first", "most", "price"),
    (rf"{_first('most', 'date')}|reverse(?:d)? chronological.*", "most", "date"),
    (rf"{_first('least', 'date')}|chronologically|(?:in )?chronological.*", "least", "date"),
    (r"best\s+(?:rated\s+)?first|highest\s+rated\s+first", "most", "rating"),
    (
        r"(?:lowest|smallest|least|fewest|low)\s+first|low(?:est)?\s+to\s+high(?:est)?|from\s+(?:the\s+)?(?:low|lowest|smallest)\b.*",
        "least",
        "",
    ),
    (
        r"(?:highest|largest|biggest|greatest|most|high)\s+first|high(?:est)?\s+to\s+low(?:est)?|from\s+(?:the\s+)?(?:high|highest|largest|biggest)\b.*",
        "most",
        "",
    ),
    (r"(?:in\s+)?(?:descending|falling|decreasing)(?:\s+order)?|downwards?", "most", ""),
    (r"(?:in\s+)?(?:ascending|rising|increasing)(?:\s+order)?|upwards?", "least", ""),
    (
        r"(?:in\s+)?reversed?\s+alphabetical(?:ly)?(?:\s+order)?|(?:from\s+)?z\s*(?:to|-|–)\s*a",
        "most",
        "name",
    ),
    (r"(?:in\s+)?alphabetical(?:ly)?(?:\s+order)?|(?:from\s+)?a\s*(?:to|-|–)\s*z", "least", "name"),
)
_TAIL = r"(?:\s+(?:order|from\s+top\s+to\s+bottom))?"


def claimed(words: str) -> tuple[Claim, ...] | None:
    """The order that a (veiled) statement claims, or None where it claims none."""
    found = _SORTED.match(words)
    if found is None:
        return None
    things, how = found["x"] or found["y"], (found["how"] or found["way"] or "").strip(" ,()")
    by = _BY.search(how)
    rest = (how[: by.start()] + how[by.end() :]).strip(" ,()") if by else how
    way = _way(rest)
    if way is None:
        raise Refusal(
            f"{unveil(how, chr(39))!r} is no order that is understood; say by what, and which comes first, such as 'by price, cheapest first'"
        )
    first, usual = way
    said = words_of(by["by"]) if by else Words(usual)
    attribute, of = _attribute(things)
    if attribute and not said and not by:
        # "The prices are sorted": the prices of whatever is listed.
        return (Sorted(target=target(of), by=attribute, first=first),)
    if attribute and said and set(tokens(attribute.text)) == set(tokens(said.text)):
        return (Sorted(target=target(of), by=said, first=first),)
    if not said:
        raise Refusal(
            f"{unveil(words, chr(39))!r} does not say by what, and which comes first, such as 'by price, cheapest first'"
        )
    what = target(
        re.sub(r"^(?:all\s+)?the\s+(?=list$|table$|rows?$|page$|results?$)", "", things, flags=re.IGNORECASE)
    )
    return None if is_empty(what) else (Sorted(target=what, by=said, first=first or _usually(said)),)


def _usually(by: Words) -> _First:
    """What comes first where it is not said: names go from A to Z, for other values either would do."""
    return "least" if set(tokens(by.text)) <= {"name", "title"} else ""


def _way(words: str) -> tuple[_First, str] | None:
    if not words:
        return "", ""
    words = " ".join(words.split())
    for pattern, first, by in _WAYS:
        if re.fullmatch(rf"(?:{pattern}){_TAIL}", words, re.IGNORECASE):
            return first, by
    return None


_ATTRIBUTES: Mapping[str, str] = {
    "prices": "price",
    "dates": "date",
    "names": "name",
    "titles": "name",
    "ratings": "rating",
    "totals": "total",
    "amounts": "amount",
    "numbers": "number",
}


def _attribute(things: str) -> tuple[Words, str]:
    """The value that is spoken of itself, and whose it is: "the prices", "the prices of the mugs"."""
    bare = re.sub(r"^(?:all\s+)?(?:the\s+)?", "", things.strip(), flags=re.IGNORECASE)
    value, _, of = re.sub(r"\s+(?:of|in|for)\s+", "\n", bare, count=1).partition("\n")
    return Words(_ATTRIBUTES.get(value.lower(), "")), re.sub(
        r"^(?:all\s+)?the\s+(?=list$|table$)", "", of
    ) or "items"
