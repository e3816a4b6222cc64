"""Which event loop a test runs on, and which tests cannot run on any."""

from __future__ import annotations

import asyncio
import inspect
import os
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, cast

import pytest
import pytest_asyncio

from pytest_webagent.errors import ConfigError
from pytest_webagent.hooks.collecting.collection import runs_coroutines, uses_ours

if TYPE_CHECKING:
    from collections.abc import Generator


Scope: TypeAlias = Literal["function", "class", "module", "package", "session"]

TWO_STYLES: Final = """\
this test is a coroutine, but Playwright's synchronous API runs in this process (pytest-playwright's `page` started it),
and until it ends no coroutine can be run here. This is a limit of Playwright. Either
  - run the two kinds of tests in separate pytest runs, or
  - write both in one style: `def test_x(page, agent)` calling agent.run(...) directly,
    or `async def test_x(agent, browser_session)` with browser_session.page in place of `page`"""

TOO_LATE: Final = """\
a fixture of ours was asked for while a coroutine test was already running, and its event loop is busy with the test.
Name the fixture among the test's arguments, or call request.getfixturevalue() in a fixture of the test"""


def is_coroutine_test(item: pytest.Item) -> bool:
    """Whether pytest-asyncio runs this test on a loop.

    Raises:
        ConfigError: the test is a coroutine that pytest-asyncio does not run.
    """
    if pytest_asyncio.is_async_test(item):
        return True
    if inspect.iscoroutinefunction(getattr(item, "obj", None)):
        raise ConfigError(
            f"{item.nodeid} is a coroutine that pytest-asyncio does not run, so there is no loop for a browser; "
            + _how_to_run(item)
        )
    return False


def _how_to_run(item: pytest.Item) -> str:
    if not runs_coroutines(item.config):
        return "it is not loaded: leave out `-p no:asyncio`, or load it with `-p pytest_asyncio.plugin`"
    import unittest

    if isinstance(item.parent, pytest.Class) and issubclass(item.parent.obj, unittest.TestCase):
        return (
            "unittest runs it on a loop of its own: write it as a function, or as a method of a plain class"
        )
    return "mark it with @pytest.mark.asyncio, and let no other async plugin run it"


def loop_scope(item: pytest.Item) -> Scope:
    """The scope of the loop a coroutine test runs on."""
    marker = item.get_closest_marker("asyncio")
    arguments = {} if marker is None else marker.kwargs
    named = arguments.get("loop_scope") or arguments.get("scope")
    return cast("Scope", named or item.config.getini("asyncio_default_test_loop_scope"))


def refuse_running_loop() -> None:
    """Raise a `ConfigError` that explains itself when a loop runs already, so that no other can be driven here."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return
    # Pytest says in this variable which test runs and, in parentheses, its phase.
    in_the_test = os.environ.get("PYTEST_CURRENT_TEST", "").endswith("(call)")
    raise ConfigError(TOO_LATE if in_the_test else TWO_STYLES)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Refuse a coroutine test that cannot run beside Playwright's synchronous API, before its fixtures fail obscurely."""
    if uses_ours(item) and pytest_asyncio.is_async_test(item):
        if "playwright" in getattr(item, "fixturenames", ()) and item.config.pluginmanager.has_plugin(
            "playwright"
        ):
            raise ConfigError(TWO_STYLES)
        refuse_running_loop()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_fixture_setup(
    fixturedef: pytest.FixtureDef[Any], request: pytest.FixtureRequest
) -> Generator[None, object, object]:
    """Set up a function-scoped async fixture on the loop of the test it is for, if that test uses our fixtures.

    Such a test runs on the session's loop because we marked it so; without this, the fixtures written for it would be
    left behind on the loop of its function, and what they make could not be awaited in the test.
    """
    __tracebackhide__ = True
    function = getattr(fixturedef.func, "__func__", fixturedef.func)
    item = request.node
    if (
        fixturedef.scope == "function"
        and _wants_a_loop(function)
        and isinstance(item, pytest.Item)
        and uses_ours(item)
        and pytest_asyncio.is_async_test(item)
    ):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(function, "_loop_scope", loop_scope(item), raising=False)
            return (yield)
    return (yield)


def _wants_a_loop(function: object) -> bool:
    is_async = inspect.iscoroutinefunction(function) or inspect.isasyncgenfunction(function)
    return is_async and getattr(function, "_loop_scope", None) is None
