"""A web server on this machine, in a thread of its own, that begins and ends without waiting for anybody."""

from __future__ import annotations

import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Print what went wrong, unless only the client is gone.

        A thread that prints a traceback makes `ast.parse` fail in others on Python 3.11.0 to 3.11.7 (cpython#106905),
        and pytest parses the source of each failure that a test asks it for.
        """
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)


class LoopbackServer:
    """Serves on a free port from when it is made until it is closed; `origin` is where."""

    def __init__(self, handler: type[BaseHTTPRequestHandler]) -> None:
        """`handler` is made for each connection, and has this server as `serves`."""
        self.closing = threading.Event()
        """Set when it closes: who still answers is to stop."""
        self._server = _Server(("127.0.0.1", 0), type("Handler", (handler,), {"serves": self}))
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()
        self.port = self._server.server_port
        self.origin = f"http://127.0.0.1:{self.port}"

    def close(self) -> None:
        """Stop serving; requests that hang are let go."""
        self.closing.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
