"""What shows that something is not on a page: that its words stand nowhere, or the texts that deny it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_webagent.claims.derivation import Derivation
from pytest_webagent.claims.evaluation import work_out
from pytest_webagent.model.builtin.items import SAYS_NONE
from pytest_webagent.model.builtin.refusal import Refusal
from pytest_webagent.model.builtin.roles import HINT_ROLES
from pytest_webagent.model.builtin.told import Citing
from pytest_webagent.model.builtin.words import Words, content, tokens
from pytest_webagent.values import plain_text
from pytest_webagent.values.plain_text import word_set

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pytest_webagent.model.builtin.instruction import Reading
    from pytest_webagent.model.builtin.matching import Finder

_LISTS = frozenset(["list", "table", "grid", "listbox", "tree"])
_HEADING = _LISTS | {"heading", "region", "group", "columnheader"}
_DENYING = word_set("no not 0 zero without none never nothing")
_MOST_PLACES = 20


def denied(said: str, words: Words) -> bool:
    """Whether a text says that there is no such thing: "There are no new messages"."""
    wanted = set(content(words.text)) or set(tokens(words.text))
    if wanted & _DENYING:
        return False
    denials = []
    for sentence in re.split(r"(?<=[.!?;])\s+", said):
        have = tokens(sentence)
        if not wanted <= set(have):
            continue
        first, last = (min(have.index(word) for word in wanted), max(have.index(word) for word in wanted))
        denials.append(bool(set(have[max(0, first - 2) : last]) & _DENYING))
    return bool(denials) and all(denials)


class Absence:
    """Tells what shows that something is not on one page."""

    def __init__(self, finder: Finder) -> None:
        self.finder = finder
        self.view = finder.view
        self.citing = Citing(finder.view)

    def of(self, reading: Reading) -> tuple[Derivation, ...]:
        """What shows that nothing fits a reading; nothing where its words stand on the page all the same."""
        places = self.places(reading)
        if places is None:
            return self._of_a_place(reading)
        roles = self._roles(reading)
        if not any(roles):
            return self.of_words(reading.words, places)
        return self._nowhere(reading.words.text, roles, places) or self._others(reading.words, roles, places)

    def of_words(self, words: Words, places: Iterable[int] = ()) -> tuple[Derivation, ...]:
        """The same for words, in some places or on the whole page."""
        if shown := self._nowhere(words.text, ("",), places):
            return shown
        denying = [self._denial(words, at) for at in self._inside(places) if self._stand(words, at)]
        told = [at for at in denying if at is not None]
        return self.citing.texts(*told).evidence if len(told) == len(denying) else ()

    def _others(self, words: Words, roles: Iterable[str], places: Iterable[int]) -> tuple[Derivation, ...]:
        """What shows that elements with more words in their names are not the one with just these words."""
        alike = [at for at in self._inside(places) if self.view[at].role in roles and self._says(words, at)]
        return self._holding(
            Derivation(op="compare", elements=(element_id,), relation="!=", to=words.text)
            for element_id in self.citing.ids(alike)
            if words.exact
        )

    def _holding(self, found: Iterable[Derivation]) -> tuple[Derivation, ...]:
        """Derivations that all hold; none if one of them does not."""
        all_of_them = tuple(found)
        return all_of_them if all(work_out(each, self.view.page).holds for each in all_of_them) else ()

    def _inside(self, places: Iterable[int]) -> Iterable[int]:
        return [at for root in places for at in self.view.within(root)] or self.view.shown

    def _says(self, words: Words, at: int) -> bool:
        said = (self.view[at].name, self.view.text(at), self.view[at].value or "")
        return bool(words) and any(plain_text.says(text, words.text) for text in said)

    def of_roles(self, *roles: str) -> tuple[Derivation, ...]:
        """What shows that there is nothing of some roles."""
        return self._nowhere("", roles, ())

    def _roles(self, reading: Reading) -> tuple[str, ...]:
        """The roles of what a noun says, where only such things were looked for."""
        if reading.hint not in HINT_ROLES or (reading.words and reading.hint in ("image", "icon")):
            return ("",) if reading.words else (reading.hint,)
        return tuple(sorted(HINT_ROLES[reading.hint][0]))

    def _nowhere(self, text: str, roles: Iterable[str], places: Iterable[int]) -> tuple[Derivation, ...]:
        roots: list[int | None] = [*places]
        if not roots and self.view.modal is not None:
            roots = [self.view.modal]
        return self._holding(
            derivation
            for root in roots or [None]
            for role in roles
            for derivation in self.citing.not_there(text, role=role, within=root).evidence
        )

    def places(self, reading: Reading) -> tuple[int, ...] | None:
        """What holds the places a reading names, none where it names none; None where one of them is not there."""
        scope = set(self.view.shown)
        for place in reading.places:
            try:
                scope &= set(self.finder.places.scope(place))
            except Refusal:
                return None
        if not reading.places:
            return ()
        inner = {below for at in scope for below in self.view.page.descendants(at)}
        roots = tuple(at for at in sorted(scope - inner) if self.view[at].id is not None)
        return roots if 0 < len(roots) <= _MOST_PLACES else ()

    def _of_a_place(self, reading: Reading) -> tuple[Derivation, ...]:
        """What shows that a place is not there, or else that what is looked for in it is nowhere."""
        for words in (*(place.reading.words for place in reading.places), reading.words):
            if shown := self.of_words(words):
                return shown
        return ()

    def _stand(self, words: Words, at: int) -> bool:
        """Whether an element is the smallest in which words stand."""
        return self._says(words, at) and not any(
            self._says(words, each) for each in self.view.page.children(at)
        )

    def _denial(self, words: Words, at: int) -> int | None:
        """The text that denies what words at an element name: itself, or below it as the heading of an empty list."""
        if denied(self.view.text(at), words):
            return at
        return self.says_none(at)

    def says_none(self, at: int) -> int | None:
        """What says that a list is empty, where the element is the heading or name of one; the list if nothing does."""
        view = self.view
        if view[at].role not in _HEADING:
            return None
        holder = view.ancestor(at, _LISTS) if view[at].role == "columnheader" else at
        if holder is None:
            return None
        below = [
            inner
            for inner in (
                view.under_heading(at) if view[at].role == "heading" else view.page.descendants(holder)
            )
            if view[inner].role != "columnheader"
        ]
        said = [inner for inner in below if view.seen(inner) and view.text(inner)]
        filled = {item.index for group in self.finder.lists.groups for item in group.items}
        if filled & set(below):
            return None
        saying = [inner for inner in said if SAYS_NONE.match(view.text(inner))]
        if saying:
            return saying[-1]
        return holder if view[at].role in _LISTS and not said else None
