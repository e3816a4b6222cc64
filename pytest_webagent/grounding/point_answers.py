"""Answers of grounding models, read strictly: one place in the form the model was trained on, or an error that says why."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from pytest_webagent.errors import GroundingError, ToolError
from pytest_webagent.grounding.coordinates import parse

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from pytest_webagent.messages import ToolCall
    from pytest_webagent.ports import ModelResponse

Form: TypeAlias = Literal["tool_call", "action", "json", "pair"]

WANTED: Final[Mapping[Form, str]] = {
    "tool_call": '<tool_call>{"name": "grounding", "arguments": {"action": "click", "coordinate": [x, y]}}</tool_call>',
    "action": "Action: click(start_box='(x,y)')",
    "json": '[{"bbox_2d": [x1, y1, x2, y2]}], or [] if it is not there',
    "pair": "[x, y]",
}
"""How a model is to answer, in words for messages."""

_LONGEST: Final = 20_000
"""Characters of a reply that are looked at, the last ones: the answer follows the reasoning."""
_MOST_TRIES: Final = 50
"""Openings of JSON values that are tried: a reply of nothing but brackets would take a day."""

_THOUGHTS: Final = re.compile(r"(</?(?:think|thinking|thought)>)", re.IGNORECASE)
_CALL: Final = re.compile(r"<tool_call>(.*?)(?:</tool_call>|(?=<tool_call>)|\Z)", re.DOTALL | re.IGNORECASE)
_FENCE: Final = re.compile(r"```\w*\n?(.*?)(?:```|\Z)", re.DOTALL)
_ACTION: Final = re.compile(r"^[^\w\n]*Action[ \t]*:", re.MULTILINE)
_CLICK: Final = re.compile(r"\bclick\(\s*(?:start_box|start_point|point)\s*=\s*(['\"])([^'\"]*)\1+\s*\)")
_BOX_TOKENS: Final = re.compile(r"<\|box_(?:start|end)\|>|</?bbox>")
_NOT_THERE: Final = object()
"""Stands for the place of what the model says is not on the picture."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A place a model named, in whatever its coordinates count."""

    x: float
    y: float


def read(response: ModelResponse, form: Form) -> Answer | None:
    """The one place a reply names; None if it says that there is none.

    Args:
        response: The reply. Reasoning in front of the answer is left out. Servers with a tool parser hand a
            ``<tool_call>`` over as a call.
        form: How the model writes its answers.

    Raises:
        GroundingError: the reply names no place in that form, or several.
    """
    pieces = list(_READERS[form](spoken(response.text), response.tool_calls))
    if pieces == [_NOT_THERE]:
        return None
    try:
        # The same place may be named twice.
        places = list(dict.fromkeys(map(parse, pieces)))
    except ToolError:
        places = []
    if not places:
        raise GroundingError(f"the answer has to be {WANTED[form]}, and it was: {came(response)}")
    if len(places) > 1:
        named = " and ".join(f"({x:g}, {y:g})" for x, y in places[:3])
        raise GroundingError(f"one place was asked for, and the answer names {len(places)}: {named}")
    return Answer(*places[0])


def spoken(text: str) -> str:
    """A reply without its reasoning."""
    said: list[str] = []
    thought: list[str] = []
    thinking = False
    for part in _THOUGHTS.split(text[-_LONGEST:]):
        if not _THOUGHTS.fullmatch(part):
            (thought if thinking else said).append(part)
        elif not part.startswith("</"):
            thinking = True
        elif thinking:
            thinking, thought = False, []
        else:
            # Some chat templates open the reasoning themselves, so that the reply only closes it.
            said = []
    # Reasoning that is never closed may hold the answer.
    return "".join((*said, *thought)).strip()


def came(response: ModelResponse) -> str:
    """What a reply says, shortened, for messages and for the model to see again."""
    calls = [call.malformed or json.dumps(dict(call.arguments), default=str) for call in response.tool_calls]
    return _shown("\n".join((spoken(response.text), *calls)).strip() or response.text.strip() or "(nothing)")


def _shown(piece: object, most: int = 200) -> str:
    text = "".join(each if each.isprintable() else " " for each in str(piece)[:_LONGEST])
    text = " ".join(text.split())
    return text if len(text) <= most else text[: most - 3] + "..."


def _from_calls(text: str, calls: Sequence[ToolCall]) -> Iterator[object]:
    for call in calls:
        yield _coordinate({"arguments": call.malformed or call.arguments})
    for match in _CALL.finditer(text):
        for value in itertools.islice(_values(match[1]), 1):
            yield _coordinate(value)


def _coordinate(call: object) -> object:
    """The coordinates of a call to click; something that is no place if it has none."""
    arguments = call.get("arguments") if isinstance(call, Mapping) else None
    if isinstance(arguments, str):
        # Some servers write the arguments as a text within the text.
        arguments = next(_values(arguments), None)
    if not isinstance(arguments, Mapping) or "click" not in str(arguments.get("action", "click")):
        return ""
    return arguments.get("coordinate", "")


def _from_action(text: str, calls: Sequence[ToolCall]) -> Iterator[object]:
    begin = _ACTION.search(text)
    for match in _CLICK.finditer(text, begin.end() if begin else 0):
        yield _BOX_TOKENS.sub(" ", match[2]).strip()


def _from_json(text: str, calls: Sequence[ToolCall]) -> Iterator[object]:
    fenced = [match[1] for match in _FENCE.finditer(text)]
    values = [value for part in fenced or [text] for value in _values(part)]
    if values == [[]]:
        yield _NOT_THERE
    items = [item for value in values for item in (value if isinstance(value, list) else [value])]
    for item in items:
        if isinstance(item, Mapping):
            yield from (item[key] for key in ("bbox_2d", "point_2d") if key in item)


def _from_pair(text: str, calls: Sequence[ToolCall]) -> Iterator[object]:
    fenced = _FENCE.fullmatch(text)
    yield (fenced[1] if fenced else text).strip()


_READERS: Final[Mapping[Form, Callable[[str, Sequence[ToolCall]], Iterator[object]]]] = {
    "tool_call": _from_calls,
    "action": _from_action,
    "json": _from_json,
    "pair": _from_pair,
}


def _values(text: str) -> Iterator[Any]:
    """The JSON lists and objects of a text, in order; what is no JSON is passed by."""
    decoder, behind, tries = json.JSONDecoder(strict=False), 0, 0
    for match in re.finditer(r"[\[{]", text):
        if match.start() < behind:
            continue
        tries += 1
        if tries > _MOST_TRIES:
            return
        try:
            value, behind = decoder.raw_decode(text, match.start())
        except (ValueError, RecursionError):
            continue
        yield value
