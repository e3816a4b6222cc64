"""What visitors write on a page, such as reviews and comments: it answers only what is asked about them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pytest_webagent.judging.cited import cited
from pytest_webagent.language import lexicon
from pytest_webagent.language.terms import term_set
from pytest_webagent.language.words import words
from pytest_webagent.page.names import PARTS, names
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
_A_PIECE: Final = word_set("article listitem comment blockquote row figure")


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
    """The heading or name of the visitors' texts that an element is one of; empty where it is none."""
    look = names(place.page)
    piece = False
    for each in place.around():
        piece = piece or each.repeated or each.element.role in _A_PIECE
        heads = [head.said for head in look.heads(each)] if piece else []
        named = [each.element.name] if each.element.role in PARTS else []
        for head in (*heads, *named):
            if _COLLECTED & set(words(head)):
                return head
    return ""


def by_visitors(case: Case) -> str:
    """Catches an answer that a visitor of the page wrote, to a question about something else."""
    return told_by_visitors(case.goal.text, case.held, case.story)
