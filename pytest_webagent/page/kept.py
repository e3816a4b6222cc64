"""What is worked out of a page once, and kept with it."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_webagent.observation import Observation

_Made = TypeVar("_Made")


def kept(make: Callable[[Observation], _Made]) -> Callable[[Observation], _Made]:
    """The same, but done once for each page."""

    @wraps(make)
    def once(page: Observation) -> _Made:
        if make.__name__ not in page.__dict__:
            page.__dict__[make.__name__] = make(page)
        made: _Made = page.__dict__[make.__name__]
        return made

    return once
