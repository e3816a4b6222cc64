"""A session that tests share which open a page of their own first: a context for each of them costs more than the test."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest_asyncio

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from pytest_webagent.browser.session import BrowserSession


@pytest_asyncio.fixture(name="session", loop_scope="session")
async def one_session(session_of_the_file: BrowserSession) -> AsyncIterator[BrowserSession]:
    """One for all tests of the file that imports this. What a test leaves open, a dialog or tabs, is closed."""
    session = session_of_the_file
    yield session
    while session.dialog:
        await session.answer_dialog(accept=False)
    for page in session.context.pages[1:]:
        await page.close()
