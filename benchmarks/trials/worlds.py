"""The applications the goals are about, each with its data set back to the beginning for every run."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator

SUITES = Path(__file__).parents[2] / "example_suites"

Place: TypeAlias = Literal["shop", "library"]


class Beginning(NamedTuple):
    """How things stand before a run."""

    place: Place
    user: str = ""
    """Who is logged in; empty for nobody."""
    cart: tuple[tuple[str, int], ...] = ()
    """What is in that customer's cart: names and quantities."""


class World(Protocol):
    """A running application."""

    start_url: str
    others: tuple[str, ...]
    """The origins that belong to it beside that of its start URL."""
    data: Any
    """What the checks of the application's own data look at."""

    async def begin(self, beginning: Beginning) -> list[dict[str, str]]:
        """Set the data back; gives the cookies of who is logged in."""


class ShopWorld:
    """The pottery shop."""

    def __init__(self, running: Any) -> None:
        self.start_url = running.url + "/"
        self.others = (running.payment_origin,)
        self.data = running.shop

    async def begin(self, beginning: Beginning) -> list[dict[str, str]]:
        self.data.reset()
        if not beginning.user:
            return []
        self.data.fill_cart(beginning.user, dict(beginning.cart))
        token = self.data.new_session(beginning.user)
        return [{"name": "session", "value": token, "url": self.start_url}]


class LibraryWorld:
    """The admin of the library. Django's ORM refuses to work on an event loop, so it is asked from a thread."""

    def __init__(self, library: Any) -> None:
        self.start_url = library.url + "/admin/"
        self.others = ()
        self._library = library
        self.data = Books()

    async def begin(self, beginning: Beginning) -> list[dict[str, str]]:
        await asyncio.to_thread(self._library.reset)
        return [await asyncio.to_thread(self._library.session_cookie)] if beginning.user else []


class Books:
    """The books in the library's database."""

    def named(self, title: str) -> dict[str, Any] | None:
        """The fields of one book; None if there is none of this title."""
        from django.db import connections
        from django_admin.library.models import Book

        found = Book.objects.filter(title=title).values().first()
        connections.close_all()
        return found

    def count(self, **wanted: Any) -> int:
        """How many books there are."""
        from django.db import connections
        from django_admin.library.models import Book

        number = Book.objects.filter(**wanted).count()
        connections.close_all()
        return number


@contextlib.contextmanager
def running_worlds(folder: Path) -> Iterator[dict[Place, World]]:
    """Serve both applications until the block ends; their files go into `folder`."""
    sys.path.insert(0, str(SUITES))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "django_admin.settings")
    import django

    django.setup()
    # Models can only be imported after the set-up above.
    from django_admin.server import running_library
    from shop.server import running_shop

    shop = running_shop(folder / "shop.sqlite", date(2026, 12, 1))
    with running_library(folder) as library, shop as running:
        yield {"shop": ShopWorld(running), "library": LibraryWorld(library)}
