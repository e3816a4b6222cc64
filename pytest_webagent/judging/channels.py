"""What is told beside what a page shows: title and address, tabs, dialogs, notes, texts of pictures. Each answers only questions about it.

A page writes into all of them whatever it likes, and a person who looks for the total of an order reads none of them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from pytest_webagent.judging.agreement import unproven
from pytest_webagent.judging.unsaid import unsaid
from pytest_webagent.language import lexicon
from pytest_webagent.language.terms import term_set
from pytest_webagent.language.words import ASKING, STOP, says, stem, words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pytest_webagent.claims.derivation import Finding
    from pytest_webagent.judging.case import Case

_PAGES: Final = lexicon.PAGES | lexicon.stemmed("seite fenster página pagina sitio sito écran pantalla")
_MESSAGES: Final = (
    lexicon.DIALOGS
    | lexicon.MESSAGES
    | lexicon.stemmed(
        "prompt confirm confirmation question ask say said log meldung hinweis fehler frage mensaje avis messaggio erreur"
    )
)
_SUBJECTS: Final[Mapping[str, frozenset[str]]] = {
    "title": lexicon.HEADINGS | lexicon.stemmed("title caption titel überschrift titre título titolo"),
    "url": lexicon.stemmed(
        "address url uri link location path query parameter fragment redirect adresse dirección indirizzo lien enlace"
    ),
    "tabs": lexicon.stemmed("tab window fenster onglet pestaña scheda"),
    "dialog": _MESSAGES,
    "note": _MESSAGES
    | lexicon.stemmed("console request download file tab browser websocket datei fichier archivo"),
}
"""The words of a question that each of them answers."""
_PICTURES: Final = lexicon.RATINGS | lexicon.stemmed(
    "picture image photo icon logo chart graph diagram figure map avatar flag badge bild foto image imagen immagine grafik gráfico grafico"
)
_OF_THE_PAGE: Final = frozenset(("title", "url", "tabs"))
_NOW: Final = lexicon.stemmed("current open opened new active shown")


def is_about(text: str, op: str) -> bool:
    """Whether a question or statement is about what an operation reads, where that is no element of the page."""
    if op not in _SUBJECTS or term_set(text) & _SUBJECTS[op]:
        return True
    said = [
        word
        for word in words(text)
        if word not in STOP and (term_set(word) & _PAGES or stem(word) not in ASKING | _NOW)
    ]
    return op in _OF_THE_PAGE and bool(term_set(" ".join(said[:1])) & _PAGES)


def unsaid_by_the_page(statement: str, findings: Sequence[Finding]) -> str:
    """Why predicates do not bear out a statement: what it says is only in what the browser tells beside the page; empty if not."""
    apart = [each for each in findings if not is_about(statement, each.derivation.op)]
    said, others = (
        term_set(
            " ".join(
                " ".join((each.text, each.derivation.text, each.derivation.to, *each.parts)) for each in some
            )
        )
        for some in (apart, [each for each in findings if each not in apart])
    )
    if not (said & term_set(statement)) - others:
        return ""
    return f"{apart[0].derivation.told} answers only a statement about it: cite what the page itself shows"


def beside_the_page(case: Case) -> str:
    """Catches an answer read from the title, the address or a message of the browser where the goal asks for something else."""
    goal = case.goal
    apart = [each for each in case.held if not _counts(each, case)]
    if not goal.asks or not apart:
        return ""
    rest = replace(case, findings=tuple(each for each in case.findings if each not in apart))
    if rest.held and not unsaid(rest) and not unproven(rest):
        return ""
    return f"{apart[0].where} answers only a question about it, and the goal asks for something else: cite what the page itself shows"


def _counts(finding: Finding, case: Case) -> bool:
    op, goal = finding.derivation.op, case.goal
    if _is_pictured(finding, case) and not term_set(goal.text) & _PICTURES:
        return False
    page_words = goal.asks == "truth" and op in _OF_THE_PAGE and term_set(goal.asking) & _PAGES
    if page_words or is_about(goal.asking, op):
        return True
    # What the browser says when the goal's deed is done is what the page says to it; a link is followed, and says nothing.
    named = any(
        act.element is not None and act.element.role != "link" and says(goal.doing, act.element.name)
        for act in case.story.acts
    )
    return op in ("dialog", "note") and (named or ((case.changing or goal.orders) and bool(case.story.acts)))


def _is_pictured(finding: Finding, case: Case) -> bool:
    """Whether a figure is read from the text that stands for a picture, which nobody sees."""
    places = case.cited(finding)
    return (
        any(map(str.isdigit, finding.text))
        and bool(places)
        and all(each.element.role == "img" for each in places)
    )
