"""What visitors write on a page, such as reviews and comments: it answers only what is asked about them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pytest_webagent.judging.cited import cited
from pytest_webagent.language import lexicon
from pytest_webagent.language.terms import term_set
from pytest_webagent.language.words import STOP, words
from pytest_webagent.page.layout import layout
from pytest_webagent.page.names import PARTS, names
from pytest_webagent.page.tables import is_row
from pytest_webagent.values.plain_text import quoted, word_set

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pytest_webagent.claims.derivation import Finding
    from pytest_webagent.judging.case import Case
    from pytest_webagent.judging.story import Story
    from pytest_webagent.page.places import Place

_COLLECTED: Final = word_set(
    "reviews comments testimonials replies opinions rezensionen bewertungen kommentare kundenmeinungen avis commentaires "
    "reseñas opiniones comentarios valoraciones recensioni commenti"
)
"""How a page heads what visitors write: one of it may as well be a deed ("Review your order")."""
_SPOKEN_OF: Final = (
    frozenset().union(*map(term_set, _COLLECTED))
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
"""More words than a value or a title has. One such text among pieces of a kind makes all of them prose: a visitor may write few words."""


def told_by_visitors(text: str, findings: Iterable[Finding], story: Story) -> str:
    """Why what is cited does not answer a question or bear out a statement: visitors wrote it; empty where it may."""
    if term_set(text) & _SPOKEN_OF:
        return ""
    for finding in findings:
        places = cited(finding, story)
        heads = [head for head in map(written_under, places) if head and not term_set(head) & term_set(text)]
        # What is searched for may stand elsewhere as well.
        if heads and (finding.derivation.elements or len(heads) == len(places)):
            return (
                f"{finding.derivation.told} is about what stands under {quoted(heads[0])}: what visitors write is no evidence of "
                "anything else. Cite what the page itself says"
            )
    return ""


def written_under(place: Place) -> str:
    """The heading or name of the visitors' texts that an element is one of; empty where it is none, as in a table with heads of columns."""
    look = names(place.page)
    piece = False
    for each in place.around():
        if is_row(each.page, each.at) and layout(each.page).heads(each.at):
            return ""
        piece = piece or _is_prose(each)
        heads = [head.said for head in look.heads(each)] if piece else []
        named = [each.element.name] if piece and each.element.role in PARTS else []
        for head in (*heads, *named):
            if _heads_visitors(head):
                return head
    return ""


def _is_prose(place: Place) -> bool:
    if place.element.role in _WRITTEN:
        return True
    if not place.repeated and place.element.role not in _A_PIECE:
        return False
    return any(len(text.split()) > _PROSE for each in (place, *place.siblings()) for text in each.phrases())


def _heads_visitors(head: str) -> bool:
    """Whether it is no more than such a word, as in "12 reviews": "Pending reviews" heads the work of somebody."""
    said = words(head)
    at = next((at for at, word in enumerate(said) if word in _COLLECTED), None)
    if at is None:
        return False
    # What comes after a small word tells what they are about, as in "Reviews of the blue mug".
    return all(map(_says_little, said[: at + 2]))


def _says_little(word: str) -> bool:
    return word.isdecimal() or word in STOP | _COLLECTED | _WRITERS or bool(term_set(word) & lexicon.RATINGS)


def by_visitors(case: Case) -> str:
    """Catches an answer that a visitor of the page wrote, to a question about something else."""
    return told_by_visitors(case.goal.text, case.held, case.story)
