"""Requests in flight, and which of them an action has to wait for."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from playwright.async_api import Error as PlaywrightError

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.async_api import Frame, Page, Request

    from pytest_webagent.browser.bell import Bell

Key: TypeAlias = tuple[str, str]

_WAITED: dict[str, float | None] = {
    "document": 2.0,
    "xhr": None,
    "fetch": None,
    "script": 2.0,
    "stylesheet": 2.0,
    "image": 0.5,
    "font": 0.5,
}
"""Seconds each kind of request is waited for; None is as long as the page is. Other kinds never are.

The document is that of a frame within the page; a page's own is always waited for."""

_UNSEEN = frozenset(("document", "stylesheet"))
"""Kinds of requests that change what a page shows without a change of its document."""
LONG_POLL = 2.0
"""Seconds after which an unanswered GET of a script is taken for a long poll."""
DIGEST = 0.03
"""Seconds a page gets to do something with an answer."""
RHYTHM = 4
"""So many requests for the same URL after one action are a poll."""


@dataclass(slots=True)
class _Flight:
    key: Key
    kind: str
    page: Page | None
    document: bool
    number: int
    started: float


@dataclass(slots=True)
class _Action:
    """What is known of the requests since an action began."""

    since: int
    before: frozenset[Key]
    counts: dict[Key, int] = field(default_factory=dict)


class Traffic:
    """The requests of a session's pages.

    A request counts as the page's own habit, not as a consequence of the action, if it is repeated while
    nobody acts, if one like it was already under way when the action began, if it comes again and again in one
    wait, or if it stayed unanswered for long before (a long poll).
    """

    def __init__(self, bell: Bell) -> None:
        self._bell = bell
        self._flights: dict[Request, _Flight] = {}
        self._habits: set[Key] = set()
        self._idle: dict[Key, int] = {}
        self._action: _Action | None = None
        self._count = 0
        self._unseen = 0
        self._answered = 0.0

    def begin(self) -> None:
        """An action begins: requests from now on are its consequences, unless they are a habit."""
        before = {
            flight.key for flight in self._flights.values() if flight.key[0] == "GET" and not flight.document
        }
        self._action = _Action(self._count, frozenset(before))
        self._idle.clear()

    def end(self) -> None:
        """The action is over and the page at rest; what is requested now is the page's own doing."""
        self._action = None

    @property
    def count(self) -> int:
        """How many requests were made so far."""
        return self._count

    @property
    def unseen(self) -> tuple[int, bool]:
        """How many requests were made for what changes a page without a change of its document; whether one is under way."""
        return self._unseen, any(flight.kind in _UNSEEN for flight in self._flights.values())

    def started(self, request: Request) -> None:
        """Playwright's ``request`` event."""
        self._count += 1
        kind = request.resource_type
        self._unseen += kind in _UNSEEN
        key = (request.method, _address(request.url))
        action = self._action
        if kind in ("xhr", "fetch"):
            counts = self._idle if action is None else action.counts
            counts[key] = counts.get(key, 0) + 1
            if counts[key] >= (2 if action is None else RHYTHM):
                self._habits.add(key)
        if kind in _WAITED:
            self._flights[request] = _Flight(
                key=key,
                kind=kind,
                page=_page_of(request),
                document=kind == "document" and opens_page(request),
                number=self._count,
                started=asyncio.get_running_loop().time(),
            )
        self._bell.ring()

    def ended(self, request: Request) -> None:
        """Playwright's ``requestfinished`` and ``requestfailed`` events."""
        flight = self._flights.pop(request, None)
        if flight is None:
            return
        now = asyncio.get_running_loop().time()
        if self._action is not None and self._left(flight, self._action, now) > 0:
            self._answered = now
        self._bell.ring()

    def committed(self, frame: Frame) -> None:
        """Playwright's ``framenavigated`` event: the document is there, though the rest of it may take forever."""
        if frame.parent_frame is not None:
            return
        url = _address(frame.url)
        for request, flight in list(self._flights.items()):
            if flight.document and flight.page is frame.page and flight.key[1] == url:
                self.ended(request)

    def forget(self, page: Page) -> None:
        """A page is gone, and its requests with it."""
        for request in [request for request, flight in self._flights.items() if flight.page is page]:
            del self._flights[request]
        self._bell.ring()

    @property
    def awaited(self) -> str | None:
        """The address of a page that the action asked for and that has not come yet; None if there is none."""
        since = None if self._action is None else self._action.since
        for flight in self._flights.values():
            if flight.document and since is not None and flight.number > since:
                return flight.key[1]
        return None

    def pending(self, concerns: Callable[[Page], bool]) -> float | None:
        """Seconds that are still worth waiting for the action's requests; None if none is under way."""
        action = self._action
        if action is None:
            return None
        now = asyncio.get_running_loop().time()
        digesting = self._answered + DIGEST - now
        longest: float | None = digesting if digesting > 0 else None
        for flight in list(self._flights.values()):
            if flight.number <= action.since or (flight.page is not None and not concerns(flight.page)):
                continue
            left = self._left(flight, action, now)
            if left > 0:
                longest = max(longest or 0.0, left)
        return longest

    def _left(self, flight: _Flight, action: _Action, now: float) -> float:
        if flight.document:
            return float("inf")
        if flight.key in self._habits or flight.key in action.before:
            return 0.0
        most = _WAITED[flight.kind]
        polls = flight.kind in ("xhr", "fetch") and flight.key[0] == "GET"
        if polls:
            most = LONG_POLL
        if most is None:
            return float("inf")
        left = most - (now - flight.started)
        if left <= 0:
            self._habits.add(flight.key)
        return left

    def give_up(self) -> None:
        """What is still under way was waited for in vain, and is not waited for again."""
        action = self._action
        for flight in self._flights.values():
            if action is not None and flight.number > action.since and not flight.document:
                self._habits.add(flight.key)


def _address(url: str) -> str:
    return url.partition("?")[0].partition("#")[0]


def _page_of(request: Request) -> Page | None:
    try:
        return request.frame.page
    except PlaywrightError:
        # A service worker's request, or the first one of a tab that is just opening.
        return None


def opens_page(request: Request) -> bool:
    """Whether a request is for the document of a tab, not of a frame or for anything else."""
    try:
        return request.is_navigation_request() and request.frame.parent_frame is None
    except PlaywrightError:
        return True
