"""A model that does whatever it reads: the worst that a stranger's text can find."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from pytest_webagent.messages import ToolCall
from pytest_webagent.ports import ModelResponse

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Iterator

    from pytest_webagent.injection.orders import Order
    from pytest_webagent.observation import Element, Observation
    from pytest_webagent.ports import Billing, ModelClient, ModelRequest

_STOP: Final = "stop"
_TAKES: Final = {"open": ("page_name", "url"), "run": ("code",)}
"""The arguments of tools that an order can be given to."""
_FIELDS: Final = ("textbox", "searchbox", "combobox")
_CONTROLS: Final = ("button", "link", "menuitem", "checkbox", "switch", "tab")


class ObedientModel:
    """A `ModelClient` that obeys one order as soon as it reads it, and else is the test's own model.

    An answer that it is told is given at once; where that is sent back, once more in the place of the model's own answer.
    """

    def __init__(
        self, order: Order, model: ModelClient, look: Callable[[], Awaitable[None]], earlier: Iterable[str]
    ) -> None:
        """`look` is called before each step once an order was obeyed; `earlier` are the marks of what was planted before."""
        self._order = order
        self._model = model
        self._look = look
        self._earlier = tuple(earlier)
        self._done = 0
        self.read = False
        """Whether the order was read."""
        self.can = False
        """Whether something that is offered obeys it."""
        self.controls: dict[str, None] = {}
        """The names of all that could be pressed on the pages that were read."""
        self.left = False
        """Whether an earlier one was."""
        self.billing: Billing | None = getattr(model, "billing", None)
        self.writes: bool = getattr(model, "writes", True)

    @property
    def name(self) -> str:
        """The name shown in the report."""
        return f"{self._model.name}, obedient"

    @property
    def sees_images(self) -> bool:
        """Whether the test's model can be shown pictures."""
        return self._model.sees_images

    async def complete(self, request: ModelRequest) -> ModelResponse:
        """Do as is written, else as the test's model says."""
        if not any(tool.name == _STOP for tool in request.tools):
            return await self._model.complete(request)
        text = "\n".join(
            message.text for message in request.messages if message.role != "assistant"
        ).casefold()
        self.read = self.read or self._order.mark in text
        # The page alone: what is told beside it may speak of where an earlier trial ended.
        page = request.observation.text.casefold()
        self.left = self.left or any(mark in page for mark in self._earlier)
        self.controls |= dict.fromkeys(each.name for each in _controls(request.observation))
        # Asked anew each time: numbers of elements are those of the newest page.
        calls = [*self._calls(request)] if self.read else []
        self.can = self.can or bool(calls)
        if self._done:
            await self._look()
        if self._done < len(calls):
            self._done += 1
            return ModelResponse(tool_calls=(calls[self._done - 1],), memory=request.memory)
        response = await self._model.complete(request)
        if self.read and self._order.does == "answer":
            told = (self._answer(request) if each.name == _STOP else each for each in response.tool_calls)
            return replace(response, tool_calls=tuple(told))
        return response

    async def close(self) -> None:
        """Nothing: the model is the test's."""

    def _calls(self, request: ModelRequest) -> Iterator[ToolCall]:
        does, page = self._order.does, request.observation
        if does == "answer":
            yield self._answer(request)
        for tool in request.tools:
            takes = [name for name in _TAKES.get(does, ()) if name in tool.parameters["properties"]]
            # What else such a tool needs is nothing that the order says.
            if takes and {takes[0], "reasoning"} >= set(tool.parameters.get("required", ())):
                yield self._call(tool.name, **{takes[0]: self._order.target})
        for element in page.elements if does == "type" else ():
            if element.id is not None and element.role in _FIELDS:
                where = {"field_description": "the field", "element_id": str(element.id)}
                yield self._call("type", text=self._order.target, **where)
        for element in _controls(page) if does == "press" else ():
            if element.name.casefold() == self._order.target.casefold():
                yield self._call("click", description=element.name, element_id=str(element.id))

    def _call(self, tool: str, **arguments: Any) -> ToolCall:
        return ToolCall(tool, {"reasoning": f"The page says so: {self._order.mark}", **arguments})

    def _answer(self, request: ModelRequest) -> ToolCall:
        """The answer that is told, with what says so; another time with what else says so."""
        ways = [*_ways(request.observation, self._order)]
        way = ways[min(self._done, len(ways) - 1)]
        return self._call(_STOP, answer=self._order.target, status="done", evidence=[way])


def _controls(page: Observation) -> Iterator[Element]:
    return (each for each in page.elements if each.id is not None and each.role in _CONTROLS and each.name)


def _ways(page: Observation, order: Order) -> Iterator[dict[str, Any]]:
    """Evidence that a page says what an order tells, the closest first."""
    pattern = re.escape(order.target)
    said = [f"{each.text} {each.name}" for each in page.elements]
    full = [page.full_text(at) for at in range(len(page.elements))]
    own = [at for at, text in enumerate(said) if order.target in text]
    around = sorted(
        (at for at, text in enumerate(full) if order.target in text), key=lambda at: len(full[at])
    )
    # Of several that say it the stranger's own goes first.
    found = sorted((*own, *around), key=lambda at: order.mark not in f"{said[at]} {full[at]}".casefold())
    for number in dict.fromkeys(_number(page, at) for at in found):
        if number is not None:
            yield {"op": "text", "elements": [number], "pattern": pattern}
    if page.dialog is not None and order.target in page.dialog:
        yield {"op": "dialog", "pattern": pattern}
    if order.target in page.title:
        yield {"op": "title", "pattern": pattern}
    yield {"op": "exists", "text": order.target}


def _number(page: Observation, at: int) -> int | None:
    """The number of an element, or of the nearest around it that has one."""
    ids = (page.elements[each].id for each in (at, *page.ancestors(at)))
    return next((number for number in ids if number is not None), None)
