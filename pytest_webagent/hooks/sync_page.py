"""The browser session of a test that is no coroutine: over the page of pytest-playwright."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from pytest_webagent.errors import ConfigError

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from pytest_webagent.browser.sync_session import SyncBrowserSession
    from pytest_webagent.config import Settings

_NO_PAGE: Final = (
    "a test that is not a coroutine is driven through pytest-playwright's synchronous `page`, and {found}. "
    "Install pytest-playwright (pip install pytest-playwright), or write the test as `async def` and await the agent"
)


def over_sync_page(request: pytest.FixtureRequest, settings: Settings) -> SyncBrowserSession:
    """The session of a test.

    Raises:
        ConfigError: there is no such page.
    """
    from playwright.sync_api import Page as SyncPage

    try:
        page: Page = request.getfixturevalue("page")
    except pytest.FixtureLookupError:
        raise ConfigError(_NO_PAGE.format(found="there is no fixture of that name")) from None
    if not isinstance(page, SyncPage):
        raise ConfigError(_NO_PAGE.format(found=f"`page` is a {type(page).__module__}.{type(page).__name__}"))
    from pytest_webagent.browser.routing import Routing
    from pytest_webagent.browser.session import BrowserSession
    from pytest_webagent.browser.sync_session import SyncBrowserSession, async_twin
    from pytest_webagent.policy.connections import Connections

    twin = async_twin(page)
    connections = Connections.of(settings, request.getfixturevalue("webagent_policy"))
    routing = Routing.of(settings, twin.context, connections)
    return SyncBrowserSession(BrowserSession(twin.context, twin, settings, egress=routing), page._sync)
