"""Does the steps of a workflow, one after the other. Each call goes through the registry, as a call of a model does."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from pydantic import ValidationError

from pytest_webagent.errors import DeniedError, ToolError
from pytest_webagent.messages import ToolCall, ToolResult
from pytest_webagent.tools.gui.targets import is_number
from pytest_webagent.tools.planning.document import problems
from pytest_webagent.tools.planning.expressions import ExpressionError, bounded
from pytest_webagent.tools.planning.filling import comes_from, condition, filled
from pytest_webagent.tools.planning.pointing import ELEMENTS, Wanted, one_of
from pytest_webagent.tools.planning.steps import walk

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from pytest_webagent.observation import Observation
    from pytest_webagent.tools.core.context import ToolContext
    from pytest_webagent.tools.core.registry import ToolRegistry
    from pytest_webagent.tools.planning.document import Place
    from pytest_webagent.tools.planning.expecting import Expectation, Outcome
    from pytest_webagent.tools.planning.steps import Step

_Value = TypeVar("_Value")
MOST_CALLS: Final = 200
"""Most calls of one workflow, tries included."""
MOST_TURNS: Final = 2_000
"""Most steps that are done in one workflow, those of a foreach counted each time."""
MOST_ITEMS: Final = 100
"""Most items of a foreach."""
_ADDING: Final = frozenset({"mcp_client"})
"""Tools that add tools, which are not there before."""
_PAUSE: Final = 0.1
"""Seconds between two looks at a page that is still to show what is expected."""


class StepError(ToolError):
    """A step failed, which ends the workflow; the message names file, line and step."""


class FinalError(StepError):
    """A step failed in a way that nothing passes over: the workflow does too much, or expects what has no value."""


class UnmetError(FinalError):
    """What is expected does not hold."""


class UnclearError(FinalError):
    """A statement that is expected cannot be read on the page."""


class StepDenied(DeniedError):
    """The same, where the step is not allowed."""


class Done(NamedTuple):
    """A call that was done."""

    step: str
    tool: str
    result: ToolResult

    def told(self) -> dict[str, Any]:
        """It for a model."""
        key = "output" if self.result else "error"
        return {
            "step": self.step,
            "tool": self.tool,
            key: self.result.output if self.result else self.result.error,
        }


class Runner:
    """Does the steps of one workflow, once."""

    def __init__(
        self,
        registry: ToolRegistry,
        context: ToolContext,
        variables: Mapping[str, Any] | None = None,
    ) -> None:
        """Prepare a run; nothing is done yet."""
        self.registry = registry
        self.context = context
        self.variables = dict(variables or {})
        self.done: list[Done] = []
        self.notes: list[str] = []
        """What happened on the page meanwhile."""
        self.expected = 0
        """How many expectations were looked at."""
        self._calls = 0
        self._turns = 0
        self._seen: frozenset[str] = frozenset()
        """The variables whose values came from a call that was done."""

    async def begin(self, words: str) -> None:
        """The next call or expectation begins; `words` say where it is written and what it is."""

    async def look(self) -> Observation:
        """The page as it is now."""
        seen = await self.context.session.observe()
        # The model sees the page next when all is done: what happened until now would be lost to it.
        self.notes += seen.notes
        return seen

    async def call(self, call: ToolCall) -> tuple[ToolResult, bool]:
        """Do one call; and whether the test did not allow it."""
        state = self.context.call
        before, state.denied = state.denied, ""
        result = await self.registry.call(call, self.context)
        denied, state.denied = bool(state.denied), state.denied or before
        return result, denied

    def undone(self, call: ToolCall, why: str) -> None:
        """A call cannot be done, since its element is not on the page."""

    def looked_for(self, expectation: Expectation, outcome: Outcome) -> None:
        """An expectation came to this."""

    async def run(self, steps: Iterable[Step], above: str = "") -> None:
        """Do steps, one after the other.

        Raises:
            StepError, StepDenied: one failed, and nothing says to go on.
            RunError: something that ends the run.
        """
        for number, step in enumerate(steps, 1):
            path = f"{above}{number}"
            if step.foreach is None:
                await self._one(step, path)
                continue
            name, before, seen = step.item, dict(self.variables), self._seen
            try:
                for index, item in enumerate(self._items(step, path), 1):
                    self._assign(name, item, step.foreach)
                    await self._one(step, f"{path}[{index}]")
            finally:
                # What had the name around the loop has it again.
                self.variables.pop(name, None)
                self.variables.update({name: before[name]} if name in before else {})
                self._seen = self._seen - {name} | seen & {name}

    def refuse(self, steps: Iterable[Step]) -> None:
        """Refuse what no workflow may do, before anything is done.

        Raises:
            StepError: there is such a step.
        """
        found = list(walk(steps))
        adds = any(step.tool in _ADDING for step, _ in found)
        for step, path in found:
            if step.tool in self.registry or (step.tool is not None and not adds):
                self._refuse(step, self.where(step, path))

    def value(self, part: Any, where: str) -> Any:
        """A part of the workflow with all expressions in it worked out.

        Raises:
            StepError: one has no value.
        """
        try:
            return bounded(filled(part, self.variables))
        except ExpressionError as error:
            raise StepError(f"{where}: {error}") from None

    async def wait_for(self, expectation: Expectation, where: str) -> None:
        """Wait until an expectation holds, if it is about the page.

        Raises:
            UnmetError: it does not when the time is up.
            FinalError: what is wanted has no value, or a statement cannot be read.
        """
        await self.begin(f"{where}: {expectation.told}")
        if expectation.about_value and not comes_from(expectation.value, self._seen):
            raise FinalError(
                f"{where}: this value does not come from any call that was done, so it shows nothing"
            )

        def look(page: Observation, last: bool) -> Outcome | None:
            outcome = expectation.outcome(self.variables, page=page)
            return outcome if outcome.holds or last else None

        try:
            if expectation.about_page:
                outcome = await self._waited(look)
            else:
                outcome = expectation.outcome(self.variables)
        except (ExpressionError, ValidationError) as error:
            raise FinalError(f"{where}: {problems(error)}") from None
        self.expected += 1
        self.looked_for(expectation, outcome)
        if not outcome.holds:
            raise (UnclearError if outcome.unclear else UnmetError)(f"{where}: {outcome.problem}")

    async def _waited(self, look: Callable[[Observation, bool], _Value | None]) -> _Value:
        """What is seen on the page once it is there. `look` is told whether it is looked for the last time."""
        until = time.monotonic() + self.context.settings.check_timeout
        while True:
            page = await self.look()
            found = look(page, time.monotonic() >= until)
            if found is not None:
                return found
            await asyncio.sleep(_PAUSE)

    async def _one(self, step: Step, path: str) -> None:
        where = self.where(step, path)
        self._turns += 1
        if self._turns > MOST_TURNS:
            raise FinalError(f"{where}: more than {MOST_TURNS} steps are too many for one workflow")
        # So that a loop without a call can be ended by a limit of time.
        await asyncio.sleep(0)
        try:
            if not self._chosen(step, where):
                await self.run(step.otherwise or (), f"{path} else ")
            elif step.kind == "tool":
                await self._tool(step, where, path)
            elif step.kind == "do":
                await self.run(step.do or (), f"{path}.")
            elif step.kind == "expect":
                for each in step.expect or ():
                    await self.wait_for(each, self.where(step, path, each.place))
            else:
                for name, part in (step.assign or {}).items():
                    self._assign(name, self.value(part, where), part)
        except StepError as error:
            # What does not hold is never passed over, nor is what is not allowed or only said.
            if step.on_error == "stop" or isinstance(error, FinalError):
                raise

    def where(self, step: Step, path: str, place: Place | None = None) -> str:
        """File, line and step, for messages."""
        name = f" ({step.name})" if step.name else ""
        return f"{place or step.place}: step {path}{name}"

    def _chosen(self, step: Step, where: str) -> bool:
        if not isinstance(step.condition, str):
            return step.condition is not False
        try:
            return condition(step.condition).holds(self.variables)
        except ExpressionError as error:
            raise StepError(f"{where}: {error}") from None

    def _items(self, step: Step, path: str) -> list[Any]:
        where = self.where(step, path)
        items = self.value(step.foreach, where)
        if not isinstance(items, list):
            raise StepError(f"{where}: foreach goes over a list, not over {items!r:.80}")
        if len(items) > MOST_ITEMS:
            raise StepError(f"{where}: foreach has {len(items)} items, and {MOST_ITEMS} are the most")
        return items

    def _assign(self, name: str, value: Any, made_of: Any) -> None:
        """Set a variable, and know whether it now holds what came from a call."""
        self.variables[name] = value
        self._seen = self._seen | {name} if comes_from(made_of, self._seen) else self._seen - {name}

    async def _tool(self, step: Step, where: str, path: str) -> None:
        assert step.tool is not None
        self._refuse(step, where)
        arguments = self.value(step.arguments, where)
        denied = False
        for attempt in range(1, step.retry.times + 1):
            if attempt > 1:
                await asyncio.sleep(step.retry.seconds)
            result, denied = await self._call(step, where, arguments)
            if result or denied:
                break
        self.done.append(Done(path, step.tool, result))
        if step.result:
            # A failed step is seen by those that follow, if there are any.
            self.variables[step.result] = {"ok": bool(result), "output": result.output, "error": result.error}
            self._seen = self._seen | {step.result}
        if not result:
            tries = f" ({attempt} times)" if attempt > 1 else ""
            raise (StepDenied if denied else StepError)(f"{where}: {step.tool} failed{tries}: {result.error}")

    async def _call(self, step: Step, where: str, arguments: dict[str, Any]) -> tuple[ToolResult, bool]:
        assert step.tool is not None
        self._calls += 1
        if self._calls > MOST_CALLS:
            raise FinalError(f"{where}: more than {MOST_CALLS} calls are too many for one workflow")
        await self.begin(where)
        try:
            given = await self._pointed(step.tool, arguments)
        except (ToolError, ValidationError) as error:
            self.undone(ToolCall(step.tool, arguments), problems(error))
            return ToolResult(error=problems(error)), False
        words = step.name or f"{where} of a workflow says so."
        return await self.call(ToolCall(step.tool, {"reasoning": words, **given}))

    async def _pointed(self, tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
        """The arguments with the numbers of the elements they describe."""
        given = dict(arguments)
        known = self.registry.get(tool).parameters["properties"]
        for name, words in ELEMENTS.items():
            told = given.get(name)
            if not (isinstance(told, dict) or (isinstance(told, str) and told and not is_number(told))):
                continue
            wanted = Wanted.model_validate(told)

            def look(page: Observation, last: bool, wanted: Wanted = wanted) -> int | None:
                try:
                    return page.elements[one_of(page, wanted)].id
                except ToolError:
                    # A dialog hides the page until it is answered, which nobody does meanwhile.
                    if last or page.dialog is not None:
                        raise
                    return None

            given[name] = str(await self._waited(look))
            for word in words:
                if word in known:
                    given.setdefault(word, wanted.told)
        return given

    def _refuse(self, step: Step, where: str) -> None:
        registry = self.registry
        if step.tool not in registry and step.tool not in registry.off:
            raise StepError(
                f"{where}: there is no tool {step.tool!r}; the tools are: {', '.join(registry.names)}"
            )
        kind = registry.get(str(step.tool)).kind
        if kind == "control" or step.tool == "workflow":
            raise StepError(f"{where}: {step.tool} cannot be a step: it ends a run, or is a workflow itself")
        if step.retry.times > 1 and kind != "read" and not step.retry.actions:
            raise StepError(
                f"{where}: {step.tool} may change something, and is not repeated unless the step says so: "
                f"retry: {{times: {step.retry.times}, actions: true}}"
            )
