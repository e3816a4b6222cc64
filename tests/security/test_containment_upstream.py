"""Where a machine reaches the internet by a proxy of its environment, pages are kept to the same origins, and reach them."""

from __future__ import annotations

import asyncio
import base64
import ssl
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from pytest_webagent.browser import upstream
from pytest_webagent.browser.egress import Egress
from pytest_webagent.browser.upstream import Upstreams
from pytest_webagent.config import Settings
from pytest_webagent.errors import DeniedError, EnvironmentFailure
from pytest_webagent.policy.connections import Connections
from pytest_webagent.policy.origins import AllowedOrigins
from pytest_webagent.policy.security import SecurityPolicy
from tests.security.test_containment import WAYS

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable

    from canary import Canary
    from company_proxy import CompanyProxy

    from pytest_webagent.browser.pool import BrowserPool
    from pytest_webagent.browser.session import BrowserSession
    from tests.conftest import Site

SHOP = "http://shop.webagent.test"
_CERTIFICATE = Path(__file__).parents[1] / "browser" / "self_signed.pem"


def kept_to(
    *origins: str, leads_to: Iterable[str] | None = None, domains: tuple[str, ...] = ()
) -> Connections:
    """Names are known here only where they are said to lead somewhere."""

    async def resolve(_host: str, _port: int) -> list[str]:
        if leads_to is None:
            raise OSError("this machine knows no names")
        return [*leads_to]

    return Connections(AllowedOrigins(origins), SecurityPolicy(allowed_domains=domains), (), resolve)


async def _permit(self: Connections, host: str, port: int) -> None:
    """Whatever it is."""


held_by_what_is_permitted = pytest.mark.held_by(
    "pytest_webagent.policy.connections.Connections.permit", _permit
)


@pytest_asyncio.fixture(loop_scope="session")
async def behind(contained_pool: BrowserPool, company_proxy: CompanyProxy) -> AsyncIterator[BrowserSession]:
    """A session that names the shop alone, on a machine that knows no names."""
    session = await contained_pool.new_session(Settings(), connections=kept_to(SHOP))
    yield session
    await session.close()


@pytest.mark.parametrize("company_proxy", ["http", "https"], indirect=True)
async def test_an_origin_of_the_test_is_reached_through_the_proxy(
    behind: BrowserSession, company_proxy: CompanyProxy, site: Site
) -> None:
    site.page("/", "<h1>Shop</h1>")
    await behind.goto(f"{SHOP}/")
    assert await behind.page.title() == "Test"
    [head] = company_proxy.asked
    assert head.startswith("CONNECT shop.webagent.test:80 HTTP/1.1\r\nHost: shop.webagent.test:80\r\n")
    assert f"Proxy-Authorization: Basic {base64.b64encode(b'ann:s@crets').decode()}\r\n" in head


async def test_so_is_one_by_tls(contained_pool: BrowserPool, company_proxy: CompanyProxy) -> None:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 12\r\n\r\n<h1>Pay</h1>")
        writer.close()

    secure = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    secure.load_cert_chain(_CERTIFICATE)
    server = await asyncio.start_server(answer, "127.0.0.1", 0, ssl=secure)
    place = f"pay.webagent.test:{server.sockets[0].getsockname()[1]}"
    settings = Settings(ignore_https_errors=True)
    session = await contained_pool.new_session(settings, connections=kept_to(f"https://{place}"))
    await session.goto(f"https://{place}/")
    assert await session.page.locator("h1").inner_text() == "Pay"
    assert company_proxy.places() == {place}
    await session.close()
    server.close()


@held_by_what_is_permitted
@pytest.mark.parametrize(
    "way", ["fetch", "image", "socket", "worker", "form_post", "popup", "beacon", "navigation", "frame"]
)
async def test_another_origin_is_not_asked_for_there(
    behind: BrowserSession, company_proxy: CompanyProxy, site: Site, canary: Canary, way: str
) -> None:
    site.page("/", WAYS[way].replace("CANARY", f"http://evil.webagent.test:{canary.port}"))
    await behind.page.goto(f"{SHOP}/", wait_until="commit")
    await canary.attacked(behind)
    assert canary.heard == []
    assert company_proxy.places() == {"shop.webagent.test:80"}
    assert behind.egress is not None
    assert behind.egress.cause(f"http://evil.webagent.test:{canary.port}/").startswith("refused: ")


@pytest.mark.held_by("pytest_webagent.policy.network._fits", lambda address, host, *, named: True)
@pytest.mark.parametrize("address", ["127.0.0.1", "10.1.2.3", "169.254.169.254", "fd00:ec2::254"])
async def test_a_name_that_only_a_wildcard_allows_and_that_leads_inside_is_not_asked_for(
    address: str,
) -> None:
    connections = kept_to("http://*.shop.example", leads_to=[address])
    with pytest.raises(DeniedError, match="an address of this machine"):
        await connections.permit("evil.shop.example", 80)


@pytest.mark.held_by("pytest_webagent.policy.network._fits", lambda address, host, *, named: True)
@pytest.mark.parametrize("host", ["10.1.2.3", "192.168.0.1", "169.254.169.254", "::ffff:10.1.2.3"])
async def test_nor_is_an_inner_address_that_is_not_named(host: str) -> None:
    with pytest.raises(DeniedError, match="an address of this machine"):
        await kept_to(domains=("*",)).permit(host, 80)


@held_by_what_is_permitted
@pytest.mark.parametrize("host", ["wiki", "wiki.", "metadata"])
async def test_nor_is_a_name_without_a_dot_that_is_not_named(host: str) -> None:
    with pytest.raises(DeniedError, match="a name without a dot"):
        await kept_to(domains=("*",)).permit(host, 80)


@pytest.mark.parametrize(
    ("host", "connections"),
    [
        ("shop.example", kept_to("http://shop.example")),
        ("wiki", kept_to("http://wiki")),
        ("10.1.2.3", kept_to("http://10.1.2.3")),
        ("shop.example", kept_to("http://shop.example", leads_to=["10.1.2.3"])),
        ("a.shop.example", kept_to("http://*.shop.example")),
        ("a.shop.example", kept_to("http://*.shop.example", leads_to=["93.184.216.34"])),
    ],
)
async def test_what_the_test_names_is_asked_for(host: str, connections: Connections) -> None:
    await connections.permit(host, 80)


async def test_what_is_only_told_is_let_through_the_proxy(
    company_proxy: CompanyProxy, canary: Canary
) -> None:
    egress = Egress(kept_to(SHOP), only_tells=True)
    place = f"evil.webagent.test:{canary.port}"
    async with _asked(egress, *place.split(":")) as (reader, writer):
        writer.write(b"hello")
        assert (await reader.read(15)).startswith(b"HTTP/1.1 200 OK")
    assert company_proxy.places() == {place}
    assert egress.denied() == {f"http://{place}": 1}


@pytest.mark.held_by("pytest_webagent.browser.upstream.host_name", lambda text: text)
async def test_nothing_is_written_into_what_the_proxy_is_asked(company_proxy: CompanyProxy) -> None:
    egress = Egress(kept_to(SHOP), only_tells=True)
    async with _asked(egress, "a.test:80 HTTP/1.1\r\nX-Pass: me\r\n\r\n", "80") as (reader, _):
        assert await reader.read(1) == b""
    assert company_proxy.asked == []


async def test_what_comes_with_the_answer_of_the_proxy_is_passed_on(
    company_proxy: CompanyProxy, canary: Canary
) -> None:
    company_proxy.says = b"HTTP/1.0 200 OK\r\n\r\nearly"
    egress = Egress(kept_to(f"{SHOP}:{canary.port}"))
    async with _asked(egress, "shop.webagent.test", str(canary.port)) as (reader, writer):
        assert await reader.readexactly(5) == b"early"
        writer.write(b"hello")
        assert (await reader.read(15)).startswith(b"HTTP/1.1 200 OK")


@asynccontextmanager
async def _asked(
    egress: Egress, host: str, port: str
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A connection by SOCKS, once what was asked is answered."""
    await egress.listen()
    reader, writer = await asyncio.open_connection("127.0.0.1", int(egress.address.rpartition(":")[2]))
    try:
        name = host.encode()
        writer.write(b"\x05\x01\0" + bytes((5, 1, 0, 3, len(name))) + name + int(port).to_bytes(2, "big"))
        async with asyncio.timeout(10):
            await reader.readexactly(2 + 10)
        yield reader, writer
    finally:
        writer.close()
        await egress.end()


@pytest.mark.parametrize("name", ["localhost", "127.0.0.1"])
async def test_this_machine_is_reached_without_the_proxy(
    contained_pool: BrowserPool, company_proxy: CompanyProxy, site: Site, name: str
) -> None:
    url = site.page("/", "<h1>Shop</h1>").replace("127.0.0.1", name)
    session = await contained_pool.new_session(Settings(start_url=url))
    await session.goto(url)
    assert await session.page.title() == "Test"
    assert company_proxy.asked == []
    await session.close()


@pytest.mark.parametrize(
    ("environment", "host", "port", "kind"),
    [
        ({}, "shop.example", 443, None),
        ({"HTTP_PROXY": "p:1"}, "shop.example", 80, "http"),
        ({"http_proxy": "p:1"}, "shop.example", 80, "http"),
        ({"HTTP_PROXY": "p:1"}, "shop.example", 443, None),
        ({"HTTPS_PROXY": "p:1"}, "shop.example", 443, "https"),
        ({"HTTPS_PROXY": "p:1"}, "shop.example", 80, None),
        ({"HTTPS_PROXY": "p:1", "HTTP_PROXY": "q:1"}, "shop.example", 8443, "https"),
        ({"HTTP_PROXY": "q:1"}, "shop.example", 8443, "http"),
        ({"ALL_PROXY": "p:1"}, "shop.example", 80, "all"),
        ({"ALL_PROXY": "p:1", "https_proxy": "q:1"}, "shop.example", 443, "https"),
        ({"ALL_PROXY": "p:1"}, "::1", 443, None),
        ({"ALL_PROXY": "p:1"}, "127.9.9.9", 443, None),
        ({"ALL_PROXY": "p:1"}, "a.localhost.", 443, None),
        ({"ALL_PROXY": "p:1"}, "localhost.example", 443, "all"),
        ({"ALL_PROXY": "p:1", "NO_PROXY": "*"}, "shop.example", 443, None),
        ({"ALL_PROXY": "p:1", "NO_PROXY": "x.example, .example"}, "shop.example", 443, None),
        ({"ALL_PROXY": "p:1", "no_proxy": "example"}, "shop.example", 443, None),
        ({"ALL_PROXY": "p:1", "no_proxy": "shop.example:8000"}, "shop.example", 8000, None),
        ({"ALL_PROXY": "p:1", "no_proxy": "shop.example:8000"}, "shop.example", 443, "all"),
        ({"ALL_PROXY": "p:1", "no_proxy": "op.example"}, "shop.example", 443, "all"),
        ({"ALL_PROXY": "p:1", "NO_PROXY": "*.example"}, "shop.example", 443, None),
        ({"ALL_PROXY": "p:1", "NO_PROXY": "x.example shop.example"}, "shop.example.", 443, None),
        ({"ALL_PROXY": "p:1", "NO_PROXY": "x.example,*"}, "shop.example", 443, None),
        ({"ALL_PROXY": "p:1"}, "::ffff:127.0.0.1", 443, None),
        ({"ALL_PROXY": "p:1", "NO_PROXY": "10.0.0.0/8"}, "10.1.2.3", 443, None),
        ({"ALL_PROXY": "p:1", "NO_PROXY": "10.0.0.0/8"}, "11.1.2.3", 443, "all"),
        ({"ALL_PROXY": "p:1", "NO_PROXY": "[fd00::5]"}, "fd00::5", 443, None),
    ],
)
def test_the_environment_says_what_goes_through_a_proxy(
    monkeypatch: pytest.MonkeyPatch,
    environment: dict[str, str],
    host: str,
    port: int,
    kind: str | None,
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert Upstreams().kind(host, port) == kind


@pytest.mark.parametrize(
    ("says", "why"),
    [
        (
            b"HTTP/1.1 407 Proxy Authentication Required\r\n\r\n",
            "answered 407: it wants a user name and a password",
        ),
        (b"HTTP/1.1 403 Forbidden\r\ncontent-length: 2\r\n\r\nno", "answered 403: it does not let this host"),
        (b"HTTP/1.1 502 Bad Gateway\r\n\r\n", "answered 502: it could not reach that host"),
        (b"HTTP/1.1 418 Tea\r\n\r\n", "answered 418: its own log says why"),
        (b"SSH-2.0-OpenSSH_9.9\r\n\r\n", "gave no answer of HTTP"),
        (b"x" * 70_000, "gave no answer of HTTP"),
        (b"", "closed the connection without an answer"),
        (None, "did not answer within"),
    ],
)
async def test_what_the_proxy_does_not_do_is_an_error_that_names_it(
    behind: BrowserSession,
    company_proxy: CompanyProxy,
    monkeypatch: pytest.MonkeyPatch,
    says: bytes | None,
    why: str,
) -> None:
    company_proxy.says = says
    if says is None:
        monkeypatch.setattr(upstream, "_PATIENCE", 0.2)
    with pytest.raises(EnvironmentFailure) as caught:
        await behind.goto(f"{SHOP}/")
    told = f"could not open {SHOP}/: the proxy 127.0.0.1:{company_proxy.port} of HTTP_PROXY {why}"
    assert str(caught.value).startswith(told)
    assert "ann" not in str(caught.value)
    assert "crets" not in str(caught.value) + str(behind.log.lines())


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("http://ann:12/34s@crets@127.0.0.1:9", "http_proxy names no proxy"),
        (
            "http://ann:s%40crets@127.0.0.1:9",
            "the proxy 127.0.0.1:9 of http_proxy cannot be reached: nothing listens",
        ),
        ("ann:s%40crets@[::1]:9", "the proxy [::1]:9 of http_proxy cannot be reached: "),
        (
            "http://ann:s%40crets@proxy.invalid",
            "the proxy proxy.invalid:80 of http_proxy cannot be reached: no address",
        ),
        (
            "socks5://ann:s%40crets@127.0.0.1:9",
            "http_proxy names a proxy of the kind socks5://, which is not known",
        ),
        ("http://ann:s%40crets@127.0.0.1:99999", "http_proxy names no proxy: write http://HOST:PORT"),
        ("http://", "http_proxy names no proxy: write http://HOST:PORT"),
    ],
)
async def test_so_is_an_address_at_which_there_is_none(
    contained_pool: BrowserPool,
    monkeypatch: pytest.MonkeyPatch,
    address: str,
    why: str,
) -> None:
    monkeypatch.setenv("http_proxy", address)
    session = await contained_pool.new_session(Settings(), connections=kept_to(SHOP))
    with pytest.raises(EnvironmentFailure) as caught:
        await session.goto(f"{SHOP}/")
    assert str(caught.value).startswith(f"could not open {SHOP}/: {why}")
    assert "crets" not in str(caught.value)
    await session.close()
