"""In what state something is: ticked, disabled, open, or what its row says of it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_webagent.aria_roles import FIELDS, TOGGLES
from pytest_webagent.model.builtin.claims import Claims
from pytest_webagent.model.builtin.presence import CONTROLS
from pytest_webagent.model.builtin.refusal import Missing, Refusal
from pytest_webagent.model.builtin.told import Citing, Told, joined
from pytest_webagent.model.builtin.words import Fit, Words, content, plain
from pytest_webagent.values.plain_text import word_set

if TYPE_CHECKING:
    from pytest_webagent.model.builtin import instruction as say
    from pytest_webagent.model.builtin.matching import Finder

_CHOSEN = word_set("option tab button row treeitem gridcell listitem")
_IS_BOX = re.compile(r"\b(?:check ?box(?:es)?|tick ?box(?:es)?|radios?)\b", re.IGNORECASE)
"""Words for the box itself, which is enabled or disabled whatever is ticked."""
_CHOSEN_NOW = re.compile(r"checked$|checked=true|selected|pressed")
_OPERATED = CONTROLS | FIELDS | {"link", "group", "treeitem"}
_CHOICE = {"button": "pressed", **dict.fromkeys(TOGGLES, "checked")}
"""The state that says of a control that it is chosen, where that is not "selected"."""
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
        self.citing = Citing(finder.view)

    def told(self, question: say.State) -> Told:
        """Whether something is in a state, or where the question says so not in it: "yes" or "no".

        Raises:
            Refusal: the page does not tell.
        """
        told = self._told(question)
        return Told("no" if told.text == "yes" else "yes", told.evidence) if question.negated else told

    def _told(self, question: say.State) -> Told:
        every = question.target.main.every
        if every and question.negated:
            raise Refusal(
                f"{question.target.said!r} with 'not' can be read in two ways; ask whether any of them is"
            )
        if question.state not in CONTROL_STATES or every or question.some:
            told = self.claims.told(question.target, Words(question.state), some=question.some)
            if told is not None:
                return told
        if question.state not in CONTROL_STATES and question.state != "active":
            told = self._said_of_page(question)
            if told is None:
                raise self._untold(question)
            return told
        if every:
            return self._all_in_state(question)
        if question.some:
            raise self._untold(question)
        return self.in_state(question, self.stateful(question.target))

    def _all_in_state(self, question: say.State) -> Told:
        told = [self.in_state(question, at) for at in self.all_stateful(question)]
        return next((one for one in told if one.text == "no"), Told("yes", joined(told).evidence))

    def _said_of_page(self, question: say.State) -> Told | None:
        """What the page says of the one thing it is about, outside of lists: "In stock", "Availability: out of stock"."""
        about = question.target.main
        title = set(content(self.view.title))
        if not (about.pronoun or (about.words and set(content(about.words.text)) <= title)) or not title:
            return None
        said = {
            plain(self.view[at].text.rpartition(":")[2]).strip(" .!"): at
            for at in self.view.shown
            if self.view[at].role not in CONTROLS
            and not self.view.aside(at)
            and not self.finder.lists.listed(at)
        }
        state = plain(question.state)
        denials = {
            f"not {state}",
            f"un{state}",
            re.sub(r"^in\b", "out of", state),
            re.sub(r"^out of\b", "in", state),
        } - {state}
        yes, no = said.get(state), [said[text] for text in said if text in denials]
        if (yes is None) == (not no):
            return None
        if yes is not None:
            return self.citing.likened(yes, to=question.state, same=True)
        return self.citing.likened(*no, to=question.state, same=False)

    def _untold(self, question: say.State) -> Refusal:
        return Refusal(f"whether {question.target.said} is {question.state} cannot be told from the page")

    def in_state(self, question: say.State, at: int) -> Told:
        """Whether one control is in the state that is asked for."""
        states, role = self.view[at].states, self.view[at].role
        off, operated = "disabled" in states, role in _OPERATED
        chosen = next((state for state in states if _CHOSEN_NOW.match(state)), "")
        match question.state:
            case "checked" | "selected" | "unchecked" if role in TOGGLES | _CHOSEN or chosen:
                return self._chosen(at, chosen, wanted=question.state != "unchecked")
            case "active" if role in _CHOSEN and question.target.main.hint:
                return self._chosen(at, chosen, wanted=True)
            case "disabled" | "enabled" | "active" if role in TOGGLES:
                self._refuse_twofold(question, on=bool(chosen), off=off)
            case "disabled" | "enabled" if operated or off:
                pass
            case "active" if operated and role != "link" and question.target.main.hint:
                pass
            case "expanded" | "collapsed" if "expanded" in states or role in _OPENED:
                if (question.state == "expanded") == ("expanded" in states) and question.state not in states:
                    return self.citing.not_in_state(at, state="expanded", said="yes")
                return self._shows(at, question.state, holds=question.state in states)
            case "empty" if role in FIELDS:
                return self._shows(at, "empty", holds=not self.view[at].value)
            case _:
                raise self._untold(question)
        wanted = question.state == "disabled"
        return self._shows(at, "disabled" if wanted else "enabled", holds=off == wanted)

    def _chosen(self, at: int, state: str, *, wanted: bool) -> Told:
        """Whether something is ticked, selected or pressed, or where it is not `wanted` none of these."""
        word = state.partition("=")[0] or _CHOICE.get(self.view[at].role, "selected")
        if f"{word}=mixed" in self.view[at].states:
            return self.citing.there(at, state="mixed", said="yes" if bool(state) == wanted else "no")
        opposite = {"checked": "unchecked", "pressed": "unpressed"}.get(word, "unselected")
        return self._shows(at, word if wanted else opposite, holds=bool(state) == wanted)

    def _shows(self, at: int, state: str, *, holds: bool) -> Told:
        return self.citing.there(at, state=state) if holds else self.citing.not_in_state(at, state=state)

    def _refuse_twofold(self, question: say.State, *, on: bool, off: bool) -> None:
        """Make sure that "enabled" is not asked of a box that is ticked and disabled, or neither.

        Raises:
            Refusal: it is.
        """
        if off == on and not _IS_BOX.search(question.target.said):
            raise Refusal(
                f"{question.target.said} is {'ticked' if on else 'not ticked'} and can{'not' if off else ''} be "
                f"operated, so whether it is {question.state} can be read in two ways; ask whether it is ticked"
            )

    def all_stateful(self, question: say.State) -> tuple[int, ...]:
        """All the controls that are spoken of."""
        for purpose in ("toggle", "press", "field"):
            try:
                found = self.finder.find(question.target, purpose)
            except Missing:
                continue
            if found.every:
                return found.indexes
        raise self._untold(question)

    def stateful(self, target: say.Target) -> int:
        """The one control, or else element, that may be in a state."""
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
