"""The values in the words of a step, by their kinds: what is quoted, dates and periods, times, numbers, colours, addresses, names."""

from __future__ import annotations

import re
from datetime import date, datetime, time
from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_webagent.language import lexicon
from pytest_webagent.model.builtin.words import VEILED, unveil
from pytest_webagent.values.days import days
from pytest_webagent.values.number_words import NUMBERS
from pytest_webagent.values.plain_text import word_set

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pytest_webagent.model.builtin.step_clauses import Word

_DASH: Final = re.compile(r"(?<=\d)\s*[–—]\s*(?=\d)|(?<=\d:\d\d)\s*-\s*(?=\d)")
_BESIDE: Final = re.compile(r"\s*[(\[]([^()\[\]]*)[)\]]")
_LONGEST: Final = 8
_UNTIL: Final = frozenset(("to", "until", "till", "through", "-", "and", "bis"))
_DAY: Final = re.compile(r"(\d{1,2})(?:st|nd|rd|th|\.)?")
_COLOUR: Final = re.compile(r"#(?:[0-9a-fA-F]{3}){1,2}")
_NUMBER: Final = re.compile(r"-?\d+(?:[.,]\d+)*")
_ADDRESS: Final = re.compile(r"[^\s@]+@[^\s@]+\.\w+")
IN_NAMES: Final = lexicon.ARTICLES | {"of", "in", "on"}
"""Small words that stand in titles."""
PARTICLES: Final = word_set("de del della der den des di da dos du la le el al bin ibn van von zu zur y e")


class Value(NamedTuple):
    """Words that are a value by their form."""

    start: int
    end: int
    kind: str
    texts: tuple[str, ...]


def plainly(text: str) -> str:
    """A (veiled) step in which a period is told by words, and what stands in brackets beside a value between commas."""
    return _BESIDE.sub(r", \1,", _DASH.sub(" to ", text)).rstrip(",")


def values(text: str, words: Sequence[Word], language: str) -> list[Value]:
    """All that words may be by their form; a name, and what is quoted, also as a part of longer words."""
    return [*_single(words), *_names(words), *_moments(text, words, language)]


def _single(words: Sequence[Word]) -> Iterator[Value]:
    for at, word in enumerate(words):
        if re.fullmatch(VEILED, word.text):
            yield Value(at, at + 1, "quoted", (unveil(word.text),))
        elif _NUMBER.fullmatch(word.text):
            yield Value(at, at + 1, "number", (word.text,))
        elif word.low in NUMBERS:
            yield Value(at, at + 1, "number", (str(NUMBERS[word.low]),))
        elif _COLOUR.fullmatch(word.text):
            yield Value(at, at + 1, "colour", (word.text,))
        elif _ADDRESS.fullmatch(word.text):
            yield Value(at, at + 1, "email", (word.text,))


def _names(words: Sequence[Word]) -> Iterator[Value]:
    """Runs of words with capital letters, with the small words that stand in names: "Noor de Jong"."""
    for at in range(len(words)):
        end = at
        while end < len(words) and (
            words[end].text[0].isupper()
            or (
                end > at
                and words[end].low in PARTICLES
                and any(each.text[0].isupper() for each in words[end : end + 3])
            )
        ):
            end += 1
            if words[end - 1].text[0].isupper():
                yield Value(at, end, "name", (" ".join(each.text for each in words[at:end]),))


def _moments(text: str, words: Sequence[Word], language: str) -> Iterator[Value]:
    dated: list[tuple[int, int, date]] = []
    for at in range(len(words)):
        for end in range(at + 1, min(len(words), at + _LONGEST) + 1):
            said = text[words[at].start : words[end - 1].end].rstrip(".,")
            if not (any(map(str.isdigit, words[at].text + words[end - 1].text)) and said):
                continue
            found = days(said, language)
            if len(found) != 1 or (found[0].start, found[0].end) != (0, len(said)):
                continue
            day = found[0]
            if isinstance(day.value, time):
                yield Value(at, end, "time", (said,))
            elif not isinstance(day.value, datetime) and not day.missing and day.other is None:
                dated.append((at, end, day.value))
                yield Value(at, end, "date", (day.value.isoformat(),))
    for at, end, last in dated:
        for start, first in _before(text, words, at, last, language):
            if first < last:
                yield Value(start, end, "dates", (first.isoformat(), last.isoformat()))
                yield Value(start, at - 1, "date", (first.isoformat(),))


def _before(
    text: str, words: Sequence[Word], at: int, last: date, language: str
) -> Iterator[tuple[int, date]]:
    """The days that a period may begin with which ends with a date: "20 to 23 April 2026"."""
    if at < 2 or words[at - 1].low not in _UNTIL:
        return
    if number := _DAY.fullmatch(words[at - 2].text):
        try:
            yield at - 2, last.replace(day=int(number[1]))
        except ValueError:
            return
    for start in range(max(0, at - _LONGEST), at - 1):
        said = text[words[start].start : words[at - 2].end].rstrip(".,")
        found = days(said, language)
        if len(found) != 1 or found[0].text != said or found[0].missing == "day":
            continue
        if isinstance(first := found[0].value, date):
            yield start, first.replace(year=last.year) if found[0].missing else first
