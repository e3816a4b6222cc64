"""Messages in the form of the chat completions protocol, there and back."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from pytest_webagent.messages import ToolCall, Usage
from pytest_webagent.model.text_mode import picture_note

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from pytest_webagent.messages import Message, ToolSpec

_MOST_TEXT = 8_000
_MOST_MALFORMED = 2_000
_MOST_NAME = 100
_NOT_IN_NAME = re.compile(r"[^A-Za-z0-9_-]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """The first choice of a completion, as the server sent it."""

    text: str
    thoughts: str = ""
    """What a reasoning model's server hands over apart from the text."""
    calls: tuple[ToolCall, ...]
    finish: str
    refusal: str = ""
    """Why the model does not want to, where it says so apart from the text."""
    extras: Mapping[str, Any] = field(default_factory=dict)
    """What the server said beside a call and wants to hear again, by the call's id."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Echo:
    """What is sent back with the calls of earlier replies: some servers refuse a past without it.

    Gemini signs its calls; DeepSeek wants its thoughts again (`thoughts` are sent where `all_thoughts` is true).
    """

    extras: Mapping[str, Any] = field(default_factory=dict)
    thoughts: Mapping[str, str] = field(default_factory=dict)
    all_thoughts: bool = False

    def heard(self, reply: Reply) -> Echo:
        """The same, with what goes with the calls of another reply."""
        thoughts = {call.id: reply.thoughts for call in reply.calls if reply.thoughts}
        return replace(self, extras={**self.extras, **reply.extras}, thoughts={**self.thoughts, **thoughts})


def shortened(text: str, most: int = _MOST_TEXT) -> str:
    """The text, or its beginning and how many characters were left out."""
    return text if len(text) <= most else f"{text[:most]} … [{len(text) - most} more characters]"


def wire_tools(tools: Sequence[ToolSpec]) -> list[dict[str, Any]]:
    """The tools as the parameter ``tools``."""
    return [
        {
            "type": "function",
            "function": {
                "name": tool.name,
                "description": tool.description,
                "parameters": dict(tool.parameters),
            },
        }
        for tool in tools
    ]


def wire_messages(messages: Sequence[Message], echo: Echo) -> list[dict[str, Any]]:
    """The conversation as the parameter ``messages``.

    The protocol knows no pictures in a tool's answer: they follow, as a user's message, behind the last answer
    to the same reply.
    """
    found: list[dict[str, Any]] = []
    names: dict[str, str] = {}
    pictures: list[Message] = []
    for message in messages:
        if message.role != "tool":
            found += [_wire(picture, echo) for picture in pictures]
            pictures = []
        names.update((call.id, call.name) for call in message.tool_calls)
        found.append(_wire(message, echo))
        if message.role == "tool" and message.images:
            pictures.append(picture_note(message.images, names.get(message.tool_call_id or "", "the tool")))
    return found + [_wire(picture, echo) for picture in pictures]


def _wire(message: Message, echo: Echo) -> dict[str, Any]:
    text = _encodable(message.text)
    if message.role == "tool":
        return {"role": "tool", "tool_call_id": message.tool_call_id or "", "content": text}
    if message.role == "assistant":
        wire: dict[str, Any] = {"role": "assistant", "content": text or None}
        if message.tool_calls:
            wire["tool_calls"] = [_wire_call(call, echo) for call in message.tool_calls]
        if echo.all_thoughts:
            thoughts = (echo.thoughts[call.id] for call in message.tool_calls if call.id in echo.thoughts)
            wire["reasoning_content"] = next(thoughts, "")
        return wire
    if not message.images:
        return {"role": message.role, "content": text}
    words: list[dict[str, Any]] = [{"type": "text", "text": text}] if text else []
    pictures: list[dict[str, Any]] = [
        {"type": "image_url", "image_url": {"url": image.data_url, "detail": "auto"}}
        for image in message.images
    ]
    return {"role": message.role, "content": pictures + words if message.images_first else words + pictures}


def _wire_call(call: ToolCall, echo: Echo) -> dict[str, Any]:
    # Servers refuse a whole conversation for one odd name or unreadable arguments in its past; what was wrong
    # with the call stands in its result.
    name = _NOT_IN_NAME.sub("_", call.name)[:64] or "unnamed"
    function = {"name": name, "arguments": json.dumps(dict(call.arguments))}
    wire: dict[str, Any] = {"id": call.id, "type": "function", "function": function}
    if call.id in echo.extras:
        wire["extra_content"] = echo.extras[call.id]
    return wire


def _encodable(text: str) -> str:
    """The text without lone surrogates, which pages may hold and UTF-8 does not know."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def used_ids(messages: Iterable[Message]) -> set[str]:
    """The ids of all calls in a conversation."""
    return {call.id for message in messages for call in message.tool_calls}


def read_reply(body: Mapping[str, Any], taken: Collection[str]) -> Reply | None:
    """The first choice of a completion, or None if there is none; `taken` ids are not used again."""
    choices = body.get("choices")
    choice = choices[0] if isinstance(choices, list) and choices else None
    message = choice.get("message") if isinstance(choice, dict) else None
    if not isinstance(choice, dict) or not isinstance(message, dict):
        return None
    raw = message.get("tool_calls")
    calls = [item for item in raw if isinstance(item, dict)] if isinstance(raw, list) else []
    if not calls and isinstance(message.get("function_call"), dict):
        calls = [{"function": message["function_call"]}]
    identified = with_ids([_call(item) for item in calls], taken)
    thoughts = message.get("reasoning_content") or message.get("reasoning")
    content = message.get("content")
    return Reply(
        text=_text(content),
        refusal=_text(message.get("refusal")) or _text(content, "refusal"),
        thoughts=thoughts if isinstance(thoughts, str) else "",
        calls=identified,
        finish=str(choice.get("finish_reason") or ""),
        extras={
            call.id: item["extra_content"]
            for call, item in zip(identified, calls, strict=True)
            if item.get("extra_content")
        },
    )


def with_ids(calls: Iterable[ToolCall], taken: Collection[str]) -> tuple[ToolCall, ...]:
    """The calls, each with an id that no other call of the conversation has."""
    used, found = set(taken), []
    for call in calls:
        identity, number = call.id, len(used)
        while not identity or identity in used:
            number += 1
            identity = f"call_{number}"
        used.add(identity)
        found.append(ToolCall(call.name, call.arguments, identity, call.malformed))
    return tuple(found)


def _text(content: Any, kind: str = "text") -> str:
    if isinstance(content, list):
        parts = (part.get(kind) for part in content if isinstance(part, dict))
        return "".join(part for part in parts if isinstance(part, str))
    return content if isinstance(content, str) and kind == "text" else ""


def _call(item: Mapping[str, Any]) -> ToolCall:
    function = item.get("function")
    function = function if isinstance(function, dict) else {}
    identity = item.get("id")
    identity = identity if isinstance(identity, str) else ""
    name = shortened(str(function.get("name") or ""), _MOST_NAME)
    arguments = function.get("arguments")
    if arguments is None or arguments == "":
        arguments = {}
    if isinstance(arguments, str):
        raw, arguments = arguments, _object(arguments)
    else:
        raw = json.dumps(arguments)
    if not isinstance(arguments, dict):
        return ToolCall(name, {}, identity, shortened(raw, _MOST_MALFORMED))
    return ToolCall(name, arguments, identity)


def _object(text: str) -> Any:
    try:
        # Line breaks inside texts are what smaller models write most often wrong; they are harmless.
        value = json.loads(text.removeprefix("\ufeff"), strict=False)
        # Some servers encode the arguments twice.
        return json.loads(value, strict=False) if isinstance(value, str) else value
    except (ValueError, RecursionError):
        return None


def read_usage(body: Mapping[str, Any]) -> Usage:
    """What a completion says was used; a server that does not say counts one request and no tokens."""
    usage = body.get("usage")
    usage = usage if isinstance(usage, dict) else {}
    details = usage.get("prompt_tokens_details")
    cached = details.get("cached_tokens") if isinstance(details, dict) else None
    fresh_and_cached = _count(usage.get("prompt_tokens"))
    return Usage(
        input_tokens=fresh_and_cached,
        output_tokens=_count(usage.get("completion_tokens")),
        cached_tokens=min(
            fresh_and_cached, _count(usage.get("prompt_cache_hit_tokens") if cached is None else cached)
        ),
        requests=1,
    )


def _count(value: Any) -> int:
    return value if isinstance(value, int) and value > 0 else 0
