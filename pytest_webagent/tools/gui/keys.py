"""The names of keys: which there are, and how the many ways to write one are understood."""

from __future__ import annotations

import difflib
import string

from pytest_webagent.errors import ToolError

MODIFIERS = ("Control", "Alt", "Shift", "Meta")

_NAMED = (
    *(
        "Enter",
        "Tab",
        "Escape",
        "Backspace",
        "Delete",
        "Insert",
        "Space",
        "Home",
        "End",
        "PageUp",
        "PageDown",
    ),
    *("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", *MODIFIERS, "ControlOrMeta", "AltGraph"),
    *("CapsLock", "NumLock", "ScrollLock", "ContextMenu", "PrintScreen", "Pause"),
    *(f"F{number}" for number in range(1, 13)),
    *(
        "ShiftLeft",
        "ShiftRight",
        "ControlLeft",
        "ControlRight",
        "AltLeft",
        "AltRight",
        "MetaLeft",
        "MetaRight",
    ),
    *("Backquote", "Minus", "Equal", "BracketLeft", "BracketRight", "Backslash", "Semicolon", "Quote"),
    *("Comma", "Period", "Slash"),
    *(f"Digit{digit}" for digit in string.digits),
    *(f"Key{letter}" for letter in string.ascii_uppercase),
    *(f"Numpad{digit}" for digit in string.digits),
    *("NumpadAdd", "NumpadSubtract", "NumpadMultiply", "NumpadDivide", "NumpadDecimal", "NumpadEnter"),
    *("AudioVolumeMute", "AudioVolumeDown", "AudioVolumeUp"),
    *("MediaTrackNext", "MediaTrackPrevious", "MediaPlayPause"),
)
_CHARACTERS = frozenset(string.ascii_letters + string.digits + string.punctuation)
_SYNONYMS = {
    "return": "Enter",
    "esc": "Escape",
    "del": "Delete",
    "ins": "Insert",
    "spacebar": "Space",
    "blank": "Space",
    "bksp": "Backspace",
    "up": "ArrowUp",
    "down": "ArrowDown",
    "left": "ArrowLeft",
    "right": "ArrowRight",
    "uparrow": "ArrowUp",
    "downarrow": "ArrowDown",
    "leftarrow": "ArrowLeft",
    "rightarrow": "ArrowRight",
    "pgup": "PageUp",
    "pgdn": "PageDown",
    "pgdown": "PageDown",
    "ctrl": "Control",
    "option": "Alt",
    "opt": "Alt",
    "cmd": "Meta",
    "command": "Meta",
    "super": "Meta",
    "win": "Meta",
    "windows": "Meta",
    "plus": "+",
    "menu": "ContextMenu",
}
_KNOWN = {name.casefold(): name for name in _NAMED} | _SYNONYMS

NAMES = _NAMED
"""The named keys, in Playwright's spelling; beside them every character of a US keyboard is a key."""


def chord(text: str) -> str:
    """A key or chord such as ``ctrl+a`` in Playwright's spelling: ``Control+a``.

    Raises:
        ToolError: there is no such key; the message offers near ones.
    """
    wanted = text if text == " " else text.strip()
    if not wanted:
        raise ToolError('key must name a key, such as "Enter", "Tab", "ArrowDown" or "Control+A"')
    *modifiers, last = _parts(wanted)
    held = [_modifier(name, text) for name in modifiers]
    key = _key(last, text)
    # A person who holds Control and presses the A key types no capital letter.
    if held and len(key) == 1 and key.isalpha():
        key = key.upper() if "Shift" in held else key.lower()
    return "+".join((*held, key))


def _parts(text: str) -> list[str]:
    if text == "+" or text.endswith("++"):
        return [*_parts(text[:-2]), "+"] if len(text) > 2 else ["+"]
    for separator in ("+", "-"):
        parts = [part.strip() for part in text.split(separator)]
        if len(parts) > 1 and all(parts) and (separator == "+" or _is_modifier(parts[0])):
            return parts
    return [text]


def _is_modifier(name: str) -> bool:
    return _KNOWN.get(_folded(name)) in (*MODIFIERS, "ControlOrMeta")


def _modifier(name: str, whole: str) -> str:
    found = _key(name, whole)
    if found not in (*MODIFIERS, "ControlOrMeta"):
        raise ToolError(
            f"{whole!r} is no chord: {name!r} cannot be held; only {', '.join(MODIFIERS)} can. "
            "To press several keys one after the other, call press_key for each"
        )
    return found


def _key(name: str, whole: str) -> str:
    if name in _CHARACTERS:
        return name
    folded = "space" if name == " " else _folded(name)
    if folded in _KNOWN:
        return _KNOWN[folded]
    close = dict.fromkeys(_KNOWN[word] for word in difflib.get_close_matches(folded, _KNOWN, n=3))
    hint = (
        f"did you mean {' or '.join(close)}?"
        if close
        else "Keys are named Enter, Tab, ArrowDown, F5, a, A, 1"
    )
    part = "" if name == whole.strip() else f" in {whole!r}"
    raise ToolError(f"there is no key {name!r}{part}; {hint}. To enter text, call type")


def _folded(name: str) -> str:
    return "".join(character for character in name if character not in " _-").casefold()
