"""A session of pytest whose only test is the goal: settings, fixtures, limits and report are those of any test."""

from __future__ import annotations

import os
import shlex
import sys
import threading
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

import pytest

from pytest_webagent.command.screen import Screen, silence
from pytest_webagent.command.source import source
from pytest_webagent.errors import ConfigError, GoalNotMet, ToolError, WebAgentError
from pytest_webagent.hooks.outcome.ledger import PREFIX
from pytest_webagent.hooks.results import asked_origins
from pytest_webagent.hooks.settings import header
from pytest_webagent.hooks.settings.options import settings_of

if TYPE_CHECKING:
    from pytest_webagent.agent.loop import Agent
    from pytest_webagent.command.command_line import Order
    from pytest_webagent.trajectory import RunResult, Step

NOT_MET: Final = 1
WRONG: Final = 2
IN_THE_WAY: Final = 3
INTERRUPTED: Final = 130

_TROUBLE: Final = {
    pytest.ExitCode.USAGE_ERROR: WRONG,
    pytest.ExitCode.INTERNAL_ERROR: IN_THE_WAY,
}
"""What pytest's own troubles come to; how the goal ended, it does not decide."""
_OPTIONS: Final = (
    *("--disable-plugin-autoload", "-p", "pytest_asyncio.plugin", "-p", "pytest_webagent.plugin"),
    *("--noconftest", "-p", "no:cacheprovider", "-p", "no:terminalprogress"),
    # What is shown is to be seen at once, and there is nothing of a test's own that could print.
    "--capture=no",
    *("-W", "ignore:Unknown config option:pytest.PytestConfigWarning"),
)
"""Nothing of the folder's tests is loaded, only the settings are theirs."""
_INI: Final = {
    **dict.fromkeys(("addopts", "required_plugins", "usefixtures", "filterwarnings"), ""),
    **dict.fromkeys(("log_cli", "strict_config"), "false"),
    "webagent_record": "off",
}
"""Ini keys that speak of the folder's tests, and of the plugins these have."""
_ONCE: Final = {"runs": 1, "min_passes": 1, "mutate": False, "inconclusive": "fail"}
"""However often tests are run, a goal is worked on once."""
_PATIENCE: Final = 3.0
"""Seconds in which what was interrupted has to end; the browser ends with its process in any case."""


def work_on(order: Order) -> int:
    """Work on what was ordered, show it, and write it down where that is wanted. Returns the exit status."""
    for name in ("PYTEST_ADDOPTS", "PYTEST_PLUGINS"):
        os.environ.pop(name, None)
    ini = [part for name, value in _INI.items() for part in ("-o", f"{name}={value}")]
    session = GoalSession(order)
    try:
        ended = pytest.main([*_OPTIONS, *ini, *order.options, "."], plugins=[session])
    except BaseException:
        if session.status != INTERRUPTED:
            raise
        return INTERRUPTED
    return _TROUBLE.get(pytest.ExitCode(ended), session.status)


class _Goal(pytest.Module):
    """A file that is not there; what it would have is given."""

    given: Any

    def _getobj(self) -> ModuleType:
        module = ModuleType("webagent")
        vars(module)[self.given.__name__] = self.given
        return module


class GoalSession:
    """Collects the goal in place of what lies in the folder, and shows what comes of it in place of dots."""

    def __init__(self, order: Order) -> None:
        """Prepare to work on what was ordered."""
        self._order = order
        self._result: RunResult[Any] | None = None
        self.status = IN_THE_WAY
        """The exit status that the goal comes to."""

    @pytest.hookimpl(trylast=True)
    def pytest_configure(self, config: pytest.Config) -> None:
        """Take the place of pytest's reporter."""
        self._config = config
        self._screen = Screen(config)
        config.pluginmanager.unregister(name="terminalreporter")
        config.pluginmanager.register(self._screen, "terminalreporter")
        settings = settings_of(config).with_marker(self._order.marker)
        self._screen.write_line(f"{header.line(settings)}\n{settings.start_url}")

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self, session: pytest.Session) -> bool:
        """Collect the goal alone."""
        config = session.config
        module = _Goal.from_parent(session, path=config.invocation_params.dir / "webagent")
        module.given = self._test()
        session.items = list(session.genitems(module))
        session.testscollected = len(session.items)
        config.hook.pytest_collection_modifyitems(session=session, config=config, items=session.items)
        config.hook.pytest_collection_finish(session=session)
        return True

    def _test(self) -> Any:
        order = self._order

        async def test(agent: Agent) -> None:
            __tracebackhide__ = True
            await getattr(agent, order.kind)(order.text)
            [self._result] = agent.runs
            self.status = 0
            self._screen.done(self._result)

        test.__name__ = test.__qualname__ = " ".join(order.text.split())
        test.__test__ = True  # type: ignore[attr-defined]
        return pytest.mark.webagent(**_ONCE, **order.marker)(test)

    def pytest_webagent_step(self, step: Step) -> None:
        """Show a step."""
        self._screen.step(step)

    def pytest_exception_interact(
        self, call: pytest.CallInfo[Any], report: pytest.CollectReport | pytest.TestReport
    ) -> None:
        """Show what ended it."""
        assert call.excinfo is not None
        error = call.excinfo.value
        if _came_of_interrupt(error):
            self.pytest_keyboard_interrupt()
        if self.status == INTERRUPTED:
            return
        if isinstance(error, (WebAgentError, GoalNotMet)):
            self._screen.failed(error, getattr(error, "result", None))
        else:
            self._screen.write_line(report.longreprtext)
        self.status = IN_THE_WAY
        if isinstance(error, GoalNotMet):
            self.status = NOT_MET
        elif isinstance(error, (ConfigError, ToolError)):
            self.status = WRONG

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Say where its report is, or why there is none."""
        if report.when != "teardown":
            return
        for line in asked_origins.table([report], self._config):
            self._screen.write_line(line)
        folder = dict(report.user_properties).get(f"{PREFIX}folder")
        if folder is not None:
            self._screen.write_line(f"report: {(Path(str(folder)) / 'index.html').resolve().as_uri()}")
        elif report.failed:
            self._screen.write_line(report.longreprtext, red=True)

    def pytest_keyboard_interrupt(self) -> None:
        """Say so, and see to it that it ends."""
        if self.status == INTERRUPTED:
            return
        self.status = INTERRUPTED
        self._screen.write_line("interrupted", red=True)
        # Browser and loop are torn down in the middle of something: they complain, which is no news, and they may hang.
        silence(sys.stderr)
        end = threading.Timer(_PATIENCE, os._exit, (INTERRUPTED,))
        end.daemon = True
        end.start()

    def pytest_warning_recorded(self, warning_message: Any) -> None:
        """Show a warning, in one line."""
        self._screen.write_line(f"warning: {warning_message.message}", yellow=True)

    def pytest_sessionfinish(self) -> None:
        """Write the test, if that is wanted and there is something to write."""
        file = self._order.file
        if file is None or self._result is None:
            return
        if self.status != 0:
            self._screen.write_line(f"{file} was not written: a test of it would not pass")
            return
        try:
            with file.open("x", encoding="utf-8", errors="backslashreplace") as opened:
                opened.write(source(self._order, self._result.answer, file.stem))
        except OSError as error:
            self.status = WRONG
            self._screen.write_line(f"{file} could not be written: {error.strerror}", red=True)
            return
        command = shlex.join(["pytest", str(file), *self._order.options])
        self._screen.write_line(f"written: {file}; run it with: {command}")


def _came_of_interrupt(error: BaseException | None) -> bool:
    """Whether it was raised while an interrupted session was cleared up: the browser got the signal, too, and may be gone."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__context__
    return error is not None
