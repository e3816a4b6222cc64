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
        super().__init__(f"nothing on the page fits {said!r}.{hint(listed(self.nearest))}")
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
    return Unclear(ambiguity(said, len(candidates), listed(candidates)))


def ambiguity(said: str, number: int, candidates: str) -> str:
    """What to tell of words that fit several things, which are told in words as well."""
    return (
        f"{said!r} is ambiguous, it fits {number} things: {candidates}. "
        "Say which one, for example with its exact name in quotes, 'in the row of ...' or 'the second ...'."
    )


def hint(nearest: str) -> str:
    """A sentence on what is like that which is not there; empty where nothing is."""
    return f" Nearest on the page: {nearest}; if that is meant, say its whole name." if nearest else ""


def listed(things: Iterable[str]) -> str:
    """Names for a sentence in quotes, the first few only."""
    return first_few([f"'{each[:40]}'" for each in dict.fromkeys(things)])


def first_few(names: Sequence[str]) -> str:
    """Names for a sentence, as they are."""
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(names[:_SHOWN]) + more
