"""Which option of a list is meant by a text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pytest_webagent.errors import ToolError
from pytest_webagent.tools.core.wording import nearest, shortened

if TYPE_CHECKING:
    from collections.abc import Sequence

_MOST_LISTED = 40


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a list."""

    label: str
    value: str = ""
    disabled: bool = False
    group: str = ""
    """The heading it stands under in the list, if there are any."""
    selected: bool = False
    """Whether the page says that it is chosen already."""

    @property
    def path(self) -> str:
        """The label with the heading before it."""
        return f"{self.group} / {self.label}" if self.group else self.label


def chosen(options: Sequence[Option], text: str, label: str, *, multiple: bool = False) -> tuple[int, ...]:
    """The indexes of the options a text means: by label, then by value, whatever the case.

    With `multiple`, the text may name several, separated by newlines, semicolons or commas.

    Raises:
        ToolError: an option is unknown, ambiguous or disabled; the message lists the options of the list `label`.
    """
    indexes = _matching(options, text)
    if not indexes and multiple:
        for separator in ("\n", ";", ","):
            parts = [part for part in text.split(separator) if part.strip()]
            if len(parts) > 1 and all(_matching(options, part) for part in parts):
                return tuple(_one(options, part, label) for part in parts)
    return (_one(options, text, label),)


def named(options: Sequence[Option], text: str, *, multiple: bool = False) -> bool:
    """Whether the text names an option of the list, be it disabled or one of several of that name."""
    try:
        return bool(chosen(options, text, "", multiple=multiple))
    except ToolError:
        return bool(_matching(options, text))


def listed(options: Sequence[Option]) -> str:
    """The options for a message, quoted, as many as fit."""
    labels = [repr(shortened(option.label or option.value, 60)) for option in options]
    more = len(labels) - _MOST_LISTED
    return ", ".join(labels[:_MOST_LISTED]) + (f" and {more} more" if more > 0 else "")


def _one(options: Sequence[Option], text: str, label: str) -> int:
    indexes = _matching(options, text)
    if not indexes:
        known = f"It has {listed(options)}" if options else "It has no options now"
        raise ToolError(
            f"{label} has no option {text!r}{nearest(text, [option.label for option in options])}. {known}"
        )
    usable = [index for index in indexes if not options[index].disabled]
    if not usable:
        raise ToolError(f"the option {text!r} of {label} is disabled")
    if len(usable) > 1:
        found = ", ".join(_told_apart([options[index] for index in usable]))
        raise ToolError(f"{text!r} means several options of {label}: {found}. Give one of them exactly")
    return usable[0]


def _told_apart(options: Sequence[Option]) -> list[str]:
    """What tells options of one label apart: their headings, or else their values."""
    for names in ([option.path for option in options], [option.value for option in options]):
        if len({_spaced(name) for name in names}) == len(options):
            return [repr(shortened(name, 60)) for name in names[:_MOST_LISTED]]
    return [repr(shortened(option.label, 60)) for option in options[:_MOST_LISTED]]


def _matching(options: Sequence[Option], text: str) -> list[int]:
    spaced, folded = _spaced(text), _folded(text)
    attempts = (
        [index for index, option in enumerate(options) if _spaced(option.label) == spaced],
        [index for index, option in enumerate(options) if option.value == text],
        [index for index, option in enumerate(options) if _folded(option.label) == folded],
        [index for index, option in enumerate(options) if option.value and _folded(option.value) == folded],
        [index for index, option in enumerate(options) if option.group and _folded(option.path) == folded],
    )
    return next((found for found in attempts if found), [])


def _spaced(text: str) -> str:
    return " ".join(text.split())


def _folded(text: str) -> str:
    return re.sub(r"\s*([^\w\s])\s*", r"\1", _spaced(text)).casefold()
