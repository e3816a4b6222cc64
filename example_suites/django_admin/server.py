"""The library's admin, served from a thread on a free port."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import closing, contextmanager
from datetime import date
from typing import TYPE_CHECKING

from django.contrib.auth.models import User
from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.core.management import call_command
from django.core.servers.basehttp import ThreadedWSGIServer, WSGIRequestHandler
from django.core.wsgi import get_wsgi_application
from django.db import connections
from django.test import Client

from .library.models import Author, Book

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

USER, PASSWORD = "librarian", "open-sesame"
BOOKS = (
    ("A Wizard of Earthsea", "Ursula K. Le Guin", "9780547773742", date(1968, 11, 1), "shelf", 3),
    ("The Dispossessed", "Ursula K. Le Guin", "9780061054884", date(1974, 5, 1), "loan", 1),
    ("The Left Hand of Darkness", "Ursula K. Le Guin", "9780441478125", date(1969, 3, 1), "shelf", 2),
    ("Kindred", "Octavia E. Butler", "9780807083697", date(1979, 6, 1), "loan", 2),
    ("Parable of the Sower", "Octavia E. Butler", "9781538732182", date(1993, 10, 1), "shelf", 1),
    ("Frankenstein", "Mary Shelley", "9780141439471", date(1818, 1, 1), "shelf", 4),
    ("The Last Man", "Mary Shelley", "9780199552351", date(1826, 2, 1), "lost", 1),
    ("Mort", "Terry Pratchett", "9780552131063", date(1987, 11, 12), "loan", 2),
    ("Guards! Guards!", "Terry Pratchett", "9780552134620", date(1989, 11, 1), "shelf", 2),
    ("Small Gods", "Terry Pratchett", "9780552138901", date(1992, 5, 1), "lost", 1),
)


class Library:
    """The running library: its address, and its data set back to the beginning."""

    def __init__(self, url: str, database: Path, beginning: Path) -> None:
        self.url = url
        self._database = database
        self._beginning = beginning

    def reset(self) -> None:
        """Begin again with the same books. Copying the whole file also brings back users, sessions and ids."""
        with (
            closing(sqlite3.connect(self._beginning)) as source,
            closing(sqlite3.connect(self._database)) as target,
        ):
            source.backup(target)

    def session_cookie(self) -> dict[str, str]:
        """What a browser holds once the librarian has logged in, as Playwright wants it."""
        client = Client()
        client.force_login(User.objects.get(username=USER))
        cookie = client.cookies["sessionid"]
        connections.close_all()
        return {"name": cookie.key, "value": cookie.value, "url": self.url}


class _QuietHandler(WSGIRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing about single requests."""


def _fill() -> None:
    call_command("migrate", verbosity=0, run_syncdb=True)
    User.objects.create_superuser(USER, "librarian@example.org", PASSWORD)
    authors = {name: Author.objects.create(name=name) for name in dict.fromkeys(row[1] for row in BOOKS)}
    Book.objects.bulk_create(
        Book(
            title=title, author=authors[author], isbn=isbn, published=published, status=status, copies=copies
        )
        for title, author, isbn, published, status, copies in BOOKS
    )


@contextmanager
def running_library(folder: Path) -> Iterator[Library]:
    """Serve the admin until the block ends. Its SQLite files go into `folder`."""
    database, beginning = folder / "library.sqlite", folder / "beginning.sqlite"
    connections.settings["default"]["NAME"] = str(database)
    _fill()
    connections.close_all()
    with closing(sqlite3.connect(database)) as source, closing(sqlite3.connect(beginning)) as target:
        source.backup(target)
    server = ThreadedWSGIServer(("127.0.0.1", 0), _QuietHandler)
    server.set_app(StaticFilesHandler(get_wsgi_application()))
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), name="library")
    thread.start()
    try:
        yield Library(f"http://127.0.0.1:{server.server_port}", database, beginning)
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
