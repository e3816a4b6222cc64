"""A proxy as companies have it: it connects whoever asks by CONNECT, and resolves the names itself."""

from __future__ import annotations

import asyncio
import ssl
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from tests.conftest import Site

_CERTIFICATE = Path(__file__).parent / "browser" / "self_signed.pem"


class CompanyProxy:
    """Every name leads to this machine: on the usual ports to one server, on others to whoever listens there."""

    def __init__(self, port: int) -> None:
        self.asked: list[str] = []
        """What came before each tunnel."""
        self.says: bytes | None = b"HTTP/1.1 200 Connection established\r\nvia: us\r\n\r\n"
        """Its answer, which is no tunnel where it does not say 200. None: it is silent."""
        self.port = 0
        self._behind = port
        self._open: set[asyncio.Task[None]] = set()

    async def listen(self, secure: ssl.SSLContext | None = None) -> asyncio.Server:
        """Begin."""
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0, ssl=secure)
        self.port = server.sockets[0].getsockname()[1]
        return server

    def places(self) -> set[str]:
        """The hosts and ports it was asked for."""
        return {head.split(" ")[1] for head in self.asked}

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            with suppress(OSError, asyncio.IncompleteReadError):
                await self._answer(reader, writer)
        finally:
            writer.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        self.asked.append(head)
        if self.says is None:
            await reader.read()
            return
        writer.write(self.says)
        await writer.drain()
        if b" 200 " not in self.says:
            return
        port = int(head.split(" ")[1].rpartition(":")[2])
        there = await asyncio.open_connection("127.0.0.1", self._behind if port in (80, 443) else port)
        await asyncio.gather(_pass_on(reader, there[1]), _pass_on(there[0], writer))


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        with suppress(OSError):
            while data := await reader.read(65536):
                writer.write(data)
                await writer.drain()
    finally:
        writer.close()


@pytest.fixture(autouse=True)
def no_proxy_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget what the environment of the test run says."""
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


@pytest_asyncio.fixture(loop_scope="session", params=["http"])
async def company_proxy(
    request: pytest.FixtureRequest,
    site: Site,
    monkeypatch: pytest.MonkeyPatch,
    no_proxy_of_this_machine: None,
) -> AsyncIterator[CompanyProxy]:
    """What the environment names for http, https or both: the parameter is the kind of its own address."""
    proxy = CompanyProxy(int(site.url.rpartition(":")[2]))
    secure = None
    if request.param == "https":
        secure = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        secure.load_cert_chain(_CERTIFICATE)
        monkeypatch.setenv("SSL_CERT_FILE", str(_CERTIFICATE))
    server = await proxy.listen(secure)
    address = f"{request.param}://ann:s%40crets@127.0.0.1:{proxy.port}"
    for name in ("HTTP_PROXY", "HTTPS_PROXY"):
        monkeypatch.setenv(name, address)
    yield proxy
    server.close()
