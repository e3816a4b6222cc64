"""The ports: what thinks (`ModelClient`) and what turns words into a point (`Grounder`)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias, runtime_checkable

from pytest_webagent.messages import Usage

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    from pytest_webagent.errors import RunError
    from pytest_webagent.messages import Image, Message, ToolCall, ToolSpec
    from pytest_webagent.observation import Observation, Point


class Hold(Protocol):
    """Money and tokens set aside for one request to a provider."""

    @property
    def reply_tokens(self) -> int | None:
        """The most tokens the reply may have, or None if no budget bounds it."""

    @property
    def shortfall(self) -> RunError | None:
        """What to raise if the reply is cut: the budget allowed less than was asked for. Else None."""

    def settle(self, usage: Usage) -> None:
        """Pay what was really used, and give back the rest. To be called once, whatever came of the request."""


class Purse(Protocol):
    """What pays for the requests to a provider."""

    def hold(self, *, input_tokens: int, reply_tokens: int | None) -> Hold:
        """Set aside what a request costs at most, before it is sent.

        Args:
            input_tokens: The tokens of the request, estimated rather too high.
            reply_tokens: The most tokens wanted for the reply; None leaves it to the budget.

        Raises:
            BudgetExceeded: what is left does not pay for it; the request must not be sent.
        """


@dataclass(frozen=True, slots=True, kw_only=True)
class Billing:
    """How a model is paid for. A `ModelClient` that has no `billing` is billed by its name, once per answer."""

    model: str
    """The name that price lists know it by; empty for a model that buys nothing."""
    url: str | None = None
    """The base URL of the provider, whose prices are then taken."""
    asks: bool = False
    """Whether it asks `ModelRequest.purse` before each request it sends, and settles each."""


FREE: Final = Billing(model="")
"""Of models that buy no tokens."""


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
    purse: Purse | None = None
    """What pays, for models whose `billing` says that they ask it."""
    tools_off: Mapping[str, str] = field(default_factory=dict)
    """Why other tools of the test are not offered, by their names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelResponse:
    """A model's answer: text (its reasoning) and the tools it wants called, in order."""

    text: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    usage: Usage = Usage()
    memory: object = None


@runtime_checkable
class ModelClient(Protocol):
    """What thinks.

    It may have an attribute `billing`, a `Billing`: without one, what its answers say they used is paid for by its
    name. A model that buys nothing has ``billing = FREE``. One that only knows how to act, and cannot answer in plain words
    when a tool asks it to read something, has ``writes = False``.
    """

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
    """What turns a description into a point on the page."""

    async def locate(self, description: str, observation: Observation) -> Point | None:
        """The point meant, in CSS pixels of the viewport, or None if it cannot be found.

        Args:
            description: What is looked for, in words.
            observation: The page as last seen. Its `screenshot` is the viewport as it is now, one pixel for each CSS
                pixel and without marks; None if no picture could be taken.

        Raises:
            GroundingError: it cannot be said, and why.
        """


class Assistant(Protocol):
    """A model that reads and writes for a tool. What it uses is paid for by the test's budget."""

    @property
    def sees_images(self) -> bool:
        """Whether it can be shown pictures."""

    async def ask(self, instruction: str, *, text: str = "", images: Sequence[Image] = ()) -> str:
        """What it answers, as text.

        Args:
            instruction: What to do, in our own words.
            text: What to do it with; it is fenced, since it may come from a page and say anything.
            images: Pictures to look at; only for one that sees.

        Raises:
            ModelError: the model could not be asked, or said nothing.
            ToolError: it was given pictures, and turned out to take none.
            BudgetExceeded: what is left does not pay for it.
        """


@dataclass(frozen=True, slots=True, kw_only=True)
class ApprovalRequest:
    """A call of high risk that waits to be allowed."""

    tool: str
    what: str
    """What it would do, as a phrase: "submit a form by a click on button 'Pay' [3]"."""
    arguments: Mapping[str, Any]
    """As the report shows them: whole, without what is known to be secret."""
    reasoning: str
    """Why the model wants it."""


Approve: TypeAlias = "Callable[[ApprovalRequest], bool | str | Awaitable[bool | str | None] | None]"
"""Says whether a call is allowed: True, or False, the reason of a refusal, or None where nobody answered."""


class Person(Protocol):
    """Someone at the terminal."""

    @property
    def absent(self) -> str:
        """Why nobody can be asked; empty where somebody can."""

    async def ask(self, question: str) -> str:
        """What they answer.

        Raises:
            ToolError: nobody answered.
        """
