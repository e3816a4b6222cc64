"""What is decided while tests are collected: their event loop, and whether their markers make sense."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any, Final

import pytest

from pytest_webagent.config import SETTINGS
from pytest_webagent.errors import ConfigError
from pytest_webagent.hooks.settings.options import settings_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from pytest_webagent.config import Settings

MARKER: Final = "webagent"
FIXTURES: Final = frozenset(
    {
        "agent",
        "browser_session",
        "tool_registry",
        "model_client",
        "grounder",
        "webagent_settings",
        "webagent_verifier",
        "webagent_policy",
    }
)
"""Our fixtures."""
_OTHER_RUNNERS: Final = ("anyio", "trio")


def marker_line() -> str:
    """The line `pytest --markers` shows."""
    names = ", ".join(setting.name for setting in SETTINGS.values() if setting.per_test)
    return f"{MARKER}(NAME=value, ...): settings for one test that uses the agent; names: {names}"


def marker_arguments(node: pytest.Item) -> Mapping[str, Any]:
    """The arguments of a test's webagent markers; those closest to the test win.

    Raises:
        ConfigError: a marker has arguments without a name.
    """
    arguments: dict[str, Any] = {}
    for marker in reversed(list(node.iter_markers(MARKER))):
        if marker.args:
            raise ConfigError(
                f"the webagent marker takes arguments by name only, such as max_steps=15, not {marker.args[0]!r}"
            )
        arguments.update(marker.kwargs)
    return arguments


def settings_for(item: pytest.Item) -> Settings:
    """The settings of a test: those of the session with the test's marker over them.

    Raises:
        ConfigError: a marker is wrong.
    """
    return settings_of(item.config).with_marker(marker_arguments(item))


def wrong_markers(items: Iterable[pytest.Item]) -> list[str]:
    """What is wrong with the webagent markers of these tests: a line per test, with what is right."""
    return [f"{item.nodeid}: {problem}" for item in items if (problem := _problem(item))]


def _problem(item: pytest.Item) -> str | None:
    if item.get_closest_marker(MARKER) is None:
        return None
    try:
        settings_for(item)
    except ConfigError as error:
        return str(error)
    return None


def uses_ours(item: pytest.Item) -> bool:
    """Whether a test uses a fixture of ours, directly or through another fixture."""
    return not FIXTURES.isdisjoint(getattr(item, "fixturenames", ()))


def has_secrets(item: pytest.Item) -> bool:
    """Whether a test asks for its secrets, with an agent or without."""
    return "webagent_secrets" in getattr(item, "fixturenames", ())


def is_repeated(item: pytest.Item) -> bool:
    """Whether a test is to be run several times; where its marker is wrong, its fixtures say so when it is run."""
    try:
        return uses_ours(item) and settings_for(item).runs > 1
    except ConfigError:
        return False


def is_recorded(item: pytest.Item) -> bool:
    """Whether the recording of a test may come to be, or to be healed, or be written as code."""
    try:
        settings = settings_for(item)
    except ConfigError:
        return False
    changes = settings.record in ("missing", "all") or (settings.record == "none" and settings.heal != "off")
    changes = changes or settings.eject is not None
    return changes and "agent" in getattr(item, "fixturenames", ())


def is_worker(config: pytest.Config) -> bool:
    """Whether this process runs tests for another one, pytest-xdist's controller."""
    return hasattr(config, "workerinput")


def runs_coroutines(config: pytest.Config) -> bool:
    """Whether pytest-asyncio is there, by its entry point or, where plugins are named one by one, by its module."""
    return config.pluginmanager.has_plugin("asyncio") or config.pluginmanager.has_plugin(
        "pytest_asyncio.plugin"
    )


def put_on_session_loop(item: pytest.Function) -> None:
    """Mark a coroutine test that uses our fixtures to run on the loop of the session.

    One browser then serves all of them. A loop the test names itself is left alone, and so is a test that another
    async plugin runs. Coroutine tests are marked even where pytest-asyncio is in strict mode, which would otherwise
    not run them.
    """
    if not (uses_ours(item) and _is_coroutine(item.obj)):
        return
    if any(item.get_closest_marker(name) for name in _OTHER_RUNNERS):
        return
    marker = item.get_closest_marker("asyncio")
    arguments = {} if marker is None else marker.kwargs
    if "loop_scope" in arguments or "scope" in arguments:
        return
    # In front, so that this is the closest marker also where the test has one without a loop scope.
    item.add_marker(pytest.mark.asyncio(**arguments, loop_scope="session"), append=False)


def _is_coroutine(function: object) -> bool:
    inner = getattr(getattr(function, "hypothesis", None), "inner_test", function)
    return inspect.iscoroutinefunction(inner)
