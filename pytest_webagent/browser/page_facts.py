"""What Playwright's snapshot leaves out, read from every frame by one script each that changes nothing."""

from __future__ import annotations

import asyncio
import json
import re
from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

from playwright.async_api import Error

from pytest_webagent.browser.field_memory import ask
from pytest_webagent.policy.secret_names import FOREIGN_SECRET, SECRET_THING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from playwright.async_api import Frame, Page


def _source(name: str) -> str:
    return files("pytest_webagent.browser").joinpath(name).read_text(encoding="utf-8")


SECRET_FIELD = (
    _source("secret_field.js")
    .strip()
    .replace("SECRET_THING", json.dumps(SECRET_THING))
    .replace("FOREIGN_SECRET", json.dumps(FOREIGN_SECRET))
)
"""An expression of JavaScript: the function that tells whether the value of an element is a secret."""
SIGHT = _source("sight.js").strip().replace("VEILS", _source("veils.js").strip())
"""An expression of JavaScript: what tells whether a person can see an element."""
_SCRIPT = _source("page_facts.js").replace("SECRET_FIELD", SECRET_FIELD).replace("SIGHT", SIGHT)
_PATIENCE = 2.0
"""Seconds a frame may take longer than the snapshot itself before its facts are given up."""
_ESCAPE = re.compile(r"\\(.)")
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\"}


@dataclass(frozen=True, slots=True)
class ElementFacts:
    """What one element tells beyond the snapshot. Words are empty where there is nothing to say."""

    box: str
    """Rounded as in the snapshot, which is what joins the two: ``x,y,width,height`` within the frame."""
    tag: str
    role: str
    states: tuple[str, ...] = ()
    field: str = ""
    value: str | None = None
    secret: str = ""
    """``filled`` or ``empty`` for a field whose value is nobody's business."""
    about: str = ""
    editable: str = ""
    click: str = ""
    opaque: str = ""
    closed: str = ""
    """Set where a closed shadow root is possible."""
    long: str = ""
    """The text of an element whose name is too long for the snapshot."""
    hidden: str = ""
    clipped: str = ""
    text: str = ""
    before: str = ""
    """The end of the text in front of what can be clicked and stands within a line."""
    inside: str = ""
    """The boxes of the nearest ancestors, joined by semicolons."""
    shown: str = ""
    """What a person reads in an element that has a name of its own for screen readers."""
    struck: str = ""
    """Set where it is a text that is struck through."""
    path: str = ""
    """An XPath from any element of the document to this one; empty inside a shadow root."""


class IframeFacts(NamedTuple):
    """An iframe element: where its content begins, how it is scaled, which child window it holds."""

    box: str
    window: int
    x: float
    y: float
    scale_x: float
    scale_y: float
    src: str
    about: str


class Break(NamedTuple):
    """A line break, or a picture without a name, between two texts that the snapshot joins into one word."""

    inside: str
    """The boxes of the nearest ancestors, joined by semicolons."""
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class FrameFacts:
    """What one frame's script found. Lengths are CSS pixels."""

    elements: tuple[ElementFacts, ...]
    iframes: tuple[IframeFacts, ...]
    index: int
    """The frame's number among the child windows of its parent, or -1."""
    born: str
    """Tells one loaded document from the next."""
    width: int
    height: int
    above: int
    below: int
    language: str = ""
    """What the document says its language is, without anything that cannot stand in a BCP 47 tag."""
    breaks: tuple[Break, ...] = ()
    status: int = 0
    """The HTTP status the document came with, or 0 where there is none."""


class PageFacts:
    """Reads the facts of a page's frames while the snapshot is taken."""

    def __init__(self, page: Page) -> None:
        self._tasks = {frame: asyncio.ensure_future(_read(frame)) for frame in page.frames}

    async def collect(self) -> dict[Frame, FrameFacts]:
        """The facts of every frame that answered in time."""
        await asyncio.wait(self._tasks.values(), timeout=_PATIENCE)
        answered = {frame: task.result() for frame, task in self._tasks.items() if task.done()}
        return {frame: facts for frame, facts in answered.items() if facts is not None}

    async def cancel(self) -> None:
        """Stop waiting for frames that have not answered."""
        late = [task for task in self._tasks.values() if not task.done()]
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)


async def _read(frame: Frame) -> FrameFacts | None:
    try:
        found = await ask(frame, _SCRIPT)
    except Error:
        # A frame that is leaving, or whose page broke what the script needs: the snapshot stands alone.
        return None
    return parse(found) if isinstance(found, str) else None


def parse(text: str) -> FrameFacts | None:
    """The facts in a script's answer, or None when it is not one."""
    elements: list[ElementFacts] = []
    iframes: list[IframeFacts] = []
    breaks: list[Break] = []
    page: Mapping[str, str] = {}
    for record in text.split("\n"):
        kind, *parts = record.split("\t")
        if kind == "E":
            states = tuple(_plain(part[6:]) for part in parts[3:] if part.startswith("state="))
            elements.append(ElementFacts(parts[0], parts[1], parts[2], states, **_pairs(parts[3:])))
        elif kind == "F":
            pairs = _pairs(parts[1:])
            x, y, scale_x, scale_y = (float(part) for part in pairs["place"].split(","))
            iframes.append(
                IframeFacts(
                    parts[0], int(pairs["index"]), x, y, scale_x, scale_y, pairs["src"], pairs["about"]
                )
            )
        elif kind == "B":
            breaks.append(Break(parts[0], _plain(parts[1]), _plain(parts[2])))
        elif kind == "P":
            page = _pairs(parts)
    if not page:
        return None
    return FrameFacts(
        tuple(elements),
        tuple(iframes),
        int(page["index"]),
        page["born"],
        int(page["width"]),
        int(page["height"]),
        int(page["above"]),
        int(page["below"]),
        page["lang"],
        tuple(breaks),
        int(page["status"]),
    )


def _pairs(parts: list[str]) -> dict[str, str]:
    pairs = (part.partition("=") for part in parts if not part.startswith("state="))
    return {key: _plain(value) for key, _, value in pairs}


def _plain(value: str) -> str:
    return _ESCAPE.sub(lambda match: _ESCAPED.get(match[1], match[1]), value) if "\\" in value else value
