"""The shop and its payment provider, served from a thread on two free ports."""

from __future__ import annotations

import asyncio
import socket
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

import uvicorn

from .app.payments import PaymentProvider, payment_app
from .app.shop import Shop
from .app.web import shop_app

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date
    from pathlib import Path

    from starlette.applications import Starlette


class RunningShop(NamedTuple):
    url: str
    payment_origin: str
    shop: Shop
    provider: PaymentProvider


def _free_socket(port: int) -> socket.socket:
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(("127.0.0.1", port))
    return listener


def _server(app: Starlette) -> uvicorn.Server:
    # A browser keeps its connections open; do not wait for it to let go.
    config = uvicorn.Config(
        app, lifespan="off", ws="none", log_config=None, log_level="warning", timeout_graceful_shutdown=1
    )
    return uvicorn.Server(config)


@contextmanager
def running_shop(path: Path, today: date, port: int = 0) -> Iterator[RunningShop]:
    """Serve a fresh shop until the block ends. `path` is where its SQLite file goes; port 0 takes a free one.

    The payment provider has another host name and another port, so that its iframe is cross-origin.
    """
    with _free_socket(port) as shop_socket, _free_socket(0) as payment_socket:
        url = f"http://127.0.0.1:{shop_socket.getsockname()[1]}"
        payment_origin = f"http://localhost:{payment_socket.getsockname()[1]}"
        provider = PaymentProvider(today)
        shop = Shop(path, provider, today)
        servers = [_server(shop_app(shop, payment_origin)), _server(payment_app(provider, url))]

        async def serve() -> None:
            await asyncio.gather(
                servers[0].serve([shop_socket]),
                servers[1].serve([payment_socket]),
            )

        # Connections wait in the sockets until the thread answers, so nobody has to wait for its start.
        shop_socket.listen()
        payment_socket.listen()
        thread = threading.Thread(target=lambda: asyncio.run(serve()), name="shop")
        thread.start()
        try:
            yield RunningShop(url, payment_origin, shop, provider)
        finally:
            for server in servers:
                server.should_exit = True
            thread.join()
