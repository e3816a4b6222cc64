"""One connection through the way out: what the browser asks for in SOCKS5 (RFC 1928), then bytes both ways."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import struct
from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from collections.abc import Awaitable

_HELLO: Final = b"\x05\x00"
"""SOCKS5, and no password: only this machine can ask, and only for what a test may reach."""
_CONNECT: Final = 1
_DONE, _REFUSED_BY_RULE, _UNREACHABLE, _NO_SUCH_COMMAND = 0, 2, 4, 7
_IPV4, _NAME, _IPV6 = 1, 3, 4
_RESET: Final = struct.pack("ii", 1, 0)
_TLS: Final = 0x16
"""The first byte of what a client says that wants to speak TLS."""


class Destinations(Protocol):
    """Who connects, and is told what goes through."""

    def connect(self, host: str, port: int, end: ServerEnd) -> Awaitable[bool | None]:
        """Connect `end` with a host. None: it may not be; False: it could not be."""

    def spoke(self, host: str, port: int, *, tls: bool) -> None:
        """The browser begins to speak to it."""


class End(asyncio.Protocol):
    """One side of a connection; what comes in goes out at the other."""

    def __init__(self) -> None:
        self.transport: asyncio.Transport | None = None
        self.other: End | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Asyncio's event."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        """Asyncio's event."""
        if self.other is not None and self.other.transport is not None:
            self.other.transport.write(data)

    def eof_received(self) -> bool:
        """Asyncio's event: the one side has said all, the other may still speak."""
        transport = self.other and self.other.transport
        if not transport:
            return False
        if transport.can_write_eof() and not transport.is_closing():
            transport.write_eof()
        return True

    def pause_writing(self) -> None:
        """Asyncio's event: who reads here is slower than who writes there."""
        if self.other is not None and self.other.transport is not None:
            self.other.transport.pause_reading()

    def resume_writing(self) -> None:
        """Asyncio's event."""
        if self.other is not None and self.other.transport is not None:
            self.other.transport.resume_reading()

    def connection_lost(self, error: Exception | None) -> None:
        """Asyncio's event. A connection that was cut is cut on the other side, too: it would pass for a whole answer."""
        if self.other is None or self.other.transport is None:
            return
        if error is not None and not self.other.transport.is_closing():
            line = self.other.transport.get_extra_info("socket")
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
        self.other.transport.close()


class ServerEnd(End):
    """The side of a server."""

    early = b""
    """What came from there before there was somebody to pass it on to."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Asyncio's event."""
        super().connection_made(transport)
        # Until there is somebody to pass it on to.
        transport.pause_reading()  # type: ignore[attr-defined]  # asyncio promises a whole transport

    def join(self, browser: BrowserEnd) -> None:
        """Pass on between this one and the browser's."""
        self.other, browser.other = browser, self
        if self.early:
            super().data_received(self.early)
        if self.transport is not None:
            self.transport.resume_reading()


class BrowserEnd(End):
    """The side of the browser."""

    def __init__(self, destinations: Destinations, known: set[BrowserEnd]) -> None:
        super().__init__()
        self._destinations = destinations
        self._known = known
        self._heard = b""
        self._greeted = False
        self._wanted: tuple[str, int] | None = None
        self._spoke = False
        self._working: asyncio.Task[None] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Asyncio's event."""
        super().connection_made(transport)
        self._known.add(self)

    def connection_lost(self, error: Exception | None) -> None:
        """Asyncio's event."""
        super().connection_lost(error)
        self._known.discard(self)
        if self._working is not None:
            self._working.cancel()

    def cut(self) -> None:
        """End the connection."""
        for end in (self, self.other):
            if end is not None and end.transport is not None:
                end.transport.abort()

    def data_received(self, data: bytes) -> None:
        """Asyncio's event."""
        if self.other is not None:
            if not self._spoke and self._wanted is not None:
                self._spoke = True
                self._destinations.spoke(*self._wanted, tls=data[0] == _TLS)
            super().data_received(data)
            return
        self._heard += data
        if not self._greeted and len(self._heard) >= 2 and len(self._heard) >= 2 + self._heard[1]:
            self._greeted, self._heard = True, self._heard[2 + self._heard[1] :]
            self._say(_HELLO)
        if self._greeted and self._wanted is None:
            self._read_wanted()

    def _read_wanted(self) -> None:
        heard = self._heard
        if len(heard) < 5:
            return
        length = {_IPV4: 4, _IPV6: 16, _NAME: 1 + heard[4]}.get(heard[3])
        if heard[0] != _HELLO[0] or heard[1] != _CONNECT or length is None:
            self._answer(_NO_SUCH_COMMAND)
            return
        if len(heard) < 4 + length + 2:
            return
        name, port = heard[4 : 4 + length], int.from_bytes(heard[4 + length : 6 + length], "big")
        host = name[1:].decode("ascii", "replace") if heard[3] == _NAME else str(ipaddress.ip_address(name))
        self._wanted, self._heard = (host, port), heard[6 + length :]
        self._working = asyncio.get_running_loop().create_task(self._connect(host, port))

    async def _connect(self, host: str, port: int) -> None:
        end = ServerEnd()
        try:
            came = await self._destinations.connect(host, port, end)
        except BaseException:
            # A browser that hears nothing waits for ever.
            self._answer(_UNREACHABLE)
            if end.transport is not None:
                end.transport.abort()
            raise
        if not came:
            self._answer(_REFUSED_BY_RULE if came is None else _UNREACHABLE)
            return
        self._answer(_DONE)
        end.join(self)
        if self._heard:
            self.data_received(self._heard)

    def _answer(self, code: int) -> None:
        self._say(bytes((_HELLO[0], code, 0, _IPV4)) + bytes(6))
        if code != _DONE and self.transport is not None:
            self.transport.close()

    def _say(self, data: bytes) -> None:
        if self.transport is not None and not self.transport.is_closing():
            self.transport.write(data)
