"""The budgets of the session and of each test.

The account of the session is a file in a new folder of the system's, made by the process that starts the workers and
named to each of them. Nobody looks for it elsewhere, so what a killed session leaves behind is never read again.
"""

from __future__ import annotations

import shutil
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from pytest_webagent.budget.account import Account, Allowance, SharedAccount
from pytest_webagent.budget.budget import Budget

if TYPE_CHECKING:
    from pytest_webagent.config import Settings

_INPUT: Final = "webagent_budget"
_session_key = pytest.StashKey[SharedAccount]()
_test_key = pytest.StashKey[Account]()


class SharedBudget:
    """Gives every process of a session the same account; registered where the session has a limit."""

    def __init__(self, config: pytest.Config, settings: Settings) -> None:
        given: tuple[str, float] | None = getattr(config, "workerinput", {}).get(_INPUT)
        if given is None:
            given = tempfile.mkdtemp(prefix="webagent-budget-"), time.monotonic()
            config.add_cleanup(partial(shutil.rmtree, given[0], ignore_errors=True))
        self._given = given
        folder, started = given
        file = Path(folder) / "spent.json"
        self._account = SharedAccount(Allowance.of(settings, "session"), file, started)
        config.stash[_session_key] = self._account

    @pytest.hookimpl(trylast=True)
    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Say how much of the session's limits is used up, also by tests that did not come to their end."""
        if told := self._account.told():
            terminalreporter.write_line(f"webagent: of the session's limits are used {told}")

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        """Tell a worker of pytest-xdist where the account is."""
        node.workerinput[_INPUT] = self._given


def budget_for(item: pytest.Item, settings: Settings) -> Budget:
    """The budget of a test. However often the test is run, all its runs draw on the same limits."""
    account = item.stash.setdefault(_test_key, Account("test", Allowance.of(settings, "test")))
    return Budget(settings, test=account, session=item.config.stash.get(_session_key, None))


def renew_budget(item: pytest.Item) -> None:
    """Give a test its limits anew, for an attempt that is not one of its own runs."""
    if _test_key in item.stash:
        del item.stash[_test_key]
