"""Elements by what a person calls them, for steps that were written before the page was seen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from pydantic import Field, model_validator

from pytest_webagent.aria_roles import ROLES
from pytest_webagent.claims.derivation import Derivation
from pytest_webagent.claims.elements import is_of_role, search
from pytest_webagent.errors import ToolError
from pytest_webagent.page.reading import Reading
from pytest_webagent.tools.core.wording import nearest
from pytest_webagent.tools.planning.document import Written
from pytest_webagent.values.plain_text import listed, plain, says

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from pytest_webagent.observation import Observation

ELEMENTS: Final[Mapping[str, tuple[str, ...]]] = {
    "element_id": ("description", "field_description"),
    "to_element_id": ("to_description",),
}
"""Arguments that may be written as what the element is, and those that say it in words, which then may be left out."""


class Wanted(Written):
    """An element: its role, its whole name, a text it says, what it stands in, and which of several it is, from 1."""

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


def all_of(page: Observation, wanted: Wanted) -> list[int]:
    """The positions of the elements that are meant, in document order.

    Raises:
        ToolError: what they stand in is not there, or not alone.
    """
    reading = Reading(page)
    places = (
        range(len(page.elements)) if wanted.within is None else page.descendants(one_of(page, wanted.within))
    )
    role = plain(wanted.role)
    found = [at for at in places if reading[at].id is not None and not reading[at].hidden]
    found = [at for at in found if not role or is_of_role(reading, at, role)]
    if wanted.name:
        name = plain(wanted.name)
        called = [at for at in found if plain(reading.label(at)) == name]
        # A link has the name of the picture in it; what a paragraph says is also the text of all it stands in.
        outer = [at for at in called if not set(called) & {*page.ancestors(at)}]
        found = outer or _innermost(page, [at for at in found if plain(reading.text(at)) == name])
    if wanted.text:
        saying = [at for at in found if says(f"{reading.label(at)}\n{reading.text(at)}", wanted.text)]
        found = _innermost(page, saying)
    return found if wanted.nth is None else found[wanted.nth - 1 : wanted.nth]


def one_of(page: Observation, wanted: Wanted) -> int:
    """The position of the one element that is meant.

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
    alike = all_of(page, Wanted(role=wanted.role)) if wanted.role else []
    there = f"; of that role there are: {_listed(page, alike)}" if alike else ""
    raise ToolError(f"there is no {wanted.told} on the page {page.title!r}{there}")


def cited(page: Observation, places: Iterable[int]) -> tuple[int, ...]:
    """The ids of elements at these positions."""
    return tuple(element for at in places if (element := page.elements[at].id) is not None)


def presence(page: Observation, wanted: Wanted, number: int | None) -> tuple[Derivation, ...]:
    """What holds of a page where so many elements of a kind are on it; `number` None asks for at least one.

    Raises:
        ToolError: there are more or fewer, or what they stand in is not there.
    """
    found = all_of(page, wanted)
    if number is None:
        found = found[:1] or [one_of(page, wanted)]
    elif len(found) != number:
        must = f"must be there {number} times" if number else "must not be there"
        raise ToolError(f"{wanted.told} {must}, and is there {len(found)} times: {_listed(page, found)}")
    said = wanted.text or wanted.name
    if found:
        return (Derivation(op="exists", elements=cited(page, found), role=wanted.role, text=said),)
    holder = () if wanted.within is None else cited(page, [one_of(page, wanted.within)])
    absent = Derivation(op="not_exists", role=wanted.role, text=said, within=next(iter(holder), None))
    # Where others say more than the whole name, or there are not so many, no derivation says that.
    inexpressible = wanted.nth is not None or (wanted.name and search(Reading(page), absent))
    return () if inexpressible else (absent,)


def _innermost(page: Observation, found: list[int]) -> list[int]:
    holders = {above for at in found for above in page.ancestors(at)}
    return [at for at in found if at not in holders]


def _listed(page: Observation, places: list[int]) -> str:
    reading = Reading(page)
    return listed((reading.words(at).replace('"', "'") for at in places), 8)
