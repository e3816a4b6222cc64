"""How far a goal has come: what the planner hands to itself from step to step."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from pytest_webagent.claims.citations import NOTHING, Citations, Told
from pytest_webagent.claims.derivation import Derivation
from pytest_webagent.model.builtin.answers import Answers
from pytest_webagent.model.builtin.finder import Finder
from pytest_webagent.model.builtin.refusal import Inert, ambiguous
from pytest_webagent.model.builtin.view import View
from pytest_webagent.model.builtin.words import Fit, fit

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from pytest_webagent.messages import ToolCall
    from pytest_webagent.model.builtin.instruction import Instruction
    from pytest_webagent.model.builtin.words import Words
    from pytest_webagent.observation import Observation

_DIALOG_TEXT = re.compile(
    r"^an? \w+ dialog says \"(?P<text>.*?)\"(?: \(its field holds .*\))?(?:: call |$)", re.DOTALL
)


class Given(NamedTuple):
    """What a tool gave."""

    step: int
    tool: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """The plan of a run and what is done of it."""

    instructions: tuple[Instruction, ...]
    index: int = 0
    """The instruction to do next."""
    answers: tuple[Told, ...] = ()
    checked: tuple[Derivation, ...] = ()
    """What showed that the statements of the goal hold."""
    remembered: str = ""
    """The name of the thing that "it" means."""
    field: int | None = None
    """The id of the field that was filled last."""
    fields: tuple[int, ...] = ()
    """The ids of the fields and boxes that were set since something else was done."""
    touched: int | None = None
    """The id of the element that something was done to last."""
    acted: bool = False
    """Whether anything was done to the page."""
    dialog: Told = NOTHING
    """What the alert said that was acknowledged last."""
    given: Given | None = None
    """What the tool gave that the goal called last by its name."""
    noted: tuple[Derivation, ...] = ()
    """The downloads that were noted."""
    stage: str = ""
    """How far an instruction of several steps has come."""
    sent: Act | None = None
    """What was done in the previous step, until its result is known."""
    before: frozenset[str] = frozenset()
    """The texts of the page before the last action: what is not among them is what the action led to."""
    pages: tuple[Observation, ...] = ()
    """The pages until something was done that may have changed something."""
    prior: Observation | None = None
    """The page before something was done to it last."""
    changed: bool = False
    """Whether that was done."""
    asked: frozenset[str] = frozenset()
    """The questions that waited for an answer on the page before anything was done."""
    used: int = 0
    """The call that did something to an element last, counted from 1."""
    pressed: bool = False
    """Whether it pressed a button."""
    page: int | None = 0
    """A fingerprint of the page before that."""
    calls: int = 0
    screens: int = 0
    """How often this instruction scrolled on to find its thing."""
    waits: int = 0
    """How often this instruction waited for its thing."""
    explored: tuple[str, ...] = ()
    """The names of what was opened to find the thing of this instruction."""
    sighted: bool = False
    """Whether something was found by its looks: the page draws what can be done on it."""
    unseen: str = ""
    """What came back when the thing of this instruction was looked for by its looks, in vain."""
    lost: int = 0
    """How often its thing went from the page before something could be done to it."""
    seen: int = 0
    """A fingerprint of the page at the last look for something."""

    def advanced(self, by: int = 1) -> Progress:
        """The progress after an instruction is done; with none done only after a look at what came."""
        if not by:
            return replace(self, sent=None)
        return replace(
            self,
            index=self.index + by,
            stage="",
            sent=None,
            screens=0,
            waits=0,
            lost=0,
            seen=0,
            unseen="",
            explored=(),
        )

    @property
    def step(self) -> int:
        """The number of the step that is being decided on, counted from 1: each makes one call."""
        return self.calls + 1

    def dated(self, evidence: tuple[Derivation, ...]) -> tuple[Derivation, ...]:
        """Evidence with the step it was read in, for use in later ones."""
        return tuple(each if each.step else replace(each, step=self.step) for each in evidence)

    def timely(self, evidence: tuple[Derivation, ...]) -> tuple[Derivation, ...]:
        """Evidence in which only earlier steps are named; a note is only there in the step that saw it."""
        return tuple(
            replace(each, step=None) if each.step == self.step and each.op != "note" else each
            for each in evidence
        )

    @property
    def current(self) -> Instruction:
        """The instruction to do next."""
        return self.instructions[self.index]

    @property
    def following(self) -> Instruction | None:
        """The instruction after that one."""
        return self.instructions[self.index + 1] if self.index + 1 < len(self.instructions) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """A move that calls a tool."""

    tool: str
    arguments: dict[str, Any]
    says: str
    """What it does, for the report."""
    stage: str | None = None
    """Where the instruction goes on afterwards; None when this finishes it."""
    done: int = 1
    """How many instructions it finishes."""
    on_error: str | None = None
    """The stage to try if the tool fails; None when that ends the run."""
    remember: str | None = None
    field: int | None = None
    wanted: str = ""
    """What the field is to hold afterwards."""
    kept: bool = False
    """Whether what it gives may be asked for."""

    @property
    def element_id(self) -> int | None:
        """The id of the element it is done to; None for a place, and for what needs none."""
        given = self.arguments.get("element_id")
        return None if given is None else int(given)

    @property
    def by_sight(self) -> bool:
        """Whether where it is done is for those to say who look at the page."""
        return "description" in self.arguments and not {"element_id", "coords"} & self.arguments.keys()


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """A move that needs no tool: the instruction is fulfilled as the page stands."""

    answer: Told | None = None
    shown: tuple[Derivation, ...] = ()
    """What shows that it is fulfilled, where it is a statement."""
    remember: str | None = None
    by: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Again:
    """A move that only changes the stage, or puts other instructions in place of this one."""

    stage: str = ""
    instead: tuple[Instruction, ...] | None = None


class Scene:
    """What an instruction works with: the page, the progress, and the error of the previous try."""

    def __init__(
        self, observation: Observation, progress: Progress, error: str = "", *, opened: bool = False
    ) -> None:
        self.page = observation
        self.progress = progress
        self.error = error
        self.view = View(observation, opened=opened)
        self.citing = Citations(observation)
        self.finder = Finder(self.view, progress.remembered)
        self.answers = Answers(self.finder, dialog=progress.dialog, before=progress.before)

    @property
    def dialog_text(self) -> str:
        """What the browser's open dialog says."""
        sentence = self.page.dialog or ""
        found = _DIALOG_TEXT.search(sentence)
        return found["text"] if found else sentence

    @property
    def dialog(self) -> Told:
        """The same, as an answer."""
        return Told(self.dialog_text, (Derivation(op="dialog"),))

    @property
    def alerts(self) -> bool:
        """Whether the open dialog only tells something."""
        return (self.page.dialog or "").startswith("an alert")

    def id(self, index: int) -> str:
        """The id of an element, as tools take it.

        Raises:
            Inert: it has none: it is only told, and nothing can be done to it.
        """
        if (found := self.view[index].id) is None:
            raise Inert(f"{self.name(index)} is on the page, but nothing can be done to it")
        return str(found)

    def name(self, index: int) -> str:
        """An element in words."""
        return self.finder.describe(index)

    def controls(self, roles: Container[str], words: Words | None = None, least: Fit = Fit.SET) -> list[int]:
        """The elements of these roles that can be used, and that the words fit by their name."""
        return [
            at
            for at in self.view.shown
            if self.view[at].role in roles
            and self.view[at].id is not None
            and (words is None or fit(words, self.view.name(at)) >= least)
        ]

    def sole(self, found: Sequence[int], said: str) -> int | None:
        """The only element found, or None.

        Raises:
            Refusal: there are several.
        """
        if len(found) > 1:
            raise ambiguous(said, [self.name(at) for at in found])
        return found[0] if found else None

    def by_id(self, element_id: int | None) -> int | None:
        """The index of the element with this id, if it is still there."""
        found = None if element_id is None else self.page.find(element_id)
        return None if found is None else self.page.index_of(found)


def element(scene: Scene, index: int, **more: Any) -> dict[str, Any]:
    """The arguments of a tool call about an element."""
    return {"element_id": scene.id(index), "description": scene.name(index), **more}


def call_of(act: Act, identifier: str, reasoning: str) -> ToolCall:
    """The tool call of a move."""
    from pytest_webagent.messages import ToolCall

    return ToolCall(act.tool, {**act.arguments, "reasoning": reasoning}, id=identifier)
