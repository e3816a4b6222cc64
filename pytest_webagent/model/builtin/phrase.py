"""Noun phrases: "the second Delete button in the row of 'Bob'" becomes a `Target`."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_webagent.language.superlatives import OF_A_COLUMN, SUPERLATIVES
from pytest_webagent.model.builtin.instruction import Place, Reading, Superlative, Target
from pytest_webagent.model.builtin.words import Words, unveil, words_of
from pytest_webagent.values.number_words import ORDINALS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pytest_webagent.language.superlatives import Kind
    from pytest_webagent.model.builtin.instruction import Relation

HINTS: Mapping[str, str] = {
    noun: kind
    for kind, nouns in {
        "menu item": "menu item|menu entry",
        "radio": "radio button|radio",
        "checkbox": "tick box|check box|checkbox|tickbox|switch|toggle",
        "button": "button",
        "link": "link|hyperlink",
        "field": (
            "text field|text box|text area|input field|input box|textarea|textbox|field|input|box|"
            "date picker|date"
        ),
        "search field": "search box|search field|search bar|search input",
        "dropdown": (
            "drop-down list|drop-down menu|dropdown list|dropdown menu|drop-down|dropdown|"
            "drop down|select box|selector|select|combobox|combo box|menu"
        ),
        "list": "list",
        "slider": "slider",
        "tab": "tab",
        "option": "option|suggestion",
        "row": "row|table row|entry|list item|item|card",
        "heading": "heading|headline",
        "image": "image|picture|photo",
        "icon": "icon",
        "page": "page|category|screen",
        "section": "section|area|region|panel|form|sidebar|dialog|table",
        "message": "message",
        "text": "text|label",
    }.items()
    for noun in nouns.split("|")
}
"""Nouns that tell the kind of thing, and the kind."""

_NTH_WORDS = ORDINALS | {"top": 1, "bottom": -1, "second to last": -2, "second last": -2}
_COLUMN_KINDS: tuple[tuple[re.Pattern[str], Kind], ...] = (
    (re.compile(r"price|cost|amount|total|salary|fee", re.IGNORECASE), "money"),
    (re.compile(r"date|time|created|updated|published|due|joined", re.IGNORECASE), "date"),
    (re.compile(r"rating|stars?|score", re.IGNORECASE), "rating"),
    (re.compile(r"name|title", re.IGNORECASE), "length"),
)
_ARTICLE = re.compile(
    r"^(?:(?:the|a|an|my|your|this|that|these|those|its|their|one of the)\s+)+", re.IGNORECASE
)
_EVERY = re.compile(r"^(?:all of the|all the|all|every single|every|each of the|each)\s+", re.IGNORECASE)
_NTH = re.compile(
    r"^(?:(?P<number>\d+)(?:st|nd|rd|th)|(?P<word>"
    + "|".join(sorted(_NTH_WORDS, key=len, reverse=True))
    + r"))\s+(?P<rest>.+)$",
    re.IGNORECASE,
)
_HINT = "|".join(sorted((re.escape(hint) for hint in HINTS), key=len, reverse=True))
_HINT_AFTER = re.compile(rf"^(?P<words>.*?)\s*\b(?P<hint>{_HINT})(?P<plural>e?s)?$", re.IGNORECASE)
_HINT_BEFORE = re.compile(
    rf"^(?P<hint>{_HINT})(?P<plural>e?s)?\s+(?:named|called|labell?ed|titled|with the (?:text|label|name|title)|that says|which says|saying|of|for)?\s*(?!(?:in|on|at|under|from|with|is|are)\s)(?P<words>.+)$",
    re.IGNORECASE,
)
_CALLED = re.compile(
    r"^(?P<words>.*?)\s*(?:named|called|labell?ed|titled|with the (?:text|label|name|title)|that says|which says|saying)\s+(?P<name>.+)$",
    re.IGNORECASE,
)
_PRONOUN = re.compile(
    r"^(?:it|this|that|them|one|that one|this one|the one|the same one|itself|(?:the|this|that) (?:product|item|page|entry|result)|that \w+|this \w+)$",
    re.IGNORECASE,
)
_PREPOSITION = re.compile(
    r"\b(?:in|on|at|of|from|inside|within|under|below|above|beside|by|with|to|next to)(?:\s+(?:the|a|an|my|your|this|that))?$",
    re.IGNORECASE,
)
_SIGN_IN = re.compile(
    r"(?<!\S)\S+\s+(?:in|on|to|by|of|from|with)\s+(?:button|link|icon|checkbox|switch|toggle|radio|tab|field|input|box|dropdown|option|menu item|heading)e?s?$",
    re.IGNORECASE,
)
_NOTHING = re.compile(r"^(?:one|ones|of them|them)$", re.IGNORECASE)
_OF_THEM = re.compile(
    r"\s+(?:of (?:them|these|those|all)|of the (?:results?|list|items?|products?)|(?:in|on|from) (?:the|this) (?:list|page|table|results?|shop|store|site|screen))$",
    re.IGNORECASE,
)
_ON_PAGE = re.compile(
    r"\s+(?:of (?:them|these|those|all)|(?:in|on|from) (?:the|this) (?:page|shop|store|site|screen))$",
    re.IGNORECASE,
)
_PLACES: tuple[tuple[re.Pattern[str], Relation], ...] = (
    (
        re.compile(
            r"\s+(?:in|on|of|from|inside|within|at) (?:the |that )?(?:same )?(?:table )?(?:rows?|line|card|tile|entry|list item) (?:of|for|with|containing|that contains|that says|that has|which contains|where it says|named|called|about) ",
            re.IGNORECASE,
        ),
        "for",
    ),
    (
        re.compile(
            r"\s+(?:next to|beside|near|by|right of|left of|to the right of|to the left of|alongside) ",
            re.IGNORECASE,
        ),
        "next to",
    ),
    (
        re.compile(
            r"\s+(?:directly )?(?:under|below|beneath|underneath) (?:the )?(?:heading |title |section )?",
            re.IGNORECASE,
        ),
        "under",
    ),
    (re.compile(r"\s+(?:directly )?(?:above|over) (?:the )?(?:heading )?", re.IGNORECASE), "above"),
    (re.compile(r"\s+(?:in|inside|within|on|from|at|of) ", re.IGNORECASE), "in"),
    (re.compile(r"\s+(?:for|of|with|belonging to|containing|from|by|about) ", re.IGNORECASE), "for"),
)
_MOST_READINGS = 12


def target(phrase: str, *, acting: bool = False) -> Target:
    """Read a noun phrase (a veiled piece of the goal). The words as a plain name are always among the readings.

    Where something is done to the thing (`acting`), every place that is named must be on the page.
    """
    phrase = phrase.strip(" ,.:")
    readings = list(dict.fromkeys(_readings(phrase, acting=acting)))[:_MOST_READINGS]
    return Target(unveil(phrase, "'"), tuple(readings))


def named(text: str) -> Target:
    """The target that is exactly the thing with this name."""
    return Target(f"'{text}'", (Reading(words=Words(text, exact=True)),))


def is_empty(what: Target) -> bool:
    """Whether the phrase says nothing at all, such as an empty quoted name."""
    return not any(
        reading.words or reading.hint or reading.ordinal or reading.superlative or reading.pronoun
        for reading in what.readings
    )


def _readings(phrase: str, *, acting: bool = False) -> Iterator[Reading]:
    # The whole phrase as a name comes first: "Terms of service" is a name before it is "Terms" in "service".
    own = re.match(
        r"^(?P<thing>.+?)\s+(?:in|on|from|of|at)\s+(?:its|that|this|the same)\s+(?:row|card|line|entry)$",
        phrase,
        re.IGNORECASE,
    )
    if own:
        for reading in _without_places(own["thing"], acting=acting):
            yield replace(reading, places=(*reading.places, Place("for", Reading(pronoun=True))))
        return
    yield from _without_places(phrase, acting=acting)
    for pattern, relation in _PLACES:
        for match in reversed(list(pattern.finditer(phrase))):
            thing, where = phrase[: match.start()], phrase[match.end() :]
            if not thing or not where:
                continue
            for place in list(_readings(where))[:3]:
                for reading in _without_places(thing, acting=acting):
                    yield replace(
                        reading, places=(*reading.places, Place(relation, place, match[0].split()[0].lower()))
                    )


def _without_places(phrase: str, *, acting: bool = False) -> Iterator[Reading]:
    if _PRONOUN.match(phrase):
        yield Reading(pronoun=True)
        return
    day = re.match(r"^(?:the\s+)?(\d{1,2})(?:st|nd|rd|th)$", phrase, re.IGNORECASE)
    if day:
        yield Reading(words=Words(day[1], exact=True))
        return
    bare = _ARTICLE.sub("", _OF_THEM.sub("", phrase))
    # "In the table" goes without saying for "the first item in the table", not for "press Send in the table".
    counted = _NTH.match(bare) or _EVERY.match(bare) or superlative(bare)
    phrase = (_OF_THEM if counted or not acting else _ON_PAGE).sub("", phrase)
    bare = _ARTICLE.sub("", phrase)
    every = _EVERY.match(bare) or _EVERY.match(phrase)
    if every:
        rest = _ARTICLE.sub("", every.string[every.end() :])
        for words, hint in _named(rest):
            yield Reading(words=words, hint=hint, every=True)
        return
    nth, best = _NTH.match(bare), superlative(bare)
    for words, hint in _named(bare):
        yield Reading(words=words, hint=hint, whole=bool(nth or best))
    if nth:
        ordinal = int(nth["number"]) if nth["number"] else _NTH_WORDS[nth["word"].lower()]
        for words, hint in _named(nth["rest"]):
            yield Reading(words=words, hint=hint, ordinal=ordinal)
    if best:
        found, rest = best
        for words, hint in _named(rest):
            yield Reading(words=words, hint=hint, superlative=found)


def superlative(phrase: str) -> tuple[Superlative, str] | None:
    """The superlative a phrase holds, and the rest of it: what is compared."""
    with_column = re.match(
        r"^(?P<what>.*?)\s*(?:with|that has|which has|having|has|have) the (?P<end>"
        + "|".join(OF_A_COLUMN)
        + r")\s+(?P<column>.+)$",
        phrase,
        re.IGNORECASE,
    )
    if with_column:
        return _by_column(with_column["end"], with_column["column"]), with_column["what"]
    for pattern, kind, end in SUPERLATIVES:
        match = re.match(rf"^(?:{pattern})(?:\s+(?P<rest>.+))?$", phrase, re.IGNORECASE)
        if match:
            return Superlative(kind, end), match["rest"] or "one"
    return None


def _by_column(end: str, column: str) -> Superlative:
    pick = OF_A_COLUMN[end.lower()]
    words = unveil(column).strip()
    if end.lower() in ("latest", "newest", "earliest", "oldest"):
        return Superlative("date", pick, words)
    for pattern, kind in _COLUMN_KINDS:
        if pattern.search(words):
            if kind == "length" and end.lower() not in ("longest", "shortest"):
                break
            return Superlative(kind, pick, words)
    return Superlative("number", pick, words)


def _named(phrase: str) -> Iterator[tuple[Words, str]]:
    """The words and the hint of a phrase without places; with the hint taken off first, then as it stands."""
    phrase = phrase.strip()
    if _NOTHING.match(phrase):
        yield Words(""), ""
        return
    called = _CALLED.match(phrase)
    if called:
        hint = _HINT_AFTER.match(called["words"])
        if hint and not hint["words"]:
            yield words_of(called["name"]), HINTS[hint["hint"].lower()]
    after = _HINT_AFTER.match(phrase)
    if after and _PREPOSITION.search(after["words"]) and not _SIGN_IN.search(phrase):
        # "Send in the dialog" is a place, not a dialog that is called "Send in the".
        after = None
    if after:
        yield words_of(_ARTICLE.sub("", after["words"])), HINTS[after["hint"].lower()]
    before = _HINT_BEFORE.match(phrase)
    if before and not (after and after["words"]):
        yield words_of(_ARTICLE.sub("", before["words"])), HINTS[before["hint"].lower()]
    yield words_of(phrase), ""
