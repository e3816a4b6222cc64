"""What stands around a value in a longer text, as a pattern that reads the value there, also when it changes."""

from __future__ import annotations

import re

_SENTENCE_START = re.compile(r"^.*(?:[.!?;:]\s+|\s[·•|]\s+)(?=\S)", re.DOTALL)
_NEXT_WORD = re.compile(r"\s*\S*")
_NUMBER = re.compile(r"\d(?:[\d.,]*\d)?")
_ANY_NUMBER = r"\d[\d.,]*"


def pattern_for(text: str, whole: str) -> str:
    """A pattern that reads a text out of a longer one by what stands around it; empty where it is not in it.

    As little of the surroundings as will do: what stands before it in its sentence, and the word after it. Only where they
    say too little, the pattern names the text itself.
    """
    found = re.search(rf"(?<!\w){re.escape(text)}(?!\w)", whole) or re.search(re.escape(text), whole)
    if found is None or not text:
        return ""
    before, after = whole[: found.start()], whole[found.end() :]
    near, next_word = _SENTENCE_START.sub("", before), _NEXT_WORD.match(after)
    beside = next_word[0] if next_word else ""
    for lead, rest in ((near, beside), (near, after), (before, beside), (before, after)):
        pattern = _around(lead, rest, starts=lead == before, ends=rest == after)
        if _reads(pattern, whole) == text:
            return pattern
    return re.escape(text).replace(r"\ ", " ")


def _around(before: str, after: str, *, starts: bool, ends: bool) -> str:
    start = "^" if starts and not before.strip() else ""
    group = "(.+)" if ends and not after.strip() else "(.+?)"
    return f"{start}{_loosely(before)}{group}{_loosely(after)}"


def _loosely(text: str) -> str:
    """A pattern for surroundings: their numbers may change, too."""
    return _ANY_NUMBER.join(re.escape(part).replace(r"\ ", " ") for part in _NUMBER.split(text))


def _reads(pattern: str, whole: str) -> str:
    found = re.search(pattern, whole)
    return found[1] if found else ""
