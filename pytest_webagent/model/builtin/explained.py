"""The element whose name, kind and place explain all words of a target."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_webagent.aria_roles import FIELDS, TOGGLES
from pytest_webagent.claims.element_finder import matches
from pytest_webagent.claims.outcome import Absent, Unclear
from pytest_webagent.model.builtin.refusal import Refusal, ambiguous
from pytest_webagent.model.builtin.roles import PRESSED, PURPOSE_ROLES
from pytest_webagent.model.builtin.words import content, plain
from pytest_webagent.values.number_words import NUMBERS

if TYPE_CHECKING:
    from pytest_webagent.model.builtin.instruction import Target
    from pytest_webagent.model.builtin.matching import Finder
    from pytest_webagent.model.builtin.roles import Purpose
    from pytest_webagent.model.builtin.view import View

_SEVERAL = frozenset(word for word, number in NUMBERS.items() if number > 1) | {"both", "several"}


def explained(finder: Finder, target: Target, purpose: Purpose) -> int | None:
    """The element whose name, kind and place explain all words of a target; None where there is none.

    Raises:
        Refusal: several do as well.
    """
    view, look = finder.view, finder.look
    roles = PURPOSE_ROLES.get(purpose, PRESSED | FIELDS)
    if target.verb:
        # A box whose name starts with a verb ("Buy milk") is no button for it.
        roles -= TOGGLES | FIELDS
    try:
        found = matches(look, look.tokens(target.said), roles)
    except Absent:
        return None
    except Unclear as unclear:
        raise Refusal(str(unclear)) from None
    if target.verb:
        found = [each for each in found if content(view.name(each.place.at))[:1] == content(target.verb)[:1]]
    # What says more than the goal might do another thing, but "I declare that all this is true" is the declaration.
    if purpose in ("press", "toggle"):
        found = [
            each for each in found if not each.surplus or (purpose == "toggle" and each.name.startswith("I "))
        ]
    kept = finder.distinct([at for each in found if (at := _held(view, each.place.at)) is not None])
    if len(kept) > 1:
        raise ambiguous(target.said, [finder.describe(at) for at in kept])
    return kept[0] if kept else None


def _held(view: View, index: int) -> int | None:
    """The element to use for one that is found: it, or for a box that is not drawn itself the label that shows it."""
    if view[index].id is not None or view[index].role not in TOGGLES:
        return index if view[index].id is not None else None
    above = list(view.page.ancestors(index))[:2]
    return next((at for at in above if view[at].id is not None and view[at].clickable), None)


def refuse_number(view: View, target: Target) -> None:
    """Make sure that words for one thing do not speak of several: "two mugs".

    Raises:
        Refusal: they do, and nothing on the page is called so.
    """
    first = plain(target.said).removeprefix("the ").partition(" ")[0]
    if first not in _SEVERAL or any(plain(view.name(at)).startswith(first) for at in view.shown):
        return
    raise Refusal(f"{target.said!r} speaks of several things; say each in a step of its own")
