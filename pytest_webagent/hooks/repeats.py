"""Runs a test of ours several times, where it asks for that, and has pytest see one test with one outcome.

Each run is set up and torn down like a test of its own, so its fixtures of function scope are fresh; fixtures of
wider scopes live on until after the last run. Every run is kept and told: nothing is tried again until it passes.
"""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

import pytest
from _pytest.runner import call_and_report

from pytest_webagent.hooks.attempts import Attempt, as_one, pass_rate, verdict
from pytest_webagent.hooks.collection import is_repeated, settings_for
from pytest_webagent.hooks.ledger import PREFIX
from pytest_webagent.hooks.pass_rate import Plan

if TYPE_CHECKING:
    from collections.abc import Sequence


def plan_of(item: pytest.Item) -> Plan | None:
    """How a test is repeated; None if it runs once, as every test does that uses no fixture of ours."""
    if not is_repeated(item):
        return None
    settings = settings_for(item)
    return Plan(settings.runs, settings.min_passes or settings.runs, settings.all_runs)


# Before plugins that run failed tests again: a test that is repeated here is not repeated there.
@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Run a test as often as its plan says, and report once."""
    if item.config.getoption("setuponly", False) or (plan := plan_of(item)) is None:
        return None
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    for report in as_one(_attempts(item, nextitem, plan), plan):
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


def _attempts(item: pytest.Item, nextitem: pytest.Item | None, plan: Plan) -> list[Attempt]:
    properties = list(item.user_properties)
    attempts: list[Attempt] = []
    while True:
        if attempts:
            _renew(item)
            # What an attempt wrote and recorded is in its own reports.
            item.user_properties[:] = properties
            item._report_sections.clear()
        try:
            attempt, is_last = _attempt(item, nextitem, plan, attempts)
        finally:
            _forget(item)
        attempts.append(attempt)
        if is_last:
            return attempts


def _attempt(
    item: pytest.Item, nextitem: pytest.Item | None, plan: Plan, before: Sequence[Attempt]
) -> tuple[Attempt, bool]:
    """One attempt, and whether it is the last: that is known before it is torn down, and decides what is."""
    setup = call_and_report(item, "setup", log=False)
    call = None
    if setup.passed:
        call = call_and_report(item, "call", log=False)
    passed = None if call is None else verdict(call)
    stopped = bool(item.session.shouldstop or item.session.shouldfail)
    is_last = stopped or passed is None or plan.is_over(pass_rate(before).after(passed))
    after = _sibling(item) if not is_last else None if stopped else nextitem
    teardown = call_and_report(item, "teardown", log=False, nextitem=after)
    told = {name: value for name, value in item.user_properties if str(name).startswith(PREFIX)}
    return Attempt(len(before) + 1, setup, call, teardown, told), is_last


def _sibling(item: pytest.Item) -> pytest.Item:
    """Another item at the place of this one: when it is next, this one is torn down and all above it is kept."""
    return copy.copy(item)


def _renew(item: Any) -> None:
    """Prepare an item for being set up once more, with another object of its class."""
    if hasattr(item, "_request"):
        item._initrequest()
    if isinstance(item, pytest.Function) and item.cls is not None:
        own = item.__dict__
        # Unless a plugin has put something else in the place of the method.
        if getattr(own.get("_obj"), "__self__", None) is own.get("_instance"):
            own.pop("_instance", None)
            own.pop("_obj", None)


def _forget(item: Any) -> None:
    """Let go of an attempt's fixtures, as pytest does after each test."""
    if hasattr(item, "_request"):
        item._request = False
        item.funcargs = None
