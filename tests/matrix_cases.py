"""Cases of a test that repeat the shape of one beside them: `make test-all` tries them, `make test` does not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterable

    from _pytest.mark import ParameterSet


def repeats(*cases: Any) -> list[ParameterSet]:
    """Cases for `parametrize`, each a value or a tuple of values, that repeat others."""
    return [pytest.param(*_values(case), marks=pytest.mark.matrix) for case in cases]


def by_default(
    table: Mapping[str, Any] | Iterable[str], *names: str, but: Iterable[str] = ()
) -> list[ParameterSet]:
    """The cases of a table by their names, or names alone: by default those given, or all but some, which repeat them."""
    cases = table if isinstance(table, Mapping) else {name: name for name in table}
    chosen = names or set(cases) - set(but)
    return [
        pytest.param(*_values(case), id=name, marks=() if name in chosen else pytest.mark.matrix)
        for name, case in cases.items()
    ]


def _values(case: Any) -> tuple[Any, ...]:
    return case if isinstance(case, tuple) else (case,)
