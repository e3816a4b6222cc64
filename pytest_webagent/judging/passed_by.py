"""What a goal names on the pages of a run, and the run passed by: another row, button or field than it acted on."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pytest_webagent.aria_roles import FIELDS, ITEMS
from pytest_webagent.judging.question import BESIDE
from pytest_webagent.language.words import content, says, stem, stems, words
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
    known = content(" ".join(_explained(case)))
    touched = {_key(place) for place in case.pressed_controls}
    # Where something is in the way, the rest need not be tried.
    rows = _rows(case) if case.status == "done" else ()
    controls = _controls(case) if case.change_due or case.status == "goal_not_met" else ()
    for place, spoken in (*rows, *controls):
        left = spoken - known
        if left and _key(place) not in touched:
            told = " ".join(each for each in re.findall(r"[^\W_]+", case.scope) if content(each) & left)
            return (
                f'the goal speaks of "{told}", and nothing was done to the {place.element.role} {quoted(place.element.name or place.said)}'
                f"{_row(place)}: do what the goal asks there, and cite what the page says then"
            )
    return ""


def _rows(case: Case) -> Iterator[tuple[Place, frozenset[str]]]:
    """The rows and cards beside those that something was done in, with the words by which the goal names them."""
    for place in case.pressed_controls:
        item = place.item()
        if item is not None and item.at != place.at and not item.lone_control():
            yield from ((sibling, _named(sibling, case)) for sibling in item.siblings())


def _controls(case: Case) -> Iterator[tuple[Place, frozenset[str]]]:
    """The controls of all pages, with the words in which the goal speaks of them."""
    asked, freely = content(case.scope), _freely(case)
    for page in {id(page): page for page in reversed(case.pages)}.values():
        for place in seen(page):
            if place.element.role in _PRESSED | _SWITCHES | FIELDS and "disabled" not in place.element.states:
                yield place, _spoken_of(place, case, asked, freely=freely)


def _row(place: Place) -> str:
    item = place.item()
    inner = item is not None and item.at != place.at
    return f" in the {item.element.role} {quoted(item.said)}" if item is not None and inner else ""


def _key(place: Place) -> tuple[str, ...]:
    item = place.item()
    row = next(item_texts(item), "") if item is not None and item.at != place.at else ""
    return place.element.role, plain(place.element.name), plain(row)


def _explained(case: Case) -> Iterator[str]:
    """What was typed, chosen and acted on, and what the rows and cards around that say."""
    yield from case.own
    for place in case.pressed_controls:
        yield place.said
        item = place.item()
        if item is not None:
            yield from item_texts(item)


def _spoken_of(place: Place, case: Case, asked: frozenset[str], *, freely: bool) -> frozenset[str]:
    """The words in which a goal speaks of a control: of its name, and of the row or card that it is in."""
    element, own = place.element, content(place.element.name)
    if not own:
        return frozenset()
    if element.role in _SWITCHES:
        return own if case.goal.verbs & _TOGGLES and says(case.scope, element.name) else frozenset()
    if element.role in FIELDS:
        filled = re.search(_FILLED.format(re.escape(plain(element.name))), plain(case.scope))
        right = bool(element.value) and says(case.goal.text, element.value or "")
        return own if filled and not right and element.role != "searchbox" else frozenset()
    if freely:
        return frozenset()
    beside = False
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
    item = place.item()
    row = _named(item, case) if item is not None and item.at != place.at else frozenset()
    return own | row if row or beside or len(own) > 1 else frozenset()


def _freely(case: Case) -> bool:
    """Whether a key, a drag or an address may have done anything."""
    return any(
        act.tool in ("press_key", "drag", "goto_url") or act.arguments.get("submit")
        for act in case.story.acts
    )


def _named(item: Place, case: Case) -> frozenset[str]:
    """The words of the text by which a goal names a thing of a list."""
    name = "" if item.lone_control() else _named_in(item, case.scope)
    # "Open the orders" names no order that is open.
    return content(name) if content(name) - case.goal.verbs else frozenset()


def _group(place: Place) -> Place | None:
    """The row or card something stands in, or else what it stands in together with others."""
    parent = place.element.parent
    return place.item() or (Place(place.page, parent) if parent is not None else None)


def _named_in(item: Place, text: str) -> str:
    """The text by which another one names a thing of a list: one that no other thing of the list has."""
    texts = list(item_texts(item))
    # A card is named by what it begins with, a row by any of its cells.
    for each in texts if item.element.role in ITEMS else texts[:2]:
        telling = content(each) and (len(words(each)) > 1 or len(each) > 2)
        if telling and says(text, each) and not any(each in item_texts(other) for other in item.siblings()):
            return each
    return ""
