"""What has to hold: of a value, of the answer of an agent, or of the page, of which it is said by claims."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, NamedTuple

from pydantic import Field, model_validator

from pytest_webagent.claims.derivation import Derivation
from pytest_webagent.claims.evaluation import work_out
from pytest_webagent.claims.outcome import Unclear
from pytest_webagent.claims.predicates import predicates
from pytest_webagent.errors import ToolError
from pytest_webagent.page.reading import Reading
from pytest_webagent.tools.core.wording import shown
from pytest_webagent.tools.planning.document import Mapping, Number, Placed, Written
from pytest_webagent.tools.planning.expressions import (
    ExpressionError,
    as_text,
    contains,
    equal,
    kind_of,
    matches,
)
from pytest_webagent.tools.planning.filling import expressions, filled
from pytest_webagent.tools.planning.pointing import Wanted, cited, one_of, presence
from pytest_webagent.values.plain_text import flat

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pytest_webagent.claims.derivation import Finding
    from pytest_webagent.observation import Observation
    from pytest_webagent.tools.planning.expressions import Expression

_SUBJECTS: Final = ("value", "element", "page", "check", "statement")
_COMPARED: Final[dict[str, tuple[Callable[[Any, Any], bool], str]]] = {
    "equals": (equal, "must be"),
    "contains": (contains, "must contain"),
    "matches": (matches, "must match"),
}
_OF_ELEMENTS: Final = ("exists", "count")
_RELATIONS: Final = (*_COMPARED, *_OF_ELEMENTS)
_FAILED: Final = 500
"""From this HTTP status on it is the server that failed."""
_NOT_FOLLOWED: Final = re.compile(r"\(\?<?!")
"""How a pattern says what there must not be."""
_ANY: Final = {
    "text": ("a", "7", "-", "A text of some length, 1 of all there can be. " * 20),
    "URL": ("http://a.b/", "http://c:1/d"),
}
"""What holds of all of these says nothing."""


class Outcome(NamedTuple):
    """Whether something holds."""

    problem: str
    """What was wanted and what was found; empty if it holds."""
    findings: tuple[Finding, ...] = ()
    """What was said of the page, and what came of it there."""
    unclear: bool = False
    """The problem is that a statement cannot be read on the page."""

    @property
    def holds(self) -> bool:
        """Whether it does."""
        return not self.problem


class Expectation(Written):
    """One thing that has to hold. Without a subject it is about the answer of an agent."""

    value: Any = None
    element: Wanted | None = None
    page: Literal["url", "title", "text"] | None = None
    check: str | None = Field(default=None, pattern=r"\S")
    statement: str | None = Field(default=None, pattern=r"\S")
    equals: Any = None
    contains: Any = None
    matches: str | None = None
    exists: bool | None = None
    count: Annotated[int, Field(ge=0)] | str | None = None

    @model_validator(mode="before")
    @classmethod
    def _answer(cls, value: Any) -> Any:
        return {"equals": value} if isinstance(value, (str, int, float)) else value

    @model_validator(mode="after")
    def _complete(self) -> Expectation:
        subjects = [name for name in _SUBJECTS if name in self.model_fields_set]
        relations = [name for name in _RELATIONS if name in self.model_fields_set]
        if len(subjects) > 1:
            raise ValueError(f"an expectation is about one thing, not about {' and '.join(subjects)}")
        if self.sentence:
            if relations:
                raise ValueError(f"a statement is checked as it is: leave out {', '.join(relations)}")
            return self
        if len(relations) != 1:
            many = " and ".join(relations) or "none of them"
            raise ValueError(f"an expectation has one of {', '.join(_RELATIONS)}; here is {many}")
        if self.relation in _OF_ELEMENTS and self.element is None:
            raise ValueError(f"{self.relation} is about an element: give element")
        if self.wanted is None:
            raise ValueError(f"{self.relation} says nothing: give what is wanted")
        if self.about_value and _plain(self.value) == _plain(self.wanted):
            raise ValueError("a value that is compared with itself shows nothing")
        if not _holds_expression(self.wanted):
            self._refuse_empty(self.wanted)
        return self

    @property
    def sentence(self) -> str:
        """The statement that it is, if it is one."""
        return self.check or self.statement or ""

    @property
    def about_answer(self) -> bool:
        """Whether it is about the answer of an agent."""
        return not any(name in self.model_fields_set for name in _SUBJECTS)

    @property
    def about_value(self) -> bool:
        """Whether it is about a value, which has to come from a call to show anything."""
        return "value" in self.model_fields_set

    @property
    def about_page(self) -> bool:
        """Whether it is about the page, which may still be changing."""
        return not self.about_answer and not self.about_value

    @property
    def relation(self) -> str:
        """What has to hold between what is found and what is wanted; empty for a statement."""
        return next((name for name in _RELATIONS if name in self.model_fields_set), "")

    @property
    def wanted(self) -> Any:
        """What is wanted."""
        return getattr(self, self.relation) if self.relation else self.sentence

    @property
    def told(self) -> str:
        """It in words."""
        if self.sentence:
            return self.sentence
        return f"{self._subject} {self.relation} {as_text(self.wanted)}"

    @property
    def _subject(self) -> str:
        if self.element is not None:
            return self.element.told
        return (
            f"the page's {self.page}"
            if self.page
            else as_text(self.value)
            if self.about_value
            else "the answer"
        )

    def expressions(self) -> Iterator[Expression]:
        """Every expression in it.

        Raises:
            ExpressionError: one is wrong.
        """
        yield from expressions(self.model_dump(exclude_unset=True))

    def _unseen(self, page: Observation) -> str:
        """Why nothing can be said of a page; empty if something can. A statement may be about the dialog that hides it."""
        hidden = page.unreachable or (not self.sentence and page.dialog)
        if hidden:
            return f"the page cannot be seen: {hidden}"
        shows = page.elements or page.dialog is not None or self.page in ("url", "title")
        return "" if shows else f"the page {page.url} shows nothing yet"

    def outcome(
        self,
        variables: dict[str, Any],
        *,
        answer: str = "",
        page: Observation | None = None,
    ) -> Outcome:
        """Whether it holds now.

        Args:
            variables: The values of the variables.
            answer: The answer of an agent, where it is about that.
            page: What the page shows now, where it is about that.

        Raises:
            ExpressionError: what is wanted has no value.
        """
        # A number as it is written, which an answer is compared with.
        wanted = self.wanted if isinstance(self.wanted, Number) else filled(self.wanted, variables)
        self._refuse_empty(wanted)
        if page is None:
            return self._compared(answer if self.about_answer else filled(self.value, variables), wanted)
        if problem := self._unseen(page):
            return Outcome(problem)
        whole = self.page == "text" and self.relation != "contains"
        try:
            claims = () if whole else self._claims(page, wanted, variables)
        except ToolError as error:
            return Outcome(str(error), unclear=bool(self.sentence))
        denies = (
            bool(_NOT_FOLLOWED.search(as_text(wanted))) if whole else not claims or any(map(_denies, claims))
        )
        if page.status >= _FAILED and denies:
            return Outcome(
                f"the server answered {page.status}: neither what is not on such a page nor its URL is news"
            )
        if whole:
            return self._compared(" ".join(page.full_text(at) for at in page.children(None)), wanted)
        findings = tuple(work_out(each, page) for each in claims)
        problems = [each.problem for each in findings if each.problem]
        return Outcome(f"{self.told}: {problems[0]}" if problems else "", findings)

    def _claims(self, page: Observation, wanted: Any, variables: dict[str, Any]) -> tuple[Derivation, ...]:
        """What has to hold of the page, as claims; none where no claim says it, and it is so.

        Raises:
            ToolError: an element that is meant is not there, or a statement cannot be read.
        """
        if self.sentence:
            try:
                return predicates(str(wanted), page)
            except Unclear as problem:
                raise ToolError(f"{wanted!r} cannot be checked: {problem}") from None
        if self.element is None:
            if self.page == "text":
                return (Derivation(op="exists", text=as_text(wanted)),)
            return (self._said(Derivation(op="title" if self.page == "title" else "url"), as_text(wanted)),)
        element = Wanted.model_validate(filled(self.element.model_dump(exclude_unset=True), variables))
        if self.relation in _OF_ELEMENTS:
            return presence(page, element, wanted if self.relation == "count" else None if wanted else 0)
        at, reading = one_of(page, element), Reading(page)
        source = Derivation(op="value" if reading.is_field(at) else "text", elements=cited(page, [at]))
        return (self._said(source, as_text(wanted)),)

    def _said(self, source: Derivation, wanted: str) -> Derivation:
        """That what is read of the page is what is wanted, or has it in it."""
        if self.relation == "equals" and not wanted:
            return replace(source, op="exists", state="empty")
        if self.relation == "equals":
            return replace(source, relation="=", to=wanted)
        return (
            replace(source, text=wanted) if self.relation == "contains" else replace(source, pattern=wanted)
        )

    def _compared(self, found: Any, wanted: Any) -> Outcome:
        """Whether a value is the one that is wanted; an answer and the text of a page as they are written."""
        if not self.about_value:
            found, wanted = flat(found), wanted if self.relation == "matches" else flat(as_text(wanted))
        elif isinstance(found, str) and self.relation != "equals":
            wanted = as_text(wanted)
        holds, must = _COMPARED[self.relation]
        unlike = f"{self._subject} {must} {shown(wanted, 300)}, and is {shown(found, 300)}"
        return Outcome("" if holds(found, wanted) else unlike)

    def _refuse_empty(self, wanted: Any) -> None:
        """Refuse what holds of whatever there is: it would pass whatever is done.

        Raises:
            ExpressionError: it does.
        """
        relation, what = self.relation, "URL" if self.page == "url" else "text"
        if relation == "count" and (
            kind_of(wanted) != "a number" or not isinstance(wanted, int) or wanted < 0
        ):
            raise ExpressionError(f"count is a whole number from 0 on, not {shown(wanted)}")
        if relation == "equals" and wanted == "" and (self.page or self.about_answer):
            raise ExpressionError("equals is empty: say what has to be there")
        if relation == "contains" and isinstance(wanted, str) and not wanted.strip():
            raise ExpressionError("every text contains an empty one: say what it has to contain")
        if relation not in ("contains", "matches") or _NOT_FOLLOWED.search(as_text(wanted)):
            return
        if all(_COMPARED[relation][0](each, as_text(wanted)) for each in _ANY[what]):
            raise ExpressionError(f"every {what} {relation} {shown(wanted)}: say more of it")


def stated(expected: Any) -> list[Any]:
    """One expectation or several, as a list: where no agent answers anything, a text is a statement."""
    made = []
    for each in expected if isinstance(expected, list) else [expected]:
        statement = Mapping(statement=each) if isinstance(each, str) else each
        if isinstance(each, Placed):
            statement.place = each.place
        made.append(statement)
    return made


def _denies(claim: Derivation) -> bool:
    """Whether a claim says what is not on a page, or where that is: of the page of an error, too, it would hold."""
    denied = claim.op in ("not_exists", "url") or claim.relation == "!=" or claim.to == "0"
    return denied or bool(_NOT_FOLLOWED.search(claim.pattern))


def _holds_expression(wanted: Any) -> bool:
    return isinstance(wanted, str) and "${" in wanted


def _plain(part: Any) -> Any:
    """A part of an expectation without the ways in which one expression can be written."""
    return "".join(part.split()) if _holds_expression(part) else part
