"""Cases of a test that repeat the shape of one beside them: `make test-all` tries them, `make test` does not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Mapping

    from _pytest.mark import ParameterSet


def repeats(*cases: Any) -> list[ParameterSet]:
    """Cases for `parametrize`, each a value or a tuple of values, that repeat others."""
    return [
        pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.matrix)
        for case in cases
    ]


def by_default(table: Mapping[str, Any], *names: str) -> list[ParameterSet]:
    """The cases of a table by their names; all but those named here repeat others."""
    return [
        pytest.param(
            *(case if isinstance(case, tuple) else (case,)),
            id=name,
            marks=() if name in names else pytest.mark.matrix,
        )
        for name, case in table.items()
    ]
