"""The ports: what thinks (`ModelClient`) and what turns words into a point (`Grounder`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from pytest_webagent.messages import Usage

if TYPE_CHECKING:
    from pytest_webagent.messages import Message, ToolCall, ToolSpec
    from pytest_webagent.observation import Observation, Point


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelRequest:
    """One question to a model.

    A language model answers from `messages` and `tools` alone. `goal` and `observation` are the same
    facts in structured form, for models that are code.
    """

    goal: str
    messages: tuple[Message, ...]
    tools: tuple[ToolSpec, ...]
    observation: Observation
    seconds_left: float
    """How long the test may still take; an answer after that is of no use."""
    memory: object = None
    """What the model put into `ModelResponse.memory` in the previous step of this run; None at first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelResponse:
    """A model's answer: text (its reasoning) and the tools it wants called, in order."""

    text: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    usage: Usage = Usage()
    memory: object = None


@runtime_checkable
class ModelClient(Protocol):
    """What thinks."""

    @property
    def name(self) -> str:
        """The name shown in header and report."""

    @property
    def sees_images(self) -> bool:
        """Whether screenshots are of use to it."""

    async def complete(self, request: ModelRequest) -> ModelResponse:
        """Answer one request.

        Raises:
            ModelError: the model could not be asked, or gave nothing usable.
        """

    async def close(self) -> None:
        """Free connections."""


@runtime_checkable
class Grounder(Protocol):
    """What turns a description into a point on the screenshot."""

    async def locate(self, description: str, observation: Observation) -> Point | None:
        """The point meant, in CSS pixels of the viewport, or None if it cannot be found."""
