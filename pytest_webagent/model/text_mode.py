"""Text mode: tools for models whose server knows none.

The tools are described in the system message, the model writes ``Reason:`` and a JSON call, and what it wrote is
read forgivingly. Tool results travel as messages of the user, and roles alternate, as strict chat templates ask.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pytest_webagent.messages import Message
from pytest_webagent.model.written_calls import RESULT_OF

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pytest_webagent.messages import Image, ToolCall, ToolSpec

_HOW_TO_CALL = """\
# Tools

You act by calling tools. Write every reply in exactly this form:

Reason: one or two sentences on what you see and why the next action follows from it
```json
{"name": "TOOL", "arguments": {"ARGUMENT": "VALUE"}}
```

The JSON comes last: write nothing behind it. The next message brings the result; never write results yourself.

These are the tools:"""

_REPAIR = """\
No tool call could be read from your reply: {problem}.
Write the reply again, in this form and with nothing behind it:

Reason: why
```json
{{"name": "TOOL", "arguments": {{"ARGUMENT": "VALUE"}}}}
```

TOOL is one of: {names}."""


def as_text(messages: Sequence[Message], tools: Sequence[ToolSpec]) -> tuple[Message, ...]:
    """The conversation for a model that is offered no tools: they are told in the first message instead."""
    offer = "\n\n".join((_HOW_TO_CALL, *(_described(tool) for tool in tools))) if tools else ""
    names: dict[str, str] = {}
    found: list[Message] = []
    for message in messages:
        names.update((call.id, call.name) for call in message.tool_calls)
        found.append(_plain(message, names))
    head = found.pop(0).text if found and found[0].role == "system" else ""
    start = [Message(role="system", text="\n\n".join(part for part in (head, offer) if part))]
    return tuple(alternating([*(start if start[0].text else ()), *found]))


def repair_messages(problem: str, wrote: str, tools: Sequence[ToolSpec]) -> tuple[Message, ...]:
    """What is said to a model whose reply held no readable call."""
    names = ", ".join(tool.name for tool in tools)
    return (
        Message(role="assistant", text=wrote or "(nothing)"),
        Message(role="user", text=_REPAIR.format(problem=problem, names=names)),
    )


def alternating(messages: Iterable[Message]) -> list[Message]:
    """The same words with one system message at most, and never two messages of one role in a row."""
    found: list[Message] = []
    for message in messages:
        if message.role == "system" and found:
            message = replace(message, role="user")
        last = found[-1] if found else None
        if last is None or last.role != message.role:
            found.append(message)
            continue
        found[-1] = _joined(last, message)
    return found


def without_system(messages: Sequence[Message]) -> tuple[Message, ...]:
    """The conversation for a model that knows no system role: its words open the first user message."""
    users = (replace(item, role="user") if item.role == "system" else item for item in messages)
    first, *rest = users
    if rest and rest[0].role == "user":
        first, rest = _joined(first, rest[0]), rest[1:]
    return (first, *rest)


def _joined(first: Message, second: Message) -> Message:
    """Two messages of one role as one."""
    return replace(
        first,
        text="\n\n".join(part for part in (first.text, second.text) if part),
        images=first.images + second.images,
        tool_calls=first.tool_calls + second.tool_calls,
        images_first=first.images_first or second.images_first,
    )


def _plain(message: Message, names: Mapping[str, str]) -> Message:
    if message.role == "assistant" and message.tool_calls:
        lines = [f"Reason: {message.text}"] if message.text else []
        lines += [_written(call) for call in message.tool_calls]
        return Message(role="assistant", text="\n".join(lines))
    if message.role == "tool":
        name = names.get(message.tool_call_id or "", "the tool")
        return Message(role="user", text=f"{RESULT_OF} {name}: {message.text}", images=message.images)
    return message


def _written(call: ToolCall) -> str:
    arguments = {key: value for key, value in call.arguments.items() if key != "reasoning"}
    return "```json\n" + json.dumps({"name": call.name, "arguments": arguments}, ensure_ascii=False) + "\n```"


def _described(tool: ToolSpec) -> str:
    """A tool as a heading, its description, and one line for each argument.

    The argument ``reasoning`` is left out: the ``Reason:`` line stands for it.
    """
    properties: Mapping[str, Any] = tool.parameters.get("properties", {})
    required = tool.parameters.get("required", ())
    lines = [f"## {tool.name}", tool.description]
    for name, schema in properties.items():
        if name != "reasoning":
            lines.append(_argument(name, schema, name in required))
    return "\n".join(line for line in lines if line)


def _argument(name: str, schema: Mapping[str, Any], required: bool) -> str:
    facts = [_type(schema), "required" if required else "optional"]
    if schema.get("default") is not None:
        facts.append(f"default {json.dumps(schema['default'])}")
    description = schema.get("description", "")
    return f"- {name} ({', '.join(facts)})" + (f": {description}" if description else "")


def _type(schema: Mapping[str, Any]) -> str:
    if "enum" in schema:
        return "one of " + ", ".join(json.dumps(value) for value in schema["enum"])
    kind = schema.get("type")
    if isinstance(kind, str) and kind not in ("object", "array"):
        return kind
    choices = schema.get("anyOf")
    if isinstance(choices, list):
        return " or ".join(_type(choice) for choice in choices if choice.get("type") != "null")
    return "JSON Schema " + json.dumps(
        {key: value for key, value in schema.items() if key not in ("description", "default", "title")}
    )


def picture_note(images: tuple[Image, ...], name: str) -> Message:
    """A message of the user that shows the pictures a tool gave back."""
    return Message(role="user", text=f"Picture from {name}:", images=images)
