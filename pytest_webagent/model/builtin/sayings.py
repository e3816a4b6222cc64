"""What a thing of a list says of itself: by a part that says so, or by a yes or no under a header."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_webagent.aria_roles import FIELDS, TOGGLES
from pytest_webagent.model.builtin.words import content, plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.model.builtin.items import Item
    from pytest_webagent.model.builtin.view import View

_YES_OR_NO = {
    "yes": True,
    "true": True,
    "✓": True,
    "✔": True,
    "no": False,
    "false": False,
    "✗": False,
    "✘": False,
}


def says(view: View, item: Item, meaning: Sequence[str]) -> bool:
    """Whether an item says just these words: in a cell "Paid", a badge "New", or by a yes under the header "Paid"."""
    return not meaning or bool(saying(view, item, meaning))


def saying(view: View, item: Item, meaning: Sequence[str]) -> tuple[int, ...]:
    """The parts of an item in which it says just these words; none where it does not."""
    said: dict[frozenset[str], int] = {}
    for part, at in parts(view, item).items():
        said.setdefault(frozenset(content(part)), at)
    if (whole := said.get(frozenset(meaning))) is not None:
        return (whole,)
    if all(frozenset((word,)) in said for word in meaning):
        return tuple(said[frozenset((word,))] for word in dict.fromkeys(meaning))
    return marks(item, meaning) if ticked(item, meaning) else ()


def marks(item: Item, meaning: Sequence[str]) -> tuple[int, ...]:
    """The cells of a row under a header with just these words."""
    return tuple(at for header, _, at in item.cells if content(header) == tuple(meaning))


def ticked(item: Item, meaning: Sequence[str]) -> bool | None:
    """The yes or no that a row has under a header with just these words; None where it has none."""
    told = {
        _YES_OR_NO.get(plain(text)) for header, text, _ in item.cells if content(header) == tuple(meaning)
    }
    return told.pop() if len(told) == 1 else None


def parts(view: View, item: Item) -> dict[str, int]:
    """What the parts of an item say, each by itself, without its controls, and where it says so first."""
    controls = {
        below
        for at in view.within(item.index)
        if view[at].role in FIELDS | TOGGLES | {"button"}
        for below in view.within(at)
    }
    inside = [at for at in view.within(item.index) if at not in controls and view.seen(at)]
    said = [(text, at) for _, text, at in item.cells] + [
        (view[at].text or (view[at].name if not view.page.children(at) else ""), at) for at in inside
    ]
    found: dict[str, int] = {}
    for text, at in said:
        if text:
            found.setdefault(text, at)
    return found
