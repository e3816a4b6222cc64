"""Fields that a replay has filled in: until something else is done, they hold what they held then.

A form that loses or exchanges what was filled in sends something else, and may say all the same that it is saved.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from playwright.async_api import Error as PlaywrightError

from pytest_webagent.aria_roles import BUTTONS
from pytest_webagent.errors import ToolError
from pytest_webagent.judging.acts import FILLING
from pytest_webagent.recording.call_text import LOOKS
from pytest_webagent.values.plain_text import quoted

if TYPE_CHECKING:
    from playwright.async_api import Page

    from pytest_webagent.recording.call_text import RecordedCall
    from pytest_webagent.tools.gui.targets import Target

_SENDING: Final = BUTTONS | {"link", "tab"}
"""Roles of what is clicked to send a form, or to leave it."""
_TICKED: Final = {"check": "true", "uncheck": "false"}
# A label is clicked for its field. What is a field of no kind that a browser knows has no value.
_FIELD: Final = """element => {
    const field = element.closest('label')?.control || element;
    const chosen = field.matches('[type=checkbox], [type=radio]') ? String(field.checked)
        : field.matches('[role=checkbox], [role=radio], [role=switch]') ? field.getAttribute('aria-checked') : null;
    const options = field.localName === 'select' ? Array.from(field.selectedOptions, each => each.label).join(', ') : null;
    const text = field.matches('input, textarea') ? field.value : field.isContentEditable ? field.innerText : null;
    return {chosen, held: chosen ?? options ?? text, there: field.isConnected, secret: field.type === 'password'};
}"""


class Lost(NamedTuple):
    """A field that holds something else than what was filled in."""

    step: int
    """The position of the step that filled it in."""
    words: str


class _Filled(NamedTuple):
    target: Target
    held: str


class FilledFields:
    """Those of one page that were filled in since something else was done."""

    def __init__(self) -> None:
        self._filled: dict[int, _Filled] = {}

    async def add(self, step: int, tool: str, target: Target, page: Page) -> None:
        """Keep what a field holds, now that a tool has filled it in in the step at this position."""
        read = await _read(target, page)
        if read["there"] and read["held"] is not None:
            # A box may have fallen back by now.
            ticked = _TICKED.get(tool) if read["chosen"] is not None else None
            self._filled[step] = _Filled(target, ticked or read["held"])

    async def part_of(
        self, call: RecordedCall, target: Target, page: Page
    ) -> Literal["fills", "sends", "neither"]:
        """What a call does to a form: a calendar that a field opens, for one, is neither filled in by a click nor sent."""
        if call.tool in LOOKS:
            return "neither"
        if call.tool in FILLING and not call.arguments.get("submit", False):
            return "fills"
        if self._filled and (await _read(target, page))["chosen"] is not None:
            return "fills"
        clicks = call.tool == "click" and call.targets["element_id"].called.kind not in _SENDING
        return "neither" if clicks else "sends"

    async def lost(self, page: Page) -> list[Lost]:
        """Those that hold something else now, in words. None of them is kept any longer."""
        filled, self._filled = self._filled, {}
        reads = await asyncio.gather(*(_read(each.target, page) for each in filled.values()))
        return [
            Lost(step, f"{each.target.label} {_told(each.held, read)}")
            for (step, each), read in zip(filled.items(), reads, strict=True)
            if read["there"] and read["held"] not in (each.held, None)
        ]


def _told(held: str, read: dict[str, Any]) -> str:
    if read["secret"]:
        return "no longer holds what was filled in"
    return f"was filled in with {quoted(held)}, and holds {quoted(read['held'])} now"


async def _read(target: Target, page: Page) -> dict[str, Any]:
    """What the field of a target holds; it is not there where the page has been drawn anew."""
    try:
        read: dict[str, Any] = await (await target.handle(page)).evaluate(_FIELD)
    except (PlaywrightError, ToolError):
        return {"chosen": None, "held": None, "there": False, "secret": False}
    return read
