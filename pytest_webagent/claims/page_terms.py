"""A page in terms: what it shows, by the words that say something, and the words of a question as the page would say them."""

from __future__ import annotations

import re
from copy import copy
from dataclasses import replace
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_webagent.aria_roles import DIALOGS, TABLES
from pytest_webagent.language import lexicon
from pytest_webagent.language.phrases import phrase
from pytest_webagent.language.terms import Token, stem, term_set, terms, tokens
from pytest_webagent.language.words import words
from pytest_webagent.page.labelled import labelled
from pytest_webagent.page.lists import kinds, lists
from pytest_webagent.page.names import PARTS, item_texts, level, names
from pytest_webagent.page.places import Place, seen
from pytest_webagent.page.reading import Reading
from pytest_webagent.values.plain_text import word_set

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Self

    from pytest_webagent.language.phrases import Phrase
    from pytest_webagent.observation import Observation
    from pytest_webagent.page.labelled import Labelled
    from pytest_webagent.page.lists import Listing


_ASIDE: Final = word_set("banner navigation contentinfo complementary")
_LONGEST_NAME: Final = 9
_DOTS: Final = re.compile(r"\b(?:three|3)-dots?\b", re.IGNORECASE)
_THEM: Final = word_set("them these those")
COUNT: Final = re.compile(r"\s+\(?\d+\)?$")
"""The number of its things behind the name of a part."""


class Name(NamedTuple):
    """A text that an element is called by."""

    text: str
    compared: str
    terms: frozenset[str]
    """With what its signs are called."""

    @property
    def short(self) -> bool:
        """Whether few words name it: longer texts say many in passing."""
        return len(self.text.split()) <= _LONGEST_NAME


class PageTerms:
    """What one page shows, for all that look words up on it; each part worked out when it is asked for."""

    def __init__(self, page: Observation, remembered: str = "") -> None:
        self.page = page
        self.language = page.language
        self.lists = lists(page)
        self.names = names(page)
        self.remembered = remembered
        self.called: dict[int, tuple[Name, ...]] = {}
        """What its elements are called by, as far as that was asked for."""
        self._around: dict[int, tuple[tuple[int, frozenset[str]], ...]] = {}

    def about(self, thing: str) -> Self:
        """The same for words that follow what named a thing, which "it" then stands for."""
        found = copy(self)
        found.remembered = thing
        return found

    def only(self, shown: Iterable[Place]) -> Self:
        """The same where only a part of what can be seen is there."""
        found = type(self)(self.page, self.remembered)
        found.__dict__.update(shown=tuple(shown), titles=self.titles, vocabulary=self.vocabulary)
        found.everything = self.everything
        return found

    @cached_property
    def everything(self) -> tuple[Place, ...]:
        """What can be seen beside a part that is looked at alone, as well."""
        return self.shown

    @cached_property
    def reading(self) -> Reading:
        """What its elements say."""
        return Reading(self.page)

    @cached_property
    def shown(self) -> tuple[Place, ...]:
        """What can be seen; while a dialog of the page lies over everything else, what is in it."""
        every = tuple(seen(self.page))
        over = [each for each in every if each.element.role in DIALOGS and each.said.strip() and covers(each)]
        if not over:
            return every
        return tuple(each for each in every if over[-1].at in (each.at, *self.page.ancestors(each.at)))

    @cached_property
    def visible(self) -> frozenset[int]:
        """Where all that is."""
        return frozenset(each.at for each in self.shown)

    @cached_property
    def labelled(self) -> tuple[Labelled, ...]:
        """The labelled values that can be seen."""
        return tuple(each for each in labelled(self.page) if each.place.at in self.visible)

    @cached_property
    def values(self) -> tuple[Place, ...]:
        """All that can be seen and says or holds something."""
        return tuple(each for each in self.names.values if each.at in self.visible)

    def labelled_in(self, item: Place) -> list[Labelled]:
        """The labelled values in a row or card."""
        inside = range(item.at, max(item.page.descendants(item.at), default=item.at) + 1)
        return [each for at in inside for each in self._labelled_at.get(at, ())]

    def values_in(self, item: Place) -> list[Place]:
        """What says or holds something in a row or card, or is it."""
        inside = range(item.at, max(item.page.descendants(item.at), default=item.at) + 1)
        return [self._values_at[at] for at in inside if at in self._values_at]

    @cached_property
    def _labelled_at(self) -> dict[int, list[Labelled]]:
        found: dict[int, list[Labelled]] = {}
        for each in self.labelled:
            found.setdefault(each.place.at, []).append(each)
        return found

    @cached_property
    def _values_at(self) -> dict[int, Place]:
        return {each.at: each for each in self.values}

    @cached_property
    def listings(self) -> tuple[Listing, ...]:
        """The lists that can be seen."""
        return tuple(each for each in self.lists.all if each.at in self.visible)

    @cached_property
    def main_listings(self) -> tuple[Listing, ...]:
        """Those of several things in the main content."""
        return tuple(
            each
            for each in self.listings
            if len(each.items) > 1 and not each.lone_controls() and not self.aside(each.items[0])
        )

    @cached_property
    def chosen_kinds(self) -> frozenset[str]:
        """The terms for the things of the tabs that are open: "My bookings"."""
        open_ = (each for each in seen(self.page) if each.element.role == "tab")
        return frozenset().union(*(kinds(each.said) for each in open_ if "selected" in each.element.states))

    @cached_property
    def heading(self) -> Place | None:
        """The main heading of the page."""
        found = [each for each in self.shown if each.element.role == "heading" and each.said]
        return min(found, key=lambda each: (level(each), self.aside(each), each.at), default=None)

    @cached_property
    def titles(self) -> tuple[str, ...]:
        """What the page as a whole is called."""
        return (self.page.title, self.heading.said if self.heading is not None else "")

    @cached_property
    def title(self) -> frozenset[str]:
        """The terms of that."""
        return term_set(" ".join(self.titles))

    @cached_property
    def _has_main(self) -> bool:
        return any(each.element.role == "main" for each in self.shown)

    def aside(self, place: Place) -> bool:
        """Whether something stands beside the main content."""
        roles = {each.element.role for each in place.around()}
        # What is put aside within the main content with a table, or with terms of its own, is no remark.
        kept = "main" in roles and roles & (TABLES | {"definition"})
        beside = _ASIDE - {"complementary"} if kept else _ASIDE
        return not roles & DIALOGS and (bool(roles & beside) or (self._has_main and "main" not in roles))

    @cached_property
    def dictionary(self) -> tuple[str, ...]:
        """The names on the page that have words in them which could be taken for others: "To do", "Save and close"."""
        found = {
            text
            for each in self.shown
            for name in (each.element.name, each.element.text, *each.element.options)
            for text in (name, COUNT.sub("", name))
            if 1 < len(text.split()) < _LONGEST_NAME
            and text[0].isupper()
            and not lexicon.GLUE.isdisjoint(text.lower().split())
        }
        return tuple(sorted(found, key=len, reverse=True))

    def tokens(self, text: str) -> list[Token]:
        """The words of a sentence, each name of the page as one."""
        found = tokens(_DOTS.sub("three dots", text), self.dictionary)
        for at in range(len(found) - 1, 0, -1):
            number = found[at].word.removesuffix("'s")
            if found[at - 1].word == "three" and found[at].word in lexicon.PICTURES:
                # The sign of three dots is one.
                del found[at - 1]
            elif at > 1 and found[at - 1].word == "of" and found[at - 2].word in lexicon.ORDINALS:
                # "The first of them".
                found[at - 1 : at + 1] = (
                    [Token("item")] if found[at].word in _THEM else found[at - 1 : at + 1]
                )
            elif number.isdigit() and f"{found[at - 1].word[:1]}{number}" in self.vocabulary:
                # "Version 3", which the page calls v3.
                found[at - 1 : at + 1] = [Token(f"{found[at - 1].word[:1]}{number}")]
            elif found[at - 1].word == "row" and number.isdigit() and "row" not in self.vocabulary:
                # "Row 3", where the page calls none so.
                owns = found[at].word.removeprefix(number)
                found[at - 1 : at + 1] = Token(lexicon.nth(int(number))), Token(f"row{owns}")
        return found

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """All terms of the page."""
        texts = (
            text
            for each in self.shown
            for text in (
                each.element.name,
                each.element.text,
                each.element.value or "",
                *each.element.options,
            )
        )
        return term_set(" ".join((*self.titles, *texts)))

    @cached_property
    def kinds(self) -> frozenset[str]:
        """The terms for the things of all lists."""
        return frozenset().union(*(each.kinds for each in self.listings))

    @cached_property
    def _label_words(self) -> frozenset[str]:
        """The terms that values, lists and controls are called by."""
        labels = (each.label for each in self.labelled)
        return frozenset().union(self.kinds, *labels)

    @cached_property
    def parts(self) -> frozenset[str]:
        """The words for kinds of elements that parts of the page are called by: a navigation called "Sidebar"."""
        names = (each.element.name.split() for each in self.shown if each.element.role in PARTS)
        return term_set(" ".join(each[-1] for each in names if each)) & frozenset(lexicon.ROLES)

    @cached_property
    def unmarked(self) -> frozenset[str]:
        """The words that need not be explained here: for how things look, and for parts that the page does not mark."""
        roles = {each.element.role for each in self.shown}
        parts = {word for word in lexicon.WHOLES if not roles & lexicon.ROLES.get(word, frozenset())}
        return (lexicon.LOOKS - self.vocabulary) | parts

    def phrase(self, said: Sequence[Token]) -> Phrase:
        """A noun phrase in the words of the page: one that the page does not use is taken for what it calls the same."""
        asked = phrase(said).in_words(self._called_here)
        # What some things of a list say and others do not is no light word there: "on call".
        return replace(asked, soft=asked.soft - (self.said_by_some & lexicon.LIGHT - set(asked.head)))

    @cached_property
    def said_by_some(self) -> frozenset[str]:
        """The terms that some things of a list say and others do not."""
        found: frozenset[str] = frozenset()
        for listing in self.listings:
            said = [term_set(" ".join(item_texts(each))) for each in listing.items]
            found |= frozenset().union(*said) - frozenset.intersection(*said)
        return found

    def _called_here(self, word: str) -> str:
        if (
            word in self.vocabulary
            or word in lexicon.ROLES
            or word in lexicon.KINDS_OF_VALUES
            or word in lexicon.CODES
            or word in lexicon.THINGS
            or any(map(str.isdigit, word))
        ):
            return word
        found = lexicon.SYNONYMS.get(word, frozenset()) & self._label_words
        return next(iter(found)) if len(found) == 1 else self._apart.get(word, word)

    @cached_property
    def _apart(self) -> dict[str, str]:
        """The terms of two words that are written as one elsewhere: "login" of "Log in"."""
        pairs = (pair for each in self.shown for pair in pairwise(words(each.element.name)))
        return {stem(one + two): term for one, two in pairs for term in terms(f"{one} {two}")[:1]}

    def around(self, place: Place) -> tuple[tuple[int, frozenset[str]], ...]:
        """The terms of the names of all that an element stands in."""
        if place.at not in self._around:
            self._around[place.at] = tuple((at, term_set(text)) for at, text in self.names.around(place))
        return self._around[place.at]

    def wanted(self, asked: Phrase) -> frozenset[str]:
        """The terms of a phrase, with those of what "it" stands for."""
        return asked.words | (term_set(self.remembered) if asked.pronoun else frozenset())

    # Values


def covers(dialog: Place) -> bool:
    """Whether a dialog lies over the page: a bar at its edge, such as a cookie banner, leaves the page usable."""
    box, size = dialog.element.box, dialog.page.viewport
    # What unfolds in a navigation covers nothing, either.
    if "modal" not in dialog.element.states and dialog.within(("navigation",)) is not None:
        return False
    if "modal" in dialog.element.states or box is None:
        return True
    across = box.x <= size.width / 2 <= box.x + box.width
    return across and box.y <= size.height / 2 <= box.y + box.height
