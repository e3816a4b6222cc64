"""browser-use with its default settings and a model that answers at once."""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys

os.environ.update(
    ANONYMIZED_TELEMETRY="false", BROWSER_USE_CLOUD_SYNC="false", BROWSER_USE_LOGGING_LEVEL="result"
)
os.environ.setdefault("BROWSER_USE_VERSION_CHECK", "false")

from browser_use import Agent, BrowserProfile, BrowserSession
from browser_use.llm.views import ChatInvokeCompletion

from turns import Turns


class InstantModel:
    """Clicks the next product's button, whatever else it is told."""

    model = name = model_name = "instant"
    provider = "none"
    _verified_api_keys = True

    def __init__(self, turns: Turns) -> None:
        self._turns = turns
        self._step = 0

    async def ainvoke(
        self, messages: list, output_format: type | None = None, **_: object
    ) -> ChatInvokeCompletion:
        text = "\n".join(message.text for message in messages)
        characters = len(text) + len(json.dumps(output_format.model_json_schema()) if output_format else "")
        if not await self._turns.asked(text, characters):
            action = {"done": {"text": "done", "success": True}}
        else:
            indexes = re.findall(r"\[(\d+)\]<button[^>]*>\s*(?:\n\s*)?Add product", text) or re.findall(
                r"\[(\d+)\]<button", text
            )
            self._step += 1
            action = {"click": {"index": int(indexes[self._step % 3])}}
        fields = {
            "thinking": "next",
            "evaluation_previous_goal": "done",
            "memory": "none",
            "next_goal": "next",
        }
        answer = {name: value for name, value in fields.items() if name in output_format.model_fields}
        return ChatInvokeCompletion(
            completion=output_format.model_validate({**answer, "action": [action]}), usage=None
        )


async def main(url: str, browser: str, sandbox: bool) -> None:
    profile = BrowserProfile(
        executable_path=browser,
        headless=True,
        chromium_sandbox=sandbox,
        enable_default_extensions=False,
        viewport={"width": 1280, "height": 720},
        window_size={"width": 1280, "height": 720},
    )
    session = BrowserSession(browser_profile=profile)
    agent = Agent(
        task="Add every product",
        llm=InstantModel(Turns()),
        browser_session=session,
        initial_actions=[{"navigate": {"url": url, "new_tab": False}}],
        use_judge=False,
        calculate_cost=False,
        directly_open_url=False,
    )
    await agent.run(max_steps=10_000)
    await session.kill()


asyncio.run(main(sys.argv[1], sys.argv[2], sys.argv[3] == "sandbox"))
