"""What is there, and in what state."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_webagent.model.builtin.lists import GENERIC_NOUNS, holds_phrase
from pytest_webagent.model.builtin.refusal import Missing, Refusal
from pytest_webagent.model.builtin.view import FIELDS
from pytest_webagent.model.builtin.words import Fit, Words, content, fit

if TYPE_CHECKING:
    from pytest_webagent.model.builtin.instruction import (
        Reading,
        State,
        Target,
    )
    from pytest_webagent.model.builtin.matching import Finder

_MONEY = frozenset(["price", "cost", "amount"])
_RATING = frozenset(["rating", "star", "score"])
_DATE = frozenset(["date"])
_NAME = frozenset(["name", "title"])
_NONE_LEFT = re.compile(
    r"\b(?:no|0|zero) (?:\w+ )?(?P<noun>\w+)|\b(?P<empty>empty|nothing (?:here|found))\b", re.IGNORECASE
)
_COUNTED = frozenset(
    ["button", "link", "field", "checkbox", "radio", "tab", "option", "heading", "image", "menu", "item"]
)


_KINDS = GENERIC_NOUNS | frozenset(
    [
        "user",
        "member",
        "customer",
        "person",
        "order",
        "book",
        "message",
        "task",
        "file",
        "account",
        "page",
        "called",
        "named",
    ]
)


class Presence:
    """Tells what is on one page."""

    def __init__(self, finder: Finder) -> None:
        self.finder = finder
        self.view = finder.view

    def holds(self, target: Target) -> bool:
        """Whether something is on the page.

        Raises:
            Missing: it is not.
        """
        if any(self._shown(reading) for reading in target.readings):
            return True
        raise Missing(target.said, "anything that says so", self.finder.nearest(target, "press"))

    def _shown(self, reading: Reading) -> bool:
        view = self.view
        words = reading.words
        scope = set(view.shown)
        try:
            for place in reading.places:
                scope &= set(self.finder.places.scope(place))
        except Refusal:
            return False
        if reading.hint in _COUNTED - {"image"} or not words:
            return bool(self.elements(reading))
        named = Words(" ".join(word for word in words.text.split() if not set(content(word)) & _KINDS))
        if (
            not words.exact
            and named
            and named != words
            and any(fit(named, view.name(at)) >= Fit.SET for at in scope)
        ):
            # "the user Ann Berg" is there where only "Ann Berg" is written.
            return True
        if words.exact:
            return any(
                holds_phrase(view.text(at) or view[at].name, words.text)
                or fit(words, view.name(at)) >= Fit.SAME
                for at in scope
            )
        return any(
            fit(words, said) >= Fit.PART
            for at in scope
            for said in (view[at].text, view[at].name)
            if said and len(said) <= 300
        ) or any(
            fit(words, item.name) >= Fit.TYPO
            for group in self.finder.lists.groups
            for item in group.items
            if item.index in scope
        )

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
        at = self._stateful(question.target)
        states = self.view[at].states
        on = any(
            state == "checked" or state.startswith(("checked=true", "selected", "pressed"))
            for state in states
        )
        match question.state:
            case "checked" | "selected":
                return on
            case "unchecked":
                return not on
            case "disabled":
                return "disabled" in states
            case "enabled":
                return "disabled" not in states
            case "expanded":
                return "expanded" in states
            case "collapsed":
                return "expanded" not in states
            case "empty":
                if self.view[at].role not in FIELDS:
                    raise Refusal(f"whether {question.target.said} is empty cannot be told")
                return not self.view[at].value
            case _:
                raise Refusal(
                    f"whether {question.target.said} is {question.state} cannot be told from the page"
                )

    def _stateful(self, target: Target) -> int:
        for purpose in ("toggle", "press", "field"):
            try:
                return self.finder.one(target, purpose)
            except Missing:
                continue
        return self.finder.one(target, "any")
