"""The pytest entry point: options, ini keys, markers and hooks. Loads nothing heavy."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pytest_webagent import fixtures
from pytest_webagent.hooks import collection, failures, loops, options, results, summary

if TYPE_CHECKING:
    from collections.abc import Generator


def pytest_addoption(parser: pytest.Parser, pluginmanager: pytest.PytestPluginManager) -> None:
    """Add our options, and the modules that hold our fixtures and reporting hooks."""
    options.register(parser)
    for module in (fixtures, results, failures):
        pluginmanager.register(module, module.__name__)


def pytest_configure(config: pytest.Config) -> None:
    """Resolve the settings; where reports come together, have them told."""
    config.addinivalue_line("markers", collection.marker_line())
    options.read(config, os.environ)
    if not _is_worker(config):
        _tell(config)


def _tell(config: pytest.Config) -> None:
    html = config.getoption("htmlpath", None)
    output = html or options.settings_of(config).output
    config.pluginmanager.register(summary.Summary(config, str(output)), "webagent_summary")
    if html:
        from pytest_webagent.report.pytest_html import HtmlReport

        self_contained = bool(config.getoption("self_contained_html", False))
        report = HtmlReport(Path(os.path.expandvars(html)).expanduser(), self_contained=self_contained)
        config.pluginmanager.register(report, "webagent_html")


def pytest_report_header(config: pytest.Config) -> str:
    """Say what decides a run."""
    from pytest_webagent.hooks import header

    return header.line(options.settings_of(config))


@pytest.hookimpl(wrapper=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> Generator[None, object, object]:
    """Choose the loop of a test before pytest-asyncio makes variants of it for several kinds of loop."""
    __tracebackhide__ = True
    if _runs_coroutines(metafunc.config):
        collection.put_on_session_loop(metafunc.definition)
    return (yield)


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_pycollect_makeitem(collector: pytest.Collector) -> Generator[None, Any, Any]:
    """Choose the loop of each test, next to the collector: pytest-asyncio, around us, then reads the mark."""
    __tracebackhide__ = True
    made = yield
    tests = [
        item for item in (made if isinstance(made, list) else [made]) if isinstance(item, pytest.Function)
    ]
    if _runs_coroutines(collector.config):
        for test in tests:
            collection.put_on_session_loop(test)
    if _is_worker(collector.config) and (wrong := collection.wrong_markers(tests)):
        # pytest-xdist passes on what failed to be collected; a usage error in a worker is an internal error to it.
        raise collector.CollectError("\n".join(wrong))
    return made


def _runs_coroutines(config: pytest.Config) -> bool:
    return config.pluginmanager.has_plugin("asyncio")


def _is_worker(config: pytest.Config) -> bool:
    return hasattr(config, "workerinput")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Refuse markers that say nothing we know, before any test runs.

    Raises:
        pytest.UsageError: some are wrong; the message lists these tests and what is right.
    """
    if wrong := collection.wrong_markers(items):
        raise pytest.UsageError("\n".join(wrong))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Refuse tests that cannot run in this process, before their fixtures fail in obscure ways."""
    loops.check_before(item)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_fixture_setup(
    fixturedef: pytest.FixtureDef[Any], request: pytest.FixtureRequest
) -> Generator[None, object, object]:
    """Set up async fixtures on the loop of the test they are for."""
    __tracebackhide__ = True
    return (yield from loops.take_along(fixturedef, request))
