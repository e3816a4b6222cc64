"""The page that a test starts on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_webagent.errors import EnvironmentFailure

if TYPE_CHECKING:
    from pytest_webagent.browser.session import BrowserSession


async def start(session: BrowserSession, url: str, *, later: bool) -> None:
    """Open the page that a test starts on. Where `later` is set, who first looks at it waits for its rest.

    A replay waits for its first element, as a flow written by hand does.

    Raises:
        EnvironmentFailure: it could not be reached, or is no page.
    """
    session.settles = "later" if later else "at once"
    try:
        came = await session.goto(url)
    finally:
        session.settles = "at once"
    if session.page.url == "about:blank" != url:
        raise EnvironmentFailure(
            f"{url} is no page a test can start on: {'; '.join(came.notes) or 'the tab stays empty'}. "
            "Let start_url be the address of a page"
        )
