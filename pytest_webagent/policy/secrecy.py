"""Where a secret may be sent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pytest_webagent.policy.origins import Origin

_LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "[::1]"})


def keeps_secrets(origin: Origin) -> bool:
    """Whether nobody on the way there can read along: it is spoken to over TLS, or is this machine."""
    return origin.scheme == "https" or origin.host in _LOOPBACK
