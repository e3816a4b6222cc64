"""Runs a test of a ``*.webagent.yaml`` file, and the fixture it does so with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import pytest

from pytest_webagent.errors import ConfigError
from pytest_webagent.tools.planning.expressions import ExpressionError
from pytest_webagent.tools.planning.filling import filled

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pytest_webagent.agent.loop import Agent
    from pytest_webagent.agent.scripted_run import ScriptedRun
    from pytest_webagent.budget.budget import Budget
    from pytest_webagent.hooks.yaml.yaml_model import Entry
    from pytest_webagent.tools.core.context import ToolContext
    from pytest_webagent.tools.core.registry import ToolRegistry

    Script: TypeAlias = Callable[[str, Mapping[str, Any]], ScriptedRun]
    """Makes a run that needs no model, by what it is called and its variables, and keeps it for the report."""


class Playing:
    """A test while it is run."""

    def __init__(
        self,
        test: Entry,
        script: Script,
        *,
        agent: Agent | None = None,
        case: Mapping[str, Any] | None = None,
    ) -> None:
        """Prepare; `case` are the variables of the set of parameters the test is run with."""
        self._test = test
        self._script = script
        self._agent = agent
        self._variables = self._filled({**test.variables, **(case or {})}, {})
        self._answer = ""
        self._run: ScriptedRun | None = None

    async def begin(self) -> None:
        """Have the agent work on the goal, or do the steps."""
        __tracebackhide__ = True
        entry = self._test
        if entry.goal is not None:
            assert self._agent is not None
            result = await self._agent.run(self._filled(entry.goal, self._variables))
            self._answer = result.told
        else:
            await self._scripted(self._test.name).follow(entry.steps or ())

    async def expect(self, number: int) -> None:
        """Look whether what the test expects holds; `number` counts from 0.

        Raises:
            AssertionError: it does not.
        """
        __tracebackhide__ = True
        expectation = self._test.expect[number]
        if expectation.check is not None:
            assert self._agent is not None
            await self._agent.check(self._filled(expectation.check, self._variables))
        elif expectation.about_answer:
            try:
                problem = expectation.outcome(self._variables, answer=self._answer).problem
            except ExpressionError as error:
                problem = str(error)
            if problem:
                raise AssertionError(f"{expectation.place}: {problem}")
        else:
            await self._scripted(f"what {self._test.name!r} expects").expect(expectation)

    def _scripted(self, goal: str) -> ScriptedRun:
        if self._run is None:
            self._run = self._script(goal, self._variables)
        return self._run

    def _filled(self, value: Any, variables: Mapping[str, Any]) -> Any:
        try:
            return filled(value, variables)
        except ExpressionError as error:
            raise ConfigError(f"{self._test.place}: {error}") from None


@pytest.fixture
def _webagent_script(
    request: pytest.FixtureRequest,
    tool_registry: ToolRegistry,
    _webagent_context: ToolContext,
    _webagent_budget: Budget,
) -> Script:
    """Makes the run of a test's steps."""
    from pytest_webagent.agent.scripted_run import NO_MODEL, ScriptedRun
    from pytest_webagent.hooks.outcome.ledger import ledger_of
    from pytest_webagent.report.store import page_path

    ledger = ledger_of(request.node)
    assert ledger is not None
    ledger.model = ledger.model or NO_MODEL

    def script(goal: str, variables: Mapping[str, Any]) -> ScriptedRun:
        made = ScriptedRun(
            goal,
            tools=tool_registry,
            context=_webagent_context,
            budget=_webagent_budget,
            report=page_path(request.node.nodeid, ledger.settings, ledger.attempt),
            variables=variables,
        )
        ledger.agents.append(made)
        return made

    return script
