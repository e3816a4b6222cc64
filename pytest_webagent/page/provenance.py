"""Whose a page is, and whose the frames on it are: what others than the test's origins say is not read as evidence."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pytest_webagent.observation import Observation
    from pytest_webagent.policy.origins import AllowedOrigins


def of_the_test(page: Observation, origins: AllowedOrigins) -> Observation:
    """A page as its evidence is worked out on it: what is not of the test's `origins` is there, and cannot be read.

    The address stays: the browser tells it, and not the page.
    """
    foreign = origins.foreign(page.url)
    if not foreign and not any(each.foreign for each in page.elements):
        return page
    elements = (
        replace(each, hidden=True, foreign=each.foreign or foreign) if foreign or each.foreign else each
        for each in page.elements
    )
    return replace(page, elements=tuple(elements), title="" if foreign else page.title)
