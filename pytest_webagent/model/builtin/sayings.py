"""What a thing of a list says of itself: by a part that says so, or by a yes or no under a header."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_webagent.model.builtin.view import FIELDS, TOGGLES
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
    said = [frozenset(content(part)) for part in parts(view, item)]
    wanted = frozenset(meaning)
    return (
        wanted in said or all(frozenset((word,)) in said for word in wanted) or ticked(item, meaning) is True
    )


def ticked(item: Item, meaning: Sequence[str]) -> bool | None:
    """The yes or no that a row has under a header with just these words; None where it has none."""
    told = {
        _YES_OR_NO.get(plain(text)) for header, text, _ in item.cells if content(header) == tuple(meaning)
    }
    return told.pop() if len(told) == 1 else None


def parts(view: View, item: Item) -> tuple[str, ...]:
    """What the parts of an item say, each by itself, without its controls."""
    controls = {
        below
        for at in view.within(item.index)
        if view[at].role in FIELDS | TOGGLES | {"button"}
        for below in view.within(at)
    }
    inside = [at for at in view.within(item.index) if at not in controls and view.seen(at)]
    said = [text for _, text, _ in item.cells] + [
        view[at].text or (view[at].name if not view.page.children(at) else "") for at in inside
    ]
    return tuple(dict.fromkeys(text for text in said if text))
