"""Whether two values of a page, or one and a given one, stand in a relation."""

from __future__ import annotations

import operator
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from pytest_webagent.claims.underivable import RefutedError, UnderivableError
from pytest_webagent.values.amounts import Amount, UnreadableError, is_only, keys, worth
from pytest_webagent.values.likeness import likeness
from pytest_webagent.values.plain_text import quoted
from pytest_webagent.values.quantities import may_be_same

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from pytest_webagent.claims.derivation import Derivation
    from pytest_webagent.values.amounts import Worth

_ORDERS: Final[Mapping[str, Callable[[Any, Any], bool]]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_WORDS: Final[Mapping[str, str]] = {
    "=": "equal to",
    "!=": "different from",
    "<": "less than",
    "<=": "at most",
    ">": "greater than",
    ">=": "at least",
}


def compared(derivation: Derivation, said: Sequence[str], names: Sequence[str], language: str) -> None:
    """Check that the relation holds between what two elements say, or between each and the value it is compared `to`.

    Args:
        derivation: the relation and the given value.
        said: what each element says.
        names: each element in words.
        language: the page's.

    Raises:
        UnderivableError: it does not hold, or they cannot be compared.
    """
    relation = derivation.relation
    if relation is None or relation not in _WORDS:
        raise UnderivableError(f"compare needs a `relation`: one of {', '.join(_WORDS)}")
    if derivation.to.strip() and said:
        for text, name in zip(said, names, strict=True):
            in_relation(relation, (text, derivation.to), (name, quoted(derivation.to)), language)
        return
    if len(said) != 2:
        raise UnderivableError(
            f"compare needs two values: two `elements`, or what each of them is compared `to`; it has {len(said)} elements "
            f"and {quoted(derivation.to) if derivation.to else 'no value'} in `to`"
        )
    if len(set(derivation.elements)) == 1:
        raise UnderivableError("an element is compared with itself: give two elements, or a value in `to`")
    in_relation(relation, said, names, language, both=True)


def in_relation(
    relation: str, texts: Sequence[str], told: Sequence[str], language: str, *, both: bool = False
) -> None:
    """Check that the first of two texts stands in a relation to the second.

    Args:
        relation: one of `_WORDS`.
        texts: the two.
        told: what messages call them.
        language: the page's, in which the first is written.
        both: whether the second is written in it, too.

    Raises:
        UnderivableError: it does not, or they cannot be compared.
    """
    if not texts[1].strip():
        raise UnderivableError(
            f"{told[0]} is {_WORDS[relation]} what? Give the value to compare with in `to`, or leave the `relation` out"
        )
    languages = [language, language if both else ""]
    if relation in _ORDERS:
        holds = _in_order(relation, texts, told, languages)
    else:
        holds = _alike(texts, told, languages) == (relation == "=")
    if not holds:
        raise RefutedError(f"{told[0]} is not {_WORDS[relation]} {told[1]}")


def rising(relation: str, said: Sequence[str], names: Sequence[str], language: str) -> None:
    """Check that each of several texts stands in a relation to the next one.

    Raises:
        UnderivableError: two do not, or cannot be compared.
    """
    told = [f"{quoted(text)} ({name})" for text, name in zip(said, names, strict=True)]
    for pair in zip(pairwise(said), pairwise(told), strict=True):
        in_relation(relation, *pair, language, both=True)


def _in_order(relation: str, texts: Sequence[str], told: Sequence[str], languages: Sequence[str]) -> bool:
    worths = _worths(texts, told, languages)
    for text, worthy in zip(texts, worths, strict=True):
        if isinstance(worthy, str):
            raise UnderivableError(
                f"{quoted(text)} holds no number and no date, so it is neither less nor greater than another: "
                "compare texts with = or !="
            )
    first, second = keys(worths, bare=True)
    return _ORDERS[relation](first, second)


def _worths(texts: Sequence[str], told: Sequence[str], languages: Sequence[str]) -> list[Worth]:
    return [worth(text, language, name) for text, name, language in zip(texts, told, languages, strict=True)]


def _alike(texts: Sequence[str], told: Sequence[str], languages: Sequence[str]) -> bool:
    """Whether two say the same: as a whole, or the one is a number or date and the other one holds it."""
    like = likeness(texts[1], texts[0], languages[0])
    if like.same:
        return True
    worths = _alone(texts, told, languages)
    if worths is not None:
        one, other = worths
        if (
            isinstance(one, Amount)
            and isinstance(other, Amount)
            and not may_be_same(one.quantity, other.quantity)
        ):
            return False
        first, second = keys(worths, bare=True)
        return first == second
    if like.doubt:
        raise UnderivableError(f"whether {told[0]} and {told[1]} are the same cannot be told: {like.doubt}")
    return False


def _alone(texts: Sequence[str], told: Sequence[str], languages: Sequence[str]) -> list[Worth] | None:
    """The numbers or dates of both, where one of the texts is nothing else; None where they are compared as texts."""
    worths: list[Worth] = []
    problems: list[UnreadableError] = []
    alone = False
    for text, name, language in zip(texts, told, languages, strict=True):
        try:
            worths.append(worth(text, language, name))
            alone = alone or is_only(worths[-1], text)
        except UnreadableError as problem:
            problems.append(problem)
    if problems and alone:
        raise problems[0]
    if problems or not alone or any(isinstance(each, str) for each in worths):
        return None
    return worths if isinstance(worths[0], Amount) == isinstance(worths[1], Amount) else None
