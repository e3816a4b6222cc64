"""Words that are one name or several things: decided by what the page holds, before any of it is touched."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_webagent.model.builtin.instruction import Click, Command, Tick
from pytest_webagent.model.builtin.progress import Act, Again
from pytest_webagent.model.builtin.refusal import Missing, Refusal
from pytest_webagent.model.builtin.words import Fit, Words, fit, plain

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_webagent.model.builtin.instruction import Both, Instruction
    from pytest_webagent.model.builtin.progress import Done, Scene


def both(scene: Scene, what: Both, attempt: Callable[[Instruction], Act | Done | Again]) -> Again:
    """The one thing, or each of the several. `attempt` says what an instruction would do, and does nothing.

    Raises:
        Missing: one of the several is not on the page.
        Refusal: both readings fit, or two of the several are one and the same.
    """
    said = _names(what.whole)
    letter_by_letter = any(plain(name) == plain(text) for name in said for text in _texts(scene))
    if letter_by_letter:
        return Again(instead=(what.whole,))
    alike = any(fit(Words(name), text) >= Fit.SAME for name in said for text in _texts(scene))
    try:
        _refuse_doubles(what, [attempt(part) for part in what.parts])
    except Missing:
        if alike or any(plain(name) in plain(text) for name in said for text in _texts(scene)):
            return Again(instead=(what.whole,))
        raise
    if alike:
        raise Refusal(f"{what.said!r} can be one thing or several; put each name in quotes")
    return Again(instead=what.parts)


def _refuse_doubles(what: Instruction, moves: list[Act | Done | Again]) -> None:
    touched = [move.arguments.get("element_id") for move in moves if isinstance(move, Act)]
    if len(set(touched)) < len(touched):
        raise Refusal(f"{what.said!r} names several things, and two of them fit the same one on the page")
    if any(isinstance(move, Act) and move.stage == "opened" for move in moves):
        raise Refusal(
            f"{what.said!r} names several things that are on pages of their own; say each in a step of its own"
        )


def running_on(
    scene: Scene, what: Instruction, attempt: Callable[[Instruction], Act | Done | Again]
) -> Again:
    """The instruction alone, or with what follows: that is a thing only if it stands in one list with the first one."""
    alone = replace(what, also=())
    first, second = _names(what), _names(what.also[0])
    for group in scene.finder.lists.groups:
        names = [item.name for item in group.items]
        if any(fit(Words(one), name) >= Fit.SAME for one in second for name in names) and any(
            fit(Words(one), name) >= Fit.SET for one in first for name in names
        ):
            _refuse_doubles(what, [attempt(part) for part in (alone, *what.also)])
            return Again(instead=(alone, *what.also), drop=1)
    return Again(instead=(alone,))


def _names(what: Instruction) -> list[str]:
    """What the thing may be called, as the goal says it."""
    if isinstance(what, Command):
        return [what.whole, what.object.main.words.text]
    if isinstance(what, Click | Tick):
        return [
            reading.words.text for reading in what.target.readings if reading.words and reading.plainly_named
        ]
    return []


def _texts(scene: Scene) -> list[str]:
    return [name for at in scene.view.shown if (name := scene.view.name(at))]
