"""Runs a test of ours several times, where it asks for that, and has pytest see one test with one outcome.

Every run is kept and told: nothing is tried again until it passes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pytest_webagent.hooks.collecting.collection import is_repeated, settings_for
from pytest_webagent.hooks.repeat.attempt_runner import Attempts
from pytest_webagent.hooks.repeat.attempts import as_one
from pytest_webagent.hooks.repeat.pass_rate import Plan

if TYPE_CHECKING:
    from pytest_webagent.config import Settings


def plan_of(item: pytest.Item) -> Plan | None:
    """How a test is repeated; None if it runs once, as every test does that uses no fixture of ours."""
    return plan_by(settings_for(item)) if is_repeated(item) else None


def plan_by(settings: Settings) -> Plan:
    """How a test with these settings is repeated."""
    return Plan(settings.runs, settings.min_passes or settings.runs, settings.all_runs)


# Before plugins that run failed tests again: a test that is repeated here is not repeated there.
@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Run a test as often as its plan says, and report once."""
    if item.config.getoption("setuponly", False) or (plan := plan_of(item)) is None:
        return None
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    attempts = Attempts(item, plan, after=nextitem, after_pass=nextitem).made()
    for report in as_one(attempts, plan):
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True
