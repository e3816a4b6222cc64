"""Which things of the lists of a page have become others: a deed done to one of them leaves all others as they were."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from pytest_webagent.aria_roles import MESSAGES
from pytest_webagent.page.lists import lists
from pytest_webagent.page.locators import locators
from pytest_webagent.page.places import MENUS, Place
from pytest_webagent.recording.chosen_item import name_of
from pytest_webagent.values.plain_text import plain

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

    from pytest_webagent.observation import Observation
    from pytest_webagent.page.locator import Locator

_ASIDE: Final = MENUS | MESSAGES
_STATES: Final = frozenset(("checked", "pressed", "selected"))
"""Those that last: where the focus is says nothing of a thing."""


def changed_things(before: Observation, after: Observation) -> list[Place]:
    """The things of the lists of a page that are gone from it or say something else later."""
    left = Counter(map(_told, _things(after)))
    changed = []
    for thing in _things(before):
        if left[_told(thing)]:
            left[_told(thing)] -= 1
        else:
            changed.append(thing)
    return changed


def others_than(thing: Locator, before: Observation, changed: Sequence[Place]) -> list[str]:
    """What those of the changed things are called that stand in the list of the one that is meant."""
    beside = {item.at for item in _beside(thing, before)}
    return [name_of(each) or each.said for each in changed if each.at in beside and not _is(each, thing)]


def has_changed(thing: Locator, changed: Sequence[Place]) -> bool:
    """Whether a thing of a list is among the changed ones."""
    return any(_is(each, thing) for each in changed)


def is_as_it_was(thing: Locator, before: Observation, changed: Sequence[Place]) -> bool:
    """Whether a thing of a list was there, and is not among the changed ones."""
    return not has_changed(thing, changed) and bool(_beside(thing, before))


def fewer(before: Observation, after: Observation) -> bool:
    """Whether the lists of a page have fewer things than before."""
    return len([*_things(after)]) < len([*_things(before)])


def is_narrowed(before: Observation, after: Observation) -> bool:
    """Whether the lists of a page have fewer things than before, and no others."""
    return fewer(before, after) and not Counter(map(_told, _things(after))) - Counter(
        map(_told, _things(before))
    )


def _is(place: Place, thing: Locator) -> bool:
    return place.at in locators(place.page).find(thing)


def _beside(thing: Locator, page: Observation) -> Sequence[Place]:
    """All things of the list that has the one that is meant; none where that is not in one."""
    return next((each.items for each in lists(page).all if any(_is(item, thing) for item in each.items)), ())


def _things(page: Observation) -> Iterator[Place]:
    for listing in lists(page).all:
        aside = any(each.element.role in _ASIDE for each in listing.items[0].around())
        if not aside and not listing.lone_controls():
            yield from listing.items


def _told(thing: Place) -> Hashable:
    inside = ((each.element, frozenset(each.element.states) & _STATES) for each in thing.below())
    held = tuple((one.role, one.value, states) for one, states in inside if one.value or states)
    return thing.element.role, plain(thing.said), held
