"""A web server on this machine, in a thread of its own, that begins and ends without waiting for anybody."""

from __future__ import annotations

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class LoopbackServer:
    """Serves on a free port from when it is made until it is closed; `origin` is where."""

    def __init__(self, handler: type[BaseHTTPRequestHandler]) -> None:
        """`handler` is made for each connection, and has this server as `serves`."""
        self.closing = threading.Event()
        """Set when it closes: who still answers is to stop."""
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (handler,), {"serves": self}))
        self._server.daemon_threads = True
        self._server.block_on_close = False
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
