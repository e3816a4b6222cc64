"""Fixtures for tests in a real browser: one Chromium for all, a fresh context for each or one for a file (one_session.py)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest_asyncio
from page_hands import hands  # noqa: F401 (a fixture for every test)
from recording_stage import stage  # noqa: F401

from pytest_webagent.browser.pool import BrowserPool
from pytest_webagent.browser.session import PATIENCE
from pytest_webagent.config import Settings
from pytest_webagent.policy.connections import Connections
from pytest_webagent.policy.security import SecurityPolicy, ToolConfig

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from pytest_webagent.browser.session import BrowserSession


class LocalPool(BrowserPool):
    """Its pages reach all servers of the tests, through the way out that any other page has."""

    async def new_session(
        self, settings: Settings, *, patience: float = PATIENCE, connections: Connections | None = None
    ) -> BrowserSession:
        if connections is None:
            local = SecurityPolicy(allowed_domains=("127.0.0.1", "localhost", "*.localhost", "[::1]"))
            connections = Connections.of(settings, ToolConfig(security=local))
        return await super().new_session(settings, patience=patience, connections=connections)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def pool() -> AsyncIterator[BrowserPool]:
    pool = LocalPool(Settings())
    yield pool
    await pool.close()


@pytest_asyncio.fixture(loop_scope="session")
async def session(pool: BrowserPool, settings: Settings) -> AsyncIterator[BrowserSession]:
    """A session on about:blank, in real Chromium, with the `settings` fixture's settings."""
    session = await pool.new_session(settings)
    session.attend()
    yield session
    await session.close()


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def session_of_the_file(pool: BrowserPool) -> AsyncIterator[BrowserSession]:
    """What `one_session` gives each test of a file."""
    session = await pool.new_session(Settings())
    yield session
    await session.close()
