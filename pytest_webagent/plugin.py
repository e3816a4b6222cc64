"""The pytest entry point: options, ini keys, markers and hooks. Loads nothing heavy."""

from __future__ import annotations

import os
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pytest_webagent import fixtures, progress_line
from pytest_webagent.hooks import hookspecs
from pytest_webagent.hooks.collecting import collection
from pytest_webagent.hooks.injection import injecting
from pytest_webagent.hooks.settings import options

if TYPE_CHECKING:
    from collections.abc import Generator


def pytest_addhooks(pluginmanager: pytest.PytestPluginManager) -> None:
    """Add our hooks."""
    pluginmanager.add_hookspecs(hookspecs)


def pytest_addoption(parser: pytest.Parser, pluginmanager: pytest.PytestPluginManager) -> None:
    """Add our options and fixtures."""
    options.register(parser)
    for module in (fixtures, injecting):
        pluginmanager.register(module, module.__name__)
    pluginmanager.register(_LoopNotice(), "webagent_loop_notice")


class _LoopNotice:
    """Keeps pytest-asyncio's notice on the loops of fixtures from sessions that have no setting for them."""

    # Right before it is given. Our other `pytest_configure` comes late: a conftest.py may still change options.
    @pytest.hookimpl(tryfirst=True)
    def pytest_configure(self) -> None:
        warnings.filterwarnings(
            "ignore", 'The configuration option "asyncio_default_fixture_loop_scope" is unset'
        )


def pytest_configure(config: pytest.Config) -> None:
    """Resolve the settings; in the process that writes pytest-html's report, add to it."""
    config.addinivalue_line("markers", collection.marker_line())
    config.add_cleanup(progress_line.keep_stderr())
    options.read(config, os.environ)
    settings = options.settings_of(config)
    if any(value is not None for name, value in settings._asdict().items() if name.startswith("session_")):
        from pytest_webagent.hooks.settings.budgets import SharedBudget

        config.pluginmanager.register(SharedBudget(config, settings), "webagent_budget")
    if settings.mutate and not collection.is_worker(config):
        from pytest_webagent.hooks.mutation.mutation_score import MutationScore

        config.pluginmanager.register(
            MutationScore(settings, config.invocation_params.dir), "webagent_mutation_score"
        )
    if settings.tool_stats and not collection.is_worker(config):
        from pytest_webagent.hooks.results import tool_stats

        config.pluginmanager.register(tool_stats, "webagent_tool_stats")
    html = _html_path(config)
    if html is not None and not collection.is_worker(config):
        from pytest_webagent.report.pytest_html import HtmlReport

        self_contained = bool(config.getoption("self_contained_html", False))
        config.pluginmanager.register(HtmlReport(html, self_contained=self_contained), "webagent_html")


def _html_path(config: pytest.Config) -> Path | None:
    """Where pytest-html writes its report, if it does."""
    path = config.getoption("htmlpath", None)
    return Path(os.path.expandvars(path)).expanduser() if path else None


def pytest_report_header(config: pytest.Config) -> str:
    """Say what decides a run."""
    from pytest_webagent.hooks.settings import header

    return header.line(options.settings_of(config), sync_page=config.pluginmanager.hasplugin("playwright"))


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect tests that are written as YAML, in files called ``NAME.webagent.yaml``."""
    if not file_path.name.endswith((".webagent.yaml", ".webagent.yml")):
        return None
    from pytest_webagent.hooks.yaml.yaml_tests import YamlFile

    return YamlFile.from_parent(parent, path=file_path)


@pytest.hookimpl(wrapper=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> Generator[None, object, object]:
    """Choose the loop of a test before pytest-asyncio makes variants of it for several kinds of loop."""
    __tracebackhide__ = True
    if collection.runs_coroutines(metafunc.config):
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
    if collection.runs_coroutines(collector.config):
        for test in tests:
            collection.put_on_session_loop(test)
    if collection.is_worker(collector.config) and (wrong := _wrong(tests)):
        # pytest-xdist passes on what failed to be collected; a usage error in a worker is an internal error to it.
        raise collector.CollectError("\n".join(wrong))
    return made


def _wrong(tests: list[pytest.Function]) -> list[str]:
    if wrong := collection.wrong_markers(tests):
        return wrong
    if not any(map(collection.uses_ours, tests)):
        return []
    from pytest_webagent.hooks.collecting.unpriced import unpriced

    return unpriced(tests)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Refuse markers that say nothing we know, before any test runs; get ready if there are tests of ours.

    Raises:
        pytest.UsageError: some markers are wrong; the message lists these tests and what is right.
    """
    if wrong := collection.wrong_markers(items):
        raise pytest.UsageError("\n".join(wrong))
    if any(collection.uses_ours(item) or collection.has_secrets(item) for item in items):
        from pytest_webagent.hooks.engage import engage

        engage(config)
    if any(map(collection.is_recorded, items)):
        from pytest_webagent.hooks.recording.unused_recordings import tell_unused

        tell_unused(config, items)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_setupnodes(config: pytest.Config) -> None:
    """In pytest-xdist's controller, which collects nothing, get ready for what workers need and report."""
    from pytest_webagent.hooks.outcome import outcomes
    from pytest_webagent.hooks.recording import ejecting, heals_told, recordings_told
    from pytest_webagent.hooks.results import call_log, step_journal

    for module in (outcomes, call_log, recordings_told, heals_told, ejecting):
        config.pluginmanager.register(module, module.__name__)
    config.pluginmanager.register(step_journal.CrashNews(config), "webagent_crash_news")
    settings = options.settings_of(config)
    if settings.grounder is not None and settings.grounder_url is None:
        from pytest_webagent.hooks.grounding.local_grounder import SharedServer

        config.pluginmanager.register(SharedServer(config, settings), "webagent_local_grounder")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print a section on the tests that used the agent, if there are any."""
    # Done at the end and at once: a hook that is told of each test would cost sessions that have no such tests.
    kept = terminalreporter.stats.values()
    if any(getattr(report, "user_properties", None) for reports in kept for report in reports):
        from pytest_webagent.hooks.injection import orders_told
        from pytest_webagent.hooks.results import summary

        orders_told.write(terminalreporter, options.settings_of(config), config.invocation_params.dir)

        summary.write(
            terminalreporter, str(config.getoption("htmlpath", None) or options.settings_of(config).output)
        )
