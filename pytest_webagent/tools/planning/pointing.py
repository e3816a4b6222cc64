"""Elements by what a person calls them, for steps that were written before the page was seen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from pytest_webagent.aria_roles import ROLES
from pytest_webagent.errors import ToolError
from pytest_webagent.tools.core.wording import nearest, shortened

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pytest_webagent.observation import Element, Observation

_LISTED = 8
ELEMENTS: Final[Mapping[str, tuple[str, ...]]] = {
    "element_id": ("description", "field_description"),
    "to_element_id": ("to_description",),
}
"""Arguments that may be written as what the element is, and those that say it in words, which then may be left out."""


class Wanted(BaseModel):
    """An element: its role, its whole name, a text it says, what it stands in, and which of several it is, from 1."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    role: str = ""
    name: str = ""
    text: str = ""
    within: Wanted | None = None
    nth: int | None = Field(default=None, ge=1)

    @model_validator(mode="before")
    @classmethod
    def _named(cls, value: Any) -> Any:
        return {"name": value} if isinstance(value, str) else value

    @model_validator(mode="after")
    def _says_something(self) -> Wanted:
        if not any(part.strip() for part in (self.role, self.name, self.text)):
            raise ValueError("an element is told by role, name or text, such as {role: button, name: Save}")
        for part in ("role", "name", "text"):
            if part in self.model_fields_set and not getattr(self, part).strip():
                # It would stand for any element of that kind.
                raise ValueError(f"{part} is empty: say what it is, or leave it out")
        role = self.role.strip().casefold()
        if role and role not in ROLES and "${" not in role:
            # That nothing of a role is there would else be true of every word.
            raise ValueError(f"there is no role {self.role!r}{nearest(role, ROLES)}")
        return self

    @property
    def told(self) -> str:
        """It in words."""
        words = f"{self.role or 'element'}{f' {self.name!r}' if self.name else ''}"
        words += f" that says {self.text!r}" if self.text else ""
        which = "" if self.nth is None else f" (number {self.nth})"
        return f"{words}{which}{f' in {self.within.told}' if self.within else ''}"


def told(error: Exception) -> str:
    """What is wrong with the description of an element, on one line."""
    if not isinstance(error, ValidationError):
        return str(error)
    problems = error.errors(include_url=False)
    texts = [
        f"there is no key {each['loc'][-1]!r} in an element"
        if each["type"] == "extra_forbidden"
        else f"{' '.join(map(str, each['loc']))} {each['msg'].removeprefix('Value error, ')}".strip()
        for each in problems
    ]
    return "; ".join(texts)


def all_of(page: Observation, wanted: Wanted) -> list[Element]:
    """The elements that are meant, in document order.

    Raises:
        ToolError: what they stand in is not there, or not alone.
    """
    indexes: Iterable[int] = range(len(page.elements))
    if wanted.within is not None:
        indexes = page.descendants(page.index_of(one_of(page, wanted.within)))
    role = wanted.role.strip().casefold()
    of_role = [
        index
        for index in indexes
        if (each := page.elements[index]).id is not None
        and not each.hidden
        and role in ("", each.role.casefold())
    ]
    found = _saying(page, _called(page, of_role, _flat(wanted.name)), _flat(wanted.text))
    elements = [page.elements[index] for index in found]
    return elements if wanted.nth is None else elements[wanted.nth - 1 : wanted.nth]


def one_of(page: Observation, wanted: Wanted) -> Element:
    """The one element that is meant.

    Raises:
        ToolError: there is none, or more than one.
    """
    found = all_of(page, wanted)
    if len(found) == 1:
        return found[0]
    if found:
        raise ToolError(
            f"{len(found)} elements are {wanted.told}: {_listed(page, found)}; say more of it: role, within or nth"
        )
    role = wanted.role.strip().casefold()
    alike = [each for each in page.elements if each.id is not None and role and each.role.casefold() == role]
    there = f"; of that role there are: {_listed(page, alike)}" if alike else ""
    raise ToolError(f"there is no {wanted.told} on the page {page.title!r}{there}")


def text_of(page: Observation, element: Element) -> str:
    """What an element says: a field its value, anything else the text in it, or its name."""
    if element.value is not None:
        return element.value
    return " ".join((page.full_text(page.index_of(element)) or element.name).split())


def page_text(page: Observation) -> str:
    """What the page says."""
    return " ".join(page.full_text(index) for index in page.children(None))


def _called(page: Observation, indexes: list[int], name: str) -> list[int]:
    """Those that are called so, or else those whose whole text it is."""
    if not name:
        return indexes
    named = [
        index
        for index in indexes
        for each in (page.elements[index],)
        if name in (_flat(each.name), _flat(each.placeholder), _flat(each.description))
    ]
    if named:
        # A link has the name of the picture in it.
        return _outer(page, named)
    texts = [
        index for index in indexes if name in (_flat(page.elements[index].text), _flat(page.full_text(index)))
    ]
    # What a paragraph says is also the text of all it stands in.
    return _inner(page, texts)


def _saying(page: Observation, indexes: list[int], text: str) -> list[int]:
    """Those that say a text, beside others."""
    if not text:
        return indexes
    found = [
        index
        for index in indexes
        if text in _flat(page.elements[index].name) or text in _flat(page.full_text(index))
    ]
    return _inner(page, found)


def _outer(page: Observation, found: list[int]) -> list[int]:
    known = set(found)
    return [index for index in found if known.isdisjoint(page.ancestors(index))]


def _inner(page: Observation, found: list[int]) -> list[int]:
    holders = {above for index in found for above in page.ancestors(index)}
    return [index for index in found if index not in holders]


def _flat(text: str) -> str:
    return " ".join(text.split()).casefold()


def _listed(page: Observation, elements: Sequence[Element]) -> str:
    told = [f"{each.role} {shortened(each.name or text_of(page, each), 40)!r}" for each in elements[:_LISTED]]
    return ", ".join(told) + (f" and {len(elements) - _LISTED} more" if len(elements) > _LISTED else "")
