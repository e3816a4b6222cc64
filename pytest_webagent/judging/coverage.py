"""Coverage of a text: which of its words, numbers, names and quotations the names of cited things or literals explain."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from pytest_webagent.claims.page_terms import PageTerms
from pytest_webagent.judging.answer_values import Claim, Saying, claims, covers
from pytest_webagent.language import lexicon
from pytest_webagent.language.quotations import masked
from pytest_webagent.language.terms import akin, stem, term_set, tokens
from pytest_webagent.language.words import STOP
from pytest_webagent.page.labelled import is_former
from pytest_webagent.page.tables import column

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from pytest_webagent.observation import Observation
    from pytest_webagent.page.places import Place

Kind: TypeAlias = Literal["word", "name", "number", "day", "quote"]

_A_PART: Final = 8
"""Most elements in a thing; what holds more is a part of the page, known by its name and not by all that stands in it."""
SILENT: Final = frozenset().union(
    lexicon.LIGHT,
    lexicon.THINGS,
    lexicon.PAGES,
    lexicon.ROLES,
    lexicon.KINDS_OF_VALUES,
    lexicon.QUANTITIES,
    lexicon.SETTINGS,
    lexicon.BAD_NEWS,
    lexicon.stemmed("contain include read equal end"),
    *(
        map(stem, table)
        for table in (lexicon.ASKING, lexicon.SEEN, lexicon.GONE, lexicon.PASSING, lexicon.ORDINALS)
    ),
)
"""Terms that name nothing, or that stand for an operation or a kind of element."""

_SMALL: Final = STOP | lexicon.GLUE


class Piece(NamedTuple):
    """A word that names something, a number, a date or a quotation of a text."""

    text: str
    """As the text writes it."""
    kind: Kind
    """A name is a word with a capital within a sentence."""
    terms: frozenset[str]
    readings: tuple[Claim, ...] = ()
    """What a number, date or quotation says, read as English and as the language of the page."""

    def said_by(self, text: str, language: str) -> bool:
        """Whether a text says that number, date or quotation: "+8%" is not what "fell by 8%" says."""
        found = (claim for claim in self.readings if not (claim.falls and "+" in text))
        return any(covers(claim, Saying(text, language))[0] for claim in found)


class Coverage(NamedTuple):
    """The pieces of a text, by what explains them."""

    names: tuple[Piece, ...]
    """Explained by what the cited things say and are called."""
    literals: tuple[Piece, ...]
    """Explained by a literal, and by no name."""
    nothing: tuple[Piece, ...]
    """Explained by nothing."""


def coverage(text: str, page: Observation, cited: Iterable[Place], literals: Iterable[str] = ()) -> Coverage:
    """What explains each content word, number, date and quotation of a text.

    A cited thing explains what it says and what it is called: its labels (column, term, field, the text beside it), the other texts
    of its row or card, the names of the groups and the headings it stands in, its list, the title of the page. A word is explained by
    one of the same stem or root, or by one that pages use for the same; a number by its value, in whatever form; a quotation word
    for word. Words that name nothing (`lexicon.LIGHT` and the like) are no pieces.

    Args:
        text: a clause of a goal, or a statement.
        page: the page that is cited; its language tells how numbers and dates are written.
        cited: the elements that are cited, or that cited names mean.
        literals: what is given beside them: texts to look for, values to compare with, states, an answer.

    Returns:
        All pieces of the text, each once, in the order of the text.
    """
    named = [*PageTerms(page).titles]
    named += [each for place in cited for each in (*own_texts(place), *surroundings(place))]
    given = list(literals)
    known, said = terms_of(" ".join(named)), terms_of(" ".join(given))
    found: tuple[list[Piece], ...] = ([], [], [])
    for piece in pieces(text, page.language):
        by_name, by_literal = (
            _explain(piece, *each, page.language) for each in ((named, known), (given, said))
        )
        found[0 if by_name else 1 if by_literal else 2].append(piece)
    return Coverage(*map(tuple, found))


def pieces(text: str, language: str = "") -> list[Piece]:
    """The pieces of a text that have to be explained, in its order; numbers as English or a language writes them."""
    readings: dict[str, list[Claim]] = {}
    for claim in (claim for written in dict.fromkeys(("", language)) for claim in claims(text, written)):
        readings.setdefault(claim.text, []).append(claim)
    found = {said: Piece(said, same[0].kind, term_set(said), tuple(same)) for said, same in readings.items()}
    rest = masked(text)
    for said in sorted(readings, key=len, reverse=True):
        rest = rest.replace(said, " ")
    words = [each for each in tokens(rest) if any(map(str.isalnum, each.text))]
    for at, each in enumerate(words):
        # What begins a sentence has a capital anyway.
        beside = words[at - 1 if at else 1 : at + 2]
        named = each.text[0].isupper() and (at > 0 or any(one.text[0].isupper() for one in beside))
        terms = term_set(each.text) - SILENT if each.word not in _SMALL else frozenset[str]()
        if terms:
            kind: Kind = "name" if named or "@" in each.text else "word"
            found.setdefault(each.word, Piece(each.text, kind, terms))
    return sorted(found.values(), key=lambda piece: text.find(piece.text))


def _explain(piece: Piece, texts: Collection[str], known: frozenset[str], language: str) -> bool:
    """Whether texts, whose terms are `known`, explain a piece."""
    if piece.readings:
        return any(piece.said_by(each, language) for each in texts)
    return all(
        not known.isdisjoint({each} | lexicon.SYNONYMS.get(each, frozenset()))
        or any(akin(each, one) for one in known)
        for each in piece.terms
    )


def terms_of(text: str) -> frozenset[str]:
    """The terms of a text, and those of the parts of its compounds: "shirt" of "T-shirt"."""
    return term_set(text) | term_set(text.replace("-", " "))


def own_texts(place: Place) -> tuple[str, ...]:
    """What a thing says and is called itself; a part of the page that holds many things only what it is called."""
    element = place.element
    said = place.said if place.repeated or len(list(place.below())) <= _A_PART else ""
    return tuple(filter(None, (said, element.name, element.value, element.placeholder, element.description)))


def surroundings(place: Place) -> Iterator[str]:
    """What a thing is called by others: its labels, its columns, the texts of its row or card, all it stands in, its list.

    Besides, what is struck through is called a former one.
    """
    look = PageTerms(place.page)
    yield from look.names.labels(place)
    yield from (text for _, text in look.names.around(place))
    if is_former(place):
        yield from lexicon.FORMER
    yield from (column(cell) for cell in place.below() if place.element.role == "row")
    above = {place.at, *place.page.ancestors(place.at)}
    for each in look.lists.all:
        if any(item.at in above for item in each.items):
            yield " ".join((*each.words, *each.kinds))
