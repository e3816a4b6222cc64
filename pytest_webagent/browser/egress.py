"""The way out of a browser context: a proxy in a thread of its own, which connects to what the test allows.

A page is kept to the origins of its test from outside: whatever in a browser speaks to the network, speaks to this.
It is a SOCKS proxy, so bytes are passed on as they are, and what a request costs is the same for each of them. Each context
has a port of its own: Chromium would handle each request in a slower way to give a password to a proxy.
"""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, TypeVar
from urllib.parse import urlsplit

from pytest_webagent.browser.relay import BrowserEnd
from pytest_webagent.errors import DeniedError, ToolError
from pytest_webagent.policy.origins import Origin, host_name

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from pytest_webagent.browser.relay import ServerEnd
    from pytest_webagent.policy.connections import Connections

_Value = TypeVar("_Value")
_PATIENCE: Final = 30.0
"""Seconds a server may take to accept a connection."""
_NEXT: Final = 3.0
"""Seconds one of several addresses gets before the next is tried."""
_MOST: Final = 500
"""Most hosts that are written down of a context."""
_PORTS: Final = {"http": 80, "https": 443, "ws": 80, "wss": 443}


class Egress:
    """What the connections of one browser context go through."""

    def __init__(self, connections: Connections, *, only_tells: bool = False) -> None:
        """Connect to what `connections` allow; where it `only_tells`, to everything."""
        self._connections = connections
        self._only_tells = only_tells
        self._ends: set[BrowserEnd] = set()
        self._server: asyncio.Server | None = None
        self._denied: Counter[tuple[str, int]] = Counter()
        self._denials: dict[tuple[str, int], str] = {}
        self._secure: dict[tuple[str, int], bool] = {}
        self._causes: dict[tuple[str, int], str] = {}
        self.latest = ""
        """Why the newest connection that did not come about did not."""
        self.address = ""
        """Where it listens, as a browser is told."""

    async def listen(self) -> None:
        """Begin; on the loop on which it is to run."""
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(lambda: BrowserEnd(self, self._ends), "127.0.0.1", 0)
        self.address = f"socks5://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def end(self) -> None:
        """Cut all connections; on the same loop."""
        if self._server is not None:
            self._server.close()
        for end in [*self._ends]:
            end.cut()

    def admit(self, url: str) -> None:
        """The test itself opens a URL: its origin is one of the test's from now on."""
        self._connections.admit(url)

    def denied(self) -> dict[str, int]:
        """The origins that were asked for and are none of the test, and how often."""
        return {str(self._origin(*place)): times for place, times in self._denied.copy().items()}

    def forget(self, url: str) -> None:
        """Do not tell that a URL's origin was asked for."""
        self._denied.pop(_place(url), None)

    def cause(self, url: str) -> str:
        """Why the newest connection for a URL did not come about: a refusal, or the browser's word for such an error.

        Empty where that is not known.
        """
        place = _place(url)
        if place in self._denials:
            # Here the scheme is known; of a connection that is refused it is not.
            self._secure[place] = urlsplit(url).scheme in ("https", "wss")
            return self._refusal(place, self._denials[place])
        return self._causes.get(place, "")

    async def connect(self, host: str, port: int, end: ServerEnd) -> bool | None:
        """Connect `end` with a host. None: it may not be; False: it could not be."""
        place = (host, port)
        try:
            found = await self._addresses(host, port)
            why = await _connected(found, port, end)
        except DeniedError as error:
            if len(self._denials) < _MOST:
                self._denials[place] = str(error)
            self.latest = self._refusal(place, str(error))
            return None
        except ToolError:
            why = "net::ERR_NAME_NOT_RESOLVED"
        self._denials.pop(place, None)
        self._causes.pop(place, None)
        if why and len(self._causes) < _MOST:
            self._causes[place] = self.latest = why
        return not why

    def _refusal(self, place: tuple[str, int], why: str) -> str:
        return f"refused: {self._origin(*place)}: {why}"

    def spoke(self, host: str, port: int, *, tls: bool) -> None:
        """The browser begins to speak to a host."""
        self._secure[host, port] = tls

    async def _addresses(self, host: str, port: int) -> list[str]:
        try:
            return await self._connections.addresses(host, port)
        except DeniedError:
            if len(self._denied) < _MOST or (host, port) in self._denied:
                self._denied[host, port] += 1
            if not self._only_tells:
                raise
        return await self._connections.anywhere(host, port)

    def _origin(self, host: str, port: int) -> Origin:
        secure = self._secure.get((host, port), port == _PORTS["https"])
        return Origin("https" if secure else "http", f"[{host}]" if ":" in host else host, port)


def _place(url: str) -> tuple[str, int]:
    parts = urlsplit(url)
    host = parts.hostname or ""
    with suppress(ValueError):
        host = host_name(host)
    return host.strip("[]"), parts.port or _PORTS.get(parts.scheme, 0)


async def _connected(addresses: list[str], port: int, end: ServerEnd) -> str:
    """Connect `end` to the first of some addresses that accepts; why none does, or nothing."""
    loop = asyncio.get_running_loop()
    why = ""
    for rest, address in zip(reversed(range(len(addresses))), addresses, strict=True):
        try:
            async with asyncio.timeout(_NEXT if rest else _PATIENCE):
                await loop.create_connection(lambda: end, address, port)
            return ""
        except ConnectionRefusedError:
            why = "net::ERR_CONNECTION_REFUSED"
        except TimeoutError:
            why = why or "net::ERR_CONNECTION_TIMED_OUT"
        except OSError:
            why = why or "net::ERR_ADDRESS_UNREACHABLE"
    return why


class EgressThread:
    """Where the ways out of a process run, so that a test that keeps its own loop busy does not keep a page waiting."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._open: set[Egress] = set()
        self._thread = threading.Thread(target=self._loop.run_forever, name="webagent egress", daemon=True)
        self._thread.start()

    async def open(self, egress: Egress) -> None:
        """Have `egress` listen."""
        self._open.add(egress)
        await asyncio.wrap_future(self._run(egress.listen()))

    def end(self, egress: Egress) -> None:
        """Have it end."""
        if egress in self._open:
            self._open.discard(egress)
            self._run(egress.end())

    def close(self) -> None:
        """End all of them, and the thread."""
        for egress in [*self._open]:
            self.end(egress)
        self._run(_quiet()).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _run(self, work: Coroutine[Any, Any, _Value]) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop)


async def _quiet() -> None:
    """Wait until what was ended has ended."""
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    await asyncio.sleep(0)
