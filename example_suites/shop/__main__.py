"""Try the shop by hand: `python -m shop` in the folder above, then open http://127.0.0.1:8000/."""

import contextlib
import tempfile
import threading
from datetime import date
from pathlib import Path

from .server import running_shop

with (
    tempfile.TemporaryDirectory() as folder,
    running_shop(Path(folder, "shop.sqlite"), date.today(), port=8000) as running,
):
    print(f"Kiln & Clay is open at {running.url} (log in as anna, password tea-time). Ctrl+C closes it.")  # noqa: T201
    with contextlib.suppress(KeyboardInterrupt):
        threading.Event().wait()
