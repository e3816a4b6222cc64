"""JSON as language models write it: read forgivingly, but never completed or guessed.

Beyond JSON it takes single and typographic quotes, quotes inside a text, bare keys, trailing commas, comments,
line breaks in texts and Python's ``True``, ``False`` and ``None``. What ends too early stays an error: half a
tool call must not run.
"""

from __future__ import annotations

import json
import re
from typing import Any

_DEEPEST = 50
_BLANK = re.compile(r"(?:\s+|//[^\n]*|/\*.*?\*/)*", re.DOTALL)
_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_WORD = re.compile(r"[A-Za-z_$][\w$-]*")
_WORDS = {"true": True, "false": False, "null": None, "True": True, "False": False, "None": None}
_QUOTES = {'"': '"', "'": "'", "`": "`", "“": '”“"', "”": '”“"', "„": '“”"', "‘": "’'", "’": "’'"}
_PLAIN = {first: re.compile(f"[^{re.escape(ends)}\\\\]+") for first, ends in _QUOTES.items()}
_SPACE = re.compile(r"\s*")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "/": "/", "\\": "\\", "\n": ""}


class NotJson(ValueError):
    """The text is no object; `position` is where reading stopped, `complete` whether text was left there."""

    def __init__(self, problem: str, position: int, *, complete: bool = True) -> None:
        super().__init__(f"{problem} at character {position + 1}")
        self.position = position
        self.complete = complete


def read_value(text: str, start: int = 0) -> tuple[Any, int]:
    """The object or array that begins at `start`, and the position behind it.

    Raises:
        NotJson: there is none.
    """
    try:
        value, end = _DECODER.raw_decode(text, start)
    except (ValueError, RecursionError):
        return _Reader(text).value(start, 0, "")
    return value, end


def _no_constant(word: str) -> Any:
    raise ValueError(word)


_DECODER = json.JSONDecoder(strict=False, parse_constant=_no_constant)


class _Reader:
    def __init__(self, text: str) -> None:
        self._text = text

    def value(self, position: int, depth: int, closers: str) -> tuple[Any, int]:
        position = self._skip(position)
        char = self._peek(position)
        if depth > _DEEPEST:
            raise NotJson("too deeply nested", position)
        if char == "{":
            return self._object(position, depth)
        if char == "[":
            return self._array(position, depth)
        if char in _QUOTES:
            return self._string(position, closers)
        word = _WORD.match(self._text, position)
        if word and word[0] in _WORDS:
            return _WORDS[word[0]], word.end()
        number = _NUMBER.match(self._text, position)
        if number:
            return self._number(number[0], position), number.end()
        raise NotJson(f"no value begins with {char!r}", position)

    def _object(self, position: int, depth: int) -> tuple[dict[str, Any], int]:
        found: dict[str, Any] = {}
        position = self._skip(position + 1)
        while self._peek(position) != "}":
            key, position = self._key(position)
            position = self._expect(position, ":")
            found[key], position = self.value(position, depth + 1, ",}")
            position = self._separate(position, "}")
        return found, position + 1

    def _array(self, position: int, depth: int) -> tuple[list[Any], int]:
        found: list[Any] = []
        position = self._skip(position + 1)
        while self._peek(position) != "]":
            item, position = self.value(position, depth + 1, ",]")
            found.append(item)
            position = self._separate(position, "]")
        return found, position + 1

    def _key(self, position: int) -> tuple[str, int]:
        if self._peek(position) in _QUOTES:
            return self._string(position, ":")
        word = _WORD.match(self._text, position)
        if not word:
            raise NotJson(f"a key was expected, not {self._peek(position)!r}", position)
        return word[0], word.end()

    def _string(self, position: int, closers: str) -> tuple[str, int]:
        """A text ends at a quote with one of `closers` behind it: other quotes belong to the text."""
        ends = _QUOTES[self._text[position]]
        plain = _PLAIN[self._text[position]]
        start, parts = position, []
        position += 1
        while True:
            run = plain.match(self._text, position)
            if run:
                parts.append(run[0])
                position = run.end()
            char = self._peek(position, start)
            if char == "\\":
                piece, position = self._escape(position + 1)
                parts.append(piece)
                continue
            behind = _SPACE.match(self._text, position + 1)
            after = self._text[behind.end() : behind.end() + 1] if behind else ""
            if char in ends and (not after or after in closers):
                return "".join(parts), position + 1
            parts.append(char)
            position += 1

    def _escape(self, position: int) -> tuple[str, int]:
        char = self._peek(position)
        if char == "u":
            digits = self._text[position + 1 : position + 5]
            if not re.fullmatch(r"[0-9a-fA-F]{4}", digits):
                raise NotJson("\\u needs four hexadecimal digits", position)
            code, position = int(digits, 16), position + 5
            low = re.compile(r"\\u([dD][c-fC-F][0-9a-fA-F]{2})").match(self._text, position)
            if 0xD800 <= code < 0xDC00 and low:
                return chr(0x10000 + (code - 0xD800) * 0x400 + int(low[1], 16) - 0xDC00), low.end()
            return chr(code), position
        if char in _ESCAPES:
            return _ESCAPES[char], position + 1
        return (char if char in _QUOTES else "\\" + char), position + 1

    @staticmethod
    def _number(digits: str, position: int) -> int | float:
        try:
            return int(digits) if digits.lstrip("-").isdigit() else float(digits)
        except ValueError:
            raise NotJson("too long a number", position) from None

    def _separate(self, position: int, end: str) -> int:
        position = self._skip(position)
        char = self._peek(position)
        if char == ",":
            return self._skip(position + 1)
        if char != end:
            raise NotJson(f"',' or {end!r} was expected, not {char!r}", position)
        return position

    def _expect(self, position: int, char: str) -> int:
        position = self._skip(position)
        if self._peek(position) != char:
            raise NotJson(f"{char!r} was expected, not {self._text[position]!r}", position)
        return position + 1

    def _skip(self, position: int) -> int:
        blank = _BLANK.match(self._text, position)
        return blank.end() if blank else position

    def _peek(self, position: int, begun: int | None = None) -> str:
        if position >= len(self._text):
            what = "the text ends inside the JSON" if begun is None else "a text in quotes has no end"
            raise NotJson(what, position, complete=False)
        return self._text[position]
