"""A server whose answers never end."""

from __future__ import annotations

from http.server import BaseHTTPRequestHandler
from typing import TYPE_CHECKING

import pytest
from loopback import LoopbackServer

if TYPE_CHECKING:
    from collections.abc import Iterator


class _Handler(BaseHTTPRequestHandler):
    serves: LoopbackServer

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("content-type", "application/json" if "json" in self.path else "text/html")
        self.end_headers()
        try:
            self.wfile.write(b"<h1>Beginning</h1>\n" + b"<p>word</p>\n" * 400)
            while not self.serves.closing.wait(0.02):
                self.wfile.write(b"<p>and on and on</p>\n")
        except OSError:
            self.close_connection = True

    def log_message(self, *arguments: object) -> None:
        """Keep quiet."""


@pytest.fixture
def endless() -> Iterator[str]:
    """The URL of a page that goes on and on."""
    server = LoopbackServer(_Handler)
    yield f"{server.origin}/"
    server.close()
