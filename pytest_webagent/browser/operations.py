"""Running one operation on the page: at most once, watched, and with its errors sorted."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias, TypeVar

from playwright.async_api import Error as PlaywrightError

from pytest_webagent.browser.arrival import ERROR_PAGE
from pytest_webagent.browser.operation_errors import is_closed, refusal, was_slow
from pytest_webagent.browser.records import shortened
from pytest_webagent.browser.settling import Moment, drop
from pytest_webagent.errors import ToolError, WebAgentError
from pytest_webagent.policy.redaction import address

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from pytest_webagent.browser.bell import Bell
    from pytest_webagent.browser.dialogs import Dialogs
    from pytest_webagent.browser.recorder import Recorder
    from pytest_webagent.browser.records import SessionLog
    from pytest_webagent.browser.settling import Settler
    from pytest_webagent.browser.tabs import Tabs

_T = TypeVar("_T")
Settles: TypeAlias = Literal["at once", "later", "never"]
"""When the page is waited for after an operation: before it counts as done, before it is looked at, or not at all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Acted:
    """What came of an operation on the page."""

    notes: tuple[str, ...] = ()
    """What happened beside it: a dialog, a tab, a download, another address, a page that does not come to rest."""
    changed: bool = False
    """Whether the page is not what it was: another document, tab or dialog, or a changed document."""
    ignored: bool = False
    """Whether the page was seen to get the input and to do nothing upon it, and nothing late upon the one before.

    Not the opposite of `changed`: what happens in a frame or without any input is not seen well enough to say so.
    """
    asks_for_file: bool = False
    """Whether it opened a file chooser, which nobody sees."""


@dataclass(frozen=True, slots=True)
class _Interrupted:
    """An operation that waits for the answer to a dialog it opened."""

    task: asyncio.Future[object]
    moment: Moment


class Actor:
    """Runs the operations of a session."""

    def __init__(
        self,
        tabs: Tabs,
        dialogs: Dialogs,
        recorder: Recorder,
        settler: Settler,
        bell: Bell,
        log: SessionLog,
        settle_timeout: float,
    ) -> None:
        self._tabs = tabs
        self._dialogs = dialogs
        self._recorder = recorder
        self._settler = settler
        self._bell = bell
        self._log = log
        self._settle_timeout = settle_timeout
        self._interrupted: _Interrupted | None = None
        self._unsettled: Moment | None = None

    async def act(
        self,
        operation: Callable[[], Awaitable[object]],
        limit: float,
        sort: Callable[[PlaywrightError], WebAgentError | None],
        *,
        settles: Settles = "at once",
    ) -> Acted:
        """Run an operation and wait until the page is at rest, if it `settles` at once.

        `sort` turns an error of Playwright into ours; None lets the operation count as done.
        """
        self._refuse_while_a_dialog_is_open()
        for notes in (self._tabs.notes, self._recorder.notes):
            notes.clear()
        self._recorder.asks_for_file = False
        self._dialogs.begin()
        self._unsettled = None
        moment = await self._settler.begin() if settles != "never" else self._settler.moment()
        self._refuse_while_a_dialog_is_open()
        self._tabs.acting = True
        task = asyncio.ensure_future(operation())
        return await self._finish(task, moment, limit, sort, settles=settles)

    async def answer(
        self, *, accept: bool, text: str | None, limit: float, settles: Settles = "at once"
    ) -> Acted:
        """Answer the open dialog, let the operation that opened it go on, and wait as `act` does."""
        self._unsettled = None
        did = await self._dialogs.answer(accept=accept, text=text)
        interrupted, self._interrupted = self._interrupted, None
        if interrupted is None:
            moment = await self._settler.begin()
            self._tabs.acting = True
            task: asyncio.Future[object] = asyncio.ensure_future(_nothing())
        else:
            moment, task = interrupted.moment, interrupted.task
        notes: list[str] = []

        def note(error: PlaywrightError) -> None:
            # A timeout only says that the dialog stood open for long: what opened it was done.
            if not was_slow(error):
                notes.append(f"what opened the dialog then failed: {refusal(error)}")

        acted = await self._finish(task, moment, limit, note, settles=settles)
        return Acted(notes=(did, *acted.notes, *notes), changed=True)

    async def at_rest(self, look: Callable[[], Awaitable[_T]]) -> _T:
        """What `look` gives of the page once it is at rest after an operation that was to settle later."""
        moment, self._unsettled = self._unsettled, None
        if moment is None:
            return await look()
        try:
            with self._log.settling():
                return await self._settler.look(moment, self._settle_timeout, look)
        finally:
            await self._settler.release(moment.page)

    def abandon(self) -> None:
        """Let go of an operation that still waits for a dialog."""
        if self._interrupted is not None:
            drop(self._interrupted.task)
            self._interrupted = None

    def _refuse_while_a_dialog_is_open(self) -> None:
        waiting = self._dialogs.open
        if waiting is not None:
            raise ToolError(f"nothing else can be done while {waiting.sentence}")

    async def _finish(
        self,
        task: asyncio.Future[object],
        moment: Moment,
        limit: float,
        sort: Callable[[PlaywrightError], WebAgentError | None],
        *,
        settles: Settles = "at once",
    ) -> Acted:
        try:
            done = await self._bell.done(task, lambda: self._dialogs.open is not None, limit)
            if self._dialogs.open is not None and not done:
                self._interrupted = _Interrupted(task, moment)
                return self._acted(moment, at_rest=True)
            if not done:
                drop(task)
                raise ToolError(
                    f"the page has not answered for {limit:g} s: its script may be stuck in a loop. "
                    "Try another way, or load the page again"
                )
            self._raise_sorted(task, sort)
            with self._log.settling():
                at_rest = settles != "at once" or await self._settler.settle(moment, self._settle_timeout)
            self._tabs.ensure_open()
            return self._acted(moment, at_rest=at_rest)
        except asyncio.CancelledError:
            drop(task)
            raise
        finally:
            if self._interrupted is None:
                # A tab that opens while the effect is waited for belongs to it.
                self._tabs.acting = settles != "at once"
                if settles == "later":
                    self._unsettled = moment
                elif settles == "at once":
                    await self._settler.release(moment.page)

    def _raise_sorted(
        self, task: asyncio.Future[object], sort: Callable[[PlaywrightError], WebAgentError | None]
    ) -> None:
        error = task.exception()
        if error is None:
            return
        if not isinstance(error, PlaywrightError):
            raise error
        if is_closed(error):
            self._tabs.ensure_open()
            return
        ours = sort(error)
        if ours is not None:
            raise ours from error

    def _acted(self, moment: Moment, *, at_rest: bool) -> Acted:
        page, waiting = self._tabs.current, self._dialogs.open
        moved = page is moment.page and page.url != moment.url
        notes = [*self._dialogs.notes, *self._recorder.notes, *self._tabs.notes]
        if moved and not page.url.startswith(ERROR_PAGE):
            notes.append(f"the page is now at {shortened(address(page.url), 200)}")
        other = page is not moment.page or self._tabs.navigations != moment.navigations
        awaited = None if moved or other else self._settler.awaited
        if not at_rest and awaited is not None:
            notes.append(
                f"the server has not answered yet, so this is the page from before: {shortened(awaited, 200)}"
            )
        elif not at_rest:
            notes.append(f"the page did not come to rest within {self._settle_timeout:g} s")
        if waiting is not None:
            notes.append(waiting.sentence)
        changed = bool(moved or other or moment.changes or waiting or self._dialogs.notes)
        ignored = at_rest and moment.calm and moment.ignored and not changed and not notes
        self._log.changes += changed
        self._log.ignored += ignored
        return Acted(
            notes=tuple(dict.fromkeys(notes)),
            changed=changed,
            ignored=ignored,
            asks_for_file=self._recorder.asks_for_file,
        )


async def _nothing() -> None:
    """An operation that does nothing."""
