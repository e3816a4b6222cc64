"""What a statement is made of, once it is understood: claims about a page that hold or do not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from pytest_webagent.model.builtin.instruction import Question, State, Target
    from pytest_webagent.model.builtin.words import Words
    from pytest_webagent.values.relations import Relation

Part: TypeAlias = Literal["", "contains", "starts", "ends"]
"""Which part of a text is spoken of; empty for the whole."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Is:
    """What answers a question stands in a relation to a value; or has it as a `part`, or not."""

    question: Question
    relation: Relation
    to: str
    part: Part = ""
    within: Target | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Stands:
    """What answers one question stands in a relation to what answers another one."""

    first: Question
    relation: Relation
    second: Question


@dataclass(frozen=True, slots=True, kw_only=True)
class There:
    """Something is there, perhaps `within` a part of the page; or it is not."""

    target: Target
    negated: bool = False
    within: Target | None = None
    about: Question | None = None
    """What `within` may be besides a part of the page: a value that contains the words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InState:
    """Something is in a state, or not."""

    question: State
    negated: bool = False
    word: str = ""
    """The word for the state, which a row may say as well: "open"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Empty:
    """A list or a part of the page has nothing in it, or a field no value; or it has."""

    target: Target
    negated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class On:
    """The page is the one that is called so, or not."""

    words: Words
    negated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialog:
    """A dialog is open, or not."""

    negated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Sorted:
    """The things of a list stand in the order of one of their values; `first` is what comes first, if it is said."""

    target: Target
    by: Words
    first: Literal["", "least", "most"] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Before:
    """Something stands before something else."""

    first: Target
    second: Target


@dataclass(frozen=True, slots=True, kw_only=True)
class All:
    """A value of each thing of a list stands in a relation to one value."""

    attribute: Words
    target: Target
    relation: Relation
    to: str


Claim: TypeAlias = Is | Stands | There | InState | Empty | On | Dialog | Sorted | Before | All
