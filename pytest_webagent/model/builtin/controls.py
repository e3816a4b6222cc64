"""The control of an item: what is pressed or changed where a goal names a row or card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_webagent.model.builtin.refusal import Missing, Refusal, ambiguous, listed
from pytest_webagent.model.builtin.roles import DESTRUCTIVE, PRESSED, PURPOSE_ROLES, Purpose, tells_a_deed
from pytest_webagent.model.builtin.view import BUTTONS, FIELDS, TOGGLES
from pytest_webagent.model.builtin.words import content

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.model.builtin.instruction import Reading
    from pytest_webagent.model.builtin.lists import Item
    from pytest_webagent.model.builtin.view import View


def control_of(view: View, item: Item, purpose: Purpose) -> int:
    """The element of an item that an instruction about the item means."""
    if purpose == "any":
        return item.index
    inside = [at for at in view.within(item.index) if view[at].id is not None and view.seen(at)]
    if purpose != "press":
        fitting = [at for at in inside if view[at].role in PURPOSE_ROLES[purpose]]
        return _only(view, fitting, item)
    if item.name_at is not None:
        around = [item.name_at, *view.page.descendants(item.name_at), *view.page.ancestors(item.name_at)]
        named = [at for at in around if view[at].role in ("link", "button") and at in inside]
        if named:
            return named[0]
    if view[item.index].role in PRESSED and view[item.index].id is not None:
        return item.index
    # A link such as "Details" opens the item; one that starts with a deed ("Delete") only stands for that deed.
    links = [
        at
        for at in inside
        if view[at].role == "link" and at != item.index and not tells_a_deed(view.name(at))
    ]
    if len({view[at].url for at in links}) == 1:
        return links[0]
    if view[item.index].clickable and view[item.index].id is not None:
        return item.index
    if item.name_at is not None and view[item.name_at].clickable and view[item.name_at].id is not None:
        return item.name_at
    raise _not_pressable(view, item, [at for at in inside if view[at].clickable])


def _not_pressable(view: View, item: Item, controls: Sequence[int]) -> Refusal:
    """The refusal to press an item that is no control itself: which of its controls is meant, only the goal can say."""
    if not controls:
        return Missing(item.name, "a control in that row or card")
    held = listed(view.describe(at) for at in controls)
    return Refusal(
        f"'{item.name}' can not be clicked itself; in its row or card there is {held}. "
        "Say which one to click, and 'in the row of ...'"
    )


def _only(view: View, fitting: Sequence[int], item: Item) -> int:
    if not fitting:
        raise Missing(item.name, "a control in that row or card")
    if len(fitting) > 1:
        raise ambiguous(item.name, [view.describe(at) for at in fitting])
    return fitting[0]


def are_things(view: View, items: tuple[Item, ...]) -> bool:
    """Whether the items are things of a list, not the boxes and fields of a form that look alike."""
    return not any(
        view[at].role in TOGGLES | FIELDS and view[at].role not in ("option",)
        for item in items
        for at in view.within(item.index)
    ) or all(view[item.index].role in ("row", "listitem", "article") for item in items)


def refuse_destruction(view: View, reading: Reading, indexes: Sequence[int]) -> None:
    """Make sure that "account" does not press "Delete account": what destroys must be said in full."""
    said = set(
        content(" ".join((reading.words.text, *(place.reading.words.text for place in reading.places))))
    )
    for at in indexes:
        if view[at].role in BUTTONS | {"link"} and DESTRUCTIVE & (set(content(view.name(at))) - said):
            raise Refusal(
                f"{str(reading.words)!r} comes closest to {view.describe(at)}; say its whole name if it is meant"
            )
