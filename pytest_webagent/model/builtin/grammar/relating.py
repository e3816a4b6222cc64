"""Values and how they are related: "at most $20", "between 3 and 5", "the same as the subtotal"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_webagent.model.builtin import instruction as say
from pytest_webagent.model.builtin.grammar.asking import question
from pytest_webagent.model.builtin.phrase import target
from pytest_webagent.model.builtin.words import VEILED, Words, unveil, words_of
from pytest_webagent.values.number_words import NUMBERS
from pytest_webagent.values.relations import relation_first

if TYPE_CHECKING:
    from pytest_webagent.values.relations import Relation

_BETWEEN = re.compile(r"between\s+(?P<low>.+?)\s+and\s+(?P<high>.+)", re.IGNORECASE)
_FIELD = re.compile(
    r"^(?P<x>.+?\s+(?:field|box|input|dropdown|drop-down|textarea|select|combobox|spinner|slider|picker))$",
    re.IGNORECASE,
)


def digits(word: str) -> str:
    """A number in digits."""
    plainly = word.strip().lower()
    return str(NUMBERS[plainly]) if plainly in NUMBERS else plainly.rstrip(".,")


def numbered(relation: str, number: str) -> tuple[tuple[Relation, str], ...] | None:
    """How a number of things is bounded: by one number, or "between" two."""
    low, _, high = re.sub(r"\s+", " ", number).partition(" and ")
    if relation.strip().lower() == "between":
        return ((">=", digits(low)), ("<=", digits(high))) if high else None
    if high:
        return None
    found = relation_first(f"{relation.strip()} x") if relation.strip() else ("=", "x")
    return ((found[0], digits(number)),) if found else None


def related(words: str) -> tuple[tuple[Relation, str], ...] | None:
    """The bounds that words such as "below $20" set; None where they set none to a value."""
    between = _BETWEEN.fullmatch(words.strip())
    if between:
        low, high = unveil(between["low"]), unveil(between["high"])
        return ((">=", low), ("<=", high)) if _is_value(low) and _is_value(high) else None
    found = relation_first(words.strip())
    if found is None or not _is_value(unveil(found[1])):
        return None
    return ((found[0], unveil(found[1]).strip()),)


def _is_value(text: str) -> bool:
    """Whether a text is a number, an amount or a date, and not a thing with a number in its name."""
    return (
        re.search(r"\d", text) is not None
        and re.match(r"(?:the|an?|order|row|item|number)\s", text, re.IGNORECASE) is None
    )


def same_as(words: str) -> tuple[Relation, say.Question] | None:
    """The relation to another value of the page: "below the subtotal"."""
    found = relation_first(words.strip())
    if found is None or not re.match(r"(?:the|its|that\s+of)\s", found[1], re.IGNORECASE):
        return None
    about = asked(re.sub(r"^that\s+of\s+", "the price of ", found[1], flags=re.IGNORECASE))
    return (found[0], about) if isinstance(about, (say.Attribute, say.Name)) else None


def valued(words: str) -> str:
    """A value as it is said: without quotes and words before it that add nothing; empty where it is none."""
    rest = re.sub(
        r"^(?:(?:now|still|currently|exactly|equal\s+to|the\s+(?:text|value|word)|set\s+to)\s+)+(?=\S)",
        "",
        words.strip(),
        flags=re.IGNORECASE,
    )
    rest = re.sub(r"^(?:an?|the)\s+", "", rest)
    # A quoted text with more behind it is no value: "'Paid' and feels right"; nor is what is a sentence of its own.
    mixed = re.search(VEILED, rest) and not re.fullmatch(VEILED, rest)
    return (
        ""
        if mixed or re.match(r"(?:it|this|that|they|we|you|everything|nothing)\b", rest)
        else words_of(rest).text
    )


def asked(words: str) -> say.Question | None:
    """The question that the subject of a statement answers: "the cart total", "the Email field", "the heading"."""
    words = re.sub(
        r"^(?:the\s+)?(?:current\s+)?(?:value|content|contents)\s+(?:of|in)\s+",
        "",
        words.strip(),
        flags=re.IGNORECASE,
    )
    field = _FIELD.match(words)
    if field:
        return say.Attribute(words=Words("value", exact=True), of=target(field["x"]))
    if re.fullmatch(VEILED, words):
        return say.Attribute(words=words_of(words))
    found = question(words)
    return None if isinstance(found, (say.Exists, say.State, say.Several)) else found
