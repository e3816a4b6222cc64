"""What a thing of a list says, in terms: worked out once, for each phrase asks for it anew."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_webagent.language import lexicon
from pytest_webagent.language.terms import stem, term_set
from pytest_webagent.language.words import words as words_of
from pytest_webagent.page.lists import PIECES
from pytest_webagent.page.names import item_texts
from pytest_webagent.page.tables import column
from pytest_webagent.values.plain_text import plain

if TYPE_CHECKING:
    from pytest_webagent.page.places import Place

_COUNTS: Final = re.compile(r"\b\d+ [^\W\d]+\b")
"""How many of something, beside other words: "Unread 1 file"."""


class ThingTerms(NamedTuple):
    """What a thing of a list says, in terms."""

    called: frozenset[str]
    """Those of its name."""
    pieces: tuple[frozenset[str], ...]
    """Those of each text, and of each piece of it."""
    spent: tuple[frozenset[str], ...]
    """The names of buttons that can be pressed no more."""
    texts: tuple[tuple[str, frozenset[str]], ...]
    """Each text with the stems of all its words."""
    columns: tuple[tuple[frozenset[str], frozenset[str], bool | None], ...]
    """The head of the column of each cell, what the cell says, and whether that is a yes."""
    ticked: bool | None


def thing_terms(item: Place, name: Place | None) -> ThingTerms:
    """The terms of a thing whose `name` stands there."""
    texts = list(item_texts(item))
    pieces = {
        term_set(piece) for text in texts for piece in (text, *PIECES.split(text), _COUNTS.sub(" ", text))
    }
    below = list(item.below())
    # What can be pressed no more tells a state: "Sold out".
    spent = [
        term_set(each.element.name)
        for each in below
        if each.element.role == "button"
        and "disabled" in each.element.states
        and not lexicon.DEEDS & set(plain(each.element.name).split()[:1])
    ]
    heads = ((each, term_set(column(each))) for each in below)
    columns = [
        (head, term_set(each.said), lexicon.YES_OR_NO.get(plain(each.said))) for each, head in heads if head
    ]
    boxes = [each for each in below if each.element.role in ("checkbox", "switch")]
    return ThingTerms(
        term_set(name.said) if name is not None else frozenset(),
        tuple(pieces),
        tuple(spent),
        tuple((text, frozenset(map(stem, words_of(text)))) for text in texts),
        tuple(columns),
        "checked" in boxes[0].element.states if len(boxes) == 1 else None,
    )
