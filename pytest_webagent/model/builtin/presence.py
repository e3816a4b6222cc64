"""What is there, and in what state."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_webagent.model.builtin.items import GENERIC_NOUNS, SAYS_NONE
from pytest_webagent.model.builtin.notices import is_error
from pytest_webagent.model.builtin.refusal import Missing, Refusal, listed
from pytest_webagent.model.builtin.roles import ELEMENTS
from pytest_webagent.model.builtin.view import BUTTONS
from pytest_webagent.model.builtin.words import (
    Fit,
    Words,
    content,
    fit,
    holds_phrase,
    tokens,
    word_set,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.model.builtin import instruction as say
    from pytest_webagent.model.builtin.items import Group, Item
    from pytest_webagent.model.builtin.matching import Finder
    from pytest_webagent.model.builtin.notices import Notices


_KINDS = GENERIC_NOUNS | word_set(
    "user member customer person order book message task file account page called named"
)


_MESSAGE = word_set("message error warning alert notification problem")
CONTROLS = BUTTONS | {"option", "tab", "columnheader"}
_CALLED = re.compile(r"(?P<kind>.+?)\s+(?:called|named|titled)\s+(?P<name>.+)", re.IGNORECASE)
_LISTS = frozenset(["list", "table", "grid", "listbox", "tree"])
_HEADING = _LISTS | {"heading", "region", "group", "columnheader"}
_LONGEST = 300
_WHOSE = word_set("by from about of with")
"""What joins a thing to what it is of."""
_DENYING = word_set("no not 0 zero without none never nothing")


def _in_order(words: Words, said: str) -> bool:
    """Whether a number stands with its word: "order 3" is not in "all 3 orders"."""
    wanted, have = content(words.text), content(said)
    if not any(word.isdigit() for word in wanted):
        return True
    return any(have[at : at + len(wanted)] == wanted for at in range(len(have)))


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


class Presence:
    """Tells what is on one page."""

    def __init__(self, finder: Finder, notices: Notices) -> None:
        self.finder = finder
        self.view = finder.view
        self.notices = notices

    def holds(self, target: say.Target) -> bool:
        """Whether something is on the page.

        Raises:
            Missing: it is not.
            Refusal: nobody can tell, because only a control has the words in its name, or the place is not there.
        """
        if target.main.every:
            raise Refusal(
                f"whether {target.said!r} are there cannot be told; ask for one of them, or how many there are"
            )
        problem: Refusal | None = None
        for reading in target.readings:
            try:
                if self._shown(self._meant(reading)):
                    return True
            except Refusal as refusal:
                problem = problem or refusal
        if problem is not None:
            raise problem
        raise Missing(target.said, "anything that says so", self.finder.nearest(target, "press"))

    def _meant(self, reading: say.Reading) -> say.Reading:
        """The reading with the thing that "it" stands for."""
        if not reading.pronoun:
            return reading
        if not self.finder.remembered:
            raise Refusal("nothing was named before that 'it' could stand for")
        return replace(reading, words=Words(self.finder.remembered, exact=True), pronoun=False)

    def _shown(self, reading: say.Reading) -> bool:
        view = self.view
        words = reading.words
        scope = self._in_places(reading)
        if scope is None:
            return False
        kinds = set(content(words.text))
        if not words.exact and (reading.hint == "message" or kinds) and kinds <= _MESSAGE:
            return self._message_shown(kinds)
        if reading.hint == "option" and any(
            fit(words, option) >= Fit.SAME for at in scope for option in view[at].options
        ):
            return True
        if reading.hint in ELEMENTS - {"image"} or not words:
            return bool(self.elements(reading))
        if words.exact:
            return any(
                holds_phrase(view.text(at) or view[at].name, words.text)
                or fit(words, view.name(at)) >= Fit.SAME
                for at in scope
            )
        called = _CALLED.fullmatch(words.text)
        if called and self._shown(replace(reading, words=Words(called["name"]))):
            self._refuse_unknown(called["kind"], called["name"])
            return True
        named = Words(" ".join(word for word in words.text.split() if not set(content(word)) & _KINDS))
        if named and named != words and any(fit(named, view.name(at)) >= Fit.SET for at in scope):
            # "the user Ann Berg" is there where only "Ann Berg" is written.
            return True
        if self._in_a_list(reading, scope) or self._said(words, sorted(scope)):
            return True
        for place in reading.places:
            if place.word in _WHOSE and scope and place.reading.words:
                self._refuse_unknown(words.text, place.reading.words.text)
        return False

    def _refuse_unknown(self, kind: str, name: str) -> None:
        """What the page does not call a kind of thing may be there under another word.

        Raises:
            Refusal: no list is called so.
        """
        if not set(content(kind)) <= self._kinds():
            raise Refusal(f"{name!r} is on the page, and whether it is a {kind!r} cannot be told")

    def _kinds(self) -> set[str]:
        """The words that lists of this page, and lists in general, are called by."""
        return {
            word for group in self.finder.lists.groups for word in self.finder.lists.called(group)
        } | _KINDS

    def _in_a_list(self, reading: say.Reading, scope: set[int]) -> bool:
        """Whether something of a list is what the words say: by its name, by what it says, by its kind in a place."""
        words, lists = reading.words, self.finder.lists
        kind = set(content(words.text))
        for group in lists.groups:
            inside = [item for item in group.items if item.index in scope]
            if any(fit(words, item.name) >= Fit.TYPO for item in inside):
                return True
            if any(lists.item_fit(item, words, group) == Fit.CONTEXT for item in inside):
                return True
            if reading.places and inside and kind and kind <= lists.called(group) | GENERIC_NOUNS:
                # "An order from Ben": the row of Ben, in the list of orders.
                self._surely_there(reading, inside[0], group)
                return True
        return any(item.index in scope for items in lists.described(words) for item in items)

    def _surely_there(self, reading: say.Reading, item: Item, group: Group) -> None:
        """Refuse where a thing only has the words of a place scattered in its text: "6 May" in "13 May, 6 guests"."""
        for place in reading.places:
            words = place.reading.words
            if words and self.finder.lists.item_fit(item, words, group) == Fit.TEXT:
                raise Refusal(f"whether {words.text!r} is said of '{item.name}' cannot be told")

    def _in_places(self, reading: say.Reading) -> set[int] | None:
        """The elements in the places of a reading; None where a place names something that is not there.

        Raises:
            Refusal: the part of the page that is named is not there, so nothing in it can be looked for.
        """
        scope = set(self.view.shown)
        for place in reading.places:
            try:
                scope &= set(self.finder.places.scope(place))
            except Refusal as refusal:
                if holders := self._several_things(place.reading):
                    scope &= holders
                    continue
                if place.word == "with" and self._may_go_unsaid(reading, place.reading):
                    raise Refusal(
                        f"the page says nothing of {place.reading.words}, so whether there is such a {reading.words} cannot be told"
                    ) from None
                if place.relation in ("in", "under") and place.reading.words:
                    whole = reading.words.text + " " + place.reading.words.text
                    if not self._said_anywhere(whole):
                        raise Refusal(refusal.problem) from None
                return None
        return scope

    def _several_things(self, where: say.Reading) -> set[int]:
        """What stands in the several things of lists that a place names: "a file from Ravi"."""
        if not where.words or not where.plainly_named:
            return set()
        found, level = self.finder.lists.items_fitting(where.words)
        return {at for _, item in found for at in self.view.within(item.index)} if level >= Fit.SET else set()

    def _may_go_unsaid(self, what: say.Reading, trait: say.Reading) -> bool:
        """Whether things that are there may have a trait that their list does not tell: no column or label is named."""
        lists = self.finder.lists
        told = {
            word
            for group in lists.groups
            for item in group.items
            for header, _, _ in item.cells
            for word in content(header)
        }
        return self._said_anywhere(what.words.text) and not told & set(content(trait.words.text))

    def _said_anywhere(self, words: str) -> bool:
        wanted = set(content(words))
        return any(wanted <= set(content(self.view[at].text or self.view[at].name)) for at in self.view.shown)

    def _said(self, words: Words, scope: Sequence[int]) -> bool:
        """Whether a text says the words, and not that there are none."""
        controls: list[int] = []
        for at in scope:
            if self._heads_nothing(at):
                continue
            for said in dict.fromkeys((self.view[at].text, self.view[at].name)):
                if not said or len(said) > _LONGEST:
                    continue
                level = fit(words, said)
                if level < Fit.PART or denied(said, words) or not _in_order(words, said):
                    continue
                if level >= Fit.SET or self.view[at].role not in CONTROLS:
                    return True
                controls.append(at)
        if controls:
            raise Refusal(
                f"whether there is {str(words)!r} cannot be told: only {listed(self.finder.describe(at) for at in controls)} "
                "has these words in its name"
            )
        fields = [
            at
            for at in scope
            for said in (*self.view[at].options, self.view[at].value or "")
            if said and max(fit(words, said), fit(words, f"{self.view.name(at)} {said}")) >= Fit.SET
        ]
        if fields:
            raise Refusal(
                f"whether there is {str(words)!r} cannot be told: it is only in {listed(self.finder.describe(at) for at in fields)}; "
                "ask for its value or its options"
            )
        return False

    def _heads_nothing(self, at: int) -> bool:
        """Whether an element is the heading or name of a list that has nothing in it."""
        view = self.view
        if view[at].role not in _HEADING:
            return False
        holder = view.ancestor(at, _LISTS) if view[at].role == "columnheader" else at
        if holder is None:
            return False
        below = [
            inner
            for inner in (
                view.under_heading(at) if view[at].role == "heading" else view.page.descendants(holder)
            )
            if view[inner].role != "columnheader"
        ]
        said = [view.text(inner) for inner in below if view.seen(inner) and view.text(inner)]
        filled = {item.index for group in self.finder.lists.groups for item in group.items}
        if filled & set(below):
            return False
        return any(SAYS_NONE.match(text) for text in said) or (view[at].role in _LISTS and not said)

    def _message_shown(self, kinds: set[str]) -> bool:
        """Whether the page shows a message, or an error, as it would be reported if it were asked for."""
        spoken = self.notices.live()
        if not kinds & {"error", "warning", "problem"}:
            return bool(spoken)
        told = [said for said in spoken if is_error(said)]
        if told or self._said(Words("error"), self.view.shown):
            return True
        if any(self.view[at].role == "alert" and self.view.text(at) for at in self.view.shown):
            raise Refusal(f"whether {'; '.join(spoken)!r} is an error cannot be told")
        return False

    def elements(self, reading: say.Reading) -> tuple[int, ...]:
        """The elements a reading with a noun such as "buttons" speaks of."""
        try:
            return self.finder.fitting(reading, "any", self.scope(reading)).indexes
        except Refusal:
            return ()

    def scope(self, reading: say.Reading) -> list[int]:
        """The visible elements in the places of a reading."""
        scope = list(self.view.shown)
        for place in reading.places:
            inside = set(self.finder.places.scope(place))
            scope = [at for at in scope if at in inside]
        return scope
