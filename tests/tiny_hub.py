"""A server that gives files of a model as the Hugging Face hub does, over its public API."""

from __future__ import annotations

import hashlib
import json
from http.server import BaseHTTPRequestHandler
from typing import TYPE_CHECKING

from loopback import LoopbackServer

if TYPE_CHECKING:
    from pathlib import Path

_COMMIT = "0123456789abcdef0123456789abcdef01234567"


class TinyHub(LoopbackServer):
    """Serves the files of one folder as the model `name`, on 127.0.0.1. `given` are the files it was asked for."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name = name
        self.files = {path.name: path.read_bytes() for path in folder.iterdir()}
        self.given: list[str] = []
        super().__init__(_Handler)


class _Handler(BaseHTTPRequestHandler):
    serves: TinyHub

    def respond(self) -> None:
        hub = self.serves
        path = self.path.partition("?")[0]
        headers = {"content-type": "application/json"}
        before, _, file = path.rpartition("/")
        if path.startswith(f"/api/models/{hub.name}"):
            siblings = [{"rfilename": name, "size": len(data)} for name, data in hub.files.items()]
            data = json.dumps(
                {"id": hub.name, "modelId": hub.name, "sha": _COMMIT, "siblings": siblings}
            ).encode()
        elif before.startswith(f"/{hub.name}/resolve/") and file in hub.files:
            data = hub.files[file]
            digest = hashlib.sha1(data, usedforsecurity=False).hexdigest()
            headers = {"etag": f'"{digest}"', "x-repo-commit": _COMMIT}
            if self.command == "GET":
                hub.given.append(file)
        else:
            self.send_error(200 if path == "/" else 404)
            return
        self.send_response(200)
        for name, value in {**headers, "content-length": str(len(data))}.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(data)

    do_GET = do_HEAD = respond

    def log_message(self, *arguments: object) -> None:
        """Keep quiet."""
