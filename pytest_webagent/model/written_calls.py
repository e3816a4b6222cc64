"""Tool calls that a model wrote into its text instead of calling the tool."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from pytest_webagent.messages import ToolCall
from pytest_webagent.model.relaxed_json import NotJson, read_value

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pytest_webagent.messages import ToolSpec

RESULT_OF = "Result of"
"""How a message that brings a tool's result begins."""

_MOST_TEXT = 100_000
_MOST_TRIES = 200
_MOST_WASTED = 300_000
_TAG = re.compile(r"<tool_call>\s*", re.IGNORECASE)
_FENCE = re.compile(r"``` ?\w*\s*(?=[{\[])")
_OPEN = re.compile(r"[{\[]")
_INVENTED = re.compile(rf"^[ \t*#>_-]*{RESULT_OF} \w+\s*:", re.MULTILINE)
_THOUGHT = re.compile(r"<(think|thinking|thought)>(.*?)(?:</\1>|\Z)", re.DOTALL | re.IGNORECASE)
_THOUGHT_END = re.compile(r"\A(.*)</think(?:ing)?>", re.DOTALL | re.IGNORECASE)
_REASON = re.compile(r"\A[\s*#_]*(?:reason|reasoning|thought)[*_]*\s*:[*_]*\s*", re.IGNORECASE)

_DEEPEST = 4
_WRAPPERS = ("tool_calls", "tool_call", "function", "action", "call")
_NAME_KEYS = ("name", "tool", "tool_name", "function", "action")
_ARGUMENT_KEYS = ("arguments", "args", "parameters", "params", "input", "tool_input", "action_input")
_REASON_KEYS = ("reasoning", "reason", "thought")


Properties: TypeAlias = dict[str, tuple[str, ...]]
"""The names of the arguments of each tool."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """What a reply in text says: the reasoning, the calls, or the problem that kept a call from being read."""

    text: str
    calls: tuple[ToolCall, ...] = ()
    problem: str = ""
    cut: bool = False
    """Whether the text ended inside a call."""


def split_thoughts(text: str) -> tuple[str, str]:
    """A reply without its thinking blocks, and what stood in them."""
    thoughts = [match[2].strip() for match in _THOUGHT.finditer(text)]
    rest = _THOUGHT.sub("", text)
    tail = _THOUGHT_END.match(rest)
    if tail:
        thoughts.append(tail[1].strip())
        rest = rest[tail.end() :]
    return rest.strip(), "\n".join(thoughts)


def read_written(text: str, tools: Sequence[ToolSpec]) -> Written:
    """Read the calls of a reply; the argument ``reasoning`` is filled from the ``Reason:`` line.

    Calls of unknown tools are read as well: whoever runs the tools answers them.
    """
    answer, thoughts = split_thoughts(text)
    invented = next((match for match in _INVENTED.finditer(answer) if "{" in answer[: match.start()]), None)
    if invented:
        answer = answer[: invented.start()]
    offset = max(0, len(answer) - _MOST_TEXT)
    known: Properties = {tool.name: tuple(tool.parameters.get("properties", ())) for tool in tools}
    found, first, problem = _calls(answer[offset:], known)
    reason = _reason(answer[: offset + first] if found else answer) or thoughts
    if found:
        reason = reason or _given_reason(found)
        calls = tuple(_with_reasoning(call, reason, known) for call in found)
        return Written(text=reason, calls=calls)
    words = str(problem) if problem else 'it holds no JSON object with "name" and "arguments"'
    return Written(text=reason, problem=words, cut=problem is not None and not problem.complete)


def leaked_calls(text: str, tools: Sequence[ToolSpec]) -> Written | None:
    """Calls of offered tools in the text of a model that should have called them natively, or None.

    Only what ends the reply, or stands in tags, is taken for a call: a model may also quote JSON.
    """
    if "{" not in text:
        return None
    answer, _ = split_thoughts(text)
    end = answer.removesuffix("```").removesuffix("</tool_call>").rstrip()
    if not end.endswith(("}", "]")) and not _TAG.search(answer):
        return None
    written = read_written(text, tools)
    known = {tool.name for tool in tools}
    return written if written.calls and all(call.name in known for call in written.calls) else None


def _given_reason(calls: Sequence[ToolCall]) -> str:
    given = (call.arguments.get(key) for call in calls for key in _REASON_KEYS)
    return next((words for words in given if isinstance(words, str) and words), "")


def _reason(text: str) -> str:
    text = re.sub(r"(?:<tool_call>|```\w*)\s*\Z", "", text.strip(), flags=re.IGNORECASE).strip()
    return _REASON.sub("", text).strip()


def _with_reasoning(call: ToolCall, reason: str, known: Properties) -> ToolCall:
    takes = known.get(call.name, ())
    words = [key for key in _REASON_KEYS if key not in takes or key == "reasoning"]
    given = next((call.arguments[key] for key in words if call.arguments.get(key)), reason)
    arguments = {key: value for key, value in call.arguments.items() if key not in words}
    if "reasoning" in takes:
        arguments["reasoning"] = given
    return ToolCall(call.name, arguments, call.id, call.malformed)


def _calls(text: str, known: Properties) -> tuple[list[ToolCall], int, NotJson | None]:
    """The calls of the clearest form that holds any, where the first begins, and the last problem met."""
    problem: NotJson | None = None
    for starts in (_TAG, _FENCE, _OPEN):
        found: list[ToolCall] = []
        first, behind, wasted = len(text), 0, 0
        for match in itertools.islice(starts.finditer(text), _MOST_TRIES):
            position = match.start() if starts is _OPEN else match.end()
            if position < behind or wasted > _MOST_WASTED:
                continue
            try:
                value, behind = read_value(text, position)
            except NotJson as error:
                wasted += error.position - position
                if _looks_like_call(text[position : position + 400]):
                    problem = error
                continue
            calls = list(_as_calls(value, known))
            first = min(first, match.start()) if calls else first
            found += calls
        if found:
            return found, first, None
    return [], len(text), problem


def _looks_like_call(text: str) -> bool:
    return re.match(r"[{\[\s]*\W?(?:name|tool|function|action|tool_name|tool_calls)\b", text) is not None


def _as_calls(value: Any, known: Properties, depth: int = 0) -> Iterator[ToolCall]:
    if isinstance(value, list) and depth < _DEEPEST:
        for item in value:
            yield from _as_calls(item, known, depth + 1)
    if not isinstance(value, Mapping):
        return
    inner = next((value[key] for key in _WRAPPERS if isinstance(value.get(key), (list, Mapping))), None)
    if inner is not None and depth < _DEEPEST:
        yield from _as_calls(inner, known, depth + 1)
        return
    name_key = next((key for key in _NAME_KEYS if isinstance(value.get(key), str) and value[key]), None)
    if name_key is None:
        return
    name = value[name_key].removeprefix("functions.").strip()
    argument_key = next((key for key in _ARGUMENT_KEYS if key in value), None)
    if argument_key is None and name not in known:
        return
    arguments = value[argument_key] if argument_key else {}
    rest = {key: item for key, item in value.items() if key not in (name_key, argument_key, "id", "type")}
    yield _call(name, arguments, rest, flat=argument_key is None)


def _call(name: str, arguments: Any, rest: Mapping[str, Any], *, flat: bool) -> ToolCall:
    if isinstance(arguments, str):
        try:
            inner, _ = read_value(arguments.strip())
        except NotJson:
            inner = {} if not arguments.strip() else None
        if not isinstance(inner, dict):
            return ToolCall(name, {}, malformed=arguments[:2_000])
        arguments = inner
    if arguments is None:
        arguments = {}
    if not isinstance(arguments, Mapping):
        return ToolCall(name, {}, malformed=str(arguments)[:2_000])
    extra = rest if flat else {key: rest[key] for key in _REASON_KEYS if key in rest}
    return ToolCall(name, {**extra, **arguments})
