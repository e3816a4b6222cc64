"""Which hosts a browser context may connect to, and at which addresses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_webagent.errors import DeniedError
from pytest_webagent.policy.network import addresses_of, is_of_metadata, is_public, names_host, resolved
from pytest_webagent.policy.origins import AllowedOrigins, Origin, host_name, origin_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pytest_webagent.config import Settings
    from pytest_webagent.policy.network import Resolve
    from pytest_webagent.policy.security import SecurityPolicy, ToolConfig

_SCHEMES: Final = ("http", "https")


class _Way(NamedTuple):
    """That a host may be connected to."""

    inner: bool
    """Also at addresses of this machine and of private networks."""


class Connections:
    """The hosts and ports of one test.

    Those are the origins of the test, what its own code opens, and the hosts its policy lets tools reach. Only what is
    named itself may be on this machine or in a private network. Addresses that lead to metadata services are given
    to no name: they have to be written as numbers.
    """

    def __init__(
        self,
        origins: AllowedOrigins,
        policies: Iterable[SecurityPolicy] = (),
        resolve: Resolve | None = None,
    ) -> None:
        """Allow `origins`, and what any of `policies` allows; what the first of them blocks is blocked for all.

        `resolve` gives the IP addresses of a host and port (else the system's resolver does).
        """
        self._origins = origins
        self._policies = tuple(policies)
        self._resolve = resolve or resolved

    @classmethod
    def of(cls, settings: Settings, config: ToolConfig | None = None) -> Connections:
        """Those of a test with these settings and this policy.

        Raises:
            ConfigError: one of the allowed origins is none.
        """
        policies = [] if config is None else [config.security]
        policies += [
            each.security_settings
            for each in ({} if config is None else config.tool_settings).values()
            if each.security_settings is not None
        ]
        # A tool of its own opens the homepage.
        return cls(AllowedOrigins.of(settings, settings.homepage or ""), policies)

    def admit(self, url: str) -> None:
        """The test itself opens a URL: its origin is one of the test's from now on."""
        try:
            origin = origin_of(url)
        except ValueError:
            return
        # Where a policy allows it, what the policy says of private networks holds.
        if self._way(origin.host, origin.port) is None:
            self._origins.admit(url)

    async def addresses(self, host: str, port: int) -> list[str]:
        """The IP addresses at which a host may be connected to, now.

        Raises:
            DeniedError: it may not be.
            ToolError: no address of that name is known.
        """
        way = self._way(host, port)
        if way is None and self._blocks(host):
            raise DeniedError("the policy of this test blocks it")
        if way is None:
            raise DeniedError("it is no origin of this test; to allow it, add it to webagent_allowed_origins")
        found = await addresses_of(host, port, self._resolve)
        wrong = [each for each in found if not _fits(each, host, way)]
        if wrong or not found:
            raise DeniedError(
                f"{wrong[0] if wrong else host} is an address of this machine, of a private network or of a metadata service; "
                "the test has to name such an origin itself, the last kind by its number"
            )
        return found

    async def anywhere(self, host: str, port: int) -> list[str]:
        """The IP addresses of a host, whatever may be connected to. Raises `ToolError` if there are none."""
        return await addresses_of(host, port, self._resolve)

    def _blocks(self, name: str) -> bool:
        return bool(self._policies) and names_host(self._policies[0].blocked_domains, name)

    def _way(self, host: str, port: int) -> _Way | None:
        try:
            name = host_name(host)
        except ValueError:
            return None
        if self._blocks(name):
            return None
        origins = [Origin(scheme, name, port) for scheme in _SCHEMES]
        if any(map(self._origins.names_itself, origins)):
            return _Way(inner=True)
        named = [
            policy.allowed_domains
            for policy in self._policies
            if policy.allow_network_access
            and names_host(policy.allowed_domains, name)
            and not names_host(policy.blocked_domains, name)
        ]
        if named or any(origin in self._origins for origin in origins):
            return _Way(inner=any(name.removesuffix(".") in domains for domains in named))
        return None


def _fits(address: str, host: str, way: _Way) -> bool:
    if is_of_metadata(address):
        return way.inner and host.strip("[]") == address
    return way.inner or is_public(address)
