"""How many tokens a request has, estimated before it is sent."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from pytest_webagent.ports import ModelRequest

_BYTES_PER_TOKEN: Final = 2
"""Common tokenizers need three to four bytes of English, markup or JSON for a token, and about two and a half of
Chinese; fewer than two are seen in random letters only."""
_PER_OBJECT: Final = 4
"""For what a provider puts around a message or a part of one."""
_PER_PICTURE: Final = 2_000
"""A viewport of 1280x720 has 1,100 to 1,300 tokens with the large providers."""


def tokens_in(value: Any) -> int:
    """The most tokens that a part of a JSON body is expected to have; pictures are texts that are data URLs."""
    if isinstance(value, str):
        if value.startswith("data:image/"):
            return _PER_PICTURE
        return math.ceil(len(value.encode("utf-8", "replace")) / _BYTES_PER_TOKEN)
    if isinstance(value, dict):
        return _PER_OBJECT + sum(tokens_in(key) + tokens_in(item) for key, item in value.items())
    if isinstance(value, (list, tuple)):
        return sum(map(tokens_in, value))
    return 1


def tokens_of(request: ModelRequest) -> int:
    """The most tokens that a request is expected to have, in whatever form a client sends it."""
    messages = [
        {"role": message.role, "text": message.text, "id": message.tool_call_id or ""}
        | {"calls": [{"name": call.name, "arguments": dict(call.arguments)} for call in message.tool_calls]}
        for message in request.messages
    ]
    tools = [
        {"name": tool.name, "description": tool.description, "parameters": dict(tool.parameters)}
        for tool in request.tools
    ]
    pictures = sum(len(message.images) for message in request.messages)
    return tokens_in(messages) + tokens_in(tools) + pictures * _PER_PICTURE


class Estimator:
    """Learns from a model that counts more tokens than were expected; it never expects fewer again."""

    def __init__(self) -> None:
        self._factor = 1.0

    def expect(self, tokens: int) -> int:
        """What the model will count at most where `tokens` are expected of any model."""
        return math.ceil(tokens * self._factor)

    def learn(self, tokens: int, counted: int) -> None:
        """The model counted `counted` where `tokens` are expected of any model."""
        if tokens:
            self._factor = max(self._factor, counted / tokens)
