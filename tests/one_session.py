"""A session that tests share which open a page of their own first: a context for each of them costs more than the test."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import pytest_asyncio

from pytest_webagent.errors import ToolError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from pytest_webagent.browser.session import BrowserSession


@pytest_asyncio.fixture(name="session", loop_scope="session")
async def one_session(session_of_the_file: BrowserSession) -> AsyncIterator[BrowserSession]:
    """One for all tests of the file that imports this.

    Its tabs, dialogs, cookies, mouse and news are as in a new one; its log, routes, history and newest observation are not.
    """
    session = session_of_the_file
    await session.context.clear_cookies()
    session.log.take_news()
    # A test may have left it.
    session.attend()
    yield session
    with suppress(ToolError):
        while session.dialog:
            await session.answer_dialog(accept=False)
    for page in session.context.pages[1:]:
        await page.close()
    await session.context.pages[0].mouse.move(-1, -1)
