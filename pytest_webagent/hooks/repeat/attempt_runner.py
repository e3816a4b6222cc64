"""Runs a test several times by pytest's own phases, each time with fresh fixtures of function scope.

Each attempt is set up and torn down like a test of its own; fixtures of wider scopes live on until after the last. Its
reports are kept and not logged: what becomes of them is up to the caller.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import pytest
from _pytest.runner import call_and_report

from pytest_webagent.hooks.outcome.ledger import PREFIX
from pytest_webagent.hooks.repeat.attempts import MADE, Attempt, pass_rate, verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.hooks.repeat.pass_rate import Plan

_When: TypeAlias = Literal["setup", "call", "teardown"]


@dataclass(slots=True)
class Attempts:
    """Makes the attempts at one test that its plan asks for."""

    item: pytest.Item
    plan: Plan
    after: pytest.Item | None
    """What comes when the last attempt is over; what that does not need is torn down with it."""
    after_pass: pytest.Item | None = None
    """The same, where the verdict is a pass."""
    quiet: bool = False
    """Whether debuggers and the like hear nothing of failures, since failures are expected."""

    def made(self) -> list[Attempt]:
        """Make them. They leave the item as it was before the first, but for what a plugin keeps on it."""
        properties = list(self.item.user_properties)
        attempts: list[Attempt] = []
        self.item.stash[MADE] = attempts
        while True:
            try:
                attempt, is_last = self._attempt(attempts)
            finally:
                _forget(self.item)
            attempts.append(attempt)
            if is_last:
                del self.item.stash[MADE]
                return attempts
            renew(self.item, properties)

    def _attempt(self, before: Sequence[Attempt]) -> tuple[Attempt, bool]:
        """One attempt, and whether it is the last: that is known before it is torn down, and decides what is."""
        item, plan = self.item, self.plan
        setup = self._phase("setup")
        call = self._phase("call") if setup.passed else None
        passed = None if call is None else verdict(call)
        stopped = is_stopped(item)
        rate = pass_rate(before) if passed is None else pass_rate(before).after(passed)
        is_last = stopped or passed is None or plan.is_over(rate)
        goes_well = passed is not None and rate.passed >= plan.wanted
        calls = [each for each in (*[attempt.call for attempt in before], call) if each is not None]
        fails = setup.failed or any(each.failed for each in (calls[-1:] if goes_well else calls))
        ends_session = stopped or (fails and not self.quiet and is_last_failure(item))
        end = None if ends_session else self.after_pass if goes_well else self.after
        teardown = self._phase("teardown", nextitem=end if is_last else sibling(item))
        told = {name: value for name, value in item.user_properties if str(name).startswith(PREFIX)}
        return Attempt(len(before) + 1, setup, call, teardown, told), is_last

    def _phase(self, when: _When, **arguments: Any) -> pytest.TestReport:
        if not self.quiet:
            return call_and_report(self.item, when, log=False, **arguments)
        hook = getattr(self.item.ihook, f"pytest_runtest_{when}")
        call = pytest.CallInfo.from_call(
            lambda: hook(item=self.item, **arguments),
            when=when,
            reraise=_let_through(self.item.config),
        )
        report: pytest.TestReport = self.item.ihook.pytest_runtest_makereport(item=self.item, call=call)
        return report


def _let_through(config: pytest.Config) -> tuple[type[BaseException], ...]:
    """What ends the session and is no failure, as pytest has it; older versions have no function for it."""
    ends: type[BaseException] = pytest.exit.Exception
    return (ends,) if config.getoption("usepdb", False) else (ends, KeyboardInterrupt)


def is_stopped(item: pytest.Item) -> bool:
    """Whether the session is to end after this test."""
    return bool(item.session.shouldstop or item.session.shouldfail)


def is_last_failure(item: pytest.Item) -> bool:
    """Whether the session is to end if this test fails.

    Pytest finds that when the failure is reported, which for several attempts is after the last was torn down. What is
    still set up then is torn down when no error of it can be reported any more.
    """
    most = item.config.getvalue("maxfail")
    return bool(most) and item.session.testsfailed + 1 >= int(most)


def sibling(item: pytest.Item) -> pytest.Item:
    """Another item at the place of this one: when it is next, this one is torn down and all above it is kept."""
    return copy.copy(item)


def tear_down_rest(item: pytest.Item, nextitem: pytest.Item | None, teardown: pytest.TestReport) -> None:
    """Tear down what the next test does not need; that fails where the teardown of the test itself would have failed."""
    following = None if is_stopped(item) else nextitem
    rest = pytest.CallInfo.from_call(
        lambda: item.session._setupstate.teardown_exact(following),
        when="teardown",
        reraise=_let_through(item.config),
    )
    if rest.excinfo is not None and teardown.passed:
        report = item.ihook.pytest_runtest_makereport(item=item, call=rest)
        teardown.outcome, teardown.longrepr = report.outcome, report.longrepr


def renew(item: Any, properties: Sequence[tuple[str, object]]) -> None:
    """Prepare an item for being set up once more, with another object of its class and these properties."""
    if hasattr(item, "_request"):
        item._initrequest()
    if isinstance(item, pytest.Function) and item.cls is not None:
        own = item.__dict__
        # Unless a plugin has put something else in the place of the method.
        if getattr(own.get("_obj"), "__self__", None) is own.get("_instance"):
            own.pop("_instance", None)
            own.pop("_obj", None)
    # What an attempt wrote and recorded is in its own reports.
    item.user_properties[:] = properties
    item._report_sections.clear()


def _forget(item: Any) -> None:
    """Let go of an attempt's fixtures, as pytest does after each test."""
    if hasattr(item, "_request"):
        item._request = False
        item.funcargs = None
