"""The browser of one test: its tabs, what is seen of a page, and acting on it."""

from __future__ import annotations

from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING, Literal

from pytest_webagent.browser import aside
from pytest_webagent.browser.arrival import ERROR_PAGE, GOTO_TIMEOUT, failure, was_aborted
from pytest_webagent.browser.bell import Bell
from pytest_webagent.browser.beside import Beside
from pytest_webagent.browser.camera import keep_out
from pytest_webagent.browser.concealment import concealed_page
from pytest_webagent.browser.dialogs import Dialogs
from pytest_webagent.browser.lifetime import Lifetime
from pytest_webagent.browser.locating import locate
from pytest_webagent.browser.looking import Look, Looker
from pytest_webagent.browser.operation_errors import refusal, was_done, was_slow
from pytest_webagent.browser.operations import Acted as Acted
from pytest_webagent.browser.operations import Actor, Settles
from pytest_webagent.browser.recorder import Recorder, place_of
from pytest_webagent.browser.records import SessionLog, shortened
from pytest_webagent.browser.request_mocks import RequestMocks
from pytest_webagent.browser.settling import Settler
from pytest_webagent.browser.snapshot import Snapshotter
from pytest_webagent.browser.tabs import Tabs
from pytest_webagent.browser.traffic import Traffic
from pytest_webagent.errors import BrowserError, ToolError, WebAgentError
from pytest_webagent.observation import Observation
from pytest_webagent.policy.origins import AllowedOrigins
from pytest_webagent.policy.secrets import Vault

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable
    from contextlib import AbstractAsyncContextManager

    from playwright.async_api import BrowserContext, Download, Locator, Page
    from playwright.async_api import Error as PlaywrightError

    from pytest_webagent.browser.aside import Aside
    from pytest_webagent.browser.guard import Check
    from pytest_webagent.browser.way_out import WayOut
    from pytest_webagent.config import Settings
    from pytest_webagent.messages import Image
    from pytest_webagent.observation import Tab

PATIENCE = 30.0
"""Seconds a page may take to answer before it counts as stuck."""


class BrowserSession:
    """The live browser of one test, over asynchronous Playwright objects.

    The context is closed at the end only if the session owns it.
    """

    def __init__(
        self,
        context: BrowserContext,
        page: Page,
        settings: Settings,
        *,
        owned: bool = False,
        patience: float = PATIENCE,
        egress: WayOut | None = None,
    ) -> None:
        self.context = context
        self.settings = settings
        self.origins = AllowedOrigins.of(settings) if egress is None else egress.origins  # of the test
        self.vault = Vault(settings)  # the secrets of the test
        keep_out(context, self.vault)
        self.log = SessionLog(self.vault)  # what happened in the browser, for the report
        self.observation: Observation | None = None  # the newest: only its element ids are valid
        self.on_observation: Callable[[Observation], object] | None = None  # is told of each
        self.acted = Acted()  # what came of the newest operation
        self.settles: Settles = "at once"  # else whoever acts waits for the effect of an operation
        self._owned, self._patience = owned, patience
        self.mock = RequestMocks(context, self.log)  # answers requests instead of a server
        self._generation = 0
        self._observed: Page | None = None
        bell = self._bell = Bell()
        self._traffic = Traffic(bell)
        self.egress, self._beside = egress, Beside(context, egress)
        self._recorder = Recorder(self._beside, self.log, self._traffic, context)
        self._dialogs = Dialogs(
            settings.dialogs,
            self.log,
            bell,
            lambda page: self.settler.ping(page),
            lambda page, why: self.settler.stop(page, why),
        )
        self._tabs = Tabs(context, page, self.log, bell, self._recorder.listen_to, self._forget)
        self.settler = Settler(self._tabs, self._traffic, self._dialogs, bell)
        self._actor = Actor(
            self._tabs, self._dialogs, self._recorder, self.settler, bell, self.log, settings.settle_timeout
        )
        seer = Snapshotter(self.vault, self.origins)
        self._looker = Looker(self._tabs, self._dialogs, self.settler, self.log, bell, patience, seer)
        self._lifetime = Lifetime(context, self.log, bell)
        self._recorder.listen()
        self._beside.on("page", self._tabs.on_page)
        self._lifetime.listen()
        self._attending, self._hears, self._calls = False, False, 0
        self._ignored: list[bool] = []

    @property
    def page(self) -> Page:
        """The current tab."""
        return self._tabs.current

    @property
    def dialog(self) -> str | None:
        """The sentence about the dialog that waits for an answer, or None."""
        return None if self._dialogs.open is None else self._dialogs.open.sentence

    @property
    def dialog_kind(self) -> str:
        """The kind of that dialog: alert, confirm, prompt or beforeunload; empty where there is none."""
        return "" if self._dialogs.open is None else self._dialogs.open.kind

    @property
    def downloads(self) -> tuple[Download, ...]:
        """What was downloaded so far, oldest first."""
        return tuple(self._recorder.downloads.kept)

    async def observe(self, *, screenshot: bool = False, marks: bool = False) -> Observation:
        """See the current page. The page is neither changed nor disturbed.

        While a dialog is open a page cannot be looked at: the observation then holds the elements last seen
        and the dialog.

        Args:
            screenshot: whether to take a picture of the viewport.
            marks: whether to find out which controls nothing covers: `Observation.uncovered`.

        Raises:
            BrowserError: the browser or the last tab is gone, or the page is stuck.
            EnvironmentFailure: the page moves on and on, and cannot be looked at.
        """
        look: Look | None = None
        async with self._call():
            while look is None and self._dialogs.open is None:
                look = await self._looker.look(
                    tokens=self.settings.observation_tokens, screenshot=screenshot, marks=marks
                )
                await self._ensure_alive()
        self._generation += 1
        self.observation = concealed_page(self._observation(look), self.vault)
        if self.on_observation is not None:
            self.on_observation(self.observation)
        return self.observation

    async def observe_at_rest(self, *, screenshot: bool = False, marks: bool = False) -> Observation:
        """See the current page once it is at rest, also after an operation that was to settle later. Otherwise like `observe`."""
        return await self._actor.at_rest(lambda: self.observe(screenshot=screenshot, marks=marks))

    async def picture(self) -> Image | None:
        """The viewport as it is now, without loss; None, and a line in the log, if no picture can be taken."""
        return await self._looker.picture()

    def locate(self, element_id: int | str) -> Locator:
        """The element with this id in the newest observation.

        Raises:
            ToolError: there is no such element in it, or another tab has become the current one since.
        """
        self.check_seen()
        return locate(self.page, self.observation, element_id)

    def check_seen(self) -> None:
        """See that the newest observation is of the current tab, if there is one.

        Raises:
            ToolError: another tab has become the current one since.
        """
        if self.observation is not None and self._observed is not self.page:
            raise ToolError("the current tab changed since the page was last looked at: look at it first")

    async def act(self, operation: Callable[[], Awaitable[object]], *, limit: float | None = None) -> Acted:
        """Run one operation on the page, once, and wait until the page is at rest.

        If it opens a dialog, this returns at once and the operation goes on when the dialog is answered.

        Args:
            operation: what to do with the page.
            limit: seconds after which it is given up.

        Raises:
            ToolError: the page or the element refused, or a dialog has to be answered first.
            BrowserError: the browser or the last tab is gone.
        """
        async with self._call():
            work = self._actor.act(operation, limit or self._patience, self._refusal, settles=self.settles)
            return await self._sorted(work)

    def _refusal(self, error: PlaywrightError) -> WebAgentError | None:
        # Playwright also waits for a page the operation asked for; a slow one does not undo the operation.
        if was_done(error) or (was_slow(error) and self._traffic.awaited is not None):
            return None
        return refusal(error)

    async def goto(self, url: str) -> Acted:
        """Open a URL in the current tab. A download, or a page with an HTTP error, is a note.

        Raises:
            EnvironmentFailure: the URL could not be reached.
            ToolError: it is no URL, or a dialog has to be answered first.
            BrowserError: the browser or the last tab is gone.
        """
        came_to_nothing = False
        if self.egress is not None:
            self.egress.admit(url)

        def sort(error: PlaywrightError) -> WebAgentError | None:
            nonlocal came_to_nothing
            came_to_nothing = was_aborted(error)
            return None if came_to_nothing else failure(url, error, self.egress) or refusal(error)

        async with self._call():
            until: Literal["commit", "load"] = "commit" if self.settles == "at once" else "load"
            go = partial(self.page.goto, url, wait_until=until, timeout=GOTO_TIMEOUT * 1000)
            acted = await self._sorted(self._actor.act(go, GOTO_TIMEOUT + 5, sort, settles=self.settles))
        if came_to_nothing and not acted.notes:
            return Acted(notes=(f"{shortened(url, 200)} gave no page to show: the tab stays where it was",))
        return acted

    async def open_tab(self, url: str) -> Acted:
        """Open a URL in a new tab, which becomes the current one. Raises like `goto`."""
        await self._ensure_alive()
        before = self.page
        page = await self.context.new_page()
        self._tabs.make_current(page)
        try:
            acted = await self.goto(url)
        except WebAgentError:
            await page.close()
            if not before.is_closed():
                self._tabs.make_current(before)
            raise
        return Acted(notes=(f"opened tab {self._tabs.position()}", *acted.notes), changed=True)

    async def switch_tab(self, number: int) -> Acted:
        """Make another tab the current one.

        Raises:
            ToolError: there is no tab of that number.
        """
        await self._ensure_alive()
        page = self._tabs.switch(number)
        await page.bring_to_front()
        return Acted(
            notes=(f"the current tab is {self._tabs.position()}: {place_of(page.url)}",), changed=True
        )

    async def close_tab(self) -> Acted:
        """Close the current tab.

        Raises:
            ToolError: it is the only one.
        """
        await self._ensure_alive()
        if len(self._tabs.known()) == 1:
            raise ToolError("this is the only tab: it stays open")
        return await self.act(self.page.close)

    async def tabs(self) -> tuple[Tab, ...]:
        """The open tabs."""
        return await self._tabs.listed()

    async def answer_dialog(self, *, accept: bool, text: str | None = None) -> Acted:
        """Answer the open dialog and wait until the page is at rest.

        Args:
            accept: whether to accept it (OK, leave) or to dismiss it (Cancel, stay).
            text: what to enter into a prompt.

        Raises:
            ToolError: no dialog is open, or it takes no text.
            BrowserError: the browser or the last tab is gone.
        """
        async with self._call():
            work = self._actor.answer(accept=accept, text=text, limit=self._patience, settles=self.settles)
            return await self._sorted(work)

    def aside(self, check: Check, seconds: float) -> AbstractAsyncContextManager[Aside]:
        """A page to read something with, of which tabs, log and observations show nothing; closed at the end.

        Args:
            check: raises a `ToolError` if a URL may not be reached; it is asked about each request of the page.
            seconds: how long opening a URL may take.
        """
        return aside.aside(self._beside, check, seconds)

    def attend(self) -> None:
        """Hear of every dialog until `leave`, and not only of those that calls of the session open."""
        self._attending = True
        self._listen(True)

    def leave(self) -> None:
        """Leave the page to the test's own code: dialogs opened from now on are dismissed by Playwright, as ever.

        A dialog that is open stays so.
        """
        self._attending = self._tabs.acting = False
        self._listen(False)

    async def close(self) -> None:
        """End the session: dismiss unanswered dialogs, stop listening, close the context if it is owned."""
        if not self._lifetime.over:
            await self._dialogs.dismiss_all()
            self._actor.abandon()
            self._lifetime.stop()
            for page in self._tabs.remove_listeners():
                self._recorder.stop_listening_to(page)
            if self._owned:
                await self._lifetime.close_context()
            else:
                await self.settler.detach()
        self._actor.abandon()
        self._lifetime.stop()
        self._recorder.stop()
        self._beside.remove_listener("page", self._tabs.on_page)
        self.leave()
        self._dialogs.stop()

    def _observation(self, look: Look | None) -> Observation:
        notes, tabs, before = self.log.take_news(), self._tabs.known(), self.observation
        if look is None:
            same = before if before is not None and self._observed is self.page else None
            return Observation(
                generation=self._generation,
                url=self.page.url,
                title=same.title if same else "",
                elements=same.elements if same else (),
                text="The page cannot be seen while the dialog is open.",
                viewport=same.viewport if same else self.settings.viewport,
                tabs=tabs,
                notes=notes,
                dialog=self.dialog,
            )
        ignored = self._observed is look.page and bool(self._ignored) and all(self._ignored)
        self._ignored.clear()
        self._observed = look.page
        self._tabs.learn_title(look.page, look.title)
        if look.snapshot.again:
            notes += ("the page was loaded again",)
        return look.observation(
            generation=self._generation,
            url=self.page.url,
            tabs=self._tabs.known(),
            notes=notes,
            dialog=self.dialog,
            ignored=ignored,
            unreachable=self._recorder.unreachable if self.page.url.startswith(ERROR_PAGE) else "",
        )

    @asynccontextmanager
    async def _call(self) -> AsyncIterator[None]:
        """One call of the session: dialogs are heard of until it ends, or until the one it opened is answered."""
        self._listen(True)
        self._calls += 1
        try:
            await self._ensure_alive()
            yield
        finally:
            self._calls -= 1
            if not self._attending and not self._calls and self._dialogs.open is None:
                self._listen(False)

    def _listen(self, hears: bool) -> None:
        # A listener keeps Playwright from dismissing dialogs, so there is none while the test itself acts.
        if hears is not self._hears:
            change = self._beside.on if hears else self._beside.remove_listener
            change("dialog", self._dialogs.on_dialog)
            self._hears = hears

    async def _ensure_alive(self) -> None:
        end = await self._lifetime.end()
        if end is not None:
            raise end
        await self._tabs.welcome()
        if not self._tabs.any_open and (end := await self._lifetime.end(near=True)) is not None:
            raise end
        self._tabs.ensure_open()

    async def _sorted(self, work: Awaitable[Acted]) -> Acted:
        """The outcome of `work`; when the browser is gone, the reason is the browser's end, not its tabs'."""
        self.acted = Acted()
        try:
            self.acted = await work
            return self.acted
        except BrowserError as error:
            raise await self._lifetime.end(near=True) or error from error
        finally:
            self._ignored.append(self.acted.ignored)

    def _forget(self, page: Page) -> None:
        self.settler.forget(page)
        self._recorder.stop_listening_to(page)
