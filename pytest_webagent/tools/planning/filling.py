"""``${...}`` in texts: expressions whose values are filled in. A text that is nothing else keeps the value's kind."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from pytest_webagent.tools.core.wording import shortened
from pytest_webagent.tools.planning.document import Real, Text, Whole
from pytest_webagent.tools.planning.expressions import Expression, ExpressionError, as_text, parse

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Set

_BARE: Final[dict[type, Callable[[Any], Any]]] = {Text: str, Whole: int, Real: float}
_OPEN: Final = "${"
_PIECE: Final = re.compile(
    r"""(?P<kept>\$\$\{) | \$\{ (?P<expression> (?: [^'"}] | '(?:[^'\\]|\\.)*' | "(?:[^"\\]|\\.)*" )* ) \} | \$\{""",
    re.VERBOSE | re.DOTALL,
)
"""``$${``, which stands for ``${``; an expression up to the next brace that stands in no quoted text; one without an end."""


def filled(value: Any, variables: Mapping[str, Any]) -> Any:
    """A value with all expressions in it replaced by what they come to, and nothing in it that knows its place.

    Raises:
        ExpressionError: one is wrong, or has no value.
    """
    if isinstance(value, dict):
        return {str(key): filled(part, variables) for key, part in value.items()}
    if isinstance(value, list):
        return [filled(part, variables) for part in value]
    if not isinstance(value, str) or _OPEN not in value:
        return _BARE.get(type(value), lambda same: same)(value)
    pieces = list(_pieces(value))
    if len(pieces) == 1 and isinstance(pieces[0], Expression):
        return pieces[0].value(variables)
    return "".join(piece if isinstance(piece, str) else as_text(piece.value(variables)) for piece in pieces)


def expressions(value: Any) -> Iterator[Expression]:
    """Every expression in a value.

    Raises:
        ExpressionError: one is wrong.
    """
    if isinstance(value, (dict, list)):
        for part in value.values() if isinstance(value, dict) else value:
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
        raise ExpressionError(f"`{shortened(text, 80)}` must be one expression")
    return pieces[0]


def _pieces(text: str) -> Iterator[str | Expression]:
    position = 0
    for found in _PIECE.finditer(text):
        if before := text[position : found.start()]:
            yield before
        if found["kept"]:
            yield _OPEN
        elif found["expression"] is None:
            raise ExpressionError(f"`{shortened(text[found.start() :], 80)}` has no closing brace")
        else:
            yield parse(found["expression"])
        position = found.end()
    if position < len(text):
        yield text[position:]
