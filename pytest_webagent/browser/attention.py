"""While an agent works with a session."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from pytest_webagent.browser.session import BrowserSession


@asynccontextmanager
async def attended(session: BrowserSession) -> AsyncIterator[None]:
    """Meanwhile the session hears of every dialog, and its pages are kept to the origins of the test."""
    session.attend()
    try:
        if session.egress is None:
            yield
            return
        async with session.egress.kept(lambda: session.dialog is not None):
            yield
    finally:
        session.leave()
