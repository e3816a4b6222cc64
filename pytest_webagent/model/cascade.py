"""Two models in a row: code, which costs nothing, and from where that understands no more, a language model."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pytest_webagent.ports import Billing, ModelClient, ModelRequest, ModelResponse


_ENDS: Final = ("stop", "expect")
"""The tools that end a run. Without them something else is asked, such as a second opinion."""


@dataclass(frozen=True, slots=True)
class _Memory:
    """What a run hands to itself from step to step."""

    over: bool = False
    """Whether the language model has taken over."""
    own: object = None
    """The memory of the model that is at work."""


class Cascade:
    """A `ModelClient` that asks `first` until it does not understand a goal or its answer is sent back, and `then` from there on."""

    def __init__(self, first: ModelClient, then: ModelClient) -> None:
        """Put two models in a row; `first` is one that says `not_understood` of what it does not."""
        self._first = first
        self._then = then
        self.billing: Billing | None = getattr(then, "billing", None)
        self.writes: bool = getattr(then, "writes", True)

    @property
    def name(self) -> str:
        """The name shown in header and report: both."""
        return f"{self._first.name}, {self._then.name}"

    @property
    def sees_images(self) -> bool:
        """Whether the second can be shown pictures."""
        return self._then.sees_images

    async def complete(self, request: ModelRequest) -> ModelResponse:
        """Decide the next step, or answer in plain words where no tools are offered."""
        memory = request.memory if isinstance(request.memory, _Memory) else _Memory()
        works = any(tool.name in _ENDS for tool in request.tools)
        if works and not memory.over and not _is_sent_back(request):
            response = await self._first.complete(replace(request, memory=memory.own))
            if all(call.arguments.get("status") != "not_understood" for call in response.tool_calls):
                return replace(response, memory=_Memory(own=response.memory))
        response = await self._then.complete(replace(request, memory=memory.own if memory.over else None))
        return replace(response, memory=_Memory(over=True, own=response.memory))

    async def close(self) -> None:
        """Close both."""
        await self._first.close()
        await self._then.close()


def _is_sent_back(request: ModelRequest) -> bool:
    """Whether the last call was to end the run, and did not."""
    last = next((each for each in reversed(request.messages) if each.role == "assistant"), None)
    return last is not None and any(call.name in _ENDS for call in last.tool_calls)
