"""Numbers that two buttons change by one: how many adults, how many of a thing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_webagent.aria_roles import BUTTONS, FIELDS
from pytest_webagent.language.terms import term_set
from pytest_webagent.values.plain_text import plain, word_set

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_webagent.model.builtin.view import View

_LESS: Final = word_set("decrease decrement fewer less minus reduce lower subtract remove")
_MORE: Final = word_set("increase increment more plus raise higher add")
_SIGNS: Final = {**dict.fromkeys("-−–‐➖", -1), **dict.fromkeys("+＋➕", 1)}
_NUMBER: Final = re.compile(r"\d{1,4}")
_COUNTED: Final = re.compile(r"\b\d+\s+[^\W\d_]{3,}")


class Stepper(NamedTuple):
    """A number with its two buttons."""

    at: int
    less: int
    more: int
    names: tuple[str, ...]


def steppers(view: View) -> Iterator[Stepper]:
    """The steppers that are shown; a number that can be typed is a field."""
    shown = frozenset(view.shown)
    for at in view.shown:
        if view[at].role not in BUTTONS or _way(view, at) != -1:
            continue
        for above in list(view.page.ancestors(at))[:2]:
            inside = [each for each in view.within(above) if each in shown]
            buttons = [each for each in inside if view[each].role in BUTTONS]
            if len(buttons) != 2 or buttons[0] != at or _way(view, buttons[1]) != 1:
                continue
            between = [each for each in inside if at < each < buttons[1]]
            numbers = [each for each in between if _NUMBER.fullmatch(view.text(each).strip())]
            if numbers and not any(view[each].role in FIELDS for each in inside):
                said = term_set(view.name(at)) & term_set(view.name(buttons[1]))
                names = (*list(view.texts_before(at))[:1], " ".join(said))
                yield Stepper(numbers[0], at, buttons[1], tuple(filter(None, names)))
                break


def counts(view: View, at: int) -> bool:
    """Whether a button opens something to count with: "2 adults · 1 room"."""
    opens = {"collapsed", "expanded"} & set(view[at].states)
    return bool(opens) and view[at].role == "button" and _COUNTED.search(view.name(at)) is not None


def _way(view: View, at: int) -> int:
    """Whether a button counts down, up, or neither."""
    signs = {_SIGNS.get(each.strip(), 0) for each in (view.name(at), view.text(at), view[at].text)} - {0}
    words = set(plain(view.name(at)).split())
    told = {-1} if words & _LESS else {1} if words & _MORE else set()
    return next(iter(signs | told)) if len(signs | told) == 1 else 0
