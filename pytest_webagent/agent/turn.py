"""A step while it is being made."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from pytest_webagent.messages import ToolResult, Usage
from pytest_webagent.trajectory import Action, Step

if TYPE_CHECKING:
    from pytest_webagent.messages import ToolCall
    from pytest_webagent.observation import Observation
    from pytest_webagent.ports import ModelResponse
    from pytest_webagent.tools.core.context import CallState


class Turn:
    """What is known of a step so far, so that a step that is cut off is not lost."""

    def __init__(self, index: int, observation: Observation) -> None:
        """Begin step `index` (from 1) with what was seen."""
        self.index = index
        self.observation = observation
        self.response: ModelResponse | None = None
        self.usage = Usage()
        """What asking the model has used, whatever came of it."""
        self.actions: list[Action] = []
        self.doing: ToolCall | None = None
        self._started = self._doing_since = time.monotonic()
        self._ended: float | None = None

    def begin(self, call: ToolCall) -> None:
        """A call is being run."""
        self.doing = call
        self._doing_since = time.monotonic()

    def finish(self, result: ToolResult, state: CallState) -> None:
        """The call that was being run came to its end."""
        if self.doing is not None:
            seconds = time.monotonic() - self._doing_since
            action = Action(
                call=self.doing,
                result=result,
                seconds=seconds,
                target=state.target,
                aims=state.aims,
                risk=state.risk,
                mark=state.mark,
                unasked=state.unasked,
                secret=state.secret,
            )
            self.actions.append(action)
            self.doing = None

    def skip(self, call: ToolCall, result: ToolResult) -> None:
        """A call was not run."""
        self.actions.append(Action(call=call, result=result, seconds=0.0))

    def end(self) -> None:
        """Stop the clock of this step."""
        self._ended = time.monotonic()

    @property
    def reasoning(self) -> str:
        """Why the model did what it did: the text of its reply, else what it wrote into its calls."""
        if self.response is None:
            return ""
        if self.response.text.strip():
            return self.response.text.strip()
        said = [reasoning_of(call) for call in self.response.tool_calls]
        return "\n".join(dict.fromkeys(text for text in said if text))

    def step(self) -> Step:
        """The step as it stands."""
        actions = tuple(self.actions)
        if self.doing is not None:
            seconds = time.monotonic() - self._doing_since
            cut = ToolResult(error="cut off: the run ended before this call did")
            actions += (Action(call=self.doing, result=cut, seconds=seconds),)
        seen = self.observation
        return Step(
            index=self.index,
            url=seen.url,
            title=seen.title,
            observation=seen.text,
            reasoning=self.reasoning,
            actions=actions,
            usage=self.usage,
            seconds=(self._ended or time.monotonic()) - self._started,
            screenshot=seen.screenshot,
            viewport=seen.viewport,
            notes=seen.notes,
        )


def reasoning_of(call: ToolCall) -> str:
    """The `reasoning` argument of a call, or nothing."""
    said = call.arguments.get("reasoning")
    return said.strip() if isinstance(said, str) else ""
