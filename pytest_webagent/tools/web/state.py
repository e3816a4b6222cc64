"""Whether the ``web_*`` tools of a test may be used, and what they opened."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from pytest_webagent.errors import ToolError

if TYPE_CHECKING:
    from playwright.async_api import Page

    from pytest_webagent.browser.session import BrowserSession


@dataclass(slots=True)
class WebState:
    """The browser session as the ``web_*`` tools see it. The browser itself belongs to the test."""

    active: bool = True
    created_at: str = field(default_factory=lambda: datetime.now(UTC).isoformat())
    opened: list[Page] = field(default_factory=list)
    """Tabs that opened during a call."""

    def start(self) -> bool:
        """Begin again after a stop; whether there was anything to begin."""
        if self.active:
            return False
        self.active, self.created_at = True, datetime.now(UTC).isoformat()
        return True

    def check(self) -> None:
        """Raise `ToolError` after a stop."""
        if not self.active:
            raise ToolError(
                "the browser session was stopped by web_browser_stop: call web_browser_start first"
            )


# What belongs to a browser session ends with it.
_states: WeakKeyDictionary[BrowserSession, WebState] = WeakKeyDictionary()


def state_of(session: BrowserSession) -> WebState:
    """The state of a session; it is active from the first call on, without a start."""
    return _states.setdefault(session, WebState())
