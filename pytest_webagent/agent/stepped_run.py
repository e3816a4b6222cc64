"""A run whose steps a test takes one by one: what is to be done is first said, and done when the test says so."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final
from uuid import uuid4

from pytest_webagent.agent.reply_calls import with_reasoning
from pytest_webagent.agent.run import Run
from pytest_webagent.agent.turn import Turn, reasoning_of
from pytest_webagent.errors import BudgetExceeded, ConfigError, ToolError
from pytest_webagent.messages import ToolCall, ToolResult
from pytest_webagent.trajectory import NextAction

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from pytest_webagent.agent.assignment import Assignment
    from pytest_webagent.agent.verifier import Verifier
    from pytest_webagent.ports import ModelClient
    from pytest_webagent.trajectory import Action

_BUILTIN: Final = "builtin"
"""The name of the model that is none to be kept from."""
_NOT_ASKED: Final = "one action is done at a time"
_NOT_WANTED: Final = "the test did not do it"


def checked_action(action: object) -> NextAction:
    """An action that can be done.

    Raises:
        ConfigError: it is none, or has no arguments that are given by name.
    """
    if not isinstance(action, NextAction):
        raise ConfigError(
            f"agent.act(action) takes what agent.next_action gave, or a goal in plain English, not {action!r}"
        )
    given: object = action.arguments
    if not isinstance(given, Mapping) or not all(isinstance(name, str) for name in given):
        raise ConfigError(
            f"the arguments of an action must be a dict by their names, not {given!r}: see dataclasses.replace"
        )
    return action


class SteppedRun(Run):
    """One goal, of which each action is proposed, and done when it is asked for."""

    def __init__(
        self, assignment: Assignment, *, model: ModelClient, verifier: Verifier | None = None
    ) -> None:
        """Prepare a run; nothing happens before `proposed`.

        Raises:
            ConfigError: no model is to be asked.
        """
        super().__init__(assignment, model=model, verifier=verifier)
        if self._context.settings.record == "none" and model.name != _BUILTIN:
            raise ConfigError(
                "single actions are not recorded, and with record=none (the default where CI is set) no model is asked: "
                "say --webagent-record=off to have it asked"
            )
        self._goes_on = True
        self._working = False
        self._waiting: tuple[Turn, ToolCall] | None = None
        """The step that is not at its end, and the call that is proposed in it."""
        self._proposal = ""
        """Which proposal that is."""
        self._picture = self._context.picture
        self._reason = "the test asked for no further action"

    @property
    def running(self) -> bool:
        """Whether a part of it is under way."""
        return self._working

    @property
    def ended(self) -> bool:
        """Whether there is nothing more to do."""
        return self._ended is not None

    async def proposed(self) -> NextAction:
        """What is to be done next; what was proposed before and not done is dropped.

        Raises:
            RunError, GoalNotMet: what ends a run.
        """
        await self._part(self._propose)
        assert self._waiting is not None
        _, call = self._waiting
        arguments = {name: value for name, value in call.arguments.items() if name != "reasoning"}
        return NextAction(
            goal=self.assignment.asked,
            tool=call.name,
            arguments=arguments,
            reasoning=reasoning_of(call),
            proposal=self._proposal,
        )

    async def done(self, action: NextAction) -> Action:
        """Do what was proposed last, or what the test has made of it; what came of it.

        Raises:
            ConfigError: nothing is proposed, or something else since.
            RunError, GoalNotMet: what ends a run.
        """
        if self._waiting is None:
            raise ConfigError(
                f"there is no action for the goal {action.goal!r} to be done: it was done, or the goal was ended. Ask for "
                "the next one with agent.next_action"
            )
        if action.proposal not in ("", self._proposal):
            raise ConfigError(
                f"this action ({action.tool}) was dropped when agent.next_action gave another one for the goal "
                f"{action.goal!r}: do that one, or ask for the next"
            )
        (turn, proposed), self._waiting = self._waiting, None
        call = ToolCall(action.tool, {"reasoning": action.reasoning, **action.arguments}, id=proposed.id)
        changed = (call.name, call.arguments) != (proposed.name, proposed.arguments)
        if changed:
            self._conversation.remark(f"The test had {call.name} done, and not quite what you called.")
        try:
            await self._part(lambda: self._perform(turn, call, changed=changed))
        finally:
            self._close(turn)
        return turn.actions[-1]

    async def _part(self, work: Callable[[], Awaitable[None]]) -> None:
        self._working = True
        try:
            problem = await self._worked(work())
        finally:
            self._working = False
        if problem is not None:
            raise problem

    async def _propose(self) -> None:
        if self._waiting is not None:
            (left, unwanted), self._waiting = self._waiting, None
            self._skip(left, unwanted, _NOT_WANTED)
            self._close(left)
        while True:
            if len(self.turns) == self._limits.steps:
                raise BudgetExceeded(f"{self._limits.steps} steps were not enough")
            self._budget.step()
            self._activity.begin("the page was being looked at")
            turn = Turn(len(self.turns) + 1, await self._look())
            self.turns.append(turn)
            try:
                call = self._chosen(turn, await self._think(turn))
            except BaseException:
                self._close(turn)
                raise
            if call is not None:
                self._waiting, self._proposal = (turn, call), uuid4().hex
                break
            self._close(turn)
            self._check_errors()
        self._picture = self._context.picture

    def _chosen(self, turn: Turn, calls: tuple[ToolCall, ...]) -> ToolCall | None:
        """The first of the calls of a reply; one that could not be done is given back to the model."""
        if not calls:
            self._expect_calls()
            return None
        first, *others = (with_reasoning(call, turn.reasoning) for call in calls)
        for other in others:
            self._skip(turn, other, _NOT_ASKED)
        try:
            self._tools.check(first, self._context)
        except ToolError as error:
            result = ToolResult(error=str(error))
            turn.skip(first, result)
            self._write_down(first, result)
            self._errors += 1
            return None
        return first

    async def _perform(self, turn: Turn, call: ToolCall, *, changed: bool) -> None:
        self._context.picture = self._picture
        if changed:
            # What the test itself makes of it is no order of a page.
            self._context.critic = None
        result = await self._call(turn, call)
        self._errors = self._errors + 1 if result.error is not None else 0
        if result.error is None and call.name == self._ending.tool:
            self._goes_on = False
            await self._stop(call.arguments)
        self._check_errors()
