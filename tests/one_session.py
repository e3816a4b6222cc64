"""A session that tests share which open a page of their own first: a context for each of them costs more than the test."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest_asyncio

from pytest_webagent.config import Settings

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from pytest_webagent.browser.pool import BrowserPool
    from pytest_webagent.browser.session import BrowserSession


@pytest_asyncio.fixture(name="session", scope="module", loop_scope="session")
async def one_session(pool: BrowserPool) -> AsyncIterator[BrowserSession]:
    """One for all tests of the file. A test that leaves a tab or a dialog open closes it."""
    session = await pool.new_session(Settings())
    session.attend()
    yield session
    await session.close()
