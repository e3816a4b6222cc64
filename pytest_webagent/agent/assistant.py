"""The test's model as a reader and writer for tools: it is asked in plain words, and answers in plain words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pytest_webagent.agent import prompt
from pytest_webagent.agent.fence import Fence
from pytest_webagent.agent.page_pictures import sized
from pytest_webagent.errors import ModelError, ToolError
from pytest_webagent.messages import Message
from pytest_webagent.observation import Observation, Size
from pytest_webagent.ports import ModelRequest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.config import Settings
    from pytest_webagent.messages import Image
    from pytest_webagent.ports import ModelClient

_SECONDS: Final = 60.0
"""How long an answer is waited for, if nothing ends the call sooner."""
# What it is asked about is in the message; models that are code read the observation instead, and none of them writes.
_NOTHING_SEEN: Final = Observation(
    generation=0, url="", title="", elements=(), text="", viewport=Size(1280, 720)
)


class ModelAssistant:
    """An `Assistant` that is a language model."""

    def __init__(self, model: ModelClient, settings: Settings) -> None:
        """Ask `model`, which sees nothing but the question."""
        self._model = model
        self._settings = settings

    @property
    def sees_images(self) -> bool:
        """Whether it can be shown pictures."""
        return self._settings.vision != "off" and self._model.sees_images

    async def ask(self, instruction: str, *, text: str = "", images: Sequence[Image] = ()) -> str:
        """What it answers, as text; see `Assistant.ask`."""
        fence = Fence()
        body = prompt.ASSISTED.format(instruction=instruction, token=fence.token, text=fence.wrap(text))
        pictures = [await sized(image, self._settings.vision_tokens) for image in images]
        response = await self._model.complete(
            ModelRequest(
                goal=instruction,
                messages=(
                    Message(role="system", text=prompt.ASSISTANT_SYSTEM),
                    Message(role="user", text=body if text else instruction, images=tuple(pictures)),
                ),
                tools=(),
                observation=_NOTHING_SEEN,
                seconds_left=_SECONDS,
            )
        )
        if pictures and not self.sees_images:
            # What it says of a picture that it was not shown would be made up.
            raise ToolError(
                f"the model {self._model.name!r} was asked about a picture and takes none, as has only now turned out: call the "
                "tool once more, and it does without"
            )
        answer = response.text.strip()
        if not answer:
            raise ModelError(f"the model {self._model.name!r} was asked to read something, and said nothing")
        return answer


def assistant_of(model: ModelClient, metered: ModelClient, settings: Settings) -> ModelAssistant | None:
    """What reads and writes for tools: the model of a test, asked through its meter; None if it only acts."""
    return ModelAssistant(metered, settings) if getattr(model, "writes", True) else None
