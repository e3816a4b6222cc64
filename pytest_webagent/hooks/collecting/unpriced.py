"""Refuses, before any test runs, to limit the US dollars of a model whose price is not known.

What a model of the user's own costs is known only when its fixture has made it: then that test says so.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from pytest_webagent.errors import ConfigError
from pytest_webagent.hooks.collecting.collection import settings_for, uses_ours

if TYPE_CHECKING:
    from collections.abc import Iterable

    import pytest

    from pytest_webagent.config import Settings


def unpriced(items: Iterable[pytest.Item]) -> list[str]:
    """What is wrong with the limits of these tests: a text for each model."""
    found = [_problem(item) for item in items if uses_ours(item)]
    return list(dict.fromkeys(filter(None, found)))


def _problem(item: pytest.Item) -> str:
    try:
        settings = settings_for(item)
    except ConfigError:
        return ""
    if settings.test_usd is None and settings.session_usd is None:
        return ""
    if not _is_our_fixture(item, "model_client"):
        settings = settings._replace(model="builtin")
    if not _is_our_fixture(item, "webagent_verifier"):
        settings = settings._replace(verifier=None)
    return _said_of(settings)


def _is_our_fixture(item: pytest.Item, name: str) -> bool:
    """Whether a fixture a test uses is the one of this package and not a user's."""
    info = getattr(item, "_fixtureinfo", None)
    found = None if info is None else info.name2fixturedefs.get(name)
    return found is not None and found[-1].func.__module__ == "pytest_webagent.fixtures"


@cache
def _said_of(settings: Settings) -> str:
    # Loaded here and not above: only sessions with a limit need it.
    from pytest_webagent.budget.account import Account, Allowance
    from pytest_webagent.budget.budget import Budget
    from pytest_webagent.budget.meter import Meter
    from pytest_webagent.model.select import model_for, verifier_for

    budget = Budget(settings, session=Account("session", Allowance.of(settings, "session")))
    try:
        models = [model_for(settings), verifier_for(settings)]
    except ConfigError:
        # The fixture says so: this test needs a key or another setting before a price.
        return ""
    try:
        for model in filter(None, models):
            Meter(model, budget)
    except ConfigError as error:
        return str(error)
    return ""
