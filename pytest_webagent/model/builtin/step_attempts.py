"""Attempts: of the ways to take the words of a step the first that the page can do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_webagent.model.builtin import instruction as say
from pytest_webagent.model.builtin.progress import Act, Again, Done
from pytest_webagent.model.builtin.refusal import Inert, Missing, Refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Attempt = Callable[[say.Instruction], Act | Done | Again]


def doable(ways: Sequence[Sequence[say.Instruction]], attempt: Attempt) -> list[say.Instruction]:
    """Of the ways to do each of several things the first that the page can do.

    Raises:
        Refusal: one of the things it can do in no way, or two of them are the same.
    """
    found: list[say.Instruction] = []
    touched: set[str] = set()
    for each in ways:
        problem: Refusal | None = None
        for way in each:
            try:
                move = _tried(way, attempt)
            except (Missing, Inert) as missing:
                problem = problem or missing
                continue
            except Refusal as refusal:
                spoken_of = isinstance(way, say.Fill) and way.reference
                if (
                    isinstance(way, say.Fill | say.Choose)
                    and way.field
                    and not (spoken_of or refusal.evidence)
                ):
                    # Which of two is the value and which the field another way may tell.
                    problem = refusal if problem is None or isinstance(problem, Missing) else problem
                    continue
                if len(ways) == 1 or not refusal.evidence:
                    raise
                # It is there, and may be ready once what comes before it is done.
                found.append(way)
                break
            at = str(move.arguments.get("element_id")) if isinstance(move, Act) else ""
            if at in touched and way not in found and not isinstance(way, say.Choose | say.Tool):
                raise Refusal(
                    f"{way.said!r} names several things, and two of them fit the same one on the page"
                )
            found.append(way)
            touched |= {at} - {""}
            break
        else:
            assert problem is not None
            raise problem
    return found


def _tried(way: say.Instruction, attempt: Attempt, depth: int = 3) -> Act | Done | Again:
    """What an instruction comes to on the page, or what stands for it."""
    if isinstance(way, say.Step):
        # It is read when what is before it is done.
        return Again()
    move = attempt(way)
    if isinstance(move, Again) and move.instead and depth:
        return _tried(move.instead[0], attempt, depth - 1)
    return move
