"""The control of a row or card: what is pressed or changed where a goal names the thing itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypeAlias
from urllib.parse import urlsplit

from pytest_webagent.aria_roles import BUTTONS, FIELDS, TEXT_FIELDS, TOGGLES
from pytest_webagent.language import lexicon
from pytest_webagent.language.deeds import tells_a_deed
from pytest_webagent.language.terms import term_set
from pytest_webagent.model.builtin.refusal import Inert, Missing, ambiguous, listed
from pytest_webagent.values.plain_text import word_set

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from pytest_webagent.model.builtin.view import View
    from pytest_webagent.observation import Element
    from pytest_webagent.page.lists import Lists
    from pytest_webagent.page.places import Place

Purpose: TypeAlias = Literal["press", "field", "choice", "toggle", "any"]

PRESSED: Final = word_set(
    "button link menuitem menuitemcheckbox menuitemradio tab option radio checkbox switch treeitem "
    "combobox listbox gridcell disclosuretriangle"
)
ROLES: Final[Mapping[Purpose, frozenset[str]]] = {
    "press": PRESSED | FIELDS,
    "field": TEXT_FIELDS | {"slider"},
    "choice": word_set("combobox listbox radiogroup group spinbutton textbox searchbox"),
    "toggle": TOGGLES,
    "any": PRESSED | FIELDS | BUTTONS,
}
"""What an instruction can be done to."""


def row_control(view: View, item: Place, name: Place | None, called: str, purpose: Purpose) -> int:
    """The element of a row or card that an instruction about it means; `name` is where it is `called` so.

    Raises:
        Missing: it has none.
        Inert: it has several, and is none itself.
        Refusal: several of the kind that is wanted.
    """
    if purpose == "any":
        return item.at
    inside = [at for at in view.within(item.at) if view[at].id is not None and view.seen(at)]
    if purpose != "press":
        fitting = [at for at in inside if view[at].role in ROLES[purpose]]
        if len(fitting) > 1:
            raise ambiguous(called, [view.describe(at) for at in fitting])
        if not fitting:
            raise Missing(called, "a control in that row or card")
        return fitting[0]
    around = () if name is None else (name.at, *view.page.descendants(name.at), *view.page.ancestors(name.at))
    own = [at for at in around if at in inside]
    links = [
        at for at in inside if view[at].role == "link" and at != item.at and not tells_a_deed(view.name(at))
    ]
    for found in (
        [at for at in own if view[at].role in ("link", "button")],
        [at for at in inside if at == item.at and view[at].role in PRESSED],
        # A link such as "Details" opens the item; one that starts with a deed ("Delete") only stands for that deed.
        links if len({view[at].url for at in links}) == 1 else [],
        [at for at in (item.at, *own) if at in inside and view[at].clickable],
        _opening(view, inside),
    ):
        if found:
            return found[0]
    held = [at for at in inside if view[at].clickable]
    if not held:
        raise Missing(called, "a control in that row or card")
    raise Inert(
        f"'{called}' can not be clicked itself; in its row or card there is {listed(map(view.describe, held))}. "
        "Say which one to click, and 'in the row of ...'"
    )


def _opening(view: View, inside: Sequence[int]) -> list[int]:
    """The one thing in a row or card that takes clicks and is no control of its own kind."""
    found = [at for at in inside if view[at].clickable and view[at].role not in BUTTONS | FIELDS | TOGGLES]
    outer = [at for at in found if not any(above in found for above in view.page.ancestors(at))]
    return outer if len(outer) == 1 else []


def is_title(lists: Lists, item: Place, index: int) -> bool:
    """Whether an element is what a thing of a list is called by."""
    name = lists.name(item)
    return name is not None and index in (
        name.at,
        *item.page.descendants(name.at),
        *item.page.ancestors(name.at),
    )


def own_links(
    view: View, lists: Lists, holder: Callable[[int], Place | None], among: Sequence[int]
) -> tuple[int, ...]:
    """Of links that are called alike those to a thing itself, not those in the rows of others."""
    held = [(at, item) for at in among if view[at].role == "link" and (item := holder(at)) is not None]
    own = tuple(at for at, item in held if is_title(lists, item, at))
    return own if len(held) == len(among) else ()


def leads_to(link: Element, verb: frozenset[str]) -> bool:
    """Whether the address of a link says a verb: the name of a thing may lead to where it is edited."""
    said = urlsplit(link.url).path.replace("/", " ")
    return link.role == "link" and bool(verb & term_set(said))


def with_synonyms(verb: str) -> frozenset[str]:
    """A verb, and others for the same."""
    said = term_set(verb)
    return said.union(*(lexicon.SYNONYMS.get(each, frozenset()) for each in said))
