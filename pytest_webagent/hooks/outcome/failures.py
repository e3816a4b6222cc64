"""How our errors are shown by pytest: the test's own line and the message, and none of the machinery in between."""

from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING, Any, Final

import pytest

from pytest_webagent.errors import BrowserError, GoalNotMet, WebAgentError
from pytest_webagent.hooks.collecting.collection import uses_ours
from pytest_webagent.hooks.settings.options import settings_of

if TYPE_CHECKING:
    from collections.abc import Generator

_MACHINERY: Final = frozenset(
    {"pytest_webagent", "_pytest", "pluggy", "pytest_asyncio", "asyncio", "playwright", "pytest_playwright"}
)

_NO_BROWSER: Final = """\
a test that is not a coroutine is driven through pytest-playwright's `page`, and pytest-playwright starts Playwright's
own browser, which is not downloaded. Either
  - download it: playwright install chromium
  - or have pytest-playwright start another one, in conftest.py:
        @pytest.fixture(scope="session")
        def browser_type_launch_args(browser_type_launch_args):
            return {{**browser_type_launch_args, "executable_path": "{name}"}}
  - or write the test as `async def` and await the agent"""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[Any]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Show our errors, whose messages say all, without our traceback; ``--full-trace`` shows everything."""
    error = None if call.excinfo is None else call.excinfo.value
    if error is not None and call.when == "setup" and _lacks_browser(error) and uses_ours(item):
        error = BrowserError(_advice(item.config)).with_traceback(error.__traceback__)
    if not isinstance(error, (WebAgentError, GoalNotMet)) or item.config.getoption("fulltrace", False):
        return (yield)
    has_line = _shorten(error)
    info = call.excinfo = pytest.ExceptionInfo.from_exception(error)
    report = yield
    if report.failed and not has_line:
        report.longrepr = info.getrepr(style="value", chain=False)
    crash = getattr(report.longrepr, "reprcrash", None)
    if crash is not None:
        # Pytest's summary has one line for each failure, and what happened says more than where our errors are defined.
        crash.message = crash.message.removeprefix(f"{type(error).__module__}.")
    return report


def _lacks_browser(error: BaseException) -> bool:
    """Whether pytest-playwright found no browser to start."""
    return type(error).__module__.startswith("playwright.") and "Executable doesn't exist" in str(error)


def _advice(config: pytest.Config) -> str:
    from pytest_webagent.browser.executable import find

    try:
        name = find(settings_of(config)).name
    except BrowserError:
        name = "/path/to/chrome"
    return _NO_BROWSER.format(name=name)


def _shorten(error: BaseException) -> bool:
    """Leave only the frames of the tests in an error's traceback, and not what caused it.

    False if there are no such frames; the traceback is then left as it is.
    """
    error.__cause__, error.__suppress_context__ = None, True
    frames: list[TracebackType] = []
    each = error.__traceback__
    while each is not None:
        if _is_the_users(each):
            frames.append(each)
        each = each.tb_next
    kept: TracebackType | None = None
    for entry in reversed(frames):
        kept = TracebackType(kept, entry.tb_frame, entry.tb_lasti, entry.tb_lineno)
    if kept is not None:
        error.__traceback__ = kept
    return kept is not None


def _is_the_users(entry: TracebackType) -> bool:
    module = str(entry.tb_frame.f_globals.get("__name__", ""))
    return module.partition(".")[0] not in _MACHINERY
