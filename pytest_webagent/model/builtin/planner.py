"""One step of a run: from the page and the progress to the next tool call."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING

from pytest_webagent.claims.citations import Told, joined
from pytest_webagent.claims.derivation import Derivation
from pytest_webagent.model.builtin import instruction as say
from pytest_webagent.model.builtin import step_reader
from pytest_webagent.model.builtin.acting import ELEMENT_TOOLS, doing
from pytest_webagent.model.builtin.closing import Closing, held
from pytest_webagent.model.builtin.performing import attempt, pending, unanswered
from pytest_webagent.model.builtin.progress import Act, Again, Done, Given, Progress, Scene, call_of
from pytest_webagent.model.builtin.refusal import Missing, Refusal, advice, unmet
from pytest_webagent.model.builtin.steps import (
    confirming,
    entering,
    exploring,
    moving,
    pressing,
    sight,
    site_search,
)
from pytest_webagent.model.builtin.view import View
from pytest_webagent.model.builtin.words import plain, veil
from pytest_webagent.policy.redaction import MASK, is_secret_name

if TYPE_CHECKING:
    from pytest_webagent.messages import ToolCall
    from pytest_webagent.model.builtin.performing import Move
    from pytest_webagent.observation import Observation

_READING = (say.Ask, say.Check, say.When)
_MOST_SCREENS = 12
"""How far a page is scrolled to find something: lists that load more while scrolling may have no end."""
_PATIENCE = 2
"""Seconds to wait for something that is not on the page."""
_MOST_WAITS = 3
_MOST_LOST = 2
_GONE = "is no longer on the page"
"""What tools say of an element that went before anything was done to it."""
_AFTERTHOUGHT = 1
"""Seconds to wait where the last thing pressed changed nothing: what it asks or says may be late."""
_MOST_TURNS = 80
_LASTING = re.compile(r"a download began: \"[^\"]*\"")
"""A note of something that no page shows."""


class Planner:
    """Decides one step. Everything it knows of earlier steps is in the progress."""

    def __init__(self, observation: Observation, progress: Progress, reply: str = "") -> None:
        """`reply` is what came of the previous call."""
        self.observation = observation
        self.progress = progress
        self.error = reply.removeprefix("Error: ") if reply.startswith("Error:") else ""
        self.reply = reply

    def step(self) -> tuple[str, ToolCall, Progress]:
        """The reasoning, the tool call and the progress of this step."""
        if (sent := self.progress.sent) is not None and sent.tool == "stop":
            # It was not accepted. What was read does not change by that; but the page is not to blame for what it does not show.
            blames = sent.arguments["status"] == "goal_not_met"
            instead = {"status": "not_understood", "evidence": []} if blames else {}
            return self._end(replace(sent, arguments={**sent.arguments, **instead}))
        self._look()
        try:
            self._take_result()
            return self._next()
        except Refusal as refusal:
            return self._stop_short(refusal)

    def _look(self) -> None:
        """Remember what may be needed later: how the page was at first, and what is only noted once."""
        progress = self.progress
        if not progress.calls:
            progress = replace(progress, asked=frozenset(confirming.waiting(View(self.observation))))
        if not progress.changed:
            progress = replace(progress, pages=(*progress.pages, self.observation))
        found = filter(None, map(_LASTING.search, self.observation.notes))
        news = (Derivation(op="note", text=note[0]) for note in found)
        self.progress = replace(progress, noted=(*progress.noted, *progress.dated(tuple(news))))

    def _take_result(self) -> None:
        """Book what the previous step's call came to."""
        act, progress = self.progress.sent, self.progress
        if act is None:
            return
        progress = replace(progress, sent=None)
        if self.error:
            gone = _GONE in self.error
            self.progress = replace(progress, lost=progress.lost + gone)
            if gone and progress.lost < _MOST_LOST:
                # Nothing was done: the page was drawn anew meanwhile, and what is meant has to be found on it again.
                return
            if act.on_error is None:
                raise self._failed(act)
            unseen = self.error if act.by_sight else progress.unseen
            self.progress = replace(self.progress, stage=act.on_error, unseen=unseen)
            return
        entering.refuse_lost(Scene(self.observation, progress), act)
        progress = replace(progress, sighted=progress.sighted or act.by_sight)
        if act.kept:
            progress = replace(progress, given=Given(progress.calls, act.tool, self.reply))
        if act.remember is not None:
            progress = replace(progress, remembered=act.remember)
        if act.field is not None:
            progress = replace(progress, field=act.field)
        if act.stage is None:
            progress = progress.advanced(act.done)
        elif act.stage != progress.stage:
            progress = replace(progress, stage=act.stage, screens=0, waits=0)
        self.progress = progress

    def _failed(self, act: Act) -> Refusal:
        # The numbers of elements that tools name mean nothing outside of the run.
        error = re.sub(r" \[\d+\]", "", self.error)
        problem = f"{self._where()}: could not {act.says}. {error}"
        if act.tool not in ELEMENT_TOOLS or _GONE in self.error:
            return Refusal(problem)
        scene = Scene(self.observation, self.progress)
        at = scene.by_id(act.element_id)
        return unmet(problem, held(scene.view, at) if at is not None else ())

    def _next(self) -> tuple[str, ToolCall, Progress]:
        progress, dialog = self.progress, self.observation.dialog
        used = progress.used == progress.calls and not self.error and dialog is None
        reads = progress.index < len(progress.instructions) and isinstance(progress.current, _READING)
        if used and (progress.pressed or reads) and progress.page in (None, self._fingerprint()):
            # What comes of it may be late, and what is read before that is wrong.
            says, stage = "wait for what comes of it", progress.stage or None
            arguments = {"seconds": _AFTERTHOUGHT}
            return self._send(Act(tool="wait", arguments=arguments, says=says, stage=stage, done=0))
        for _ in range(_MOST_TURNS):
            if self.progress.index >= len(self.progress.instructions):
                return self._finish()
            move = pending(Scene(self.observation, self.progress)) or self._move()
            if isinstance(move, Done):
                self._book(move)
                continue
            if isinstance(move, Again):
                self._again(move)
                continue
            return self._send(move)
        raise Refusal(f"{self._where()}: does not come to an end")

    def _move(self) -> Move:
        current = self.progress.current
        scene = Scene(self.observation, self.progress, self.error)
        fresh = isinstance(current, say.Step) and not current.opened and scene.view.modal is None
        if fresh and (leads := exploring.view_named(scene, current)) is not None:
            self.progress = replace(self.progress, explored=(*self.progress.explored, leads[1]))
            return leads[0]
        try:
            if current.opened and any(each.new for each in self.observation.elements):
                inside = Scene(self.observation, self.progress, self.error, opened=True)
                try:
                    return attempt(inside, current)
                except Missing:
                    if isinstance(current, say.Step):
                        raise
            elif isinstance(current, say.Step) and current.opened:
                raise Missing(current.said, "anything in what was opened")
            return attempt(scene, current)
        except Missing as missing:
            if isinstance(current, say.Ask) and (given := self._given(scene, current)) is not None:
                return given
            return self._look_on(scene, missing)
        except Refusal:
            # What cannot be told, or is not as it should be, may only not be complete yet; a tool's result is.
            if isinstance(current, say.Given) or not self._may_come():
                raise
            return self._waiting({}, "wait, because the page may not be complete yet")

    def _given(self, scene: Scene, asked: say.Ask) -> Again | None:
        """What is done where words ask for nothing: "Give the app four stars"."""
        if asked.kept:
            # "Remember the invoice of Ann": a thing, and no value.
            return Again(instead=(say.Step(said=asked.said),))
        text = veil(asked.said)
        try:
            return step_reader.filled(scene, text, (len(text), len(text)), partial(attempt, scene))
        except Refusal:
            return None

    def _look_on(self, scene: Scene, missing: Missing) -> Move:
        """What is not on the page may be further down, or still on its way."""
        progress, page = self.progress, self.observation
        seen = self._fingerprint()
        grows = seen != progress.seen or page.pixels_below > 0
        current = progress.current
        likely = step_reader.likeliest(scene, current) if isinstance(current, say.Step) else (current,)
        if (opened := self._opened(scene, likely[0], named=True)) is not None:
            return opened
        drawn = sight.act(scene, likely[0])
        if drawn is not None and (progress.sighted or not self._may_come()):
            return drawn if likely[0] is current else Again(instead=likely)
        goes_on = page.pixels_below > 0 and grows and progress.screens < _MOST_SCREENS
        if drawn is None and goes_on and page.dialog is None:
            self.progress = replace(progress, screens=progress.screens + 1, seen=seen)
            return Act(
                tool="scroll",
                arguments={"direction": "down"},
                says=f"scroll on, looking for {missing.said}",
                stage=progress.stage,
            )
        if not self._may_come():
            return self._absent(scene, missing)
        quoted = re.search(r"'(.+)'", missing.said)
        text = quoted[1] if quoted else missing.said
        # Words that stand elsewhere on the page, such as in its navigation, are not what is missing.
        shown = " ".join(scene.view.text(at) for at in page.children(None))
        wanted = {} if plain(text) in plain(shown) else {"text": text}
        return self._waiting(wanted, f"wait for {missing.said}")

    def _opened(self, scene: Scene, what: say.Instruction, *, named: bool = False) -> Act | Again | None:
        """The opening of what the thing of an instruction may be behind; else the search for it."""
        current = self.progress.current
        looks = not named and not isinstance(what, exploring.LOOKED_AT)
        if looks and (search := site_search.search_for(scene, current)) is not None:
            return Again(instead=(search, current))
        door = exploring.door(scene, what, named=named)
        if door is not None:
            # On another page what was opened in vain may be worth a look.
            explored = exploring.named_ones(self.progress, what) if named else self.progress.explored
            self.progress = replace(self.progress, explored=(*explored, door[1]))
        return None if door is None else door[0]

    def _may_come(self) -> bool:
        """Whether to wait for what is not there: once, and again while the page goes on changing."""
        progress = self.progress
        changes = not progress.waits or self._fingerprint() != progress.seen
        return changes and progress.waits < _MOST_WAITS and self.observation.dialog is None

    def _waiting(self, wanted: dict[str, str], says: str) -> Act:
        stage, waits = self.progress.stage, self.progress.waits + 1
        self.progress = replace(self.progress, waits=waits, seen=self._fingerprint())
        arguments = {**wanted, "seconds": _PATIENCE}
        return Act(tool="wait", arguments=arguments, says=says, stage=stage, on_error=stage)

    def _fingerprint(self) -> int:
        shown = (
            (item.role, item.name, item.text, item.value, item.hidden) for item in self.observation.elements
        )
        return hash((self.observation.url, *shown))

    def _absent(self, scene: Scene, missing: Missing) -> Move:
        """What to do about a thing that is not there, now that that is certain."""
        current = self.progress.current
        likely = step_reader.likeliest(scene, current) if isinstance(current, say.Step) else (current,)
        if (opened := self._opened(scene, likely[0])) is not None:
            return opened
        if likely[0] is not current:
            return Again(instead=likely)
        if missing.answer:
            if not missing.evidence:
                raise Refusal(f"whether {current.said!r} cannot be told: {missing.problem}")
            if isinstance(current, say.Ask):
                return Done(answer=Told(missing.answer, missing.evidence))
            if isinstance(current, say.Check) and missing.answer == "yes":
                return Done(shown=missing.evidence)
            raise unmet(f"{current.said!r} does not hold: {missing.plainly}", missing.evidence)
        if isinstance(current, say.Click):
            page = pressing.lost_page(scene, current)
            if page is not None:
                return page
        if self.progress.unseen:
            raise sight.unseen(missing, self.progress.unseen)
        if self.progress.stage == "page" and self.error:
            raise Refusal(f"{missing.problem} {self.error[:1].upper()}{self.error[1:]}.")
        if scene.view.modal is not None and self.progress.index > 0:
            raise Refusal(f"{missing.problem} {scene.name(scene.view.modal)} is open and covers the page.")
        raise missing

    def _book(self, move: Done) -> None:
        progress = self.progress
        if move.answer is not None:
            parts = tuple(each._replace(evidence=progress.dated(each.evidence)) for each in move.answer.parts)
            answer = Told(move.answer.text, progress.dated(move.answer.evidence), parts)
            progress = replace(progress, answers=(*progress.answers, answer))
        progress = replace(progress, checked=(*progress.checked, *progress.dated(move.shown)))
        if move.remember is not None:
            progress = replace(progress, remembered=move.remember)
        self.progress = progress.advanced(move.by)

    def _again(self, move: Again) -> None:
        progress = self.progress
        if move.instead is None:
            self.progress = replace(progress, stage=move.stage)
            return
        before, after = progress.instructions[: progress.index], progress.instructions[progress.index + 1 :]
        self.progress = replace(progress, instructions=(*before, *move.instead, *after), stage="")

    def _send(self, act: Act) -> tuple[str, ToolCall, Progress]:
        # What is said beside a call whose result is to show something must not say it already: "Part 1 of 2".
        reasoning = act.says if act.kept else f"{self._where()}: {act.says}"
        done = doing(Scene(self.observation, self.progress), act, self._fingerprint())
        progress = replace(done, sent=act, calls=self.progress.calls + 1)
        return reasoning, call_of(act, f"builtin-{progress.calls}", reasoning), progress

    def _where(self) -> str:
        """Which part of the goal it is about; the numbers are not those of the run's steps."""
        total = len(self.progress.instructions)
        said = self.progress.instructions[min(self.progress.index, total - 1)].said
        for secret in filter(None, chain.from_iterable(map(_secrets_of, self.progress.instructions))):
            said = said.replace(secret, MASK)
        if total == 1:
            return repr(said)
        return f"Part {min(self.progress.index + 1, total)} of {total} of the goal, {said!r}"

    def _finish(self) -> tuple[str, ToolCall, Progress]:
        progress = self.progress
        scene = Scene(self.observation, progress)
        if scene.alerts:
            return self._send(moving.acknowledged(scene))
        if self.observation.dialog is not None:
            raise unanswered(scene)
        confirming.refuse_open(scene, progress)
        if progress.answers:
            told = joined(progress.answers, "; ")
            return self._stop(told, "done", "All instructions are done; the answer is read from the page")
        closing = Closing(scene)
        if progress.pressed and progress.used == progress.calls and not closing.shows_change():
            return self._send(self._waiting({}, "wait for what comes of it"))
        if error := closing.error():
            raise unmet(f"the page says {error.text!r}", error.evidence)
        said = "All instructions are done; the goal asks nothing, so the answer is the message or heading shown last"
        return self._stop(closing.told(), "done", said)

    def _stop_short(self, refusal: Refusal) -> tuple[str, ToolCall, Progress]:
        where = "" if refusal.problem.startswith(self._where()) else f"{self._where()}: "
        said = f"{where}{refusal.problem}{self._rewording(refusal)}{advice(refusal.verdict)}"
        evidence = refusal.evidence if refusal.verdict == "goal_not_met" else ()
        return self._stop(Told(said, evidence), refusal.verdict, said)

    def _rewording(self, refusal: Refusal) -> str:
        """The step with the nearest thing's own name, if the page can do that; it is read, not done."""
        if not isinstance(refusal, Missing) or not refusal.names:
            return ""
        scene, step = Scene(self.observation, self.progress, self.error), self.progress.current.said
        for name in refusal.names:
            said = step.replace(refusal.said, f"'{name}'")
            with suppress(Refusal):
                if said != step and attempt(scene, say.Step(said=said)):
                    return f' That would be: "{said}".'
        return ""

    def _stop(self, told: Told, status: str, reasoning: str) -> tuple[str, ToolCall, Progress]:
        evidence = [each.as_json() for each in self.progress.timely(told.evidence)]
        arguments = {"answer": told.text or "(empty)", "status": status, "evidence": evidence}
        return self._end(Act(tool="stop", arguments=arguments, says=reasoning))

    def _end(self, stop: Act) -> tuple[str, ToolCall, Progress]:
        progress = replace(self.progress, calls=self.progress.calls + 1, sent=stop)
        return stop.says, call_of(stop, f"builtin-{progress.calls}", stop.says), progress


def _secrets_of(instruction: say.Instruction) -> list[str]:
    """What an instruction has typed that is nobody's business."""
    if isinstance(instruction, say.LogIn):
        return [instruction.password, *(each.value for each in instruction.more)]
    if isinstance(instruction, say.Fill) and instruction.field and is_secret_name(instruction.field.said):
        return [instruction.value]
    return []
