"""The way out of a browser context: a proxy in a thread of its own, which connects to what the test allows.

A page is kept to the origins of its test from outside: whatever in a browser speaks to the network, speaks to this.
It is a SOCKS proxy, so bytes are passed on as they are, and what a request costs is the same for each of them. Each context
has a port of its own: Chromium would handle each request in a slower way to give a password to a proxy.
"""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING, Any, Final, TypeVar

from pytest_webagent.browser.relay import BrowserEnd
from pytest_webagent.browser.upstream import Upstreams
from pytest_webagent.browser.way_out import MOST, WayOut
from pytest_webagent.errors import DeniedError, ToolError

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from pytest_webagent.browser.relay import ServerEnd
    from pytest_webagent.browser.way_out import Place
    from pytest_webagent.policy.connections import Connections

_Value = TypeVar("_Value")
_PATIENCE: Final = 30.0
"""Seconds a server may take to accept a connection."""
_NEXT: Final = 3.0
"""Seconds one of several addresses gets before the next is tried."""


class Egress(WayOut):
    """What the connections of one browser context go through."""

    def __init__(self, connections: Connections, *, only_tells: bool = False) -> None:
        """Connect to what `connections` allow; where it `only_tells`, to everything."""
        super().__init__(connections, only_tells=only_tells)
        self._upstreams = Upstreams()
        self._ends: set[BrowserEnd] = set()
        self._server: asyncio.Server | None = None
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

    async def connect(self, host: str, port: int, end: ServerEnd) -> bool | None:
        """Connect `end` with a host. None: it may not be; False: it could not be."""
        place = (host, port)
        try:
            kind = self._upstreams.kind(host, port)
            if kind is None:
                why = await _connected(await self._addresses(place), port, end)
            else:
                await self._allowed(place, self._connections.permit(host, port))
                why = await self._upstreams.connect(kind, place, end)
        except DeniedError as error:
            self._refuse(place, error)
            return None
        except ToolError:
            why = "net::ERR_NAME_NOT_RESOLVED"
        self._denials.pop(place, None)
        self._causes.pop(place, None)
        if why and len(self._causes) < MOST:
            self._causes[place] = self.latest = why
        return not why

    def spoke(self, host: str, port: int, *, tls: bool) -> None:
        """The browser begins to speak to a host."""
        self._secure[host, port] = tls

    async def _addresses(self, place: Place) -> list[str]:
        found = await self._allowed(place, self._connections.addresses(*place))
        return found or await self._connections.anywhere(*place)


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
