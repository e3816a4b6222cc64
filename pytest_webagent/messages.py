"""The words of a conversation with a model: messages, tool calls, tool results, usage."""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

Role: TypeAlias = Literal["system", "user", "assistant", "tool"]


@dataclass(frozen=True, slots=True)
class Image:
    """An encoded picture."""

    data: bytes = field(repr=False)
    media_type: str = "image/jpeg"

    @property
    def base64(self) -> str:
        """The bytes as base64 text."""
        return base64.b64encode(self.data).decode("ascii")

    @property
    def data_url(self) -> str:
        """The picture as a ``data:`` URL."""
        return f"data:{self.media_type};base64,{self.base64}"

    @property
    def suffix(self) -> str:
        """The file suffix that fits the media type, with its dot."""
        return "." + self.media_type.partition("/")[2].replace("jpeg", "jpg")


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """What a model is told about a tool; `parameters` is a JSON Schema object."""

    name: str
    description: str
    parameters: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A model's wish to run a tool.

    `malformed` holds the raw text of arguments that were not a JSON object; `arguments` is then empty.
    """

    name: str
    arguments: Mapping[str, Any]
    id: str = ""
    malformed: str | None = None


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What a tool gave back: `output` for the model to read, or `error`; a picture as base64 JPEG, PNG or WebP.

    `system` is a remark of the harness (not of the page) that goes with the result.
    """

    output: Any = None
    error: str | None = None
    base64_image: str | None = None
    system: str | None = None
    more_images: tuple[str, ...] = field(default=(), repr=False)
    """Pictures beside `base64_image`, after it."""

    @property
    def images(self) -> tuple[str, ...]:
        """All pictures, in order."""
        return (() if self.base64_image is None else (self.base64_image,)) + self.more_images

    @property
    def text(self) -> str:
        """The result as the model reads it; an output that is no text is JSON."""
        body = f"Error: {self.error}" if self.error is not None else _written(self.output)
        for picture in self.images:
            # It goes along as a picture; as text it would cost a hundred thousand tokens.
            body = body.replace(picture, "(the picture)") if picture else body
        return f"{body}\n{self.system}".strip() if self.system else body

    def __bool__(self) -> bool:
        """True unless the result is an error: an output of 0 or "" is still a result."""
        return self.error is None

    def __add__(self, other: ToolResult) -> ToolResult:
        """Both results as one: texts one below the other, pictures in order. An error in one is an error."""
        if not isinstance(other, ToolResult):
            return NotImplemented
        images = self.images + other.images
        return ToolResult(
            output=_joined(self.output, other.output),
            error=_joined(self.error, other.error),
            base64_image=images[0] if images else None,
            system=_joined(self.system, other.system),
            more_images=images[1:],
        )


def _written(value: Any) -> str:
    if value is None or isinstance(value, str):
        return value or ""
    return json.dumps(value, ensure_ascii=False, default=str)


def _joined(first: Any, second: Any) -> Any:
    if first is None or second is None:
        return second if first is None else first
    return "\n".join(text for text in (_written(first), _written(second)) if text)


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One message of the conversation. `tool_call_id` is set on the answer to a tool call."""

    role: Role
    text: str = ""
    images: tuple[Image, ...] = ()
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str | None = None
    images_first: bool = False
    """Whether the pictures stand before the text, as some models were trained."""


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens and requests spent. `cached_tokens` is the part of `input_tokens` the provider had cached.

    `estimated` tells that at least one of the requests was not counted by the provider, but estimated.
    """

    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = 0
    requests: int = 0
    estimated: bool = False

    @property
    def tokens(self) -> int:
        """Input and output together."""
        return self.input_tokens + self.output_tokens

    def __add__(self, other: Usage) -> Usage:
        """The sum of two usages."""
        return Usage(
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            self.cached_tokens + other.cached_tokens,
            self.requests + other.requests,
            self.estimated or other.estimated,
        )
