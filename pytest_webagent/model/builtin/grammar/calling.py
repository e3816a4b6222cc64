"""Calls of tools by name: "Use csv_tool with action 'read' and path 'export.csv' and report its 'total_rows'".

What a call may say is told by the tool's own JSON schema. A name is a tool's where an underscore is in it or the word "tool"
stands beside it: "use the search" and "click 'wait'" are none. Nothing is guessed: what does not fit is refused.
"""

from __future__ import annotations

import json
import re
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from pytest_webagent.errors import ToolError
from pytest_webagent.language import lexicon
from pytest_webagent.model.builtin import instruction as say
from pytest_webagent.model.builtin.grammar import checking, reporting
from pytest_webagent.model.builtin.refusal import Refusal
from pytest_webagent.model.builtin.step_clauses import verb_at, words_of_step
from pytest_webagent.model.builtin.words import VEILED, unveil
from pytest_webagent.tools.core import validator, wording

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pytest_webagent.messages import ToolSpec

_CALL: Final = re.compile(
    r"(?:^|[,;]\s*(?:and\s+|then\s+)*|\s(?:and|then)\s+(?:then\s+)?)"
    r"(?P<verb>use|call|run|invoke|execute)\s+(?:(?:the|a)\s+)?(?P<before>tool\s+)?"
    rf"(?P<name>[^\W\d]\w*|{VEILED})(?P<behind>\s+tool\b)?(?![\w/.-])",
    re.IGNORECASE,
)
_HANGS: Final = re.compile(
    r"\s*(?:if|unless|when|whenever|while|until|for each|for every|repeat|as long as)\b", re.IGNORECASE
)
"""Beginnings of what a call would hang on."""
_GLUE: Final = ("with", "where", "and", "its", "the", "argument", "arguments", "parameter", "parameters")
"""Words before the name of an argument, where they are none themselves."""
_NAME: Final = re.compile(r"(?P<name>[^\W\d]\w*)\s*(?P<sign>[=:]?)\s*")
_VALUE: Final = re.compile(rf"{VEILED}|[^\s,()\[\]{{}}\U000f0000-\U0010ffff]+")
_NUMBER: Final = re.compile(r"-?\d+(?:\.\d+)?")
_JOINT: Final = re.compile(r"\s*(?:$|[,;)]|(?:and|then)\b)")
_BOOLEANS: Final = {"true": True, "yes": True, "false": False, "no": False}
_REASONING: Final = "reasoning"
"""What every call says, and no goal."""
_ENDING: Final = frozenset(("stop", "expect"))
_PAIRS: Final = {"{": "}", "[": "]"}
_GIVEN: Final = re.compile(
    r"(?:report|return|tell\s+me|give\s+me|answer\s+with)\s+(?:(?:its|the\s+tool's)\s+(?:result|output)"
    r"|what\s+(?:it|the\s+tool)\s+(?:gives|gave|returns|returned|says|said|finds|found)"
    rf"|(?:(?P<place>\$\S+)|the\s+(?:value\s+at|field)\s+(?P<part>{VEILED}|\S+))\s+(?:of|in|from)\s+(?:its|the\s+tool's)\s+(?:result|output)"
    r"|its\s+(?P<field>\w+))",
    re.IGNORECASE,
)


class Offer(NamedTuple):
    """The tools that a goal may call by name."""

    tools: Sequence[ToolSpec] = ()
    off: Mapping[str, str] = {}
    """Why others are not offered."""


def called(sentence: str, offer: Offer) -> tuple[str, say.Call, str] | None:
    """The first call of a tool in a (veiled) sentence, with what stands before and behind it; None where there is none.

    Raises:
        Refusal: the tool is not offered, or what is said of the call does not fit it.
    """
    offered = {tool.name: tool for tool in offer.tools}
    for found in _CALL.finditer(sentence) if offered else ():
        name, named = unveil(found["name"]), bool(found["before"] or found["behind"])
        if not named and ("_" not in name or re.fullmatch(VEILED, found["name"])):
            continue
        if name in _ENDING and name in offered:
            raise Refusal(f"{name} ends a run, and is not called by name: say what is to be reported")
        if name in offered and _HANGS.match(sentence[: found.start()]):
            raise Refusal(
                f"whether {name} is to be called hangs on what stands before it: say 'If ..., use {name} ...', or call it by itself"
            )
        if name in offered:
            what = _Call(offered[name], sentence)
            end = what.read(found.end())
            return (
                sentence[: found.start()],
                what.instruction(sentence[found.start("verb") : end]),
                sentence[end:],
            )
        if name in offer.off:
            raise Refusal(f"the tool {name!r} is off in this test: {offer.off[name]}")
        if _is_ours(name):
            raise Refusal(
                f"the tool {name!r} is not offered in this test: add it or its toolset to webagent_tools "
                f"(tools=['default', {name!r}])"
            )
    return None


def given(clause: str) -> say.Given | None:
    """What a (veiled) clause right after a call asks of its result, such as "report its result"; None where it does not."""
    found = _GIVEN.fullmatch(clause.strip(" ,"))
    if found is None:
        return None
    part = unveil(found["part"] or found["place"] or found["field"] or "")
    path = part if not part or part.startswith("$") else f"$.{part}"
    return say.Given(said=unveil(clause.strip(" ,"), "'"), path=path)


def _is_ours(name: str) -> bool:
    # Loaded for a refusal alone: these are all tools there are.
    from pytest_webagent.tools.toolsets import every_tool

    return any(getattr(item, "name", "") == name for item in every_tool())


class _Call:
    """A call as it is read from the words behind the tool's name."""

    def __init__(self, tool: ToolSpec, text: str) -> None:
        self._tool = tool
        self._text = text
        properties = tool.parameters.get("properties", {})
        self._known: Mapping[str, Any] = {
            name: part for name, part in properties.items() if name != _REASONING
        }
        self._arguments: dict[str, Any] = {}
        self._glue = re.compile(rf"(?:[\s,():]|\b(?:{'|'.join(set(_GLUE) - self._known.keys())})\b)*")

    def read(self, at: int) -> int:
        """Read arguments from a place on; where what is said of the call ends.

        Raises:
            Refusal: something there is neither an argument nor what is done next.
        """
        end = at
        while True:
            glue = self._glue.match(self._text, at)
            start = glue.end() if glue else at
            found = _NAME.match(self._text, start)
            if start == len(self._text) or found is None or not self._is_argument(found):
                break
            name = found["name"]
            if name in self._arguments:
                raise self._refusal(f"the argument {name!r} is given twice")
            self._arguments[name], at = self._value(name, found.end())
            end = at
        closed = re.compile(r"\s*\)").match(self._text, end)
        end = closed.end() if closed else end
        self._refuse_unread(self._text[end:])
        return end

    def instruction(self, said: str) -> say.Call:
        """The call, if it fits the tool.

        Raises:
            Refusal: an argument is missing, unknown or of another kind.
        """
        try:
            validator.check(self._tool.name, self._parameters, self._arguments)
        except ToolError as error:
            # What the tool takes is told here without what no goal says.
            problems = str(error).partition(" was not run: ")[2].rpartition(". It takes ")[0]
            raise self._refusal(problems) from None
        words = unveil(said.strip(" ,;"), "'")
        return say.Call(said=words, name=self._tool.name, arguments=tuple(self._arguments.items()))

    @property
    def _parameters(self) -> dict[str, Any]:
        required = [name for name in self._tool.parameters.get("required", ()) if name != _REASONING]
        return {**self._tool.parameters, "properties": self._known, "required": required}

    def _is_argument(self, found: re.Match[str]) -> bool:
        """Whether a name is that of an argument: by a sign behind it, by the schema, or as nothing else stands before a value."""
        if found["sign"]:
            return True
        value = _VALUE.match(self._text, found.end())
        plainly = value is not None and bool(
            re.match(VEILED, value[0]) or _NUMBER.fullmatch(value[0]) or _JOINT.match(self._text, value.end())
        )
        if found["name"] in self._known:
            return plainly or self._text[found.end() : found.end() + 1] in _PAIRS
        return plainly and not _goes_on(self._text[found.start() :])

    def _value(self, name: str, at: int) -> tuple[Any, int]:
        if self._text[at : at + 1] in _PAIRS:
            return self._json(name, at)
        found = _VALUE.match(self._text, at)
        quoted = found is not None and re.match(VEILED, found[0]) is not None
        if found is None or not (quoted or _JOINT.match(self._text, found.end())):
            raise self._refusal(f"the value of {name!r} is not clear: put it in quotation marks")
        return _coerced(unveil(found[0]), self._known.get(name, {}), quoted=quoted), found.end()

    def _json(self, name: str, at: int) -> tuple[Any, int]:
        """An object or a list; what it quotes is veiled, and holds no bracket."""
        open_ones: list[str] = []
        for end in range(at, len(self._text)):
            if self._text[end] in _PAIRS:
                open_ones.append(_PAIRS[self._text[end]])
            elif open_ones and self._text[end] == open_ones[-1]:
                open_ones.pop()
            if not open_ones:
                break
        written = re.sub(
            VEILED, lambda said: json.dumps(unveil(said[0]), ensure_ascii=False), self._text[at : end + 1]
        )
        try:
            return json.loads(written), end + 1
        except ValueError:
            raise self._refusal(f"the value of {name!r} is no JSON: {written!r}") from None

    def _refuse_unread(self, rest: str) -> None:
        if not (rest := re.sub(r"^(?:[\s,;()]|(?:and|then)\b)+", "", rest)) or _goes_on(rest):
            return
        raise self._refusal(
            f"{unveil(rest, chr(39))!r} is neither an argument of it nor a step that comes after it"
        )

    def _refusal(self, problem: str) -> Refusal:
        takes = wording.signature(self._known, self._parameters["required"])
        return Refusal(f"{self._tool.name} was not called: {problem}. It takes {takes}")


def _goes_on(rest: str) -> bool:
    """Whether (veiled) words begin another step, a question or a statement."""
    words = words_of_step(rest)
    return bool(
        words
        and (
            verb_at(words, 0)
            or words[0].low in lexicon.DEEDS
            or checking.checked(rest)
            or reporting.asked(rest)
            or _CALL.match(rest)
        )
    )


def _coerced(text: str, schema: Mapping[str, Any], *, quoted: bool) -> Any:
    """A value as its schema wants it; where it wants something else, the text, which then does not fit."""
    kinds = {str(kind) for part in (schema, *schema.get("anyOf", ())) for kind in _kinds(part)}
    if "string" in kinds and (quoted or kinds <= {"string", "null"}):
        return text
    if "boolean" in kinds and text.lower() in _BOOLEANS:
        return _BOOLEANS[text.lower()]
    with suppress(ValueError):
        return json.loads(text)
    return text


def _kinds(schema: Mapping[str, Any]) -> Sequence[str]:
    kinds = schema.get("type", () if "anyOf" in schema or "enum" not in schema else ("string",))
    return (kinds,) if isinstance(kinds, str) else tuple(kinds)
