"""Faults seeded into the applications from outside, each with why the expected answer is then untrue."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Final

from trials.changes import Change
from trials.scenarios import SCENARIOS
from trials.trial import Trial

if TYPE_CHECKING:
    from playwright.async_api import Route

BOOKS: Final = "/admin/library/book/"
BROKEN: Final = "<!doctype html><html lang=en><title>Server Error</title><h1>Server Error (500)</h1></html>"


def gone(selector: str) -> Change:
    """Elements are missing."""
    return Change(f"each({json.dumps(selector)}, (element) => element.remove());")


def emptied(selector: str, page: str) -> Change:
    """On a page elements hold nothing."""
    here = f"location.href.includes({json.dumps(page)})"
    return Change(f"if ({here}) each({json.dumps(selector)}, (element) => element.replaceChildren());")


def blank(row: str, cell: str) -> Change:
    """A cell says nothing in the row of a table that says `row`."""
    return Change(f"""each("main table tbody tr, #result_list tbody tr", (row) => {{
      const cell = row.querySelector({json.dumps(cell)});
      if (!row.textContent.includes({json.dumps(row)}) || !cell || !cell.textContent.trim()) return false;
      cell.textContent = "";
    }});""")


def says(selector: str, old: str, new: str) -> Change:
    """Texts say something else."""
    return Change(
        f"reword({json.dumps(selector)}, (text) => text.replace({json.dumps(old)}, {json.dumps(new)}));"
    )


def swapped(one: str, other: str, cell: str) -> Change:
    """Two rows of a table show each other's cell."""
    return Change(f"""each("main table, #result_list", (table) => {{
      const row = (name) => [...table.querySelectorAll("tbody tr")].find((each) => each.textContent.includes(name));
      const cells = [row({json.dumps(one)}), row({json.dumps(other)})].map((each) => each?.querySelector({json.dumps(cell)}));
      if (!cells[0] || !cells[1] || cells[0].innerHTML === cells[1].innerHTML) return false;
      [cells[0].innerHTML, cells[1].innerHTML] = [cells[1].innerHTML, cells[0].innerHTML];
    }});""")


def deaf(form: str) -> Change:
    """A form takes what is entered and does nothing with it."""
    return Change(f"""window.addEventListener("submit", (event) => {{
      if (!event.target.matches({json.dumps(form)})) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      changed();
    }}, true);""")


def failing(address: str, method: str = "POST") -> Change:
    """The server breaks down at requests for an address."""

    async def answer(change: Change, route: Route) -> None:
        if route.request.method != method:
            return await route.fallback()
        change.count()
        return await route.fulfill(status=500, content_type="text/html", body=BROKEN)

    return Change(routes=((re.compile(address), answer),))


def stale(save: str, page: str) -> Change:
    """After a save the page is shown as it was before."""

    async def saved(change: Change, route: Route) -> None:
        if route.request.method != "POST":
            return await route.fallback()
        # The request goes through; where it leads to comes from a cache.
        await route.fetch(max_redirects=0)
        change.memory["saved"] = True
        return await route.fulfill(content_type="text/html", body=_leading_to(page))

    async def shown(change: Change, route: Route) -> None:
        if route.request.method != "GET" or route.request.resource_type != "document":
            return await route.fallback()
        if change.memory.get("saved"):
            change.count()
            return await route.fulfill(content_type="text/html; charset=utf-8", body=change.memory["page"])
        response = await route.fetch()
        change.memory["page"] = await response.body()
        return await route.fulfill(response=response)

    return Change(routes=((re.compile(save), saved), (re.compile(page + r"$"), shown)))


def refusing(save: str, page: str, message: str) -> Change:
    """Nothing is saved, and the page that follows says so."""

    async def refuse(change: Change, route: Route) -> None:
        if route.request.method != "POST":
            return await route.fallback()
        change.count()
        return await route.fulfill(
            content_type="text/html", body=_leading_to(page, "sessionStorage.refused = 1; ")
        )

    shown = f'<div class="bad errornote" role="alert">{message}</div>'
    script = f"""if (location.protocol.startsWith("http") && sessionStorage.refused) each("main", (main) => {{
      main.insertAdjacentHTML("afterbegin", {json.dumps(shown)});
    }});"""
    return Change(script, routes=((re.compile(save), refuse),))


def refusing_to_add(message: str) -> Change:
    """The shop's script is told that a product cannot be had."""

    async def refuse(change: Change, route: Route) -> None:
        change.count()
        await route.fulfill(status=409, json={"problem": message})

    return Change(routes=((re.compile("/cart/add/"), refuse),))


def _leading_to(page: str, first: str = "") -> str:
    # A redirect given by a route would not come by the routes again.
    return f"<!doctype html><title>One moment</title><script>{first}location.replace({json.dumps(page)})</script>"


CHANGE_FORM: Final = r"/book/\d+/change/"
DELETE_FORM: Final = r"/book/\d+/delete/"

ALL: Final[dict[str, list[tuple[str, Change, str]]]] = {
    "element removed": [
        ("quantity", gone(".sums .total"), "the cart total is shown nowhere"),
        ("cheapest mug", gone(".toast dl"), "the cart total is shown nowhere"),
        ("suggested teapot", gone("main .price, #suggestions .hint"), "no price is shown"),
        ("author of a review", gone(".byline div:first-child"), "no review shows its author"),
        ("total of an order", blank("1002", "td:nth-child(5)"), "the order shows no total"),
        ("order cancelled", blank("Cancelled", "td:nth-child(6)"), "the order shows no status"),
        ("review", gone("[role=status].good"), "no message is shown"),
        ("books returned", gone(".messagelist"), "no message is shown"),
        ("day of publication", blank("Mort", "td.field-published"), "the row of Mort shows no day"),
        ("ISBN taken", gone(".errorlist"), "no error is shown at the field"),
        ("sold out?", gone(".soldout"), "nothing says that it is sold out"),
        ("found by a search?", gone("#changelist-form"), "no list is shown"),
        ("books on loan", gone("#result_list"), "no books are shown"),
        ("books on loan", emptied("main", "status__exact"), "no books are shown"),
    ],
    "number changed": [
        ("quantity", says(".sums", "46.50", "46.60"), "the total shown is $46.60"),
        ("cheapest mug", says(".toast", "7.50", "75.00"), "the total shown is $75.00"),
        ("suggested teapot", says(".product", "45.00", "54.00"), "the price shown is $54.00"),
        ("discount", says(".sums .total", "24.75", "27.50"), "the total shown is $27.50"),
        ("total of an order", says("main table", "57.50", "75.50"), "the total shown is $75.50"),
        ("order paid", says("title, main, dl", "1005", "1006"), "the number shown is 1006"),
        ("unknown code", says("[role=alert]", "WINTER99", "WINTER98"), "the message names another code"),
        ("books returned", says(".messagelist", "2 books", "1 book"), "the message speaks of one book"),
        ("day of publication", says("#result_list", "Nov. 12, 1987", "Nov. 21, 1987"), "the day shown is another one"),
    ],
    "submit does nothing": [
        ("quantity", deaf("form.quantity"), "the quantity is as it was"),
        ("discount", deaf("form.discount"), "no discount was given"),
        ("discount, unasked", deaf("form.discount"), "no discount was given"),
        ("vase into the cart", deaf("form[data-add-to-cart]"), "the cart is empty"),
        ("order cancelled, unasked", deaf("form[data-confirm]"), "the order is as it was"),
        ("still in the cart?", deaf("form[data-confirm]"), "the bowl is in the cart"),
        ("review", deaf("form[data-review]"), "no review was sent"),
        ("order paid", deaf("#checkout"), "no order was placed"),
        ("book added", deaf("#book_form"), "no book was added"),
        ("book changed, unasked", deaf("#book_form"), "the book is as it was"),
        ("book deleted, unasked", deaf("#content form"), "the book is still there"),
        ("books returned", deaf("#changelist-form"), "no book was returned"),
    ],
    "server error": [
        ("quantity", failing("/cart/change/"), "the quantity is as it was"),
        ("discount, unasked", failing("/cart/discount"), "no discount was given"),
        ("vase into the cart", failing("/cart/add/"), "the cart is empty"),
        ("order cancelled, unasked", failing("/cancel"), "the order is as it was"),
        ("review", failing("/reviews"), "no review was kept"),
        ("total of an order", failing("/orders", "GET"), "no orders are shown"),
        ("still in the cart?", failing("/cart/change/"), "no cart is shown, and the bowl is in it"),
        ("found by a search?", failing(r"/book/\?q=", "GET"), "no list is shown"),
        ("large print?", failing(CHANGE_FORM, "GET"), "no book is shown"),
        ("books on loan", failing("status__exact=loan", "GET"), "no books are shown"),
        ("book changed, unasked", failing(CHANGE_FORM), "the book is as it was"),
        ("book deleted, unasked", failing(DELETE_FORM), "the book is still there"),
    ],
    "similar text": [
        ("order cancelled", says("main table", "Cancelled", "Cancellation requested"), "it is not cancelled yet"),
        ("review", says("[role=status].good", "Berg", "Bergmann"), "another customer is thanked"),
        ("dearest bowl", says("ul.cards", "Salad Bowl", "Salad Bowls"), "the first product has another name"),
        ("unknown code", says("[role=alert]", "is not valid", "is now valid"), "the message says the opposite"),
        ("author of a review", says(".byline", "Ella Byrne", "Ella Burne"), "the author has another name"),
        ("most copies", says("#result_list", "A Wizard", "The Wizard"), "the book has another title"),
        ("book changed", says("#result_list", "On the shelf", "Off the shelf"), "the status is another one"),
        ("books returned", says(".messagelist", "returned", "lost"), "the message is another one"),
        ("ISBN taken", says(".errorlist", "already exists", "no longer exists"), "the error is another one"),
    ],
    "stale after a save": [
        ("quantity", stale("/cart/change/", "/cart"), "the page shows the old total"),
        ("removal", stale("/cart/change/", "/cart"), "the page shows the old total"),
        ("still in the cart?", stale("/cart/change/", "/cart"), "the page shows the bowl"),
        ("discount, unasked", stale("/cart/discount", "/cart"), "the page shows no discount"),
        ("order cancelled", stale("/cancel", "/orders"), "the page shows the old status"),
        ("order cancelled, unasked", stale("/cancel", "/orders"), "the page shows the order as it was"),
        ("book changed", stale(CHANGE_FORM, BOOKS), "the page shows the old status"),
        ("book changed, unasked", stale(CHANGE_FORM, BOOKS), "the page shows the book as it was"),
        ("book deleted", stale(DELETE_FORM, BOOKS), "the page shows all the books"),
        ("book deleted, unasked", stale(DELETE_FORM, BOOKS), "the page shows the book still"),
    ],
    "error instead of success": [
        ("vase into the cart", refusing_to_add("The Bud Vase could not be added."), "the cart is empty"),
        ("cheapest mug", refusing_to_add("Something went wrong. Your cart is as it was."), "the cart is empty"),
        (
            "order cancelled, unasked",
            refusing("/cancel", "/orders", "Order 1004 could not be cancelled."),
            "the order is as it was",
        ),
        (
            "still in the cart?",
            refusing("/cart/change/", "/cart", "The Ramen Bowl could not be removed."),
            "the bowl is in the cart",
        ),
        (
            "discount, unasked",
            refusing("/cart/discount", "/cart", "The code SPRING10 has expired."),
            "no discount was given",
        ),
        (
            "book changed, unasked",
            refusing(CHANGE_FORM, BOOKS, "Sorry, “Kindred” was not saved: the database is locked."),
            "the book is as it was",
        ),
        (
            "book deleted, unasked",
            refusing(DELETE_FORM, BOOKS, "“The Last Man” cannot be deleted."),
            "the book is still there",
        ),
        (
            "books returned",
            says(".messagelist", "2 books marked as returned", "Error: 2 books could not be marked as returned"),
            "the message is an error",
        ),
    ],
    "a neighbour's value": [
        ("total of an order", swapped("1002", "1004", "td:nth-child(5)"), "the total of order 1004 is shown"),
        ("order cancelled", swapped("1004", "1002", "td:nth-child(6)"), "the row of order 1004 says Being packed"),
        ("suggested teapot", says(".product .price, .product ~ *", "45.00", "29.00"), "another teapot's price is shown"),
        ("dearest bowl", says("ul.cards", "Salad Bowl", "Ramen Bowl"), "another bowl is named first"),
        ("author of a review", says(".byline", "Ella Byrne", "Samir Haddad"), "another author is shown"),
        ("day of publication", swapped("Mort", "Kindred", "td.field-published"), "the day of Kindred is shown"),
        ("book changed", swapped("Mort", "Small Gods", "td.field-status"), "the row of Mort says Lost"),
        ("most copies", swapped("Earthsea", "Dispossessed", "td.field-copies"), "another book has the most copies"),
    ],
}  # fmt: skip
FAULTS: Final = [
    Trial("fault", kind, SCENARIOS[name], change, truth=truth)
    for kind, pairs in ALL.items()
    for name, change, truth in pairs
]
