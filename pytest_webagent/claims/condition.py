"""What has to hold on a page for a statement to be true, by the things that the page names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_webagent.claims.outcome import Outcome
    from pytest_webagent.page.places import Place
    from pytest_webagent.values.relations import Relation

Part: TypeAlias = Literal["", "contains", "starts", "ends"]
"""Which part of a text is spoken of; empty for the whole."""
OPPOSITE: Final[Mapping[Relation, Relation]] = {
    "=": "!=",
    "!=": "=",
    "<": ">=",
    ">=": "<",
    ">": "<=",
    "<=": ">",
}


@dataclass(frozen=True, slots=True)
class Compared:
    """A value of the page stands in a relation to a given one, or has it as a part; or to another value of the page."""

    value: Outcome
    relation: Relation
    to: str | Outcome
    part: Part = ""
    about: frozenset[str] = frozenset()
    """The terms of what was said to have the value."""
    exact: bool = False
    """Others of its list say the given text word for word, so that any other text is another value."""


@dataclass(frozen=True, slots=True)
class Shown:
    """Something is on the page, perhaps within a part of it; or it is not."""

    said: str
    """The words for it: those that an element would say."""
    place: Place | None = None
    """Where it is; None where nothing fits."""
    role: str = ""
    """The role of what is meant, if one is said."""
    within: Place | None = None
    there: bool = True


@dataclass(frozen=True, slots=True)
class InState:
    """An element is in a state, or is not."""

    place: Place
    state: str
    true: bool = True


@dataclass(frozen=True, slots=True)
class Ordered:
    """Elements stand on the page in this order; with a relation, also what they say rises or falls."""

    values: tuple[Outcome, ...]
    relation: Relation | None = None


@dataclass(frozen=True, slots=True)
class AnyOf:
    """One of several conditions holds."""

    conditions: tuple[Condition, ...]


Condition: TypeAlias = Compared | Shown | InState | Ordered | AnyOf
