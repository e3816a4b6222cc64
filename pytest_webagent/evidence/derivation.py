"""How an answer follows from what a page shows, as a model cites it and as code works it out again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

Op: TypeAlias = Literal[
    "text",
    "value",
    "count",
    "sum",
    "difference",
    "min",
    "max",
    "join",
    "exists",
    "not_exists",
    "compare",
    "url",
    "title",
    "tabs",
    "dialog",
    "note",
]
Relation: TypeAlias = Literal["=", "!=", "<", "<=", ">", ">="]

TRUTHS: Final = frozenset({"exists", "not_exists", "compare"})
"""Operations that come to a truth: they hold or do not. All others come to a text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Derivation:
    """One piece of evidence: an operation over elements of an observation, given by their ids.

    ======================  ====================================================================================
    ``text``                what one element says; with `pattern`, its first group or else the match
    ``value``               what one field holds, or which option of it is chosen
    ``join``                the texts of `elements`, in the given order
    ``count``               how many `elements` are given, or how many there are `within`, of a `role`, saying `text`
    ``sum``, ``difference``  of the one number in each of `elements`; the difference is the first less the second
    ``min``, ``max``        the text of the element among `elements` with the least or greatest number, date or text;
                            with `by`, that of the element whose counterpart in `by`, at the same place, has it
    ``exists``              an element is there: by its id (`elements`), or by `role` and `text`; with `state`, it is
                            in that state
    ``not_exists``          there is none such, `within` an element or anywhere; with an id and a `state`, the element
                            is there and not in that state
    ``compare``             two elements, or one and `to`, stand in a `relation`
    ``url``, ``title``      the page's address and title; with `pattern` and `text` as for ``text``
    ``tabs``                how many tabs are open
    ``dialog``              what a dialog of the browser says
    ``note``                something that happened: the line among the page's notes that says `text`
    ======================  ====================================================================================
    """

    op: Op
    elements: tuple[int, ...] = ()
    by: tuple[int, ...] = ()
    pattern: str = ""
    """A regular expression."""
    text: str = ""
    role: str = ""
    state: str = ""
    """Such as ``checked``, ``disabled``, ``expanded``, ``selected``."""
    within: int | None = None
    relation: Relation | None = None
    to: str = ""
    """A value to compare with, as a goal writes it."""
    step: int | None = None
    """The earlier step of the run whose page it is about, counted from 1; None for the page as it is now."""

    @property
    def told(self) -> str:
        """The derivation in one line, as it was given."""
        given = {name: getattr(self, name) for name in self.__slots__ if name != "op"}
        parts = [f"{name}={_written(value)}" for name, value in given.items() if value not in ((), "", None)]
        return f"{self.op}({', '.join(parts)})"

    def as_json(self) -> dict[str, Any]:
        """The derivation as a model writes it, without what is not given."""
        given = {name: getattr(self, name) for name in self.__slots__}
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in given.items()
            if value not in ((), "", None)
        }


def _written(value: object) -> str:
    return f"[{', '.join(map(str, value))}]" if isinstance(value, tuple) else repr(value)


class Finding(NamedTuple):
    """What came of working out one derivation."""

    derivation: Derivation
    text: str = ""
    """What it comes to, as the page writes it; empty for truths and where there is a problem."""
    problem: str = ""
    """Why it could not be worked out or does not hold: what was wanted, and what was found."""
    where: str = ""
    """What it was read from, in words: ``cell "$9.00" in row "Blue mug $9.00"``."""
    parts: tuple[str, ...] = ()
    """The texts it was made from, as the page writes them."""
    language: str = ""
    """The language of the page it was read from."""

    @property
    def holds(self) -> bool:
        """Whether it could be worked out and, for a truth, is true."""
        return not self.problem

    def record(self) -> Mapping[str, Any]:
        """What is kept of it, as JSON."""
        return {
            "derivation": self.derivation.as_json(),
            "text": self.text,
            "problem": self.problem,
            "where": self.where,
        }
