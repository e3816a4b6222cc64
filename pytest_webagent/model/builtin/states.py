"""In what state something is: ticked, disabled, open, or what its row says of it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_webagent.model.builtin.claims import Claims
from pytest_webagent.model.builtin.presence import CONTROLS
from pytest_webagent.model.builtin.refusal import Missing, Refusal
from pytest_webagent.model.builtin.view import FIELDS, TOGGLES
from pytest_webagent.model.builtin.words import Fit, Words, content, plain, word_set

if TYPE_CHECKING:
    from pytest_webagent.model.builtin import instruction as say
    from pytest_webagent.model.builtin.matching import Finder

_CHOSEN = word_set("option tab button row treeitem gridcell listitem")
_IS_BOX = re.compile(r"\b(?:check ?box(?:es)?|tick ?box(?:es)?|radios?)\b", re.IGNORECASE)
"""Words for the box itself, which is enabled or disabled whatever is ticked."""
_OPENED = word_set("button combobox treeitem menuitem row group")
CONTROL_STATES = word_set(
    "checked selected unchecked disabled enabled expanded collapsed empty pressed required"
)


class States:
    """Tells in what state things of one page are."""

    def __init__(self, finder: Finder) -> None:
        self.finder = finder
        self.view = finder.view
        self.claims = Claims(finder)

    def holds(self, question: say.State) -> bool:
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
            told = self._said_of_page(question)
            if told is None:
                raise self._untold(question)
            return told
        if every:
            return all(self._in_state(question, at) for at in self._all_stateful(question))
        if question.some:
            raise self._untold(question)
        return self._in_state(question, self._stateful(question.target))

    def _said_of_page(self, question: say.State) -> bool | None:
        """What the page says of the one thing it is about, outside of lists: "In stock", "Availability: out of stock"."""
        about = question.target.main
        title = set(content(self.view.title))
        if not (about.pronoun or (about.words and set(content(about.words.text)) <= title)) or not title:
            return None
        said = {
            plain(self.view[at].text.rpartition(":")[2]).strip(" .!")
            for at in self.view.shown
            if self.view[at].role not in CONTROLS
            and not self.view.aside(at)
            and not self.finder.lists.listed(at)
        }
        state = plain(question.state)
        denials = {f"not {state}", f"un{state}", re.sub(r"^in\b", "out of", state)} - {state}
        told = {text == state for text in said if text == state or text in denials}
        return told.pop() if len(told) == 1 else None

    def _untold(self, question: say.State) -> Refusal:
        return Refusal(f"whether {question.target.said} is {question.state} cannot be told from the page")

    def _in_state(self, question: say.State, at: int) -> bool:
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
            case "enabled" if role in CONTROLS | FIELDS | {"link"}:
                return "disabled" not in states
            case "active" if role in CONTROLS | FIELDS | {"link"} and question.target.main.hint:
                return "disabled" not in states
            case "expanded" | "collapsed" if "expanded" in states or role in _OPENED:
                return ("expanded" in states) == (question.state == "expanded")
            case "empty" if role in FIELDS:
                return not self.view[at].value
            case _:
                raise self._untold(question)

    def _all_stateful(self, question: say.State) -> tuple[int, ...]:
        for purpose in ("toggle", "press", "field"):
            try:
                found = self.finder.find(question.target, purpose)
            except Missing:
                continue
            if found.every:
                return found.indexes
        raise self._untold(question)

    def _stateful(self, target: say.Target) -> int:
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
