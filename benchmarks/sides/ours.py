"""pytest-webagent with a model that answers at once."""

from __future__ import annotations

import asyncio
import json
import sys
from typing import TYPE_CHECKING

from pytest_webagent.agent.loop import Agent
from pytest_webagent.browser.pool import BrowserPool
from pytest_webagent.config import Settings
from pytest_webagent.testing import FunctionModel, call
from pytest_webagent.tools.toolsets import default_registry
from turns import Turns

if TYPE_CHECKING:
    from pytest_webagent.messages import ToolCall
    from pytest_webagent.ports import ModelRequest


async def main(url: str) -> None:
    settings = Settings(start_url=url, vision="on", max_steps=10_000, timeout=3600, answers="any")
    turns = Turns()
    step = 0

    async def think(request: ModelRequest) -> ToolCall:
        nonlocal step
        characters = sum(len(message.text) for message in request.messages)
        characters += sum(
            len(json.dumps(dict(tool.parameters))) + len(tool.description) for tool in request.tools
        )
        if not await turns.asked(request.observation.text, characters):
            return call("stop", answer="done", reasoning="no more turns")
        buttons = [
            e for e in request.observation.elements if e.name.startswith("Add product") and e.in_viewport
        ]
        step += 1
        button = buttons[step % 3]
        return call("click", element_id=str(button.id), description=button.name, reasoning="next product")

    pool = BrowserPool(settings)
    session = await pool.new_session(settings)
    await session.goto(url)
    agent = Agent(
        model=FunctionModel(think, sees_images=True),
        session=session,
        tools=default_registry(),
        settings=settings,
    )
    await agent.run("Add every product")
    await session.close()
    await pool.close()


asyncio.run(main(sys.argv[1]))
