"""Question words and glue of other languages, as data: the rest of a question is looked up on a page in its own language."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from pytest_webagent.language import deeds, lexicon
from pytest_webagent.language.terms import ELIDED, Token
from pytest_webagent.values.plain_text import word_set

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

_WORDS: Final[Mapping[str, str]] = {
    "de": "how many: wie viele; how much: wie viel; what is: wie hoch ist|wie hoch sind|wie lautet|wie lauten; how long: wie lange; "
    "how often: wie oft; how old: wie alt; what is the name of: wie heißt|wie heißen; what: was; who: wer|wen|wem; when: wann; "
    "where: wo; which: welche|welcher|welches|welchen|welchem; tell: nenne|nenn|gib|zeige|zeig|sag|sage|liste|melde; me: mir|uns|an; "
    "the: der|die|das|den|dem|ein|eine|einen|einem|einer|eines; of: des|von|vom; is: ist|sind|war|waren|wird|werden|wurde|wurden; "
    "has: hat|haben; costs: kostet|kosten; there is: gibt es; listed: aufgeführt|gelistet|vorhanden; shown: angezeigt|sichtbar; "
    "in: im|in; on: am|auf; at: bei; with: mit; for: für; from: aus|ab; until: bis; since: seit; to: zu|zum|zur|an; and: und; "
    "or: oder; all: alle|aller|allen; together: zusammen|insgesamt; their: ihr|ihre|ihren|ihrer; its: sein|seine; my: mein|meine|meiner; "
    "not: nicht; no: kein|keine|keinen; please: bitte; than: als; more: mehr; cheaper: billiger|günstiger; later: später; "
    "earlier: früher; longer: länger; shorter: kürzer; more expensive: teurer; last: letzte|letzten|letzter|letztes; "
    "first: erste|ersten|erster|erstes; most: meisten; appears: erscheint|erscheinen|kommt; says: sagt|lautet|steht; "
    "message: meldung|nachricht|fehlermeldung",
    "fr": "how many: combien de; how much: combien; what is: quel est|quelle est|quels sont|quelles sont; which: quel|quelle|quels|quelles; "
    "who: qui; when: quand; where: où; what: que|quoi; tell: donne|dis|indique|liste|montre|cite; me: moi; the: le|la|les|un|une; "
    "of: de|du|des; is: est|sont|était|étaient; has: a|ont; costs: coûte|coûtent; there is: y a-t-il|il y a; "
    "listed: affiché|affichés|affichée|affichées; in: dans|en; on: sur; at: à|au|aux; with: avec; for: pour; from: depuis; "
    "until: jusqu'à; and: et; or: ou; all: tous|toutes; together: ensemble|en tout|au total; their: leur|leurs; its: son|sa|ses; "
    "my: mon|ma|mes; not: pas; more: plus; last: dernier|dernière; first: premier|première; appears: apparaît|apparait|s'affiche; says: dit|indique; message: message",
    "es": "how much: cuánto|cuánta; how many: cuántos|cuántas; what is: cuál es|cuáles son; which: qué|cuál|cuáles; who: quién|quiénes; "
    "when: cuándo; where: dónde; tell: dime|di|indica|lista|muestra|enumera; me: me; the: el|la|los|las|un|una; of: de|del; "
    "is: es|son|está|están|fue|fueron|era; has: tiene|tienen; have: tengo|tenemos; costs: cuesta|cuestan; there is: hay; in: en; "
    "to: a|al; with: con; for: para|por; until: hasta; from: desde; and: y|e; or: o|u; all: todos|todas; together: juntos|juntas; "
    "in total: en total; their: su|sus; my: mi|mis; not: no; without: sin; more: más; less: menos; than: que; last: último|última; "
    "first: primero|primera|primer; appears: aparece|sale; says: dice|pone; message: mensaje|aviso",
}
_ASKING: Final = lexicon.QUESTION_WORDS | {"tell"}
_ENGLISH: Final = lexicon.QUESTION_WORDS - {"was"} | {"the", "of", "is", "are"}
_LONGEST: Final = 3
_GLUE: Final = word_set("the of in on at with for from to all first last")
"""What is read in English of the words behind a verb; the others are words of the page."""


def _table(words: str) -> dict[tuple[str, ...], list[Token]]:
    entries = (entry.split(": ") for entry in words.split("; "))
    return {
        tuple(each.split()): [Token(word) for word in english.split()]
        for english, others in entries
        for each in others.split("|")
    }


_STEMMERS: Final = {"de": "german", "fr": "french", "es": "spanish"}
_TABLES: Final = {language: _table(words) for language, words in _WORDS.items()}
_GLUE_OF: Final = {
    language: {
        word: said[0].word
        for (word, *more), said in table.items()
        if not more and len(said) == 1 and said[0].word in _GLUE
    }
    for language, table in _TABLES.items()
}


def in_english(said: Sequence[Token], language: str) -> list[Token]:
    """A question in the language of a page with English question words and glue; one in English as it is."""
    table = _TABLES.get(language.partition("-")[0])
    if table is None or any(each.word in _ENGLISH for each in said):
        return list(said)
    return list(_translated(said, table))


def asks(text: str) -> str:
    """The language in which a text begins like a question; empty where it is English, or none."""
    said = [Token(word.strip("¿,:")) for word in text.split()[: _LONGEST + 1]]
    if not said or said[0].word in _ENGLISH or (said[0].word,) in deeds.VERBS:
        return ""
    for language, table in _TABLES.items():
        # "Until when", "in which".
        first, *rest = (each.word for each in _translated(said, table))
        if first in _ASKING or (first in lexicon.PREPOSITIONS and set(rest[:1]) & _ASKING):
            return language
    return ""


def with_glue(text: str, language: str) -> str:
    """The words behind a verb, with English articles and prepositions; a text in English as it is."""
    glue = _GLUE_OF.get(language.partition("-")[0], {})
    return " ".join(glue.get(word.lower(), word) for word in text.split())


def own_form(verb: str, names: Iterable[str], language: str) -> str:
    """The form in which names of a page have a verb ("Verlängern"), for the one that is said ("verlängere")."""
    algorithm = _STEMMERS.get(language.partition("-")[0])
    if algorithm is None:
        return verb
    root = _root(verb.lower(), algorithm)
    words = (word for name in names for word in name.split())
    return next((word for word in words if _root(word.lower(), algorithm) == root), verb)


@lru_cache(maxsize=20000)
def _root(word: str, algorithm: str) -> str:
    import snowballstemmer  # type: ignore[import-untyped]

    return str(snowballstemmer.stemmer(algorithm).stemWord(word))


def _translated(said: Sequence[Token], table: Mapping[tuple[str, ...], list[Token]]) -> Iterator[Token]:
    said = [part for each in said for part in _parted(each)]
    at = 0
    while at < len(said):
        sizes = range(min(_LONGEST, len(said) - at), 0, -1)
        size = next((size for size in sizes if _words(said, at, size) in table), 0)
        if size:
            yield from table[_words(said, at, size)]
        else:
            yield said[at]
        at += size or 1


def _parted(token: Token) -> tuple[Token, ...]:
    """A word and the small one that it is written in one with: "d'olives" is "de olives"."""
    found = None if token.quoted else ELIDED.match(token.text)
    return (token,) if found is None else (Token(f"{found[0][:-1]}e"), Token(token.text[found.end() :]))


def _words(said: Sequence[Token], at: int, size: int) -> tuple[str, ...]:
    return tuple(each.word for each in said[at : at + size])
