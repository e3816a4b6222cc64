"""What a run without a question ends with: the words the page shows last, and what shows that the goal was reached."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pytest_webagent.evidence.derivation import Derivation
from pytest_webagent.model.builtin.instruction import AnswerDialog, Command
from pytest_webagent.model.builtin.told import Citing, Told
from pytest_webagent.model.builtin.view import BUTTONS, FIELDS, TOGGLES
from pytest_webagent.model.builtin.words import content, holds_phrase, word_set

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_webagent.model.builtin.progress import Scene
    from pytest_webagent.model.builtin.view import View

_TAKES_AWAY = word_set(
    "delete remove close cancel dismiss clear empty hide archive accept reject decline allow"
)
"""Verbs after which something is gone."""
_NO_NEWS = FIELDS | BUTTONS | TOGGLES | {"option", "tab", "link"}
"""Roles whose texts are no news by themselves."""
_STATES = ("checked", "selected", "pressed", "expanded", "disabled", "current")


@dataclass(frozen=True, slots=True)
class Sight:
    """What a page showed at one moment."""

    url: str = ""
    title: str = ""
    said: frozenset[str] = frozenset()
    things: tuple[tuple[str, str], ...] = ()
    """Roles and names, in order."""
    states: frozenset[tuple[str, ...]] = frozenset()
    """Roles and names, each with its states."""


def sight_of(view: View) -> Sight:
    """What a page shows now."""
    shown = [at for at in range(len(view.elements)) if view.seen(at)]
    texts = {text for at in shown for text in (view[at].text, view.name(at), view.text(at)) if text}
    things = ((view[at].role, name) for at in shown if (name := view.name(at)))
    return Sight(
        view.page.url,
        view.page.title,
        frozenset(texts),
        tuple(dict.fromkeys(things)),
        frozenset((view[at].role, view.name(at), *_states(view, at)) for at in shown),
    )


def _states(view: View, at: int) -> tuple[str, ...]:
    return tuple(state for state in view[at].states if state.startswith(_STATES))


class Closing:
    """Ends a run on one page."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.view = scene.view
        self.first = scene.progress.first
        self.citing = Citing(scene.view)

    def told(self) -> Told:
        """The newest message, else the main heading, else the title; and what was not so when the run began."""
        progress = self.scene.progress
        here = Told(self.scene.page.url, (Derivation(op="url"),))
        said = progress.dialog or self.scene.answers.notices.closing_words() or here
        evidence = (*(said.evidence or here.evidence), *progress.checked)
        if progress.acted and not progress.dialog:
            evidence += next((found for found in self._changes() if found), here.evidence)
        return Told(said.text, tuple(dict.fromkeys(evidence)))

    def _changes(self) -> Iterator[tuple[Derivation, ...]]:
        """What shows that something was done, the most telling first."""
        yield self._message()
        yield self._set()
        if self._takes_away():
            yield self._gone()
        yield self._new()
        yield self._state()
        yield self._gone()
        yield self._moved()
        yield self.scene.progress.noted

    def _message(self) -> tuple[Derivation, ...]:
        live = self.scene.answers.notices.live()
        return tuple(
            derivation for told in live if told.text not in self.first.said for derivation in told.evidence
        )

    def _set(self) -> tuple[Derivation, ...]:
        """What the fields hold, and the boxes show, that were set last."""
        found: list[Derivation] = []
        for element_id in self.scene.progress.fields:
            at = self.scene.by_id(element_id)
            if at is None:
                continue
            if self.view[at].role in TOGGLES:
                checked = "checked" in self.view[at].states
                told = (
                    self.citing.there(at, state="checked")
                    if checked
                    else self.citing.not_in_state(at, state="checked")
                )
                found += told.evidence
            elif self.view[at].value is not None:
                found += self.citing.value(at).evidence
        return tuple(found)

    def _takes_away(self) -> bool:
        last = self.scene.progress.instructions[-1]
        verb = last.verb if isinstance(last, Command) else last.said
        return isinstance(last, AnswerDialog) or not _TAKES_AWAY.isdisjoint(content(verb))

    def _meant(self) -> frozenset[str]:
        """The words of the goal, and of what "it" means."""
        progress = self.scene.progress
        said = (instruction.said for instruction in progress.instructions)
        return frozenset(content(f"{' '.join(said)} {progress.remembered}"))

    def _gone(self) -> tuple[Derivation, ...]:
        """What was on the page and is not any more: what the goal speaks of, else what went first."""
        page = self.scene.page
        if _path(page.url) != _path(self.first.url) or page.dialog is not None:
            return ()
        now = sight_of(self.view)
        gone = [
            (role, name)
            for role, name in self.first.things
            if (role, name) not in now.things and not any(holds_phrase(said, name) for said in now.said)
        ]
        if not gone:
            return ()
        meant = self._meant()
        role, name = max(gone, key=lambda thing: _likeness(meant, thing[1]))
        return self.citing.not_there(name, role="" if role == "text" else role).evidence

    def _new(self) -> tuple[Derivation, ...]:
        """A heading or text that was not on the page: one that speaks of what the goal does, else the first."""
        view = self.view
        heading = view.main_heading
        if heading is not None and view.name(heading) not in self.first.said:
            return self.citing.texts(heading).evidence
        new = [
            at
            for at in view.shown
            if view[at].text
            and view[at].text not in self.first.said
            and view[at].role not in _NO_NEWS
            and not view.aside(at)
        ]
        if not new:
            return ()
        meant = self._meant()
        best = max(new, key=lambda at: _likeness(meant, view[at].text))
        return self.citing.says(view[best].text, best).evidence

    def _state(self) -> tuple[Derivation, ...]:
        """The state of what was pressed last, if it was in another one."""
        at = self.scene.by_id(self.scene.progress.touched)
        if (
            at is None
            or (self.view[at].role, self.view.name(at), *_states(self.view, at)) in self.first.states
        ):
            return ()
        was = {
            state
            for role, name, *states in self.first.states
            if (role, name) == (self.view[at].role, self.view.name(at))
            for state in states
        }
        states = set(_states(self.view, at))
        for state in sorted(states - was):
            return self.citing.there(at, state=state).evidence
        for state in sorted(was - states):
            return self.citing.not_in_state(at, state=state).evidence
        return ()

    def _moved(self) -> tuple[Derivation, ...]:
        page = self.scene.page
        if page.url != self.first.url:
            return (Derivation(op="url"),)
        return (Derivation(op="title"),) if page.title != self.first.title else ()


def _path(url: str) -> str:
    return url.partition("#")[0].partition("?")[0]


def _likeness(meant: frozenset[str], said: str) -> float:
    """How much of a text is words that are meant."""
    words = set(content(said))
    return len(words & meant) / (1 + len(words))
