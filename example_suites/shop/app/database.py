"""The shop's SQLite file: its tables, and filling it with fresh data."""

from __future__ import annotations

import functools
import hashlib
import sqlite3
from contextlib import contextmanager
from typing import TYPE_CHECKING

from . import catalogue

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date
    from pathlib import Path

TABLES = """
create table if not exists products (
    slug text primary key, name text, category text, cents integer, stock integer, added text,
    glaze text, shape text, picture_wanted integer, about text
);
create table if not exists users (name text primary key, full_name text, password text);
create table if not exists sessions (token text primary key, user text references users, discount text);
create table if not exists pictures (id integer primary key, name text, kind text, data blob);
create table if not exists cart (
    owner text, product text references products, quantity integer, picture integer references pictures,
    primary key (owner, product)
);
create table if not exists orders (
    number integer primary key, user text references users, placed text, delivery text,
    recipient text, street text, city text, gift_wrap integer, cents integer, charge text, status text
);
create table if not exists order_items (
    number integer references orders, product text, quantity integer, cents integer
);
create table if not exists reviews (
    id integer primary key, product text references products, author text, stars integer,
    title text, text text, written text
);
"""

PAST_ORDERS = (
    (1001, "anna", "2026-09-14", "2026-09-21", "12 Harbour Lane", 0, 3300, "Delivered"),
    (1002, "anna", "2026-11-28", "2026-12-08", "12 Harbour Lane", 1, 5750, "Being packed"),
    (1003, "ben", "2026-11-29", "2026-12-10", "7 Mill Street", 0, 1800, "Being packed"),
    (1004, "anna", "2026-11-30", "2026-12-11", "12 Harbour Lane", 0, 950, "Being packed"),
)
PAST_ITEMS = (
    (1001, "Breakfast Bowl", 3, 1100),
    (1002, "Hanami Teapot", 1, 4500),
    (1002, "Blue Mug", 1, 950),
    (1003, "Ramen Bowl", 1, 1800),
    (1004, "Blue Mug", 1, 950),
)


@functools.cache
def password_hash(user: str, password: str) -> str:
    """What is kept of a password. Few rounds: these accounts are for show."""
    return hashlib.scrypt(password.encode(), salt=user.encode(), n=2**10, r=8, p=1).hex()


class Database:
    """One SQLite file. Every `open()` is a transaction with a connection of its own."""

    def __init__(self, path: Path) -> None:
        self._path = path
        with self.open() as connection:
            # Nobody needs this shop's data after a power cut, and tests fill it anew each time.
            connection.execute("pragma journal_mode = memory")
            connection.executescript(TABLES)

    @contextmanager
    def open(self) -> Iterator[sqlite3.Connection]:
        connection = sqlite3.connect(self._path)
        connection.row_factory = sqlite3.Row
        connection.execute("pragma synchronous = off")
        try:
            with connection:
                yield connection
        finally:
            connection.close()

    def reset(self, today: date) -> None:
        """Forget everything and begin again with the catalogue, two customers and their past orders."""
        with self.open() as connection:
            for table in (
                "products",
                "users",
                "sessions",
                "pictures",
                "cart",
                "orders",
                "order_items",
                "reviews",
            ):
                connection.execute(f"delete from {table}")
            connection.executemany(
                "insert into products values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", catalogue.PRODUCTS
            )
            connection.executemany(
                "insert into users values (?, ?, ?)",
                [
                    (name, full_name, password_hash(name, password))
                    for name, full_name, password in catalogue.USERS
                ],
            )
            connection.executemany(
                "insert into reviews (product, author, stars, title, text, written) values (?, ?, ?, ?, ?, ?)",
                catalogue.reviews(today),
            )
            names = dict(connection.execute("select name, full_name from users").fetchall())
            for number, user, placed, delivery, street, wrap, cents, status in PAST_ORDERS:
                connection.execute(
                    "insert into orders values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    (
                        number,
                        user,
                        placed,
                        delivery,
                        names[user],
                        street,
                        "Westhaven",
                        wrap,
                        cents,
                        "",
                        status,
                    ),
                )
            connection.executemany("insert into order_items values (?, ?, ?, ?)", PAST_ITEMS)
