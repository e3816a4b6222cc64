"""Parts of a text by a pattern, within bounds: a pattern comes from a model, and may be wrong or never come to an end."""

from __future__ import annotations

import math
import re
from itertools import islice
from typing import TYPE_CHECKING

from pytest_webagent.claims.underivable import RefutedError, UnderivableError
from pytest_webagent.values.days import days
from pytest_webagent.values.plain_text import flat, listed, quoted
from pytest_webagent.values.quantities import quantities

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import regex

_LONGEST_PATTERN = 2_000
_COUNT = re.compile(r"\{[\d\s,]*?(\d+)\s*,?\s*\}")
_MOST_REPEATS = 100_000
"""What the counts in a pattern may come to, multiplied: it is written out before any limit of time holds."""
_LONGEST_TEXT = 50_000
_MOST_MATCHES = 50
_SECONDS = 1.0
_IN_A_NUMBER = frozenset(".,'’ \u00a0\u202f")


def part(text: str, pattern: str, language: str = "") -> str:
    """The part of a text a pattern finds: its first group or else the match. Line ends of the text count as spaces.

    Raises:
        UnderivableError: the pattern is none, finds nothing or several numbers, cuts a number in two, or takes too long.
    """
    text = text[:_LONGEST_TEXT]
    spans = _spans(text.replace("\n", " "), pattern)
    if not spans:
        raise RefutedError(
            f"the pattern {quoted(pattern)} finds nothing: the text is {quoted(text, 200)}; "
            "give a pattern that fits it, or none for the whole text"
        )
    start, end = spans[0]
    found = text[start:end].strip()
    if not found:
        raise UnderivableError(
            f"the pattern {quoted(pattern)} finds an empty part of {quoted(text, 200)}: let it match what is meant"
        )
    _refuse_a_cut_number(text, start, end, pattern, language)
    _refuse_several_numbers(text, spans, pattern)
    return found


def matches(text: str, pattern: str) -> bool:
    """Whether a pattern is found anywhere in a text.

    Raises:
        UnderivableError: the pattern is none, is too large, or takes too long.
    """
    return next(_found(text, pattern), None) is not None


def literal(text: str) -> str:
    """A pattern for a text as whole words, whatever its case and spaces."""
    words = r"\s+".join(map(re.escape, text.split()))
    before = r"(?<!\w)" if text.strip()[:1].isalnum() else ""
    after = r"(?!\w)" if text.strip()[-1:].isalnum() else ""
    return f"(?i){before}{words}{after}"


def _spans(text: str, pattern: str) -> list[tuple[int, int]]:
    """Where a pattern finds something, the first places; by the group it asks for."""
    spans = (match.span(1 if match.re.groups else 0) for match in _found(text, pattern))
    return list(islice((span for span in spans if span[0] >= 0), _MOST_MATCHES))


def _found(text: str, pattern: str) -> Iterator[regex.Match[str]]:
    # Python's own engine cannot be stopped, and some patterns take it years; loaded only where a pattern is given.
    import regex

    repeats = math.prod(max(1, int(count[:18])) for count in _COUNT.findall(pattern))
    if len(pattern) > _LONGEST_PATTERN or repeats > _MOST_REPEATS:
        raise UnderivableError(
            f"the pattern {quoted(pattern)} is too large: it is {len(pattern)} characters long and {_LONGEST_PATTERN} are the "
            f"most, and its counts such as {{3}}, multiplied, are {repeats} and {_MOST_REPEATS} the most"
        )
    try:
        yield from regex.compile(pattern).finditer(text, timeout=_SECONDS)
    except regex.error as error:
        raise UnderivableError(
            f"the pattern {quoted(pattern)} is no regular expression ({error}): correct it, or leave it out"
        ) from error
    except TimeoutError as error:
        raise UnderivableError(
            f"the pattern {quoted(pattern)} takes too long: write it without repetitions inside repetitions"
        ) from error


def _refuse_a_cut_number(text: str, start: int, end: int, pattern: str, language: str) -> None:
    """A part such as "1" of "$1,234.50" is not what stands there. Parts of a date are."""
    dated = [(day.start, day.end) for day in days(text, language)]
    for quantity in quantities(text, language):
        if any(first <= quantity.start and quantity.end <= last for first, last in dated):
            continue
        for edge in (start, end):
            if quantity.start < edge < quantity.end and _inside_a_number(
                text, edge, quantity.start, quantity.end
            ):
                raise UnderivableError(
                    f"the pattern {quoted(pattern)} takes {quoted(text[start:end])} out of the number {quoted(quantity.text)}: "
                    "let it match the whole number"
                )


def _inside_a_number(text: str, edge: int, start: int, end: int) -> bool:
    digits_before = any(each.isdigit() for each in text[start:edge])
    digits_after = any(each.isdigit() for each in text[edge:end])
    joined = all(each.isdigit() or each in _IN_A_NUMBER for each in text[edge - 1 : edge + 1])
    # A sign ahead of the digits, or the brackets of a negative amount.
    signed = not digits_before and text[start] in "-−–("
    return signed or (digits_before and digits_after and joined)


def _refuse_several_numbers(text: str, spans: Iterable[tuple[int, int]], pattern: str) -> None:
    """Where a pattern finds one number first and other ones later, nothing says which is meant."""
    parts = list(dict.fromkeys(flat(text[start:end]) for start, end in spans))
    if len(parts) > 1 and all(_only_a_number(each) for each in parts):
        raise UnderivableError(
            f"the pattern {quoted(pattern)} finds {listed(map(quoted, parts))}: "
            "say which is meant, by the words around it and a group in parentheses"
        )


def _only_a_number(text: str) -> bool:
    return any(each.isdigit() for each in text) and not any(each.isalpha() for each in text)
