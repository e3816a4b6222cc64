"""Which addresses tools may reach: the origins of the test, and the public hosts its policy names."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from typing import TYPE_CHECKING, Final, TypeAlias
from urllib.parse import urlsplit

from pytest_webagent.errors import DeniedError, ToolError
from pytest_webagent.policy.origins import parse

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable

    from pytest_webagent.policy.origins import AllowedOrigins
    from pytest_webagent.policy.security import SecurityPolicy

Resolve: TypeAlias = "Callable[[str, int], Awaitable[Iterable[str]]]"
"""Gives the IP addresses of a host and port."""
_Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address
_PATIENCE: Final = 5.0
"""Seconds a name may take to be resolved."""
# A gateway of these networks hands a packet on to an IPv4 address that is part of the IPv6 one (RFC 6052, RFC 3056).
_NAT64: Final = ipaddress.ip_network("64:ff9b::/96")
# Deprecated (RFC 4291), and not what Python's `is_global` knows as private.
_COMPATIBLE: Final = ipaddress.ip_network("::/96")
_SIX_TO_FOUR: Final = ipaddress.ip_network("2002::/16")

# What clouds have beside the link-local addresses: Amazon, Google, Alibaba, Azure and Oracle.
_METADATA: Final = frozenset(
    map(
        ipaddress.ip_address,
        ("fd00:ec2::254", "fd20:ce::254", "100.100.100.200", "168.63.129.16", "192.0.0.192"),
    )
)


class Network:
    """The addresses tools may reach.

    An address may be reached if its origin is one of the test's, or if the policy names its host and the host is a
    public one. Hosts on private networks, this machine or a cloud's metadata service have to be named one by one.
    """

    def __init__(
        self,
        security: SecurityPolicy,
        origins: AllowedOrigins,
        resolve: Resolve | None = None,
    ) -> None:
        """Take what `security` says; `origins` are the test's own.

        `resolve` gives the IP addresses of a host and port (else the system's resolver does).
        """
        self._security = security
        self._origins = origins
        self._resolve = resolve or resolved

    async def allowed(self, url: str, *, base: str = "") -> str:
        """The URL to open for `url`; a relative one is taken against `base`.

        The name is resolved here and again by whoever opens it: only the way out of a contained page notices a name
        server that changes its mind in between.

        Raises:
            DeniedError: it may not be reached; the message says what may be.
            ToolError: it is no address, or its host is not known.
        """
        try:
            checked = self._origins.check(url, base=base)
        except DeniedError as error:
            address = parse(self._origins.absolute(url, base))
            if not names_host(self._security.allowed_domains, address.origin.host):
                raise DeniedError(f"{error}{self._domains()}") from None
            if not self._security.allow_network_access:
                raise DeniedError(
                    f"{error}; and the policy of this test says allow_network_access = false"
                ) from None
            if address.origin.host.removesuffix(".") not in self._security.allowed_domains:
                await fitting_addresses(*address.origin[1:], self._resolve, named=False)
            checked = address.url
        self._refuse_blocked(checked)
        return checked

    def _refuse_blocked(self, url: str) -> None:
        host = urlsplit(url).hostname or ""
        host = f"[{host}]" if ":" in host else host
        if names_host(self._security.blocked_domains, host):
            raise DeniedError(f"{host} may not be reached: the policy of this test blocks it")

    def _domains(self) -> str:
        domains = self._security.allowed_domains
        return f"; and the hosts {', '.join(domains)}" if domains else ""


def names_host(patterns: Iterable[str], host: str) -> bool:
    """Whether one of `patterns` means a host, with or without its last dot."""
    name = host.removesuffix(".")
    return any(_means(pattern, name) for pattern in patterns)


def _means(pattern: str, name: str) -> bool:
    if pattern.startswith("*."):
        return name.endswith(pattern[1:])
    return pattern in ("*", name)


def is_public(text: str) -> bool:
    """Whether an IP address is one of the open internet, and of no private network, this machine or a metadata service."""
    address = _reached(text)
    if isinstance(address, ipaddress.IPv6Address) and (address.is_site_local or address in _COMPATIBLE):
        return False
    return address.is_global and not address.is_multicast and not is_of_metadata(text)


def is_of_metadata(text: str) -> bool:
    """Whether an IP address may be that of a cloud's metadata service, which hands out credentials of its machine."""
    address = _reached(text)
    return address.is_link_local or address in _METADATA


def _reached(text: str) -> _Address:
    """The address that a packet to an IP address comes to in the end."""
    address: _Address = ipaddress.ip_address(text.partition("%")[0])
    if not isinstance(address, ipaddress.IPv6Address):
        return address
    if address in _NAT64:
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    inner = address.sixtofour if address in _SIX_TO_FOUR else address.ipv4_mapped
    return address if inner is None else inner


async def addresses_of(host: str, port: int, resolve: Resolve) -> list[str]:
    """The IP addresses of a host.

    Raises:
        ToolError: no address of that name is known.
    """
    try:
        return [str(ipaddress.ip_address(host.strip("[]")))]
    except ValueError:
        pass
    try:
        return list(await asyncio.wait_for(resolve(host, port), _PATIENCE))
    except (OSError, TimeoutError, UnicodeError):
        raise ToolError(f"{host} cannot be reached: no address of that name is known") from None


async def fitting_addresses(host: str, port: int, resolve: Resolve, *, named: bool) -> list[str]:
    """The IP addresses of a host that may be reached; `named` is whether it is by its own name, and not by a wildcard.

    Raises:
        DeniedError: one is an address of this machine or of a private network, and the host is not named; or it is one
            of a metadata service, and not what is named.
        ToolError: no address of that name is known.
    """
    found = await addresses_of(host, port, resolve)
    unfit = [each for each in found if not _fits(each, host, named=named)]
    if unfit or not found:
        raise DeniedError(
            f"{host} may not be reached: {unfit[0] if unfit else 'it'} is an address of this machine, of a private network or "
            "of a metadata service; the test has to name such a host itself, in webagent_allowed_origins or in allowed_domains "
            "of its policy, and a metadata service by its number"
        )
    return found


def _fits(address: str, host: str, *, named: bool) -> bool:
    return (named and (not is_of_metadata(address) or host.strip("[]") == address)) or is_public(address)


async def resolved(host: str, port: int) -> list[str]:
    """What the system's resolver says."""
    if host.endswith(".localhost"):
        # This machine by definition (RFC 6761), to browsers too; not every resolver knows.
        return ["127.0.0.1", "::1"]
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(each[4][0]) for each in found]
