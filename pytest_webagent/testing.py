"""Models that are code, for tests of your own tools, fixtures and pages without a language model.

Override the `model_client` fixture with one of them, in a test file or in conftest.py:

```python
import pytest

from pytest_webagent.testing import ScriptedModel, call, element


def press_greet(request):
    button = element(request.observation, "button", "Greet")
    return call("click", element_id=button.id, description="the Greet button")


def report(request):
    said = element(request.observation, "status")
    return call("stop", answer=said.text, evidence=[{"op": "text", "elements": [said.id]}])


@pytest.fixture
def model_client():
    return ScriptedModel([press_greet, report])


async def test_the_button_greets(agent, browser_session):
    await browser_session.page.set_content(
        "<button onclick='said.textContent = `Hello`'>Greet</button><p role=status id=said></p>"
    )
    result = await agent.run("Press the button and report the greeting")
    assert result.answer == "Hello"
```
"""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any, TypeAlias

from pytest_webagent.errors import ModelError
from pytest_webagent.messages import ToolCall
from pytest_webagent.ports import FREE, ModelResponse

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from pytest_webagent.observation import Element, Observation
    from pytest_webagent.ports import ModelRequest

Reply: TypeAlias = "ToolCall | Sequence[ToolCall] | str | ModelResponse"
"""What a model replies: one call, several calls, a text without a call, or a whole response."""

Script: TypeAlias = "Reply | BaseException | Callable[[ModelRequest], Reply | Awaitable[Reply]]"
"""One entry of a `ScriptedModel`: a reply, an error to raise, or a function that makes the reply."""


def call(name: str, /, *, reasoning: str | None = "The script says so.", **arguments: Any) -> ToolCall:
    """A tool call as a model writes it.

    Numbers of elements become text, as the tools expect them. `reasoning` None leaves that argument out.

    >>> call("click", element_id=7, description="the Buy button").arguments["element_id"]
    '7'
    """
    written = {} if reasoning is None else {"reasoning": reasoning}
    for key, value in arguments.items():
        numbered = key in ("element_id", "to_element_id") and isinstance(value, int)
        written[key] = str(value) if numbered else value
    return ToolCall(name, written)


def element(observation: Observation, role: str, name: str | None = None) -> Element:
    """The one element of an observation with this role and, if given, this accessible name.

    A name is compared in full first, and as a part of the name if none is equal; case does not matter.

    >>> from pytest_webagent.observation import Element, Observation, Size
    >>> buy = Element(id=7, role="button", name="Buy now")
    >>> page = Observation(
    ...     generation=1, url="", title="", elements=(buy,), text="", viewport=Size(1280, 720)
    ... )
    >>> element(page, "button", "buy").id
    7

    Raises:
        LookupError: there is no such element, or several; the message lists the candidates.
    """
    of_role = [item for item in observation.elements if item.role == role and item.id is not None]
    found = of_role
    if name is not None:
        wanted = name.casefold()
        found = [item for item in of_role if item.name.casefold() == wanted]
        found = found or [item for item in of_role if wanted in item.name.casefold()]
    if len(found) == 1:
        return found[0]
    told = role if name is None else f"{role} {name!r}"
    if found:
        raise LookupError(f"{len(found)} elements are {told}: {_listed(found)}; name one of them")
    if of_role:
        raise LookupError(f"no element is {told}; the elements of that role are: {_listed(of_role)}")
    roles = ", ".join(sorted({item.role for item in observation.elements if item.id is not None}))
    raise LookupError(f"no element is {told}; the page {observation.url} has the roles: {roles or 'none'}")


def _listed(elements: Sequence[Element]) -> str:
    shown = ", ".join(f"[{item.id}] {item.name!r}" for item in elements[:20])
    return shown if len(elements) <= 20 else f"{shown} and {len(elements) - 20} more"


class FunctionModel:
    """A model that is a function of the request, plain or async.

    >>> import asyncio
    >>> def think(request):
    ...     return call("stop", answer=request.goal.upper())
    >>> model = FunctionModel(think)
    >>> from pytest_webagent.observation import Observation, Size
    >>> from pytest_webagent.ports import ModelRequest
    >>> page = Observation(generation=1, url="", title="", elements=(), text="", viewport=Size(1280, 720))
    >>> request = ModelRequest(goal="say it", messages=(), tools=(), observation=page, seconds_left=60)
    >>> asyncio.run(model.complete(request)).tool_calls[0].arguments["answer"]
    'SAY IT'
    >>> len(model.requests)
    1
    """

    billing = FREE
    writes = False

    def __init__(
        self,
        function: Callable[[ModelRequest], Reply | Awaitable[Reply]],
        *,
        name: str = "function",
        sees_images: bool = False,
    ) -> None:
        """Ask `function` for every reply; `sees_images` has the agent attach screenshots."""
        self._function = function
        self._name = name
        self._sees_images = sees_images
        self.requests: list[ModelRequest] = []
        """Every request so far, in order."""

    @property
    def name(self) -> str:
        """The name shown in header and report."""
        return self._name

    @property
    def sees_images(self) -> bool:
        """Whether screenshots are attached to its requests."""
        return self._sees_images

    async def complete(self, request: ModelRequest) -> ModelResponse:
        """Answer one request with what the function returns."""
        self.requests.append(request)
        reply = self._function(request)
        return _response(await reply if inspect.isawaitable(reply) else reply)

    async def close(self) -> None:
        """Nothing to free."""


class ScriptedModel(FunctionModel):
    """A model that gives the replies of a list, in order.

    Each entry is a `ToolCall` (see `call`), a list of them, a text, an exception to raise, or a function of the
    request that returns one of the first three.

    >>> import asyncio
    >>> model = ScriptedModel([[call("click", element_id=3), call("click", element_id=4)], "I am done."])
    >>> from pytest_webagent.observation import Observation, Size
    >>> from pytest_webagent.ports import ModelRequest
    >>> page = Observation(generation=1, url="", title="", elements=(), text="", viewport=Size(1280, 720))
    >>> request = ModelRequest(goal="buy", messages=(), tools=(), observation=page, seconds_left=60)
    >>> [made.name for made in asyncio.run(model.complete(request)).tool_calls]
    ['click', 'click']
    >>> asyncio.run(model.complete(request)).text
    'I am done.'
    """

    def __init__(
        self, replies: Sequence[Script], *, name: str = "scripted", sees_images: bool = False
    ) -> None:
        """Give `replies` in order; `sees_images` has the agent attach screenshots."""
        super().__init__(self._next, name=name, sees_images=sees_images)
        self._replies = tuple(replies)

    async def _next(self, request: ModelRequest) -> Reply:
        asked = len(self.requests)
        if asked > len(self._replies):
            raise ModelError(
                f"the scripted model has {len(self._replies)} replies and was asked for number {asked}, "
                f"on the page {request.observation.url}; {_last_result(request)}"
            )
        reply = self._replies[asked - 1]
        if isinstance(reply, BaseException):
            raise reply
        if not isinstance(reply, (ToolCall, ModelResponse)) and callable(reply):
            made = reply(request)
            return await made if inspect.isawaitable(made) else made
        return reply


def _last_result(request: ModelRequest) -> str:
    results = [message.text for message in request.messages if message.role == "tool"]
    return f"the last tool result was: {results[-1][:300]}" if results else "no tool was called before"


def _response(reply: object) -> ModelResponse:
    if isinstance(reply, ModelResponse):
        return reply
    if isinstance(reply, str):
        return ModelResponse(text=reply)
    calls = (
        (reply,)
        if isinstance(reply, ToolCall)
        else tuple(reply)
        if isinstance(reply, (list, tuple))
        else None
    )
    if calls is None or not all(isinstance(item, ToolCall) for item in calls):
        raise TypeError(
            "a model's reply is a ToolCall (made with call()), a list of them, a text or a ModelResponse, "
            f"not {reply!r}"
        )
    return ModelResponse(tool_calls=calls)
