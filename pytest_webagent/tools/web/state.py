"""Whether the ``web_*`` tools of a test may be used, and what they opened."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple
from weakref import WeakKeyDictionary

from pytest_webagent.errors import ToolError

if TYPE_CHECKING:
    from playwright.async_api import Page

    from pytest_webagent.browser.session import BrowserSession


class Known(NamedTuple):
    """What was found under a selector."""

    kind: str
    """Its role, or its tag where it has none."""
    ways: tuple[tuple[str, str], ...]
    """By what else it was known, as the kind of the way and the value: ways that led to no other of its kind."""
    around: tuple[str, ...]
    """The names of what it stood in, from within: its row or item, its form, its section, the page."""
    kin: frozenset[str]
    """The ids of others of its kind that were there with it, seen or not: they are not what it became."""


@dataclass(slots=True)
class WebState:
    """The browser session as the ``web_*`` tools see it. The browser itself belongs to the test."""

    active: bool = True
    created_at: str = field(default_factory=lambda: datetime.now(UTC).isoformat())
    opened: list[Page] = field(default_factory=list)
    """Tabs that opened during a call."""
    known: dict[tuple[str, str], Known] = field(default_factory=dict)
    """What was acted on, by the address of the page without its query, and the selector."""

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
