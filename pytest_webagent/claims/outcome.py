"""What a question comes to on a page, and why it comes to nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pytest_webagent.page.places import Place

Way: TypeAlias = Literal[
    "text",
    "name",
    "value",
    "count",
    "sum",
    "difference",
    "min",
    "max",
    "join",
    "several",
    "options",
    "title",
    "url",
    "tabs",
    "dialog",
    "truth",
]
_SHOWN = 6


class Outcome(NamedTuple):
    """What a question comes to, and what it was worked out from."""

    text: str
    way: Way = "text"
    """How: read at a place, or worked out from its parts."""
    place: Place | None = None
    parts: tuple[Outcome, ...] = ()
    by: tuple[Outcome, ...] = ()
    """What the parts were compared by."""
    also: tuple[Outcome, ...] = ()
    """What else has to be so: that a thing is the cheapest of all, for its name."""
    words: str = ""
    """What was counted, in the words of the question."""
    state: str = ""
    """The state the place is in, or with `not` before it is not."""


class Unclear(Exception):
    """A question that the page does not answer, or in more than one way."""


class Absent(Unclear):
    """Nothing on the page is what it speaks of; that may still come."""

    def __init__(self, said: str, nearest: Iterable[str] = ()) -> None:
        self.nearest = tuple(nearest)
        near = listed(self.nearest)
        hint = f" Nearest on the page: {near}; if that is meant, say its whole name." if near else ""
        super().__init__(f"nothing on the page fits {said!r}.{hint}")
        self.said = said


def all_of(found: Iterable[Outcome | None]) -> Outcome | None:
    """Several values as one; None where one of them is missing, or there are none."""
    every = list(found)
    parts = tuple(each for each in every if each is not None)
    if not parts or len(parts) < len(every):
        return None
    return Outcome(", ".join(each.text for each in parts), "join", parts=parts)


def ambiguous(said: str, candidates: Sequence[str]) -> Unclear:
    """Words that fit several things equally well."""
    return Unclear(
        f"{said!r} is ambiguous, it fits {len(candidates)} things: {listed(candidates)}. "
        "Say which one, for example with its exact name in quotes, 'in the row of ...' or 'the second ...'."
    )


def listed(things: Iterable[str]) -> str:
    """Names for a sentence, the first few only."""
    every = list(dict.fromkeys(things))
    more = f" and {len(every) - _SHOWN} more" if len(every) > _SHOWN else ""
    return ", ".join(f"'{each[:40]}'" for each in every[:_SHOWN]) + more
