"""Which elements a derivation means: those given by their ids, or those of a role that say a text."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_webagent import aria_roles
from pytest_webagent.aria_roles import FIELDS
from pytest_webagent.claims.underivable import UnderivableError
from pytest_webagent.page.states import in_state
from pytest_webagent.values.plain_text import either, flat, listed, plain, quoted, says

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pytest_webagent.claims.derivation import Derivation
    from pytest_webagent.geometry import Box
    from pytest_webagent.observation import Element
    from pytest_webagent.page.reading import Reading

ROLES: Final = aria_roles.ROLES | {"text", "canvas", "video", "embed", "object"}
"""Roles an element can have: those of WAI-ARIA, and what stands for bare text and pictures."""
_SAME: Final[Mapping[str, str]] = {"image": "img", "gridcell": "cell"}
_NARROWER: Final[Mapping[str, frozenset[str]]] = {
    "alert": frozenset(("alertdialog",)),
    "dialog": frozenset(("alertdialog",)),
    "textbox": frozenset(("searchbox",)),
    "checkbox": frozenset(("switch", "menuitemcheckbox")),
    "radio": frozenset(("menuitemradio",)),
    "cell": frozenset(("rowheader", "columnheader")),
    "menuitem": frozenset(("menuitemcheckbox", "menuitemradio")),
    "table": frozenset(("grid", "treegrid")),
    "list": frozenset(("listbox",)),
    "region": frozenset(("form", "search")),
}
"""Roles that are kinds of another one, as WAI-ARIA has them: where one of them is, one of the wider kind is there, too."""
_PARTS = """
    main document application banner contentinfo complementary navigation region form search iframe generic list
    table grid treegrid tree rowgroup tabpanel feed article dialog alertdialog group menu"""
_OF_MANY_THINGS = frozenset(_PARTS.split())
"""Roles of elements whose blocks are about different things: a text does not go across them."""


class Match(NamedTuple):
    """An element that is meant, by its position; or one option of a closed select."""

    at: int
    option: str = ""


def given(reading: Reading, ids: Sequence[int], op: str, *, distinct: bool = True) -> list[int]:
    """The positions of elements given by their ids, all there and visible.

    Raises:
        UnderivableError: none is given, or one is not there, hidden or, with `distinct`, given twice.
    """
    if not ids:
        raise UnderivableError(f"{op} needs `elements`: the ids of the elements it is about")
    positions = [_place(reading, each) for each in ids]
    if distinct:
        twice = sorted({each for each in ids if ids.count(each) > 1})
        if twice:
            raise UnderivableError(f"{_element(twice[0])} is given more than once: give each element once")
        _refuse_nested(reading, positions, op)
    return positions


def one(reading: Reading, ids: Sequence[int], op: str) -> int:
    """The position of the one element that is given."""
    if len(ids) > 1:
        raise UnderivableError(f"{op} is about one element, and {len(ids)} are given: give one, or use join")
    return given(reading, ids, op)[0]


def _element(element_id: int) -> str:
    return f"element {element_id}"


def _place(reading: Reading, element_id: int) -> int:
    element = reading.page.find(element_id)
    if element is None:
        raise UnderivableError(
            f"there is no {_element(element_id)} on this page: give an id of the page as it is now, "
            "or the `step` at whose beginning it was there"
        )
    at = reading.page.index_of(element)
    if element.foreign:
        raise UnderivableError(of_others(element))
    if element.hidden:
        raise UnderivableError(
            f"{_element(element_id)}, {reading.words(at)}, is hidden, so a person cannot read it: cite what can be seen"
        )
    return at


def of_others(element: Element) -> str:
    """Why what stands on a page or in a frame of another origin is not read."""
    return (
        f"what {_element(element.id) if element.id is not None else 'it'} says comes from {element.foreign}, which is no origin of the test: "
        "cite what the test's own pages show. If it belongs to what is tested, the test allows it: webagent_allowed_origins"
    )


def _refuse_nested(reading: Reading, positions: Sequence[int], op: str) -> None:
    for at in positions:
        around = next((above for above in reading.page.ancestors(at) if above in positions), None)
        if around is not None:
            raise UnderivableError(
                f"{reading.words(at)} lies inside {reading.words(around)}, so {op} would take it twice: give only one of them"
            )


def role_of(derivation: Derivation) -> str:
    """The role that is asked for; empty where none is.

    Raises:
        UnderivableError: no element can have it.
    """
    role = plain(derivation.role)
    role = _SAME.get(role, role)
    if role and role not in ROLES:
        close = difflib.get_close_matches(role, ROLES, 3)
        hint = (
            f"did you mean {either(close)}?"
            if close
            else "such as button, link, row, listitem, heading, alert"
        )
        raise UnderivableError(
            f"no element can have the role {quoted(derivation.role)}: give a role of ARIA, {hint}"
        )
    return role


def search(reading: Reading, derivation: Derivation, *, wide: bool = False) -> list[Match]:
    """The visible elements of the role that say the text, anywhere or `within` an element; in document order.

    A text is said where its words stand one after the other, whole, whatever their case and spaces. Without a role, only the
    innermost elements that say it are meant, and a field only by its name. With `wide`, whatever a person might take for it.
    """
    role = role_of(derivation)
    matches = [
        match
        for at in _area(reading, derivation)
        for match in _matches(reading, at, role, derivation.text, wide)
    ]
    if role:
        return matches
    around = {above for match in matches for above in reading.page.ancestors(match.at)}
    return [match for match in matches if match.at not in around]


def _area(reading: Reading, derivation: Derivation) -> Iterator[int]:
    if derivation.within is None:
        everywhere = iter(range(len(reading.page.elements)))
    else:
        everywhere = reading.page.descendants(_place(reading, derivation.within))
    return (at for at in everywhere if not reading[at].hidden)


def _matches(reading: Reading, at: int, role: str, text: str, wide: bool) -> Iterator[Match]:
    element = reading[at]
    if role == "option" and element.role == "combobox":
        yield from (Match(at, option) for option in element.options if not text or says(option, text))
        return
    if role and not is_of_role(reading, at, role, wide=wide):
        return
    if not text or any(says(whole, text) for whole in _sayings(reading, at, role, wide)):
        yield Match(at)


def is_of_role(reading: Reading, at: int, role: str, *, wide: bool = False) -> bool:
    """Whether an element has a role or, with `wide`, one that is a kind of it."""
    own = _SAME.get(reading[at].role, reading[at].role)
    return own == role or (wide and own in _NARROWER.get(role, ()))


def _sayings(reading: Reading, at: int, role: str, wide: bool) -> Iterator[str]:
    """The texts an element is known by. What a field holds and offers is not shown text unless a field is asked for."""
    element = reading[at]
    if reading.label(at):
        yield reading.label(at)
    if element.role in FIELDS:
        if role or wide:
            yield reading.value(at)
        return
    if role or wide or element.role not in _OF_MANY_THINGS:
        yield flat(reading.text(at))
    else:
        yield from reading.lines(at)


def refuse_inside_one_another(reading: Reading, matches: Sequence[Match]) -> None:
    """Of things that lie inside one another it is not clear which are to be counted."""
    places = {match.at for match in matches}
    inner = [at for at in places if places.intersection(reading.page.ancestors(at))]
    if inner:
        raise UnderivableError(
            f"{len(inner)} of the {len(places)} found lie inside others of them, such as {reading.where(min(inner))}: "
            "give the `elements` that are meant"
        )


def is_header(reading: Reading, at: int) -> bool:
    """Whether a row holds nothing but the headers of columns."""
    cells = (cell for cell in reading.page.children(at) if not reading[cell].hidden)
    return {reading[cell].role for cell in cells if reading.said(cell)} == {"columnheader"}


def in_the_state(reading: Reading, match: Match, word: str) -> bool:
    """Whether what is meant is in a state."""
    if not match.option:
        return in_state(reading, match.at, word)
    wanted = {"selected": True, "not selected": False, "unselected": False}.get(plain(word))
    if wanted is None:
        raise UnderivableError(
            f"an option of a closed select can only be selected or unselected, not {quoted(word)}"
        )
    value = reading.value(match.at)
    return (value == match.option or match.option in value.split(", ")) == wanted


def where(reading: Reading, match: Match) -> str:
    """What is meant, in words."""
    if match.option:
        return f"option {quoted(match.option, 40)} of {reading.words(match.at)}"
    return reading.where(match.at)


def refuse_unseen_page(reading: Reading) -> None:
    """Nothing is missing, and nothing can be counted, where nothing is seen yet."""
    if reading.blank and (others := next((each for each in reading.page.elements if each.foreign), None)):
        raise UnderivableError(of_others(others))
    if reading.page.unreachable:
        raise UnderivableError(
            f"the browser shows an error page of its own ({reading.page.unreachable}), not the page that was meant: "
            "what is not on it proves nothing"
        )
    if reading.blank:
        raise UnderivableError(
            "the page shows nothing at all, which proves neither that something is missing nor how many there are: "
            "wait until it is loaded"
        )


def wherever(reading: Reading, matches: Sequence[Match]) -> str:
    """All that is meant, in words; the first few, where they are many."""
    return listed(where(reading, match) for match in matches)


def asked(derivation: Derivation) -> str:
    """What was searched for, in words: ``button that says "Pay" within element 4``."""
    role = plain(derivation.role) or "element"
    text = f" that says {quoted(derivation.text)}" if derivation.text else ""
    inside = f" within element {derivation.within}" if derivation.within is not None else ""
    return f"{role}{text}{inside}"


def _is_nowhere(box: Box) -> bool:
    """Whether a box has no area, or lies left of or above the page."""
    return box.width <= 1 or box.height <= 1 or box.x + box.width <= 0 or box.y + box.height <= 0


def hidden_match(reading: Reading, derivation: Derivation) -> int | None:
    """A hidden element that says what is searched for and that a person may see all the same, if there is one.

    What is hidden from screen readers alone is marked hidden as well: only what has no area or lies off the page is
    surely unseen.
    """
    role = role_of(derivation)
    inside = None
    if derivation.within is not None:
        inside = set(reading.page.descendants(_place(reading, derivation.within)))
    for at, element in enumerate(reading.page.elements):
        if not element.hidden or (inside is not None and at not in inside):
            continue
        if role and not is_of_role(reading, at, role, wide=True):
            continue
        if element.box is not None and _is_nowhere(element.box):
            continue
        if not derivation.text or any(
            says(each, derivation.text) for each in (reading.label(at), element.text)
        ):
            return at
    return None
