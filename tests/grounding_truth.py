"""A grounding model that is always right: a server that speaks chat completions and looks at the picture it is sent.

The words of a request name a colour; the server decodes the picture, finds what is painted in that colour, and says
where as the model it stands for would: in that model's form and convention, after the resizing that model's own
preprocessing would do. It knows nothing of the page. So a picture that was scaled, cut or framed in another way than
its coordinates are read shows as a click that misses.

It can also be told to fail or to lie, one request at a time.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import json
import math
import time
from collections import deque
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from aiohttp import web
from grounding_picture import Spot, Unclear, ink_named, opened, spot

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Mapping, Sequence

    from pytest_webagent.geometry import Convention


class Resizing(NamedTuple):
    """What the preprocessing of a model does to the size of a picture, as its configuration files say."""

    factor: int
    """The side of a patch times the patches merged into one token."""
    least: int
    most: int
    """Pixels of the resized picture."""

    def of(self, width: int, height: int) -> tuple[int, int]:
        """The size a picture of that size gets, by the recipe the models were trained with (`smart_resize`)."""
        wide = round(width / self.factor) * self.factor
        high = round(height / self.factor) * self.factor
        if wide * high > self.most:
            shrink = math.sqrt(width * height / self.most)
            wide = max(self.factor, math.floor(width / shrink / self.factor) * self.factor)
            high = max(self.factor, math.floor(height / shrink / self.factor) * self.factor)
        elif wide * high < self.least:
            grow = math.sqrt(self.least / (width * height))
            wide = math.ceil(width * grow / self.factor) * self.factor
            high = math.ceil(height * grow / self.factor) * self.factor
        return wide, high


Numbers: TypeAlias = "list[float]"
"""Two of a point, or four of a box: left, top, right, bottom."""


def as_tool_call(numbers: Numbers) -> str:
    """UI-Ins, which thinks first."""
    call = {"name": "grounding", "arguments": {"action": "click", "coordinate": numbers}}
    return (
        "<think>The instruction names a colour. The element in it can be seen well, near [10, 20] is another one."
        f"</think>\n<tool_call>\n{json.dumps(call)}\n</tool_call>"
    )


def as_json(key: str) -> Callable[[Numbers], str]:
    """Qwen-VL, asked for a box or a point."""
    return lambda numbers: f'```json\n[\n\t{{"{key}": {json.dumps(numbers)}, "label": "the thing"}}\n]\n```'


def as_action(numbers: Numbers) -> str:
    """UI-TARS 1.5."""
    x, y = numbers
    return f"Thought: I see it, and click on it.\nAction: click(start_box='<|box_start|>({x:g},{y:g})<|box_end|>')"


def as_pair(numbers: Numbers) -> str:
    """Nothing but the numbers."""
    return json.dumps(numbers)


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a model says where something is."""

    convention: Convention
    write: Callable[[Numbers], str]
    resizing: Resizing
    box: bool = False
    """Whether it names a box, whose centre is meant."""
    digits: int | None = None
    """Behind the point, of each number; None for whole numbers."""


# Of Qwen2.5-VL-7B, which UI-Ins and UI-TARS 1.5 were made from, and of Qwen3-VL-8B: preprocessor_config.json of the weights.
_QWEN2 = Resizing(factor=28, least=56 * 56, most=12_845_056)
_QWEN3 = Resizing(factor=32, least=65_536, most=16_777_216)
SMALLER = Resizing(factor=28, least=56 * 56, most=600_000)
LARGER = Resizing(factor=32, least=1_500_000, most=16_777_216)

DIALECTS: Mapping[str, Dialect] = {
    "ui-ins": Dialect("absolute_resized", as_tool_call, _QWEN2),
    "ui-ins-short": Dialect("absolute_resized", as_pair, _QWEN2),
    "ui-tars-1.5": Dialect("absolute_resized", as_action, _QWEN2),
    "qwen2.5-vl": Dialect("absolute_resized", as_json("bbox_2d"), _QWEN2, box=True),
    "qwen3-vl": Dialect("relative_1000", as_json("point_2d"), _QWEN3),
    "unresized": Dialect("absolute_original", as_pair, SMALLER),
    "unit": Dialect("relative_1", as_pair, LARGER, digits=4),
}
"""How the models that the profiles name answer, by their own documents; and one for each convention that none of them has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A request that reached the server, and what is true."""

    body: Mapping[str, Any]
    dialect: Dialect
    ink: str
    size: tuple[int, int]
    """Of the picture, as it came; nothing if none came."""
    resized: tuple[int, int]
    """What the model's own preprocessing makes of that."""
    original: tuple[int, int]
    """What the picture was before the client resized it: only the test knows."""
    at: Spot | None
    """Where the ink is, in pixels of the picture; None if it shows none."""
    seconds: float
    """How long looking at the picture took."""

    def says(self, right: float = 0, down: float = 0) -> str:
        """The true answer, or one that is that far beside it, in pixels of the picture as it came."""
        if self.at is None:
            return f"I do not see anything {self.ink}."
        place = self.at.box if self.dialect.box else (self.at.x, self.at.y)
        moved = [number + (right, down)[index % 2] for index, number in enumerate(place)]
        return self.says_part(*(number / self.size[index % 2] for index, number in enumerate(moved)))

    def says_part(self, *parts: float) -> str:
        """The answer for a place, or a box, that is these parts of the picture from its left and its upper edge."""
        units = {
            "absolute_resized": self.resized,
            "absolute_original": self.original,
            "relative_1": (1, 1),
            "relative_1000": (1000, 1000),
        }[self.dialect.convention]
        return self.dialect.write(
            [round(each * units[index % 2], self.dialect.digits) for index, each in enumerate(parts)]
        )


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer that is not simply text."""

    status: int = 200
    body: Any = None
    """JSON."""
    hangs: bool = False
    """Whether nothing comes until the server stops."""


def truth(question: Question) -> str:
    """Where it is."""
    return question.says()


def words(text: str) -> Callable[[Question], str]:
    """Some text, whatever was asked."""
    return lambda _: text


def beside(right: float, down: float) -> Callable[[Question], str]:
    """A place that far from where it is, in pixels of the picture."""
    return lambda question: question.says(right, down)


def towards_the_middle(across: float, down: float) -> Callable[[Question], str]:
    """A place beside where it is by these parts of the picture's width and height, and within the picture."""

    def reply(question: Question) -> str:
        if question.at is None:
            return question.says()
        (x, y, _), (width, height) = question.at, question.size
        right, low = across * width, down * height
        return question.says(right if x < width / 2 else -right, low if y < height / 2 else -low)

    return reply


def part(across: float, down: float) -> Callable[[Question], str]:
    """A part of the picture's width and height, wherever the ink is: beyond 1 is outside of it."""
    return lambda question: question.says_part(across, down)


def two_answers(question: Question) -> str:
    """Where it is, and another place."""
    return f"{question.says()}\n{question.says_part(0.5, 0.5)}"


def never(_: Question) -> Answer:
    """No answer."""
    return Answer(hangs=True)


def fails(status: int, message: str) -> Callable[[Question], Answer]:
    """An error in the protocol's form."""
    body = {"error": {"message": message, "type": "error", "param": None, "code": status}}
    return lambda _: Answer(status, body)


@dataclass(slots=True)
class TruthServer:
    """The server, and what it was asked. The models it knows are those of `DIALECTS`."""

    asked: list[Question] = field(default_factory=list)
    originals: Sequence[tuple[int, int]] = ()
    """The sizes of the pictures to come before the client resized them, in order, for the convention that counts these."""
    url: str = ""
    """The base URL, as a client is given it."""
    _script: deque[Callable[[Question], str | Answer]] = field(default_factory=deque)
    _closing: asyncio.Event = field(default_factory=asyncio.Event)

    def script(self, *replies: Callable[[Question], str | Answer]) -> None:
        """Answer the next requests with these, in order; all others with the truth."""
        self._script.extend(replies)

    @property
    def left(self) -> int:
        """How many replies of the script were not asked for."""
        return len(self._script)

    def forget(self) -> None:
        """Begin anew: no script, and nothing asked yet."""
        self._script.clear()
        self.asked.clear()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[TruthServer]:
        """Serve on a port of loopback until the block ends."""
        app = web.Application(client_max_size=64 * 2**20)
        app.router.add_post("/v1/chat/completions", self._completions)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=1)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        self.url = f"http://127.0.0.1:{runner.addresses[0][1]}/v1"
        try:
            yield self
        finally:
            self._closing.set()
            await runner.cleanup()

    async def _completions(self, request: web.Request) -> web.Response:
        body = await request.json()
        dialect = DIALECTS.get(body["model"])
        if dialect is None:
            # As vLLM says it.
            error = {
                "message": f"The model `{body['model']}` does not exist.",
                "type": "NotFoundError",
                "code": 404,
            }
            return web.json_response({"error": error}, status=404)
        try:
            question = self._question(body, dialect)
        except (Unclear, KeyError, ValueError, binascii.Error) as error:
            return web.json_response({"error": {"message": f"not a grounding request: {error}"}}, status=400)
        self.asked.append(question)
        reply = (self._script.popleft() if self._script else truth)(question)
        if isinstance(reply, str):
            return web.json_response(_completion(body["model"], reply))
        if reply.hangs:
            await self._closing.wait()
        return web.json_response(reply.body, status=reply.status)

    def _question(self, body: Mapping[str, Any], dialect: Dialect) -> Question:
        parts = [
            part for message in body["messages"] for part in _parts(message) if message["role"] == "user"
        ]
        ink = ink_named(" ".join(part["text"] for part in parts if part["type"] == "text"))
        urls = [part["image_url"]["url"] for part in parts if part["type"] == "image_url"]
        began, size, at = time.perf_counter(), (0, 0), None
        if urls:
            picture = opened(base64.b64decode(urls[-1].partition(";base64,")[2], validate=True))
            size, at = (picture.width, picture.height), spot(picture, ink)
        return Question(
            body=body,
            dialect=dialect,
            ink=ink,
            size=size,
            resized=dialect.resizing.of(*size) if urls else size,
            original=self.originals[len(self.asked)] if len(self.asked) < len(self.originals) else size,
            at=at,
            seconds=time.perf_counter() - began,
        )


def _parts(message: Mapping[str, Any]) -> list[dict[str, Any]]:
    content = message["content"]
    return [{"type": "text", "text": content}] if isinstance(content, str) else list(content or ())


def _completion(model: str, text: str) -> dict[str, Any]:
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": model,
        "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}}],
        "usage": {"prompt_tokens": 1300, "completion_tokens": 40, "total_tokens": 1340},
    }
