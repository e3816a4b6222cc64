"""``${...}`` in texts: expressions whose values are filled in. A text that is nothing else keeps the value's kind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from pytest_webagent.tools.planning.expressions import (
    Expression,
    ExpressionError,
    as_text,
    parse,
    shown_source,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Set

_OPEN: Final = "${"
_KEPT: Final = "$${"
"""Written for ``${`` where it is meant as it stands."""


def filled(value: Any, variables: Mapping[str, Any]) -> Any:
    """A value with all expressions in it replaced by what they come to.

    Raises:
        ExpressionError: one is wrong, or has no value.
    """
    if isinstance(value, dict):
        return {key: filled(part, variables) for key, part in value.items()}
    if isinstance(value, list):
        return [filled(part, variables) for part in value]
    if not isinstance(value, str) or _OPEN not in value:
        return value
    pieces = list(_pieces(value))
    if len(pieces) == 1 and isinstance(pieces[0], Expression):
        return pieces[0].value(variables)
    return "".join(piece if isinstance(piece, str) else as_text(piece.value(variables)) for piece in pieces)


def expressions(value: Any) -> Iterator[Expression]:
    """Every expression in a value.

    Raises:
        ExpressionError: one is wrong.
    """
    if isinstance(value, dict):
        for part in value.values():
            yield from expressions(part)
    elif isinstance(value, list):
        for part in value:
            yield from expressions(part)
    elif isinstance(value, str) and _OPEN in value:
        yield from (piece for piece in _pieces(value) if isinstance(piece, Expression))


def comes_from(part: Any, names: Set[str]) -> bool:
    """Whether a value is made of one of these variables."""
    return any(each.names & names for each in expressions(part))


def condition(text: str) -> Expression:
    """A condition, with or without ``${...}`` around it.

    Raises:
        ExpressionError: it is none.
    """
    pieces = list(_pieces(text.strip())) if text.strip().startswith(_OPEN) else [parse(text)]
    if len(pieces) != 1 or isinstance(pieces[0], str):
        raise ExpressionError(f"`{shown_source(text)}` must be one expression")
    return pieces[0]


def _pieces(text: str) -> Iterator[str | Expression]:
    position = 0
    while position < len(text):
        begin = text.find(_OPEN, position)
        if begin < 0:
            yield text[position:]
            return
        if begin > position and text[begin - 1] == "$":
            yield text[position : begin - 1] + _OPEN
            position = begin + len(_OPEN)
            continue
        if begin > position:
            yield text[position:begin]
        end = _end(text, begin + len(_OPEN))
        yield parse(text[begin + len(_OPEN) : end])
        position = end + 1


def _end(text: str, begin: int) -> int:
    """Where the expression ends that begins here: at the next brace that stands in no quoted text."""
    quote = ""
    for index in range(begin, len(text)):
        character = text[index]
        if quote:
            quote = "" if character == quote and text[index - 1] != "\\" else quote
        elif character in "'\"":
            quote = character
        elif character == "}":
            return index
    raise ExpressionError(f"`{shown_source(text[begin - 2 :])}` has no closing brace")
