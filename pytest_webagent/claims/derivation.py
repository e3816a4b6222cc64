"""How an answer follows from what a page shows, as a model cites it and as code works it out again."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final, Literal, NamedTuple, TypeAlias

from pydantic import BeforeValidator, ConfigDict, Field

from pytest_webagent.values.relations import Relation  # noqa: TC001 (pydantic reads it)

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
    "order",
    "url",
    "title",
    "tabs",
    "dialog",
    "note",
    "result",
]


def _id(value: object) -> object:
    return value.strip().strip("[]") if isinstance(value, str) else value


def _ids(value: object) -> object:
    return [_id(each) for each in (value if isinstance(value, (list, tuple)) else [value])]


# Models write ids as the page shows them, and a single one without a list around it.
Id: TypeAlias = Annotated[int, BeforeValidator(_id)]
Ids: TypeAlias = Annotated[tuple[int, ...], BeforeValidator(_ids)]

TRUTHS: Final = frozenset({"exists", "not_exists", "compare", "order"})
"""Operations that come to a truth: they hold or do not. All others come to a text."""


_STEP: Final = "An earlier step, if its page is gone: the ids are of that step, the page is as it was then."


@dataclass(frozen=True, slots=True, kw_only=True)
class Derivation:
    """An operation over elements, by id.

    text: what one says; with pattern (regex), its first group or else match
    value: of a field, or its chosen option
    join: several texts, in this order
    count: of those given, or of a role within one, saying `text`
    sum, difference (first less second): of their numbers
    min, max: the text with the least or greatest number or date, its own or that in `by`
    exists, not_exists: those given, or a role (as shown), also within one, saying `text`
    compare: two, or all and `to`, by relation
    order: they stand as given; with relation (<= is rising), also by number or date
    url, title, dialog: its text. tabs: how many. note: what happened since, saying `text`
    result: of tool `text` at `step`, by pattern
    state, of (not_)exists and count: checked, unchecked, enabled, disabled, expanded, collapsed, selected, pressed, empty,
    filled, required, invalid, current
    relation and `to`, of all but truths. Texts are equal as a whole, in any case; numbers, amounts, dates by value
    """

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    op: Op
    elements: Ids = ()
    by: Ids = ()
    pattern: str = ""
    """A regular expression."""
    text: str = ""
    role: str = ""
    state: str = ""
    """Such as ``checked``, ``disabled``, ``expanded``, ``selected``."""
    within: Id | None = None
    relation: Relation | None = None
    to: str = ""
    """A value to compare with, as a goal writes it."""
    step: Annotated[int | None, Field(description=_STEP)] = None
    """The earlier step of the run whose page it is about, counted from 1; None for the page as it is now."""
    field: str = ""
    """The part of a typed answer it is for, such as ``[0].price``; empty for the whole answer."""

    @property
    def told(self) -> str:
        """The derivation as a model writes it, ready to be copied."""
        return json.dumps(self.as_json(), ensure_ascii=False)

    def as_json(self) -> dict[str, Any]:
        """The derivation as a model writes it, without what is not given."""
        given = {name: getattr(self, name) for name in self.__slots__}
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in given.items()
            if value not in ((), "", None)
        }


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
    refuted: bool = False
    """The problem is that the page shows otherwise; else that it could not be worked out."""
    wording: str = ""
    """The derivation in words, with names for its elements: ``the "Price" in the row "Blue mug"``."""

    @property
    def holds(self) -> bool:
        """Whether it could be worked out and, for a truth, is true."""
        return not self.problem

    def record(self) -> Mapping[str, Any]:
        """What is kept of it, as JSON."""
        return {
            "derivation": self.derivation.as_json(),
            "wording": self.wording,
            "text": self.text,
            "problem": self.problem,
        }
