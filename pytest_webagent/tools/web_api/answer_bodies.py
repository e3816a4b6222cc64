"""What an HTTP answer says: as text, and as JSON where it is some."""

from __future__ import annotations

import json
import re
from typing import Any, Final

from pytest_webagent.nesting import DEEPEST, nested_deeper

_GUARD: Final = re.compile(r"\s*(?:\)\]\}'?,?|while\s*\(1\);|for\s*\(;;\);)?\s*")
"""What some servers begin JSON with, so that no script of another page can load it."""
_MOST_FIGURES: Final = 4000
"""Figures of a number that Python reads."""


def json_of(body: bytes, kind: str) -> tuple[Any, bool, bool]:
    """The data of a body, whether it is JSON, and whether it is called so or looks like it though it cannot be read.

    JSON with a value in each line is a list of them.
    """
    text = _decoded(body, kind)
    called = "json" in kind.lower()
    if not called and text[:1] not in ("{", "["):
        return None, False, False
    try:
        return _loaded(text), True, True
    except (ValueError, RecursionError):
        pass
    lines = [line for line in text.splitlines() if line.strip()]
    try:
        # One value alone is broken JSON.
        return ([_loaded(line) for line in lines], True, True) if len(lines) > 1 else (None, False, True)
    except (ValueError, RecursionError):
        return None, False, True


def _decoded(body: bytes, kind: str) -> str:
    """The whole text without what stands before its JSON."""
    charset = _charset(kind)
    named = charset if body[:2] not in (b"\xff\xfe", b"\xfe\xff") else ""
    try:
        text = body.decode(named or json.detect_encoding(body), "replace")
    except (LookupError, UnicodeError):
        text = body.decode("utf-8", "replace")
    return _GUARD.sub("", text.removeprefix("\ufeff"), count=1)


def _charset(kind: str) -> str:
    found = re.search(r"charset=\"?([\w-]{1,40})", kind, re.IGNORECASE)
    return found[1] if found else ""


def _loaded(text: str) -> Any:
    value = json.loads(
        text, parse_int=lambda figures: int(figures) if len(figures) < _MOST_FIGURES else figures
    )
    # A list of lines and what is told are levels around it.
    if nested_deeper(value, DEEPEST - 2):
        raise ValueError("it is nested too deeply")
    return value


def text_of(body: bytes, kind: str, most: int) -> str:
    """The body as text, or what it is; a little more than `most` characters at most."""
    start = body[: 4 * most + 4]
    if b"\0" in start[:1000]:
        return f"[{len(body)} bytes that are no text]"
    try:
        text = start.decode(_charset(kind) or "utf-8", "replace")
    except (LookupError, UnicodeError):
        text = start.decode("utf-8", "replace")
    strange = sum(each == "\ufffd" for each in text[:1000])
    if strange > len(text[:1000]) // 10:
        return f"[{len(body)} bytes that are no text]"
    return text
