"""What containment costs: a page of 50 requests, contained against open, in alternating pairs.

python benchmarks/containment.py [PAIRS]
"""

from __future__ import annotations

import asyncio
import multiprocessing
import statistics
import sys
import time
from typing import TYPE_CHECKING

from aiohttp import web

from pytest_webagent.browser.pool import BrowserPool
from pytest_webagent.config import Settings

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


async def measure(url: str, pairs: int) -> None:
    """Print the medians of both, and of the ratio of the pairs."""
    pools = {network: BrowserPool(Settings(network=network)) for network in ("open", "contained")}
    settings = Settings(start_url=url)
    took: dict[str, list[float]] = {network: [] for network in pools}
    for number in range(WARM_UP + pairs):
        for network in sorted(pools, reverse=bool(number % 2)):
            # A new context, as each test has: its connections are new, too.
            session = await pools[network].new_session(settings)
            seconds = await load(session, url)
            await session.close()
            if number >= WARM_UP:
                took[network].append(seconds)
    for pool in pools.values():
        await pool.close()
    ratios = [mine / theirs for mine, theirs in zip(took["contained"], took["open"], strict=True)]
    for network, seconds in took.items():
        print(
            f"{network}: {statistics.median(seconds) * 1000:.1f} ms for {REQUESTS} requests (median of {pairs})"
        )
    print(f"contained / open: {statistics.median(ratios):.3f} (median of the pairs; at most 1.10 is wanted)")


def main() -> None:
    pairs = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    told, tells = multiprocessing.Pipe(duplex=False)
    server = multiprocessing.Process(target=serve, args=(tells,), daemon=True)
    server.start()
    asyncio.run(measure(f"http://127.0.0.1:{told.recv()}/", pairs))
    server.terminate()


if __name__ == "__main__":
    main()
