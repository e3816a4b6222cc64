"""A server on this machine that stands for an attacker's, and writes down what is sent to it."""

from __future__ import annotations

import socketserver
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from typing import Self

_ANSWER: Final = (
    b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok"
)


class Stranger:
    """Listens while it is entered; `asked` is what was sent to it, a text for each connection."""

    def __init__(self) -> None:
        asked: list[str] = []
        self.asked = asked

        class Handler(socketserver.BaseRequestHandler):
            def handle(self) -> None:
                # A connection over which nothing was said yet has told nobody anything.
                with suppress(OSError):
                    self.request.settimeout(10)
                    if said := self.request.recv(65536):
                        asked.append(said.decode("latin-1"))
                        self.request.sendall(_ANSWER)

        self._server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._server.block_on_close = False
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)
        self.port: int = self._server.server_address[1]

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
