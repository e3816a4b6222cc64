"""Try the board by hand: `python -m canvas` in the folder above, then open http://127.0.0.1:8000/."""

import contextlib
import threading

from .board import Board
from .server import serving

with serving(Board, port=8000) as url, contextlib.suppress(KeyboardInterrupt):
    print(f"The Sketchboard is open at {url}. Ctrl+C closes it.")  # noqa: T201
    threading.Event().wait()
