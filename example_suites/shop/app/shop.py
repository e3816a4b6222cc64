"""What the shop can do, without any web in it. The pages use it, and so do the tests."""

from __future__ import annotations

import secrets
from datetime import date, timedelta
from typing import TYPE_CHECKING, NamedTuple

from .catalogue import CATEGORIES, DISCOUNTS, Product, Review
from .database import Database, password_hash

if TYPE_CHECKING:
    from pathlib import Path

    from .payments import PaymentProvider

GIFT_WRAP = 300
"""What wrapping costs, in cents."""
SORTINGS = {
    "featured": ("Featured", "rowid"),
    "price-up": ("Price: low to high", "cents"),
    "price-down": ("Price: high to low", "cents desc"),
    "newest": ("Newest first", "added desc"),
    "name": ("Name: A to Z", "name"),
}
"""By the value in the address: what the dropdown says, and the order in SQL."""


def money(cents: int) -> str:
    return f"${cents / 100:,.2f}"


def long_date(day: date | str) -> str:
    day = date.fromisoformat(day) if isinstance(day, str) else day
    return f"{day:%A} {day.day} {day:%B %Y}"


class Line(NamedTuple):
    """One product in a cart."""

    product: Product
    quantity: int
    picture: str
    """File name of the customer's picture, or empty."""

    @property
    def cents(self) -> int:
        return self.product.cents * self.quantity


class Cart(NamedTuple):
    lines: tuple[Line, ...]
    discount: str = ""

    @property
    def count(self) -> int:
        return sum(line.quantity for line in self.lines)

    @property
    def subtotal(self) -> int:
        return sum(line.cents for line in self.lines)

    @property
    def saved(self) -> int:
        return self.subtotal * DISCOUNTS.get(self.discount, 0) // 100

    @property
    def total(self) -> int:
        return self.subtotal - self.saved


class Address(NamedTuple):
    recipient: str
    street: str
    city: str


class Order(NamedTuple):
    number: int
    user: str
    placed: date
    delivery: date
    address: Address
    gift_wrap: bool
    total: str
    status: str
    items: dict[str, int]
    """Quantity by the name of the product."""


class Shop:
    """The shop's rules over its database. `today` is the shop's calendar day, so that tests have the same every day."""

    def __init__(self, path: Path, provider: PaymentProvider, today: date) -> None:
        self.today = today
        self._provider = provider
        self._database = Database(path)
        self.reset()

    def reset(self) -> None:
        """Begin again with fresh data."""
        self._database.reset(self.today)
        self._provider.reset()

    # Products and reviews.

    def products(
        self, *, category: str = "", words: str = "", sort: str = "featured", in_stock: bool = False
    ) -> list[Product]:
        order = SORTINGS.get(sort, SORTINGS["featured"])[1]
        with self._database.open() as connection:
            found = connection.execute(
                "select * from products where (? = '' or category = ?) and (stock > 0 or not ?)"
                f" and (name || ' ' || category) like ? order by {order}",
                (category, category, in_stock, f"%{words.strip()}%"),
            ).fetchall()
        return [Product(*row) for row in found]

    def product(self, slug: str) -> Product | None:
        with self._database.open() as connection:
            row = connection.execute("select * from products where slug = ?", (slug,)).fetchone()
        return Product(*row) if row else None

    def reviews(self, slug: str) -> list[Review]:
        """The reviews of a product, the newest first."""
        with self._database.open() as connection:
            found = connection.execute(
                "select product, author, stars, title, text, written from reviews where product = ?"
                " order by written desc, id desc",
                (slug,),
            ).fetchall()
        return [Review(*row) for row in found]

    def add_review(self, user: str, slug: str, *, stars: int, title: str, text: str) -> None:
        with self._database.open() as connection:
            (author,) = connection.execute("select full_name from users where name = ?", (user,)).fetchone()
            connection.execute(
                "insert into reviews (product, author, stars, title, text, written) values (?, ?, ?, ?, ?, ?)",
                (slug, author, stars, title, text, self.today.isoformat()),
            )

    # Visitors.

    def new_session(self, user: str | None = None) -> str:
        """The token of a new session, of a guest unless a user name is given."""
        token = secrets.token_urlsafe(16)
        with self._database.open() as connection:
            connection.execute("insert into sessions values (?, ?, '')", (token, user))
        return token

    def user_of(self, token: str) -> str | None:
        with self._database.open() as connection:
            row = connection.execute("select user from sessions where token = ?", (token,)).fetchone()
        return row["user"] if row else None

    def full_name(self, user: str) -> str:
        with self._database.open() as connection:
            return connection.execute("select full_name from users where name = ?", (user,)).fetchone()[0]

    def log_in(self, token: str, user: str, password: str) -> bool:
        """Tie a session to a customer, who takes over the guest's cart. False if name or password is wrong."""
        with self._database.open() as connection:
            known = connection.execute(
                "select 1 from users where name = ? and password = ?", (user, password_hash(user, password))
            ).fetchone()
            if not known:
                return False
            connection.execute("update sessions set user = ? where token = ?", (user, token))
            connection.execute("update or replace cart set owner = ? where owner = ?", (user, token))
        return True

    def log_out(self, token: str) -> None:
        with self._database.open() as connection:
            connection.execute("delete from sessions where token = ?", (token,))

    def signed_in(self) -> list[str]:
        """The user names with a session."""
        with self._database.open() as connection:
            rows = connection.execute(
                "select user from sessions where user is not null order by user"
            ).fetchall()
        return [row["user"] for row in rows]

    # Carts. An owner is a user name, or the token of a guest's session.

    def cart(self, owner: str, discount: str = "") -> Cart:
        with self._database.open() as connection:
            rows = connection.execute(
                "select products.*, cart.quantity, pictures.name as picture from cart"
                " join products on slug = cart.product left join pictures on pictures.id = cart.picture"
                " where owner = ? order by cart.rowid",
                (owner,),
            ).fetchall()
        size = len(Product._fields)
        return Cart(
            tuple(Line(Product(*row[:size]), row["quantity"], row["picture"] or "") for row in rows), discount
        )

    def put_in_cart(self, owner: str, slug: str, quantity: int = 1, picture: int | None = None) -> None:
        with self._database.open() as connection:
            connection.execute(
                "insert into cart values (?, ?, ?, ?) on conflict do update set"
                " quantity = quantity + excluded.quantity, picture = coalesce(excluded.picture, picture)",
                (owner, slug, quantity, picture),
            )

    def set_quantity(self, owner: str, slug: str, quantity: int) -> None:
        with self._database.open() as connection:
            connection.execute(
                "update cart set quantity = ? where owner = ? and product = ?", (quantity, owner, slug)
            )
            connection.execute("delete from cart where quantity < 1")

    def keep_picture(self, name: str, kind: str, data: bytes) -> int:
        """Keep a customer's picture; its id."""
        with self._database.open() as connection:
            cursor = connection.execute(
                "insert into pictures (name, kind, data) values (?, ?, ?)", (name, kind, data)
            )
        assert cursor.lastrowid is not None
        return cursor.lastrowid

    def set_discount(self, token: str, code: str) -> bool:
        """Use a discount code in this session. False if there is no such code."""
        code = code.strip().upper()
        with self._database.open() as connection:
            connection.execute(
                "update sessions set discount = ? where token = ?", (code if code in DISCOUNTS else "", token)
            )
        return code in DISCOUNTS

    def discount_of(self, token: str) -> str:
        with self._database.open() as connection:
            row = connection.execute("select discount from sessions where token = ?", (token,)).fetchone()
        return row["discount"] if row else ""

    # Orders.

    def is_delivery_day(self, day: date) -> bool:
        """Parcels need three days and do not come on Sundays; the book is open for three months."""
        return timedelta(days=3) <= day - self.today <= timedelta(days=92) and day.weekday() != 6

    def place_order(
        self, user: str, cart: Cart, address: Address, delivery: date, *, gift_wrap: bool, payment: str
    ) -> int | None:
        """Charge the card and take the order; its number. None if the payment did not go through."""
        cents = cart.total + GIFT_WRAP * gift_wrap
        charge = self._provider.charge(payment, cents)
        if charge is None:
            return None
        with self._database.open() as connection:
            cursor = connection.execute(
                "insert into orders (user, placed, delivery, recipient, street, city, gift_wrap, cents, charge, status)"
                " values (?, ?, ?, ?, ?, ?, ?, ?, ?, 'Being packed')",
                (user, self.today.isoformat(), delivery.isoformat(), *address, gift_wrap, cents, charge.id),
            )
            number = cursor.lastrowid
            connection.executemany(
                "insert into order_items values (?, ?, ?, ?)",
                [(number, line.product.name, line.quantity, line.product.cents) for line in cart.lines],
            )
            connection.execute("delete from cart where owner = ?", (user,))
        return number

    def orders(self, user: str | None = None) -> list[Order]:
        """All orders, or those of one user, the newest first."""
        with self._database.open() as connection:
            rows = connection.execute(
                "select * from orders where ? is null or user = ? order by number desc", (user, user)
            ).fetchall()
            items = connection.execute("select * from order_items").fetchall()
        return [
            Order(
                number=row["number"],
                user=row["user"],
                placed=date.fromisoformat(row["placed"]),
                delivery=date.fromisoformat(row["delivery"]),
                address=Address(row["recipient"], row["street"], row["city"]),
                gift_wrap=bool(row["gift_wrap"]),
                total=money(row["cents"]),
                status=row["status"],
                items={
                    item["product"]: item["quantity"] for item in items if item["number"] == row["number"]
                },
            )
            for row in rows
        ]

    def order(self, number: int) -> Order | None:
        return next((order for order in self.orders() if order.number == number), None)

    def cancel_order(self, user: str, number: int) -> None:
        """Cancel an order that has not been sent yet."""
        with self._database.open() as connection:
            connection.execute(
                "update orders set status = 'Cancelled' where number = ? and user = ? and status = 'Being packed'",
                (number, user),
            )

    # For tests: the same data, in the words a test wants to use.

    def cart_of(self, user: str) -> dict[str, int]:
        """Quantity by the name of the product."""
        return {line.product.name: line.quantity for line in self.cart(user).lines}

    def guest_carts(self) -> list[dict[str, int]]:
        """The carts of visitors who have not logged in."""
        with self._database.open() as connection:
            rows = connection.execute(
                "select distinct owner from cart where owner not in (select name from users)"
            ).fetchall()
        return [self.cart_of(row["owner"]) for row in rows]

    def fill_cart(self, user: str, quantities: dict[str, int]) -> None:
        """Put products into a cart by name."""
        slugs = {product.name: product.slug for product in self.products()}
        for name, quantity in quantities.items():
            self.put_in_cart(user, slugs[name], quantity)

    def pictures(self) -> dict[str, bytes]:
        """The pictures customers have sent, by file name."""
        with self._database.open() as connection:
            rows = connection.execute("select name, data from pictures").fetchall()
        return {row["name"]: row["data"] for row in rows}


__all__ = ["CATEGORIES", "GIFT_WRAP", "SORTINGS", "Address", "Cart", "Order", "Shop", "long_date", "money"]
