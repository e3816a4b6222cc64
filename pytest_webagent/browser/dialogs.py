"""The dialogs a page opens: alert, confirm, prompt, and the question whether to leave the page."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

from playwright.async_api import Error as PlaywrightError

from pytest_webagent.browser.records import shortened
from pytest_webagent.errors import ToolError

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from playwright.async_api import Dialog, Page

    from pytest_webagent.browser.bell import Bell
    from pytest_webagent.browser.records import SessionLog

FLOOD = 10
"""So many dialogs after one action are too many: further ones are dismissed, and if the page does nothing else
than open dialogs, it is stopped after as many again."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A dialog nobody has answered."""

    dialog: Dialog
    page: Page | None

    @property
    def kind(self) -> str:
        """The kind of dialog: alert, confirm, prompt or beforeunload."""
        return self.dialog.type

    @property
    def what(self) -> str:
        """The dialog in a few words."""
        if self.kind == "beforeunload":
            return "a beforeunload dialog asks whether to leave the page"
        article = "an" if self.kind == "alert" else "a"
        said = f'{article} {self.kind} dialog says "{shortened(self.dialog.message, 200)}"'
        if self.kind == "prompt" and self.dialog.default_value:
            said += f' (its field holds "{shortened(self.dialog.default_value, 100)}")'
        return said

    @property
    def sentence(self) -> str:
        """The dialog, and what to do about it."""
        if self.kind == "beforeunload":
            return f"{self.what}: call accept_dialog to leave it or dismiss_dialog to stay"
        return f"{self.what}: call accept_dialog or dismiss_dialog"


class Dialogs:
    """The dialogs of a session. None is answered unless the test preset an answer, or somebody gives one."""

    def __init__(
        self,
        preset: str,
        log: SessionLog,
        bell: Bell,
        ping: Callable[[Page], Coroutine[object, object, None]],
        stop: Callable[[Page, str], Coroutine[object, object, None]],
    ) -> None:
        self._preset = preset
        self._log = log
        self._bell = bell
        self._ping = ping
        self._stop = stop
        self._waiting: list[Waiting] = []
        self._working: set[asyncio.Task[None]] = set()
        self._row = 0
        self._alive: asyncio.Task[None] | None = None
        self.notes: list[str] = []
        """What was answered by preset, or cut short, since this was last emptied."""

    @property
    def open(self) -> Waiting | None:
        """The dialog that waits for an answer, if there is one."""
        return self._waiting[0] if self._waiting else None

    def begin(self) -> None:
        """Another action begins: dialogs are counted from here."""
        self._row = 0
        self._alive = None
        self.notes.clear()

    def on_dialog(self, dialog: Dialog) -> None:
        """Playwright's ``dialog`` event."""
        waiting = Waiting(dialog, dialog.page)
        self._row += 1
        if self._preset != "ask" or self._row > FLOOD:
            self._keep(self._answer_by_itself(waiting))
            return
        self._log.add("dialog", waiting.what)
        self._waiting.append(waiting)
        self._bell.ring()

    def on_closed(self, page: Page) -> None:
        """A dialog of this page was answered, by us or by somebody else, or its page is gone."""
        self._waiting = [waiting for waiting in self._waiting if waiting.page is not page]
        self._bell.ring()

    async def answer(self, *, accept: bool, text: str | None) -> str:
        """Answer the dialog that waits and say what was answered.

        Raises:
            ToolError: none is open, or it takes no text.
        """
        waiting = self.open
        if waiting is None:
            raise ToolError("no dialog is open")
        if text is not None and waiting.kind != "prompt":
            article = "an" if waiting.kind == "alert" else "a"
            raise ToolError(
                f"this is {article} {waiting.kind} dialog, which takes no text: leave the text out"
            )
        self._waiting.remove(waiting)
        did = "accepted" if accept else "dismissed"
        try:
            await _close(waiting.dialog, accept, text)
        except PlaywrightError as error:
            raise ToolError("the dialog had already been closed") from error
        self._log.add("dialog", f"{did} the {waiting.kind} dialog")
        return f"{did} the {waiting.kind} dialog"

    async def dismiss_all(self) -> None:
        """At the end: dismiss what nobody answered, and what opens from now on, and say so in the log."""
        self._preset = "dismiss"
        self._row = 0
        for waiting in self._waiting:
            self._log.add("dialog", f"{waiting.what}; nobody answered it, it was dismissed at the end")
            try:
                await _close(waiting.dialog, accept=waiting.kind == "beforeunload", text=None)
            except PlaywrightError:
                # Its page is gone already: there is nothing left to dismiss.
                continue
        self._waiting.clear()

    def stop(self) -> None:
        """Let go of the answers under way."""
        for task in self._working:
            task.cancel()

    def _keep(self, work: Coroutine[object, object, None]) -> asyncio.Task[None]:
        task = asyncio.ensure_future(work)
        self._working.add(task)
        task.add_done_callback(self._working.discard)
        return task

    async def _answer_by_itself(self, waiting: Waiting) -> None:
        accept = self._preset == "accept" and self._row <= FLOOD
        note = f"{waiting.what}; it was {'accepted' if accept else 'dismissed'}, as the test presets"
        if self._row > FLOOD:
            note = f"the page opened more than {FLOOD} dialogs in a row; the others were dismissed"
        try:
            if self._row > FLOOD and waiting.page is not None:
                await self._see_to_the_flood(waiting.page)
            await _close(waiting.dialog, accept, None)
        except PlaywrightError:
            # The page is gone, or somebody else answered; either way the dialog is.
            return
        self._log.add("dialog", note)
        if note not in self.notes:
            self.notes.append(note)
        self._bell.ring()

    async def _see_to_the_flood(self, page: Page) -> None:
        # A script that opens dialogs in a loop leaves its page no turn to answer a ping.
        if self._alive is None:
            self._alive = self._keep(self._ping(page))
        elif self._row > 2 * FLOOD and not self._alive.done():
            await self._stop(page, f"was stopped, because its script opened {self._row} dialogs in a row")


async def _close(dialog: Dialog, accept: bool, text: str | None) -> None:
    if not accept:
        await dialog.dismiss()
    elif text is None and dialog.type == "prompt":
        await dialog.accept(dialog.default_value)
    elif text is None:
        await dialog.accept()
    else:
        await dialog.accept(text)
