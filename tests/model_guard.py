"""No test reaches a real model by accident: no keys in the environment, no connection beyond this machine.

The guard holds in the Python process that runs the tests; processes that tests start inherit the environment
without keys.
"""

from __future__ import annotations

import ipaddress
import os
import socket
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

NAMES_A_MODEL = ("OPENAI_", "AZURE_OPENAI_", "WEBAGENT_MODEL")


class ReachedOut(BaseException):
    """A test tried to connect to another machine. No `except Exception` on the way can hide it."""


def is_here(address: Any) -> bool:
    """Whether a socket address is on this machine."""
    if not isinstance(address, tuple):
        return True
    host = str(address[0])
    try:
        return ipaddress.ip_address(host.partition("%")[0]).is_loopback
    except ValueError:
        return host in ("localhost", "")


@pytest.fixture(scope="session", autouse=True)
def no_real_model() -> Iterator[None]:
    """Take keys out of the environment and refuse connections to other machines."""
    with pytest.MonkeyPatch.context() as patch:
        for name in [name for name in os.environ if name.startswith(NAMES_A_MODEL)]:
            patch.delenv(name)
        for method in ("connect", "connect_ex"):
            patch.setattr(socket.socket, method, _guarded(getattr(socket.socket, method)))
        yield


def _guarded(connect: Any) -> Any:
    def guarded(self: socket.socket, address: Any) -> Any:
        if self.family in (socket.AF_INET, socket.AF_INET6) and not is_here(address):
            raise ReachedOut(f"a test tried to connect to {address[0]}:{address[1]}")
        return connect(self, address)

    return guarded
