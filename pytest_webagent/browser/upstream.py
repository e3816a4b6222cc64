"""The proxy that the environment names for what is outside, where a machine reaches the internet by that alone.

It is asked for a tunnel (CONNECT) and gets the name of the host: a company's proxy resolves it, and often nobody else can.
"""

from __future__ import annotations

import asyncio
import base64
import ipaddress
import os
import re
import socket
import ssl
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote, urlsplit
from urllib.request import (  # type: ignore[attr-defined]  # the last one is not in the stubs
    getproxies,
    getproxies_environment,
    proxy_bypass,
    proxy_bypass_environment,
)

from pytest_webagent.policy.origins import host_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_webagent.browser.relay import ServerEnd

_PATIENCE: Final = 20.0
"""Seconds a proxy may take to connect; less than a browser waits for a page, so that the reason is told."""
_MOST: Final = 65536
"""Most bytes of what a proxy says before the tunnel begins."""
_KINDS: Final = {80: ("http", "all"), 443: ("https", "all")}
_ANY_KIND: Final = ("https", "http", "all")
_DEFAULT_PORTS: Final = {"http": 80, "https": 443}
_ADVICE: Final = {
    403: "it does not let this host and port through",
    407: "it wants a user name and a password, or others; write {variable}=http://USER:PASSWORD@{at}",
    **dict.fromkeys((502, 503, 504), "it could not reach that host"),
}


class _NoTunnel(Exception):
    """A proxy did not connect; the message says which one, and why."""


@dataclass(frozen=True, slots=True)
class _Upstream:
    """A proxy, and the variable that names it."""

    host: str
    port: int
    variable: str
    secure: bool
    """It is spoken to in TLS."""
    credentials: str = field(default="", repr=False)
    """``user:password``."""

    async def connect(self, target: str, end: ServerEnd) -> None:
        """Connect `end` with a host and port."""
        loop = asyncio.get_running_loop()
        asking = _Asking(self._request(target), loop.create_future())
        secure = ssl.create_default_context() if self.secure else None
        try:
            async with asyncio.timeout(_PATIENCE):
                transport, _ = await loop.create_connection(lambda: asking, self.host, self.port, ssl=secure)
                heard = await asking.heard
        except BaseException as error:
            asking.leave()
            if isinstance(error, TimeoutError):
                raise self._error(f"did not answer within {_PATIENCE:g} s") from None
            if isinstance(error, OSError):
                raise self._error(f"cannot be reached: {_cause(error)}") from None
            raise
        head, _, end.early = heard.partition(_Asking.END)
        status = re.match(rb"HTTP/1\.\d (\d{3})\b", head)
        if status is not None and status[1].startswith(b"2"):
            transport.set_protocol(end)
            end.connection_made(transport)
            return
        transport.abort()
        if status is None:
            raise self._error(
                "gave no answer of HTTP" if heard else "closed the connection without an answer"
            )
        code = int(status[1])
        raise self._error(
            f"answered {code}: {_ADVICE.get(code, 'its own log says why').format(variable=self.variable, at=self)}"
        )

    def _request(self, target: str) -> bytes:
        lines = [f"CONNECT {target} HTTP/1.1", f"Host: {target}"]
        if self.credentials:
            lines.append(f"Proxy-Authorization: Basic {base64.b64encode(self.credentials.encode()).decode()}")
        return "\r\n".join([*lines, "", ""]).encode()

    def _error(self, why: str) -> _NoTunnel:
        return _NoTunnel(f"the proxy {self} of {self.variable} {why}")

    def __str__(self) -> str:
        return f"{host_name(self.host)}:{self.port}"


def _cause(error: OSError) -> str:
    if isinstance(error, ConnectionRefusedError):
        return "nothing listens there"
    if isinstance(error, socket.gaierror):
        return "no address of that name is known"
    return (
        "it does not speak TLS as its address says"
        if isinstance(error, ssl.SSLError)
        else "no connection came about"
    )


class _Asking(asyncio.Protocol):
    """Asks a proxy for a tunnel, and hears what it says before that begins."""

    END: Final = b"\r\n\r\n"

    def __init__(self, request: bytes, heard: asyncio.Future[bytes]) -> None:
        self._request = request
        self._said = b""
        self.heard = heard
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Asyncio's event."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        """Asyncio's event."""
        self._said += data
        if self.END in self._said or len(self._said) > _MOST:
            assert self._transport is not None
            self._transport.pause_reading()
            self._done()

    def connection_lost(self, error: Exception | None) -> None:
        """Asyncio's event."""
        self._done()

    def leave(self) -> None:
        """Nobody waits any more."""
        self.heard.cancel()
        if self._transport is not None:
            self._transport.abort()

    def _done(self) -> None:
        if not self.heard.done():
            self.heard.set_result(self._said)


class Upstreams:
    """The proxies that the environment names, as it is now: HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY, or the system's."""

    def __init__(self) -> None:
        self._addresses = getproxies()
        named = self._named = getproxies_environment()
        # Python knows neither blanks between the entries nor a star before a domain, as other programs do.
        entries = [each if each == "*" else each.removeprefix("*") for each in _entries(named.get("no", ""))]
        self._bypassed = {"no": "*" if "*" in entries else ",".join(entries)}
        self._variables = {
            kind: _variable(kind) if kind in named else "the system's settings" for kind in self._addresses
        }

    def kind(self, host: str, port: int) -> str | None:
        """Which of them leads to a host and port; None where it is to be reached without one."""
        kinds = [kind for kind in _KINDS.get(port, _ANY_KIND) if self._addresses.get(kind)]
        return None if not kinds or _is_here(host) or self._bypasses(host, port) else kinds[0]

    async def connect(self, kind: str, place: tuple[str, int], end: ServerEnd) -> str:
        """Connect `end` with a host and port through the proxy of a kind; why that failed, or nothing."""
        try:
            target = f"{host_name(place[0])}:{place[1]}"
        except ValueError:
            return "net::ERR_NAME_NOT_RESOLVED"
        try:
            await _read(self._addresses[kind], self._variables[kind]).connect(target, end)
        except _NoTunnel as error:
            return str(error)
        return ""

    def _bypasses(self, host: str, port: int) -> bool:
        place = f"{f'[{host}]' if ':' in host else host.removesuffix('.')}:{port}"
        if proxy_bypass_environment(place, self._bypassed) if self._named else proxy_bypass(place):
            return True
        with suppress(ValueError):
            address = ipaddress.ip_address(host)
            return any(address in network for network in _networks(self._named.get("no", "")))
        return False


def _entries(bypassed: str) -> list[str]:
    return re.split(r"[,\s]+", bypassed.strip())


def _networks(bypassed: str) -> Iterator[ipaddress.IPv4Network | ipaddress.IPv6Network]:
    """The networks of NO_PROXY, such as 10.0.0.0/8, which Python leaves to others."""
    for entry in _entries(bypassed):
        with suppress(ValueError):
            yield ipaddress.ip_network(entry, strict=False)


def _is_here(host: str) -> bool:
    """Whether a host is this machine by definition."""
    with suppress(ValueError):
        address = ipaddress.ip_address(host)
        address = getattr(address, "ipv4_mapped", None) or address
        return address.is_loopback or address.is_unspecified
    return f".{host.removesuffix('.')}".endswith(".localhost")


def _variable(kind: str) -> str:
    # The lower case wins, as it does where the value is read.
    lower = f"{kind}_proxy"
    return next(name for name in (lower, *os.environ) if name.lower() == lower and os.environ.get(name))


def _read(text: str, variable: str) -> _Upstream:
    try:
        address = urlsplit(text if "://" in text else f"http://{text}")
        host, port = host_name(address.hostname or "").strip("[]"), address.port
    except ValueError:
        host = ""
    # The value is not told: it may hold a password.
    if not host or "@" in f"{address.path}{address.query}{address.fragment}":
        raise _NoTunnel(
            f"{variable} names no proxy: write http://HOST:PORT or http://USER:PASSWORD@HOST:PORT, with %2F for / in a password and the like"
        )
    if address.scheme not in _DEFAULT_PORTS:
        raise _NoTunnel(
            f"{variable} names a proxy of the kind {address.scheme}://, which is not known here: only http:// and https:// are"
        )
    user = (
        "" if address.username is None else f"{unquote(address.username)}:{unquote(address.password or '')}"
    )
    return _Upstream(host, port or _DEFAULT_PORTS[address.scheme], variable, address.scheme == "https", user)
