"""How our errors are shown by pytest: the test's own line and the message, and none of the machinery in between."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from pytest_webagent.errors import GoalNotMet, WebAgentError

if TYPE_CHECKING:
    import pytest

_MACHINERY: Final = frozenset(
    {"pytest_webagent", "_pytest", "pluggy", "pytest_asyncio", "asyncio", "playwright", "pytest_playwright"}
)


def explains_itself(error: BaseException) -> bool:
    """Whether an error is one of ours, so that its message says all and no traceback of ours is wanted."""
    return isinstance(error, (WebAgentError, GoalNotMet))


def shorten(info: pytest.ExceptionInfo[BaseException]) -> bool:
    """Leave only the frames of the tests in the traceback. False if there is none."""
    error = info.value
    # What an error of ours was caused by is told in its message.
    error.__cause__, error.__suppress_context__ = None, True
    kept = info.traceback.filter(_is_the_users)
    if kept:
        info.traceback = kept
    return bool(kept)


def _is_the_users(entry: Any) -> bool:
    module = str(entry.frame.f_globals.get("__name__", ""))
    return module.partition(".")[0] not in _MACHINERY


def wants_everything(config: pytest.Config) -> bool:
    """Whether the whole traceback was asked for."""
    return bool(config.getoption("fulltrace"))
