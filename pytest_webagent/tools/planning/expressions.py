"""A small language of conditions and values: ``total.output.price < 10 and 'mug' in name``.

It has names, texts, numbers, lists, comparisons, ``and or not in``, ``a if b else c``, ``+ - * / // %``, parts of values
(``result.output.rows[0]``) and a handful of functions. Python's own parser reads it; what the tables below do not name
is refused, so nothing of Python can be reached through it. Kinds of values are kept apart: a text is never compared
with a number, and a condition is true or false and nothing else.
"""

from __future__ import annotations

import ast
import json
import math
import operator
import re
import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from pytest_webagent.tools.core.wording import nearest, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

LONGEST: Final = 1000
"""Most characters of an expression."""
LARGEST_TEXT: Final = 200_000
MOST_BITS: Final = 256
DEEPEST: Final = 30
PATTERN_SECONDS: Final = 0.2
LONGEST_PATTERN: Final = 2_000
MOST_REPEATS: Final = 100_000
"""What the counts in a regular expression may come to, multiplied: it is written out before any limit of time holds."""
MOST_DIGITS: Final = 100
"""Most digits that numbers are rounded to."""
MOST_PARTS: Final = 20_000
"""Most values in a value, those in others counted as well."""

_COUNT: Final = re.compile(r"\{[\d\s,]*?(\d+)\s*,?\s*\}")
_CONSTANTS: Final[Mapping[str, Any]] = {"true": True, "false": False, "null": None}
_KINDS: Final = (
    (bool, "true or false"),
    ((int, float), "a number"),
    (str, "a text"),
    (list, "a list"),
    (dict, "a mapping"),
)
_ARITHMETIC: Final[Mapping[type[ast.operator], Callable[[Any, Any], Any]]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}
_ORDER: Final[Mapping[type[ast.cmpop], Callable[[Any, Any], bool]]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}


class ExpressionError(ValueError):
    """An expression is wrong, or has no value; the message says what was wanted and found."""


@dataclass(frozen=True, slots=True)
class Expression:
    """An expression that was read."""

    source: str
    tree: ast.expr
    names: frozenset[str]
    """The variables it uses."""

    def value(self, variables: Mapping[str, Any]) -> Any:
        """Its value.

        Raises:
            ExpressionError: it has none.
        """
        return _bounded(_value(self.tree, variables))

    def holds(self, variables: Mapping[str, Any]) -> bool:
        """Its value, which has to be true or false.

        Raises:
            ExpressionError: it is something else, or has no value.
        """
        return _truth(self.value(variables), f"the condition `{self.source}`")


def parse(source: str) -> Expression:
    """Read an expression.

    Raises:
        ExpressionError: it is none of this language.
    """
    text = source.strip()
    if not text:
        raise ExpressionError("the expression is empty")
    if len(text) > LONGEST:
        raise ExpressionError(f"the expression has {len(text)} characters, and {LONGEST} are the most")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            tree = ast.parse(text, mode="eval").body
    except SyntaxError as error:
        raise ExpressionError(f"`{shown_source(text)}` cannot be read: {error.msg}") from None
    except (ValueError, RecursionError, MemoryError):
        raise ExpressionError(f"`{shown_source(text)}` cannot be read") from None
    names: set[str] = set()
    _check(tree, names, 0)
    return Expression(text, tree, frozenset(names))


def shown_source(text: str) -> str:
    """An expression in a message."""
    return text if len(text) <= 80 else text[:77] + "..."


def matches(text: str, pattern: str) -> bool:
    """Whether a regular expression is found in a text.

    Raises:
        ExpressionError: it is no regular expression, is too large, or takes too long.
    """
    import regex

    repeats = math.prod(max(1, int(count[:18])) for count in _COUNT.findall(pattern))
    if len(pattern) > LONGEST_PATTERN or repeats > MOST_REPEATS:
        raise ExpressionError(
            f"the regular expression {shown(pattern)} is too large: {LONGEST_PATTERN} characters are the most, and "
            f"{MOST_REPEATS} for all its counts such as {{3}}, multiplied"
        )
    try:
        return regex.search(pattern, text, timeout=PATTERN_SECONDS) is not None
    except regex.error as error:
        raise ExpressionError(f"{shown(pattern)} is no regular expression: {error}") from None
    except TimeoutError:
        raise ExpressionError(f"the regular expression {shown(pattern)} takes too long") from None


def kind_of(value: Any) -> str:
    """The kind of a value, in words."""
    return next((words for types, words in _KINDS if isinstance(value, types)), "null")


def weighed(value: Any) -> Any:
    """The value, if it is not too large: what holds the same list twice counts it twice.

    Raises:
        ExpressionError: it is.
    """
    parts, texts, left = 0, 0, [value]
    while left:
        each = left.pop()
        parts += 1
        texts += len(each) if isinstance(each, str) else 0
        if parts > MOST_PARTS or texts > LARGEST_TEXT:
            raise ExpressionError("the value is too large")
        left += each.values() if isinstance(each, dict) else each if isinstance(each, list) else ()
    return value


def as_text(value: Any) -> str:
    """A value as it is written into a text."""
    if isinstance(value, str):
        return value
    return "" if value is None else json.dumps(value, ensure_ascii=False, default=str)


def defined(names: Iterable[str], known: Iterable[str]) -> None:
    """Check that there are variables of these names.

    Raises:
        ExpressionError: one is missing.
    """
    known = list(known)
    for name in sorted(names):
        if name not in known:
            there = f"; there are: {', '.join(sorted(known))}" if known else "; there are none"
            raise ExpressionError(f"there is no variable {name!r}{nearest(name, known)}{there}")


def _check(node: ast.AST, names: set[str], depth: int) -> None:
    """Refuse what is not of the language, wherever it stands, before anything is worked out."""
    if depth > DEEPEST:
        raise ExpressionError("the expression is nested too deeply")
    parts = _PARTS.get(type(node), lambda _: None)(node)
    if parts is None:
        raise ExpressionError(
            f"`{shown_source(ast.unparse(node))}` is not allowed here: there are comparisons, and, or, not, in, "
            f"+ - * / // %, a if b else c, parts such as a.b or a[0], and {', '.join(_FUNCTIONS)}"
        )
    if isinstance(node, ast.Name) and node.id not in _CONSTANTS:
        names.add(node.id)
    for part in parts:
        _check(part, names, depth + 1)


def _arguments(node: Any) -> list[ast.expr] | None:
    if not isinstance(node.func, ast.Name) or node.keywords:
        return None
    name = node.func.id
    if name not in _FUNCTIONS:
        known = ", ".join(_FUNCTIONS)
        raise ExpressionError(f"there is no function {name!r}{nearest(name, _FUNCTIONS)}; there are: {known}")
    return list(node.args)


def _value(node: ast.AST, variables: Mapping[str, Any]) -> Any:
    return _VALUES[type(node)](node, variables)


def _named(node: Any, variables: Mapping[str, Any]) -> Any:
    if node.id in _CONSTANTS:
        return _CONSTANTS[node.id]
    defined([node.id], variables)
    return variables[node.id]


def _joined(node: Any, variables: Mapping[str, Any]) -> bool:
    found = (_is_true(part, variables) for part in node.values)
    return any(found) if isinstance(node.op, ast.Or) else all(found)


def _is_true(node: ast.expr, variables: Mapping[str, Any]) -> bool:
    return _truth(_value(node, variables), f"`{ast.unparse(node)}`")


def _part(holder: Any, key: Any, told: str) -> Any:
    if isinstance(holder, dict) and isinstance(key, str):
        if key in holder:
            return holder[key]
        raise ExpressionError(
            f"`{told}` has no {key!r}{nearest(key, map(str, holder))}; it has: {', '.join(map(str, holder)) or 'nothing'}"
        )
    if isinstance(holder, (list, str)) and isinstance(key, int) and not isinstance(key, bool):
        if -len(holder) <= key < len(holder):
            return holder[key]
        raise ExpressionError(f"`{told}` has {len(holder)} parts, and there is no number {key}")
    raise ExpressionError(f"`{told}` is {kind_of(holder)}, and has no part {shown(key)}")


def _truth(value: Any, told: str) -> bool:
    if isinstance(value, bool):
        return value
    raise ExpressionError(f"{told} must be true or false, and is {kind_of(value)}: {shown(value)}")


def _number(value: Any) -> Any:
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return value
    raise ExpressionError(f"a number is wanted, not {kind_of(value)}: {shown(value)}")


def _computed(op: ast.operator, left: Any, right: Any) -> Any:
    joins = isinstance(op, ast.Add) and kind_of(left) == kind_of(right) in ("a text", "a list")
    if not joins:
        left, right = _number(left), _number(right)
    try:
        return _ARITHMETIC[type(op)](left, right)
    except (ZeroDivisionError, OverflowError) as error:
        raise ExpressionError(str(error)) from None


def _bounded(value: Any) -> Any:
    too_large = (
        (isinstance(value, int) and value.bit_length() > MOST_BITS)
        or (isinstance(value, (str, list)) and len(value) > LARGEST_TEXT)
        or (isinstance(value, float) and value - value != 0)
    )
    if too_large:
        raise ExpressionError("the value is too large")
    return value


def _compared(left: Any, ops: list[ast.cmpop], others: list[Any]) -> bool:
    for op, right in zip(ops, others, strict=True):
        if not _holds(left, op, right):
            return False
        left = right
    return True


def _holds(left: Any, op: ast.cmpop, right: Any) -> bool:
    if isinstance(op, (ast.In, ast.NotIn)):
        return _contains(right, left) is isinstance(op, ast.In)
    if isinstance(op, (ast.Eq, ast.NotEq)):
        if left is not None and right is not None:
            _same_kind(left, right)
        return (left == right) is isinstance(op, ast.Eq)
    _same_kind(left, right)
    if kind_of(left) not in ("a number", "a text"):
        raise ExpressionError(f"only numbers and texts have an order, not {kind_of(left)}")
    return _ORDER[type(op)](left, right)


def _same_kind(left: Any, right: Any) -> None:
    if kind_of(left) != kind_of(right):
        raise ExpressionError(
            f"{kind_of(left)} cannot be compared with {kind_of(right)}: {shown(left)} and {shown(right)}; "
            "int(...), float(...) and text(...) turn one into the other"
        )


def _contains(holder: Any, value: Any) -> bool:
    if isinstance(holder, str) and not isinstance(value, str):
        raise ExpressionError(f"a text only contains texts, not {kind_of(value)}: {shown(value)}")
    if isinstance(holder, (str, list, dict)):
        return value in holder
    raise ExpressionError(
        f"{kind_of(holder)} contains nothing: a text, a list or a mapping is wanted after `in`"
    )


def _called(name: str, arguments: list[Any]) -> Any:
    kinds, function, usage = _FUNCTIONS[name]
    fits = len(arguments) == len(kinds) and all(map(isinstance, arguments, kinds))
    if not fits or any(isinstance(each, bool) for each in arguments if name not in ("text", "len")):
        given = ", ".join(shown(each, 40) for each in arguments)
        raise ExpressionError(f"{usage}, and was given ({given})")
    try:
        return _bounded(function(*arguments))
    except ExpressionError:
        raise
    except (ValueError, OverflowError):
        raise ExpressionError(f"{name}({shown(arguments[0], 40)}) has no value: {usage}") from None


def _rounded(number: float, digits: int) -> float:
    if abs(digits) > MOST_DIGITS:
        raise ExpressionError(f"numbers are rounded to {MOST_DIGITS} digits at most, not {shown(digits)}")
    return round(number, digits)


_ANY: Final = (str, int, float, bool, list, dict, type(None))
_FUNCTIONS: Final[Mapping[str, tuple[tuple[Any, ...], Callable[..., Any], str]]] = {
    "len": (((str, list, dict),), len, "len(value) counts a text, a list or a mapping"),
    "int": (((str, int, float),), int, "int(value) takes a text of digits or a number"),
    "float": (((str, int, float),), float, "float(value) takes a text of digits or a number"),
    "text": ((_ANY,), as_text, "text(value) takes one value"),
    "lower": ((str,), str.lower, "lower(text) takes a text"),
    "upper": ((str,), str.upper, "upper(text) takes a text"),
    "trim": ((str,), str.strip, "trim(text) takes a text"),
    "round": (((int, float), int), _rounded, "round(number, digits) takes two numbers"),
    "matches": ((str, str), matches, "matches(text, pattern) takes a text and a regular expression"),
}
_SIGNS: Final = (ast.Not, ast.USub)
_NO_ORDER: Final = (ast.Is, ast.IsNot)
_PARTS: Final[Mapping[type[ast.AST], Callable[[Any], list[Any] | None]]] = {
    ast.Constant: lambda node: [] if isinstance(node.value, (str, int, float, type(None))) else None,
    ast.Name: lambda node: [],
    ast.Call: _arguments,
    ast.Attribute: lambda node: [node.value],
    ast.Subscript: lambda node: None if isinstance(node.slice, ast.Slice) else [node.value, node.slice],
    ast.List: lambda node: node.elts,
    ast.BoolOp: lambda node: node.values,
    ast.UnaryOp: lambda node: [node.operand] if isinstance(node.op, _SIGNS) else None,
    ast.BinOp: lambda node: [node.left, node.right] if type(node.op) in _ARITHMETIC else None,
    ast.IfExp: lambda node: [node.test, node.body, node.orelse],
    ast.Compare: lambda node: (
        None if any(isinstance(op, _NO_ORDER) for op in node.ops) else [node.left, *node.comparators]
    ),
}
"""What the language has of Python: each kind of node, and the parts of one; None where it is another use of it."""
_VALUES: Final[Mapping[type[ast.AST], Callable[[Any, Mapping[str, Any]], Any]]] = {
    ast.Constant: lambda node, variables: node.value,
    ast.Name: _named,
    ast.Call: lambda node, variables: _called(node.func.id, [_value(each, variables) for each in node.args]),
    ast.Attribute: lambda node, variables: _part(
        _value(node.value, variables), node.attr, ast.unparse(node.value)
    ),
    ast.Subscript: lambda node, variables: _part(
        _value(node.value, variables), _value(node.slice, variables), ast.unparse(node.value)
    ),
    ast.List: lambda node, variables: [_value(each, variables) for each in node.elts],
    ast.BoolOp: _joined,
    ast.UnaryOp: lambda node, variables: (
        not _is_true(node.operand, variables)
        if isinstance(node.op, ast.Not)
        else -_number(_value(node.operand, variables))
    ),
    ast.BinOp: lambda node, variables: _bounded(
        _computed(node.op, _value(node.left, variables), _value(node.right, variables))
    ),
    ast.IfExp: lambda node, variables: _value(
        node.body if _is_true(node.test, variables) else node.orelse, variables
    ),
    ast.Compare: lambda node, variables: _compared(
        _value(node.left, variables), node.ops, [_value(each, variables) for each in node.comparators]
    ),
}
