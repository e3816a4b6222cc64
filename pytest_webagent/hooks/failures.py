"""How our errors are shown by pytest: the test's own line and the message, and none of the machinery in between."""

from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING, Any, Final

import pytest

from pytest_webagent.errors import GoalNotMet, WebAgentError

if TYPE_CHECKING:
    from collections.abc import Generator

_MACHINERY: Final = frozenset(
    {"pytest_webagent", "_pytest", "pluggy", "pytest_asyncio", "asyncio", "playwright", "pytest_playwright"}
)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[Any]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Show our errors, whose messages say all, without our traceback; ``--full-trace`` shows everything."""
    error = None if call.excinfo is None else call.excinfo.value
    if not isinstance(error, (WebAgentError, GoalNotMet)) or item.config.getoption("fulltrace"):
        return (yield)
    has_line = _shorten(error)
    info = call.excinfo = pytest.ExceptionInfo.from_exception(error)
    report = yield
    if report.failed and not has_line:
        report.longrepr = info.getrepr(style="value", chain=False)
    return report


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
