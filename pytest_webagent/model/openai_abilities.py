"""What a server turned out not to know, learnt from its refusals."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

REFUSALS = frozenset({400, 404, 415, 422, 500, 501})
"""The statuses servers use to say that they do not know something; llama.cpp says so with 500."""

_NO_SUPPORT = (
    r"not (?:be )?(?:\w+ )?(?:support|implement|enable|available)\w*|n't (?:\w+ )?support\w*|unsupported"
)
_NO = (
    _NO_SUPPORT + r"|(?:not|n't) (?:be )?(?:\w+ )?(?:permit|allow|accept|recogni[sz]e)\w*|cannot|disabled"
    r"|unrecogni[sz]ed|unknown|unexpected|extra inputs|extra_forbidden|deprecated|only the default"
)
_TOOL = r"\b(?:tools?|tool_choice|tool[ _-](?:use|calls?|calling)|functions?|function[ _-]?call(?:s|ing)?)\b"
_IMAGE = r"(?:\bimages?\b|image_url|\bvision\b|multi-?modal|\bvisual\b)"


def _denied(subject: str, denial: str, others: str) -> re.Pattern[str]:
    near = rf"(?:{denial})[^.]{{0,60}}{subject}|{subject}[^.]{{0,60}}(?:{denial})"
    return re.compile(f"{near}|{others}", re.IGNORECASE)


_TOOL_WORDS = r"enable-auto-tool-choice|requires? --jinja|no endpoints found that support tool"
_IMAGE_WORDS = (
    r"not a multi-?modal|mmproj|no endpoints found that support image|at most 0 image|missing data required for image"
    r"|content[^.]{0,40}(?:must|should) be a (?:valid )?string|content of type string|invalid content type"
    r"|unexpected item type in content|only \W?text\W? content|type [^.]{0,30}\['text'\]|不支持.{0,6}(?:图片|图像|视觉|多模态)"
)
"""What vLLM, llama.cpp, OpenRouter, Ollama, Groq, OpenAI, DashScope, mlx-lm and Z.ai say of images beside plain words."""
# A failing server also says "unexpected error in a tool call": its refusals must be clearer to be taken for one.
_REFUSED_TOOLS = {True: _denied(_TOOL, _NO, _TOOL_WORDS), False: _denied(_TOOL, _NO_SUPPORT, _TOOL_WORDS)}
_REFUSED_IMAGES = {
    True: _denied(_IMAGE, _NO, _IMAGE_WORDS),
    False: _denied(_IMAGE, _NO_SUPPORT, _IMAGE_WORDS),
}
_IMAGE_ITSELF = re.compile(
    r"image (?:format|size|type|is too)|formats?:|too large|larger|dimensions|pixels|media type|(?:identify|read|open)(?: the| this)? image"
    r"|decod|corrupt|base64|download|safety|policy",
    re.IGNORECASE,
)
"""What servers say of a picture that they do not take, although they take others."""
_SYSTEM = re.compile(rf"system (?:role|messages?)[^.]{{0,40}}(?:{_NO})", re.IGNORECASE)
_THOUGHTS = re.compile(
    r"missing \W?reasoning_content|reasoning_content\W.{0,60}must be passed", re.IGNORECASE
)
_UNKNOWN = re.compile(_NO, re.IGNORECASE)


LIMITS = ("max_completion_tokens", "max_tokens")
"""The parameters that bound a reply. Many servers know one of them, and pass over the other without a word."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Abilities:
    """What is taken for granted of a server until it refuses it."""

    tools: bool = True
    images: bool = True
    system: bool = True
    limits: tuple[str, ...] = LIMITS
    """What the most tokens of a reply are called."""
    silent_thoughts: bool = True
    """Whether the model's earlier thoughts may be left out of the conversation."""
    dropped: frozenset[str] = field(default=frozenset())
    """Sampling parameters the model does not take."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """A server's answer that may say what it does not know."""

    status: int
    words: str
    parameter: str = ""
    """The parameter that the server names as the culprit, if it names one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """What a refusal teaches: the abilities to go on with, and what changes, in words."""

    abilities: Abilities
    change: str
    subject: str
    """``tools``, ``images`` or ``parameters``."""


def learn(refusal: Refusal, abilities: Abilities, body: Mapping[str, Any]) -> Lesson | None:
    """What a refusal of the request `body` teaches about the server, or None if it teaches nothing."""
    if refusal.status not in REFUSALS:
        return None
    words, about_request = refusal.words, refusal.status in (400, 415, 422)
    if "tools" in body and _about_tools(refusal, _REFUSED_TOOLS[about_request]):
        return Lesson(
            abilities=replace(abilities, tools=False),
            change="it takes no tools; they are told in the prompt from here on",
            subject="tools",
        )
    if _has_images(body) and _REFUSED_IMAGES[about_request].search(words) and not _IMAGE_ITSELF.search(words):
        return Lesson(
            abilities=replace(abilities, images=False),
            change="it takes no images; no screenshots are sent from here on",
            subject="images",
        )
    if abilities.system and _SYSTEM.search(words):
        return Lesson(
            abilities=replace(abilities, system=False),
            change="it takes no system message; its words open the first user message from here on",
            subject="parameters",
        )
    if abilities.silent_thoughts and _THOUGHTS.search(words):
        return Lesson(
            abilities=replace(abilities, silent_thoughts=False),
            change="it wants its earlier thoughts; they are sent back from here on",
            subject="parameters",
        )
    return _parameter_lesson(refusal, abilities, body)


def _about_tools(refusal: Refusal, denial: re.Pattern[str]) -> bool:
    named = refusal.parameter in ("tools", "tool_choice", "functions")
    found = _UNKNOWN if named else denial
    return found.search(refusal.words) is not None and "schema" not in refusal.words.lower()


def _parameter_lesson(refusal: Refusal, abilities: Abilities, body: Mapping[str, Any]) -> Lesson | None:
    if refusal.status not in (400, 422):
        return None
    name = _culprit(refusal, [key for key in OPTIONAL if key in body])
    if name is None:
        return None
    dropped = abilities.dropped | {name}
    limits = tuple(each for each in LIMITS if each not in dropped) if name in LIMITS else abilities.limits
    instead = f"`{limits[0]}` is sent" if name in LIMITS and limits else "the setting has no effect"
    return Lesson(
        abilities=replace(abilities, dropped=dropped, limits=limits),
        change=f"it takes no `{name}`; {instead} from here on",
        subject="parameters",
    )


OPTIONAL = ("top_p", "seed", "temperature", *LIMITS)
"""Parameters that a request can go without; where a server refuses a pair, the first listed goes."""


def _culprit(refusal: Refusal, sent: Collection[str]) -> str | None:
    if not _UNKNOWN.search(refusal.words):
        return None
    if refusal.parameter in sent:
        return refusal.parameter
    found = [(name, match) for name in sent if (match := re.search(rf"\b{name}\b", refusal.words))]
    if found and found[0][0] in LIMITS:
        # What is refused is named before what to say instead of it.
        found.sort(key=lambda each: each[1].start())
    return found[0][0] if found else None


def _has_images(body: Mapping[str, Any]) -> bool:
    return any(isinstance(message.get("content"), list) for message in body["messages"])
