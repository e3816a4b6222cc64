"""Noun phrases: what they name, of what, which one or how many of several."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_webagent.language import lexicon
from pytest_webagent.language.superlatives import OF_A_COLUMN, SUPERLATIVES
from pytest_webagent.language.terms import is_plural, joined, stem, term_set, terms
from pytest_webagent.language.words import STOP
from pytest_webagent.values.number_words import NUMBERS
from pytest_webagent.values.plain_text import plain

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pytest_webagent.language.superlatives import End, Kind
    from pytest_webagent.language.terms import Token

_QUOTATION: Final = "\ue000"
_ARTICLE: Final = re.compile(r"^(?:the|a|an) (?=\S)", re.IGNORECASE)
_OWNING: Final = frozenset(("with", "has", "have", "having", "had", "got"))
_ENDING: Final = lexicon.PREPOSITIONS | lexicon.AUXILIARIES | {",", ";", "and"}
_SMALL: Final = lexicon.ARTICLES | STOP | {"now", "currently", "still", "please"}
_NAMED: Final = frozenset(("name", "names", "initial"))
_OF_PERSONS: Final = frozenset(("first", "last"))
_POINTING: Final = frozenset(("that", "this", "those", "these"))
_ITS: Final = frozenset(("its", "his", "her", "their", "same"))
_ROWS: Final = frozenset(map(stem, ("row", "card", "line", "entry", "tile")))
"""What holds what was named before: "in his row"."""
_SWITCHED: Final = frozenset(("on", "off"))
_LENGTHS: Final = frozenset(("longest", "shortest"))


class Best(NamedTuple):
    """The end of an order that is meant, and the words for what is compared; none where the kind tells it."""

    kind: Kind
    end: End
    column: frozenset[str]


@dataclass(frozen=True)
class Phrase:
    """A noun phrase in terms."""

    said: str
    head: tuple[str, ...] = ()
    """The terms of the thing itself: of "the price of the Blue Mug", the price."""
    rest: tuple[str, ...] = ()
    """The terms of what it is of, where it is, and what is told of it."""
    quoted: tuple[str, ...] = ()
    plural: bool = False
    first: tuple[str, ...] = ()
    """Those of `rest` that stand next to the head: of "the price of the mug in the cart", the mug."""
    former: bool = False
    """Whether what was before is meant: an old price."""
    every: bool = False
    any: bool = False
    none: bool = False
    pronoun: bool = False
    soft: frozenset[str] = frozenset()
    """Those of its terms that need not be explained: light verbs, and the kind of thing before its number or quoted name."""
    denied: tuple[str, ...] = ()
    """The terms of what it is said not to be."""
    number: int | None = None
    """How many there are said to be: "the two overdue invoices"."""
    ordinal: int | None = None
    """Counts from 1; -1 is the last."""
    best: Best | None = None

    @cached_property
    def compared(self) -> str:
        """What was said, as texts are compared."""
        return plain(self.said)

    @cached_property
    def words(self) -> frozenset[str]:
        """All its terms, those of what it quotes as well."""
        return frozenset((*self.head, *self.rest, *(term for text in self.quoted for term in terms(text))))

    def in_words(self, mapped: Callable[[str], str]) -> Phrase:
        """The phrase with other words for its terms."""
        return replace(
            self,
            head=tuple(map(mapped, self.head)),
            rest=tuple(map(mapped, self.rest)),
            first=tuple(map(mapped, self.first)),
            denied=tuple(map(mapped, self.denied)),
            soft=frozenset(map(mapped, self.soft)),
            best=self.best and self.best._replace(column=frozenset(map(mapped, self.best.column))),
        )

    def without(self, words: frozenset[str]) -> Phrase:
        """The phrase without some of its terms."""
        head, rest = (tuple(each for each in part if each not in words) for part in (self.head, self.rest))
        return replace(self, head=head, rest=rest)

    @property
    def owner(self) -> Phrase:
        """What the head is of, as a phrase."""
        return replace(self, head=self.first, rest=self.rest[len(self.first) :], first=())

    @property
    def noun(self) -> str:
        """The term for what it is."""
        return next(
            (each for each in reversed(self.head) if each not in lexicon.LIGHT),
            self.head[-1] if self.head else "",
        )


def phrase(said: Sequence[Token]) -> Phrase:
    """A noun phrase from its tokens."""
    best, kept = _superlative(_with_compounds(said))
    reader = _Reader()
    for at, token in enumerate(kept):
        after = kept[at + 1] if at + 1 < len(kept) else None
        counts = after is not None and (after.quoted or after.word not in _ENDING)
        # A first name is no name that comes first.
        counts = counts and not (token.word in _OF_PERSONS and after is not None and after.word in _NAMED)
        before = kept[at - 1].word if at else ""
        joins = not at or before in lexicon.PREPOSITIONS | {"of"}
        if after is not None and counts and joins and _points(token, after):
            # "The author of that review": what was named before.
            reader.point(after.word)
            continue
        reader.take(token, last=after is None, counts=counts)
    return reader.phrase(joined(said), best)


def _points(token: Token, after: Token) -> bool:
    """Whether a word points to what was named before: "that review", "its row"."""
    return token.word in _POINTING or (token.word in _ITS and stem(after.word) in _ROWS)


def _with_compounds(said: Sequence[Token]) -> list[Token]:
    """The tokens, with nouns for elements that are written as two words as one: "check box", "drop down"."""
    found: list[Token] = []
    for token in said:
        whole = found[-1].word + token.word if found and token.word and found[-1].word else ""
        if stem(whole) in lexicon.ROLES:
            found[-1] = found[-1]._replace(text=whole)
        else:
            found.append(token)
    return found


class _Reader:
    """Takes the tokens of a noun phrase one by one."""

    def __init__(self) -> None:
        self._head: list[str] = []
        self._attached: list[list[str]] = []
        """What stands behind prepositions and relatives, each by itself."""
        self._owners: list[list[str]] = []
        self._quoted: list[str] = []
        self._flags: dict[str, bool] = {}
        self._ordinal: int | None = None
        self._number: int | None = None
        self._denied: list[str] = []
        self._soft: set[str] = set()
        self._run: list[str] = []
        """The terms right before, in the same piece."""
        self._last = ""
        self._no = False
        self._relative = False
        """Whether a relative clause begins."""

    def point(self, noun: str) -> None:
        """Take a word that points to what was named before; its noun need not be explained."""
        self._flags["pronoun"] = True
        self._soft.update(terms(noun))

    def take(self, token: Token, *, last: bool, counts: bool) -> None:
        """Take the next token. `counts`: an ordinal here says which of what comes next is meant."""
        word = token.word
        if token.quoted or any(map(str.isdigit, word)):
            # "Purchase order PO-775", "the card 'Checkout'".
            self._soft.update(self._run)
        self._no = self._no or word in lexicon.NOT or word in lexicon.EXCEPT
        if token.quoted and self._no:
            self._denied += terms(token.text)
        elif token.quoted:
            self._quoted.append(token.text)
        elif word in _SWITCHED and last:
            self._add(word, (word,))
        elif (
            not self._takes_apart(word, last=last)
            and not self._flagged(word, last=last, counts=counts)
            and word not in _SMALL | lexicon.NOT | lexicon.EXCEPT
        ):
            found = terms(word.removesuffix("'s").removesuffix("'"))
            if self._relative and not last and is_plural(word):
                # "The mail that promises a prize".
                self._soft.update(found)
            self._relative = False
            self._add(word, found)

    def _takes_apart(self, word: str, *, last: bool) -> bool:
        """Whether a word begins a new piece of the phrase."""
        if word == "before" and last:
            # "What did it cost before?"
            self._flags["former"] = True
            return True
        if word in lexicon.PREPOSITIONS | lexicon.RELATIVES:
            self._attached.append([])
            self._relative = word in lexicon.RELATIVES
        elif word not in lexicon.AUXILIARIES and word not in (",", ";", "and"):
            return False
        self._run = []
        return True

    def _flagged(self, word: str, *, last: bool, counts: bool) -> bool:
        """Whether a word says how many or which one is meant."""
        tables = (
            ("every", lexicon.ALL),
            ("any", lexicon.ANY),
            ("none", lexicon.NONE),
            ("pronoun", lexicon.PRONOUNS),
            ("former", lexicon.FORMER),
        )
        for name, table in tables:
            if word in table:
                self._flags[name] = True
        if word in lexicon.ORDINALS and self._ordinal is None and counts:
            self._ordinal = lexicon.ORDINALS[word]
            return True
        if (
            word in NUMBERS
            and word not in lexicon.ARTICLES
            and not last
            and self._number is None
            and NUMBERS[word] > 1
        ):
            self._number = int(NUMBERS[word])
            return True
        return any(word in table for _, table in tables)

    def _add(self, word: str, found: Sequence[str]) -> None:
        self._soft.update(lexicon.LIGHT.intersection(found))
        self._run += found
        if self._no:
            self._denied += found
        elif self._attached:
            self._attached[-1].extend(found)
        else:
            self._head += found
            self._last = word if found else self._last
        if word.endswith(("'s", "s'")) and not self._attached:
            # "Ann's role": what comes is the head, and Ann what it is of.
            self._owners, self._head = [*self._owners, self._head], []

    def phrase(self, said: str, best: Best | None) -> Phrase:
        """What was taken."""
        attached = [each for each in (*self._owners, *self._attached) if each]
        rest = tuple(term for each in attached for term in each)
        alone = len(self._head) == 1 and not rest and not self._quoted
        return Phrase(
            _ARTICLE.sub("", said),
            tuple(self._head),
            rest,
            tuple(self._quoted),
            is_plural(self._last),
            first=tuple(attached[0]) if attached else (),
            soft=frozenset(self._soft - (set(self._head) if alone else set())),
            denied=tuple(self._denied),
            ordinal=self._ordinal,
            number=self._number,
            best=best,
            **self._flags,
        )


def _superlative(said: Sequence[Token]) -> tuple[Best | None, list[Token]]:
    """A superlative, with the words that say what is compared, and the tokens without them."""
    text, starts = "", []
    for each in said:
        starts.append(len(text))
        text += f"{_QUOTATION if each.quoted else each.word} "
    for pattern, kind, end in SUPERLATIVES:
        if kind in ("length", "number"):
            continue
        if match := re.search(rf"(?<!\w)(?:{pattern})(?!\w)", text):
            first = next(at for at, start in enumerate(starts) if start >= match.start())
            after = next((at for at, start in enumerate(starts) if start >= match.end()), len(said))
            return _compared(said, first, after, kind, end)
    for at, each in enumerate(said):
        if each.word in OF_A_COLUMN:
            return _compared(said, at, at + 1, "number", OF_A_COLUMN[each.word], named=True)
    return None, list(said)


def _compared(
    said: Sequence[Token], first: int, after: int, kind: Kind, end: End, *, named: bool = False
) -> tuple[Best, list[Token]]:
    before = list(said[:first])
    if after < len(said) and said[after].word in ("one", "ones"):
        after += 1
    if before and before[-1].word == "the":
        before.pop()
    last = after
    while last < len(said) and (said[last].quoted or said[last].word not in _ENDING):
        last += 1
    column = term_set(joined(said[after:last]))
    if named and said[first].word in _LENGTHS:
        kind = "length"
    if before and before[-1].word in _OWNING:
        # "The order with the highest total": what is compared is no part of the name.
        return Best(kind, end, column), [*before[:-1], *said[last:]]
    return Best(kind, end, column if named else frozenset()), [*before, *said[after:]]
