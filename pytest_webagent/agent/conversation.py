"""What the model is shown: an append-only history, with older pages shortened in blocks.

A request begins with the same bytes as the one before it, except right after a cut, when the pages of a whole
block of steps are reduced to a line each. Screenshots go only with the newest page.
"""

from __future__ import annotations

import base64
import binascii
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from pytest_webagent.agent import prompt
from pytest_webagent.messages import Image, Message
from pytest_webagent.policy.redaction import address

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.agent.fence import Fence
    from pytest_webagent.agent.page_pictures import Picture
    from pytest_webagent.messages import ToolCall, ToolResult
    from pytest_webagent.observation import Observation

CUT_EVERY = 4
"""Steps between two cuts."""
KEPT = 1
"""How many of the newest pages stay whole at a cut."""

_MAGIC = ((b"\xff\xd8", "image/jpeg"), (b"\x89PNG", "image/png"), (b"RIFF", "image/webp"))


@dataclass(frozen=True, slots=True)
class _Page:
    """The page at one step, whole and as one line."""

    step: int
    whole: str
    line: str
    images: tuple[Image, ...]


_Entry: TypeAlias = "Message | _Page"


class Conversation:
    """The messages of one run."""

    def __init__(
        self,
        goal: str,
        fence: Fence,
        *,
        system: str = prompt.SYSTEM,
        heading: str = "Goal",
        pages: Sequence[str] = (),
        cut_every: int = CUT_EVERY,
        kept: int = KEPT,
    ) -> None:
        """Begin with the goal, below its `heading`, and the names of `pages`; `cut_every` and `kept` are counted in steps."""
        self._system = Message(role="system", text=system)
        first = [prompt.FIRST.format(heading=heading, goal=goal, token=fence.token)]
        if pages:
            first.append(prompt.PAGES.format(names=", ".join(pages)))
        self._first = "\n".join(first)
        self._fence = fence
        self._cut_every = cut_every
        self._kept = kept
        self._entries: list[_Entry] = []
        self._remarks: list[str] = []
        self._pictures: list[Image] = []
        self._told: list[str] = []
        self._step = 0
        self.hints = ""
        """What the tests' author says of the site, shown with the newest page."""

    def remark(self, text: str) -> None:
        """Say something to the model, below the next page."""
        self._remarks.append(text)

    def see(
        self,
        step: int,
        steps: int,
        observation: Observation,
        *,
        picture: Picture | None = None,
        others: Sequence[Image] = (),
    ) -> None:
        """Show the page of a step (from 1) out of at most `steps`.

        `picture` is how it looks; `others` are pictures that tools gave since the page before.
        """
        images: list[Image] = []
        page = self._fence.wrap_page(describe(observation, already_told="\n".join(self._told)))
        lines = [prompt.PAGE.format(step=step, steps=steps, page=page)]
        if picture is not None:
            images.append(picture.image)
            lines.extend(filter(None, [picture.note]))
        if others:
            images.extend(others)
            lines.append(prompt.TOOL_PICTURES.format(number=len(others), all=len(images)))
        lines.extend(self._remarks)
        line = prompt.PAST_PAGE.format(step=step, title=observation.title, url=address(observation.url))
        self._entries.append(_Page(step, "\n".join(lines), self._fence.inline(line), tuple(images)))
        self._step = step
        self._remarks.clear()
        self._told.clear()

    def take_pictures(self) -> list[Image]:
        """The pictures that tools gave since they were last asked for."""
        taken, self._pictures = self._pictures, []
        return taken

    def reply(self, text: str, calls: Sequence[ToolCall]) -> None:
        """Keep what the model said."""
        shown = text if text.strip() or calls else prompt.EMPTY_REPLY
        self._entries.append(Message(role="assistant", text=shown, tool_calls=tuple(calls)))

    def result(self, call: ToolCall, result: ToolResult, *, quotes_page: bool) -> None:
        """Keep what came of a call; `quotes_page` tells that it holds what others wrote."""
        fence = self._fence.wrap if quotes_page else self._fence.clean
        self._entries.append(Message(role="tool", text=fence(result.text), tool_call_id=call.id))
        self._told.append(result.text)
        self._pictures.extend(_pictures(result))

    def messages(self) -> tuple[Message, ...]:
        """The request as it stands."""
        cut = (self._step - 1) // self._cut_every * self._cut_every + 1
        whole_from = cut - self._kept + 1 if cut > 1 else 1
        shown = [self._system]
        for entry in self._entries:
            if isinstance(entry, Message):
                shown.append(entry)
                continue
            text = entry.whole if entry.step >= whole_from else entry.line
            if len(shown) == 1:
                text = f"{self._first}\n\n{text}"
            if entry.step == self._step and self.hints:
                text = f"{text}\n\n{self._fence.clean(self.hints)}"
            images = entry.images if entry.step == self._step else ()
            shown.append(Message(role="user", text=text, images=images))
        return tuple(shown)


def describe(observation: Observation, already_told: str = "") -> str:
    """The page in the model's words: where it is, what happened, and what it shows.

    What happened is left out where the results of the last calls, `already_told`, have said it.
    """
    lines = [f"Address: {address(observation.url)}", f"Title: {observation.title}"]
    if len(observation.tabs) > 1:
        lines.append("Tabs:")
        lines += [
            f"  {tab.number}{' (current)' if tab.current else ''}: {tab.title} {address(tab.url)}"
            for tab in observation.tabs
        ]
    told = already_told.splitlines()
    notes = [note for note in observation.notes if note.partition(": ")[2] not in told]
    if notes:
        lines.append("Since the last step:")
        lines += [f"  - {note}" for note in notes]
    if observation.unreachable:
        lines.append(f"Error page of the browser: {observation.unreachable}")
    if observation.dialog:
        lines.append(f"Dialog: {observation.dialog}")
    return "\n".join([*lines, "", observation.text])


def _pictures(result: ToolResult) -> tuple[Image, ...]:
    found = (_picture(each) for each in result.images)
    return tuple(each for each in found if each is not None)


def _picture(encoded: str) -> Image | None:
    try:
        data = base64.b64decode(encoded)
    except binascii.Error:
        return None
    kind = next((kind for magic, kind in _MAGIC if data.startswith(magic)), None)
    return Image(data, kind) if kind else None
