"""What a page calls its things, as words of the steps that are done on it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pytest_webagent.model.builtin.words import veil

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_webagent.model.builtin.view import View

_FORBIDS: Final = re.compile(
    r"(?:do not|don['’]t|never|unless|without|if|when|once|or|else)\b", re.IGNORECASE
)
_JOINT: Final = re.compile(r"(?:^|[,;]|\b(?:and|but|then))\s*$", re.IGNORECASE)
_MOST_NAMES: Final = 2000
_A_SENTENCE: Final = 10
"""One more than the most words of a name."""


def with_names(view: View, text: str) -> str:
    """A step in which what the page calls its things stands as one word each, the longest first."""
    names = {name for name in _names(view) if 1 < len(name.split()) < _A_SENTENCE}

    def begins(found: re.Match[str]) -> bool:
        if (
            _FORBIDS.match(found[0])
            and found[0] not in names
            and _JOINT.search(found.string[: found.start()])
        ):
            # "Tick 'Water', do not water 'Bob'" says no name, though a box is called "Do not water".
            return True
        return not found.start() and re.match(r"\s*\w", found.string[found.end() :]) is not None

    for name in sorted(names, key=len, reverse=True):
        if name.lower() in text.lower():
            text = re.sub(
                rf"(?<!\w){re.escape(name)}(?!\w)",
                # The first word of a step is its verb, though a name may begin with it as well.
                lambda found: found[0] if begins(found) else veil(f"'{found[0]}'"),
                text,
                flags=re.IGNORECASE,
            )
    return text


def in_one_word(view: View) -> frozenset[str]:
    """The names and options of a page that are one word."""
    return frozenset(name.lower() for name in _names(view) if len(name.split()) == 1)


def _names(view: View) -> Iterator[str]:
    for at in view.shown[:_MOST_NAMES]:
        yield from (view[at].name, view[at].text, *view[at].options)
