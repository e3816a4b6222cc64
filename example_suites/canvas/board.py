"""The drawing board: the files in `app/`, served as they are."""

from __future__ import annotations

from http.server import SimpleHTTPRequestHandler
from pathlib import Path

APP = Path(__file__).parent / "app"


class Board(SimpleHTTPRequestHandler):
    def __init__(self, *connection: object) -> None:
        super().__init__(*connection, directory=str(APP))

    def log_message(self, *_: object) -> None:
        """Nobody reads it."""
