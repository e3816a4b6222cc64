"""What visitors write on a page, such as reviews and comments, told by what it stands under."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pytest_webagent.language import lexicon
from pytest_webagent.language.terms import term_set
from pytest_webagent.language.words import STOP, content, words
from pytest_webagent.page.layout import layout
from pytest_webagent.page.names import PARTS, item_texts, names
from pytest_webagent.page.tables import is_row
from pytest_webagent.values.plain_text import word_set

if TYPE_CHECKING:
    from pytest_webagent.page.places import Place

_COLLECTED: Final = word_set(
    "reviews comments testimonials replies opinions rezensionen bewertungen kommentare kundenmeinungen avis commentaires "
    "reseñas opiniones comentarios valoraciones recensioni commenti"
)
"""How a page heads what visitors write: one of it may as well be a deed ("Review your order")."""
_ONE: Final = frozenset().union(*map(term_set, _COLLECTED))
"""How it heads a column of it, as in "Comment"."""
_SPOKEN_OF: Final = (
    _ONE
    | lexicon.RATINGS
    | lexicon.stemmed(
        "say said write wrote written think thought post posted opinion feedback recommend complain schreibt meint dit écrit dice scrive"
    )
)
"""Words of a question about it, or about who wrote it."""
_WRITERS: Final = word_set(
    "customer customers user users guest guests buyer buyers reader readers visitor visitors kunden clients clientes clienti"
)
_WRITTEN: Final = word_set("article comment blockquote")
"""Roles of what somebody wrote."""
_A_PIECE: Final = word_set("listitem row figure")
_PROSE: Final = 20
"""More words than a value or a title has."""
_A_SENTENCE: Final = re.compile(r"(?:\S+\s+){2,}\S*[.!?。！？؟]\W*")
"""What ends as only a sentence does."""


def speaks_of_visitors(text: str) -> bool:
    """Whether a question or statement is about what visitors write, or about who wrote it."""
    return bool(term_set(text) & _SPOKEN_OF)


def written_under(place: Place, asked: frozenset[str]) -> str:
    """The heading, name or column of the visitors' texts that an element is one of; empty where it is none.

    What is asked of a row or a column by its name is what a table with heads of columns is there to tell.
    """
    look = names(place.page)
    piece = False
    for each in place.around():
        if is_row(each.page, each.at) and layout(each.page).heads(each.at):
            labels = look.labels(place)
            if each.at == place.at or asked & content(" ".join((*labels, *item_texts(each, place)))):
                return ""
            if column := next((text for text in labels if _heads_visitors(text, _ONE)), ""):
                return column
        piece = piece or _is_prose(each)
        heads = [head.said for head in look.heads(each)] if piece else []
        named = [each.element.name] if piece and each.element.role in PARTS else []
        for head in (*heads, *named):
            if _heads_visitors(head, _COLLECTED):
                return head
    return ""


def _is_prose(place: Place) -> bool:
    """Whether it is of the texts that people write. One among pieces of a kind makes all of them so: a visitor may write few words."""
    if place.element.role in _WRITTEN:
        return True
    if not place.repeated and place.element.role not in _A_PIECE:
        return False
    texts = (text for each in (place, *place.siblings()) for text in each.phrases())
    return any(len(text.split()) > _PROSE or _A_SENTENCE.fullmatch(text) for text in texts)


def _heads_visitors(head: str, known: frozenset[str]) -> bool:
    """Whether it is no more than such a word, as in "12 reviews": "Pending reviews" heads the work of somebody."""
    said = words(head)
    at = next((at for at, word in enumerate(said) if known & {word, *term_set(word)}), None)
    if at is None:
        return False
    # What comes after a small word tells what they are about, as in "Reviews of the blue mug".
    return all(word == said[at] or _says_little(word) for word in said[: at + 2])


def _says_little(word: str) -> bool:
    return word.isdecimal() or word in STOP | _COLLECTED | _WRITERS or bool(term_set(word) & lexicon.RATINGS)
