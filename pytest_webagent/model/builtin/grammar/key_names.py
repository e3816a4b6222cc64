"""The names of keys and chords, as people and as Playwright write them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pytest_webagent.model.builtin.words import unveil
from pytest_webagent.values.plain_text import word_set

if TYPE_CHECKING:
    from collections.abc import Mapping

_KEYS: Final[Mapping[str, str]] = {
    **{key.lower(): key for key in ("Enter", "Escape", "Tab", "Space", "Backspace", "Delete", "Home", "End")},
    **{key.lower(): key for key in ("PageUp", "PageDown")},
    **{f"page {side}": f"Page{side.title()}" for side in ("up", "down")},
    **{
        said: f"Arrow{side.title()}"
        for side in ("up", "down", "left", "right")
        for said in (side, f"arrow {side}", f"{side} arrow")
    },
    **{f"f{number}": f"F{number}" for number in range(1, 13)},
    "return": "Enter",
    "esc": "Escape",
    "spacebar": "Space",
    "del": "Delete",
}
_MODIFIERS: Final[Mapping[str, str]] = {
    "ctrl": "Control",
    "control": "Control",
    "shift": "Shift",
    "alt": "Alt",
    "option": "Alt",
    **dict.fromkeys(("cmd", "command", "meta"), "Meta"),
}
# Words that are keys and also common names of buttons are keys only when the goal says "key".
_ALSO_NAMES: Final = word_set("return delete home end up down left right tab space del option")


def chord(words: str, *, said_key: bool) -> str | None:
    """The Playwright name of a key or chord ("Ctrl+A"), or None if it is none."""
    said = unveil(words).strip().lower()
    *modifiers, last = re.split(r"\s*[+]\s*|(?<=ctrl)-|(?<=shift)-|(?<=alt)-|(?<=cmd)-", said)
    if not all(part in _MODIFIERS for part in modifiers) or not last:
        return None
    if not modifiers and last in _ALSO_NAMES and not said_key:
        return None
    key = _KEYS.get(last) or (
        last.upper() if len(last) == 1 and modifiers else last if len(last) == 1 and said_key else None
    )
    return None if key is None else "+".join([*(_MODIFIERS[part] for part in modifiers), key])
