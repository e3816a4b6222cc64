"""Requests to a model, and a model at the test's own server."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from pytest_webagent.config import Settings
from pytest_webagent.messages import Image, Message, ToolSpec
from pytest_webagent.model.openai import OpenAIModel, Patience
from pytest_webagent.observation import Observation, Size
from pytest_webagent.ports import ModelRequest

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from model_server import ModelServer

PICTURE = Image(b"\xff\xd8 not looked at", "image/jpeg")

TOOLS = (
    ToolSpec(
        "click",
        "Click an element.",
        {
            "type": "object",
            "properties": {
                "element_id": {"type": "string", "description": "Its number."},
                "reasoning": {"type": "string"},
            },
            "required": ["reasoning"],
        },
    ),
    ToolSpec(
        "scroll",
        "Scroll the page.",
        {
            "type": "object",
            "properties": {"direction": {"enum": ["up", "down"], "default": "down"}},
            "required": ["direction"],
        },
    ),
)


def request(
    goal: str = "Go on",
    *past: Message,
    images: tuple[Image, ...] = (),
    tools: tuple[ToolSpec, ...] = TOOLS,
    seconds_left: float = 30.0,
) -> ModelRequest:
    """A question in the form the agent asks it."""
    page = Observation(
        generation=1, url="http://test/", title="Test", elements=(), text="", viewport=Size(1280, 720)
    )
    messages = (
        Message(role="system", text="You test web sites."),
        Message(role="user", text=goal, images=images),
        *past,
    )
    return ModelRequest(
        goal=goal, messages=messages, tools=tools, observation=page, seconds_left=seconds_left
    )


class Pauses:
    """Stands for sleeping: keeps how long, and takes no time."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    async def __call__(self, seconds: float) -> None:
        """Note one pause."""
        self.seconds.append(seconds)


@asynccontextmanager
async def model_at(
    server: ModelServer, *, pauses: Pauses | None = None, patience: Patience | None = None, **settings: Any
) -> AsyncIterator[OpenAIModel]:
    """A model of the test's server, that does not really sleep between tries."""
    known = Settings(model="test-model", model_url=server.url, **settings)
    model = OpenAIModel(known, patience=patience, sleep=pauses or Pauses())
    try:
        yield model
    finally:
        await model.close()
