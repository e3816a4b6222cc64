"""A server whose answers never end."""

from __future__ import annotations

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator


class _Handler(BaseHTTPRequestHandler):
    over: threading.Event

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("content-type", "application/json" if "json" in self.path else "text/html")
        self.end_headers()
        try:
            self.wfile.write(b"<h1>Beginning</h1>\n" + b"<p>word</p>\n" * 400)
            while not self.over.wait(0.02):
                self.wfile.write(b"<p>and on and on</p>\n")
        except OSError:
            self.close_connection = True

    def log_message(self, *arguments: object) -> None:
        """Keep quiet."""


@pytest.fixture
def endless() -> Iterator[str]:
    """The URL of a page that goes on and on."""
    handler = type("Handler", (_Handler,), {"over": threading.Event()})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    server.block_on_close = False
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    handler.over.set()
    server.shutdown()
    server.server_close()
    thread.join()
