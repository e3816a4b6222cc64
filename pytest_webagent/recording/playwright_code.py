"""Playwright code: expressions that can be written as Python, and be run on a live page to see what they lead to."""

from __future__ import annotations

import json
import re
import unicodedata
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

Value: TypeAlias = "str | int | bool | Pattern | Source | Code | tuple[str, ...]"

WIDTH: Final = 88
"""Of a line, as formatters of Python have it by default."""
_STEP: Final = "    "


class Pattern(NamedTuple):
    """A regular expression."""

    text: str


class Source(NamedTuple):
    """Python as it stands."""

    text: str


class Call(NamedTuple):
    """A method that is called, or an attribute where there are no arguments at all."""

    name: str
    arguments: tuple[Value, ...] | None = ()
    named: tuple[tuple[str, Value], ...] = ()

    @property
    def values(self) -> Iterator[tuple[str, Value]]:
        """All arguments, each with the words before it."""
        yield from (("", each) for each in self.arguments or ())
        yield from ((f"{name}=", each) for name, each in self.named)


class Code(NamedTuple):
    """A variable, and what is called on it in turn; without a variable the first call is that of a function."""

    root: str
    calls: tuple[Call, ...] = ()
    held: int = 0
    """How many of the calls lead to what the rest is looked for in."""
    holder: str = ""
    """What that may be called."""

    def then(self, name: str, /, *arguments: Value, **named: Value) -> Code:
        """It, and one more call."""
        return self._replace(calls=(*self.calls, Call(name, arguments, tuple(named.items()))))

    def attribute(self, name: str) -> Code:
        """It, and one of its attributes."""
        return self._replace(calls=(*self.calls, Call(name, None)))

    def as_holder(self, name: str) -> Code:
        """It, as what others are looked for in."""
        return self._replace(held=len(self.calls), holder=name)

    def on(self, known: Mapping[str, Any]) -> Any:
        """What comes of it, with the live objects that its variables and functions stand for."""
        found = known[self.root] if self.root else None
        for call in self.calls:
            method = getattr(found, call.name) if found is not None else known[call.name]
            if call.arguments is None:
                found = method
                continue
            arguments = [_live(each, known) for each in call.arguments]
            found = method(*arguments, **{name: _live(each, known) for name, each in call.named})
        return found

    def __str__(self) -> str:
        """It on one line."""
        return "".join(text if isinstance(text, str) else f"({_flat(text)})" for text in _pieces(self))


def expect(subject: Code, name: str, /, *arguments: Value, **named: Value) -> Code:
    """An assertion."""
    called = Call(name, arguments, tuple(named.items()))
    return Code("", (Call("expect", (subject,)), called), subject.held, subject.holder)


def holder_of(code: Code) -> Code | None:
    """What a part of it is looked for in, if anything; of an assertion, that of its subject."""
    if not code.root and code.calls and code.calls[0].arguments:
        subject = code.calls[0].arguments[0]
        return holder_of(subject) if isinstance(subject, Code) else None
    return Code(code.root, code.calls[: code.held]) if code.held else None


def shortened_by(code: Code, held: Code, name: str) -> Code:
    """It, with a variable for what it begins with."""
    if not code.root and code.calls and code.calls[0].arguments:
        first, *others = code.calls
        subject = code.calls[0].arguments[0]
        inner = shortened_by(subject, held, name) if isinstance(subject, Code) else subject
        return code._replace(calls=(first._replace(arguments=(inner,)), *others))
    count = len(held.calls)
    if code.root == held.root and code.calls[:count] == held.calls:
        return Code(name, code.calls[count:])
    return code


def laid_out(code: Code, indent: int = 1, *, before: str = "", after: str = "") -> list[str]:
    """It as lines, broken where formatters of Python break them."""
    margin = _STEP * indent
    lines, pieces = [margin + before], [*_pieces(code), after]
    for at, piece in enumerate(pieces):
        if isinstance(piece, str):
            lines[-1] += piece
            continue
        ahead = "".join(_until_break(pieces[at + 1 :]))
        if not piece or width(f"{lines[-1]}({_flat(piece)}){ahead}") <= WIDTH:
            lines[-1] += f"({_flat(piece)})"
            continue
        lines[-1] += "("
        inside = margin + _STEP
        if width(inside + _flat(piece)) <= WIDTH:
            lines.append(inside + _flat(piece))
        else:
            for words, value in piece:
                lines += _broken(words, value, indent + 1)
        lines.append(f"{margin})")
    return lines


def _broken(words: str, value: Value, indent: int) -> list[str]:
    margin = _STEP * indent
    if width(f"{margin}{words}{_written(value)},") <= WIDTH:
        return [f"{margin}{words}{_written(value)},"]
    if isinstance(value, Code):
        return laid_out(value, indent, before=words, after=",")
    if isinstance(value, tuple) and not isinstance(value, (Pattern, Source)):
        inner = [f"{margin}{_STEP}{quoted(each)}," for each in value]
        return [f"{margin}{words}[", *inner, f"{margin}],"]
    return [f"{margin}{words}{_written(value)},"]


def _until_break(pieces: list[Any]) -> Iterator[str]:
    for piece in pieces:
        if isinstance(piece, str):
            yield piece
        elif piece:
            yield "("
            return
        else:
            yield "()"


def _pieces(code: Code) -> list[Any]:
    """The text of it, and the arguments of its calls."""
    found: list[Any] = [code.root]
    for call in code.calls:
        found.append(f".{call.name}" if found != [""] else call.name)
        if call.arguments is not None:
            found.append(list(call.values))
    return found


def _flat(arguments: list[tuple[str, Value]]) -> str:
    return ", ".join(f"{words}{_written(value)}" for words, value in arguments)


def _written(value: Value) -> str:
    if isinstance(value, Pattern):
        raw = "\\" in value.text and '"' not in value.text
        return f're.compile(r"{value.text}")' if raw else f"re.compile({quoted(value.text)})"
    if isinstance(value, Source):
        return value.text
    if isinstance(value, Code):
        return str(value)
    if isinstance(value, tuple):
        return f"[{', '.join(quoted(str(each)) for each in value)}]"
    return quoted(value) if isinstance(value, str) else str(value)


def quoted(text: str) -> str:
    """A text as Python, in the quotation marks that formatters choose."""
    told = "".join(map(_seen, json.dumps(text, ensure_ascii=False)))
    if text.count('"') > text.count("'"):
        return "'" + told[1:-1].replace('\\"', '"').replace("'", "\\'") + "'"
    return told


def _seen(character: str) -> str:
    """A character, escaped where nobody sees it."""
    if character == " " or unicodedata.category(character)[0] not in "CZ":
        return character
    return character.encode("unicode_escape").decode()


def width(text: str) -> int:
    """How many columns a text takes."""
    return sum(
        0 if unicodedata.combining(each) else 2 if unicodedata.east_asian_width(each) in "WF" else 1
        for each in text
    )


def _live(value: Value, known: Mapping[str, Any]) -> Any:
    if isinstance(value, Pattern):
        return re.compile(value.text)
    if isinstance(value, Code):
        return value.on(known)
    if isinstance(value, tuple) and not isinstance(value, Source):
        return list(value)
    return value
