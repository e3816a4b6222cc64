"""What stands around a value in a longer text, as a pattern that reads the value there, also when it changes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_SENTENCE_START = re.compile(r"^.*(?:[.!?;:]\s+|\s[·•|]\s+|\n)(?=\S)", re.DOTALL)
_LAST_WORDS = re.compile(r"(?:\S+\s+){0,4}\S*\Z")
_NEXT_WORD = re.compile(r"\s*\S*")
_COUNTED = re.compile(r"\s[^\W\d_]+")
_NUMBER = re.compile(r"\d(?:[\d.,]*\d)?")
_ANY_NUMBER = r"\d[\d.,]*"


def patterns_for(text: str, whole: str, part: str = "") -> Iterator[str]:
    """Patterns that may read a text out of a longer one by what stands around it; none where it is not in it.

    If the longer one has the `part`, the text is meant that stands in there.
    They take as little of the surroundings as may do: what a number counts; else the words before it in its line or
    sentence, and the one after it. The last one names the text itself, for where its surroundings say too little. Line ends are to count as spaces.
    """
    spans = _spans(text, whole, part)
    for start, end in spans:
        before, after = whole[:start], whole[end:]
        if _NUMBER.fullmatch(text) and (things := _COUNTED.match(after)):
            yield f"({_ANY_NUMBER}){_loosely(things[0])}"
        sentence = _SENTENCE_START.sub("", before)
        last_words, next_word = _LAST_WORDS.search(sentence), _NEXT_WORD.match(after)
        near, beside = last_words[0] if last_words else "", next_word[0] if next_word else ""
        for lead in (near, before):
            opening = "^" if lead == before and not lead.strip() else ""
            yield f"{opening}{_loosely(lead)}" + (f"(.+?){_loosely(beside)}" if after.strip() else "(.+)")
            yield f"{opening}{_loosely(lead)}(.+?){_loosely(after)}$"
    if spans:
        yield re.escape(text).replace(r"\ ", " ")


def _spans(text: str, whole: str, part: str) -> list[tuple[int, int]]:
    """Where a text stands as a word, or else at all: in the part, or else anywhere."""
    words = re.compile(rf"(?<!\w){re.escape(text)}(?!\w)")
    found = [match.span() for match in words.finditer(whole)] or [
        match.span() for match in re.finditer(re.escape(text), whole)
    ]
    start = whole.find(part)
    inside = [span for span in found if start <= span[0] and span[1] <= start + len(part)]
    return inside or found


def _loosely(text: str) -> str:
    """A pattern for surroundings: their numbers may change, too."""
    parts = _NUMBER.split(text.replace("\n", " "))
    return _ANY_NUMBER.join(re.escape(part).replace(r"\ ", " ") for part in parts)
