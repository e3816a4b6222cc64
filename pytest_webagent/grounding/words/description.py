"""What is said of an element, and which elements of a page it fits with no word of it, or of their names, left over."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final
from unicodedata import normalize

from pytest_webagent.aria_roles import CONTROLS, FIELDS, ITEMS, TOGGLES
from pytest_webagent.claims.element_finder import ALSO_CALLED, matches, related
from pytest_webagent.claims.element_words import PARTS_OF_VIEW, names_of
from pytest_webagent.claims.list_things import parted
from pytest_webagent.claims.outcome import Unclear
from pytest_webagent.language import lexicon
from pytest_webagent.language.quotations import QUOTED, quotations
from pytest_webagent.language.terms import Token, stem, term_set
from pytest_webagent.language.words import STOP, negated
from pytest_webagent.page.places import is_head
from pytest_webagent.page.states import STATES
from pytest_webagent.values.plain_text import plain, word_set

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.claims.element_finder import Match
    from pytest_webagent.claims.resolver import Resolver

_NUMBER: Final = re.compile(r"^\s*(?:\[\s*\d+\s*\]|\(\s*\d+\s*\)|#\d+|\d+)[.:)]?\s+(?=\S)")
"""The number of an element before its description, which is no part of that."""
_DEED: Final = re.compile(
    r"^\s*(?:please |i (?:want|need) to )?(?:click|tap|press|hit|hover|focus)\s+(?:(?:on|over)\s+)?(?=\S)",
    re.IGNORECASE,
)
_MOST_WORDS: Final = 16
"""Words of a description that quotes nothing; what is longer is prose."""
_MOST_TOKENS: Final = 40
_HANDLED: Final = ITEMS | word_set("gridcell img image figure canvas video iframe embed object")
"""Roles that are no controls and can be meant by a name alone; of the others it must be said what they are."""
_LABELLED: Final = FIELDS | TOGGLES
"""Roles whose labels are sentences, of which people say the part that matters."""
_UNSAID: Final = word_set(
    "address number code your my enter type here please optional required eg the a an of for to or"
)
"""Words of a field's label that people leave out, and that do not make another field of it."""
_SILENT: Final = word_set("the a an of for to my your our this")
"""Words within a name that people leave out or swap."""
_JOINING: Final = (
    (_SILENT - {"to"})
    | lexicon.NAMING
    | word_set("in on at from with by under within inside that which is are it its those these please")
    | word_set("der die das den dem le la les el los")
)
_PARTICLES: Final = (STOP | lexicon.NOT | lexicon.EXCEPT | lexicon.PREPOSITIONS | lexicon.BESIDE) - _JOINING
"""Small words that make another thing of it where no name has them: "log out", "not", "and"."""
_TELLING: Final = _JOINING | STOP | frozenset(lexicon.ORDINALS) | frozenset(STATES) | PARTS_OF_VIEW
"""Words that tell which one is meant, and name nothing."""
_NOUNS: Final = frozenset(lexicon.ROLES) | lexicon.ANYTHING | lexicon.LOOKS | lexicon.WHOLES | ALSO_CALLED
_HOLDING: Final = word_set("showing containing holding")
_COUNT: Final = re.compile(r"\s*[(\[]\s*[\d.,]+\s*\+?\s*[)\]]\s*$|\s+\d+\s+items?$")
_NOTE: Final = re.compile(r"\s*\([^()]*\)$")
_LEADS: Final = (("go", "to"), ("proceed", "to"), ("continue", "to"), ("view",))
"""What a name may begin with and people leave out: it only leads there."""


class Description:
    """What is said of an element of a page."""

    def __init__(self, look: Resolver, text: str) -> None:
        self._look = look
        self._said = self._tokens(_DEED.sub("", _NUMBER.sub("", normalize("NFC", text).replace("’", "'"))))
        thing = related(self._said)[0]
        self._words = [word for each in thing for word in words_of(each.text)]
        quoted = (word for each in thing if each.quoted for word in words_of(each.text))
        self._particles = _PARTICLES.difference(quoted)
        self._by_title = any(stem(each.word) in lexicon.WHOLES for each in self._said)
        """Whether the title of the page can tell where it stands."""
        self._head = parted(thing)[0]
        self._whole = {words_of(each.text) for each in self._head if each.quoted}
        """The names in it: what it quotes, and names of the page that have small words."""
        self._quotes = self._whole.intersection(map(words_of, quotations(text)))
        self._kinds = look.phrase(self._head).words & (frozenset(lexicon.ROLES) | lexicon.ANYTHING)

    def _tokens(self, text: str) -> list[Token]:
        quotes = QUOTED.search(text) is not None
        for name in {
            each.element.name for each in self._look.shown if each.element.name.lower() in lexicon.GLUE
        }:
            # "In the All section".
            text = re.sub(rf"(?<=[a-z] ){re.escape(name)}(?!\w)", f"'{name}'", text)
        said = self._look.tokens(text) or [Token(each, quoted=True) for each in text.split()[:1]]
        said = [each._replace(text="with") if each.word in _HOLDING else each for each in said]
        return self._without_praise(said) if quotes else said

    def _without_praise(self, said: Sequence[Token]) -> list[Token]:
        """Without the words before a quoted name that the page does not have: "the shiny new 'Print' button"."""
        first = next((at for at, each in enumerate(said) if each.quoted), 0)
        known = self._look.vocabulary | frozenset(lexicon.ROLES) | lexicon.stemmed(" ".join(STATES))
        small = lexicon.GLUE | lexicon.ELSEWHERE | frozenset(lexicon.ORDINALS)
        return [
            each
            for at, each in enumerate(said)
            if at >= first or each.word in small or stem(each.word) in known
        ]

    def found(self) -> list[Match]:
        """The elements that it fits equally well, in the order of the page."""
        most = _MOST_TOKENS if any(each.quoted for each in self._said) else _MOST_WORDS
        if not 0 < len(self._said) <= most:
            return []
        places = [each for each in self._look.shown if each.element.id is not None]
        try:
            found = matches(self._look, self._said, places, better=self._rank)
        except Unclear:
            return []
        if len({words_of(each.name) for each in found}) == 1:
            # "Yes" and "Yes!".
            found = [each for each in found if each.exact] or found
        # Of things in each other that are called the same the inner one is pressed.
        outer = {at for each in found for at in self._look.page.ancestors(each.place.at)}
        return [each for each in found if each.place.at not in outer]

    def _rank(self, match: Match) -> tuple[int, ...]:
        """How well an element fits, the least is the best; empty where something is left over."""
        element, rank = match.place.element, match.rank
        own = (element.name, element.text, element.placeholder)
        acts = element.clickable or element.role in CONTROLS
        handled = element.role in _HANDLED and match.name in (element.name, element.text)
        of_kind = any(
            word in lexicon.ANYTHING or element.role in lexicon.ROLES[word]
            for word in self._kinds - term_set(match.name)
        )
        if (
            not (acts or of_kind or handled)
            or is_head(match.place)
            or rank.unexplained
            or (rank.by_title and not self._by_title)
        ):
            return ()
        if match.name and match.name not in own and any(own) and (match.exact or not self._kinds):
            # What it is not called itself.
            return ()
        if len(self._said) == 1 and not match.name:
            # One word may be the name of something that is not there.
            return ()
        if element.role in TOGGLES and match.name and not element.name:
            # The text behind a box may be the label of the next one.
            return ()
        # "Authors" is rather the link "Authors" than the field "Author".
        left = self._unsaid(match) if element.role in FIELDS else set()
        more = bool(left - _UNSAID) + bool(left) if left else rank.more
        return (not acts and not of_kind, more, *rank[4:], not match.name) if self._accounts(match) else ()

    def _accounts(self, match: Match) -> bool:
        """Whether the name says nothing more, and what is said beside it makes no other thing of it."""
        element, said = match.place.element, self._words
        name = words_of(_COUNT.sub("", match.name or element.name))
        quotes = self._whole if element.role in _LABELLED else self._quotes
        if any(quote != name for quote in quotes) or not self._places(match):
            return False
        if element.role in _LABELLED:
            rest = [word for word in said if word not in name] if self._may_name(match) else None
        elif not match.name and not _span(name, said):
            # It is told by its kind, its state or its place.
            rest = said
        elif not any(map(str.isalnum, match.name or element.name)) or not (element.name or element.text):
            # A sign, or a picture.
            rest = said
        else:
            rest = _around(name, said)
        if rest is None:
            return False
        # "The link to Home", but not "Log in to your account".
        leads = {
            at + 1
            for at, word in enumerate(rest)
            if stem(word) in lexicon.ROLES and rest[at + 1 : at + 2] == ["to"]
        }
        return not any(word in self._particles for at, word in enumerate(rest) if at not in leads)

    def _places(self, match: Match) -> bool:
        """Whether what stands beside the name is the whole name of something around: "the Shipping address Save button"."""
        called = names_of(self._look, match.place)
        name = frozenset().union(*(each.terms for each in called)).union(words_of(match.name))
        said = {
            word
            for each in self._head
            if not each.quoted and not name & {stem(each.word), each.word}
            for word in words_of(each.text)
            if word not in _TELLING and stem(word) not in _NOUNS and word not in name
        } - {"".join(words_of(match.name))}
        around = self._look.names.around(match.place)
        pictured = not match.place.element.name and match.name
        return not said or bool(pictured) or any(said == set(words_of(text)) for _, text in around)

    def _unsaid(self, match: Match) -> set[str]:
        return set(words_of(_NOTE.sub("", match.name))).difference(self._words)

    def _may_name(self, match: Match) -> bool:
        """Whether the part of a label that is said may stand for it."""
        left = self._unsaid(match)
        if negated(match.name) and not negated(" ".join(self._words)):
            return False
        if match.place.element.role in TOGGLES:
            return bool(self._kinds) or not left
        return not match.surplus or not left - _UNSAID


def _around(name: tuple[str, ...], said: Sequence[str]) -> list[str] | None:
    """The words around a name that is said word for word; None where it is not."""
    for words in (name, *(name[len(lead) :] for lead in _LEADS if name[: len(lead)] == lead)):
        if span := _span(words, said):
            return [*said[: span[0]], *said[span[1] :]]
    # "Login" is "Log in", and "email" is "e-mail".
    whole = "".join(name)
    return [word for word in said if word != whole] if whole in said else None


def _span(name: Sequence[str], said: Sequence[str]) -> tuple[int, int] | None:
    """From where to where a name is said word for word, whatever small words are within it; None where it is not."""
    wanted = [word for at, word in enumerate(name) if not 0 < at < len(name) - 1 or word not in _SILENT]
    for start in range(len(said) if wanted else 0):
        at = start
        for word in wanted:
            while start < at < len(said) and said[at] in _SILENT and said[at] != word:
                at += 1
            if said[at : at + 1] != [word]:
                break
            at += 1
        else:
            return start, at
    return None


@lru_cache(maxsize=20_000)
def words_of(text: str) -> tuple[str, ...]:
    """The words of a text: letters with their marks and digits, with the signs that make another name of them.

    That is an apostrophe within, and the signs of ``C++``, ``C#``, ``+1`` and ``-1``. A text of signs alone is a word itself.
    """
    import regex

    compared = plain(text)
    word = r"(?:(?<![\p{L}\p{N}])[+-](?=\d))?[\p{L}\p{M}\p{N}]+(?:'[\p{L}\p{M}\p{N}]+)*[+#]*"
    return tuple(regex.findall(word, compared)) or ((compared,) if compared else ())
