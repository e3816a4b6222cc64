"""A server that must stay silent: it writes down whoever connects, and answers, so that nothing else stops an attack."""

from __future__ import annotations

import asyncio
import socket
from typing import TYPE_CHECKING

import pytest_asyncio

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from pytest_webagent.browser.session import BrowserSession

_ANSWER = (
    b"HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\naccess-control-allow-origin: *\r\n"
    b"access-control-allow-headers: *\r\ncontent-length: 2\r\nconnection: close\r\n\r\nok"
)
_PATIENCE = 10.0
"""Seconds an attack may take to begin."""


class _Datagrams(asyncio.DatagramProtocol):
    def __init__(self, heard: list[bytes]) -> None:
        self._heard = heard

    def datagram_received(self, data: bytes, addr: object) -> None:
        self._heard.append(data)


class Canary:
    """It listens on one port, for connections and for datagrams, on all addresses of this machine."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []
        """The beginning of whatever came in; empty of a connection over which nothing was sent."""
        self.port = 0

    @property
    def url(self) -> str:
        """Its origin, by a name that no page of the tests has."""
        return f"http://localhost:{self.port}"

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        place = len(self.heard)
        self.heard.append(b"")
        try:
            self.heard[place] = await reader.read(4096)
            writer.write(_ANSWER)
            await writer.drain()
        except OSError:
            pass
        finally:
            writer.close()

    async def attacked(self, session: BrowserSession) -> None:
        """Wait until something came in here, or was refused on the way."""
        assert session.egress is not None
        async with asyncio.timeout(_PATIENCE):
            while not (self.heard or self.was_refused(session)):  # noqa: ASYNC110 (it is refused in another thread)
                await asyncio.sleep(0.01)

    def was_refused(self, session: BrowserSession) -> bool:
        """Whether a connection to it was."""
        return session.egress is not None and any(
            origin.endswith(f":{self.port}") for origin in session.egress.denied()
        )


@pytest_asyncio.fixture(loop_scope="session")
async def canary() -> AsyncIterator[Canary]:
    bird = Canary()
    server = await asyncio.start_server(bird.answer, "127.0.0.1", 0)
    bird.port = server.sockets[0].getsockname()[1]
    datagrams = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    datagrams.bind(("127.0.0.1", bird.port))
    transport, _ = await asyncio.get_running_loop().create_datagram_endpoint(
        lambda: _Datagrams(bird.heard), sock=datagrams
    )
    yield bird
    transport.close()
    server.close()
