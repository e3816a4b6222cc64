"""What a goal names on the pages of a run, and the run passed by: another row, button or field than it acted on."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pytest_webagent.aria_roles import FIELDS
from pytest_webagent.judging.instances import name_of, named
from pytest_webagent.judging.question import BESIDE, is_excluded
from pytest_webagent.language.words import content, says, stem, stems, words
from pytest_webagent.page.lists import lists
from pytest_webagent.page.names import item_texts
from pytest_webagent.page.places import Place, seen
from pytest_webagent.values.plain_text import plain, quoted, word_set

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_webagent.judging.case import Case

_PRESSED: Final = word_set("button link menuitem")
_SWITCHES: Final = word_set("checkbox switch menuitemcheckbox")
_TOGGLES: Final = stems(
    """turn switch enable disable activate deactivate check tick uncheck untick subscribe unsubscribe select deselect allow"""
)
_FILLED = r"\b(?:change|set|update|edit|replace|correct|fill in|enter)\s+(?:the|my|your|its|his|her)?\s*{}\b"
_ANOTHER: Final = stems("another again more new noch weitere neu neue autre nuevo otra")


def passed_by(case: Case) -> str:
    """Catches a thing or a control that the goal speaks of in words that nothing typed, chosen or acted on explains."""
    if BESIDE.search(plain(case.scope)) or case.goal.calls_off:
        return ""
    items = [item for place in case.pressed_controls if (item := place.item()) is not None]
    around = [place.said for place in case.pressed_controls]
    known = content(" ".join((*case.own, *around, *(text for item in items for text in item_texts(item)))))
    touched = {_key(place) for place in case.pressed_controls}
    # Where something is in the way, the rest need not be tried.
    rows = _rows(case) if case.status == "done" else ()
    controls = _controls(case) if case.change_due or case.status == "goal_not_met" else ()
    for place, spoken in (*rows, *controls):
        left = spoken - known
        # What is not to be switched on has to be off all the same.
        excluded = place.element.role in _PRESSED and is_excluded(place.element.name, case.scope)
        if left and _key(place) not in touched and not excluded:
            told = " ".join(each for each in re.findall(r"[^\W_]+", case.scope) if content(each) & left)
            item = place.item()
            row = (
                f" in the {item.element.role} {quoted(item.said)}"
                if item is not None and item != place
                else ""
            )
            return (
                f'the goal speaks of "{told}", and nothing was done to the {place.element.role} {quoted(place.element.name or place.said)}'
                f"{row}: do what the goal asks there, and cite what the page says then"
            )
    return ""


def _key(place: Place) -> tuple[str, ...]:
    item = place.item()
    row = next(item_texts(item), "") if item is not None and item.at != place.at else ""
    return place.element.role, plain(place.element.name), plain(row)


def _rows(case: Case) -> Iterator[tuple[Place, frozenset[str]]]:
    """The rows and cards beside those that something was done in, with the words by which the goal names them."""
    for place in case.pressed_controls:
        for other in _named_around(place, case):
            if other.at not in (place.at, *place.page.ancestors(place.at)):
                yield other, content(name_of(other)) & content(case.scope)


def _named_around(place: Place, case: Case) -> list[Place]:
    """The things that the goal names of the innermost list that a place stands in."""
    around = [each for each in lists(place.page).around(place) if not each.lone_controls()]
    # "Open the orders" names no order that is open.
    found = named(around[0], case.scope) if around else []
    return [
        each
        for each in found
        if content(name_of(each)) - case.goal.verbs
        and not is_excluded(name_of(each), case.scope)
        and not _is_as_said(each, case.scope)
    ]


def _is_as_said(item: Place, scope: str) -> bool:
    """Whether a thing is a field of a form that says with its label what the goal says: the "Room" that is "2.14"."""
    below = tuple(item.below())
    fields = [each for each in below if each.element.role in FIELDS]
    labelled = any(plain(each.element.name) == plain(name_of(item)) for each in fields)
    pressed = any(each.element.role in _PRESSED for each in below)
    return labelled and not pressed and content(item.said) <= content(scope)


def _controls(case: Case) -> Iterator[tuple[Place, frozenset[str]]]:
    """The controls of all pages, with the words in which the goal speaks of them."""
    asked = content(case.scope)
    # A key, a drag or an address may have done anything.
    freely = any(
        act.tool in ("press_key", "drag", "goto_url") or act.arguments.get("submit")
        for act in case.story.acts
    )
    for page in {id(page): page for page in reversed(case.pages)}.values():
        for place in seen(page):
            element, own = place.element, content(place.element.name)
            if not own or "disabled" in element.states:
                continue
            if element.role in _SWITCHES:
                if case.goal.verbs & _TOGGLES and says(case.scope, element.name):
                    yield place, own
            elif element.role in FIELDS - {"searchbox"}:
                filled = re.search(_FILLED.format(re.escape(plain(element.name))), plain(case.scope))
                if filled and not (element.value and says(case.goal.text, element.value)):
                    yield place, own
            elif element.role in _PRESSED and not freely:
                yield place, _spoken_of(place, case, asked)


def _spoken_of(place: Place, case: Case, asked: frozenset[str]) -> frozenset[str]:
    """The words in which a goal speaks of a button: of its name, and of the row or card that it is in."""
    element, own, beside = place.element, content(place.element.name), False
    for act, other in case.done:
        if other.page is not place.page:
            continue
        mine = content(other.element.name)
        beside = beside or (act in case.deeds and _group(other) == _group(place))
        if other.element.role == element.role and words(other.element.name)[:1] == words(element.name)[:1]:
            more = own - mine
            if more <= asked and not (mine - own) & asked:
                return more
    first = stem(words(element.name)[0])
    if element.role == "link" or not own <= asked or first not in case.goal.verbs or _ANOTHER & own:
        return frozenset()
    above = (place.at, *place.page.ancestors(place.at))
    row = next(
        (content(name_of(each)) & asked for each in _named_around(place, case) if each.at in above),
        frozenset(),
    )
    return own | row if row or beside or len(own) > 1 else frozenset()


def _group(place: Place) -> Place | None:
    """The row or card something stands in, or else what it stands in together with others."""
    parent = place.element.parent
    return place.item() or (Place(place.page, parent) if parent is not None else None)
