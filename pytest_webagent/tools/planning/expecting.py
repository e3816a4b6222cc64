"""What has to hold: of a value, of an element of the page, of the page, or of an agent's answer."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, NamedTuple, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, PrivateAttr, model_validator

from pytest_webagent.claims.derivation import Derivation
from pytest_webagent.errors import ToolError
from pytest_webagent.tools.core.wording import shown
from pytest_webagent.tools.planning import pointing
from pytest_webagent.tools.planning.document import Mapping as PlacedMapping
from pytest_webagent.tools.planning.document import Place
from pytest_webagent.tools.planning.expressions import ExpressionError, as_text, kind_of, matches
from pytest_webagent.tools.planning.filling import expressions, filled
from pytest_webagent.tools.planning.pointing import Wanted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pytest_webagent.observation import Observation
    from pytest_webagent.tools.planning.expressions import Expression

_SUBJECTS: Final = ("value", "element", "page", "check")
_RELATIONS: Final = ("equals", "contains", "matches", "exists", "count")
_OF_ELEMENTS: Final = ("exists", "count")
_FAILED: Final = 500
"""From this HTTP status on it is the server that failed."""

_NOT_FOLLOWED: Final = re.compile(r"\(\?<?!")
"""How a pattern says what there must not be."""
_ANY_TEXTS: Final = ("a", "7", "-", "A text of some length, 1 of all there can be. " * 20)
"""What matches all of these says nothing of a text."""

Part: TypeAlias = Literal["url", "title", "text"]


class Outcome(NamedTuple):
    """Whether something holds."""

    problem: str
    """What was wanted and what was found; empty if it holds."""
    evidence: Derivation | None = None
    """What of the page it follows from, where code can work that out again."""
    page: Observation | None = None
    """The page it was looked for on."""

    @property
    def holds(self) -> bool:
        """Whether it does."""
        return not self.problem


class Expectation(BaseModel):
    """One thing that has to hold. Without a subject it is about the answer of an agent."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    value: Any = None
    element: Wanted | None = None
    page: Part | None = None
    check: str | None = Field(default=None, pattern=r"\S")
    equals: Any = None
    contains: Any = None
    matches: str | None = None
    exists: bool | None = None
    count: Annotated[int, Field(ge=0)] | str | None = None
    _place: Place = PrivateAttr(default=Place(1, 1))
    _written: dict[str, str] = PrivateAttr(default_factory=dict)

    @model_validator(mode="wrap")
    @classmethod
    def _located(cls, value: Any, handler: Any) -> Expectation:
        made: Expectation = handler(value)
        if isinstance(value, PlacedMapping):
            made._place, made._written = value.place, value.written
        return made

    @model_validator(mode="after")
    def _complete(self) -> Expectation:
        subjects = [name for name in _SUBJECTS if name in self.model_fields_set]
        relations = [name for name in _RELATIONS if name in self.model_fields_set]
        if len(subjects) > 1:
            raise ValueError(f"an expectation is about one thing, not about {' and '.join(subjects)}")
        if self.check is not None:
            if relations:
                raise ValueError(f"a statement is checked as it is: leave out {', '.join(relations)}")
            return self
        if len(relations) != 1:
            many = " and ".join(relations) or "none of them"
            raise ValueError(f"an expectation has one of {', '.join(_RELATIONS)}; here is {many}")
        if relations[0] in _OF_ELEMENTS and self.element is None:
            raise ValueError(f"{relations[0]} is about an element: give element")
        wanted = getattr(self, relations[0])
        if "value" in subjects and _plain(self.value) == _plain(wanted):
            raise ValueError("a value that is compared with itself shows nothing")
        _refuse_empty(relations[0], wanted)
        if relations[0] == "equals" and wanted == "" and (self.page or not subjects):
            raise ValueError("equals is empty: say what has to be there")
        if self.page == "url" and not _holds_expression(wanted) and _of_any_url(relations[0], wanted):
            raise ValueError(f"every URL {relations[0]} {shown(wanted)}: say more of it")
        return self

    @property
    def place(self) -> Place:
        """Where it is written."""
        return self._place

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
        return self.element is not None or self.page is not None

    @property
    def relation(self) -> str:
        """What has to hold between what is found and what is wanted."""
        return next(name for name in _RELATIONS if name in self.model_fields_set)

    @property
    def told(self) -> str:
        """It in words."""
        if self.check is not None:
            return self.check
        written = self._written.get(self.relation) or shown(getattr(self, self.relation))
        subject = (
            self.element.told if self.element else f"the page's {self.page}" if self.page else "the answer"
        )
        if self.about_value:
            subject = as_text(self.value)
        return f"{subject} {self.relation} {written}"

    def parts(self) -> dict[str, Any]:
        """What of it may hold expressions."""
        return {
            name: getattr(self, name) for name in ("value", "equals", "contains", "matches", "count", "check")
        }

    def expressions(self) -> Iterator[Expression]:
        """Every expression in it.

        Raises:
            ExpressionError: one is wrong.
        """
        element = None if self.element is None else self.element.model_dump()
        yield from expressions({**self.parts(), "element": element})

    def outcome(
        self, variables: Mapping[str, Any], *, answer: str | None, page: Observation | None
    ) -> Outcome:
        """Whether it holds now.

        Args:
            variables: The values of the variables.
            answer: The answer of an agent, if there is one.
            page: What the page shows now; needed where it is about the page.

        Raises:
            ExpressionError: what is wanted has no value.
        """
        wanted = filled(getattr(self, self.relation), variables)
        _refuse_empty_value(self.relation, wanted)
        unseen = "" if page is None else self._unseen(page, wanted)
        if unseen:
            return Outcome(unseen)
        if self.element is not None:
            assert page is not None
            element = filled(self.element.model_dump(exclude_unset=True), variables)
            return self._of_element(Wanted.model_validate(element), page, wanted)
        if self.page is not None:
            assert page is not None
            found = {"url": page.url, "title": page.title}.get(self.page, "") or (
                pointing.page_text(page) if self.page == "text" else ""
            )
            derivation = Derivation(op=self.page) if self.page in ("title", "url") else None
            return self._of_text(f"the page's {self.page}", found, wanted)._replace(evidence=derivation)
        if self.about_answer:
            assert answer is not None
            return self._of_text("the answer", answer, wanted)
        return self._of_value(filled(self.value, variables), wanted)

    def _unseen(self, page: Observation, wanted: Any) -> str:
        """Why what the page shows, or does not show, says nothing about the application; empty if it does."""
        if page.dialog is not None or page.unreachable:
            return f"the page cannot be seen: {page.unreachable or page.dialog}"
        if not page.elements and self.page not in ("url", "title"):
            return f"the page {page.url} shows nothing yet"
        if page.status < _FAILED:
            return ""
        absent = wanted is False or (self.relation == "count" and wanted == 0)
        if absent or (self.relation == "matches" and _NOT_FOLLOWED.search(str(wanted))):
            return f"the server answered {page.status}: what is not on such a page is no news"
        return f"the server answered {page.status}: where it is shows nothing" if self.page == "url" else ""

    def _of_element(self, element: Wanted, page: Observation, wanted: Any) -> Outcome:
        try:
            if self.relation in _OF_ELEMENTS:
                number = len(pointing.all_of(page, element))
                holds = (number > 0) is wanted if self.relation == "exists" else number == wanted
                must = (
                    ("must be there" if wanted else "must not be there")
                    if self.relation == "exists"
                    else (f"must be there {wanted} times")
                )
                return Outcome(
                    "" if holds else f"{element.told} {must}, and is there {number} times",
                    self._presence(element) if holds else None,
                )
            found = pointing.one_of(page, element)
        except ToolError as error:
            return Outcome(str(error))
        said = Derivation(op="text" if found.value is None else "value", elements=(found.id or 0,))
        return self._of_text(element.told, pointing.text_of(page, found), wanted)._replace(evidence=said)

    def _presence(self, element: Wanted) -> Derivation | None:
        """That an element is there or not, as evidence says it; nothing where that cannot be said by role and words."""
        if element.within or element.text or element.nth or self.relation != "exists":
            return None
        return Derivation(op="exists" if self.exists else "not_exists", role=element.role, text=element.name)

    def _of_text(self, subject: str, found: str, wanted: Any) -> Outcome:
        """Texts are compared as they are written: 7.50 is not 7.5."""
        written = self._written.get(self.relation)
        given = getattr(self, self.relation)
        as_written = written is not None and not isinstance(given, str)
        text = " ".join((written if as_written and written else as_text(wanted)).split())
        flat = " ".join(found.split())
        holds = {
            "equals": lambda: flat == text,
            "contains": lambda: text in flat,
            "matches": lambda: matches(flat, str(wanted)),
        }[self.relation]()
        return Outcome("" if holds else _unlike(subject, self.relation, text, flat))

    def _of_value(self, found: Any, wanted: Any) -> Outcome:
        subject = as_text(self.value)
        if self.relation == "equals":
            alike = kind_of(found) == kind_of(wanted)
            other = "" if alike else f", which is {kind_of(found)} and not {kind_of(wanted)}"
            holds = alike and found == wanted
            return Outcome("" if holds else _unlike(subject, "equals", wanted, found) + other)
        if self.relation == "matches" or isinstance(found, str):
            if not isinstance(found, str):
                raise ExpressionError(f"{subject} is {kind_of(found)}, and only a text matches a pattern")
            return self._of_text(subject, found, wanted)
        if not isinstance(found, (list, dict)):
            raise ExpressionError(f"{subject} is {kind_of(found)}, and contains nothing")
        holds = any(kind_of(each) == kind_of(wanted) and each == wanted for each in found)
        return Outcome("" if holds else _unlike(subject, "contains", wanted, found))


def _unlike(subject: str, relation: str, wanted: Any, found: Any) -> str:
    must = {"equals": "must be", "contains": "must contain", "matches": "must match"}[relation]
    return f"{subject} {must} {shown(wanted, 300)}, and is {shown(found, 300)}"


def _refuse_empty(relation: str, wanted: Any) -> None:
    if wanted is None:
        raise ValueError(f"{relation} says nothing: give what is wanted")
    if _holds_expression(wanted):
        return
    try:
        _refuse_empty_value(relation, wanted)
    except ExpressionError as error:
        raise ValueError(str(error)) from None


def _refuse_empty_value(relation: str, wanted: Any) -> None:
    """Refuse what every text holds: it would pass whatever the page shows."""
    if relation == "contains" and isinstance(wanted, str) and not wanted.strip():
        raise ExpressionError("every text contains an empty one: say what it has to contain")
    if relation == "count" and (not isinstance(wanted, int) or isinstance(wanted, bool) or wanted < 0):
        raise ExpressionError(f"count is a whole number from 0 on, not {shown(wanted)}")
    if relation == "matches":
        if matches("", str(wanted)):
            raise ExpressionError(
                f"the pattern {shown(wanted)} matches an empty text, and so every text: say more"
            )
        says_not = _NOT_FOLLOWED.search(str(wanted))
        if not says_not and all(matches(text, str(wanted)) for text in _ANY_TEXTS):
            raise ExpressionError(f"the pattern {shown(wanted)} matches every text: say more")


def _holds_expression(wanted: Any) -> bool:
    return isinstance(wanted, str) and "${" in wanted


def _plain(part: Any) -> Any:
    """A part of an expectation without the ways in which one expression can be written."""
    return "".join(part.split()) if _holds_expression(part) else part


def _of_any_url(relation: str, wanted: Any) -> bool:
    urls = ("http://a.b/", "http://c:1/d")
    if relation == "contains":
        return all(as_text(wanted) in url for url in urls)
    return relation == "matches" and all(matches(url, str(wanted)) for url in urls)
