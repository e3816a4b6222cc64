"""Whether what is looked for and not there is what the statement says is not there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pytest_webagent.claims.elements import ROLES
from pytest_webagent.judging.absence import proves_nothing
from pytest_webagent.language.words import says
from pytest_webagent.page.places import in_menu, seen
from pytest_webagent.values.plain_text import plain, quoted

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_webagent.judging.case import Case
    from pytest_webagent.judging.statement.sight import Sight, View

_KINDS: Final[Mapping[str, frozenset[str]]] = {
    "error": frozenset(("alert",)),
    "warning": frozenset(("alert",)),
    "alert": frozenset(("alert", "alertdialog")),
    "dialog": frozenset(("dialog", "alertdialog")),
    "popup": frozenset(("dialog", "alertdialog")),
    "message": frozenset(("alert", "status")),
}
"""What words for a kind of thing may mean on a page."""
_CONTROLS: Final = frozenset(
    ("button", "link", "option", "tab", "heading", "menuitem", "columnheader", "searchbox", "textbox")
)


def looked_past(case: Case, view: View) -> str:
    """Catches "there is no red mug" shown by there being no button of that name."""
    for sight in view.sights:
        if not sight.denies:
            continue
        problem = proves_nothing(sight.finding, case) or _kind(sight, view) or _other_role(sight, view)
        if problem:
            return problem
    return ""


def _kind(sight: Sight, view: View) -> str:
    """Catches "no dialog" shown by no text's saying "dialog"."""
    word = plain(sight.told.text)
    roles = _KINDS.get(word, frozenset((word,)) & ROLES)
    there = next((place for place in seen(view.page) if place.element.role in roles and place.said), None)
    if sight.told.role or there is None:
        return ""
    return (
        f'the {there.element.role} {quoted(there.said)} is there, though it does not say "{word}": look by `role` for what is to be '
        "absent, or say what it must not say"
    )


def _other_role(sight: Sight, view: View) -> str:
    """Catches what is there in another role than the one it was looked for by."""
    told = sight.told
    if not told.role or not told.text or told.state:
        return ""
    inside = None if sight.within is None else set(view.page.descendants(sight.within.at))
    for place in seen(view.page):
        if place.element.role in _CONTROLS or view.page.children(place.at) or in_menu(place):
            continue
        if (inside is None or place.at in inside) and says(place.said, told.text):
            return (
                f"the {place.element.role} {quoted(place.said)} is there, and it was looked for as a {told.role}: leave the `role` "
                "out, or look `within` the part that is meant"
            )
    return ""
