"""What is there, and in what state."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_webagent.model.builtin.claims import Claims
from pytest_webagent.model.builtin.items import SAYS_NONE
from pytest_webagent.model.builtin.lists import GENERIC_NOUNS, holds_phrase
from pytest_webagent.model.builtin.notices import is_error
from pytest_webagent.model.builtin.refusal import Missing, Refusal, listed
from pytest_webagent.model.builtin.view import BUTTONS, FIELDS, TOGGLES
from pytest_webagent.model.builtin.words import Fit, Words, content, fit, tokens, word_set

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.model.builtin.instruction import (
        Reading,
        State,
        Target,
    )
    from pytest_webagent.model.builtin.items import Group, Item
    from pytest_webagent.model.builtin.matching import Finder
    from pytest_webagent.model.builtin.notices import Notices

_COUNTED = word_set("button link field checkbox radio tab option heading image menu item")


_KINDS = GENERIC_NOUNS | word_set(
    "user member customer person order book message task file account page called named"
)


_MESSAGE = word_set("message error warning alert notification problem")
_CONTROLS = BUTTONS | {"option", "tab", "columnheader"}
_CHOSEN = word_set("option tab button row treeitem gridcell listitem")
_IS_BOX = re.compile(r"\b(?:check ?box(?:es)?|tick ?box(?:es)?|radios?)\b", re.IGNORECASE)
"""Words for the box itself, which is enabled or disabled whatever is ticked."""
_CALLED = re.compile(r"(?P<kind>.+?)\s+(?:called|named|titled)\s+(?P<name>.+)", re.IGNORECASE)
_OPENED = word_set("button combobox treeitem menuitem row group")
_LISTS = frozenset(["list", "table", "grid", "listbox", "tree"])
_HEADING = _LISTS | {"heading", "region", "group", "columnheader"}
_LONGEST = 300
CONTROL_STATES = word_set(
    "checked selected unchecked disabled enabled expanded collapsed empty pressed required"
)
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
        self.claims = Claims(finder)
        self.notices = notices

    def holds(self, target: Target) -> bool:
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
                if self._shown(reading):
                    return True
            except Refusal as refusal:
                problem = problem or refusal
        if problem is not None:
            raise problem
        raise Missing(target.said, "anything that says so", self.finder.nearest(target, "press"))

    def _shown(self, reading: Reading) -> bool:
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
        if reading.hint in _COUNTED - {"image"} or not words:
            return bool(self.elements(reading))
        if words.exact:
            return any(
                holds_phrase(view.text(at) or view[at].name, words.text)
                or fit(words, view.name(at)) >= Fit.SAME
                for at in scope
            )
        called = _CALLED.fullmatch(words.text)
        if called and set(content(called["kind"])) <= self._kinds():
            return self._shown(replace(reading, words=Words(called["name"])))
        named = Words(" ".join(word for word in words.text.split() if not set(content(word)) & _KINDS))
        if named and named != words and any(fit(named, view.name(at)) >= Fit.SET for at in scope):
            # "the user Ann Berg" is there where only "Ann Berg" is written.
            return True
        if self._in_a_list(reading, scope):
            return True
        return self._said(words, sorted(scope))

    def _kinds(self) -> set[str]:
        """The words that lists of this page, and lists in general, are called by."""
        return {
            word for group in self.finder.lists.groups for word in self.finder.lists.called(group)
        } | _KINDS

    def _in_a_list(self, reading: Reading, scope: set[int]) -> bool:
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

    def _surely_there(self, reading: Reading, item: Item, group: Group) -> None:
        """Refuse where a thing only has the words of a place scattered in its text: "6 May" in "13 May, 6 guests"."""
        for place in reading.places:
            words = place.reading.words
            if words and self.finder.lists.item_fit(item, words, group) == Fit.TEXT:
                raise Refusal(f"whether {words.text!r} is said of '{item.name}' cannot be told")

    def _in_places(self, reading: Reading) -> set[int] | None:
        """The elements in the places of a reading; None where a place names something that is not there.

        Raises:
            Refusal: the part of the page that is named is not there, so nothing in it can be looked for.
        """
        scope = set(self.view.shown)
        for place in reading.places:
            try:
                scope &= set(self.finder.places.scope(place))
            except Refusal as refusal:
                if place.relation in ("in", "under") and place.reading.words:
                    whole = reading.words.text + " " + place.reading.words.text
                    if not self._said_anywhere(whole):
                        raise Refusal(refusal.problem) from None
                return None
        return scope

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
                if level >= Fit.SET or self.view[at].role not in _CONTROLS:
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
            if said and fit(words, said) >= Fit.SET
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

    def elements(self, reading: Reading) -> tuple[int, ...]:
        """The elements a reading with a noun such as "buttons" speaks of."""
        try:
            return self.finder.fitting(reading, "any", self.scope(reading)).indexes
        except Refusal:
            return ()

    def scope(self, reading: Reading) -> list[int]:
        """The visible elements in the places of a reading."""
        scope = list(self.view.shown)
        for place in reading.places:
            inside = set(self.finder.places.scope(place))
            scope = [at for at in scope if at in inside]
        return scope

    def state(self, question: State) -> bool:
        """Whether something is in a state.

        Raises:
            Refusal: the page does not tell.
        """
        every = question.target.main.every
        if every and question.negated:
            raise Refusal(
                f"{question.target.said!r} with 'not' can be read in two ways; ask whether any of them is"
            )
        if question.state not in CONTROL_STATES or every or question.some:
            told = self.claims.holds(question.target, Words(question.state), some=question.some)
            if told is not None:
                return told
        if question.state not in CONTROL_STATES and question.state != "active":
            raise self._untold(question)
        if every:
            return all(self._in_state(question, at) for at in self._all_stateful(question))
        if question.some:
            raise self._untold(question)
        return self._in_state(question, self._stateful(question.target))

    def _untold(self, question: State) -> Refusal:
        return Refusal(f"whether {question.target.said} is {question.state} cannot be told from the page")

    def _in_state(self, question: State, at: int) -> bool:
        states = self.view[at].states
        on = any(
            state == "checked" or state.startswith(("checked=true", "selected", "pressed"))
            for state in states
        )
        role = self.view[at].role
        match question.state:
            case "checked" | "selected" | "unchecked" if role in TOGGLES | _CHOSEN or on:
                return on == (question.state != "unchecked")
            case "disabled" | "enabled" | "active" if role in TOGGLES:
                off = "disabled" in states
                if off == on and not _IS_BOX.search(question.target.said):
                    raise Refusal(
                        f"{question.target.said} is {'ticked' if on else 'not ticked'} and can{'not' if off else ''} be "
                        f"operated, so whether it is {question.state} can be read in two ways; ask whether it is ticked"
                    )
                return off if question.state == "disabled" else not off
            case "disabled":
                return "disabled" in states
            case "enabled" if role in _CONTROLS | FIELDS | {"link"}:
                return "disabled" not in states
            case "active" if role in _CONTROLS | FIELDS | {"link"} and question.target.main.hint:
                return "disabled" not in states
            case "expanded" | "collapsed" if "expanded" in states or role in _OPENED:
                return ("expanded" in states) == (question.state == "expanded")
            case "empty" if role in FIELDS:
                return not self.view[at].value
            case _:
                raise self._untold(question)

    def _all_stateful(self, question: State) -> tuple[int, ...]:
        for purpose in ("toggle", "press", "field"):
            try:
                found = self.finder.find(question.target, purpose)
            except Missing:
                continue
            if found.every:
                return found.indexes
        raise self._untold(question)

    def _stateful(self, target: Target) -> int:
        for purpose in ("toggle", "press", "field"):
            try:
                return self.finder.one(target, purpose)
            except Missing:
                continue
        found = self.finder.find(target, "any")
        if found.fit < Fit.SET:
            raise Missing(
                target.said, "an element with that name", [self.finder.describe(at) for at in found.indexes]
            )
        return self.finder.one(target, "any")
