"""Names that lead elsewhere than they say, and requests that no browser makes of its proxy."""

from __future__ import annotations

import asyncio
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from pytest_webagent.browser.egress import Egress
from pytest_webagent.config import Settings
from pytest_webagent.errors import DeniedError
from pytest_webagent.policy.connections import Connections, _Way
from pytest_webagent.policy.origins import AllowedOrigins
from pytest_webagent.policy.permissions import Permissions
from pytest_webagent.policy.security import SecurityPolicy, ToolConfig, ToolSettings
from pytest_webagent.tools.core.context import ToolContext
from pytest_webagent.tools.toolsets import tools_of
from tests.conftest import Answer

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from canary import Canary

    from pytest_webagent.browser.pool import BrowserPool
    from tests.conftest import Site

_INNER = [
    "127.0.0.1",
    "10.1.2.3",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
    "224.0.0.1",
    "::1",
    "::",
    "fe80::1",
    "fd00::1",
    "::ffff:127.0.0.1",
    "::ffff:169.254.169.254",
    "64:ff9b::a00:1",
    "2002:7f00:1::1",
]


@contextmanager
def _lent_for_good(connections: Connections, url: str) -> Iterator[None]:
    connections.lend(url)
    yield


held_by_what_fits = pytest.mark.held_by(
    "pytest_webagent.policy.network._fits", lambda address, host, named: True
)


def leading_to(*addresses: str, origins: tuple[str, ...] = (), domains: tuple[str, ...] = ()) -> Connections:
    async def resolve(_host: str, _port: int) -> list[str]:
        return [*addresses]

    return Connections(AllowedOrigins(origins), SecurityPolicy(allowed_domains=domains), resolve=resolve)


@held_by_what_fits
@pytest.mark.parametrize("address", _INNER)
async def test_a_name_below_an_allowed_one_does_not_lead_inside(address: str) -> None:
    connections = leading_to(address, origins=("http://*.shop.example",))
    with pytest.raises(DeniedError, match="an address of this machine"):
        await connections.addresses("evil.shop.example", 80)


@held_by_what_fits
@pytest.mark.parametrize("address", _INNER)
async def test_nor_does_one_that_a_policy_allows_with_all_others(address: str) -> None:
    with pytest.raises(DeniedError, match="an address of this machine"):
        await leading_to(address, domains=("*",)).addresses("evil.example", 80)


@held_by_what_fits
async def test_nor_does_one_of_several_addresses() -> None:
    with pytest.raises(DeniedError, match=r"10\.0\.0\.1 is an address"):
        await leading_to("93.184.216.34", "10.0.0.1", domains=("*",)).addresses("evil.example", 80)


@held_by_what_fits
@pytest.mark.parametrize(
    "address",
    [
        "169.254.169.254",
        "fe80::1",
        "::ffff:169.254.169.254",
        "64:ff9b::a9fe:a9fe",
        "2002:a9fe:a9fe::",
        "fd00:ec2::254",
        "fd20:ce::254",
        "100.100.100.200",
        "::ffff:100.100.100.200",
        "168.63.129.16",
    ],
)
async def test_not_even_a_name_of_the_test_leads_to_a_metadata_service(address: str) -> None:
    with pytest.raises(DeniedError, match="by its number"):
        await leading_to(address, origins=("http://shop.example",)).addresses("shop.example", 80)


@held_by_what_fits
async def test_a_name_server_that_changes_its_mind_is_noticed() -> None:
    answers = iter((["93.184.216.34"], ["127.0.0.1"]))

    async def resolve(_host: str, _port: int) -> list[str]:
        return next(answers)

    connections = Connections(AllowedOrigins(["http://*.shop.example"]), resolve=resolve)
    assert await connections.addresses("a.shop.example", 80) == ["93.184.216.34"]
    with pytest.raises(DeniedError):
        await connections.addresses("a.shop.example", 80)


@pytest.mark.parametrize(
    ("address", "host", "allowed"),
    [
        ("10.0.0.5", "shop.example", {"origins": ("http://shop.example",)}),
        ("::1", "shop.example", {"origins": ("http://shop.example",)}),
        ("93.184.216.34", "a.shop.example", {"origins": ("http://*.shop.example",)}),
        ("93.184.216.34", "a.example", {"domains": ("*",)}),
        ("10.0.0.5", "wiki.example", {"domains": ("wiki.example",)}),
        ("169.254.169.254", "169.254.169.254", {"origins": ("http://169.254.169.254",)}),
        ("::1", "::1", {"origins": ("http://[::1]",)}),
        ("fd00:ec2::254", "fd00:ec2::254", {"origins": ("http://[fd00:ec2::254]",)}),
        ("64:ff9b::a00:5", "shop.example", {"origins": ("http://shop.example",)}),
        ("100.100.100.201", "shop.example", {"origins": ("http://shop.example",)}),
    ],
)
async def test_what_the_test_names_is_connected_to(
    address: str, host: str, allowed: dict[str, tuple[str, ...]]
) -> None:
    assert await leading_to(address, **allowed).addresses(host, 80) == [address]


async def test_what_the_test_opens_is_connected_to_unless_its_policy_blocks_it() -> None:
    policy = SecurityPolicy(blocked_domains=("ads.example",))
    connections = Connections(AllowedOrigins(), policy)
    for url in ("http://127.0.0.1:8000/cart", "http://ads.example/", "about:blank"):
        connections.admit(url)
    assert await connections.addresses("127.0.0.1", 8000) == ["127.0.0.1"]
    with pytest.raises(DeniedError, match="no origin of this test"):
        await connections.addresses("127.0.0.1", 8001)
    with pytest.raises(DeniedError, match="the policy of this test blocks it"):
        await connections.addresses("ads.example", 80)


@pytest.mark.held_by(
    "pytest_webagent.policy.connections.Connections._way", lambda self, host, port: _Way(True)
)
async def test_what_one_tool_may_reach_is_connected_to_from_when_it_is_opened() -> None:
    reader = SecurityPolicy(allowed_domains=("wiki.example", "*.wiki.example"))

    async def resolve(host: str, _port: int) -> list[str]:
        return ["10.0.0.5"] if host in ("wiki.example", "rebound.wiki.example") else ["93.184.216.34"]

    connections = Connections(AllowedOrigins(), of_tools=[reader], resolve=resolve)
    for host in ("wiki.example", "www.wiki.example", "rebound.wiki.example"):
        with pytest.raises(DeniedError, match="no origin of this test"):
            await connections.addresses(host, 80)
        connections.admit(f"http://{host}/page")
    assert await connections.addresses("wiki.example", 80) == ["10.0.0.5"]
    assert await connections.addresses("www.wiki.example", 80) == ["93.184.216.34"]
    with pytest.raises(DeniedError, match="an address of this machine"):
        await connections.addresses("rebound.wiki.example", 80)
    with pytest.raises(DeniedError, match="no origin of this test"):
        await connections.addresses("wiki.example", 8080)
    assert not connections.origins.names, "what a tool reads is no origin of the test"


@pytest.mark.held_by("pytest_webagent.policy.connections.Connections.lent", _lent_for_good)
async def test_what_one_tool_asks_for_itself_is_connected_to_no_longer_than_that(
    contained_pool: BrowserPool, site: Site
) -> None:
    reader = ToolSettings(security_settings=SecurityPolicy(allowed_domains=("localhost",)))
    config = ToolConfig(tool_settings={"api_call": reader})
    settings = Settings(start_url=site.url)
    site.answer(
        "/stock",
        Answer(body="{}", content_type="application/json", headers={"access-control-allow-origin": "*"}),
    )
    session = await contained_pool.new_session(settings, connections=Connections.of(settings, config))
    context = ToolContext(session=session, settings=settings, permissions=Permissions.of(settings, config))
    tools = tools_of(["web_api"])
    tools.bind(context)
    url = site.page("/shop", "<h1>Shop</h1>")
    await session.goto(url)
    answer = await tools.execute("api_call", url=f"{site.other_url}/stock")
    assert answer.output["status"] == 200
    reached = await session.page.evaluate(
        f"fetch('{site.other_url}/stock').then(() => 'reached', () => 'refused')"
    )
    await session.close()
    assert reached == "refused"


async def test_where_http_is_opened_https_is_connected_to() -> None:
    connections = leading_to("10.0.0.5", origins=("http://shop.example", "https://pay.example"))
    connections.admit("http://wiki.example/")
    assert await connections.addresses("shop.example", 443) == ["10.0.0.5"]
    assert await connections.addresses("wiki.example", 443) == ["10.0.0.5"]
    with pytest.raises(DeniedError):
        await connections.addresses("pay.example", 80)


async def test_a_policy_without_a_network_allows_no_host() -> None:
    policy = SecurityPolicy(allowed_domains=("*",), allow_network_access=False)
    with pytest.raises(DeniedError):
        await Connections(AllowedOrigins(), policy).addresses("93.184.216.34", 80)


@held_by_what_fits
async def test_a_page_does_not_reach_inside_by_a_name(
    contained_pool: BrowserPool, site: Site, canary: Canary
) -> None:
    async def resolve(_host: str, _port: int) -> list[str]:
        return ["127.0.0.1"]

    allowed = AllowedOrigins([site.url, f"http://*.shop.example:{canary.port}"])
    session = await contained_pool.new_session(Settings(), connections=Connections(allowed, resolve=resolve))
    code = f"<script>fetch('http://evil.shop.example:{canary.port}/x', {{mode: 'no-cors'}})</script>"
    await session.page.goto(site.page("/", code))
    await canary.attacked(session)
    await session.close()
    assert canary.heard == []


async def _anywhere(self, host, port):
    return await self.anywhere(host, port)


@pytest.mark.held_by("pytest_webagent.policy.connections.Connections.addresses", _anywhere)
@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1.",
        "127.1",
        "2130706433",
        "0x7f000001",
        "localhost.",
        "::1",
        "::ffff:127.0.0.1",
        "0.0.0.0",
        "shop.example@localhost",
        "localhost/shop.example",
        "localhost\\.shop.example",
        "shop.example\r\nlocalhost",
        "",
    ],
)
async def test_no_other_spelling_of_a_host_is_connected_to(egress: Egress, canary: Canary, host: str) -> None:
    name = host.encode()
    request = bytes((5, 1, 0, 3, len(name))) + name + canary.port.to_bytes(2, "big")
    assert await _asked(egress, request) == "refused"
    assert canary.heard == []


@pytest.mark.held_by("pytest_webagent.policy.connections.Connections.addresses", _anywhere)
@pytest.mark.parametrize("address", [b"\x01\x7f\0\0\1", b"\x04" + bytes(10) + b"\xff\xff\x7f\0\0\1"])
async def test_no_number_is_connected_to(egress: Egress, canary: Canary, address: bytes) -> None:
    request = b"\x05\x01\0" + address + canary.port.to_bytes(2, "big")
    assert await _asked(egress, request) == "refused"
    assert canary.heard == []


@pytest.mark.parametrize("command", [2, 3], ids=["bind", "datagrams"])
async def test_nothing_but_connecting_is_offered(egress: Egress, command: int) -> None:
    assert await _asked(egress, bytes((5, command, 0, 1, 127, 0, 0, 1, 0, 80))) == "no such command"


async def test_why_a_host_of_other_letters_was_refused_is_known(egress: Egress) -> None:
    request = b"\x05\x01\0\x03\x12xn--fa-hia.example" + (80).to_bytes(2, "big")
    assert await _asked(egress, request) == "refused"
    assert egress.cause("http://faß.example/x").startswith("refused: http://xn--fa-hia.example: ")


async def test_a_fault_on_the_way_is_answered() -> None:
    async def resolve(_host: str, _port: int) -> list[str]:
        raise RuntimeError("a fault")

    made = Egress(Connections(AllowedOrigins(["http://shop.example"]), resolve=resolve))
    await made.listen()
    request = b"\x05\x01\0\x03\x0cshop.example" + (80).to_bytes(2, "big")
    assert await _asked(made, request) == "unreachable"
    await made.end()


@pytest.fixture
async def egress() -> AsyncIterator[Egress]:
    made = Egress(Connections(AllowedOrigins(["http://shop.example"])))
    await made.listen()
    yield made
    await made.end()


async def _asked(egress: Egress, request: bytes) -> str:
    reader, writer = await asyncio.open_connection("127.0.0.1", int(egress.address.rpartition(":")[2]))
    try:
        async with asyncio.timeout(10):
            writer.write(b"\x05\x01\0")
            assert await reader.readexactly(2) == b"\x05\0"
            writer.write(request)
            answer = await reader.read(10)
    except TimeoutError:
        return "tried for long"
    finally:
        writer.close()
    return {0: "connected", 2: "refused", 4: "unreachable", 7: "no such command"}[answer[1]]
