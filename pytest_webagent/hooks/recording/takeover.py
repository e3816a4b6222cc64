"""After a recording was not to be replayed any more: has the test done once more, by the model, and recorded anew.

The whole test is done again, and not the rest of it: an answer is only derived from pages that were looked at, and a
replay looks at few. That attempt is the one that counts; the replay before it is told as an earlier run.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from pytest_webagent.errors import ConfigError, Diverged
from pytest_webagent.hooks.collecting.collection import is_repeated, settings_for
from pytest_webagent.hooks.outcome.ledger import PREFIX
from pytest_webagent.hooks.recording.attempt_recordings import file_of, set_aside
from pytest_webagent.hooks.repeat.attempt_runner import Attempts, is_stopped, sibling, tear_down_rest
from pytest_webagent.hooks.repeat.once_more import begin_again
from pytest_webagent.hooks.repeat.pass_rate import Plan

if TYPE_CHECKING:
    from pytest_webagent.hooks.repeat.attempts import Attempt

_ONCE: Final = Plan(1, 1)


def _may_be_taken_over(item: pytest.Item) -> bool:
    """Whether there is a recording, and a model that may do what it cannot; what runs a test again decides for itself."""
    try:
        settings = settings_for(item)
    except ConfigError:
        return False
    again = item.config.getoption("reruns", None) or item.get_closest_marker("flaky")
    asked = settings.record == "missing" and settings.heal != "off" and not (settings.mutate or again)
    return asked and not is_repeated(item) and file_of(item).is_file()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Run a test from its recording and, where that diverges, without it."""
    if item.config.getoption("setuponly", False) or not _may_be_taken_over(item):
        return None
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    (attempt,) = Attempts(item, _ONCE, after=sibling(item), after_pass=nextitem).made()
    if _diverged(attempt) and not is_stopped(item):
        set_aside(item, attempt.reason)
        begin_again(item, list(item.user_properties))
        (attempt,) = Attempts(item, _ONCE, after=nextitem, after_pass=nextitem).made()
    elif attempt.outcome != "passed":
        tear_down_rest(item, nextitem, attempt.teardown)
    for report in attempt.reports:
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


def _diverged(attempt: Attempt) -> bool:
    """Whether it ended because the page is not as it was recorded, and with nothing else amiss."""
    ended = attempt.call is not None and not attempt.call.passed and not attempt.teardown.failed
    return ended and attempt.told.get(f"{PREFIX}status") == Diverged.status
