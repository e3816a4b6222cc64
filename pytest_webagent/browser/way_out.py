"""What the connections of a browser context have to pass: what is refused there, and why."""

from __future__ import annotations

from collections import Counter
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar
from urllib.parse import urlsplit

from pytest_webagent.errors import DeniedError
from pytest_webagent.policy.origins import Origin, host_name

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable
    from contextlib import AbstractContextManager

    from pytest_webagent.policy.connections import Connections
    from pytest_webagent.policy.origins import AllowedOrigins

Place: TypeAlias = tuple[str, int]
"""A host, an IPv6 address without brackets, and a port."""
_Value = TypeVar("_Value")
MOST: Final = 500
"""Most hosts that are written down of a context."""
PORTS: Final = {"http": 80, "https": 443, "ws": 80, "wss": 443}


class WayOut:
    """Asks about each connection of one context, and remembers what was refused."""

    def __init__(self, connections: Connections, *, only_tells: bool = False) -> None:
        """Let through what `connections` allow; where it `only_tells`, everything."""
        self._connections = connections
        self._only_tells = only_tells
        self._denied: Counter[Place] = Counter()
        self._denials: dict[Place, str] = {}
        self._secure: dict[Place, bool] = {}
        self._causes: dict[Place, str] = {}
        self.latest = ""
        """Why the newest connection that did not come about did not."""

    @property
    def origins(self) -> AllowedOrigins:
        """The origins of the test."""
        return self._connections.origins

    def admit(self, url: str) -> None:
        """The test itself opens a URL, or a tool that may; see `Connections.admit`."""
        self._connections.admit(url)

    def lend(self, url: str) -> None:
        """A tool opens a URL in the browser; see `Connections.lend`."""
        self._connections.lend(url)

    def lent(self, url: str) -> AbstractContextManager[None]:
        """A tool asks for a URL itself; see `Connections.lent`."""
        return self._connections.lent(url)

    def denied(self) -> dict[str, int]:
        """The origins that were asked for and are none of the test, and how often."""
        return {str(self._origin(*place)): times for place, times in self._denied.copy().items()}

    def forget(self, url: str) -> None:
        """Do not tell that a URL's origin was asked for."""
        self._denied.pop(host_and_port(url), None)

    def asked(self, url: str) -> Place:
        """A page asked for a URL; where that leads. The scheme is known here: of a connection that did not come about it is not."""
        place = host_and_port(url)
        self._secure[place] = urlsplit(url).scheme in ("https", "wss")
        return place

    def cause(self, url: str) -> str:
        """Why the newest connection for a URL did not come about: a refusal, or the browser's word for such an error.

        Empty where that is not known.
        """
        place = self.asked(url)
        if place in self._denials:
            return self._refusal(place)
        return self._causes.get(place, "")

    @asynccontextmanager
    async def kept(self, stands_still: Callable[[], bool]) -> AsyncIterator[None]:
        """While an agent works, pages are kept to what is allowed: here as always.

        `stands_still` says whether the page waits for a dialog to be answered.
        """
        yield

    async def _allowed(self, place: Place, check: Awaitable[_Value]) -> _Value | None:
        """What a `check` of the test's connections says; nothing where that is no more than told."""
        try:
            return await check
        except DeniedError:
            if len(self._denied) < MOST or place in self._denied:
                self._denied[place] += 1
            if not self._only_tells:
                raise
        return None

    def _refuse(self, place: Place, error: DeniedError) -> None:
        if len(self._denials) < MOST:
            self._denials[place] = str(error)
        self.latest = f"refused: {self._origin(*place)}: {error}"

    def _refusal(self, place: Place) -> str:
        return f"refused: {self._origin(*place)}: {self._denials[place]}"

    def _origin(self, host: str, port: int) -> Origin:
        secure = self._secure.get((host, port), port == PORTS["https"])
        return Origin("https" if secure else "http", f"[{host}]" if ":" in host else host, port)


def host_and_port(url: str) -> Place:
    """Where a URL leads."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    with suppress(ValueError):
        host = host_name(host)
    return host.strip("[]"), parts.port or PORTS.get(parts.scheme, 0)
