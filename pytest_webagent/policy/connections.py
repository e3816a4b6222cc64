"""Which hosts a browser context may connect to, and at which addresses."""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_webagent.errors import DeniedError, ToolError
from pytest_webagent.policy.network import addresses_of, fitting_addresses, names_host, resolved
from pytest_webagent.policy.origins import AllowedOrigins, Origin, host_name, origin_of
from pytest_webagent.policy.security import SecurityPolicy

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pytest_webagent.config import Settings
    from pytest_webagent.policy.network import Resolve
    from pytest_webagent.policy.security import ToolConfig

_SCHEMES: Final = ("http", "https")


class _Way(NamedTuple):
    """That a host may be connected to."""

    named: bool
    """By its own name, and not by a wildcard."""


class Connections:
    """The hosts and ports of one test.

    Those are the origins of the test, what its own code opens, and the hosts its policy lets tools reach; what it lets
    but one tool reach, from when that tool opens it in the browser. Only what is named itself may be on this machine or
    in a private network. Addresses that lead to metadata services are given to no name: they have to be written as numbers.
    """

    def __init__(
        self,
        origins: AllowedOrigins,
        policy: SecurityPolicy | None = None,
        of_tools: Iterable[SecurityPolicy] = (),
        resolve: Resolve | None = None,
    ) -> None:
        """Allow `origins`, and what `policy` allows; what it blocks is blocked for all.

        `of_tools` hold for one tool each. `resolve` gives the IP addresses of a host and port (else the system's
        resolver does).
        """
        self.origins = origins
        self._policy = policy or SecurityPolicy()
        self._of_tools = tuple(of_tools)
        self._opened: Counter[tuple[str, int]] = Counter()
        self._resolve = resolve or resolved

    @classmethod
    def of(cls, settings: Settings, config: ToolConfig | None = None) -> Connections:
        """Those of a test with these settings and this policy.

        Raises:
            ConfigError: one of the allowed origins is none.
        """
        origins = AllowedOrigins.of(settings)
        if config is None:
            return cls(origins)
        tools = (each.security_settings for each in config.tool_settings.values())
        return cls(origins, config.security, filter(None, tools))

    def admit(self, url: str) -> None:
        """The test itself opens a URL, or a tool that may: its origin may be reached from now on."""
        self.lend(url)
        # Where a policy allows it, what the policy says of private networks holds.
        with suppress(ValueError):
            if self._way(*origin_of(url)[1:]) is None:
                self.origins.admit(url)

    def lend(self, url: str) -> None:
        """A tool opens a URL in the browser: if the policy lets one tool reach its host, so may pages from now on."""
        self._opened.update(self._of_a_tool(url))

    @contextmanager
    def lent(self, url: str) -> Iterator[None]:
        """Meanwhile a tool asks for a URL itself; pages may reach it no longer than that."""
        places = [*self._of_a_tool(url)]
        self._opened.update(places)
        try:
            yield
        finally:
            self._opened.subtract(places)

    def _of_a_tool(self, url: str) -> Iterator[tuple[str, int]]:
        with suppress(ValueError):
            _, host, port = origin_of(url)
            if any(_names(each, host) for each in self._of_tools):
                yield host, port

    async def addresses(self, host: str, port: int) -> list[str]:
        """The IP addresses at which a host may be connected to, now.

        Raises:
            DeniedError: it may not be.
            ToolError: no address of that name is known.
        """
        way = self._allowed(host, port)
        return await fitting_addresses(host, port, self._resolve, named=way.named)

    async def permit(self, host: str, port: int) -> None:
        """See that a proxy may be asked for a host, which resolves its name itself.

        Where only a wildcard allows the host, it may not be one of this machine or of a private network, as far as it
        can be resolved here.

        Raises:
            DeniedError: it may not be.
        """
        if self._allowed(host, port).named:
            return
        try:
            await self.addresses(host, port)
        except DeniedError:
            raise
        except ToolError:
            # What has no dot is looked for in the network of whoever resolves it.
            if "." not in host.removesuffix("."):
                raise DeniedError(
                    "a name without a dot is one of a private network; the test has to name it itself"
                ) from None

    async def anywhere(self, host: str, port: int) -> list[str]:
        """The IP addresses of a host, whatever may be connected to. Raises `ToolError` if there are none."""
        return await addresses_of(host, port, self._resolve)

    def _allowed(self, host: str, port: int) -> _Way:
        way = self._way(host, port)
        if way is None and self._blocks(host):
            raise DeniedError("the policy of this test blocks it")
        if way is None:
            raise DeniedError("it is no origin of this test; to allow it, add it to webagent_allowed_origins")
        return way

    def _blocks(self, name: str) -> bool:
        return names_host(self._policy.blocked_domains, name)

    def _way(self, host: str, port: int) -> _Way | None:
        try:
            name = host_name(host)
        except ValueError:
            return None
        if self._blocks(name):
            return None
        origins = [Origin(scheme, name, port) for scheme in _SCHEMES]
        if any(map(self.origins.names_itself, origins)):
            return _Way(named=True)
        policies = (self._policy, *(self._of_tools if self._opened[name, port] > 0 else ()))
        naming = [each.allowed_domains for each in policies if _names(each, name)]
        if naming or any(origin in self.origins for origin in origins):
            return _Way(named=any(name.removesuffix(".") in domains for domains in naming))
        return None


def _names(policy: SecurityPolicy, host: str) -> bool:
    """Whether a policy lets a host be reached."""
    allowed = policy.allow_network_access and names_host(policy.allowed_domains, host)
    return allowed and not names_host(policy.blocked_domains, host)
