"""Labelled values: each thing a page says or holds, with what it is called there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_webagent.aria_roles import BUTTONS, CONTROLS, DATA_CELLS, FIELDS, TOGGLES
from pytest_webagent.language import lexicon
from pytest_webagent.language.terms import term_set
from pytest_webagent.page.kept import kept
from pytest_webagent.page.layout import layout
from pytest_webagent.page.lists import ADDS_UP
from pytest_webagent.page.names import names
from pytest_webagent.page.places import Place, seen
from pytest_webagent.page.tables import column, is_data, is_row
from pytest_webagent.values.days import days

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_webagent.observation import Observation

_SENTENCES: Final = re.compile(r"(?<=[.;])\s+(?=[A-Z][^.:]{0,40}:\s)")
_NEXT: Final = re.compile(r"(?<=\S)\s+(?=[^\W\d_a-zß-ÿ][^\s:]*(?:\s+[^A-Z\s:][^\s:]*)*:\s)")
"""Where the next of several labels in one text begins: "Net: €5 VAT 19%: €1"."""
_SPLIT: Final = re.compile(r"^\s*(?P<label>[^:]{1,60}?)\s*:\s+(?P<value>.{1,160}?)\s*$")
_IS: Final = re.compile(
    r"(?:^|[.!?;,(]\s*|\b(?:the|your|my|our|this|current|new)\s+)(?P<label>[^\W\d][^.!?;:,]{1,40}?)\s+(?:is|are|was|were)(?:\s+now)?\s+(?:(?:on|at|by|due)\s+)?"
    r"(?P<value>(?=\S*[\d@])\S+?(?:\s+(?!(?:and|but|has|will|was|is|which|for|on)\b)[^\s.,;!?]+)*)(?=[.,;!?]*(?:\s|$))",
    re.IGNORECASE,
)
_FRAGMENTS: Final = re.compile(r"[.;](?:\s+|$)|\s+[·|•–—]\s+|\n|,\s+")
_ENDING: Final = re.compile(
    r"^\s*(?P<label>[^\W\d][^:\d]{1,40}?)\s+(?:(?:on|at|until|by|since|from|for|after)\s+)?"
    r"(?P<value>(?:(?<=by )[A-Z][^\W\d]+(?: [A-Z][^\W\d]+){0,2}|(?=[^a-z]*\d)\S[^()]{0,30}?))\s*(?:\([^()]*\))?$"
)
"""A piece of a text that ends with a figure, a day or the name behind a "by", with the words before it: "Started 14:05"."""
_WROTE: Final = re.compile(r"^(?:(?:written|posted|published|reviewed|review|article) )?by$", re.IGNORECASE)
_IF: Final = re.compile(
    r"\b(?:if|when|once|until|unless|over|above|below|under|least|most|than)\b", re.IGNORECASE
)
_BEFORE_NUMBER: Final = re.compile(
    r"^\s*(?P<label>[^\d$€£¥:#]{2,60}?)(?:\s*[#:]\s*|\s+)(?P<value>(?:[-−]?\s?[$€£¥#]|US\$)?\d[\w.,:/%-]*(?:\s?(?:€|kr|EUR|USD|%))?)\s*$"
)
_RATE: Final = re.compile(r"(?<!\S)\(?\d[\d.,]*\s?%\)?(?!\S)")
_SAYS_MORE: Final = re.compile(r"[.!?]\s+(?=[A-Z])(?![^.:]{0,40}:\s)")
"""Where a sentence that is no label with its value begins."""
_LONGEST: Final = 200
_SENTENCES_OF: Final = frozenset(("paragraph", "listitem", "generic"))
_IN_A_SENTENCE: Final = frozenset(("text", "strong", "emphasis", "link", "time", "code"))
_UNLABELLED: Final = BUTTONS | {"columnheader", "term", "heading"}


class Labelled(NamedTuple):
    """A value of a page, with what it is called."""

    place: Place
    text: str
    """The value, as the page writes it; empty for a field that is empty."""
    label: frozenset[str]
    """The terms it is called by."""
    doubt: int = 0
    """How it was read: 0 where a label stands by it, 1 out of a sentence, from among sentences, or of a text that is called something else itself."""


@kept
def labelled(page: Observation) -> tuple[Labelled, ...]:
    """All labelled values of a page, kept with it."""
    return tuple(each for each in _labelled(page) if each.label)


def _labelled(page: Observation) -> Iterator[Labelled]:
    controls = {(each.parent, each.name) for each in page.elements if each.role in FIELDS | TOGGLES}
    for place in names(page).values:
        # A text that is only the label of the field or box beside it is no value.
        labels = place.element.role not in FIELDS and (place.element.parent, place.said) in controls
        if not labels and not is_former(place) and not _in_head(place):
            yield from _of_value(place)
    for place in seen(page):
        yield from _of_part(place)


def _of_value(place: Place) -> Iterator[Labelled]:
    """A value with each of its labels, and those that its own text gives."""
    page, element, parent = place.page, place.element, place.element.parent
    if element.role in FIELDS:
        text = element.value or ""
    elif element.role == "heading" and ": " in place.said:
        if match := _BEFORE_NUMBER.match(place.said):
            yield Labelled(place, match["value"], _terms(match["label"], page.language))
        return
    elif element.role in _UNLABELLED and element.value is None and not is_data(place):
        return
    else:
        text = place.said
    for label in names(page).labels(place):
        yield Labelled(place, text, _terms(label, page.language))
        if _WROTE.search(label):
            yield Labelled(place, text, term_set("author"))
    if element.role == "searchbox":
        yield Labelled(place, text, term_set("search"))
    cell = parent is not None and is_row(page, parent) and ":" not in text
    if element.role not in FIELDS and len(element.text) <= _LONGEST and not cell:
        yield from _in_text(place, element.text)
    if (total := _added_up(place)) is not None:
        yield Labelled(place, text, total)


def _of_part(place: Place) -> Iterator[Labelled]:
    """What a part of the page shows under its own name: the option that is chosen, an empty field, a sentence in pieces."""
    page, element, said = place.page, place.element, place.page.full_text(place.at)
    yield from _chosen(place)
    if element.role in FIELDS:
        if not element.value and element.name:
            yield Labelled(place, "", term_set(element.name))
    elif said and element.name != said and element.name.endswith(said) and element.role not in CONTROLS:
        # "Assigned to Ann" is what a screen reader says of "Ann".
        yield Labelled(place, said, term_set(element.name.removesuffix(said)))
    inner = {page.elements[at].role for at in page.children(place.at)}
    if element.role in _SENTENCES_OF and inner and inner <= _IN_A_SENTENCE and len(said) <= _LONGEST:
        # Its text goes on in what it holds: "Total: <strong>$5</strong>".
        yield from _in_text(place, place.said)


def _terms(label: str, language: str) -> frozenset[str]:
    """What a text says of its value, without a rate, and where it ends with "by" without a day: "VAT 19%", "opened on 3 May by"."""
    for each in days(label, language) if label.endswith(" by") else ():
        label = label.replace(each.text, " ")
    return term_set(_RATE.sub(" ", label)) or term_set(label)


def _in_head(place: Place) -> bool:
    """Whether it stands in the row of heads of a table."""
    row = next((at for at in place.page.ancestors(place.at) if is_row(place.page, at)), None)
    return row is not None and layout(place.page).is_head(row)


def _added_up(place: Place) -> frozenset[str] | None:
    """What the row that adds up the others calls its sum: "Total"; None where it stands in no such row."""
    row = next((at for at in place.page.ancestors(place.at) if is_row(place.page, at)), None)
    first = (
        next((each for each in Place(place.page, row).below() if each.said.strip()), None)
        if row is not None
        else None
    )
    if (
        first is None
        or not ADDS_UP.match(first.said.strip())
        or place.at in (first.at, *(each.at for each in first.below()))
    ):
        return None
    return term_set(first.said)


def _chosen(place: Place) -> Iterator[Labelled]:
    """Which of several options is chosen, under the name of the group."""
    if place.element.role not in ("radiogroup", "group") or not place.element.name:
        return
    chosen = [
        each for each in place.below() if each.element.role == "radio" and "checked" in each.element.states
    ]
    if len(chosen) == 1:
        yield Labelled(chosen[0], chosen[0].element.name, term_set(place.element.name))


def _in_text(place: Place, text: str) -> Iterator[Labelled]:
    """The values that a text gives by itself: "Total: $5", "Your order number is 5", "Order 5"."""
    # A label within what has one, or among sentences, is what somebody wrote there: a note that says "Total: $5".
    inner = int(bool(names(place.page).labels(place)) or _SAYS_MORE.search(text) is not None)
    sentences = _SENTENCES.split(text)
    every = [each for sentence in sentences for each in _NEXT.split(sentence)]
    for sentence in every if all(": " in each for each in every) else sentences:
        match = _SPLIT.match(sentence) or _BEFORE_NUMBER.match(sentence)
        if match and not re.search(r"[.!?]\s", match["label"]):
            value = match["value"].rstrip(".;")
            yield Labelled(place, value, _terms(match["label"], place.page.language), inner)
    for fragment in _FRAGMENTS.split(text):
        if match := _ENDING.match(fragment):
            yield Labelled(place, match["value"], term_set(match["label"]), 2)
    for match in _IS.finditer(text) if not _IF.search(text) else ():
        yield Labelled(place, match["value"].rstrip(".,:").lstrip("#"), term_set(match["label"]), 1)


def is_structure(place: Place) -> bool:
    """Whether the make-up of a page calls it something: it was put under a label, or is a heading that has one."""
    return place.element.role == "heading" or any(
        is_data(each) or each.element.role == "definition" for each in place.around()
    )


def surely_called(place: Place) -> frozenset[str]:
    """The terms of what surely labels a value: its column, its term, its field, a text before it that ends with a colon."""
    page = place.page
    for each in place.around():
        if each.element.role in DATA_CELLS or (
            each.element.parent is not None and is_row(page, each.element.parent)
        ):
            return term_set(column(each))
        if each.element.role == "definition":
            return term_set(" ".join(names(page).labels(each)))
        if each.element.role in FIELDS | TOGGLES:
            return term_set(each.element.name)
        before = [at for at in page.children(each.element.parent) if at < each.at]
        if before and (label := Place(page, before[-1]).said.rstrip()).endswith(":"):
            return term_set(label)
        if each.repeated:
            break
    return frozenset()


def is_former(place: Place) -> bool:
    """Whether it is struck through, as an old price is."""
    return place.within(("deletion",)) is not None


def is_picture(place: Place) -> bool:
    """Whether it is a picture, whose name nobody sees; the stars of a rating are seen."""
    return place.element.role == "img" and not term_set(place.element.name) & lexicon.RATINGS
