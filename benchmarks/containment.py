"""What containment costs: a page of 50 requests, contained and routed (as where the browser is not ours) against open, in turns.

python benchmarks/containment.py [ROUNDS]
"""

from __future__ import annotations

import asyncio
import multiprocessing
import random
import statistics
import sys
import time
from typing import TYPE_CHECKING

from aiohttp import web

from pytest_webagent.browser.pool import BrowserPool
from pytest_webagent.browser.routing import Routing
from pytest_webagent.config import Settings
from pytest_webagent.policy.connections import Connections

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from pytest_webagent.browser.session import BrowserSession

REQUESTS = 50
BODY = b"x" * 20_000
WARM_UP = 3


def serve(told: Connection) -> None:
    """A site in a process of its own, so that it takes no time of the one that is measured."""

    async def page(_: web.Request) -> web.Response:
        tags = "".join(f"<script src=/part/{n}.js></script>" for n in range(REQUESTS - 1))
        return web.Response(text=f"<!doctype html><h1>Page</h1>{tags}", content_type="text/html")

    async def part(_: web.Request) -> web.Response:
        headers = {"cache-control": "no-store", "content-type": "text/javascript"}
        return web.Response(body=b"//" + BODY, headers=headers)

    async def run() -> None:
        app = web.Application()
        app.add_routes([web.get("/", page), web.get("/part/{name}", part)])
        runner = web.AppRunner(app)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        told.send(runner.addresses[0][1])
        await asyncio.Event().wait()

    asyncio.run(run())


async def load(session: BrowserSession, url: str) -> float:
    """Seconds until the page has loaded all its parts."""
    began = time.perf_counter()
    await session.page.goto(url, wait_until="load")
    return time.perf_counter() - began


async def measure(url: str, rounds: int) -> None:
    """Print the ratios of the rounds, and beside them those of open against open: what the machine itself makes of it."""
    networks = {"open": "open", "open again": "open", "contained": "contained", "routed": "open"}
    pools = {name: BrowserPool(Settings(network=network)) for name, network in networks.items()}
    settings = Settings(start_url=url)
    took: dict[str, list[float]] = {name: [] for name in pools}
    names = [*pools]
    # Each round in an order of its own: what one leaves for the machine to do is paid by whoever comes next.
    shuffled = random.Random(0)
    for number in range(WARM_UP + rounds):
        for name in shuffled.sample(names, len(names)):
            # A new context, as each test has: its connections are new, too.
            session = await pools[name].new_session(settings)
            if name == "routed":
                await Routing(session.context, Connections.of(settings)).begin()
            seconds = await load(session, url)
            await session.close()
            if number >= WARM_UP:
                took[name].append(seconds)
    for pool in pools.values():
        await pool.close()
    for name in names[1:]:
        ratios = [mine / theirs for mine, theirs in zip(took[name], took["open"], strict=True)]
        low, middle, high = statistics.quantiles(ratios, n=4)
        print(f"{name} / open: {middle:.3f} (median of {rounds}; half of them from {low:.2f} to {high:.2f})")


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    told, tells = multiprocessing.Pipe(duplex=False)
    server = multiprocessing.Process(target=serve, args=(tells,), daemon=True)
    server.start()
    asyncio.run(measure(f"http://127.0.0.1:{told.recv()}/", rounds))
    server.terminate()


if __name__ == "__main__":
    main()
