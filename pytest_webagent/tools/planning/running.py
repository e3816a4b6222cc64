"""Does the steps of a workflow, one after the other. Each call goes through the registry, as a call of a model does."""

from __future__ import annotations

import asyncio
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

from pydantic import ValidationError

from pytest_webagent.errors import DeniedError, ToolError
from pytest_webagent.messages import ToolCall, ToolResult
from pytest_webagent.tools.planning.expressions import ExpressionError, weighed
from pytest_webagent.tools.planning.filling import comes_from, condition, filled
from pytest_webagent.tools.planning.pointing import ELEMENTS, Wanted, one_of, told
from pytest_webagent.tools.planning.steps import walk

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pytest_webagent.observation import Element, Observation
    from pytest_webagent.tools.core.registry import ToolRegistry
    from pytest_webagent.tools.planning.expecting import Expectation, Outcome
    from pytest_webagent.tools.planning.steps import Step

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


class StepDenied(DeniedError):
    """The same, where the step is not allowed."""


class Hands(Protocol):
    """What does the calls, and looks at the page."""

    @property
    def registry(self) -> ToolRegistry:
        """The tools."""

    @property
    def patience(self) -> float:
        """Seconds that are waited for the page to show what is expected."""

    @property
    def denied(self) -> bool:
        """Whether the test did not allow the latest call."""

    async def begin(self, words: str) -> None:
        """The next call or expectation begins; `words` say where it is written and what it is."""

    async def look(self) -> Observation:
        """The page as it is now."""

    async def call(self, call: ToolCall) -> ToolResult:
        """Do one call."""

    def undone(self, call: ToolCall, why: str) -> None:
        """A call cannot be done, since its element is not on the page."""

    async def expected(self, expectation: Expectation, outcome: Outcome) -> None:
        """An expectation came to this."""


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


@dataclass
class Runner:
    """Does the steps of one workflow, once."""

    source: str
    hands: Hands
    variables: dict[str, Any] = field(default_factory=dict)
    done: list[Done] = field(default_factory=list)
    calls: int = 0
    turns: int = 0
    expected: int = 0
    """How many expectations were looked at."""
    seen: set[str] = field(default_factory=set)
    """The variables whose values came from a call that was done."""

    async def steps(self, steps: Iterable[Step], above: str = "") -> None:
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
            for index, item in enumerate(self._items(step, path), 1):
                with self._item(step.item, item, step.foreach):
                    await self._one(step, f"{path}[{index}]")

    def refuse(self, steps: Sequence[Step]) -> None:
        """Refuse what no workflow may do, before anything is done.

        Raises:
            StepError: there is such a step.
        """
        adds = any(step.tool in _ADDING for step, _ in walk(steps))
        self._refuse_all(steps, "", adds)

    def _refuse_all(self, steps: Iterable[Step], above: str, adds: bool) -> None:
        for number, step in enumerate(steps, 1):
            path = f"{above}{number}"
            if step.tool in self.hands.registry or (step.tool is not None and not adds):
                self._refuse(step, self.where(step, path))
            self._refuse_all(step.do or (), f"{path}.", adds)
            self._refuse_all(step.otherwise or (), f"{path} else ", adds)

    def value(self, part: Any, where: str) -> Any:
        """A part of the workflow with all expressions in it worked out.

        Raises:
            StepError: one has no value.
        """
        try:
            return weighed(filled(part, self.variables))
        except ExpressionError as error:
            raise StepError(f"{where}: {error}") from None

    async def holds(self, expectation: Expectation, where: str, *, answer: str | None = None) -> str:
        """Wait until an expectation holds, if it is about the page. What is wrong when the time is up; empty if it holds."""
        until = time.monotonic() + self.hands.patience
        while True:
            page = await self.hands.look() if expectation.about_page else None
            try:
                outcome = expectation.outcome(self.variables, answer=answer, page=page)
            except (ExpressionError, ValidationError) as error:
                raise FinalError(f"{where}: {told(error)}") from None
            if outcome.holds or page is None or time.monotonic() >= until:
                break
            await asyncio.sleep(_PAUSE)
        self.expected += 1
        await self.hands.expected(expectation, outcome._replace(page=page))
        return outcome.problem

    async def _one(self, step: Step, path: str) -> None:
        where = self.where(step, path)
        self.turns += 1
        if self.turns > MOST_TURNS:
            raise FinalError(f"{where}: more than {MOST_TURNS} steps are too many for one workflow")
        # So that a loop without a call can be ended by a limit of time.
        await asyncio.sleep(0)
        try:
            if not self._chosen(step, where):
                await self.steps(step.otherwise or (), f"{path} else ")
            elif step.kind == "tool":
                await self._tool(step, where, path)
            elif step.kind == "do":
                await self.steps(step.do or (), f"{path}.")
            elif step.kind == "expect":
                await self._expect(step, path)
            else:
                self._set(step, where)
        except StepError as error:
            # What does not hold is never passed over, nor is what is not allowed or only said.
            if step.on_error == "stop" or isinstance(error, FinalError):
                raise

    def where(self, step: Step, path: str, line: int | None = None) -> str:
        """File, line and step, for messages."""
        name = f" ({step.name})" if step.name else ""
        return f"{self.source}:{line or step.place.line}: step {path}{name}"

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

    @contextmanager
    def _item(self, name: str, value: Any, made_of: Any) -> Iterator[None]:
        before, seen = dict(self.variables), set(self.seen)
        self.variables[name] = value
        self._note(name, made_of)
        try:
            yield
        finally:
            self.seen = self.seen - {name} | seen & {name}
            if name in before:
                self.variables[name] = before[name]
            else:
                self.variables.pop(name, None)

    def _note(self, name: str, part: Any) -> None:
        """Know whether a variable now holds what came from a call."""
        if comes_from(part, self.seen):
            self.seen.add(name)
        else:
            self.seen.discard(name)

    def _set(self, step: Step, where: str) -> None:
        for name, part in (step.assign or {}).items():
            self.variables[name] = self.value(part, where)
            self._note(name, part)

    async def _expect(self, step: Step, path: str) -> None:
        for expectation in step.expect or ():
            at = self.where(step, path, expectation.place.line)
            await self.hands.begin(f"{at}: {expectation.told}")
            problem = await self.holds(expectation, at)
            if problem:
                raise UnmetError(f"{at}: {problem}")

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
            self.seen.add(step.result)
        if not result:
            tries = f" ({attempt} times)" if attempt > 1 else ""
            raise (StepDenied if denied else StepError)(f"{where}: {step.tool} failed{tries}: {result.error}")

    async def _call(self, step: Step, where: str, arguments: dict[str, Any]) -> tuple[ToolResult, bool]:
        assert step.tool is not None
        self.calls += 1
        if self.calls > MOST_CALLS:
            raise FinalError(f"{where}: more than {MOST_CALLS} calls are too many for one workflow")
        await self.hands.begin(where)
        try:
            given = await self._pointed(step.tool, arguments)
        except (ToolError, ValidationError) as error:
            self.hands.undone(ToolCall(step.tool, arguments), told(error))
            return ToolResult(error=told(error)), False
        words = step.name or f"{where} of a workflow says so."
        result = await self.hands.call(ToolCall(step.tool, {"reasoning": words, **given}))
        return result, not result and self.hands.denied

    async def _pointed(self, tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
        """The arguments with the numbers of the elements they describe."""
        given = dict(arguments)
        known = self.hands.registry.get(tool).parameters["properties"]
        for name, words in ELEMENTS.items():
            if not isinstance(given.get(name), dict):
                continue
            wanted = Wanted.model_validate(given[name])
            given[name] = str((await self._found(wanted)).id)
            for word in words:
                if word in known:
                    given.setdefault(word, wanted.told)
        return given

    async def _found(self, wanted: Wanted) -> Element:
        """The element that is meant, as soon as it is there."""
        until = time.monotonic() + self.hands.patience
        while True:
            page = await self.hands.look()
            try:
                return one_of(page, wanted)
            except ToolError:
                # A dialog hides the page until it is answered, which nobody does meanwhile.
                if page.dialog is not None or time.monotonic() >= until:
                    raise
            await asyncio.sleep(_PAUSE)

    def _refuse(self, step: Step, where: str) -> None:
        registry = self.hands.registry
        if step.tool not in registry:
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
