"""A web server on loopback for the benchmarks' own pages."""

from __future__ import annotations

import contextlib
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@contextlib.contextmanager
def served(page: Callable[[str], str | None]) -> Iterator[str]:
    """Serve what `page` makes of a path (None: 404) until the block ends; gives the server's address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            html = page(self.path.partition("?")[0])
            body = (html or "").encode()
            self.send_response(404 if html is None else 200)
            self.send_header("content-type", "text/html")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
