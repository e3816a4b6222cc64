"""The browser session over a page of Playwright's synchronous API, for tests that are not coroutines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeVar, cast

if TYPE_CHECKING:
    import re
    from collections.abc import Coroutine

    from playwright.async_api import Page as AsyncPage
    from playwright.sync_api import BrowserContext, Page
    from typing_extensions import Unpack

    from pytest_webagent.browser.records import SessionLog
    from pytest_webagent.browser.request_mocks import Mock, MockAnswer, MockedRequest
    from pytest_webagent.browser.session import Acted, BrowserSession
    from pytest_webagent.config import Settings
    from pytest_webagent.observation import Observation, Tab

_Value = TypeVar("_Value")
_OWN_ATTRIBUTE = "_webagent_async_instance"


class Drive(Protocol):
    """Runs a coroutine to its end and returns its value."""

    def __call__(self, coroutine: Coroutine[Any, Any, _Value], /) -> _Value:
        """Run it."""


def async_twin(page: Page) -> AsyncPage:
    """The same page as an object of the asynchronous API.

    Playwright keeps one public object per inner object, whichever API asked first. Left so, `twin.context` would be a
    synchronous object, and the test's own `page.main_frame` an asynchronous one. So the asynchronous API is given
    an attribute of its own to keep its objects in.
    """
    from playwright._impl import _async_base, _impl_to_api_mapping

    class OwnCache(_impl_to_api_mapping.ImplToApiMapping):
        def from_maybe_impl(self, *arguments: Any) -> Any:
            shared = _impl_to_api_mapping.API_ATTR
            _impl_to_api_mapping.API_ATTR = _OWN_ATTRIBUTE
            try:
                return super().from_maybe_impl(*arguments)
            finally:
                _impl_to_api_mapping.API_ATTR = shared

    mapping = _async_base.mapping
    if type(mapping) is _impl_to_api_mapping.ImplToApiMapping:
        mapping.__class__ = OwnCache
    return cast("AsyncPage", mapping.from_impl(page._impl_obj))


def sync_twin(page: AsyncPage) -> Page:
    """The same page as an object of the synchronous API."""
    from playwright._impl import _sync_base

    return cast("Page", _sync_base.mapping.from_impl(page._impl_obj))


class SyncBrowserSession:
    """A `BrowserSession` whose methods are called directly instead of awaited."""

    def __init__(self, session: BrowserSession, drive: Drive) -> None:
        """Wrap `session`; `drive` runs its coroutines on the loop its pages belong to."""
        self.session = session
        self.drive = drive

    @property
    def page(self) -> Page:
        """The current tab, as an object of the synchronous API."""
        return sync_twin(self.session.page)

    @property
    def context(self) -> BrowserContext:
        """The browser context of the pages."""
        return self.page.context

    @property
    def settings(self) -> Settings:
        """The settings of this test."""
        return self.session.settings

    @property
    def log(self) -> SessionLog:
        """What was recorded: console errors, failed requests, dialogs, downloads, tabs."""
        return self.session.log

    @property
    def observation(self) -> Observation | None:
        """The latest observation."""
        return self.session.observation

    @property
    def dialog(self) -> str | None:
        """The sentence that describes a dialog waiting for an answer, if there is one."""
        return self.session.dialog

    def observe(self, *, screenshot: bool = False, marks: bool = False) -> Observation:
        """See the current page; see `BrowserSession.observe`."""
        return self.drive(self.session.observe(screenshot=screenshot, marks=marks))

    def goto(self, url: str) -> Acted:
        """Open a URL in the current tab; see `BrowserSession.goto`."""
        __tracebackhide__ = True
        return self.drive(self.session.goto(url))

    def open_tab(self, url: str) -> Acted:
        """Open a URL in a new tab; see `BrowserSession.open_tab`."""
        __tracebackhide__ = True
        return self.drive(self.session.open_tab(url))

    def switch_tab(self, number: int) -> Acted:
        """Make another tab the current one; see `BrowserSession.switch_tab`."""
        __tracebackhide__ = True
        return self.drive(self.session.switch_tab(number))

    def close_tab(self) -> Acted:
        """Close the current tab; see `BrowserSession.close_tab`."""
        __tracebackhide__ = True
        return self.drive(self.session.close_tab())

    def tabs(self) -> tuple[Tab, ...]:
        """The open tabs; see `BrowserSession.tabs`."""
        return self.drive(self.session.tabs())

    def answer_dialog(self, *, accept: bool, text: str | None = None) -> Acted:
        """Answer the dialog that waits; see `BrowserSession.answer_dialog`."""
        __tracebackhide__ = True
        return self.drive(self.session.answer_dialog(accept=accept, text=text))

    def mock(self, url: str | re.Pattern[str], **answer: Unpack[MockAnswer]) -> SyncMock:
        """Answer the requests for a URL from now on; see `RequestMocks`."""
        __tracebackhide__ = True
        return SyncMock(self.drive(self.session.mock(url, **answer)), self.drive)


class SyncMock:
    """A `Mock` that is stopped directly instead of awaited."""

    def __init__(self, mock: Mock, drive: Drive) -> None:
        """Wrap `mock`; `drive` runs its coroutines."""
        self._mock = mock
        self._drive = drive

    @property
    def requests(self) -> list[MockedRequest]:
        """What it has answered so far, oldest first."""
        return self._mock.requests

    def stop(self) -> None:
        """Let the server answer again."""
        self._drive(self._mock.stop())
