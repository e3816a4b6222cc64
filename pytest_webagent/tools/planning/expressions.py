"""A small language of conditions and values: ``total.output.price < 10 and 'mug' in name``.

It has names, texts, numbers, lists, comparisons, ``and or not in``, ``a if b else c``, ``+ - * / // %``, parts of values
(``result.output.rows[0]``) and a handful of functions. Python's own parser reads it; what the tables below do not name
is refused, so nothing of Python can be reached through it. Kinds of values are kept apart: a text is never compared
with a number, and a condition is true or false and nothing else.
"""

from __future__ import annotations

import ast
import json
import operator
import warnings
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from pytest_webagent.claims import patterns
from pytest_webagent.claims.underivable import UnderivableError
from pytest_webagent.tools.core.wording import nearest, shortened, shown
from pytest_webagent.tools.planning.document import Number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

LONGEST: Final = 1000
"""Most characters of an expression."""
LARGEST_TEXT: Final = 200_000
MOST_BITS: Final = 256
DEEPEST: Final = 30
MOST_DIGITS: Final = 100
"""Most digits that numbers are rounded to."""
MOST_PARTS: Final = 20_000
"""Most values in a value, those in others counted as well."""

_CONSTANTS: Final[Mapping[str, Any]] = {"true": True, "false": False, "null": None}
_KINDS: Final = (
    (bool, "true or false"),
    ((int, float), "a number"),
    (str, "a text"),
    (list, "a list"),
    (dict, "a mapping"),
)


class ExpressionError(ValueError):
    """An expression is wrong, or has no value; the message says what was wanted and found."""


@dataclass(frozen=True, slots=True)
class Expression:
    """An expression that was read."""

    tree: ast.expr
    names: frozenset[str]
    """The variables it uses."""

    def value(self, variables: Mapping[str, Any]) -> Any:
        """Its value.

        Raises:
            ExpressionError: it has none.
        """
        return bounded(_Evaluation(variables).visit(self.tree))

    def holds(self, variables: Mapping[str, Any]) -> bool:
        """Its value, which has to be true or false.

        Raises:
            ExpressionError: it is something else, or has no value.
        """
        return _Evaluation(variables).truth(self.tree)


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
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        why = f": {error.msg}" if isinstance(error, SyntaxError) else ""
        raise ExpressionError(f"`{shortened(text, 80)}` cannot be read{why}") from None
    names: set[str] = set()
    _check(tree, names, 0)
    return Expression(tree, frozenset(names))


def matches(text: Any, pattern: str) -> bool:
    """Whether a regular expression is found in a text.

    Raises:
        ExpressionError: it is no regular expression, is too large, or takes too long.
    """
    if not isinstance(text, str):
        raise ExpressionError(f"only a text matches a pattern, not {kind_of(text)}: {shown(text)}")
    try:
        return patterns.matches(text, pattern)
    except UnderivableError as error:
        raise ExpressionError(str(error)) from None


def kind_of(value: Any) -> str:
    """The kind of a value, in words."""
    return next((words for types, words in _KINDS if isinstance(value, types)), "null")


def bounded(value: Any) -> Any:
    """The value, if it is not too large: what holds the same list twice counts it twice.

    Raises:
        ExpressionError: it is.
    """
    parts, texts, left = 0, 0, [value]
    while left:
        each = left.pop()
        parts += 1
        texts += len(each) if isinstance(each, str) else 0
        too_large = (isinstance(each, int) and each.bit_length() > MOST_BITS) or (
            isinstance(each, float) and each - each != 0
        )
        if too_large or parts > MOST_PARTS or texts > LARGEST_TEXT:
            raise ExpressionError("the value is too large")
        left += each.values() if isinstance(each, dict) else each if isinstance(each, list) else ()
    return value


def as_text(value: Any) -> str:
    """A value as it is written into a text."""
    if isinstance(value, (str, Number)):
        return str(value)
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


def equal(left: Any, right: Any) -> bool:
    """Whether two values of one kind are the same.

    Raises:
        ExpressionError: they are of two kinds, and neither is null.
    """
    if left is not None and right is not None:
        _same_kind(left, right)
    return bool(left == right)


def contains(holder: Any, value: Any) -> bool:
    """Whether a text, a list or a mapping has a value in it.

    Raises:
        ExpressionError: nothing can be in it, or not this.
    """
    if isinstance(holder, str) and not isinstance(value, str):
        raise ExpressionError(f"a text only contains texts, not {kind_of(value)}: {shown(value)}")
    if isinstance(holder, list):
        return any(kind_of(each) == kind_of(value) and each == value for each in holder)
    if isinstance(holder, (str, dict)):
        return value in holder
    raise ExpressionError(f"{kind_of(holder)} contains nothing: a text, a list or a mapping is wanted")


def _check(node: ast.AST, names: set[str], depth: int) -> None:
    """Refuse what is not of the language, wherever it stands, before anything is worked out."""
    if depth > DEEPEST:
        raise ExpressionError("the expression is nested too deeply")
    parts = list(ast.iter_child_nodes(node))
    allowed = hasattr(_Evaluation, f"visit_{type(node).__name__}") or type(node) in _OPERATORS
    if isinstance(node, ast.Constant):
        allowed = isinstance(node.value, (str, int, float, type(None)))
    elif isinstance(node, ast.Name) and node.id not in _CONSTANTS:
        names.add(node.id)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        name, parts = node.func.id, [*node.args, *node.keywords]
        if name not in _FUNCTIONS:
            known = ", ".join(_FUNCTIONS)
            raise ExpressionError(
                f"there is no function {name!r}{nearest(name, _FUNCTIONS)}; there are: {known}"
            )
    elif isinstance(node, ast.Call):
        allowed = False
    if not allowed:
        raise ExpressionError(
            f"`{shortened(ast.unparse(node), 80)}` is not allowed here: there are comparisons, and, or, not, in, "
            f"+ - * / // %, a if b else c, parts such as a.b or a[0], and {', '.join(_FUNCTIONS)}"
        )
    for part in parts:
        if not isinstance(part, (ast.expr_context, ast.boolop)):
            _check(part, names, depth + 1)


class _Evaluation(ast.NodeVisitor):
    """Works out what was checked; what it has no method for is not of the language."""

    def __init__(self, variables: Mapping[str, Any]) -> None:
        self._variables = variables

    def truth(self, node: ast.expr) -> bool:
        value = self.visit(node)
        if isinstance(value, bool):
            return value
        raise ExpressionError(
            f"`{ast.unparse(node)}` must be true or false, and is {kind_of(value)}: {shown(value)}"
        )

    def visit_Constant(self, node: ast.Constant) -> Any:
        return node.value

    def visit_Name(self, node: ast.Name) -> Any:
        if node.id in _CONSTANTS:
            return _CONSTANTS[node.id]
        defined([node.id], self._variables)
        return self._variables[node.id]

    def visit_Call(self, node: Any) -> Any:
        return _called(node.func.id, [self.visit(each) for each in node.args])

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        return _part(self.visit(node.value), node.attr, node.value)

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        return _part(self.visit(node.value), self.visit(node.slice), node.value)

    def visit_List(self, node: ast.List) -> Any:
        return [self.visit(each) for each in node.elts]

    def visit_BoolOp(self, node: ast.BoolOp) -> bool:
        found = map(self.truth, node.values)
        return any(found) if isinstance(node.op, ast.Or) else all(found)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> Any:
        if isinstance(node.op, ast.Not):
            return not self.truth(node.operand)
        return -_number(self.visit(node.operand))

    def visit_BinOp(self, node: ast.BinOp) -> Any:
        left, right = self.visit(node.left), self.visit(node.right)
        joins = isinstance(node.op, ast.Add) and kind_of(left) == kind_of(right) in ("a text", "a list")
        if not joins:
            left, right = _number(left), _number(right)
        try:
            return bounded(_OPERATORS[type(node.op)](left, right))
        except (ZeroDivisionError, OverflowError) as error:
            raise ExpressionError(str(error)) from None

    def visit_IfExp(self, node: ast.IfExp) -> Any:
        return self.visit(node.body if self.truth(node.test) else node.orelse)

    def visit_Compare(self, node: ast.Compare) -> bool:
        pairs = pairwise(self.visit(each) for each in (node.left, *node.comparators))
        return all(_OPERATORS[type(op)](*pair) for op, pair in zip(node.ops, pairs, strict=True))


def _part(holder: Any, key: Any, source: ast.expr) -> Any:
    told = ast.unparse(source)
    if isinstance(holder, dict) and isinstance(key, str):
        if key in holder:
            return holder[key]
        there = ", ".join(map(str, holder)) or "nothing"
        raise ExpressionError(f"`{told}` has no {key!r}{nearest(key, map(str, holder))}; it has: {there}")
    if isinstance(holder, (list, str)) and kind_of(key) == "a number" and isinstance(key, int):
        if -len(holder) <= key < len(holder):
            return holder[key]
        raise ExpressionError(f"`{told}` has {len(holder)} parts, and there is no number {key}")
    raise ExpressionError(f"`{told}` is {kind_of(holder)}, and has no part {shown(key)}")


def _number(value: Any) -> Any:
    if kind_of(value) == "a number":
        return value
    raise ExpressionError(f"a number is wanted, not {kind_of(value)}: {shown(value)}")


def _ordered(holds: Callable[[Any, Any], bool]) -> Callable[[Any, Any], bool]:
    def compared(left: Any, right: Any) -> bool:
        _same_kind(left, right)
        if kind_of(left) not in ("a number", "a text"):
            raise ExpressionError(f"only numbers and texts have an order, not {kind_of(left)}")
        return holds(left, right)

    return compared


def _same_kind(left: Any, right: Any) -> None:
    if kind_of(left) != kind_of(right):
        raise ExpressionError(
            f"{kind_of(left)} cannot be compared with {kind_of(right)}: {shown(left)} and {shown(right)}; "
            "int(...), float(...) and text(...) turn one into the other"
        )


def _called(name: str, arguments: list[Any]) -> Any:
    function, usage = _FUNCTIONS[name]
    try:
        return bounded(function(*arguments))
    except ExpressionError:
        raise
    except (TypeError, ValueError, OverflowError):
        given = ", ".join(shown(each, 40) for each in arguments)
        raise ExpressionError(f"{usage}, and was given ({given})") from None


def _rounded(number: float, digits: int) -> float:
    if abs(digits) > MOST_DIGITS:
        raise ExpressionError(f"numbers are rounded to {MOST_DIGITS} digits at most, not {shown(digits)}")
    return round(number, digits)


_FUNCTIONS: Final[Mapping[str, tuple[Callable[..., Any], str]]] = {
    "len": (len, "len(value) counts a text, a list or a mapping"),
    "int": (int, "int(value) takes a text of digits or a number"),
    "float": (float, "float(value) takes a text of digits or a number"),
    "text": (as_text, "text(value) takes one value"),
    "lower": (str.lower, "lower(text) takes a text"),
    "upper": (str.upper, "upper(text) takes a text"),
    "trim": (str.strip, "trim(text) takes a text"),
    "round": (_rounded, "round(number, digits) takes two numbers"),
    "matches": (matches, "matches(text, pattern) takes a text and a regular expression"),
}
_OPERATORS: Final[Mapping[type[ast.AST], Callable[..., Any]]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Lt: _ordered(operator.lt),
    ast.LtE: _ordered(operator.le),
    ast.Gt: _ordered(operator.gt),
    ast.GtE: _ordered(operator.ge),
    ast.Eq: equal,
    ast.NotEq: lambda left, right: not equal(left, right),
    ast.In: lambda value, holder: contains(holder, value),
    ast.NotIn: lambda value, holder: not contains(holder, value),
    ast.Not: operator.not_,
    ast.USub: operator.neg,
}
"""What the language has of Python's operators."""
